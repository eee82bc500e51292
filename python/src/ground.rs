//! Agents on the ground: what they can do, links, and paths of legs.

use std::sync::atomic::AtomicBool;

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use voxnav::Path;
use voxnav::ground::{Action, LinkState, Ways, WorldLink};
use voxnav::search::Cost;
use voxnav::search::Solution;
use voxnav::{Lattice, Outcome};

use crate::agent;
use crate::carried::{self, Reduced};
use crate::cells::{cell, position};
use crate::clock;
use crate::failure::{Answer, Failure};
use crate::interrupt::limited;
use crate::options::{self, Options};
use crate::path::{Statistics, fixed, rows};
use crate::world::World;

/// What an agent on the ground can do.
///
/// Parameters
/// ----------
/// preset : str
///     "walker", "spider", "diver", "crouching", "ticks", "mineflayer" or "roblox".
/// **fields
///     What differs from it, by the names of the library: `walk`, `step_up`, `step`, `drop`,
///     `drop_into_liquid`, `fall`, `jump`, `climb`, `swim`, `wading`, `fly`, `open_door`, `hazards`,
///     `crouch`, `groups`, `compass`, `corners`. Costs are lengths in cells; None takes an ability away.
#[pyclass(frozen, eq, module = "voxnav")]
#[derive(PartialEq)]
pub(crate) struct Locomotion {
    inner: voxnav::ground::Locomotion,
}

#[pymethods]
impl Locomotion {
    /// What `pickle` needs.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Answer<Reduced<'py>> {
        carried::reduced::<Self>(py, &self.inner)
    }

    /// What bytes that `pickle` kept say.
    #[staticmethod]
    fn _carried(data: &[u8]) -> Answer<Self> {
        let inner: voxnav::ground::Locomotion = carried::read(data)?;
        inner
            .check()
            .map_err(|error| Failure::argument("data", error))?;
        Ok(Self { inner })
    }

    #[new]
    #[pyo3(signature = (preset = "walker", **fields))]
    fn new(py: Python<'_>, preset: &str, fields: Option<&Bound<'_, PyDict>>) -> Answer<Self> {
        let known = voxnav::ground::Locomotion::PRESETS
            .iter()
            .find(|(name, _)| *name == preset);
        let (_, made) = known.ok_or_else(|| {
            let names: Vec<&str> = voxnav::ground::Locomotion::PRESETS
                .iter()
                .map(|(name, _)| *name)
                .collect();
            let names = names.join(", ");
            Failure::argument(
                "preset",
                format!("no preset is called `{preset}`; there are {names}"),
            )
        })?;
        let Some(fields) = fields else {
            return Ok(Self { inner: made() });
        };
        let broken = |error: serde_json::Error| Failure::argument("fields", error);
        let mut whole = serde_json::to_value(made()).map_err(broken)?;
        let json = py.import("json")?;
        for (name, value) in fields {
            let name: String = name.extract()?;
            let place = whole
                .get_mut(&name)
                .ok_or_else(|| Failure::argument_type(&name, "there is no field of this name"))?;
            let text = json.call_method1("dumps", (&value,));
            let text: String = text
                .map_err(|error| Failure::argument_type(&name, error))?
                .extract()?;
            let value: Value =
                serde_json::from_str(&text).map_err(|error| Failure::argument(&name, error))?;
            *place = in_costs(&name, value)?;
        }
        let inner: voxnav::ground::Locomotion = serde_json::from_value(whole).map_err(broken)?;
        inner
            .check()
            .map_err(|error| Failure::argument("fields", error))?;
        Ok(Self { inner })
    }

    fn __repr__(&self) -> String {
        let preset = voxnav::ground::Locomotion::PRESETS
            .iter()
            .find(|(_, made)| made() == self.inner);
        let name = preset.map_or("of its own", |(name, _)| *name);
        format!("<voxnav.Locomotion: {name}>")
    }
}

/// Converts a length in cells to a cost.
fn cost(field: &str, length: f64) -> Answer<Cost> {
    let most = voxnav::ground::Locomotion::MOST.length();
    if !(0.0..=most).contains(&length) {
        return Err(Failure::argument(
            field,
            format!("{length} is not a cost from 0 to {most}"),
        ));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "from 0 to 2^50, rounded to 2^-30 of a cell"
    )]
    let raw = (length * Cost::STRAIGHT.raw() as f64).round() as u64;
    Ok(Cost::from_raw(raw))
}

