//! Lifelong planners: agents that are sent on and on, step by step, without collisions.

use voxnav_crowd::mapf::{JointPlanError, LifelongPlanner};

use super::mapf::{VoxnavMapfOptions, VoxnavPlannedLeg, meaning};
use crate::border::{call, changing, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::give;
use crate::ids::{VoxnavLifelongPlanner, VoxnavSpace};
use crate::joints::{Places, in_world};
use crate::memory::{In, Out};
use crate::objects::{LifelongObject, with_seen};
use crate::seen::AgentWorld;
use crate::values::{VoxnavCell, VoxnavPoint};

/// The facts about a planner, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavLifelongInfo {
    /// The size of the struct: `sizeof(VoxnavLifelongInfo)`.
    pub size: usize,
    /// The number of agents.
    pub agents: usize,
    /// The number of steps so far.
    pub steps: u64,
    /// The number of agents for which a way had to be searched, as they did not get to their goals by themselves.
    pub rescues: u64,
}

/// Makes a planner in the world of a view, or of an agent as of now: `count` agents at their starts, where they
/// stay until `voxnav_lifelong_send` sends them somewhere, and writes its handle into `planner`. Later edits do not change it.
/// Ground agents settle below positions, and their moves take steps by what they cost: see `voxnav_lifelong_leg`.
///
/// Errors: positions that are not finite or too far away; starts that are blocked, outside, or taken twice; a radius out
/// of range, or too large for cells as flat as these; `VOXNAV_STATUS_ERROR_TOO_MUCH` where the limit of memory is too low.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_new(
    space: VoxnavSpace,
    starts: In<VoxnavPoint>,
    count: usize,
    options: In<VoxnavMapfOptions>,
    planner: Out<VoxnavLifelongPlanner>,
) -> VoxnavStatus {
    call(|| {
        let options = meaning(options.record("options")?)?;
        let starts = starts.list(count, "starts")?;
        let make = |seen: AgentWorld<'_>| {
            let places = Places::of(&seen);
            let (starts, options) = (places.cells(&starts)?, places.options(&options)?);
            let lifelong = in_world(&seen, |world| {
                LifelongPlanner::new(world, &starts, &options)
            })?;
            Ok(LifelongObject { lifelong, places })
        };
        give(planner, "planner", || with_seen(space, make))
    })
}

/// Sends an agent of a planner, by its number from 0, to a goal. Several agents may be sent to one goal; the next comes when
/// the one before has been sent elsewhere.
///
/// Errors: a number of no agent; a goal that is blocked, outside, or cannot be reached. The agent keeps its goal then.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_send(
    planner: VoxnavLifelongPlanner,
    agent: usize,
    goal: VoxnavPoint,
) -> VoxnavStatus {
    changing(planner, |own| {
        let goal = own.places.cell(goal)?;
        Ok(own.lifelong.set_goal(agent, goal)?)
    })
}

/// Takes all agents of a planner on by one step: each stays, or makes one move, or a step of a ground agent. It takes
/// about a microsecond for each agent; more on the ground, and in a step in which an agent is rescued.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_step(planner: VoxnavLifelongPlanner) -> VoxnavStatus {
    changing(planner, |own| {
        own.lifelong.next_step();
        Ok(())
    })
}

/// Returns `VOXNAV_STATUS_OK` where an agent of a planner is at its goal; else `VOXNAV_STATUS_PENDING`.
///
/// Errors: a number of no agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_has_arrived(
    planner: VoxnavLifelongPlanner,
    agent: usize,
) -> VoxnavStatus {
    reading(planner, |own| {
        check(own, agent)?;
        Ok(VoxnavStatus::ok_if(
            own.lifelong.has_reached(agent),
            VoxnavStatus::Pending,
        ))
    })
}

/// Writes the move of several steps that an agent of a planner is on, by the steps since the planner began, of which
/// `voxnav_lifelong_info` counts those so far. Returns `VOXNAV_STATUS_NOTHING` for an agent that rests, flies, or moves from
/// cell to cell in one step.
///
/// Errors: a number of no agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_leg(
    planner: VoxnavLifelongPlanner,
    agent: usize,
    leg: Out<VoxnavPlannedLeg>,
) -> VoxnavStatus {
    reading(planner, |own| {
        check(own, agent)?;
        let on = own.lifelong.leg(agent).map(|on| VoxnavPlannedLeg {
            begins: on.begins,
            ends: on.ends,
            to: own.places.position(on.to).into(),
        });
        leg.put_found(on, "leg")
    })
}

fn check(planner: &LifelongObject, agent: usize) -> Result<(), Refusal> {
    if agent < planner.lifelong.agents() {
        return Ok(());
    }
    Err(JointPlanError::NoAgent(agent).into())
}

/// Writes the positions of all agents of a planner in the order of their starts: at most `capacity`, and into `count` how many
/// there are. Of flying agents these are centers of cells; a ground agent is where it was until a move of several
/// steps has ended.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_places(
    planner: VoxnavLifelongPlanner,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(planner, |own| {
        let cells = own.lifelong.cells().iter();
        let positions = cells.map(|&cell| own.places.position(cell).into());
        buffer.fill(capacity, count, positions)
    })
}

/// Writes the cells of all agents of a planner, as `voxnav_lifelong_places` writes their positions.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_cells(
    planner: VoxnavLifelongPlanner,
    buffer: Out<VoxnavCell>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(planner, |own| {
        let cells = own.lifelong.cells().iter();
        buffer.fill(capacity, count, cells.map(|&cell| cell.into()))
    })
}

/// Writes the facts about a planner.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_info(
    planner: VoxnavLifelongPlanner,
    info: Out<VoxnavLifelongInfo>,
) -> VoxnavStatus {
    reading(planner, |own| {
        let facts = VoxnavLifelongInfo {
            size: 0,
            agents: own.lifelong.agents(),
            steps: own.lifelong.steps(),
            rescues: own.lifelong.rescues(),
        };
        info.put_record(facts, "info")
    })
}
