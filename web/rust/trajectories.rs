//! Trajectories: where an agent is at each moment of a smooth path, at regular times.

use voxnav::SmoothPath;
use voxnav::glam::DVec3;
use voxnav::guidance::{MotionLimits, Trajectory};
use voxnav::smoothing::Space;

use crate::agents::view;
use crate::failure::{Answer, Blamed, Failure};
use crate::followers::anchor_of;
use crate::request::rows;
use crate::state::State;

/// The most states of an answer.
const MOST_STATES: f64 = 1_048_576.0;

/// Times the way of an agent along the waypoints that go in. Numbers: the limits, in the order below, and the seconds
/// between two states. Answers: the duration, its lower bound, the length, whether the speed at the start is too high; and
/// the positions and velocities of all states, the last at the end.
pub(crate) fn make(state: &mut State, agent: u32) -> Answer {
    let numbers = state.asked().0;
    let waypoints = rows::<3>("path", &state.input)?;
    let waypoints = waypoints.into_iter().map(DVec3::from_array);
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    let path = SmoothPath::new(waypoints, view.lattice(), anchor_of(view)).blamed("path")?;
    let [
        speed,
        acceleration,
        braking,
        lateral,
        jerk,
        turn_rate,
        climb_rate,
        ..,
    ] = numbers;
    let [
        turning_radius,
        wall_distance,
        wall_speed,
        start_speed,
        end_speed,
        step,
    ] = std::array::from_fn(|place| numbers[7 + place]);
    let limits = MotionLimits::new(speed)
        .acceleration(acceleration)
        .braking(braking)
        .lateral(lateral)
        .jerk(jerk)
        .turn_rate(turn_rate)
        .climb_rate(climb_rate)
        .turning_radius(turning_radius)
        .near_walls(wall_distance, wall_speed)
        .start_speed(start_speed)
        .end_speed(end_speed);
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
    let steps = (trajectory.duration() / step).ceil();
    if !(step > 0.0 && steps < MOST_STATES) {
        let reason = format!("{steps} steps of {step} s; there are from 1 to 2^20");
        return Err(Failure::argument("step", reason));
    }
    let excess = f64::from(u8::from(trajectory.excess().is_some()));
    let facts = [
        trajectory.duration(),
        trajectory.lower_bound(),
        trajectory.length(),
        excess,
    ];
    state.out.numbers[..facts.len()].copy_from_slice(&facts);
    let mut number = 0.0;
    while number <= steps {
        let motion = trajectory.at((step * number).min(trajectory.duration()));
        number += 1.0;
        state.out.points.extend(motion.position.to_array());
        state.out.smooth.extend(motion.velocity.to_array());
    }
    Ok(())
}
