//! The keywords of searches, by the library's names.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use voxnav::glam::IVec3;
use voxnav::search::{Cost, Query, SnapPolicy, Weight};
use voxnav::search::{Limits, Partial};
use voxnav::spatial::KeepAway;
use voxnav::{Algorithm, Lattice, RouteOptions, Terrain};

use crate::failure::{Answer, Blamed, refuse, refuse_type};
use crate::values::agent;
use crate::values::cells::shown;
use crate::values::numbers::{AnyAgent, read};
use crate::worlds::estimates::{self, Guide, Trouble};
use crate::worlds::world::World;

/// The names of all options, in the order of signatures.
pub(crate) const ALL: &str = "agent, algorithm, heuristic, law, moves, corners, ties, within, \
    keep_away, fewest_turns, limit_time, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal, partial, \
    first";

/// The options that searches of a comparison take.
pub(crate) const OF_COMPARISONS: &str = "agent, algorithm, heuristic, law, moves, corners, ties, within, \
    limit_time, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal, partial, first";

/// The options that cost fields take.
pub(crate) const OF_FIELDS: &str =
    "agent, moves, corners, limit_time, limit_expanded, limit_memory, limit_cost";

/// The options that joint plans take.
pub(crate) const OF_PLANS: &str =
    "agent, moves, corners, limit_time, limit_expanded, limit_memory, first";

/// The options that joint plans of legs take.
pub(crate) const OF_LEGS: &str = "agent, limit_time, limit_expanded, limit_memory";

/// The options that agents without end take.
pub(crate) const OF_LIFELONG: &str = "agent, moves, corners, limit_expanded, limit_memory, first";

/// The options that paths on the ground take.
pub(crate) const ON_GROUND: &str = "agent, algorithm, ties, fewest_turns, limit_time, limit_expanded, \
    limit_memory, limit_cost, snap_start, snap_goal, partial, first";

/// The search options, and the agent that they are for.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) agent: voxnav::Agent,
    /// True if the caller named the agent.
    pub(crate) has_agent: bool,
    pub(crate) search: SearchOptions,
}

/// The options of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchOptions {
    pub(crate) route: RouteOptions,
    pub(crate) guide: Option<Guide>,
    /// True if a first path is asked for.
    pub(crate) first: bool,
    /// The time that each search may take.
    pub(crate) time: Option<Duration>,
    pub(crate) trouble: Trouble,
}

impl Options {
    /// Reads the options of a call that takes those of these names.
    pub(crate) fn read(
        keywords: Option<&Bound<'_, PyDict>>,
        world: &World,
        names: &str,
    ) -> Answer<Self> {
        let mut search = SearchOptions::default();
        search.route.settings.shape = world.shape()?;
        let (mut agent, mut law, mut own) = (None::<AnyAgent>, None, None);
        for (name, value) in keywords.into_iter().flatten() {
            let name: String = name.extract()?;
            if !names.split(", ").any(|known| known == name) {
                let reason = format!("no option is called '{name}' here; there are {names}");
                return Err(PyTypeError::new_err(reason).into());
            }
            match name.as_str() {
                "agent" => agent = value.extract()?,
                "law" if value.is_none() => {}
                "law" => law = Some(estimates::law(&value)?),
                "heuristic" if !value.is_instance_of::<PyString>() => own = Some(value),
                _ => search.set(&name, &value)?,
            }
        }
        if search.first {
            let settings = &mut search.route.settings;
            if settings.algorithm != Algorithm::default() {
                return refuse(
                    "algorithm",
                    "a first path is asked for, which takes its own",
                );
            }
            *settings = settings.anytime();
        }
        if let Some(own) = own {
            let law = law.unwrap_or_default();
            let trouble = &search.trouble;
            search.guide = Some(estimates::guide("heuristic", &own, world, law, trouble)?);
        } else if law.is_some() {
            return refuse(
                "law",
                "a law describes your own heuristic, and no such heuristic is given",
            );
        }
        Ok(Self {
            has_agent: agent.is_some(),
            agent: agent::agent(agent, &world.lattice)?,
            search,
        })
    }
}

