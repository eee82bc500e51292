//! Requests as they are read: CSV with a header, or one JSON object a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use voxnav::glam::IVec3;

use super::form::Form;
use crate::error::CliError;

/// The columns of a CSV file of requests, in any order.
const COLUMNS: [&str; 7] = ["id", "sx", "sy", "sz", "gx", "gy", "gz"];

/// One route that somebody wants.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    /// A text or a number, handed back as it came.
    pub(super) id: Value,
    pub(super) start: IVec3,
    pub(super) goal: IVec3,
}

/// A line that was read.
#[derive(Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: u64,
    pub(super) content: Result<Wanted, Malformed>,
}

/// Why a line is no request.
#[derive(Debug, thiserror::Error)]
pub(super) enum Malformed {
    #[error("{found} values where the header has {columns}")]
    Count { found: usize, columns: usize },
    #[error("{column} is not a whole number of 32 bits: `{}`", value.escape_default())]
    NotACoordinate { column: &'static str, value: String },
    #[error("the id is not a text or a number on one line")]
    Id,
    #[error("the line is not text in UTF-8")]
    NotText,
    #[error("not the JSON object of a request: {0}")]
    Json(String),
}

/// What makes a whole file of requests unreadable.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadHeader {
    #[error("the header lacks the column {0}")]
    Missing(&'static str),
    #[error("the header has the column `{}`, which no request has", .0.escape_default())]
    Unknown(String),
    #[error("the header names a column twice")]
    Twice,
}

/// The lines of a source, one by one, with bounded memory.
pub(super) struct Requests {
    lines: Lines,
    form: Form,
}

enum Lines {
    Csv {
        reader: csv::Reader<Box<dyn BufRead>>,
        /// Where each of [`COLUMNS`] stands.
        places: [usize; COLUMNS.len()],
        record: csv::ByteRecord,
    },
    Json {
        reader: Box<dyn BufRead>,
        number: u64,
        line: Vec<u8>,
    },
}

impl Requests {
    /// The requests of a file, or of standard input if `path` is `-`.
    pub(super) fn open(path: &Path) -> Result<Self, CliError> {
        let unreadable = |reason| CliError::UnreadableRequests {
            path: path.to_owned(),
            reason,
        };
        if path.as_os_str() == "-" {
            let mut reader: Box<dyn BufRead> = Box::new(BufReader::new(io::stdin()));
            let form = Form::of_content(reader.fill_buf().map_err(unreadable)?);
            return Self::new(reader, form, path);
        }
        let form = Form::of_name(path)?;
        let file = File::open(path).map_err(unreadable)?;
        Self::new(Box::new(BufReader::new(file)), form, path)
    }

    fn new(reader: Box<dyn BufRead>, form: Form, path: &Path) -> Result<Self, CliError> {
        let lines = match form {
            Form::JsonLines => Lines::Json {
                reader,
                number: 0,
                line: Vec::new(),
            },
            Form::Csv => {
                let mut reader = csv::ReaderBuilder::new()
                    .flexible(true)
                    .trim(csv::Trim::All)
                    .from_reader(reader);
                let header = reader
                    .byte_headers()
                    .map_err(|error| unreadable(path, error))?;
                let places = places(header).map_err(|reason| CliError::RequestsHeader {
                    path: path.to_owned(),
                    reason,
                })?;
                Lines::Csv {
                    reader,
                    places,
                    record: csv::ByteRecord::new(),
                }
            }
        };
        Ok(Self { lines, form })
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    /// The next line that is not empty.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line>> {
        match &mut self.lines {
            Lines::Csv {
                reader,
                places,
                record,
            } => {
                if !reader.read_byte_record(record)? {
                    return Ok(None);
                }
                let columns = reader.byte_headers()?.len();
                Ok(Some(Line {
                    number: record.position().map_or(0, csv::Position::line),
                    content: from_record(record, places, columns),
                }))
            }
            Lines::Json {
                reader,
                number,
                line,
            } => loop {
                line.clear();
                if reader.read_until(b'\n', line)? == 0 {
                    return Ok(None);
                }
                *number += 1;
                if !line.trim_ascii().is_empty() {
                    return Ok(Some(Line {
                        number: *number,
                        content: from_json(line.trim_ascii()),
                    }));
                }
            },
        }
    }
}

fn unreadable(path: &Path, error: csv::Error) -> CliError {
    CliError::UnreadableRequests {
        path: path.to_owned(),
        reason: error.into(),
    }
}

fn places(header: &csv::ByteRecord) -> Result<[usize; COLUMNS.len()], BadHeader> {
    let known = |name: &&[u8]| COLUMNS.iter().any(|column| column.as_bytes() == *name);
    if let Some(unknown) = header.iter().find(|name| !known(name)) {
        let name = String::from_utf8_lossy(unknown).into_owned();
        return Err(BadHeader::Unknown(name));
    }
    let mut places = [0; COLUMNS.len()];
    for (place, column) in places.iter_mut().zip(COLUMNS) {
        let found = header.iter().position(|name| name == column.as_bytes());
        *place = found.ok_or(BadHeader::Missing(column))?;
    }
    if header.len() == COLUMNS.len() {
        Ok(places)
    } else {
        Err(BadHeader::Twice)
    }
}

fn from_record(
    record: &csv::ByteRecord,
    places: &[usize; COLUMNS.len()],
    columns: usize,
) -> Result<Wanted, Malformed> {
    if record.len() != columns {
        let found = record.len();
        return Err(Malformed::Count { found, columns });
    }
    let mut texts = [""; COLUMNS.len()];
    for (text, &place) in texts.iter_mut().zip(places) {
        let bytes = record.get(place).unwrap_or_default();
        *text = std::str::from_utf8(bytes).map_err(|_| Malformed::NotText)?;
    }
    let mut cells = [IVec3::ZERO; 2];
    for (index, (text, column)) in texts.iter().zip(COLUMNS).skip(1).enumerate() {
        let number = text.parse().map_err(|_| Malformed::NotACoordinate {
            column,
            value: (*text).to_owned(),
        })?;
        cells[index / 3][index % 3] = number;
    }
    wanted(Value::from(texts[0]), cells)
}

/// The JSON object of a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    id: Value,
    sx: i32,
    sy: i32,
    sz: i32,
    gx: i32,
    gy: i32,
    gz: i32,
}

fn from_json(line: &[u8]) -> Result<Wanted, Malformed> {
    let line = std::str::from_utf8(line).map_err(|_| Malformed::NotText)?;
    let object: Object =
        serde_json::from_str(line).map_err(|error| Malformed::Json(error.to_string()))?;
    let start = IVec3::new(object.sx, object.sy, object.sz);
    wanted(
        object.id,
        [start, IVec3::new(object.gx, object.gy, object.gz)],
    )
}

/// Rows of results are one line each, which an id must not break.
fn wanted(id: Value, [start, goal]: [IVec3; 2]) -> Result<Wanted, Malformed> {
    match &id {
        Value::Number(_) => {}
        Value::String(text) if !text.contains(['\n', '\r']) => {}
        _ => return Err(Malformed::Id),
    }
    Ok(Wanted { id, start, goal })
}
