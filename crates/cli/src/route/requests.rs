//! Requests as they are read: CSV with a header, or one JSON object a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use voxnav::glam::IVec3;
use voxnav::{AgentCellsError, AgentIndex};

use super::form::Form;
use super::lines::{self, Lines, Text};
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
pub(crate) enum Malformed {
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
    #[error("the line is longer than {} bytes", lines::LONGEST)]
    TooLong,
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
    #[error("the header names a column twice, or none")]
    Twice,
    #[error("{0}")]
    Line(Malformed),
}

/// The requests of a source, one by one, with bounded memory.
pub(super) struct Requests {
    lines: Lines,
    columns: Columns,
    sizes: Sizes,
}

/// How a line is to be read.
#[derive(Debug)]
enum Columns {
    Csv(Places),
    Json,
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

impl Requests {
    /// The requests of a file, or of standard input if `path` is `-`.
    pub(super) fn open(path: &Path) -> Result<Self, CliError> {
        let unreadable = |reason| CliError::UnreadableRequests {
            path: path.to_owned(),
            reason,
        };
        let (reader, form): (Box<dyn BufRead>, _) = if path.as_os_str() == "-" {
            let mut reader = BufReader::new(io::stdin());
            let form = Form::of_content(reader.fill_buf().map_err(unreadable)?);
            (Box::new(reader), form)
        } else {
            let form = Form::of_name(path)?;
            let file = File::open(path).map_err(unreadable)?;
            (Box::new(BufReader::new(file)), form)
        };
        let mut lines = Lines::new(reader);
        let columns = match form {
            Form::JsonLines => Columns::Json,
            Form::Csv => {
                let header = lines.next_line().map_err(unreadable)?;
                let text = header.map_or(Text::Whole(b""), |(_, text)| text);
                let places = Places::of(text).map_err(|reason| CliError::RequestsHeader {
                    path: path.to_owned(),
                    reason,
                })?;
                Columns::Csv(places)
            }
        };
        Ok(Self {
            lines,
            columns,
            sizes: Sizes::default(),
        })
    }

    pub(super) fn form(&self) -> Form {
        match self.columns {
            Columns::Csv(_) => Form::Csv,
            Columns::Json => Form::JsonLines,
        }
    }

    /// The sizes of agents that the lines so far name.
    pub(super) fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// The next line that is not empty.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let Some((number, text)) = self.lines.next_line()? else {
            return Ok(None);
        };
        let asked = whole(text).and_then(|line| match &self.columns {
            Columns::Csv(places) => from_csv(line, places),
            Columns::Json => from_json(line),
        });
        let content = asked.and_then(|asked| asked.admit(&mut self.sizes));
        Ok(Some(Line { number, content }))
    }
}

fn whole(text: Text<'_>) -> Result<&str, Malformed> {
    match text {
        Text::Whole(bytes) => std::str::from_utf8(bytes).map_err(|_| Malformed::NotText),
        Text::TooLong => Err(Malformed::TooLong),
    }
}

impl Places {
    fn of(header: Text<'_>) -> Result<Self, BadHeader> {
        let line = whole(header).map_err(BadHeader::Line)?;
        let header = values(line).map_err(BadHeader::Line)?;
        let known = |name: &str| COLUMNS.contains(&name) || sizes::COLUMNS.contains(&name);
        if let Some(unknown) = header.iter().find(|name| !name.is_empty() && !known(name)) {
            return Err(BadHeader::Unknown(unknown.to_owned()));
        }
        let of = |column: &'static str| {
            let found = header.iter().position(|name| name == column);
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
            Ok(Self {
                required,
                size,
                count,
            })
        } else {
            Err(BadHeader::Twice)
        }
    }
}

/// The values of a CSV line, without blanks around them.
fn values(line: &str) -> Result<csv::StringRecord, Malformed> {
    if !line.contains('"') {
        return Ok(line.split(',').map(str::trim).collect());
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .trim(csv::Trim::All)
        .from_reader(line.as_bytes());
    let mut record = csv::StringRecord::new();
    match reader.read_record(&mut record) {
        Ok(_) => Ok(record),
        Err(_) => Err(Malformed::NotText),
    }
}

fn from_csv(line: &str, places: &Places) -> Result<Asked, Malformed> {
    let record = values(line)?;
    if record.len() != places.count {
        return Err(Malformed::Count {
            found: record.len(),
            columns: places.count,
        });
    }
    let text = |place: usize| record.get(place).unwrap_or_default();
    let [id, ends @ ..] = places.required;
    let mut cells = [IVec3::ZERO; 2];
    for (index, (place, column)) in ends.into_iter().zip(&COLUMNS[1..]).enumerate() {
        let value = text(place);
        cells[index / 3][index % 3] = value.parse().map_err(|_| Malformed::NotACoordinate {
            column,
            value: value.to_owned(),
        })?;
    }
    let mut size = IVec3::ONE;
    for (axis, (place, column)) in places.size.iter().flatten().zip(sizes::COLUMNS).enumerate() {
        let value = text(*place);
        size[axis] = size_of(column, value.parse().ok(), || value.to_owned())?;
    }
    let [start, goal] = cells;
    Ok(Asked {
        id: Value::from(text(id)),
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

fn from_json(line: &str) -> Result<Asked, Malformed> {
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
