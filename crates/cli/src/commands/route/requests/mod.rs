//! Requests as they are read: CSV with a header, or one JSON object a line.

mod header;

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use siphasher::sip128::{Hasher128, SipHasher13};
use voxnav::Lattice;
use voxnav::batch::AgentIndex;
use voxnav::glam::{DVec3, IVec3};

use super::columns::Bodies;
use super::form::Form;
use super::lines::{Lines, Text};
use super::sizes::{self, Sizes, TooMany};
use super::text::{Malformed, Members, Value, Verbatim, find, whole};
use crate::error::{CliError, Context};
use crate::search::agent::{self, LARGEST};
use crate::units::{Space, Units};
use crate::values::whole_number;
use header::{Columns, Faulty, FirstLine, Names, is_known};

/// The treatment of columns and members that no request has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strangers {
    /// Passed through to the results.
    Pass,
    /// Refused.
    Refused,
}

/// The reading of requests that the command line asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadAs {
    pub(super) strangers: Strangers,
    pub(super) bodies: Bodies,
    /// The units of positions, if they are stated.
    pub(super) units: Option<Units>,
}

/// One requested route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RouteRequest {
    pub(super) start: IVec3,
    pub(super) goal: IVec3,
    pub(super) agent: AgentIndex,
}

/// A line that was read.
#[derive(Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: u64,
    /// The id as it came, also of malformed lines if it can be read.
    pub(super) id: Option<Verbatim>,
    /// The fields that pass through to the results.
    pub(super) rest: Vec<(String, Verbatim)>,
    pub(super) content: Result<RouteRequest, Malformed>,
    /// Of all lines up to this one.
    pub(super) hash: u128,
}

/// The requests of a source, one by one, with bounded memory.
pub(super) struct Requests {
    lines: Lines,
    columns: Columns,
    read_as: ReadAs,
    /// The space of positions; of the default lattice until another is known.
    space: Space,
    sizes: Sizes,
    hash: u128,
}

