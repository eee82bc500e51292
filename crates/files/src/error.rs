//! Errors of files: what can be wrong with one, and what cannot be written into one.
//!
//! Every message is one line whatever the file holds: quoted bytes are escaped and cut short here,
//! so that no other module needs to care.

use std::{fmt, io, path::PathBuf};

use voxnav_occupancy::{CellBox, CellState, OccupancyError, glam::IVec3};

/// Error for a malformed file, with file, line and reason. Displayed as `file:line: reason`, on one
/// line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {reason}", OneLine(.file))]
pub struct FormatError {
    /// The file's name, as it was given to the reader.
    pub file: String,
    /// The line, counted from 1. Where a line is missing, the number it would have.
    pub line: u64,
    /// The reason: what is wrong with the line.
    pub reason: FormatReason,
}

/// The reason why a line of a file is wrong.
///
/// The `found` texts are quotations: non-printable and non-ASCII bytes escaped, long ones cut and
/// ended by `...`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatReason {
    /// The file ends too early.
    #[error("the file ends where {expected} should follow")]
    UnexpectedEnd {
        /// The content that should follow.
        expected: &'static str,
    },
    /// A header line says something else than it should.
    #[error("expected {expected}, found \"{found}\"")]
    UnexpectedLine {
        /// The content that the line should have.
        expected: &'static str,
        /// The line.
        found: String,
    },
    /// A line has too few or too many fields.
    #[error("the number of fields is {found}, expected `{expected}`")]
    FieldCount {
        /// The names of the fields that belong here.
        expected: &'static str,
        /// The number of fields there are.
        found: usize,
    },
    /// A field is not a decimal integer.
    #[error("{field} is \"{found}\", not an integer")]
    NotAnInteger {
        /// The field's name.
        field: &'static str,
        /// The field's text.
        found: String,
    },
    /// An integer is outside its range; for a cell, outside the map.
    #[error("{field} is {found}, not between {min} and {max}")]
    OutOfRange {
        /// The field's name.
        field: &'static str,
        /// The field's text, for it may be too large for any integer type.
        found: String,
        /// The smallest value allowed.
        min: i64,
        /// The largest value allowed.
        max: i64,
    },
    /// A length or ratio is not a number, is negative, infinite or NaN.
    #[error("{field} is \"{found}\", not a finite number of 0 or more")]
    NotANumber {
        /// The field's name.
        field: &'static str,
        /// The field's text.
        found: String,
    },
    /// A header line that may stand once stands twice.
    #[error("{field} is given a second time")]
    Repeated {
        /// The field's name.
        field: &'static str,
    },
    /// A row of a grid has not the width that the header announced.
    #[error("the width of the row is {found}, the header says {expected}")]
    RowWidth {
        /// The width in the header.
        expected: i32,
        /// The row's length in bytes.
        found: usize,
    },
    /// A grid has fewer rows than the header announced.
    #[error("the number of rows is {found}, the header says {expected}")]
    TooFewRows {
        /// The height in the header.
        expected: i32,
        /// The rows there are.
        found: i32,
    },
    /// Something follows the last row that the header announced.
    #[error("more rows than the {expected} of the header")]
    TooManyRows {
        /// The height in the header.
        expected: i32,
    },
    /// A grid holds a letter without a meaning.
    #[error("column {column}: '{}' is not a terrain letter", .byte.escape_ascii())]
    UnknownTerrain {
        /// The column, counted from 1.
        column: i32,
        /// The letter.
        byte: u8,
    },
    /// A map's name is empty, holds a control character or is not UTF-8.
    #[error("\"{found}\" is not a map name")]
    MapName {
        /// The name's text.
        found: String,
    },
    /// Rows of one scenario name different maps.
    #[error("the row is on map \"{found}\", those before on \"{expected}\"")]
    SecondMap {
        /// The name in the first row.
        expected: String,
        /// The name in this row.
        found: String,
    },
    /// Rows of one scenario disagree about the size of the map.
    #[error("the row is for a map of {found} cells, earlier rows for {expected}")]
    SecondSize {
        /// The size in the first row.
        expected: IVec3,
        /// The size in this row.
        found: IVec3,
    },
    /// A line of a trace is not the JSON object that belongs there.
    #[error("column {column}: this is not {expected}: {}", OneLine(.reason))]
    Json {
        /// The object that belongs there.
        expected: &'static str,
        /// The reason that the JSON parser gives.
        reason: String,
        /// The column, counted from 1; 0 where the line as a whole is wrong.
        column: usize,
    },
    /// A trace for Posthoc is not the YAML that it must be.
    #[error("column {column}: {}", OneLine(.reason))]
    Yaml {
        /// The reason why it is wrong.
        reason: String,
        /// The column, counted from 1; 0 where the event as a whole is wrong.
        column: usize,
    },
    /// A trace is of another program or version.
    #[error("unknown kind of trace \"{found}\"")]
    TraceVersion {
        /// The name and the version in the header.
        found: String,
    },
    /// A cell of a trace lies outside its map.
    #[error("cell {cell} is not in the map of {size} cells")]
    CellOutside {
        /// The cell.
        cell: IVec3,
        /// The size of the map, from the header.
        size: IVec3,
    },
    /// An event of a trace is earlier than what came before.
    #[error("tick {tick} follows tick {before}")]
    TickBefore {
        /// The tick.
        tick: u32,
        /// The one before.
        before: u32,
    },
    /// The last line of a trace counts other events than there are.
    #[error("the last line states {stated} events, but there are {found}")]
    EventCount {
        /// The number in the last line.
        stated: u64,
        /// The number of events there are.
        found: u64,
    },
    /// A line is longer than any line of the format.
    #[error("the line is longer than {limit} bytes")]
    LineTooLong {
        /// The longest line that is read, in bytes.
        limit: usize,
    },
    /// The file lacks its end; see [`map3d`](crate::map3d).
    #[error(
        "the file is cut short: its header ends in a tab, which announces a last line that repeats \
         the first cell, and there is none"
    )]
    CutShort,
    /// The file could not be read on from here, or not be decompressed.
    #[error("reading ends here: {}", OneLine(.message))]
    Unreadable {
        /// The kind of failure.
        kind: io::ErrorKind,
        /// The message of the system or the decompressor.
        message: String,
    },
    /// The occupancy refused what the file says.
    #[error(transparent)]
    Occupancy(#[from] OccupancyError),
}

