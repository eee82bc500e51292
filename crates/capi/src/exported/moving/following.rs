//! Following of smooth paths.

use voxnav::Follower;
use voxnav::following::{Progress, Steering};

use crate::border::{call, changing, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{change, give, read};
use crate::ids::{VoxnavFollower, VoxnavPath, VoxnavSpace};
use crate::memory::Out;
use crate::objects::with_space;
use crate::values::{VoxnavCell, VoxnavPoint};

/// The place of an agent on its path, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavProgress {
    /// The size of the struct: `sizeof(VoxnavProgress)`.
    pub size: usize,
    /// The distance along the path from its start, in world units.
    pub along: f64,
    /// The distance along the path to its end.
    pub remaining: f64,
    /// The distance of the agent from the path.
    pub off_path: f64,
    /// The nearest point of the path.
    pub nearest: VoxnavPoint,
    /// The number of the waypoint that comes next.
    pub next: usize,
}

/// A place on a path where it is not free any more, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavBlockage {
    /// The size of the struct: `sizeof(VoxnavBlockage)`.
    pub size: usize,
    /// The distance that the agent can still go along the path, in world units.
    pub ahead: f64,
    /// The distance of the place along the path from its start.
    pub along: f64,
    /// The position of the place.
    pub position: VoxnavPoint,
    /// The number of the segment that it is on.
    pub segment: usize,
    /// The cell that blocks.
    pub cell: VoxnavCell,
    /// Zero.
    pub reserved: u32,
}

impl From<Progress> for VoxnavProgress {
    fn from(progress: Progress) -> Self {
        Self {
            size: 0,
            along: progress.along,
            remaining: progress.remaining,
            off_path: progress.off_path,
            nearest: progress.nearest.into(),
            next: progress.next,
        }
    }
}

/// Makes a follower at the start of a smooth path, and writes its handle into `follower`. The path can be freed.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_follower_new(
    path: VoxnavPath,
    follower: Out<VoxnavFollower>,
) -> VoxnavStatus {
    call(|| {
        give(follower, "follower", || {
            read(path, |path| Ok(Follower::new(path.clone())))
        })
    })
}

/// Has a follower follow another path, from its start.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_follower_set_path(
    follower: VoxnavFollower,
    path: VoxnavPath,
) -> VoxnavStatus {
    call(|| {
        let path = read(path, |path| Ok(path.clone()))?;
        change(follower, |follower| {
            *follower = Follower::new(path);
            Ok(())
        })
    })
}

/// Takes note of the position of the agent, and writes its place on the path into `progress`, which may be null.
///
/// Errors: a position that is not finite or too far away; the place stays.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_follower_update(
    follower: VoxnavFollower,
    position: VoxnavPoint,
    progress: Out<VoxnavProgress>,
) -> VoxnavStatus {
    changing(follower, |follower| {
        told(follower.update(position)?, progress)
    })
}

fn told(found: Progress, progress: Out<VoxnavProgress>) -> Result<(), Refusal> {
    progress.put_record_if_asked(found.into(), "progress")
}

/// Moves the place on along the path by a distance, for an agent that follows it exactly, and writes it into `progress`,
/// which may be null.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_follower_advance(
    follower: VoxnavFollower,
    distance: f64,
    progress: Out<VoxnavProgress>,
) -> VoxnavStatus {
    changing(follower, |follower| {
        told(follower.advance(distance), progress)
    })
}

/// Finds the place again on the whole path, for an agent that was put somewhere else, and writes it into `progress`,
/// which may be null.
///
/// Errors: as `voxnav_follower_update`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_follower_relocate(
    follower: VoxnavFollower,
    position: VoxnavPoint,
    progress: Out<VoxnavProgress>,
) -> VoxnavStatus {
    changing(follower, |follower| {
        told(follower.relocate(position)?, progress)
    })
}

/// Writes the place of the agent on the path, as of the last update.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_follower_progress(
    follower: VoxnavFollower,
    progress: Out<VoxnavProgress>,
) -> VoxnavStatus {
    reading(follower, |follower| {
        progress.put_record(follower.progress().into(), "progress")
    })
}

/// Writes the position a distance farther along the path than the agent's place, at most its end.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_follower_look_ahead(
    follower: VoxnavFollower,
    distance: f64,
    target: Out<VoxnavPoint>,
) -> VoxnavStatus {
    reading(follower, |follower| {
        target.put(follower.look_ahead(distance).into(), "target")
    })
}

/// Returns `VOXNAV_STATUS_OK` where the agent is within a distance of the end of its path, along it and straight; else
/// `VOXNAV_STATUS_PENDING`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_follower_has_arrived(
    follower: VoxnavFollower,
    distance: f64,
) -> VoxnavStatus {
    reading(follower, |follower| {
        Ok(VoxnavStatus::ok_if(
            follower.has_arrived(distance),
            VoxnavStatus::Pending,
        ))
    })
}

/// Takes note of the position of the agent, and writes the point of its path that it can go straight to into `target`:
/// the farthest in sight up to `distance` ahead, in the space of a view, of a flying agent as of now, or of a
/// plane. An agent that goes there by any step, and asks again in every frame, arrives and touches nothing.
///
/// Returns `VOXNAV_STATUS_TOWARD`; or `VOXNAV_STATUS_WAY_BLOCKED` or `VOXNAV_STATUS_OUT_OF_SIGHT`, for an agent that
/// needs another route.
///
/// Errors: a position that is not finite or too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_follower_steer(
    follower: VoxnavFollower,
    space: VoxnavSpace,
    position: VoxnavPoint,
    distance: f64,
    target: Out<VoxnavPoint>,
) -> VoxnavStatus {
    call(|| {
        target.check("target")?;
        let steering = change(follower, |follower| {
            with_space(space, |_, space| {
                Ok(follower.clear_look_ahead(position, distance, space)?)
            })
        })?;
        Ok(match steering {
            Steering::Toward(at) => {
                target.put(at.into(), "target")?;
                VoxnavStatus::Toward
            }
            Steering::Blocked => VoxnavStatus::WayBlocked,
            Steering::OutOfSight => VoxnavStatus::OutOfSight,
        })
    })
}

/// Looks for the first place ahead where the path is not free any more, in a space as `voxnav_follower_steer` takes it,
/// and writes it into `blockage`. Returns `VOXNAV_STATUS_BLOCKED`, or `VOXNAV_STATUS_NOTHING` where the path is free.
/// In every frame it costs next to nothing while the chunks that the path crosses are the same.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_follower_check(
    follower: VoxnavFollower,
    space: VoxnavSpace,
    blockage: Out<VoxnavBlockage>,
) -> VoxnavStatus {
    call(|| {
        let found = change(follower, |follower| {
            with_space(space, |_, space| Ok(follower.check(space)))
        })?;
        VoxnavStatus::found(found, |found| {
            let answer = VoxnavBlockage {
                size: 0,
                ahead: found.ahead,
                along: found.along,
                position: found.position.into(),
                segment: found.segment,
                cell: found.cell.into(),
                reserved: 0,
            };
            blockage.put_record_if_asked(answer, "blockage")?;
            Ok(VoxnavStatus::Blocked)
        })
    })
}
