//! Requests as they are read: CSV with a header, or one JSON object a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use voxnav::glam::IVec3;
use voxnav::{AgentCellsError, AgentIndex};

use super::form::Form;
use super::sizes::{self, Sizes, TooMany};
use crate::error::CliError;

/// The columns that every CSV file of requests has, in any order.
const COLUMNS: [&str; 7] = ["id", "sx", "sy", "sz", "gx", "gy", "gz"];

/// One route that somebody wants.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    /// A text or a number, handed back as it came.
    pub(super) id: Value,
    pub(super) start: IVec3,
    pub(super) goal: IVec3,
    pub(super) agent: AgentIndex,
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
    #[error("{column} is not a whole number from 1 to {}: `{}`", sizes::LARGEST, value.escape_default())]
    NotASize { column: &'static str, value: String },
    #[error("the size of the agent lacks {0}")]
    NoSize(&'static str),
    #[error(transparent)]
    Agent(#[from] AgentCellsError),
    #[error("agents of more than {} sizes", sizes::MOST)]
    TooManySizes,
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
    sizes: Sizes,
}

/// Where the columns of a CSV file stand.
#[derive(Debug)]
struct Places {
    /// Of each of [`COLUMNS`].
    required: [usize; COLUMNS.len()],
    /// Of each of [`sizes::COLUMNS`], if the file has them.
    size: Option<[usize; sizes::COLUMNS.len()]>,
    count: usize,
}

enum Lines {
    Csv {
        reader: csv::Reader<Box<dyn BufRead>>,
        places: Places,
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
        Ok(Self {
            lines,
            form,
            sizes: Sizes::default(),
        })
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    /// The sizes of agents that the lines so far name.
    pub(super) fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// The next line that is not empty.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let sizes = &mut self.sizes;
        match &mut self.lines {
            Lines::Csv {
                reader,
                places,
                record,
            } => {
                if !reader.read_byte_record(record)? {
                    return Ok(None);
                }
                Ok(Some(Line {
                    number: record.position().map_or(0, csv::Position::line),
                    content: from_record(record, places).and_then(|asked| asked.admit(sizes)),
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
                        content: from_json(line.trim_ascii()).and_then(|asked| asked.admit(sizes)),
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

fn places(header: &csv::ByteRecord) -> Result<Places, BadHeader> {
    let names = || COLUMNS.iter().chain(&sizes::COLUMNS);
    let known = |name: &&[u8]| names().any(|column| column.as_bytes() == *name);
    if let Some(unknown) = header.iter().find(|name| !known(name)) {
        let name = String::from_utf8_lossy(unknown).into_owned();
        return Err(BadHeader::Unknown(name));
    }
    let of = |column: &'static str| {
        let found = header.iter().position(|name| name == column.as_bytes());
        found.ok_or(BadHeader::Missing(column))
    };
    let mut required = [0; COLUMNS.len()];
    for (place, column) in required.iter_mut().zip(COLUMNS) {
        *place = of(column)?;
    }
    let mut size = None;
    if sizes::COLUMNS.iter().any(|column| of(column).is_ok()) {
        let mut places = [0; sizes::COLUMNS.len()];
        for (place, column) in places.iter_mut().zip(sizes::COLUMNS) {
            *place = of(column)?;
        }
        size = Some(places);
    }
    let count = required.len() + size.map_or(0, |places| places.len());
    if header.len() == count {
        Ok(Places {
            required,
            size,
            count,
        })
    } else {
        Err(BadHeader::Twice)
    }
}

fn from_record(record: &csv::ByteRecord, places: &Places) -> Result<Asked, Malformed> {
    if record.len() != places.count {
        return Err(Malformed::Count {
            found: record.len(),
            columns: places.count,
        });
    }
    let text = |place: usize| {
        let bytes = record.get(place).unwrap_or_default();
        std::str::from_utf8(bytes).map_err(|_| Malformed::NotText)
    };
    let [id, ends @ ..] = places.required;
    let mut cells = [IVec3::ZERO; 2];
    for (index, (place, column)) in ends.into_iter().zip(&COLUMNS[1..]).enumerate() {
        let value = text(place)?;
        cells[index / 3][index % 3] = value.parse().map_err(|_| Malformed::NotACoordinate {
            column,
            value: value.to_owned(),
        })?;
    }
    let mut size = IVec3::ONE;
    for (axis, (place, column)) in places.size.iter().flatten().zip(sizes::COLUMNS).enumerate() {
        let value = text(*place)?;
        size[axis] = size_of(column, value.parse().ok(), || value.to_owned())?;
    }
    let id = Value::from(text(id)?);
    let [start, goal] = cells;
    Ok(Asked {
        id,
        start,
        goal,
        size,
    })
}

/// The size on an axis, if it is one.
fn size_of(
    column: &'static str,
    number: Option<i64>,
    value: impl FnOnce() -> String,
) -> Result<i32, Malformed> {
    number
        .and_then(|number| i32::try_from(number).ok())
        .filter(|number| (1..=sizes::LARGEST).contains(number))
        .ok_or_else(|| Malformed::NotASize {
            column,
            value: value(),
        })
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
    agent_x: Option<Value>,
    agent_y: Option<Value>,
    agent_z: Option<Value>,
}

fn from_json(line: &[u8]) -> Result<Asked, Malformed> {
    let line = std::str::from_utf8(line).map_err(|_| Malformed::NotText)?;
    let object: Object =
        serde_json::from_str(line).map_err(|error| Malformed::Json(error.to_string()))?;
    let mut size = IVec3::ONE;
    let stated = [object.agent_x, object.agent_y, object.agent_z];
    if stated.iter().any(Option::is_some) {
        for (axis, (number, column)) in stated.into_iter().zip(sizes::COLUMNS).enumerate() {
            let number = number.ok_or(Malformed::NoSize(column))?;
            size[axis] = size_of(column, number.as_i64(), || number.to_string())?;
        }
    }
    Ok(Asked {
        id: object.id,
        start: IVec3::new(object.sx, object.sy, object.sz),
        goal: IVec3::new(object.gx, object.gy, object.gz),
        size,
    })
}

/// What a line says.
struct Asked {
    id: Value,
    start: IVec3,
    goal: IVec3,
    size: IVec3,
}

impl Asked {
    /// The request, if there may be one of this id and this size. Rows of results are one line
    /// each, which an id must not break.
    fn admit(self, sizes: &mut Sizes) -> Result<Wanted, Malformed> {
        match &self.id {
            Value::Number(_) => {}
            Value::String(text) if !text.contains(['\n', '\r']) => {}
            _ => return Err(Malformed::Id),
        }
        let agent = sizes.agent(sizes::cells(self.size)?);
        Ok(Wanted {
            id: self.id,
            start: self.start,
            goal: self.goal,
            agent: agent.map_err(|TooMany| Malformed::TooManySizes)?,
        })
    }
}
