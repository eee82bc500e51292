//! Joint plans: arrays of cells in, one array out.

use std::sync::atomic::{AtomicBool, Ordering};

use numpy::{PyArray3, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav_crowd::together::{
    Bodies, JointOptions, JointOutcome, JointPlan, JointSearch, Limit, Limits, TogetherError,
    verify_joint_plan,
};

use crate::cells::{as_array, cells, shape_shown};
use crate::failure::{Answer, Blamed, Failure, refuse};
use crate::interrupt::limited;
use crate::numbers::{Count, Number};
use crate::options::{self, Options};
use crate::world::World;

/// The configurations between two looks at the token, and the tries of improvement.
const SLICE: u64 = 8;

/// The parts of a cell in which radii are given.
const PARTS: u32 = 10_000;

#[pymethods]
impl World {
    /// Plans for many agents together, so that nobody meets anybody.
    ///
    /// In each step every agent stays or makes one move; every move takes one step and costs one. Standing at its
    /// goal for good costs an agent nothing.
    ///
    /// Parameters
    /// ----------
    /// starts, goals : arrays of whole numbers, shape (N, 3)
    ///     The cells of each agent. No two agents may start, or end, in one cell.
    /// radius : float, optional
    ///     The radius of agents in cells, to a ten-thousandth, 4 at most. Points by default: no two are in one cell,
    ///     change places, or cross on diagonals.
    /// improve : float, optional
    ///     For how many seconds to shorten the plan that is found first.
    /// seed : int
    ///     The seed of the draws that break ties.
    /// agent, moves, corners, limit_time, limit_expanded, limit_memory
    ///     As for `path`; limits are of the first plan, of memory also of what shortens it.
    ///
    /// Returns
    /// -------
    /// array of int32, shape (steps + 1, N, 3), or None
    ///     The cell of each agent after each step; None where it is proved that there is no plan.
    #[pyo3(
        signature = (starts, goals, *, radius = None, improve = None, seed = Count::of(0), **options),
        text_signature = "($self, starts, goals, *, radius=None, improve=None, seed=0, agent=None, moves=26, corners='strict', limit_time=None, limit_expanded=None, limit_memory=1073741824)"
    )]
    #[expect(clippy::too_many_arguments, reason = "keywords")]
    fn plan_together<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        radius: Option<Number>,
        improve: Option<Number>,
        seed: Count,
        options: Option<&Bound<'py, PyDict>>,
    ) -> Answer<Option<Bound<'py, PyArray3<i32>>>> {
        let ends = Ends {
            starts: cells("starts", starts)?,
            goals: cells("goals", goals)?,
        };
        let radius = radius.map(|radius| radius.named("radius")).transpose()?;
        let improve = improve
            .map(|time| options::duration("improve", time.named("improve")?))
            .transpose()?;
        let options = Options::read(options, self, options::OF_FIELDS)?;
        let settings = options.search.route.settings;
        let mut limits = Limits::none();
        (limits.expanded, limits.memory) = (settings.limits.expanded, settings.limits.memory);
        let joint = JointOptions::new()
            .moves(settings.moves)
            .corners(settings.corners)
            .bodies(radius.map_or(Ok(Bodies::Points), bodies)?)
            .seed(seed.named("seed")?)
            .limits(limits);
        let (world, _) = self.seen_by(options.agent)?;
        let mut search = JointSearch::new(&world, &ends.starts, &ends.goals, &joint)
            .map_err(|error| refused(&error))?;
        let first = limited(
            py,
            options.search.time,
            |_| Ok(()),
            |cancel| first(&mut search, cancel),
        )?;
        let Some(plan) = first? else {
            return Ok(None);
        };
        let plan = if improve.is_some() {
            let work = |cancel: &AtomicBool| improved(&mut search, cancel);
            limited(py, improve, |_| Ok(()), work)?.unwrap_or(plan)
        } else {
            plan
        };
        checked(&world, &ends, &plan, &joint)?;
        array(py, &plan).map(Some)
    }
}

struct Ends {
    starts: Vec<IVec3>,
    goals: Vec<IVec3>,
}

/// Finds the first plan; nothing where it is proved that there is none.
fn first(search: &mut JointSearch, cancel: &AtomicBool) -> Answer<Option<JointPlan>> {
    let limit = |name: &str| Err(Failure::world(format!("no plan yet; raise {name}")));
    loop {
        match search.advance(SLICE) {
            Some(JointOutcome::Planned(plan)) => return Ok(Some(plan)),
            Some(JointOutcome::Unsolvable) => return Ok(None),
            Some(JointOutcome::LimitReached(Limit::Memory)) => return limit("limit_memory"),
            Some(_) => return limit("limit_expanded"),
            None if cancel.load(Ordering::Relaxed) => return limit("limit_time"),
            None => {}
        }
    }
}

/// Shortens the plan until the token is set, or it cannot be shorter.
fn improved(search: &mut JointSearch, cancel: &AtomicBool) -> Option<JointPlan> {
    let shortest = search.plan()?.shortest();
    while !cancel.load(Ordering::Relaxed) {
        if search.improve(SLICE)? == shortest {
            break;
        }
    }
    search.plan()
}

fn checked(
    world: &Traversability,
    ends: &Ends,
    plan: &JointPlan,
    options: &JointOptions,
) -> Answer<()> {
    let checked = verify_joint_plan(world, &ends.starts, &ends.goals, plan, options);
    checked.map(drop).map_err(Failure::world)
}

/// Reads a radius in cells.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of a cell within limits"
)]
pub(crate) fn bodies(radius: f64) -> Answer<Bodies> {
    if !(radius > 0.0 && radius <= 4.0) {
        return refuse("radius", format!("{radius} is not above 0 and at most 4"));
    }
    let numerator = (radius * f64::from(PARTS)).round().max(1.0) as u32;
    Bodies::balls(numerator, PARTS).blamed("radius")
}

/// Names the argument that is to blame.
fn refused(error: &TogetherError) -> Failure {
    let argument = match error {
        TogetherError::GoalOutside { .. }
        | TogetherError::GoalBlocked { .. }
        | TogetherError::GoalsOverlap { .. } => "goals",
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
