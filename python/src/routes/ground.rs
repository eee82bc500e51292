//! Ground agents: what they can do, and links.

use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::Lattice;
use voxnav::ground::{JumpReach, LinkDirection, LinkState, Reach, WorldLink};
use voxnav::search::{Cost, Solution};
use voxnav::specs::{AgentSpec, LocomotionSpec};

use crate::failure::{Answer, Blamed, refuse};
use crate::threads::interrupt::limited;
use crate::values::agent::Agent;
use crate::values::answers::pickled;
use crate::values::numbers::{Cell, Count, Number, Position};
use crate::values::path::{Path, PathQuestion, PathSolution};
use crate::values::specs::{described, keywords};
use crate::worlds::options::{self, Options};
use crate::worlds::world::World;

/// The abilities of a ground agent.
///
/// Parameters
/// ----------
/// preset : str
///     "walker", "spider", "diver", "crouching", "ticks", "mineflayer" or "roblox".
/// **fields
///     What differs from it: `walk`, `step_up`, `step`, `drop`,
///     `drop_into_liquid`, `fall`, `jump`, `climb`, `swim`, `wading`, `fly`, `open_door`, `hazards`,
///     `crouch`, `groups`, `compass`, `corners`, `support`, `slope`. Costs are lengths in cells; None takes an ability away.
#[pyclass(frozen, eq, module = "voxnav")]
#[derive(PartialEq)]
pub(crate) struct Locomotion {
    pub(crate) inner: voxnav::ground::Locomotion,
}

impl Locomotion {
    fn checked(argument: &str, inner: voxnav::ground::Locomotion) -> Answer<Self> {
        inner.check().blamed(argument)?;
        Ok(Self { inner })
    }
}

pickled!(Locomotion, |it| &it.inner, |able| Self::checked(
    "data", able
));

#[pymethods]
impl Locomotion {
    #[new]
    #[pyo3(signature = (preset = "walker", **fields))]
    fn new(py: Python<'_>, preset: &str, fields: Option<&Bound<'_, PyDict>>) -> Answer<Self> {
        let fields = fields.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        fields.set_item("preset", preset)?;
        let spec: LocomotionSpec = keywords(Some(&fields))?;
        let inner = spec.over(&Lattice::default()).blamed("fields")?;
        Ok(Self { inner })
    }

    /// Returns these abilities with heights and distances in world units, over the cells of a world, which may be lower
    /// than they are wide: rounded down to whole cells.
    ///
    /// Parameters
    /// ----------
    /// world : World
    /// step, drop, drop_into_liquid : float
    ///     The largest height of a step up, of a drop onto ground, and of one into liquid that the agent swims in.
    /// jump : pair of floats, optional
    ///     The widest gap of a jump, and its largest rise; none by default.
    /// slope : int, optional
    ///     The steepest ground on which the agent stands, in degrees below 90; any by default. It counts where colliders are
    ///     the ground: cells alone have no slopes.
    ///
    /// Returns
    /// -------
    /// Locomotion
    #[pyo3(
        signature = (world, *, step = Number::of(0.0), drop = Number::of(0.0), drop_into_liquid = Number::of(0.0), jump = None, slope = None),
        text_signature = "($self, world, *, step=0.0, drop=0.0, drop_into_liquid=0.0, jump=None, slope=None)"
    )]
    fn in_units(
        &self,
        world: &Bound<'_, World>,
        step: Number,
        drop: Number,
        drop_into_liquid: Number,
        jump: Option<(f64, f64)>,
        slope: Option<Count>,
    ) -> Answer<Self> {
        let reach = Reach {
            step: step.named("step")?,
            drop: drop.named("drop")?,
            drop_into_liquid: drop_into_liquid.named("drop_into_liquid")?,
            jump: jump.map(|(gap, rise)| JumpReach { gap, rise }),
            slope: slope.map(degrees).transpose()?,
        };
        let inner = self.inner.clone().in_units(&world.get().lattice, &reach);
        Ok(Self {
            inner: inner.blamed("locomotion")?,
        })
    }

    fn __repr__(&self) -> String {
        let preset = voxnav::ground::Locomotion::PRESETS
            .iter()
            .find(|(_, made)| made() == self.inner);
        let name = preset.map_or("of its own", |(name, _)| *name);
        format!("<voxnav.Locomotion: {name}>")
    }
}

