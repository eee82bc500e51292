//! Runs that go on where an earlier one ended.

use std::path::Path;

use std::time::Duration;

use voxnav_lab::{Journal, JournalError};

use super::CompareOptions;
use super::rows::RowFile;
use crate::error::{CliError, remedy};
use crate::version::VERSION;

/// The journal to which answers go as they come.
pub(super) struct Outputs<'o> {
    pub(super) journal: &'o mut Journal,
    pub(super) csv: Option<&'o mut RowFile>,
}

/// The reason why a run ended too early.
pub(super) enum Failed {
    Journal(JournalError),
    Csv(Box<CliError>),
}

impl From<JournalError> for Failed {
    fn from(reason: JournalError) -> Self {
        Self::Journal(reason)
    }
}

impl Failed {
    pub(super) fn of(self, options: &CompareOptions) -> CliError {
        match self {
            Self::Journal(reason) => unresumable(options, &reason),
            Self::Csv(error) => *error,
        }
    }
}

/// The answers of an earlier run, or of none.
pub(super) fn journal(options: &CompareOptions) -> Result<Journal, CliError> {
    let Some(path) = &options.resume else {
        return Ok(Journal::none());
    };
    let seconds = |limit: Option<Duration>| {
        limit.map_or_else(|| "none".to_owned(), |it| it.as_secs_f64().to_string())
    };
    let terms = [
        ("the program", format!("voxnav {VERSION}")),
        ("--limit-time", seconds(options.limits.time)),
        ("--limit-reference", seconds(options.limit_reference)),
    ];
    Journal::open(path, terms).map_err(|reason| unresumable(options, &reason))
}

fn unresumable(options: &CompareOptions, reason: &JournalError) -> CliError {
    let advice = match reason {
        JournalError::Io(reason) => format!("{} and give the same command again", remedy(reason)),
        _ => "repeat the command of that run, or give another file".to_owned(),
    };
    let path = options.resume.as_deref().unwrap_or(Path::new(""));
    CliError::at(path, format!("{reason}; {advice}"))
}
