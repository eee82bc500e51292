//! Why lines, and whole files, are no requests.

use voxnav::grid::FootprintError;

use super::lines;
use super::sizes;
use crate::search::agent;

/// Why a line is no request.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Malformed {
    #[error("{found} values, but the header has {columns} columns")]
    Count { found: usize, columns: usize },
    #[error(
        "the quote at column {column} is not closed on its line; values with line breaks are not read"
    )]
    OpenQuote { column: usize },
    #[error("text after the closing quote of the value at column {column}")]
    AfterQuote { column: usize },
    #[error("{column} is not a whole number of 32 bits: `{}`", value.escape_default())]
    NotACoordinate { column: &'static str, value: String },
    #[error("{column} is not a whole number from 1 to {}: `{}`", agent::LARGEST, value.escape_default())]
    NotASize { column: &'static str, value: String },
    #[error("the field {0} is missing")]
    Missing(&'static str),
    #[error("unknown field `{}`", .0.escape_default())]
    Unknown(String),
    #[error("the field `{}` appears twice", .0.escape_default())]
    Twice(String),
    #[error("the field `{}` is reserved for results", .0.escape_default())]
    Taken(String),
    #[error(
        "the first line has no field `{}`, so CSV results have no column for it",
        .0.escape_default()
    )]
    NoColumn(String),
    #[error("{} has a line break, and CSV results have one line each", .0.escape_default())]
    Break(String),
    #[error(transparent)]
    Agent(#[from] FootprintError),
    #[error("the line has an agent size, but --locomotion sets the size")]
    SizeOnFoot,
    #[error("agents of more than {} sizes", sizes::MOST)]
    TooManySizes,
    #[error("id is not a text or a number on one line: `{}`", .0.escape_default())]
    Id(String),
    #[error("the line is not text in UTF-8")]
    NotText,
    #[error("the line is longer than {} bytes", lines::LONGEST)]
    TooLong,
    #[error("not a JSON object: {0}")]
    Json(String),
}

impl Malformed {
    /// What serde says, with the place within the line.
    pub(super) fn json(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let said = text.split(" at line ").next().unwrap_or(&text);
        Self::Json(format!("{said} at column {}", error.column()))
    }
}

/// What makes a whole file of requests unreadable.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadHeader {
    #[error("the header has no column {0}")]
    Missing(&'static str),
    #[error("unknown column `{}` in the header", .0.escape_default())]
    Unknown(String),
    #[error("the column `{}` is reserved for results", .0.escape_default())]
    Taken(String),
    #[error("the header has agent sizes, but --locomotion sets the size")]
    SizeOnFoot,
    #[error("a column name is empty or appears twice")]
    Twice,
    #[error("{0}")]
    Line(Malformed),
}
