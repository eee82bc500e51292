//! Requests as they are read: CSV with a header, or one JSON object a line.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use siphasher::sip128::{Hasher128, SipHasher13};
use voxnav::batch::AgentIndex;
use voxnav::glam::IVec3;

use super::fields::values;
use super::form::Form;
use super::lines::{Lines, Text};
use super::malformed::{BadHeader, Malformed};
use super::rows::is_column_of_results;
use super::sizes::{self, Sizes, TooMany};
use super::text::Verbatim;
use crate::error::{CliError, Context};
use crate::search::agent;

/// The columns that every CSV file of requests has, in any order.
const COLUMNS: [&str; 7] = ["id", "sx", "sy", "sz", "gx", "gy", "gz"];

/// What becomes of columns and members that no request has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strangers {
    /// They pass through to the results.
    Pass,
    /// They are refused.
    Refused,
}

/// Who says how large agents are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bodies {
    /// The requests.
    Stated,
    /// The locomotion of the run: sizes in requests are refused.
    OnFoot,
}

/// One route that somebody wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) start: IVec3,
    pub(super) goal: IVec3,
    pub(super) agent: AgentIndex,
}

/// A line that was read.
#[derive(Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: u64,
    /// As it came, also of malformed lines if it can be read.
    pub(super) id: Option<Verbatim>,
    /// What passes through to the results.
    pub(super) rest: Vec<(String, Verbatim)>,
    pub(super) content: Result<Wanted, Malformed>,
    /// Of all lines up to this one.
    pub(super) hash: u128,
}

/// The requests of a source, one by one, with bounded memory.
pub(super) struct Requests {
    lines: Lines,
    columns: Columns,
    strangers: Strangers,
    bodies: Bodies,
    sizes: Sizes,
    hash: u128,
}

/// How a line is to be read.
#[derive(Debug)]
enum Columns {
    Csv(Places),
    /// With the names that may pass through, if not any may.
    Json(Option<Vec<String>>),
}

/// The columns of a CSV file.
#[derive(Debug)]
struct Places {
    header: Vec<String>,
    /// Whether the file has each of [`sizes::COLUMNS`].
    has_sizes: bool,
}

impl Requests {
    /// The requests of a file, or of standard input if `path` is `-`, for results of `out`; of the
    /// form of the requests if that is open.
    pub(super) fn open(
        path: &Path,
        (strangers, bodies): (Strangers, Bodies),
        out: Option<Form>,
    ) -> Result<Self, CliError> {
        let (reader, form): (Box<dyn BufRead>, _) = if path.as_os_str() == "-" {
            let mut reader = BufReader::new(io::stdin());
            let beginning = reader.fill_buf().reading(path)?;
            if beginning.is_empty() {
                return Err(CliError::bad_input(
                    "standard input was empty; send requests as CSV with a header, or as JSON lines",
                ));
            }
            let form = Form::of_content(beginning);
            (Box::new(reader), form)
        } else {
            let form = Form::of_name(path)?;
            let file = File::open(path).reading(path)?;
            (Box::new(BufReader::new(file)), form)
        };
        let mut lines = Lines::new(reader);
        let columns = match form {
            Form::JsonLines if out == Some(Form::Csv) => {
                let first = lines.look_ahead().reading(path)?;
                Columns::Json(Some(first.map(strangers_of).unwrap_or_default()))
            }
            Form::JsonLines => Columns::Json(None),
            Form::Csv => {
                let header = lines.next_line().reading(path)?;
                let text = header.map_or(Text::Whole(b""), |(_, text)| text);
                let places =
                    Places::of(text, strangers).and_then(|places| places.of_bodies(bodies));
                Columns::Csv(places.map_err(|reason| {
                    CliError::bad_input(format!(
                        "{}:1: {reason}; a header has id,sx,sy,sz,gx,gy,gz and may have agent_x,agent_y,agent_z",
                        path.display()
                    ))
                })?)
            }
        };
        Ok(Self {
            lines,
            columns,
            strangers,
            bodies,
            sizes: Sizes::default(),
            hash: 0,
        })
    }

    pub(super) fn form(&self) -> Form {
        match self.columns {
            Columns::Csv(_) => Form::Csv,
            Columns::Json(_) => Form::JsonLines,
        }
    }

