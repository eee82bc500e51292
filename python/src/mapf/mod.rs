//! Joint plans: arrays of cells in, one array out.

mod legs;
mod lifelong;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use numpy::{PyArray3, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::glam::IVec3;
use voxnav::grid::Axis;
use voxnav::search::CellShape;
use voxnav_crowd::mapf::{
    CollisionModel, Guidance, JointOptions, JointOutcome, JointPlan, JointPlanError, JointSearch,
    JointWorld, Kinematics, Limit, Limits, Threads, verify_joint_plan,
};

use crate::failure::{Answer, Blamed, Failure, refuse};
use crate::threads::interrupt::limited;
use crate::threads::pool;
use crate::values::cells::{as_array, cells, shape_shown, whole_column};
use crate::values::numbers::{Cells, Count, Number, one_of};
use crate::worlds::options::{self, Options};
use crate::worlds::world::World;
pub(crate) use legs::leg_plan;
pub(crate) use lifelong::LifelongPlanner;

/// The configurations between two looks at the token, and the tries of improvement.
const SLICE: u64 = 8;

/// The axes of turns, by name.
const AXES: &[(&str, Axis)] = &[("x", Axis::X), ("y", Axis::Y), ("z", Axis::Z)];

/// The parts of a cell in which radii are given.
const PARTS: u32 = 10_000;

#[pymethods]
impl World {
    /// Plans collision-free paths for many agents together.
    ///
    /// In each step every agent stays or makes one move; every move takes one step and costs one. A permanent stay
    /// at its goal costs an agent nothing.
    ///
    /// Parameters
    /// ----------
    /// starts, goals : arrays of whole numbers, shape (N, 3)
    ///     The cells of each agent. No two agents may start, or end, in one cell.
    /// any_goal : bool
    ///     Whether any agent may take any goal; each goal is taken by one.
    /// radius : float, optional
    ///     The radius of agents in cells, or longest sides where they are no cubes, to a ten-thousandth, 4 at most. They
    ///     keep twice that apart in the world. Points by default: no two are in one cell,
    ///     change places, or cross on diagonals.
    /// improve : float, optional
    ///     For how many seconds to shorten the plan that is found first.
    /// seed : int
    ///     The seed of the draws that break ties.
    /// steps_per_move : int or array of whole numbers, shape (N,)
    ///     The steps that a move takes for each of an agent at full speed, to 255: for slow agents.
    /// steps_per_turn : int or array of whole numbers, shape (N,)
    ///     The steps of a turn by up to 90 degrees about `up`, to 255; one by more takes twice as many. If one is slow or
    ///     turns, each move holds all its cells from the beginning of its turn, and a cell of it is kept until its end.
    /// up : {"x", "y", "z"}
    ///     The axis of turns: moves along it need none.
    /// agent, moves, corners, limit_time, limit_expanded, limit_memory
    ///     As for `path`; limits are of the first plan, of memory also of what shortens it.
    /// first : bool
    ///     Whether to take any plan as soon as there is one: agents are not guided past each other, and plans are longer.
    ///
    /// Returns
    /// -------
    /// array of int32, shape (steps + 1, N, 3), or None
    ///     The cell of each agent after each step; None where it is proved that there is no plan.
    #[pyo3(
        signature = (
            starts, goals, *, any_goal = false, radius = None, improve = None, seed = Count::of(0), steps_per_move = None,
            steps_per_turn = None, up = "z", **options
        ),
        text_signature = "($self, starts, goals, *, any_goal=False, radius=None, improve=None, seed=0, steps_per_move=1, steps_per_turn=0, up='z', agent=None, moves=26, corners='strict', limit_time=None, limit_expanded=None, limit_memory=1073741824, first=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "keywords")]
    fn plan_joint<'py>(
        &self,
        py: Python<'py>,
        starts: Cells,
        goals: Cells,
        any_goal: bool,
        radius: Option<Number>,
        improve: Option<Number>,
        seed: Count,
        steps_per_move: Option<&Bound<'py, PyAny>>,
        steps_per_turn: Option<&Bound<'py, PyAny>>,
        up: &str,
        options: Option<&Bound<'py, PyDict>>,
    ) -> Answer<Option<Bound<'py, PyArray3<i32>>>> {
        let mut ends = Ends::read(starts, goals)?;
        let improve = improve
            .map(|time| options::duration("improve", time.named("improve")?))
            .transpose()?;
        let options = Options::read(options, self, options::OF_PLANS)?;
        self.warn_of_links(py)?;
        let kinematics = kinematics(ends.starts.len(), [steps_per_move, steps_per_turn], up)?;
        let settings = settings(radius, seed, &options)?.kinematics(kinematics);
        let world = py.detach(|| self.seen_by(options.agent))?.0;
        let begin = || begin((&world).into(), &ends, any_goal, &settings);
        let Some((plan, taken)) = plan(py, begin, (options.search.time, improve))? else {
            return Ok(None);
        };
        ends.take(&taken);
        let (starts, goals) = (&ends.starts, &ends.goals);
        let checked = py.detach(|| verify_joint_plan(&world, starts, goals, &plan, &settings));
        checked.map_err(Failure::world)?;
        array(py, &plan).map(Some)
    }
}

