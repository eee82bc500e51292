//! Trajectories: where an agent is at each moment of a smooth path, at regular times.

use voxnav::SmoothPath;
use voxnav::glam::DVec3;
use voxnav::guidance::{MotionLimits, Trajectory};
use voxnav::smoothing::Space;

use crate::agents::view;
use crate::failure::{Answer, Blamed, Failure};
use crate::request::{json, rows};
use crate::searching::followers::anchor_of;
use crate::state::State;

/// Times the way of an agent. Input: its waypoints, and the limits as JSON. Numbers: the seconds between two states, and the
/// count of waypoints. Answers: the duration, its lower bound, the length, whether the speed at the start is too high; and
/// the positions and velocities of all states, the last at the end.
pub(crate) fn make(state: &mut State, agent: u32) -> Answer {
    let numbers = state.asked();
    let (step, count) = (numbers.0[0], numbers.count("path", 1)? as usize);
    let parts = count.checked_mul(3 * size_of::<f64>());
    let parts = parts.and_then(|bytes| state.input.split_at_checked(bytes));
    let (waypoints, limits) = parts.ok_or_else(|| Failure::argument("path", "it is cut off"))?;
    let limits: MotionLimits = json("limits", limits)?;
    let waypoints = rows::<3>("path", waypoints)?;
    let waypoints = waypoints.into_iter().map(DVec3::from_array);
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    let path = SmoothPath::new(waypoints, view.lattice(), anchor_of(view)).blamed("path")?;
    let (limits, plane) = match view.ground() {
        Some(view) => (
            limits.up(view.moves().locomotion().up.axis),
            view.plane_along(&path),
        ),
        None => (limits, None),
    };
    let space = match (view.flight(), &plane) {
        (Some(view), _) => view.space(),
        (None, Some(plane)) => Space::from(plane),
        (None, None) => {
            return Err(Failure::argument(
                "path",
                "there is no even ground along it",
            ));
        }
    };
    let trajectory = path.trajectory(&limits, &space).blamed("limits")?;
    write(state, &trajectory, step)
}

fn write(state: &mut State, trajectory: &Trajectory, step: f64) -> Answer {
    let states = trajectory.states(step).blamed("step")?;
    let excess = f64::from(u8::from(trajectory.excess().is_some()));
    let facts = [
        trajectory.duration(),
        trajectory.lower_bound(),
        trajectory.length(),
        excess,
    ];
    state.out.numbers[..facts.len()].copy_from_slice(&facts);
    for motion in states {
        state.out.points.extend(motion.position.to_array());
        state.out.smooth.extend(motion.velocity.to_array());
    }
    Ok(())
}
