//! Trajectories: where an agent is at each moment of its way.

use voxnav::grid::Heading;
use voxnav::guidance::{Motion, MotionLimits, SmoothRoute};
use voxnav::smoothing::Smoothing;

use super::VoxnavSmoothing;
use crate::border::{call, reading};
use crate::code::Code;
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::routes::keep;
use crate::handles::read;
use crate::ids::{VoxnavPath, VoxnavRoute, VoxnavSpace, VoxnavTrajectory, VoxnavView};
use crate::memory::{In, Out};
use crate::objects::with_space;
use crate::values::{VoxnavHeading, VoxnavPoint};

/// The motions that an agent is able to make. All zero but the size and the speed is a speed alone, from rest to rest.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavMotionLimits {
    /// The size of the struct: `sizeof(VoxnavMotionLimits)`.
    pub size: usize,
    /// The greatest speed, in world units a second.
    pub speed: f64,
    /// The greatest acceleration along the way, in units a second squared; 0 for no limit.
    pub acceleration: f64,
    /// The greatest deceleration along the way, in units a second squared; 0 for no limit.
    pub braking: f64,
    /// The greatest acceleration across the way, in units a second squared; 0 for no limit.
    pub lateral: f64,
    /// The greatest change a second of the acceleration along the way, in units a second cubed; 0 for no limit.
    pub jerk: f64,
    /// The greatest change of direction, in radians a second; 0 for no limit.
    pub turn_rate: f64,
    /// The greatest speed up and down, in units a second; 0 for no limit.
    pub climb_rate: f64,
    /// The least radius of a curve, in units; 0 for an agent that turns on the spot.
    pub turning_radius: f64,
    /// The distance from walls within which `wall_speed` is the limit, in units; 0 for no distance.
    pub wall_distance: f64,
    /// The greatest speed near to walls, in units a second; 0 for no limit.
    pub wall_speed: f64,
    /// The acceleration of falls and of jumps up, in units a second squared; 0 for 9.81.
    pub gravity: f64,
    /// The speed at the start, along the way, in units a second.
    pub start_speed: f64,
    /// The greatest speed at the end, in units a second.
    pub end_speed: f64,
    /// The direction that is up for `climb_rate`; for ground agents it is that of the navigator.
    pub up: Code<VoxnavHeading>,
    /// Zero.
    pub reserved: u32,
}

/// The facts of a trajectory, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavTrajectoryInfo {
    /// The size of the struct: `sizeof(VoxnavTrajectoryInfo)`.
    pub size: usize,
    /// The time of all of the way, in seconds.
    pub duration: f64,
    /// The time below which no agent gets along the way within its limits, in seconds.
    pub lower_bound: f64,
    /// The length of the way, in world units.
    pub length: f64,
    /// 1 if the speed at the start cannot be lost in time: where it is farthest above the limit, `excess` is the speed.
    pub has_excess: u32,
    /// Zero.
    pub reserved: u32,
    /// The place where the speed is farthest above the limit.
    pub excess_at: VoxnavPoint,
    /// The speed there, in units a second.
    pub excess: f64,
    /// The greatest speed that the limits allow there.
    pub excess_limit: f64,
}

/// The state of an agent at a moment of a trajectory, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavMotion {
    /// The size of the struct: `sizeof(VoxnavMotion)`.
    pub size: usize,
    /// The position, in world units.
    pub position: VoxnavPoint,
    /// The velocity, in units a second.
    pub velocity: VoxnavPoint,
    /// The acceleration, in units a second squared.
    pub acceleration: VoxnavPoint,
    /// The number of the leg of the route that the agent is on; 0 along a path.
    pub leg: usize,
}

impl VoxnavMotionLimits {
    fn meaning(&self) -> Result<MotionLimits, Refusal> {
        let or = |value: f64, usual: f64| if value == 0.0 { usual } else { value };
        let limit = |value: f64| or(value, f64::INFINITY);
        let Heading { axis, .. } = self.up.meaning()?;
        let usual = MotionLimits::new(self.speed);
        let limits = usual
            .acceleration(limit(self.acceleration))
            .braking(limit(self.braking))
            .lateral(limit(self.lateral))
            .jerk(limit(self.jerk))
            .turn_rate(limit(self.turn_rate))
            .climb_rate(limit(self.climb_rate))
            .up(axis)
            .turning_radius(self.turning_radius)
            .near_walls(self.wall_distance, limit(self.wall_speed))
            .gravity(or(self.gravity, usual.gravity))
            .start_speed(self.start_speed)
            .end_speed(self.end_speed);
        limits.check()?;
        Ok(limits)
    }
}