    /// The names of columns that CSV results have besides their own.
    pub(super) fn more_columns(&self) -> Vec<String> {
        match (&self.columns, self.strangers) {
            (Columns::Csv(places), _) => {
                let names = places.header.iter();
                names.filter(|name| !is_known(name)).cloned().collect()
            }
            (Columns::Json(Some(names)), Strangers::Pass) => names.clone(),
            (Columns::Json(_), _) => Vec::new(),
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
        self.hash = after(self.hash, text);
        let mut said = Said::default();
        let asked = whole(text).and_then(|line| match &self.columns {
            Columns::Csv(places) => said.read_csv(line, places),
            Columns::Json(names) => said.read_json(line, self.strangers, names.as_deref()),
        });
        let content = asked.and_then(|asked| {
            said.check_id()?;
            asked.admit(&mut self.sizes, self.bodies)
        });
        Ok(Some(Line {
            number,
            id: said.id.filter(Verbatim::is_id),
            rest: said.rest,
            content,
            hash: self.hash,
        }))
    }
}

/// The hash of lines up to one with this text.
fn after(before: u128, text: Text<'_>) -> u128 {
    let mut hasher = SipHasher13::new();
    std::hash::Hasher::write(&mut hasher, &before.to_le_bytes());
    if let Text::Whole(bytes) = text {
        std::hash::Hasher::write(&mut hasher, bytes);
    }
    hasher.finish128().as_u128()
}

fn whole(text: Text<'_>) -> Result<&str, Malformed> {
    match text {
        Text::Whole(bytes) => std::str::from_utf8(bytes).map_err(|_| Malformed::NotText),
        Text::TooLong => Err(Malformed::TooLong),
    }
}

fn is_known(name: &str) -> bool {
    COLUMNS.contains(&name) || sizes::COLUMNS.contains(&name)
}

/// The members of a JSON line that no request has.
fn strangers_of(text: Text<'_>) -> Vec<String> {
    let members = whole(text).and_then(members).unwrap_or_default();
    let names = members.into_iter().map(|(name, _)| name);
    names
        .filter(|name| !is_known(name) && !is_column_of_results(name))
        .collect()
}

impl Places {
    fn of(header: Text<'_>, strangers: Strangers) -> Result<Self, BadHeader> {
        let line = whole(header).map_err(BadHeader::Line)?;
        let header = values(line).map_err(BadHeader::Line)?;
        let needed = |column: &'static str| match header.iter().any(|name| name == column) {
            true => Ok(()),
            false => Err(BadHeader::Missing(column)),
        };
        COLUMNS.into_iter().try_for_each(needed)?;
        let has_sizes = sizes::COLUMNS.iter().any(|column| needed(column).is_ok());
        if has_sizes {
            sizes::COLUMNS.into_iter().try_for_each(needed)?;
        }
        for (place, name) in header.iter().enumerate() {
            if name.is_empty() || header[..place].contains(name) {
                return Err(BadHeader::Twice);
            }
            if is_known(name) {
                continue;
            }
            if strangers == Strangers::Refused {
                return Err(BadHeader::Unknown(name.to_string()));
            }
            if is_column_of_results(name) {
                return Err(BadHeader::Taken(name.to_string()));
            }
        }
        let header = header.into_iter().map(Cow::into_owned).collect();
        Ok(Self { header, has_sizes })
    }
}

impl Places {
    fn of_bodies(self, bodies: Bodies) -> Result<Self, BadHeader> {
        if self.has_sizes && bodies == Bodies::OnFoot {
            return Err(BadHeader::SizeOnFoot);
        }
        Ok(self)
    }
}

/// What a line says that can be handed back, whether it is a request or not.
#[derive(Default)]
struct Said {
    id: Option<Verbatim>,
    rest: Vec<(String, Verbatim)>,
}

impl Said {
    fn read_csv(&mut self, line: &str, places: &Places) -> Result<Asked, Malformed> {
        let record = values(line)?;
        let named = || places.header.iter().zip(&record);
        let text = |column: &str| {
            let found = named().find(|(name, _)| *name == column);
            found.map(|(_, value)| value.as_ref())
        };
        let owned = |value: &str| Verbatim::Text(value.to_owned());
        self.id = text("id").map(owned);
        let (found, columns) = (record.len(), places.header.len());
        if found != columns {
            return Err(Malformed::Count { found, columns });
        }
        let rest = named().filter(|(name, _)| !is_known(name));
        self.rest = rest
            .map(|(name, value)| (name.clone(), owned(value)))
            .collect();
        Asked::read(
            |column| Ok(text(column).unwrap_or_default()),
            places.has_sizes,
        )
    }