/// Converts a value of a field, with lengths to costs where it has costs.
fn in_costs(field: &str, value: Value) -> Answer<Value> {
    match value {
        Value::Number(number) if voxnav::ground::Locomotion::COST_FIELDS.contains(&field) => {
            let length = number.as_f64().unwrap_or(f64::NAN);
            Ok(Value::from(cost(field, length)?.raw()))
        }
        Value::Array(values) => {
            let all = values.into_iter().map(|value| in_costs(field, value));
            Ok(Value::Array(all.collect::<Answer<_>>()?))
        }
        Value::Object(fields) => {
            let all = fields.into_iter().map(|(name, value)| {
                let value = in_costs(&name, value)?;
                Ok((name, value))
            });
            Ok(Value::Object(all.collect::<Answer<_>>()?))
        }
        other => Ok(other),
    }
}

/// A stretch of a path under one action.
#[pyclass(frozen, get_all, module = "voxnav")]
pub(crate) struct Leg {
    /// What is done: "walk", "step up", "drop", "jump", "climb", "swim", "fly", "door" or "link".
    action: String,
    /// The cells after its first one: int32 of shape (N, 3).
    cells: Py<PyArray2<i32>>,
    /// What it costs; `voxnav.STRAIGHT` is a straight move.
    cost: u64,
    /// The label of the link, if it is one.
    link: Option<u32>,
}

#[pymethods]
impl Leg {
    /// What `pickle` needs.
    #[expect(clippy::type_complexity, reason = "a class method and its arguments")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyAny>,
        (&str, &Py<PyArray2<i32>>, u64, Option<u32>),
    )> {
        let make = py.get_type::<Self>().getattr("_carried")?;
        Ok((make, (&self.action, &self.cells, self.cost, self.link)))
    }

    /// The leg of what `pickle` kept.
    #[staticmethod]
    fn _carried(
        action: String,
        cells: Bound<'_, PyArray2<i32>>,
        cost: u64,
        link: Option<u32>,
    ) -> PyResult<Self> {
        Ok(Self {
            action,
            cells: fixed(cells)?.unbind(),
            cost,
            link,
        })
    }

    fn __repr__(&self) -> String {
        format!("<voxnav.Leg: {}>", self.action)
    }
}

/// The answer to a question for a path on the ground. True if it leads to the goal. Its arrays are not to be written
/// to: copy them.
#[pyclass(frozen, subclass, module = "voxnav")]
pub(crate) struct GroundPath {
    outcome: Outcome<Path<Action>>,
    statistics: voxnav::search::Statistics,
    lattice: Lattice,
}

impl GroundPath {
    fn path(&self) -> Option<&Path<Action>> {
        self.outcome.any_path()
    }
}

#[pymethods]
impl GroundPath {
    /// What `pickle` needs.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Answer<Reduced<'py>> {
        carried::reduced::<Self>(py, &(&self.outcome, &self.statistics, &self.lattice))
    }

    /// The path of bytes that `pickle` kept.
    #[staticmethod]
    fn _carried(data: &[u8]) -> Answer<Self> {
        let (outcome, statistics, lattice) = carried::read(data)?;
        Ok(Self {
            outcome,
            statistics,
            lattice,
        })
    }

    /// Every cell from the start on: int32 of shape (N, 3).
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let cells = self.path().into_iter().flat_map(Path::cells);
        fixed(rows(py, cells.flat_map(|cell| cell.to_array()).collect())?)
    }

    /// The centers of the cells in world units: float64 of shape (N, 3).
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let cells = self.path().into_iter().flat_map(Path::cells);
        let points = cells.flat_map(|cell| self.lattice.center(cell).to_array());
        fixed(rows(py, points.collect())?)
    }

    /// The stretches of the path, each under one action.
    #[getter]
    fn legs(&self, py: Python<'_>) -> PyResult<Vec<Leg>> {
        let legs = self.path().map(Path::legs).unwrap_or_default();
        let legs = legs.iter().map(|leg| {
            let cells = leg.cells().flat_map(|cell| cell.to_array()).collect();
            let (action, link) = match leg.action {
                Action::Link(label) => ("link".to_owned(), Some(label)),
                other => (other.to_string(), None),
            };
            Ok(Leg {
                action,
                cells: fixed(rows(py, cells)?)?.unbind(),
                cost: leg.cost().raw(),
                link,
            })
        });
        legs.collect()
    }

    /// What the path costs, or None without one; `voxnav.STRAIGHT` is a step on even ground.
    #[getter]
    fn cost(&self) -> Option<u64> {
        self.path().map(|path| path.cost().raw())
    }

    /// How the search ended, as for `Path`.
    #[getter]
    fn outcome(&self) -> &'static str {
        clock::name_of(&self.outcome)
    }

    /// Whether the path leads to the goal.
    #[getter]
    fn is_found(&self) -> bool {
        matches!(self.outcome, Outcome::Found(_))
    }

    /// What the search took.
    #[getter]
    fn statistics(&self) -> Statistics {
        Statistics::from(&self.statistics)
    }

    /// Whether the path leads to the goal.
    fn __bool__(&self) -> bool {
        self.is_found()
    }

    fn __repr__(&self) -> String {
        let legs = self.path().map_or(0, |path| path.legs().len());
        format!("<voxnav.GroundPath {}: {legs} legs>", self.outcome())
    }
}