impl From<Motion> for VoxnavMotion {
    fn from(motion: Motion) -> Self {
        Self {
            size: 0,
            position: motion.position.into(),
            velocity: motion.velocity.into(),
            acceleration: motion.acceleration.into(),
            leg: motion.leg,
        }
    }
}

/// Makes the trajectory along a route in the world of a view, of an agent of any kind at a position: the route is smoothed
/// from there. Only the steps of `options` count; null for the usual smoothing. Corners become arcs in the air and on even
/// ground, all else leads from cell to cell; falls, jumps and links have a time of their own. Writes its handle into
/// `trajectory`: where that holds the handle of a trajectory already, this takes its place; it has to be 0 at first.
/// Returns `VOXNAV_STATUS_NOTHING`, and writes no handle, for a route without a path.
///
/// Errors: `VOXNAV_STATUS_ERROR_OPTIONS` for refused options and limits, `VOXNAV_STATUS_ERROR_PATH` where the way is
/// blocked, or a corner is too narrow for the turning radius.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_trajectory_new(
    view: VoxnavView,
    route: VoxnavRoute,
    position: VoxnavPoint,
    options: In<VoxnavSmoothing>,
    limits: In<VoxnavMotionLimits>,
    trajectory: Out<VoxnavTrajectory>,
) -> VoxnavStatus {
    call(|| {
        let options = options.record("options")?;
        let smoothing = options.map_or(Ok(Smoothing::default()), |options| options.smoothing())?;
        let limits = limits.needed("limits")?;
        trajectory.check("trajectory")?;
        let made = read(route, |found| {
            read(view, |view| {
                found.kind.check(view)?;
                let limits = limits.meaning()?;
                let smooth = SmoothRoute::new(view, &found.route, position, &smoothing)?;
                let timed = smooth.map(|smooth| smooth.trajectory(view, &limits));
                Ok(timed.transpose()?)
            })
        })?;
        VoxnavStatus::found(made, |made| keep(made, trajectory))
    })
}

/// Makes the trajectory along a smooth path, in a space as `voxnav_follower_steer` takes it, and writes its handle into
/// `trajectory`, as `voxnav_trajectory_new` does.
///
/// Errors: as of `voxnav_trajectory_new`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_trajectory_along(
    space: VoxnavSpace,
    path: VoxnavPath,
    limits: In<VoxnavMotionLimits>,
    trajectory: Out<VoxnavTrajectory>,
) -> VoxnavStatus {
    call(|| {
        let limits = limits.needed("limits")?;
        trajectory.check("trajectory")?;
        let path = read(path, |path| Ok(path.clone()))?;
        let made = with_space(space, |_, space| {
            Ok(path.trajectory(&limits.meaning()?, &space)?)
        })?;
        keep(made, trajectory)
    })
}

/// Writes the facts of a trajectory.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_trajectory_info(
    trajectory: VoxnavTrajectory,
    info: Out<VoxnavTrajectoryInfo>,
) -> VoxnavStatus {
    reading(trajectory, |trajectory| {
        let excess = trajectory.excess();
        let answer = VoxnavTrajectoryInfo {
            size: 0,
            duration: trajectory.duration(),
            lower_bound: trajectory.lower_bound(),
            length: trajectory.length(),
            has_excess: excess.is_some().into(),
            reserved: 0,
            excess_at: excess.map_or_else(Default::default, |it| it.at).into(),
            excess: excess.map_or(0.0, |it| it.speed),
            excess_limit: excess.map_or(0.0, |it| it.limit),
        };
        info.put_record(answer, "info")
    })
}

/// Writes the state of the agent at a time in seconds: before the start that at the start, after the end that at rest
/// there. Nothing is allocated.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_trajectory_at(
    trajectory: VoxnavTrajectory,
    seconds: f64,
    motion: Out<VoxnavMotion>,
) -> VoxnavStatus {
    reading(trajectory, |trajectory| {
        motion.put_record(trajectory.at(seconds).into(), "motion")
    })
}

/// Writes the time at which a trajectory is nearest to a position within a distance, in seconds: an agent that was pushed
/// off it gets on again there. Where it comes near more than once, the time nearest to `around` counts. Returns
/// `VOXNAV_STATUS_NOTHING` for an agent that is farther away, which needs another trajectory.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_trajectory_time_near(
    trajectory: VoxnavTrajectory,
    position: VoxnavPoint,
    distance: f64,
    around: f64,
    seconds: Out<f64>,
) -> VoxnavStatus {
    reading(trajectory, |trajectory| {
        let found = trajectory.time_near(position, distance, around);
        seconds.put_found(found, "seconds")
    })
}
