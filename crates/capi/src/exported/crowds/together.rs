//! Joint plans: many agents in discrete time, and nobody meets anybody.

use voxnav::Lattice;
use voxnav::glam::IVec3;
use voxnav_crowd::together::{
    Bodies, DistanceTables, JointOptions, JointOutcome, JointPlan, JointSearch, Limit, Limits,
    Threads,
};

use crate::border::call;
use crate::code::{Code, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::library::{VoxnavSpace, VoxnavTogether};
use crate::exported::routes::{VoxnavCorners, VoxnavMoves};
use crate::handles::{change, insert, read};
use crate::memory::{In, Out};
use crate::objects::{Joint, with_cells};
use crate::values::{VoxnavCell, VoxnavPoint};

/// The distances to goals that agents of a joint plan follow. All plans are legal; with estimated distances they may be
/// longer.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavDistances {
    /// Exact where all tables fit into half of the memory limit, or into 512 MiB where there is none; else estimated.
    Auto = 0,
    /// A table for each goal: two bits for every cell.
    Exact = 1,
    /// A table for each piece of 16 x 16 x 16 cells with goals, and a kilobyte for each goal.
    Estimated = 2,
}

/// The limit that a joint plan has reached.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavTogetherLimit {
    /// No limit was reached.
    None = 0,
    /// The search expanded as many configurations as it may.
    Expanded = 1,
    /// The search needs more memory than it may have.
    Memory = 2,
}

coded! {
    VoxnavDistances is "kind of distances": DistanceTables {
        Auto => DistanceTables::Auto,
        Exact => DistanceTables::Exact,
        Estimated => DistanceTables::Estimated,
    }
    VoxnavTogetherLimit is "limit": VoxnavTogetherLimit {
        None => Self::None,
        Expanded => Self::Expanded,
        Memory => Self::Memory,
    }
}

/// The options of a joint plan. All zero but the size, or a null pointer, is 26 moves with strict corners for points,
/// without limits, on one thread.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavTogetherOptions {
    /// The size of the struct: `sizeof(VoxnavTogetherOptions)`.
    pub size: usize,
    /// The moves from cell to cell, each of which takes one step.
    pub moves: Code<VoxnavMoves>,
    /// The rule for the cells beside a diagonal move.
    pub corners: Code<VoxnavCorners>,
    /// The numerator of the radius that agents keep from each other, in cells; 0 for points, which conflict where they
    /// meet in a cell or in the middle of moves that swap or cross.
    pub radius_numerator: u32,
    /// The denominator of the radius, at most 65,536: the radius is at most 4 cells.
    pub radius_denominator: u32,
    /// The most configurations expanded, each a step of all agents; 0 for any number.
    pub most_expanded: u64,
    /// The most bytes in use; 0 for any number.
    pub most_memory: u64,
    /// The seed of the draws that break ties. Equal seeds give equal plans.
    pub seed: u64,
    /// 1 for distances that are worked out on all processors. The plan is the same.
    pub parallel: u32,
    /// The distances to goals.
    pub distances: Code<VoxnavDistances>,
}

/// The facts about a joint plan, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavTogetherInfo {
    /// The size of the struct: `sizeof(VoxnavTogetherInfo)`.
    pub size: usize,
    /// The number of agents of the plan; 0 where there is no plan yet.
    pub agents: usize,
    /// The number of steps until all agents stand at their goals for good.
    pub steps: usize,
    /// The sum of costs: for each agent the steps until it stands at its goal for good.
    pub cost: u64,
    /// The sum of the shortest paths of all agents, were each alone, or a lower bound of it: no plan costs less.
    pub shortest: u64,
    /// The most that the plan may cost in parts of the cheapest one.
    pub bound: f64,
    /// The number of configurations expanded.
    pub expanded: u64,
    /// The limit that was reached.
    pub limit: Code<VoxnavTogetherLimit>,
    /// Zero.
    pub reserved: u32,
}

