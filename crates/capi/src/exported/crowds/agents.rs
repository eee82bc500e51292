//! Targets and places of the agents of a crowd.

use voxnav::ground::Action;
use voxnav_crowd::avoidance::{Character, Shape};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdError, MoveTarget};

use super::crowd::{VoxnavCrowdAgentId, id, number};
use super::updates::VoxnavNoPathReason;
use crate::border::{call, changing, reading};
use crate::code::{Code, code_of};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::routes::{VoxnavAction, VoxnavDestination, VoxnavRemedy, acted, destination};
use crate::handles::{change, read};
use crate::ids::{VoxnavCrowd, VoxnavMapf};
use crate::memory::{In, Out};
use crate::values::VoxnavPoint;

/// The state of an agent of a crowd, as of the last update.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavCrowdAgentState {
    /// The id of the agent.
    pub id: VoxnavCrowdAgentId,
    /// The position.
    pub position: VoxnavPoint,
    /// The velocity, in world units a second; in the time of the update the agent gets no farther than to `target`. Over a
    /// step up, that of an agent that others move leads straight to the end of the step.
    pub velocity: VoxnavPoint,
    /// The point that the agent goes straight to, touching nothing on the way; its position if it stays.
    pub target: VoxnavPoint,
    /// The distance that the agent has still to go, in world units; 0 if it has no route.
    pub remaining: f64,
    /// The action that is on its way: of flying agents `VOXNAV_ACTION_FLY`.
    pub action: Code<VoxnavAction>,
    /// The label of the link that is used, else 0.
    pub label: u32,
    /// 1 if the agent goes for `target`.
    pub is_moving: u32,
    /// 1 if the agent has a destination, another agent to follow, or a velocity to move at.
    pub has_target: u32,
    /// 1 if the agent has a route.
    pub has_route: u32,
    /// 1 if the way of the agent is blocked ahead, as an event has told; there is none for when it is free again.
    pub is_blocked: u32,
    /// The reason why the route of the agent ends before its destination.
    pub partial_reason: Code<VoxnavNoPathReason>,
    /// Zero.
    pub reserved: u32,
}

/// Returns the state of an agent.
fn state(
    crowd: &Crowd,
    id: CrowdAgentId,
    agent: &CrowdAgent,
) -> Result<VoxnavCrowdAgentState, CrowdError> {
    let (step, remaining) = (crowd.motion(id)?, crowd.remaining(id)?);
    let at_rest = if crowd.is_on_ground(id)? {
        Action::Walk
    } else {
        Action::Fly
    };
    let (action, label) = acted(step.action.unwrap_or(at_rest));
    Ok(VoxnavCrowdAgentState {
        id: number(id),
        position: agent.position.into(),
        velocity: step.velocity.into(),
        target: step.to.unwrap_or(agent.position).into(),
        remaining: remaining.unwrap_or(0.0),
        action: action.into(),
        label,
        is_moving: step.to.is_some().into(),
        has_target: crowd.move_target(id)?.is_some().into(),
        has_route: remaining.is_some().into(),
        is_blocked: crowd.is_blocked(id)?.into(),
        partial_reason: code_of::<VoxnavNoPathReason>(&crowd.partial_reason(id)?),
        reserved: 0,
    })
}

/// Sends an agent to a destination: a position, or the best to reach of many places. It goes on along what it has until
/// there is a better route; events tell how it fares. A pointer to a function of the destination's is kept until the
/// agent is sent elsewhere, or the crowd is freed.
///
/// Errors: an unknown id, positions that are not finite, distances that are negative.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_send(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    to: In<VoxnavDestination>,
) -> VoxnavStatus {
    call(|| {
        let to = destination(to)?;
        send(crowd, id, to.into())
    })
}

/// Sends an agent to a position: `voxnav_crowd_send` without a struct.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_send_to(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    to: VoxnavPoint,
) -> VoxnavStatus {
    call(|| send(crowd, id, voxnav::glam::DVec3::from(to).into()))
}