/// Reads the steps that each of some agents takes to move, and to turn about an axis.
fn kinematics(
    count: usize,
    [per_move, per_turn]: [Option<&Bound<'_, PyAny>>; 2],
    up: &str,
) -> Answer<Vec<Kinematics>> {
    let steps = |name, given: Option<&Bound<'_, PyAny>>| {
        given
            .map(|it| whole_column::<u8>(name, it, count))
            .transpose()
    };
    let per_move = steps("steps_per_move", per_move)?;
    let per_turn = steps("steps_per_turn", per_turn)?;
    let axis = one_of("up", "no axis", up, AXES)?;
    let of_agent = |agent: usize| {
        Kinematics::new()
            .axis(axis)
            .steps_per_move(per_move.as_ref().map_or(1, |steps| steps[agent]))
            .steps_per_turn(per_turn.as_ref().map_or(0, |steps| steps[agent]))
    };
    Ok((0..count).map(of_agent).collect())
}

/// Reads what joint plans of all kinds take.
fn settings(radius: Option<Number>, seed: Count, options: &Options) -> Answer<JointOptions> {
    let settings = &options.search.route.settings;
    let mut limits = Limits::none();
    (limits.expanded, limits.memory) = (settings.limits.expanded, settings.limits.memory);
    let guidance = if options.search.first {
        Guidance::Off
    } else {
        Guidance::Auto
    };
    Ok(JointOptions::new()
        .guidance(guidance)
        .moves(settings.moves)
        .corners(settings.corners)
        .bodies(self::radius(radius, settings.shape)?)
        .seed(seed.named("seed")?)
        .threads(Threads::Pool)
        .limits(limits))
}

/// The cells of all agents at the beginning and at the end.
struct Ends {
    starts: Vec<IVec3>,
    goals: Vec<IVec3>,
}

impl Ends {
    fn read(starts: Cells, goals: Cells) -> Answer<Self> {
        Ok(Self {
            starts: starts.named("starts")?,
            goals: goals.named("goals")?,
        })
    }

    /// Gives each agent the goal of some number.
    fn take(&mut self, goals: &[usize]) {
        self.goals = goals.iter().map(|&goal| self.goals[goal]).collect();
    }
}

/// Begins a search, to the goal of each agent or to any.
fn begin(
    world: JointWorld<'_>,
    ends: &Ends,
    any_goal: bool,
    settings: &JointOptions,
) -> Answer<JointSearch> {
    let make = if any_goal {
        JointSearch::unlabeled
    } else {
        JointSearch::new
    };
    make(world, &ends.starts, &ends.goals, settings).map_err(|error| refused(&error))
}