impl VoxnavTogetherOptions {
    fn meaning(&self) -> Result<JointOptions, Refusal> {
        let mut limits = Limits::none();
        if self.most_expanded > 0 {
            limits = limits.expanded(self.most_expanded);
        }
        if self.most_memory > 0 {
            limits = limits.memory(self.most_memory);
        }
        let bodies = match self.radius_numerator {
            0 => Bodies::Points,
            numerator => Bodies::balls(numerator, self.radius_denominator)?,
        };
        let threads = match self.parallel {
            0 => Threads::One,
            _ => Threads::Pool,
        };
        Ok(JointOptions::new()
            .moves(self.moves.meaning()?)
            .corners(self.corners.meaning()?)
            .bodies(bodies)
            .limits(limits)
            .seed(self.seed)
            .threads(threads)
            .distances(self.distances.meaning()?))
    }
}

/// Begins a joint plan in the world of a view, or of an agent that flies as of now, for `count` agents that go each from
/// one position to the goal of the same number, and writes its handle into `together`: `voxnav_together_step` makes it.
/// Agents are in the cells of positions; walls are kept away from by the world that they move in.
///
/// Errors: positions that are not finite or too far away; starts and goals that are blocked, outside, or taken twice,
/// all of which the message names; a radius out of range.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_together_new(
    space: VoxnavSpace,
    starts: In<VoxnavPoint>,
    goals: In<VoxnavPoint>,
    count: usize,
    options: In<VoxnavTogetherOptions>,
    together: Out<VoxnavTogether>,
) -> VoxnavStatus {
    call(|| {
        let options = options.record("options")?;
        let options = options.map_or(Ok(JointOptions::new()), |options| options.meaning())?;
        let (starts, goals) = (starts.list(count, "starts")?, goals.list(count, "goals")?);
        together.check("together")?;
        let begun = with_cells(space, |lattice, world| {
            let (starts, goals) = (cells(lattice, &starts)?, cells(lattice, &goals)?);
            Ok(Joint {
                search: JointSearch::new(world, &starts, &goals, &options)?,
                lattice: *lattice,
                bodies: options.bodies,
                outcome: None,
                plan: None,
            })
        })?;
        together.put(insert(begun)?, "together")
    })
}

fn cells(lattice: &Lattice, positions: &[VoxnavPoint]) -> Result<Vec<IVec3>, Refusal> {
    let cells = positions.iter().map(|&at| lattice.cell_at(at.into()));
    Ok(cells.collect::<Result<_, _>>()?)
}

/// Searches on for at most `most` configurations. Returns `VOXNAV_STATUS_PENDING`; `VOXNAV_STATUS_FOUND` once there is a
/// plan, `VOXNAV_STATUS_UNREACHABLE` with the proof that there is none, `VOXNAV_STATUS_LIMIT_REACHED` for a limit that
/// came first.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_together_step(together: VoxnavTogether, most: u64) -> VoxnavStatus {
    call(|| {
        change::<Joint, _>(together, |joint| {
            if joint.outcome.is_none() {
                let (status, limit) = match joint.search.advance(most) {
                    None => return Ok(VoxnavStatus::Pending),
                    Some(JointOutcome::Planned(plan)) => {
                        joint.plan = Some(plan);
                        (VoxnavStatus::Found, VoxnavTogetherLimit::None)
                    }
                    Some(JointOutcome::LimitReached(Limit::Memory)) => {
                        (VoxnavStatus::LimitReached, VoxnavTogetherLimit::Memory)
                    }
                    Some(JointOutcome::LimitReached(_)) => {
                        (VoxnavStatus::LimitReached, VoxnavTogetherLimit::Expanded)
                    }
                    Some(_) => (VoxnavStatus::Unreachable, VoxnavTogetherLimit::None),
                };
                joint.outcome = Some((status, limit));
            }
            Ok(joint
                .outcome
                .map_or(VoxnavStatus::Pending, |(status, _)| status))
        })
    })
}

