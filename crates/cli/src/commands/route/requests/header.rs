//! The names by which lines of requests are read: the columns of a CSV header, or the fields of JSON lines.

use std::borrow::Cow;
use std::io;
use std::iter;

use super::super::columns::{Bodies, is_column_of_results};
use super::super::fields::values;
use super::super::lines::{Lines, Text};
use super::super::separator::Separator;
use super::super::sizes;
use super::super::text::{Malformed, Members, Value, Verbatim, members, whole};
use super::{ReadAs, Strangers};
use crate::error::counted;
use crate::units::Units;

/// The columns of start and goal; in cells, unless the command line says otherwise.
const ENDS: [&str; 6] = ["sx", "sy", "sz", "gx", "gy", "gz"];
/// The columns of start and goal that say themselves that they are in world units.
const WORLD_ENDS: [&str; 6] = [
    "world_sx", "world_sy", "world_sz", "world_gx", "world_gy", "world_gz",
];

/// The names by which a line is read.
#[derive(Debug)]
pub(super) struct Columns {
    pub(super) names: Names,
    /// The names of the three coordinates of the start, then of the goal.
    pub(super) ends: [&'static str; 6],
    pub(super) units: Units,
}

#[derive(Debug)]
pub(super) enum Names {
    /// The columns of the header, and the separator between their values.
    Csv(Vec<String>, Separator),
    /// The names that may pass through, if not any may.
    Json(Option<Vec<String>>),
}

/// A header that requests cannot have, or a first line that the command line contradicts.
pub(super) struct Faulty {
    /// The number of its line, from 1.
    pub(super) line: u64,
    pub(super) refused: Refused,
}

/// The reason why names are refused, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("{reason}; {advice}")]
pub(super) struct Refused {
    reason: Malformed,
    advice: &'static str,
}

impl From<Malformed> for Refused {
    fn from(reason: Malformed) -> Self {
        let advice = "a header has id,sx,sy,sz,gx,gy,gz and may have agent_x,agent_y,agent_z";
        Self { reason, advice }
    }
}

impl Refused {
    fn because<T>(reason: String, advice: &'static str) -> Result<T, Self> {
        let reason = Malformed(reason);
        Err(Self { reason, advice })
    }
}

/// Returns whether requests have a column of this name.
pub(super) fn is_known(name: &str) -> bool {
    name == "id"
        || is_among(&ENDS, name)
        || is_among(&WORLD_ENDS, name)
        || sizes::COLUMNS.contains(&name)
}

/// Returns whether it is one of some names, which are all equally long.
fn is_among(names: &[&'static str; 6], name: &str) -> bool {
    name.len() == names[0].len() && names.contains(&name)
}

/// Returns the names of the ends, and their units, where there are columns of these names.
fn ends_of(
    has: impl Fn(&str) -> bool,
    stated: Option<Units>,
) -> Result<([&'static str; 6], Units), Refused> {
    let first_of = |names: [&'static str; 6]| names.into_iter().find(|name| has(name));
    match (first_of(ENDS), first_of(WORLD_ENDS), stated) {
        (Some(cells), Some(world), _) => Refused::because(
            format!("the column {cells} does not go with {world}"),
            "leave out those in cells, or those in world units",
        ),
        (None, Some(world), Some(Units::Cells)) => Refused::because(
            format!("the column {world} is in world units, but --units is cells"),
            "leave out --units",
        ),
        (None, Some(_), _) => Ok((WORLD_ENDS, Units::World)),
        (_, None, stated) => Ok((ENDS, stated.unwrap_or_default())),
    }
}

impl Columns {
    /// Reads the header, which may follow a line that states the separator.
    pub(super) fn of_csv(
        lines: &mut Lines,
        usual: Separator,
        read_as: ReadAs,
    ) -> io::Result<Result<Self, Faulty>> {
        let (mut line, mut text) = lines.next_line()?.unwrap_or((1, Text::Whole(b"")));
        let mut stated = whole(text).ok().and_then(Separator::stated_by);
        if let Some(Ok(_)) = stated {
            (line, text) = lines.next_line()?.unwrap_or((line + 1, Text::Whole(b"")));
        }
        let header = whole(text).and_then(|header| {
            let of_header = || Ok(Separator::of_header(header, usual, is_known));
            stated
                .take()
                .unwrap_or_else(of_header)
                .map(|it| (header, it))
        });
        let columns = header.map_err(Refused::from);
        let columns = columns.and_then(|(header, it)| Self::of_header(header, it, read_as));
        Ok(columns.map_err(|refused| Faulty { line, refused }))
    }

    /// The columns of a header, if requests can have them.
    fn of_header(header: &str, separator: Separator, read_as: ReadAs) -> Result<Self, Refused> {
        let header: Vec<_> = values(header, separator)?
            .into_iter()
            .map(Cow::into_owned)
            .collect();
        let has = |column: &str| header.iter().any(|name| name == column);
        if header.iter().all(String::is_empty) {
            Malformed::because::<()>("the header is missing")?;
        }
        let (ends, units) = ends_of(has, read_as.units)?;
        let has_size = sizes::COLUMNS.iter().any(|column| has(column));
        let sizes = sizes::COLUMNS.iter().filter(|_| has_size);
        let mut needed = iter::once(&"id").chain(&ends).chain(sizes);
        if let Some(missing) = needed.find(|column| !has(column)) {
            Malformed::because::<()>(format!(
                "the header has no column {missing} between {separator}"
            ))?;
        }
        for (place, name) in header.iter().enumerate() {
            let number = place + 1;
            let shown = name.escape_default();
            let is_refused = read_as.strangers == Strangers::Refused;
            // Tables are often written with an unnamed column of row numbers first.
            if name.is_empty() && (place > 0 || is_refused) {
                Malformed::because::<()>(format!("column {number} of the header has no name"))?;
            }
            if header[..place].contains(name) {
                Malformed::because::<()>(format!("the column `{shown}` appears twice"))?;
            }
            if is_known(name) || name.is_empty() {
                continue;
            }
            if is_refused {
                Malformed::because::<()>(format!("unknown column `{shown}` in the header"))?;
            }
            if is_column_of_results(name) {
                Malformed::because::<()>(format!("the column `{shown}` is reserved for results"))?;
            }
        }
        if has_size && read_as.bodies == Bodies::OnFoot {
            Malformed::because::<()>("the header has agent sizes, but --locomotion sets the size")?;
        }
        Ok(Self {
            names: Names::Csv(header, separator),
            ends,
            units,
        })
    }

    /// The fields of JSON lines, of which the first one says the units.
    pub(super) fn of_json(
        lines: &mut Lines,
        passing: FirstLine,
        stated: Option<Units>,
    ) -> io::Result<Result<Self, Faulty>> {
        let first = lines
            .look_ahead()?
            .map(|text| whole(text).and_then(members));
        let first = first.and_then(Result::ok).unwrap_or_default();
        let has = |wanted: &str| first.iter().any(|(name, _)| name == wanted);
        // A line that has both is refused as others are.
        let ends = ends_of(
            |name| has(name) && !(has(ENDS[0]) && has(WORLD_ENDS[0])),
            stated,
        );
        let names = (passing == FirstLine::Fixes).then(|| {
            let names = first.iter().map(|(name, _)| name.to_string());
            let passes = |name: &String| !is_known(name) && !is_column_of_results(name);
            names.filter(passes).collect()
        });
        Ok(match ends {
            Ok((ends, units)) => Ok(Self {
                names: Names::Json(names),
                ends,
                units,
            }),
            Err(refused) => Err(Faulty { line: 1, refused }),
        })
    }

    /// Splits a line into its values. Those beyond the columns of a header have no names.
    pub(super) fn members<'l>(&'l self, line: &'l str) -> Result<Members<'l>, Malformed> {
        let Names::Csv(header, separator) = &self.names else {
            return members(line);
        };
        let names = header.iter().map(String::as_str).chain(iter::repeat(""));
        let texts = values(line, *separator)?.into_iter();
        let texts = texts.map(Value::Text);
        Ok(names.map(Cow::from).zip(texts).collect())
    }

    /// Refuses a line that has not as many values as there are columns, or a field twice, or coordinates in other
    /// units than the first line.
    pub(super) fn check(&self, members: &Members<'_>) -> Result<(), Malformed> {
        match &self.names {
            Names::Csv(header, separator) if header.len() != members.len() => {
                Malformed::because(format!(
                    "{} between {separator}, but the header has {}",
                    counted(members.len(), "value"),
                    counted(header.len(), "column")
                ))
            }
            // A header was checked once, and has no name twice.
            Names::Csv(..) => Ok(()),
            Names::Json(_) => self.check_fields(members),
        }
    }

    fn check_fields(&self, members: &Members<'_>) -> Result<(), Malformed> {
        let others = if self.ends == ENDS {
            &WORLD_ENDS
        } else {
            &ENDS
        };
        for (place, (name, _)) in members.iter().enumerate() {
            let shown = || name.escape_default();
            if members[..place].iter().any(|(earlier, _)| earlier == name) {
                return Malformed::because(format!("the field `{}` appears twice", shown()));
            }
            if is_among(others, name) {
                let first = self.ends[0];
                return Malformed::because(format!(
                    "the field `{}` does not go with {first}, by which the first line is read",
                    shown()
                ));
            }
        }
        Ok(())
    }

    /// Returns the value of a member that passes through to the results; refuses one that may not.
    pub(super) fn passing(
        &self,
        name: &str,
        value: &Value<'_>,
        strangers: Strangers,
    ) -> Result<Option<Verbatim>, Malformed> {
        let is_csv = matches!(self.names, Names::Csv(..));
        // The first column may have no name.
        if is_known(name) || (is_csv && name.is_empty()) {
            return Ok(None);
        }
        let value = value.verbatim();
        if let Names::Json(names) = &self.names {
            check_stranger(name, &value, strangers, names.as_deref())?;
        }
        Ok(Some(value))
    }
}

/// The choice between JSON lines whose first one names all fields that pass through, and others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstLine {
    Fixes,
    Begins,
}

/// Refuses a member that may not pass through to the results.
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