/// Reads an agent that is described as data: the form in which every binding of voxnav has agents.
///
/// Parameters
/// ----------
/// spec : dict or str
///     A dictionary, or a text in JSON, with the fields of `voxnav.specs.AgentSpec`.
/// world : World
///     The world: heights in world units become whole cells of it.
///
/// Returns
/// -------
/// Agent, Locomotion or None
///     Its body, and what it can do on the ground: None for a flying agent.
#[pyfunction]
#[pyo3(signature = (spec, world), text_signature = "(spec, world)")]
pub(crate) fn read_agent(
    spec: &Bound<'_, PyAny>,
    world: &Bound<'_, World>,
) -> Answer<(Agent, Option<Locomotion>)> {
    let spec: AgentSpec = described("spec", spec)?;
    let inner = spec.body().blamed("spec")?;
    let able = spec.locomotion(&world.get().lattice).blamed("spec")?;
    Ok((Agent { inner }, able.map(|inner| Locomotion { inner })))
}

/// Returns the abilities that a caller gave, if it gave any.
pub(crate) fn able(given: Option<&Bound<'_, Locomotion>>) -> Option<voxnav::ground::Locomotion> {
    given.map(|given| given.get().inner.clone())
}

/// Reads whole degrees.
fn degrees(slope: Count) -> Answer<u8> {
    u8::try_from(slope.narrow("slope")?).blamed("slope")
}

/// Converts a length in cells to a cost.
fn cost(field: &str, length: f64) -> Answer<Cost> {
    let most = voxnav::ground::Locomotion::MOST.length();
    if !(0.0..=most).contains(&length) {
        return refuse(field, format!("{length} is not a cost from 0 to {most}"));
    }
    Ok(Cost::of_length(length))
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
    ///     "astar", "dijkstra", ("weighted", W), "clusters" (a first path at once, whose
    ///     ratio to the optimum is at most `proved`) or "greedy"; any other is A*, too.
    /// ties, fewest_turns, limit_time, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal, partial, first
    ///     As for `path`; turns as seen from above. An agent without ground under it settles on what is below.
    ///
    /// Returns
    /// -------
    /// Path
    ///     False where there is none; its outcome gives the reason. Its legs give the actions of the agent.
    #[pyo3(
        signature = (start, goal, *, locomotion = None, **options),
        text_signature = "($self, start, goal, *, locomotion=None, agent=None, algorithm='auto', ties='larger-g', fewest_turns=False, limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None, snap_start=None, snap_goal=None, partial=False, first=False)"
    )]
    fn ground_path(
        &self,
        py: Python<'_>,
        start: Cell,
        goal: Cell,
        locomotion: Option<&Bound<'_, Locomotion>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Path> {
        let (start, goal) = (start.named("start")?, goal.named("goal")?);
        let options = Options::read(options, self, options::ON_GROUND)?;
        let able = able(locomotion).unwrap_or_else(voxnav::ground::Locomotion::walker);
        let route = &options.search.route;
        let work = |cancel: &_| -> Answer<Solution> {
            let ground = self.ground_of(&options, &able)?;
            let query = route.query(&self.lattice, start, goal).cancel(cancel);
            Ok(self.with_workspace(|workspace| query.solve(&ground, workspace)))
        };
        let solution = limited(py, options.search.time, |_| Ok(()), work)??;
        let asked = PathQuestion {
            start,
            goal,
            settings: route.settings,
            up: Some(able.up.axis),
        };
        Ok(Path::new(
            PathSolution::Ground(solution),
            self.lattice,
            asked,
        ))
    }

    /// Adds a connection that is no move, a teleporter, a lift or a rope, for ground agents: `ground_path`,
    /// `plan_legs`, and `LifelongPlanner`, `Crowd` and `Replanner` with a locomotion. Flying agents do not take it:
    /// those of `path`, `paths`, `solve`, `cost_field` and `plan_joint`, the first of which warns if no ground agent
    /// was requested yet, and those of a `Crowd` or `Replanner` without a locomotion.
    ///
    /// Parameters
    /// ----------
    /// start, end : three floats
    ///     Positions in world units: where the feet are.
    /// cost : float
    ///     What it costs, as a length in cells.
    /// both_ways : bool
    ///     Whether it leads back, too.
    /// label : int
    ///     What the legs of paths say of it.
    #[pyo3(
        signature = (start, end, *, cost = Number::of(1.0), both_ways = false,
                     label = Count::of(0)),
        text_signature = "($self, start, end, *, cost=1.0, both_ways=False, label=0)"
    )]
    fn insert_link(
        &self,
        py: Python<'_>,
        start: Position,
        end: Position,
        cost: Number,
        both_ways: bool,
        label: Count,
    ) -> Answer<()> {
        let mut link = WorldLink::new(start.named("start")?, end.named("end")?);
        link.cost = self::cost("cost", cost.named("cost")?)?;
        link.ways = if both_ways {
            LinkDirection::Both
        } else {
            LinkDirection::One
        };
        link.label = label.narrow("label")?;
        link.state = LinkState::Open;
        self.ask(py, |state| {
            state.navigator.insert_link(link)?;
            let is_idle = !state.has_walkers();
            state.has_idle_links.store(is_idle, Ordering::Relaxed);
            Ok(())
        })
    }
}
