//! Lifelong planners: agents that are sent on and on, step by step, and nobody meets anybody.

use voxnav_crowd::mapf::{JointPlanError, LifelongPlanner};

use super::mapf::{VoxnavMapfOptions, VoxnavPlannedLeg, meaning};
use crate::border::{call, changing, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::library::{VoxnavLifelongPlanner, VoxnavSpace};
use crate::handles::give;
use crate::joints::{Places, in_world};
use crate::memory::{In, Out};
use crate::objects::{LifelongObject, Seen, with_seen};
use crate::values::{VoxnavCell, VoxnavPoint};

/// The facts about a fleet, as an answer.
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

/// Makes a fleet in the world of a view, or of an agent as of now: `count` agents at their starts, where they
/// stay until `voxnav_lifelong_send` sends them somewhere, and writes its handle into `fleet`. Later edits do not change it.
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
    fleet: Out<VoxnavLifelongPlanner>,
) -> VoxnavStatus {
    call(|| {
        let options = meaning(options.record("options")?)?;
        let starts = starts.list(count, "starts")?;
        let make = |seen: Seen<'_>| {
            let places = Places::of(&seen);
            let (starts, options) = (places.cells(&starts)?, places.options(&options)?);
            let lifelong = in_world(&seen, |world| {
                LifelongPlanner::new(world, &starts, &options)
            })?;
            Ok(LifelongObject { lifelong, places })
        };
        give(fleet, "fleet", || with_seen(space, make))
    })
}

/// Sends an agent of a fleet, by its number from 0, to a goal. Several agents may be sent to one goal; the next comes when
/// the one before has been sent elsewhere.
///
/// Errors: a number of no agent; a goal that is blocked, outside, or cannot be reached. The agent keeps its goal then.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_send(
    fleet: VoxnavLifelongPlanner,
    agent: usize,
    goal: VoxnavPoint,
) -> VoxnavStatus {
    changing(fleet, |own: &mut LifelongObject| {
        let goal = own.places.cell(goal)?;
        Ok(own.lifelong.set_goal(agent, goal)?)
    })
}

/// Takes all agents of a fleet on by one step: each stays, or makes one move, or a step of a ground agent. It takes
/// about a microsecond for each agent; more on the ground, and in a step in which an agent is rescued.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_step(fleet: VoxnavLifelongPlanner) -> VoxnavStatus {
    changing(fleet, |own: &mut LifelongObject| {
        own.lifelong.next_step();
        Ok(())
    })
}

/// Returns `VOXNAV_STATUS_OK` where an agent of a fleet is at its goal; else `VOXNAV_STATUS_PENDING`.
///
/// Errors: a number of no agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_has_arrived(
    fleet: VoxnavLifelongPlanner,
    agent: usize,
) -> VoxnavStatus {
    reading(fleet, |own: &LifelongObject| {
        check(own, agent)?;
        Ok(VoxnavStatus::ok_if(
            own.lifelong.has_reached(agent),
            VoxnavStatus::Pending,
        ))
    })
}

/// Writes the move of several steps that an agent of a fleet is on, by the steps since the fleet began, of which
/// `voxnav_lifelong_info` counts those so far. Returns `VOXNAV_STATUS_NOTHING` for an agent that rests, flies, or moves from
/// cell to cell in one step.
///
/// Errors: a number of no agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_leg(
    fleet: VoxnavLifelongPlanner,
    agent: usize,
    leg: Out<VoxnavPlannedLeg>,
) -> VoxnavStatus {
    reading(fleet, |own: &LifelongObject| {
        check(own, agent)?;
        let on = own.lifelong.leg(agent).map(|on| VoxnavPlannedLeg {
            begins: on.begins,
            ends: on.ends,
            to: own.places.position(on.to).into(),
        });
        leg.put_found(on, "leg")
    })
}

fn check(fleet: &LifelongObject, agent: usize) -> Result<(), Refusal> {
    if agent < fleet.lifelong.agents() {
        return Ok(());
    }
    Err(JointPlanError::NoAgent(agent).into())
}

/// Writes the positions of all agents of a fleet in the order of their starts: at most `capacity`, and into `count` how many
/// there are. Of flying agents these are centers of cells; a ground agent is where it was until a move of several
/// steps has ended.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_places(
    fleet: VoxnavLifelongPlanner,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(fleet, |own: &LifelongObject| {
        let cells = own.lifelong.cells().iter();
        let positions = cells.map(|&cell| own.places.position(cell).into());
        buffer.fill(capacity, count, positions)
    })
}

/// Writes the cells of all agents of a fleet, as `voxnav_lifelong_places` writes their positions.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_cells(
    fleet: VoxnavLifelongPlanner,
    buffer: Out<VoxnavCell>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(fleet, |own: &LifelongObject| {
        let cells = own.lifelong.cells().iter();
        buffer.fill(capacity, count, cells.map(|&cell| cell.into()))
    })
}

/// Writes the facts about a fleet.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_lifelong_info(
    fleet: VoxnavLifelongPlanner,
    info: Out<VoxnavLifelongInfo>,
) -> VoxnavStatus {
    reading(fleet, |own: &LifelongObject| {
        let facts = VoxnavLifelongInfo {
            size: 0,
            agents: own.lifelong.agents(),
            steps: own.lifelong.steps(),
            rescues: own.lifelong.rescues(),
        };
        info.put_record(facts, "info")
    })
}
