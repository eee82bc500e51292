//! The two forms of requests and results.

use std::path::Path;

use super::lines::without_mark;
use super::separator::Separator;
use crate::error::CliError;

/// CSV with a header, or one JSON object a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Csv(Separator),
    JsonLines,
}

impl Form {
    /// The form that the extension of a file name stands for.
    pub(super) fn of_name(path: &Path) -> Result<Self, CliError> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("csv" | "tsv") => Ok(Self::Csv(Separator::of_name(path))),
            Some("jsonl" | "ndjson" | "json") => Ok(Self::JsonLines),
            _ => Err(CliError::at(
                path,
                "unsupported extension; choose .csv, .tsv, .jsonl or -",
            )),
        }
    }

    /// The form of what begins like this.
    pub(super) fn of_content(beginning: &[u8]) -> Self {
        match without_mark(beginning).trim_ascii_start().first() {
            Some(b'{') => Self::JsonLines,
            _ => Self::Csv(Separator::default()),
        }
    }
}
