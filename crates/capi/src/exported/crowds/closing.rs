//! Doors, crates and lifts that move unless they would close on an agent of a crowd.

use voxnav::colliders::ObstacleId;
use voxnav_crowd::crowd::MoveOutcome;

use super::crowd::{VoxnavCrowdAgentId, number};
use crate::border::call;
use crate::error::VoxnavStatus;
use crate::exported::world::{VoxnavObstacleId, placement};
use crate::handles::{change, read};
use crate::ids::VoxnavCrowd;
use crate::memory::Out;
use crate::values::{VoxnavPoint, VoxnavRotation};

/// Moves an obstacle of the navigator of a crowd to a position, under a rotation that is none where it is all zero, unless
/// it would touch an agent of the crowd there: then it returns `VOXNAV_STATUS_IN_THE_WAY`, and writes the ids of those in its
/// way in the order in which they were added, at most `capacity`, and into `count` how many there are. The way there does
/// not count: move what moves far in small steps. It takes a box query for each agent.
///
/// Errors: an unknown id, a placement that is refused, a navigator that was freed, an agent that was removed from it. The
/// obstacle is where it was then.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_try_move_obstacle(
    crowd: VoxnavCrowd,
    obstacle: VoxnavObstacleId,
    position: VoxnavPoint,
    rotation: VoxnavRotation,
    buffer: Out<VoxnavCrowdAgentId>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        if capacity > 0 {
            buffer.check("buffer")?;
        }
        let (id, to) = (
            ObstacleId::from_bits(obstacle),
            placement(position, rotation),
        );
        let closing = read(crowd, |own| {
            change(own.navigator, |held| {
                let navigator = &mut held.navigator;
                Ok(own.crowd.try_move_obstacle(navigator, id, to)?)
            })
        })?;
        let in_the_way = match closing {
            MoveOutcome::Moved => Vec::new(),
            MoveOutcome::Blocked(ids) => ids,
        };
        let is_moved = in_the_way.is_empty();
        buffer.fill(capacity, count, in_the_way.into_iter().map(number))?;
        Ok(VoxnavStatus::ok_if(is_moved, VoxnavStatus::InTheWay))
    })
}