impl SearchOptions {
    /// Makes a query with these options.
    pub(crate) fn query<'q>(
        &'q self,
        lattice: &Lattice,
        [start, goal]: [IVec3; 2],
        terrain: &'q Terrain,
    ) -> Query<'q> {
        let query = self.route.query(lattice, start, goal).terrain(terrain);
        match &self.guide {
            Some(estimator) => query.guided_by(estimator),
            None => query,
        }
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> Answer<()> {
        let route = &mut self.route;
        let settings = &mut route.settings;
        let limits = &mut settings.limits;
        match name {
            "algorithm" => settings.algorithm = algorithm(name, value)?,
            "heuristic" => settings.heuristic = named(name, value)?,
            "moves" => settings.moves = named(name, value)?,
            "corners" => settings.corners = named(name, value)?,
            "ties" => settings.ties = named(name, value)?,
            "within" => settings.within = Weight::new(read(name, value)?).blamed(name)?,
            "fewest_turns" => settings.fewest_turns = read(name, value)?,
            "keep_away" => route.keep_away = optional(name, value, keep_away)?,
            "limit_time" => self.time = optional(name, value, seconds)?,
            "limit_expanded" => limits.expanded = optional(name, value, read)?,
            "limit_memory" => {
                limits.memory = optional(name, value, read)?.or(Limits::none().memory);
            }
            "limit_cost" => limits.cost = optional(name, value, read)?.map(Cost::from_raw),
            "snap_start" => route.start = snapping(name, value)?,
            "snap_goal" => route.goal = snapping(name, value)?,
            "partial" => {
                route.partial = if read(name, value)? {
                    Partial::Allowed
                } else {
                    Partial::Refused
                };
            }
            "first" => self.first = read(name, value)?,
            // INVARIANT: whoever reads options has looked whether there are such.
            _ => {}
        }
        Ok(())
    }
}

/// Reads a value that the library knows by name; numbers are names, too.
pub(crate) fn named<T: std::str::FromStr<Err: std::fmt::Display>>(
    argument: &str,
    value: &Bound<'_, PyAny>,
) -> Answer<T> {
    let name = value.extract::<String>();
    let name = name.or_else(|_| value.extract::<i64>().map(|number| number.to_string()));
    let Ok(name) = name else {
        return refuse_type(argument, format!("{} is not a name", shown(value)));
    };
    name.parse().blamed(argument)
}

/// Reads an algorithm by its name, or the pair of "weighted" and a weight.
fn algorithm(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Algorithm> {
    let Ok((name, factor)) = value.extract::<(String, f64)>() else {
        return named(argument, value);
    };
    format!("{name}:{factor}").parse().blamed(argument)
}

fn optional<T>(
    argument: &str,
    value: &Bound<'_, PyAny>,
    read: impl FnOnce(&str, &Bound<'_, PyAny>) -> Answer<T>,
) -> Answer<Option<T>> {
    (!value.is_none())
        .then(|| read(argument, value))
        .transpose()
}

fn seconds(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Duration> {
    duration(argument, read(argument, value)?)
}

/// Checks that a time is above zero.
pub(crate) fn duration(argument: &str, seconds: f64) -> Answer<Duration> {
    if seconds > 0.0 {
        // What no clock can show is no limit.
        return Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    }
    refuse(
        argument,
        format!("{seconds} is no time above 0, in seconds"),
    )
}

/// Reads a pair of the distance to keep from obstacles, in world units, and of the weight of moves next to them.
pub(crate) fn keep_away(argument: &str, value: &Bound<'_, PyAny>) -> Answer<KeepAway> {
    let Ok((distance, weight)) = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
        let reason = format!(
            "a pair of a distance and a weight is needed, not {}",
            shown(value)
        );
        return refuse_type(argument, reason);
    };
    let weight: u64 = read(argument, &weight)?;
    let Ok(narrow) = u16::try_from(weight) else {
        return refuse(
            argument,
            format!("the weight {weight} is not from 1 to 65535"),
        );
    };
    let keep_away = KeepAway::new(read(argument, &distance)?, narrow);
    keep_away.check().blamed(argument)?;
    Ok(keep_away)
}

/// Returns how far an end may move, in world units.
fn snapping(argument: &str, value: &Bound<'_, PyAny>) -> Answer<SnapPolicy<f64>> {
    let Some(radius) = optional(argument, value, read::<f64>)? else {
        return Ok(SnapPolicy::Exact);
    };
    if radius >= 0.0 {
        return Ok(SnapPolicy::Nearest { radius });
    }
    refuse(argument, format!("{radius} is not a length"))
}