/// Tries to shorten the plan that was found, by new paths for a few agents at a time: `tries` times, some milliseconds
/// each at most. The plan never becomes worse. Returns `VOXNAV_STATUS_NOTHING` where there is no plan yet.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_together_improve(together: VoxnavTogether, tries: u64) -> VoxnavStatus {
    call(|| {
        change::<Joint, _>(together, |joint| {
            if joint.plan.is_none() || joint.search.improve(tries).is_none() {
                return Ok(VoxnavStatus::Nothing);
            }
            joint.plan = joint.search.plan();
            Ok(VoxnavStatus::Ok)
        })
    })
}

/// Writes the facts about a joint plan.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_together_info(
    together: VoxnavTogether,
    info: Out<VoxnavTogetherInfo>,
) -> VoxnavStatus {
    call(|| {
        let facts = read::<Joint, _>(together, |joint| {
            let plan = joint.plan.as_ref();
            let limit = joint
                .outcome
                .map_or(VoxnavTogetherLimit::None, |(_, limit)| limit);
            Ok(VoxnavTogetherInfo {
                size: 0,
                agents: plan.map_or(0, JointPlan::agents),
                steps: plan.map_or(0, JointPlan::steps),
                cost: plan.map_or(0, JointPlan::cost),
                shortest: plan.map_or(0, JointPlan::shortest),
                bound: plan.map_or(0.0, JointPlan::bound),
                expanded: joint.search.expanded(),
                limit: limit.into(),
                reserved: 0,
            })
        })?;
        info.put_record(facts, "info")
    })
}

/// Uses the plan of a search that has one.
fn with_plan(
    together: VoxnavTogether,
    used: impl FnOnce(&Lattice, &JointPlan) -> Result<VoxnavStatus, Refusal>,
) -> Result<VoxnavStatus, Refusal> {
    read::<Joint, _>(together, |joint| match &joint.plan {
        None => Ok(VoxnavStatus::Nothing),
        Some(plan) => used(&joint.lattice, plan),
    })
}

/// Returns the cells of an agent of a plan.
fn path_of(plan: &JointPlan, agent: usize) -> Result<&[IVec3], Refusal> {
    if agent < plan.agents() {
        return Ok(plan.path(agent));
    }
    let message = format!(
        "the plan has {} agents, none of number {agent}",
        plan.agents()
    );
    Err(Refusal::argument(message))
}

/// Writes the positions of an agent after each step, from its start to where it stands for good, centers of cells: at
/// most `capacity`, and into `count` how many there are. Returns `VOXNAV_STATUS_NOTHING` where there is no plan.
///
/// Errors: a number of no agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_together_path(
    together: VoxnavTogether,
    agent: usize,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        with_plan(together, |lattice, plan| {
            let path = path_of(plan, agent)?;
            let centers = path.iter().map(|&cell| lattice.center(cell).into());
            buffer.fill(capacity, count, centers)
        })
    })
}

/// Writes the cells of an agent after each step, as `voxnav_together_path` writes its positions.
///
/// Errors: a number of no agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_together_cells(
    together: VoxnavTogether,
    agent: usize,
    buffer: Out<VoxnavCell>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        with_plan(together, |_, plan| {
            let path = path_of(plan, agent)?;
            buffer.fill(capacity, count, path.iter().map(|&cell| cell.into()))
        })
    })
}

/// Writes the positions of all agents after so many steps, in the order of their starts: at most `capacity`, and into
/// `count` how many there are. Agents stand at their goals for good at last. Returns `VOXNAV_STATUS_NOTHING` where there
/// is no plan.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_together_places(
    together: VoxnavTogether,
    step: usize,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        with_plan(together, |lattice, plan| {
            let cells = (0..plan.agents()).map(|agent| plan.at(agent, step));
            let centers = cells.map(|cell| lattice.center(cell).into());
            buffer.fill(capacity, count, centers)
        })
    })
}
