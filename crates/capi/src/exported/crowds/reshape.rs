//! Speeds, priorities and bodies of agents of a crowd, as they change.

use super::crowd::{VoxnavCrowdAgentId, body, id};
use crate::border::changing;
use crate::error::VoxnavStatus;
use crate::exported::routes::keep_away;
use crate::handles::change;
use crate::ids::{VoxnavAgent, VoxnavCrowd};
use crate::values::given;

/// Sets the speed of an agent, in world units a second. With 0 it stays where it is, and keeps where it is sent.
///
/// Errors: an unknown id, a speed that is negative or not finite.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_set_speed(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    speed: f64,
) -> VoxnavStatus {
    changing(crowd, |own| {
        Ok(own.crowd.set_speed(self::id(id)?, speed)?)
    })
}

/// Sets the priority of an agent: others make way for one of a higher one.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_set_priority(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    priority: i32,
) -> VoxnavStatus {
    changing(crowd, |own| {
        Ok(own.crowd.set_priority(self::id(id)?, priority)?)
    })
}

/// Sets the radius of an agent for others, in world units; 0 for that of its body. An agent that now overlaps others
/// parts from them, and an event reports the overlap.
///
/// Errors: an unknown id, a radius that is negative or not finite.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_set_radius(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    radius: f64,
) -> VoxnavStatus {
    changing(crowd, |own| {
        Ok(own.crowd.set_radius(self::id(id)?, given(radius))?)
    })
}

/// Sets the distance that a flying agent keeps from what blocks it, in world units, where there is room, and the weight
/// of moves right next to that, from 1. A distance of 0 uses the options of the crowd. The agent keeps its destination
/// and is given another route.
///
/// Errors: an unknown id, a distance that is negative or not a number, a weight of zero or above 65,535, an agent on the
/// ground.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_set_keep_away(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    distance: f64,
    weight: u32,
) -> VoxnavStatus {
    changing(crowd, |own| {
        let keep_away = keep_away(distance, weight)?;
        Ok(own.crowd.set_keep_away(self::id(id)?, keep_away)?)
    })
}

/// Gives an agent of a crowd the body of another agent of the navigator, such as a larger one. It keeps its position and
/// where it is sent, and is given another route.
///
/// Errors: an unknown id; an agent of another navigator; `VOXNAV_STATUS_ERROR_NO_ROOM` where the body does not fit.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_set_body(
    crowd: VoxnavCrowd,
    id: VoxnavCrowdAgentId,
    agent: VoxnavAgent,
) -> VoxnavStatus {
    changing(crowd, |own| {
        let (id, body) = (self::id(id)?, body(agent, own.navigator)?);
        change(own.navigator, |held| {
            Ok(own.crowd.set_body(&mut held.navigator, id, body)?)
        })
    })
}
