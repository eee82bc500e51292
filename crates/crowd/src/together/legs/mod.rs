//! Joint plans of moves that take their cost in steps, for agents on the ground and any moves that a caller supplies.
//!
//! A leg is one move: it takes as many steps as its cost is straight moves, rounded up, and holds all its cells meanwhile,
//! from the cell that it begins at to the one that it leads to. An agent between two legs holds its cell.
//!
//! INVARIANT: whatever an agent does in a step, it holds the cells that it held before. So a leg is possible if all its
//! cells are free of others, and an agent can always stay.

mod graph;
mod plan;
mod step;
mod verify;

use ahash::{AHashMap, RandomState};
use voxnav::glam::IVec3;
use voxnav::ground::Successors;

use super::checks::overlapping;
use super::error::TogetherError;
use super::lacam::{Aim, Lacam, Progress};
use super::options::{Bodies, JointOptions, Limit};
use graph::Graph;
use step::LegSteps;

pub use plan::{LegOutcome, LegPlan, PlannedLeg};
pub use verify::verify_leg_plan;

/// Plans legs for all agents, from each start to the goal at the same place in the list, so that nobody ever holds a cell
/// that another agent holds, or one nearer to it than twice the radius of [balls](super::Bodies).
///
/// The cells of a leg are those of the box that its ends span; of a leg whose box has more than 512 cells, as a link may
/// have, the ends alone. Moves and corners of the options are not looked at, nor are threads and the kind of distances.
///
/// # Guarantees
///
/// Complete, as [`plan_together`](super::plan_together). Equal input gives equal plans.
///
/// # Errors
///
/// [`TogetherError`], which names the agents.
///
/// # Complexity
///
/// A search by steps for each goal over all cells that agents reach; for each step the cells that agents hold.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav_crowd::together::{JointOptions, LegOutcome, plan_legs, verify_leg_plan};
///
/// // Two walkers change places on a floor; a diagonal step takes two steps of time.
/// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 3, 3)))?.commit();
/// let ground = Ground::new(&floor, &Locomotion::walker())?;
/// let starts = [IVec3::new(0, 1, 0), IVec3::new(4, 1, 0)];
/// let goals = [starts[1], starts[0]];
/// let outcome = plan_legs(&ground.moves(), &starts, &goals, &JointOptions::new())?;
/// let LegOutcome::Planned(plan) = outcome else { return Err("no plan".into()) };
/// let checked = verify_leg_plan(&ground.moves(), &starts, &goals, &plan, &JointOptions::new());
/// assert_eq!(checked, Ok(plan.cost()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_legs<S: Successors>(
    moves: &S,
    starts: &[IVec3],
    goals: &[IVec3],
    options: &JointOptions,
) -> Result<LegOutcome, TogetherError> {
    check(moves, starts, goals, options)?;
    let limits = options.limits;
    let Ok(graph) = Graph::new(moves, starts, limits.memory) else {
        return Ok(LegOutcome::LimitReached(Limit::Memory));
    };
    let numbers = |cells: &[IVec3]| -> Option<Vec<u32>> {
        cells.iter().map(|&cell| graph.node(cell)).collect()
    };
    let (Some(from), Some(to)) = (numbers(starts), numbers(goals)) else {
        return Ok(LegOutcome::Unsolvable);
    };
    let table_bytes = 4 * (graph.nodes() * to.len()) as u64;
    let left = limits
        .memory
        .map(|most| most.saturating_sub(graph.bytes() + table_bytes));
    if limits
        .memory
        .is_some_and(|most| graph.bytes() + table_bytes > most)
    {
        return Ok(LegOutcome::LimitReached(Limit::Memory));
    }
    let tables: Vec<Vec<u32>> = to.iter().map(|&goal| graph.steps_to(goal)).collect();
    let starts_and_tables = from.iter().zip(&tables);
    let distances: Vec<u32> = starts_and_tables
        .map(|(&node, table)| table[node as usize])
        .collect();
    if distances.contains(&u32::MAX) {
        return Ok(LegOutcome::Unsolvable);
    }
    let shortest = distances.iter().map(|&it| u64::from(it)).sum();
    let mut steps = LegSteps::new(&graph, &tables, options);
    let mut lacam = Lacam::new(Aim::Own, &from, to, &distances);
    let mut limits = limits;
    limits.memory = left;
    while lacam.progress == Progress::Running {
        lacam.advance(&mut steps, limits, u64::MAX);
    }
    Ok(match lacam.progress {
        Progress::Limited(limit) => LegOutcome::LimitReached(limit),
        Progress::Found => {
            let paths = lacam.paths();
            let legs = paths.iter().map(|path| graph.legs(path)).collect();
            LegOutcome::Planned(LegPlan::new(starts.to_vec(), legs, shortest))
        }
        Progress::Running | Progress::Unsolvable => LegOutcome::Unsolvable,
    })
}