/// Finds a plan and the goals that agents take, and improves it for as long as is asked; nothing where it is proved
/// that there is none.
fn plan(
    py: Python<'_>,
    begin: impl FnOnce() -> Answer<JointSearch> + Send,
    (time, improve): (Option<Duration>, Option<Duration>),
) -> Answer<Option<(JointPlan, Vec<usize>)>> {
    let first = |cancel: &AtomicBool| {
        let mut search = pool::run(begin)??;
        loop {
            if let Some(outcome) = pool::run(|| search.advance(SLICE))? {
                return Answer::Ok((planned(outcome)?, search));
            }
            if cancel.load(Ordering::Relaxed) {
                return Err(raise("limit_time"));
            }
        }
    };
    let (first, mut search) = limited(py, time, |_| Ok(()), first)??;
    let Some(mut plan) = first else {
        return Ok(None);
    };
    let taken = search.goals().to_vec();
    if improve.is_some() {
        let shortest = plan.shortest();
        let work = |cancel: &AtomicBool| {
            while !cancel.load(Ordering::Relaxed) {
                let cost = pool::run(|| search.improve(SLICE))?;
                if cost.is_none_or(|cost| cost == shortest) {
                    break;
                }
            }
            Answer::Ok(search.plan())
        };
        plan = limited(py, improve, |_| Ok(()), work)??.unwrap_or(plan);
    }
    Ok(Some((plan, taken)))
}

/// Returns the plan of an outcome; nothing where it is proved that there is none.
fn planned(outcome: JointOutcome) -> Answer<Option<JointPlan>> {
    match outcome {
        JointOutcome::Planned(plan) => Ok(Some(plan)),
        JointOutcome::Unsolvable => Ok(None),
        JointOutcome::LimitReached(limit) => Err(reached(limit)),
        _ => Err(Failure::world("no plan")),
    }
}

/// Returns the failure of a search that has reached a limit.
fn reached(limit: Limit) -> Failure {
    raise(match limit {
        Limit::Memory => "limit_memory",
        _ => "limit_expanded",
    })
}

fn raise(limit: &str) -> Failure {
    Failure::world(format!("no plan yet; raise {limit}"))
}

/// Reads a radius in longest sides of cells of a shape; agents are points where there is none.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of a cell within limits"
)]
pub(crate) fn radius(given: Option<Number>, shape: CellShape) -> Answer<CollisionModel> {
    let Some(given) = given else {
        return Ok(CollisionModel::Points);
    };
    let radius = given.named("radius")?;
    if !(radius > 0.0 && radius <= 4.0) {
        return refuse("radius", format!("{radius} is not above 0 and at most 4"));
    }
    let numerator = (radius * f64::from(PARTS)).round().max(1.0) as u32;
    let bodies = CollisionModel::balls(numerator, PARTS).and_then(|bodies| bodies.among(shape));
    bodies.blamed("radius")
}

/// Names the argument that is to blame.
fn refused(error: &JointPlanError) -> Failure {
    let argument = match error {
        JointPlanError::GoalOutside { .. }
        | JointPlanError::GoalBlocked { .. }
        | JointPlanError::GoalsOverlap { .. } => "goals",
        _ => "starts",
    };
    Failure::argument(argument, error)
}

fn array<'py>(py: Python<'py>, plan: &JointPlan) -> Answer<Bound<'py, PyArray3<i32>>> {
    let shape = (plan.steps() + 1, plan.agents(), 3);
    let steps = (0..=plan.steps()).flat_map(|step| (0..plan.agents()).map(move |it| (it, step)));
    let cells = steps.flat_map(|(agent, step)| plan.at(agent, step).to_array());
    let array = ndarray::Array3::from_shape_vec(shape, cells.collect()).map_err(Failure::world)?;
    Ok(PyArray3::from_owned_array(py, array))
}

/// Reads a plan: an array of shape (steps + 1, N, 3) of cells, as the cells of each agent.
pub(crate) fn paths(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<Vec<IVec3>>> {
    let array = as_array(argument, value)?;
    let &[steps, agents, 3] = array.shape() else {
        let shape = shape_shown(array.shape());
        let reason = format!("an array of shape (steps + 1, N, 3) is needed, not {shape}");
        return refuse(argument, reason);
    };
    let rows = array.call_method1("reshape", (steps * agents, 3))?;
    let cells = cells(argument, &rows)?;
    let of = |agent| {
        (0..steps)
            .map(|step| cells[step * agents + agent])
            .collect()
    };
    Ok((0..agents).map(of).collect())
}