#[pymethods]
impl World {
    /// Finds the cheapest path of an agent that walks, steps, drops, jumps, climbs, swims and flies.
    ///
    /// Parameters
    /// ----------
    /// start, goal : three ints
    ///     Cells where the agent stands: those of the lowest part of its body.
    /// locomotion : Locomotion, optional
    ///     What it can do; a walker by default.
    /// agent : Agent, float or three floats
    ///     The size of its body in world units; one cell large by default.
    /// algorithm : str
    ///     "astar", "dijkstra", ("weighted", W) or "greedy"; any other is A*, too.
    /// ties, limit_time, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal, partial
    ///     As for `path`. An agent without ground under it settles on what is below.
    ///
    /// Returns
    /// -------
    /// GroundPath
    ///     False where there is none; its outcome tells why.
    #[pyo3(
        signature = (start, goal, *, locomotion = None, **options),
        text_signature = "($self, start, goal, *, locomotion=None, agent=None, algorithm='auto', ties='larger-g', limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None, snap_start=None, snap_goal=None, partial=False)"
    )]
    fn ground_path(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        locomotion: Option<&Bound<'_, Locomotion>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<GroundPath> {
        let (start, goal) = (cell("start", start)?, cell("goal", goal)?);
        let options = Options::read(options, self, options::ON_GROUND)?;
        let agent = agent::agent(options.agent.as_ref(), self.lattice.size())?;
        let locomotion = locomotion.map_or_else(voxnav::ground::Locomotion::walker, |given| {
            given.get().inner.clone()
        });
        let route = &options.search.route;
        let query = route.query(&self.lattice, start, goal);
        let solution = limited(
            py,
            options.search.time,
            |_| Ok(()),
            |cancel: &AtomicBool| -> Answer<Solution<Action>> {
                let ground = self.with(|state| {
                    let id = state.ground_id_of(agent, &locomotion)?;
                    let view = state.navigator.ground_view(id, route)?;
                    Ok(view.moves().clone())
                })?;
                let mut workspace = self.spare().pop().unwrap_or_default();
                let solution = query.cancel(cancel).solve(&ground, &mut workspace);
                self.spare().push(workspace);
                Ok(solution)
            },
        )??;
        Ok(GroundPath {
            outcome: solution.outcome,
            statistics: solution.statistics,
            lattice: self.lattice,
        })
    }

    /// Adds a connection that is no move: a teleporter, a lift, a rope.
    ///
    /// Parameters
    /// ----------
    /// start, end : three floats
    ///     Positions in world units.
    /// cost : float
    ///     What it costs, as a length in cells.
    /// both_ways : bool
    ///     Whether it leads back, too.
    /// label : int
    ///     What the legs of paths say of it.
    #[pyo3(
        signature = (start, end, *, cost = crate::numbers::Number::of(1.0), both_ways = false,
                     label = crate::numbers::Count::of(0)),
        text_signature = "($self, start, end, *, cost=1.0, both_ways=False, label=0)"
    )]
    fn insert_link(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        cost: crate::numbers::Number,
        both_ways: bool,
        label: crate::numbers::Count,
    ) -> Answer<()> {
        let [start, end] = [position("start", start)?, position("end", end)?];
        let mut link = WorldLink::new(start, end);
        link.cost = self::cost("cost", cost.named("cost")?)?;
        link.ways = if both_ways { Ways::Both } else { Ways::One };
        link.label = label.narrow("label")?;
        link.state = LinkState::Open;
        py.detach(|| self.with(|state| Ok(state.navigator.insert_link(link)?)))?;
        Ok(())
    }
}