impl From<&io::Error> for FormatReason {
    fn from(error: &io::Error) -> Self {
        Self::Unreadable {
            kind: error.kind(),
            message: error.to_string(),
        }
    }
}

/// Error for a file that could not be read. Every variant names the path.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refused to read the file.
    #[error("{}: {reason}", OneLine(&.path.to_string_lossy()))]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// The extension does not say which format the file has.
    #[error(
        "{}: the extension is not that of {what} ({}, also with .gz or .zst)",
        OneLine(&.path.to_string_lossy()),
        listed(.known)
    )]
    UnknownExtension {
        /// The file.
        path: PathBuf,
        /// The kind of file that was expected.
        what: &'static str,
        /// The extensions of that kind.
        known: Vec<&'static str>,
    },
    /// The content is malformed.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The content of a `.voxnav` file is damaged, cut or of another version.
    #[error("{}: {reason}", OneLine(&.path.to_string_lossy()))]
    World {
        /// The file.
        path: PathBuf,
        /// The damage, and the block that it is in.
        reason: voxnav_store::ReadError,
    },
}

/// Extensions as a sentence lists them.
fn listed(extensions: &[&str]) -> String {
    match extensions {
        [] => String::new(),
        [one] => format!(".{one}"),
        [first @ .., last] => format!(".{} or .{last}", first.join(", .")),
    }
}

/// Error for something that could not be written. Except for [`WriteError::Io`] nothing has been
/// written then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The destination failed; what was written before is incomplete.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A map begins at cell (0, 0, 0) and is not empty.
    #[error("a map begins at (0, 0, 0) and is not empty; the world spans {bounds}")]
    Bounds {
        /// The world's bounds.
        bounds: CellBox,
    },
    /// The outside of a map is occupied everywhere.
    #[error("outside a map everything is occupied; outside the world it is {outside:?}")]
    Outside {
        /// The state outside the world's bounds.
        outside: CellState,
    },
    /// The formats know free and occupied cells only.
    #[error("the world has {count} unknown cells, the format has none")]
    UnknownCells {
        /// The number of unknown cells.
        count: u64,
    },
    /// A grid is one cell deep.
    #[error("a grid is one cell deep, the world {depth}")]
    NotOneLayer {
        /// The world's size along z.
        depth: i32,
    },
    /// A map's name must not be empty, hold control characters, or begin or end with a space.
    #[error("{name:?} cannot be written as the name of a map")]
    MapName {
        /// The name.
        name: String,
    },
    /// A `.scen` row carries the map's size, and the scenario does not know it, or it is not that
    /// of a grid.
    #[error("the format needs the size of the grid; the scenario has {size:?}")]
    MapSize {
        /// The scenario's [`map_size`](crate::Scenario::map_size).
        size: Option<IVec3>,
    },
    /// A `.scen` file without rows cannot say which map it is about.
    #[error("the format needs at least one row")]
    NoRows,
    /// A start or goal is outside the map, or has a negative or too large coordinate.
    #[error("row {row}: cell {cell} is not in the map")]
    Cell {
        /// The row's index.
        row: usize,
        /// The cell.
        cell: IVec3,
    },
    /// A length or ratio is negative, infinite or NaN.
    #[error("row {row}: {value} is not a finite number of 0 or more")]
    Number {
        /// The row's index.
        row: usize,
        /// The length or ratio.
        value: f64,
    },
}

/// Quotes bytes of a file for a message: escaped, and cut after 40 bytes, which is more than any
/// correct field has.
pub(crate) fn quote(bytes: &[u8]) -> String {
    match bytes.get(..40) {
        Some(head) if bytes.len() > 40 => format!("{}...", head.escape_ascii()),
        _ => bytes.escape_ascii().to_string(),
    }
}

/// A text to be shown with its control characters escaped, as names of files may hold line breaks; cut after as many
/// characters as the precision says.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = self.0.chars();
        let longest = formatter.precision().unwrap_or(usize::MAX);
        for letter in letters.by_ref().take(longest) {
            if letter.is_control() {
                write!(formatter, "{}", letter.escape_default())?;
            } else {
                write!(formatter, "{letter}")?;
            }
        }
        formatter.write_str(if letters.next().is_some() { "..." } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line() {
        let error = FormatError {
            file: "no\nsuch\rfile".into(),
            line: 7,
            reason: FormatReason::UnexpectedLine {
                expected: "a header",
                found: quote(b"\0\n\xff\""),
            },
        };
        assert_eq!(
            error.to_string(),
            r#"no\nsuch\rfile:7: expected a header, found "\x00\n\xff\"""#
        );
    }

    #[test]
    fn quotations_are_short() {
        assert_eq!(quote(&[b'x'; 40]), "x".repeat(40));
        assert_eq!(quote(&[b'x'; 41]), format!("{}...", "x".repeat(40)));
    }
}