fn check<S: Successors>(
    moves: &S,
    starts: &[IVec3],
    goals: &[IVec3],
    options: &JointOptions,
) -> Result<(), TogetherError> {
    if starts.len() != goals.len() {
        let (starts, goals) = (starts.len(), goals.len());
        return Err(TogetherError::Counts { starts, goals });
    }
    let bounds = moves.bounds();
    for (agent, (&start, &goal)) in starts.iter().zip(goals).enumerate() {
        if !bounds.contains(start) {
            return Err(TogetherError::StartOutside { agent, cell: start });
        }
        if !bounds.contains(goal) {
            return Err(TogetherError::GoalOutside { agent, cell: goal });
        }
        if !moves.can_be_at(start) {
            return Err(TogetherError::StartBlocked { agent, cell: start });
        }
        if !moves.can_be_at(goal) {
            return Err(TogetherError::GoalBlocked { agent, cell: goal });
        }
    }
    if let Some(agents) = overlapping(starts, options.bodies) {
        return Err(TogetherError::StartsOverlap { agents });
    }
    let overlap = overlapping(goals, options.bodies);
    overlap.map_or(Ok(()), |agents| Err(TogetherError::GoalsOverlap { agents }))
}

/// A map from cells to numbers, in no order that anything hangs on.
type Numbers = AHashMap<IVec3, u32>;

fn numbers() -> Numbers {
    AHashMap::with_hasher(RandomState::with_seeds(33, 34, 35, 36))
}

/// The most cells of the box of a leg that holds all of them.
const MOST_HELD: i64 = 512;

/// Returns the cells that a leg holds.
pub(super) fn held(from: IVec3, to: IVec3) -> Vec<IVec3> {
    let (min, max) = (from.min(to), from.max(to));
    let size = (max.as_i64vec3() - min.as_i64vec3()) + 1;
    let volume = size
        .x
        .checked_mul(size.y)
        .and_then(|area| area.checked_mul(size.z));
    if volume.is_none_or(|volume| volume > MOST_HELD) {
        return vec![from, to];
    }
    let mut cells = Vec::new();
    for z in min.z..=max.z {
        for y in min.y..=max.y {
            cells.extend((min.x..=max.x).map(|x| IVec3::new(x, y, z)));
        }
    }
    cells
}

/// Returns the offsets of cells nearer to a cell than twice the radius, itself first.
pub(super) fn near_cells(bodies: Bodies) -> Vec<IVec3> {
    let mut near = vec![IVec3::ZERO];
    let Bodies::Balls(radius) = bodies else {
        return near;
    };
    let [numerator, denominator] = <[u32; 2]>::from(radius.parts()).map(i64::from);
    let reach = (2 * numerator / denominator) as i32;
    let side = 2 * reach + 1;
    let all = (0..side * side * side)
        .map(|at| IVec3::new(at % side, at / side % side, at / side / side) - reach);
    near.extend(all.filter(|offset| {
        let squared = offset.as_i64vec3().dot(offset.as_i64vec3());
        squared > 0 && squared * denominator * denominator < 4 * numerator * numerator
    }));
    near
}
