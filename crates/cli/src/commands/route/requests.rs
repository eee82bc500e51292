//! Requests as they are read: CSV with a header, or one JSON object a line.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::iter;
use std::path::Path;

use siphasher::sip128::{Hasher128, SipHasher13};
use voxnav::batch::AgentIndex;
use voxnav::glam::IVec3;

use super::columns::{Bodies, is_column_of_results};
use super::fields::values;
use super::form::Form;
use super::lines::{self, Lines, Text};
use super::separator::Separator;
use super::sizes::{self, Sizes, TooMany};
use super::text::{Malformed, Members, Value, Verbatim, find, members};
use crate::error::{CliError, Context, counted};
use crate::search::agent::{self, LARGEST};
use crate::values::whole_number;

/// The columns that every CSV file of requests has, in any order.
const COLUMNS: [&str; 7] = ["id", "sx", "sy", "sz", "gx", "gy", "gz"];

/// The treatment of columns and members that no request has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strangers {
    /// Passed through to the results.
    Pass,
    /// Refused.
    Refused,
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
    /// The id as it came, also of malformed lines if it can be read.
    pub(super) id: Option<Verbatim>,
    /// The fields that pass through to the results.
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

/// The names by which a line is read.
#[derive(Debug)]
enum Columns {
    /// The columns of the header, and the separator between their values.
    Csv(Vec<String>, Separator),
    /// The names that may pass through, if not any may.
    Json(Option<Vec<String>>),
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
            Form::JsonLines if matches!(out, Some(Form::Csv(_))) => {
                let first = lines.look_ahead().reading(path)?;
                Columns::Json(Some(first.map(strangers_of).unwrap_or_default()))
            }
            Form::JsonLines => Columns::Json(None),
            Form::Csv(usual) => {
                let header = header_of(&mut lines, usual, (strangers, bodies)).reading(path)?;
                header.map_err(|Faulty { line, reason }| {
                    CliError::bad_input(format!(
                        "{}:{line}: {reason}; a header has id,sx,sy,sz,gx,gy,gz and may have agent_x,agent_y,agent_z",
                        path.display()
                    ))
                })?
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
            Columns::Csv(_, separator) => Form::Csv(separator),
            Columns::Json(_) => Form::JsonLines,
        }
    }

    /// The names of columns that CSV results have besides their own.
    pub(super) fn more_columns(&self) -> Vec<String> {
        match (&self.columns, self.strangers) {
            (Columns::Csv(header, _), _) => {
                let names = header.iter();
                let names = names.filter(|name| !is_known(name) && !name.is_empty());
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
        let asked = whole(text).and_then(|line| said.read(line, &self.columns, self.strangers));
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

/// A request by its ends, for whoever plans for all of them together.
#[derive(Debug)]
pub(crate) struct Ends {
    /// The id as CSV shows it.
    pub(crate) id: String,
    pub(crate) start: IVec3,
    pub(crate) goal: IVec3,
}

/// Reads the first requests of a file, so many at most, all of agents of one cell, and each with an id of its own.
pub(crate) fn read_ends(path: &Path, most: usize, on_foot: bool) -> Result<Vec<Ends>, CliError> {
    let bodies = if on_foot {
        Bodies::OnFoot
    } else {
        Bodies::Stated
    };
    let mut requests = Requests::open(path, (Strangers::Pass, bodies), None)?;
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
    Ok(all)
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
        Text::Whole(bytes) => std::str::from_utf8(bytes)
            .or_else(|_| Malformed::because("the line is not text in UTF-8")),
        Text::TooLong => {
            Malformed::because(format!("the line is longer than {} bytes", lines::LONGEST))
        }
    }
}

fn is_known(name: &str) -> bool {
    COLUMNS.contains(&name) || sizes::COLUMNS.contains(&name)
}

/// The members of a JSON line that no request has.
fn strangers_of(text: Text<'_>) -> Vec<String> {
    let members = whole(text).and_then(members).unwrap_or_default();
    let names = members.into_iter().map(|(name, _)| name.into_owned());
    names
        .filter(|name| !is_known(name) && !is_column_of_results(name))
        .collect()
}

/// A header that requests cannot have.
struct Faulty {
    /// The number of its line, from 1.
    line: u64,
    reason: Malformed,
}

/// Reads the header, which may follow a line that states the separator.
fn header_of(
    lines: &mut Lines,
    usual: Separator,
    read_as: (Strangers, Bodies),
) -> io::Result<Result<Columns, Faulty>> {
    let (mut line, mut text) = lines.next_line()?.unwrap_or((1, Text::Whole(b"")));
    let mut stated = whole(text).ok().and_then(Separator::stated_by);
    if let Some(Ok(_)) = stated {
        (line, text) = lines.next_line()?.unwrap_or((line + 1, Text::Whole(b"")));
    }
    let header = whole(text).and_then(|header| {
        let of_header = || Ok(Separator::of_header(header, usual, is_known));
        let separator = stated.take().unwrap_or_else(of_header)?;
        columns_of(header, separator, read_as)
    });
    Ok(header.map_err(|reason| Faulty { line, reason }))
}

/// The columns of a header, if requests can have them.
fn columns_of(
    header: &str,
    separator: Separator,
    (strangers, bodies): (Strangers, Bodies),
) -> Result<Columns, Malformed> {
    let header: Vec<_> = values(header, separator)?
        .into_iter()
        .map(Cow::into_owned)
        .collect();
    let has = |column: &str| header.iter().any(|name| name == column);
    let has_size = sizes::COLUMNS.iter().any(|column| has(column));
    let sizes = sizes::COLUMNS.iter().filter(|_| has_size);
    if let Some(missing) = COLUMNS.iter().chain(sizes).find(|column| !has(column)) {
        return Malformed::because(format!(
            "the header has no column {missing} between {separator}"
        ));
    }
    for (place, name) in header.iter().enumerate() {
        let number = place + 1;
        let shown = name.escape_default();
        // Tables are often written with an unnamed column of row numbers first.
        if name.is_empty() && (place > 0 || strangers == Strangers::Refused) {
            return Malformed::because(format!("column {number} of the header has no name"));
        }
        if header[..place].contains(name) {
            return Malformed::because(format!("the column `{shown}` appears twice"));
        }
        if is_known(name) || name.is_empty() {
            continue;
        }
        if strangers == Strangers::Refused {
            return Malformed::because(format!("unknown column `{shown}` in the header"));
        }
        if is_column_of_results(name) {
            return Malformed::because(format!("the column `{shown}` is reserved for results"));
        }
    }
    if has_size && bodies == Bodies::OnFoot {
        return Malformed::because("the header has agent sizes, but --locomotion sets the size");
    }
    Ok(Columns::Csv(header, separator))
}

impl Columns {
    /// Splits a line into its values. Those beyond the columns of a header have no names.
    fn members<'l>(&'l self, line: &'l str) -> Result<Members<'l>, Malformed> {
        let Self::Csv(header, separator) = self else {
            return members(line);
        };
        let names = header.iter().map(String::as_str).chain(iter::repeat(""));
        let texts = values(line, *separator)?.into_iter().map(Value::Text);
        Ok(names.map(Cow::from).zip(texts).collect())
    }

    /// Refuses a line that has not as many values as there are columns.
    fn check(&self, members: &Members<'_>) -> Result<(), Malformed> {
        match self {
            Self::Csv(header, separator) if header.len() != members.len() => {
                Malformed::because(format!(
                    "{} between {separator}, but the header has {}",
                    counted(members.len(), "value"),
                    counted(header.len(), "column")
                ))
            }
            _ => Ok(()),
        }
    }
}

/// The fields of a line that can be handed back, whether it is a request or not.
#[derive(Default)]
struct Said {
    id: Option<Verbatim>,
    rest: Vec<(String, Verbatim)>,
}

impl Said {
    fn read(
        &mut self,
        line: &str,
        columns: &Columns,
        strangers: Strangers,
    ) -> Result<Asked, Malformed> {
        let members = columns.members(line)?;
        self.id = find(&members, "id").map(Value::verbatim);
        columns.check(&members)?;
        for (place, (name, value)) in members.iter().enumerate() {
            // A header was checked once, and has no name twice.
            let is_json = matches!(columns, Columns::Json(_));
            if is_json && members[..place].iter().any(|(earlier, _)| earlier == name) {
                let name = name.escape_default();
                return Malformed::because(format!("the field `{name}` appears twice"));
            }
            // The first column may have no name.
            if is_known(name) || (!is_json && name.is_empty()) {
                continue;
            }
            let value = value.verbatim();
            if let Columns::Json(names) = columns {
                check_stranger(name, &value, strangers, names.as_deref())?;
            }
            self.rest.push((name.to_string(), value));
        }
        let needed = |column: &str| {
            let missing = || Malformed(format!("the field {column} is missing"));
            find(&members, column).ok_or_else(missing)
        };
        needed("id")?;
        let mut cells = [IVec3::ZERO; 2];
        for (index, column) in COLUMNS[1..].iter().enumerate() {
            cells[index / 3][index % 3] = coordinate(column, needed(column)?.written())?;
        }
        let mut size = None;
        let is_stated = |column: &&str| find(&members, column).is_some_and(|it| !it.is_null());
        if sizes::COLUMNS.iter().any(is_stated) {
            for (axis, column) in sizes::COLUMNS.iter().enumerate() {
                let along = size_of(column, needed(column)?.written())?;
                size.get_or_insert(IVec3::ONE)[axis] = along;
            }
        }
        let [start, goal] = cells;
        Ok(Asked { start, goal, size })
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

/// Returns whether a member may pass through to the results.
fn check_stranger(
    name: &str,
    value: &Verbatim,
    strangers: Strangers,
    names: Option<&[String]>,
) -> Result<(), Malformed> {
    let shown = name.escape_default();
    if strangers == Strangers::Refused {
        return Malformed::because(format!("unknown field `{shown}`"));
    }
    if is_column_of_results(name) {
        return Malformed::because(format!("the field `{shown}` is reserved for results"));
    }
    match names {
        Some(names) if !names.iter().any(|it| it == name) => Malformed::because(format!(
            "the first line has no field `{shown}`, so CSV results have no column for it"
        )),
        Some(_) if value.text().contains(['\n', '\r']) => Malformed::because(format!(
            "{shown} has a line break, and CSV results have one line each"
        )),
        _ => Ok(()),
    }
}

fn coordinate(column: &str, value: &str) -> Result<i32, Malformed> {
    let refuse = || {
        let shown = value.escape_default();
        let hint = match value.contains(',') {
            true => " (fractions follow a point)",
            false => "",
        };
        Malformed(format!(
            "{column} is not a whole number of 32 bits: `{shown}`{hint}"
        ))
    };
    whole_number(value).ok_or_else(refuse)
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
struct Asked {
    start: IVec3,
    goal: IVec3,
    /// The size of the agent in cells, if it is stated.
    size: Option<IVec3>,
}

impl Asked {
    /// The request, if there may be one of this size.
    fn admit(self, sizes: &mut Sizes, bodies: Bodies) -> Result<Wanted, Malformed> {
        if self.size.is_some() && bodies == Bodies::OnFoot {
            let reason = "the line has an agent size, but --locomotion sets the size";
            return Malformed::because(reason);
        }
        let cells = agent::cells(self.size.unwrap_or(IVec3::ONE));
        let cells = cells.map_err(|error| Malformed(error.to_string()))?;
        let too_many = |TooMany| Malformed(format!("agents of more than {} sizes", sizes::MOST));
        Ok(Wanted {
            start: self.start,
            goal: self.goal,
            agent: sizes.agent(cells).map_err(too_many)?,
        })
    }
}