    /// `names` are those that may pass through, if not any may.
    fn read_json(
        &mut self,
        line: &str,
        strangers: Strangers,
        names: Option<&[String]>,
    ) -> Result<Asked, Malformed> {
        let members = members(line)?;
        let find = |wanted: &str| {
            let found = members.iter().find(|(name, _)| name == wanted);
            found.map(|(_, value)| value.as_ref())
        };
        self.id = find("id").map(Verbatim::of_json);
        for (place, (name, value)) in members.iter().enumerate() {
            if members[..place].iter().any(|(earlier, _)| earlier == name) {
                return Err(Malformed::Twice(name.clone()));
            }
            if is_known(name) {
                continue;
            }
            let value = Verbatim::of_json(value);
            check_stranger(name, &value, strangers, names)?;
            self.rest.push((name.clone(), value));
        }
        let needed = |column| {
            let found = find(column).map(RawValue::get);
            found.ok_or(Malformed::Missing(column))
        };
        needed("id")?;
        let stated = |column: &&str| find(column).is_some_and(|value| value.get() != "null");
        Asked::read(needed, sizes::COLUMNS.iter().any(stated))
    }

    /// Rows of results are one line each, which an id must not break.
    fn check_id(&self) -> Result<(), Malformed> {
        match &self.id {
            Some(id) if !id.is_id() => Err(Malformed::Id(id.text().into_owned())),
            _ => Ok(()),
        }
    }
}

/// Whether a member may pass through to the results.
fn check_stranger(
    name: &str,
    value: &Verbatim,
    strangers: Strangers,
    names: Option<&[String]>,
) -> Result<(), Malformed> {
    let name = || name.to_owned();
    if strangers == Strangers::Refused {
        return Err(Malformed::Unknown(name()));
    }
    if is_column_of_results(&name()) {
        return Err(Malformed::Taken(name()));
    }
    match names {
        Some(names) if !names.contains(&name()) => Err(Malformed::NoColumn(name())),
        Some(_) if value.text().contains(['\n', '\r']) => Err(Malformed::Break(name())),
        _ => Ok(()),
    }
}

fn coordinate(column: &'static str, value: &str) -> Result<i32, Malformed> {
    value.parse().map_err(|_| Malformed::NotACoordinate {
        column,
        value: value.to_owned(),
    })
}

/// The size on an axis, if it is one.
fn size_of(column: &'static str, value: &str) -> Result<i32, Malformed> {
    let number = value.parse::<i32>().ok();
    number
        .filter(|number| (1..=agent::LARGEST).contains(number))
        .ok_or_else(|| Malformed::NotASize {
            column,
            value: value.to_owned(),
        })
}

type Members = Vec<(String, Box<RawValue>)>;

/// The members of a JSON object in their order, values as they are written.
fn members(line: &str) -> Result<Members, Malformed> {
    struct Object(Members);
    struct Collect;

    impl<'de> Visitor<'de> for Collect {
        type Value = Object;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
            let mut members = Members::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(Object(members))
        }
    }

    impl<'de> Deserialize<'de> for Object {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_map(Collect)
        }
    }

    match serde_json::from_str(line) {
        Ok(Object(members)) => Ok(members),
        Err(error) => Err(Malformed::json(&error)),
    }
}

/// What a line asks for.
struct Asked {
    start: IVec3,
    goal: IVec3,
    /// That of the agent in cells, if it is stated.
    size: Option<IVec3>,
}

impl Asked {
    /// Reads what a line asks for from the texts of its columns.
    fn read<'t>(
        text: impl Fn(&'static str) -> Result<&'t str, Malformed>,
        has_sizes: bool,
    ) -> Result<Self, Malformed> {
        let mut cells = [IVec3::ZERO; 2];
        for (index, column) in COLUMNS[1..].iter().enumerate() {
            cells[index / 3][index % 3] = coordinate(column, text(column)?)?;
        }
        let mut size = has_sizes.then_some(IVec3::ONE);
        for (axis, column) in sizes::COLUMNS.into_iter().enumerate() {
            if let Some(size) = &mut size {
                size[axis] = size_of(column, text(column)?)?;
            }
        }
        let [start, goal] = cells;
        Ok(Self { start, goal, size })
    }

    /// The request, if there may be one of this size.
    fn admit(self, sizes: &mut Sizes, bodies: Bodies) -> Result<Wanted, Malformed> {
        if self.size.is_some() && bodies == Bodies::OnFoot {
            return Err(Malformed::SizeOnFoot);
        }
        let agent = sizes.agent(agent::cells(self.size.unwrap_or(IVec3::ONE))?);
        Ok(Wanted {
            start: self.start,
            goal: self.goal,
            agent: agent.map_err(|TooMany| Malformed::TooManySizes)?,
        })
    }
}
