//! Walkers that go by the time of a trajectory: within their limits, through nothing, to the end.

use super::on_foot::Hill;
use voxnav::glam::DVec3;
use voxnav::ground::{Action, Footing, Jump, Locomotion};
use voxnav::guidance::{Motion, MotionLimits, SmoothRoute, Trajectory, TrajectoryError};
use voxnav::search::Cost;
use voxnav::smoothing::Smoothing;
use voxnav::{Follower, RouteEnd, RouteOptions, View};
use voxnav_testkit::{Draws, hold, seeds};

/// The number of moments that are looked at.
const MOMENTS: u32 = 240;

fn unless(is_so: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(what()) }
}

fn limits(draws: &mut Draws, scale: f64) -> MotionLimits {
    let mut any = |low: f64, high: f64| {
        let is_set = draws.below(2) > 0;
        let value = draws.within(low, high);
        if is_set { value } else { f64::INFINITY }
    };
    let (acceleration, lateral) = (any(0.5, 5.0) * scale, any(0.2, 5.0) * scale);
    let (turn_rate, climb_rate) = (any(0.5, 4.0), any(0.2, 2.0) * scale);
    MotionLimits::new(draws.within(0.5, 4.0) * scale)
        .acceleration(acceleration)
        .braking(acceleration)
        .lateral(lateral)
        .turn_rate(turn_rate)
        .climb_rate(climb_rate)
        .gravity(draws.within(2.0, 20.0) * scale)
        .near_walls(draws.pick(&[0.0, 0.5]) * scale, 0.3 * scale)
}

/// Checks the limits of a moment on a leg of an action.
fn check_moment(
    now: &Motion,
    action: Action,
    limits: &MotionLimits,
    up: DVec3,
) -> Result<(), String> {
    let holds = |value: f64, limit: f64| value <= limit * (1.0 + 1e-6);
    let (speed, rise) = (now.velocity.length(), now.velocity.dot(up));
    let is_thrown = now.acceleration == up * -limits.gravity;
    let may_be = match action {
        Action::Drop => rise <= 0.0,
        _ => action == Action::Jump,
    };
    if is_thrown && may_be {
        return Ok(());
    }
    let force = now.acceleration.length();
    unless(holds(speed, limits.speed), || format!("speed {speed}"))?;
    unless(holds(rise.abs(), limits.climb_rate), || {
        format!("climbs by {rise}")
    })?;
    let most = limits.acceleration.hypot(limits.lateral);
    unless(holds(force, most), || format!("accelerates by {force}"))
}

/// Walks a route by its time, and asks for the rest of it on the way.
fn walk(
    hill: &Hill,
    view: &View,
    smooth: &SmoothRoute,
    limits: &MotionLimits,
) -> Result<(Vec<Action>, u32), String> {
    let cell = hill.frame.size;
    let near = 1e-5 * cell;
    let trajectory = smooth
        .trajectory(view, limits)
        .map_err(|it| it.to_string())?;
    let mut follower = Follower::new(smooth.clone());
    let (mut leg, mut actions, mut rests) = (0, Vec::new(), 0);
    let mut before = trajectory.at(0.0).position;
    let step = trajectory.duration() / f64::from(MOMENTS);
    for number in 0..=MOMENTS {
        let now = trajectory.at(step * f64::from(number));
        let at = now.position;
        unless(now.leg >= leg, || format!("leg {} after {leg}", now.leg))?;
        leg = now.leg;
        let action = smooth.legs()[leg].action();
        actions.push(action);
        check_moment(&now, action, limits, hill.up())
            .map_err(|it| format!("{it} in {action} at {number}"))?;
        // On its way to the first cell, from next to an edge, the body may pass the edge.
        let footing = smooth.legs()[leg].footing();
        let is_edge = action != Action::Walk || (leg == 0 && footing == Footing::Cells);
        let touches = !is_edge && hill.is_touched(at, at);
        unless(!touches, || format!("touches something at {at}"))?;
        let is_fast = matches!(action, Action::Drop | Action::Jump);
        let most = limits.speed * step + near;
        unless(
            is_fast || before.distance(at) <= most.max(3.0 * cell),
            || format!("leaps to {at}"),
        )?;
        before = at;
        let is_free = follower.update_by(view, &now);
        unless(is_free == Ok(true), || format!("{is_free:?} at {at}"))?;
        if number % 20 == 7 {
            let rest = follower.trajectory(limits);
            rests += u32::from(rest.is_ok());
            let left = trajectory.duration() - step * f64::from(number);
            check_rest(&follower, &rest, (at, left, near), limits)?;
        }
    }
    let last = smooth
        .legs()
        .last()
        .and_then(|leg| leg.path().waypoints().last());
    let end = trajectory.at(f64::INFINITY).position;
    unless(last.is_some_and(|it| it.distance(end) <= near), || {
        format!("ends at {end}")
    })?;
    Ok((actions, rests))
}

