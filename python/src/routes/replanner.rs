//! One agent that is sent somewhere while the world changes, and smooth ways.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::following::Anchor;
use voxnav::replanning::{self, ReplanPolicy};
use voxnav::search::{Cost, Weight};
use voxnav::smoothing::Smoothing;
use voxnav::{Destination, Follower, Outcome, RouteOptions, SmoothPath};

use crate::failure::{Answer, Blamed, refuse};
use crate::routes::ground::{Locomotion, able};
use crate::threads::shared::Shared;
use crate::values::answers::Rows;
use crate::values::numbers::{AnyAgent, Count, Number, Position};
use crate::values::path::{Path, PathSolution};
use crate::worlds::options::Options;
use crate::worlds::world::World;

/// The smooth route of one agent to its destination: kept, repaired or replanned while the world changes.
///
/// In each frame `update` takes over the world and the position of the agent, and `steer` returns the next point. An
/// agent that goes straight for that point touches nothing. `voxnav.Crowd` does this for many agents, which avoid each
/// other.
///
/// Parameters
/// ----------
/// world : World
///     The world, which may change at any time.
/// goal : three floats
///     The destination, in world units.
/// locomotion : Locomotion, optional
///     What a ground agent can do, whose positions are those of its feet; the agent flies without one.
/// within : float
///     How many times the optimum the rest of a route may cost, from 1 to 1000: what is within that is kept.
/// look_ahead : float
///     The distance ahead that a route has to be free, in world units.
/// expansions : int, optional
///     The most cells expanded in one update; a search that takes more goes on in the next.
/// min_replan_interval : int
///     The least number of updates between two searches for a better route.
/// max_deviation : float
///     How far the agent may be off its way, in cells, before it gets another.
/// agent, algorithm, heuristic, moves, corners, ties, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal, partial
///     As for `World.path`.
/// keep_away : pair of a float and an int, optional
///     As for `World.path`, for a flying agent. Smoothing makes its path no more expensive.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct Replanner {
    world: Py<World>,
    agent: voxnav::Agent,
    locomotion: Option<voxnav::ground::Locomotion>,
    options: RouteOptions,
    keeper: Shared<replanning::Replanner>,
}

impl Replanner {
    /// Asks the keeper of the route.
    pub(crate) fn ask<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut replanning::Replanner) -> R + Send,
    ) -> R {
        self.keeper.ask(py, work)
    }
}

/// The options of a search that a replanner takes.
const OPTIONS: &str = "agent, algorithm, heuristic, moves, corners, ties, limit_expanded, limit_memory, \
    limit_cost, keep_away, snap_start, snap_goal, partial";