/// Sends `count` agents to one point, where they settle next to each other: each has a place where its body touches nothing
/// and no other, with a way to the point, and they are assigned such that ways do not cross. Writes the place of each into
/// `places`, in the order of `ids`: as many as agents, unless it is null.
///
/// Each agent then has a target and an event of its arrival as if it were sent to its place.
///
/// Errors: an unknown id, `VOXNAV_STATUS_ERROR_OPTIONS` for one that is named twice; a position that is not finite;
/// `VOXNAV_STATUS_ERROR_NO_ROOM` for a point where a body cannot be, or with too few places. No agent is sent then.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_send_group(
    crowd: VoxnavCrowd,
    ids: In<VoxnavCrowdAgentId>,
    count: usize,
    point: VoxnavPoint,
    places: Out<VoxnavPoint>,
) -> VoxnavStatus {
    call(|| {
        let ids = ids.each(count, "ids")?;
        let ids = ids.map(id).collect::<Result<Vec<CrowdAgentId>, _>>()?;
        let found = change(crowd, |own| {
            change(own.navigator, |held| {
                Ok(own.crowd.send_group(&mut held.navigator, &ids, point)?)
            })
        })?;
        let capacity = if places.is_null() { 0 } else { count };
        let found = found.into_iter().map(VoxnavPoint::from);
        places.fill(capacity, Out::null(), found)
    })
}

/// Has an agent follow another one of the crowd up to a distance in world units; it has arrived whenever it is near
/// enough, and goes on when the other one does. What moves by itself is an agent that others move.
///
/// Errors: an unknown id, a distance that is negative.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_follow(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    leader: VoxnavCrowdAgentId,
    within: f64,
) -> VoxnavStatus {
    call(|| send(crowd, id, MoveTarget::following(self::id(leader)?, within)))
}

/// Has an agent move at a velocity, in world units a second, as far as walls and others let it, until it is sent elsewhere or
/// stopped: a longer one counts as its speed. It plans nothing and never arrives; a ground agent stays on the plane that
/// it stands on, and where agents pass through one another it stays where it is.
///
/// Errors: an unknown id, a velocity that is not finite.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_move(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    velocity: VoxnavPoint,
) -> VoxnavStatus {
    call(|| send(crowd, id, MoveTarget::moving(velocity)))
}

fn send(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    move_target: MoveTarget,
) -> Result<(), Refusal> {
    let id = self::id(id)?;
    change(crowd, |own| Ok(own.crowd.send(id, move_target)?))
}

/// A neighbor of a crowd that does not cooperate, such as a player.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavCharacter {
    /// The position: of a ball its center, on the ground the middle of its lower face.
    pub position: VoxnavPoint,
    /// The velocity, in world units a second, which it is expected to keep.
    pub velocity: VoxnavPoint,
    /// The radius, in world units.
    pub radius: f64,
    /// The height, in world units, of a ground agent; 0 for a ball that flies.
    pub height: f64,
}

/// Sets the neighbors that do not cooperate: only agents of the crowd avoid them. The list holds for all updates until
/// the next call, and may be empty.
///
/// Errors: a position or a velocity that is not finite, a radius or a height that is not above zero; those set before
/// stay then.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_set_characters(
    crowd: VoxnavCrowd,
    characters: In<VoxnavCharacter>,
    count: usize,
) -> VoxnavStatus {
    changing(crowd, |own| {
        let characters = characters.each(count, "characters")?.map(|it| {
            let radius = it.radius;
            let shape = if it.height == 0.0 {
                Shape::Ball { radius }
            } else {
                let height = it.height;
                Shape::Disc { radius, height }
            };
            Character::new(shape, it.position, it.velocity)
        });
        let characters: Vec<Character> = characters.collect();
        Ok(own.crowd.set_characters(&characters)?)
    })
}

/// Makes `count` agents follow a joint plan in its order, in flight or over the legs of a ground agent. Each starts in
/// its first cell, where it has to be. No two of them collide, however fast or late they are. An agent that is sent
/// somewhere else, or is removed, leaves the plan.
///
/// Errors: another number of agents than the plan has, or one twice; an unknown id; `VOXNAV_STATUS_ERROR_NO_ROOM` for an
/// agent that is not in its first cell; `VOXNAV_STATUS_ERROR_ARGUMENT` for a search without a plan.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_follow_plan(
    crowd: VoxnavCrowd,
    ids: In<VoxnavCrowdAgentId>,
    count: usize,
    plan: VoxnavMapf,
) -> VoxnavStatus {
    call(|| {
        let ids = ids.each(count, "ids")?;
        change(crowd, |own| {
            read(plan, |joint| {
                let ids = ids.map(id).collect::<Result<Vec<CrowdAgentId>, _>>()?;
                let Some(plan) = &joint.plan else {
                    return Err(Refusal::argument("there is no joint plan yet"));
                };
                change(own.navigator, |held| {
                    let (navigator, bodies) = (&mut held.navigator, joint.bodies);
                    Ok(own.crowd.follow(navigator, &ids, plan, bodies)?)
                })
            })
        })
    })
}

