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

/// Where the columns of a CSV file stand.
#[derive(Debug)]
struct Places {
    /// Of each of [`COLUMNS`].
    required: [usize; COLUMNS.len()],
    /// Of each of [`sizes::COLUMNS`], if the file has them.
    size: Option<[usize; sizes::COLUMNS.len()]>,
    /// What passes through.
    rest: Vec<(usize, String)>,
    count: usize,
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
                let names = places.rest.iter().map(|(_, name)| name);
                names.cloned().collect()
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
        let mut rest = Vec::new();
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
            rest.push((place, name.to_string()));
        }
        Ok(Self {
            required,
            size,
            rest,
            count: header.len(),
        })
    }
}

impl Places {
    fn of_bodies(self, bodies: Bodies) -> Result<Self, BadHeader> {
        match self.size {
            Some(_) if bodies == Bodies::OnFoot => Err(BadHeader::SizeOnFoot),
            _ => Ok(self),
        }
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
        let text = |place: usize| record.get(place).map_or("", Cow::as_ref);
        let owned = |place: usize| Verbatim::Text(text(place).to_owned());
        let [id, ends @ ..] = places.required;
        self.id = (id < record.len()).then(|| owned(id));
        if record.len() != places.count {
            return Err(Malformed::Count {
                found: record.len(),
                columns: places.count,
            });
        }
        let rest = places.rest.iter();
        self.rest = rest
            .map(|(place, name)| (name.clone(), owned(*place)))
            .collect();
        let mut cells = [IVec3::ZERO; 2];
        for (index, (place, column)) in ends.into_iter().zip(&COLUMNS[1..]).enumerate() {
            cells[index / 3][index % 3] = coordinate(column, text(place))?;
        }
        let mut size = None;
        for (axis, (place, column)) in (0..).zip(places.size.iter().flatten().zip(sizes::COLUMNS)) {
            size.get_or_insert(IVec3::ONE)[axis] = size_of(column, text(*place))?;
        }
        let [start, goal] = cells;
        Ok(Asked { start, goal, size })
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
        let mut cells = [IVec3::ZERO; 2];
        for (index, column) in COLUMNS[1..].iter().enumerate() {
            cells[index / 3][index % 3] = coordinate(column, needed(column)?)?;
        }
        let mut size = None;
        let stated = |column: &&str| find(column).is_some_and(|value| value.get() != "null");
        if sizes::COLUMNS.iter().any(stated) {
            for (axis, column) in (0..).zip(sizes::COLUMNS) {
                size.get_or_insert(IVec3::ONE)[axis] = size_of(column, needed(column)?)?;
            }
        }
        let [start, goal] = cells;
        Ok(Asked { start, goal, size })
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