impl Requests {
    /// The requests of a file, or of standard input if `path` is `-`, for results of `out`; of the
    /// form of the requests if that is open.
    pub(super) fn open(path: &Path, read_as: ReadAs, out: Option<Form>) -> Result<Self, CliError> {
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
            Form::JsonLines => {
                let passing = match out {
                    Some(Form::Csv(_)) => FirstLine::Fixes,
                    _ => FirstLine::Begins,
                };
                Columns::of_json(&mut lines, passing, read_as.units).reading(path)?
            }
            Form::Csv(usual) => Columns::of_csv(&mut lines, usual, read_as).reading(path)?,
        };
        let columns = columns.map_err(|Faulty { line, refused }| {
            CliError::bad_input(format!("{}:{line}: {refused}", path.display()))
        })?;
        Ok(Self {
            lines,
            space: Space::of(columns.units, &Lattice::default()),
            columns,
            read_as,
            sizes: Sizes::default(),
            hash: 0,
        })
    }

    /// Reads positions in world units by the lattice of a map from now on.
    pub(super) fn place(&mut self, lattice: &Lattice) {
        self.space = Space::of(self.columns.units, lattice);
    }

    /// The space of positions.
    pub(super) fn space(&self) -> Space {
        self.space
    }

    pub(super) fn form(&self) -> Form {
        match self.columns.names {
            Names::Csv(_, separator) => Form::Csv(separator),
            Names::Json(_) => Form::JsonLines,
        }
    }

    /// The names of columns that CSV results have besides their own.
    pub(super) fn more_columns(&self) -> Vec<String> {
        match (&self.columns.names, self.read_as.strangers) {
            (Names::Csv(header, _), _) => {
                let names = header.iter();
                let names = names.filter(|name| !is_known(name) && !name.is_empty());
                names.cloned().collect()
            }
            (Names::Json(Some(names)), Strangers::Pass) => names.clone(),
            (Names::Json(_), _) => Vec::new(),
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
        let mut said = LineFields::default();
        let read = (&self.columns, self.read_as.strangers, self.space);
        let asked = whole(text).and_then(|line| said.read(line, read));
        let content = asked.and_then(|asked| {
            said.check_id()?;
            asked.admit(&mut self.sizes, self.read_as.bodies)
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

/// A request by its ends, for a joint plan of all requests.
#[derive(Debug)]
pub(crate) struct Ends {
    /// The id as CSV shows it.
    pub(crate) id: String,
    pub(crate) start: IVec3,
    pub(crate) goal: IVec3,
}

/// Reads the first requests of a file, so many at most, all of agents of one cell, and each with an id of its own;
/// and the space that they are in on a map with this lattice.
pub(crate) fn read_ends(
    path: &Path,
    most: usize,
    on_foot: bool,
    (units, lattice): (Option<Units>, &Lattice),
) -> Result<(Vec<Ends>, Space), CliError> {
    let read_as = ReadAs {
        strangers: Strangers::Pass,
        bodies: if on_foot {
            Bodies::OnFoot
        } else {
            Bodies::Stated
        },
        units,
    };
    let mut requests = Requests::open(path, read_as, None)?;
    requests.place(lattice);
    let mut all = Vec::new();
    let mut lines_of_ids = BTreeMap::new();
    while all.len() < most {
        let Some(line) = requests.next_line().reading(path)? else {
            break;
        };
        let refuse = |reason: &dyn fmt::Display| {
            let (path, number) = (path.display(), line.number);
            CliError::bad_input(format!("{path}:{number}: {reason}; correct the line"))
        };
        let wanted = line.content.as_ref().map_err(|reason| refuse(reason))?;
        if wanted.agent != AgentIndex(0) {
            return Err(refuse(&"agents that plan together are one cell large"));
        }
        let id = line.id.as_ref().map(|id| id.text().into_owned());
        let id = id.unwrap_or_default();
        if let Some(earlier) = lines_of_ids.insert(id.clone(), line.number) {
            let id = id.escape_default();
            return Err(refuse(&format_args!(
                "the agent of line {earlier} has the id `{id}`, too, and a plan tells agents apart by their ids"
            )));
        }
        let (start, goal) = (wanted.start, wanted.goal);
        all.push(Ends { id, start, goal });
    }
    Ok((all, requests.space))
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

/// The fields of a line that can be handed back, whether it is a request or not.
#[derive(Default)]
struct LineFields {
    id: Option<Verbatim>,
    rest: Vec<(String, Verbatim)>,
}

impl LineFields {
    fn read(
        &mut self,
        line: &str,
        (columns, strangers, space): (&Columns, Strangers, Space),
    ) -> Result<LineQuestion, Malformed> {
        let members = columns.members(line)?;
        self.id = find(&members, "id").map(Value::verbatim);
        columns.check(&members)?;
        for (name, value) in &members {
            let passing = columns.passing(name, value, strangers)?;
            self.rest
                .extend(passing.map(|value| (name.to_string(), value)));
        }
        needed(&members, "id")?;
        let [sx, sy, sz, gx, gy, gz] = columns.ends;
        let start = cell(&members, ("start", [sx, sy, sz]), space)?;
        let goal = cell(&members, ("goal", [gx, gy, gz]), space)?;
        let mut size = None;
        let is_stated = |column: &&str| find(&members, column).is_some_and(|it| !it.is_null());
        if sizes::COLUMNS.iter().any(is_stated) {
            for (axis, column) in sizes::COLUMNS.iter().enumerate() {
                let along = size_of(column, needed(&members, column)?.written())?;
                size.get_or_insert(IVec3::ONE)[axis] = along;
            }
        }
        Ok(LineQuestion { start, goal, size })
    }

    /// Rows of results are one line each, which an id must not break.
    fn check_id(&self) -> Result<(), Malformed> {
        match &self.id {
            Some(id) if !id.is_id() => Malformed::because(format!(
                "id is not a text or a number on one line: `{}`",
                id.text().escape_default()
            )),
            _ => Ok(()),
        }
    }
}

/// Returns the value of a field that every request has.
fn needed<'m, 'l>(members: &'m Members<'l>, column: &str) -> Result<&'m Value<'l>, Malformed> {
    let missing = || Malformed(format!("the field {column} is missing"));
    find(members, column).ok_or_else(missing)
}

/// Returns the cell that holds an end, the start or the goal, whose coordinates have these names.
fn cell(
    members: &Members<'_>,
    (end, columns): (&str, [&str; 3]),
    space: Space,
) -> Result<IVec3, Malformed> {
    let mut cell = IVec3::ZERO;
    let mut position = DVec3::ZERO;
    for (axis, column) in columns.into_iter().enumerate() {
        let written = needed(members, column)?.written();
        match space {
            Space::Index => cell[axis] = coordinate(column, written)?,
            Space::World(_) => position[axis] = number(column, written)?,
        }
    }
    match space {
        Space::Index => Ok(cell),
        Space::World(lattice) => {
            let cell = lattice.cell_at(position);
            cell.map_err(|error| Malformed(format!("the {end}: {error}")))
        }
    }
}

/// Reads a coordinate in cells.
fn coordinate(column: &str, value: &str) -> Result<i32, Malformed> {
    let refuse = || {
        let shown = value.escape_default();
        let is_position = value
            .parse::<f64>()
            .is_ok_and(|it| it.is_finite() && it.fract() != 0.0);
        let hint = if is_position {
            " (positions in world units need --units world)"
        } else {
            hint(value)
        };
        Malformed(format!(
            "{column} is not a whole number of 32 bits: `{shown}`{hint}"
        ))
    };
    whole_number(value).ok_or_else(refuse)
}

/// Reads a coordinate in world units.
fn number(column: &str, value: &str) -> Result<f64, Malformed> {
    let refuse = |what| {
        let (shown, hint) = (value.escape_default(), hint(value));
        Malformed::because(format!("{column} is not {what}: `{shown}`{hint}"))
    };
    match value.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => refuse("finite"),
        Err(_) => refuse("a number"),
    }
}

/// Returns what to do about a value that is no number, as far as that is known.
fn hint(value: &str) -> &'static str {
    if value.contains(',') {
        " (fractions follow a point)"
    } else {
        ""
    }
}

/// The size on an axis, if it is one.
fn size_of(column: &str, value: &str) -> Result<i32, Malformed> {
    match whole_number(value) {
        Some(size @ 1..=LARGEST) => Ok(size),
        _ => Malformed::because(format!(
            "{column} is not a whole number from 1 to {LARGEST}: `{}`",
            value.escape_default()
        )),
    }
}

/// The question of a line.
struct LineQuestion {
    start: IVec3,
    goal: IVec3,
    /// The size of the agent in cells, if it is stated.
    size: Option<IVec3>,
}

impl LineQuestion {
    /// The request, if there may be one of this size.
    fn admit(self, sizes: &mut Sizes, bodies: Bodies) -> Result<RouteRequest, Malformed> {
        if self.size.is_some() && bodies == Bodies::OnFoot {
            let reason = "the line has an agent size, but --locomotion sets the size";
            return Malformed::because(reason);
        }
        let cells = agent::cells(self.size.unwrap_or(IVec3::ONE));
        let cells = cells.map_err(|error| Malformed(error.to_string()))?;
        let too_many = |TooMany| Malformed(format!("agents of more than {} sizes", sizes::MOST));
        Ok(RouteRequest {
            start: self.start,
            goal: self.goal,
            agent: sizes.agent(cells).map_err(too_many)?,
        })
    }
}