#[pymethods]
impl Replanner {
    #[new]
    #[pyo3(
        signature = (
            world, goal, *, locomotion = None, within = Number::of(1.0), look_ahead = Number::of(f64::INFINITY),
            expansions = None, min_replan_interval = Count::of(0), max_deviation = Number::of(1.0), **options
        ),
        text_signature = "(world, goal, *, locomotion=None, within=1.0, look_ahead=1e999, expansions=None, min_replan_interval=0, max_deviation=1.0, agent=None, algorithm='auto', heuristic='octile', moves=26, corners='strict', ties='larger-g', limit_expanded=None, limit_memory=1073741824, limit_cost=None, keep_away=None, snap_start=None, snap_goal=None, partial=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "all but two by keyword")]
    fn new(
        py: Python<'_>,
        world: Py<World>,
        goal: Position,
        locomotion: Option<&Bound<'_, Locomotion>>,
        within: Number,
        look_ahead: Number,
        expansions: Option<Count>,
        min_replan_interval: Count,
        max_deviation: Number,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Self> {
        let goal = goal.named("goal")?;
        let options = Options::read(options, world.get(), OPTIONS)?;
        if options.search.guide.is_some() {
            return refuse("heuristic", "a name is needed here");
        }
        let route = options.search.route;
        let look_ahead = look_ahead.named("look_ahead")?;
        let max_deviation = max_deviation.named("max_deviation")?;
        for (name, length) in [("look_ahead", look_ahead), ("max_deviation", max_deviation)] {
            if length.is_nan() || length < 0.0 {
                return refuse(name, format!("{length} is not a length"));
            }
        }
        let expansions = expansions
            .map(|most| most.named("expansions"))
            .transpose()?;
        let policy = ReplanPolicy::default()
            .max_suboptimality(Weight::new(within.named("within")?).blamed("within")?)
            .look_ahead(look_ahead)
            .expansions(expansions.unwrap_or(u64::MAX))
            .min_replan_interval(min_replan_interval.narrow("min_replan_interval")?)
            .max_deviation(max_deviation);
        let locomotion = able(locomotion);
        let (agent, able) = (options.agent, locomotion.as_ref());
        let keeper = world.get().ask(py, |state| {
            let id = state.id_of(agent, able)?;
            let view = state.navigator.view(id, &route)?;
            let keeper = replanning::Replanner::new(&view, goal, policy);
            Ok(keeper.smoothed(Smoothing::default()))
        })?;
        Ok(Self {
            world,
            agent,
            locomotion,
            options: route,
            keeper: Shared::new(keeper),
        })
    }

    /// Takes over the world as it is and the position of the agent, and returns what became of the route.
    ///
    /// Parameters
    /// ----------
    /// position : three floats
    ///     In world units: the center, or the feet of a ground agent.
    ///
    /// Returns
    /// -------
    /// str
    ///     "kept", "repaired" by a short detour, "replanned", "shorter" if a better way has opened, or "blocked" where
    ///     the route is not free, or there is none, and no other is known yet.
    fn update(&self, py: Python<'_>, position: Position) -> Answer<&'static str> {
        let position = position.named("position")?;
        let (agent, able, options) = (self.agent, self.locomotion.as_ref(), &self.options);
        self.keeper.ask(py, |keeper| {
            let world = self.world.get();
            let view = world.with(|state| {
                let id = state.id_of(agent, able)?;
                Ok(state.navigator.view(id, options)?)
            })?;
            let verdict = keeper.update(&view, position).blamed("position")?;
            Ok(verdict.name())
        })
    }

    /// Returns the point to go to from the position of the last update.
    ///
    /// Parameters
    /// ----------
    /// distance : float
    ///     How far ahead the agent cuts corners where it sees its way, in world units.
    ///
    /// Returns
    /// -------
    /// tuple of three floats, or None
    ///     A point that the agent gets straight to; None if it has to stay.
    #[pyo3(signature = (distance), text_signature = "($self, distance)")]
    fn steer(&self, py: Python<'_>, distance: Number) -> Answer<Option<(f64, f64, f64)>> {
        let distance = distance.named("distance")?;
        let steering = self.keeper.ask(py, |keeper| keeper.steer(distance));
        Ok(steering?.target().map(Into::into))
    }

    /// Sends the agent somewhere else.
    ///
    /// Parameters
    /// ----------
    /// goal : three floats
    ///     In world units.
    fn set_goal(&self, py: Python<'_>, goal: Position) -> Answer<()> {
        let goal = Destination::from(goal.named("goal")?);
        self.keeper.ask(py, |keeper| keeper.set_goal(goal));
        Ok(())
    }

    /// Returns whether the agent is at the end of its way, to within a distance in world units.
    fn has_arrived(&self, py: Python<'_>, distance: Number) -> Answer<bool> {
        let distance = distance.named("distance")?;
        Ok(self.keeper.ask(py, |keeper| {
            let follower = keeper.follower();
            follower.is_some_and(|it| it.has_arrived(distance))
        }))
    }

    /// The waypoints of the smooth way: float64 of shape (K, 3), in world units; none without a route.
    #[getter]
    fn waypoints(&self, py: Python<'_>) -> Rows<f64> {
        let points = self
            .keeper
            .ask(py, |keeper| keeper.follower().map(Follower::waypoints));
        points.into_iter().flatten().collect()
    }

    /// The action of the agent on its way now: "walk", "step up", ...; "fly" in the air, and None without a route.
    #[getter]
    fn action(&self, py: Python<'_>) -> Option<String> {
        self.keeper.ask(py, |keeper| {
            let follower = keeper.follower();
            follower.map(|it| it.leg().action().to_string())
        })
    }

    /// The distance that is left, in world units; None without a route.
    #[getter]
    fn remaining(&self, py: Python<'_>) -> Option<f64> {
        self.keeper
            .ask(py, |keeper| keeper.follower().map(Follower::remaining))
    }

    /// The cost of the rest of the route, `voxnav.STRAIGHT` a straight move; None if none leads to the goal.
    #[getter]
    fn cost(&self, py: Python<'_>) -> Option<u64> {
        self.keeper.ask(py, |keeper| keeper.cost().map(Cost::raw))
    }

    /// The most times the optimum that the rest of the route costs, as it is proved; None if nothing is.
    #[getter]
    fn bound(&self, py: Python<'_>) -> Option<f64> {
        self.keeper.ask(py, |keeper| keeper.bound())
    }

    /// The outcome of the search of the route at hand, as `Path.outcome` says it; None before there is one. A route that is
    /// blocked ahead stays at hand until there is another.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> Option<&'static str> {
        self.keeper.ask(py, |keeper| {
            keeper.route().map(|route| Outcome::name(&route.outcome))
        })
    }

    /// The number of routes that the agent was given.
    #[getter]
    fn route_version(&self, py: Python<'_>) -> u64 {
        self.keeper.ask(py, |keeper| keeper.route_version())
    }

    /// The cells expanded for the agent, in all updates together.
    #[getter]
    fn expanded(&self, py: Python<'_>) -> u64 {
        self.keeper.ask(py, |keeper| keeper.expanded())
    }

    /// True if a search goes on in the next update.
    #[getter]
    fn is_searching(&self, py: Python<'_>) -> bool {
        self.keeper.ask(py, |keeper| keeper.is_searching())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<voxnav.Replanner: {} routes>", self.route_version(py))
    }
}

#[pymethods]
impl World {
    /// Smooths the path of a flying agent: fewer waypoints, pulled tight and rounded, between which the way is clear.
    ///
    /// Parameters
    /// ----------
    /// path : Path
    ///     A path of this world, found by `path`.
    /// agent : Agent, float or three floats, optional
    ///     The agent that the path was found for, or its size; one cell large by default.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float64, shape (K, 3)
    ///     The waypoints in world units, from the first cell of the path to the last; none without a path.
    #[pyo3(signature = (path, *, agent = None))]
    fn smooth(
        &self,
        py: Python<'_>,
        path: &Bound<'_, Path>,
        agent: Option<AnyAgent>,
    ) -> Answer<Rows<f64>> {
        let agent = crate::values::agent::agent(agent, &self.lattice)?;
        let PathSolution::Air(solution) = path.get().solved() else {
            return refuse(
                "path",
                "it is of an agent on the ground; Replanner smooths such",
            );
        };
        let Some(found) = solution.outcome.any_path() else {
            return Ok(Rows(Vec::new()));
        };
        py.detach(|| {
            let (world, _) = self.seen_by(agent)?;
            let plain = SmoothPath::from_path(found, &self.lattice, Anchor::CENTER);
            let plain = plain.blamed("path")?;
            let smooth = plain.smoothed(&Smoothing::default(), &world);
            Ok(smooth.waypoints().iter().copied().collect())
        })
    }
}