/// Has an agent stay where it is, at the next place where it can rest.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_stop(crowd: VoxnavCrowd, id: VoxnavCrowdAgentId) -> VoxnavStatus {
    changing(crowd, |own| Ok(own.crowd.stop(self::id(id)?)?))
}

/// Writes the waypoints of the smooth route of an agent, from where it was when it was given the route to the end, on the
/// ground where its feet are: at most `capacity`, and into `count` how many there are, none if it has no route.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_waypoints(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(crowd, |own| {
        let waypoints = own.crowd.waypoints(self::id(id)?)?;
        buffer.fill(
            capacity,
            count,
            waypoints.into_iter().map(VoxnavPoint::from),
        )
    })
}

/// Tells a crowd where an agent is: as physics moved it, pushed it, or as a teleport did. If it is off its way, it gets
/// another.
///
/// Errors: an unknown id; a position that is not finite, or so far from zero that numbers are coarse there.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_set_position(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    position: VoxnavPoint,
) -> VoxnavStatus {
    changing(crowd, |own| {
        Ok(own.crowd.set_position(self::id(id)?, position)?)
    })
}

/// Tells a crowd where `count` agents are, each id with the position of the same number.
///
/// Errors: an unknown id; a position that is not finite, or so far from zero that numbers are coarse there; then all are
/// as before.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_move_all(
    crowd: VoxnavCrowd,
    ids: In<VoxnavCrowdAgentId>,
    positions: In<VoxnavPoint>,
    count: usize,
) -> VoxnavStatus {
    call(|| {
        let (ids, positions) = (ids.each(count, "ids")?, positions.each(count, "positions")?);
        let moves = ids.zip(positions);
        change(crowd, |own| {
            for (id, at) in moves.clone() {
                own.crowd.check_position(self::id(id)?, at)?;
            }
            for (id, at) in moves {
                own.crowd.set_position(self::id(id)?, at)?;
            }
            Ok(())
        })
    })
}

/// Writes the states of all agents of a crowd, in the order in which they were added. At most `capacity` states are
/// written; `count` is the number of all.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_states(
    crowd: VoxnavCrowd,
    buffer: Out<VoxnavCrowdAgentState>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(crowd, |own| {
        let agents = own.crowd.agents();
        // All ids are known: they come from the crowd.
        let states = agents.filter_map(|(id, agent)| state(&own.crowd, id, agent).ok());
        buffer.fill(capacity, count, states)
    })
}

/// Writes the state of an agent of a crowd.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_state(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    state: Out<VoxnavCrowdAgentState>,
) -> VoxnavStatus {
    reading(crowd, |own| {
        let id = self::id(id)?;
        let known = self::state(&own.crowd, id, own.crowd.agent(id)?)?;
        state.put(known, "state")
    })
}

/// Writes half of the size of the largest agent of the shape of a flying one that would get to its destination.
/// Returns `VOXNAV_STATUS_NOTHING` if not even a point does, there is a way, or the agent is on the ground or has no
/// destination. It takes up to nine bakes of the world: for a message to a person.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_largest_passable_agent(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    half_extents: Out<VoxnavPoint>,
) -> VoxnavStatus {
    call(|| {
        half_extents.check("half_extents")?;
        let id = self::id(id)?;
        let largest = read(crowd, |own| {
            change(own.navigator, |held| {
                Ok(own.crowd.largest_passable_agent(&mut held.navigator, id)?)
            })
        })?;
        let half = largest.map(|agent| agent.half_extents.as_dvec3().into());
        half_extents.put_found(half, "half_extents")
    })
}

/// Writes what would have to change in the world of the last update for a ground agent to get to its destination,
/// as `voxnav_remedies` does: at most `capacity`, and into `count` how many there are; none for a flying one, or that has
/// no destination.
///
/// Errors: an unknown id; a navigator that was freed.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_remedies(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    buffer: Out<VoxnavRemedy>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(crowd, |own| {
        let remedies = own.crowd.remedies(self::id(id)?)?;
        read(own.navigator, |held| {
            let cells = held.navigator.cells();
            let remedies = remedies.iter().map(|it| VoxnavRemedy::of(it, cells));
            buffer.fill(capacity, count, remedies)
        })
    })
}