/// Checks the trajectory of what is left of a route.
fn check_rest(
    follower: &Follower,
    rest: &Result<Trajectory, TrajectoryError>,
    (at, left, near): (DVec3, f64, f64),
    limits: &MotionLimits,
) -> Result<(), String> {
    match rest {
        Ok(rest) => {
            let begin = rest.at(0.0).position;
            unless(begin.distance(at) <= near, || {
                format!("the rest begins at {begin}, not {at}")
            })?;
            // It begins at rest, and may have to turn; walls may be just as near as counts.
            let [low, high] = if limits.wall_distance > 0.0 {
                [0.2, 5.0]
            } else {
                [0.7, 1.1]
            };
            let gains = 2.0 * limits.speed / limits.acceleration;
            let turns = 2.0 * std::f64::consts::TAU / limits.turn_rate;
            let most = left * high + gains + turns;
            let is_long = (low * left - turns - 1e-6..=most + 1e-6).contains(&rest.duration());
            unless(is_long, || format!("{} is left of {left}", rest.duration()))
        }
        Err(TrajectoryError::InMove { .. }) => {
            let is_at_rest = follower.leg().footing() == Footing::Plane;
            unless(!is_at_rest, || "it is at rest".to_string())
        }
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn walkers_keep_their_time_and_touch_nothing() {
    let jumps = Jump {
        gap: 2,
        rise: 3,
        cost: Cost::ZERO,
        ..Jump::over_one()
    };
    let walked = hold(
        "walkers by time",
        seeds(730_000, 250),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let walker = Locomotion::walker();
            let walker = Locomotion {
                jump: draws.percent(50).then_some(jumps),
                ..walker
            };
            let mut hill = Hill::drawn_for(&mut draws, walker);
            let options = RouteOptions::default();
            let view = hill.navigator.view(hill.walker, &options).unwrap();
            let ends = [(); 2].map(|()| hill.place(&view, &mut draws));
            let [Some(from), Some(to)] = ends else {
                return Ok((Vec::new(), 0));
            };
            let route = view.find_route(from, to).unwrap();
            if !route.is_found() || route.start != RouteEnd::Joined {
                return Ok((Vec::new(), 0));
            }
            let smooth = SmoothRoute::new(&view, &route, from, &Smoothing::default());
            let smooth = smooth.unwrap().unwrap();
            let limits = limits(&mut draws, hill.frame.size);
            walk(&hill, &view, &smooth, &limits).map_err(|it| format!("{it}: {limits:?}"))
        },
    );
    for action in [Action::Walk, Action::StepUp, Action::Drop, Action::Jump] {
        let count = walked.iter().filter(|it| it.0.contains(&action)).count();
        assert!(count > 10, "{count} with {action}");
    }
    let rests: u32 = walked.iter().map(|it| it.1).sum();
    assert!(rests > 500, "{rests}");
}
