//! Agents that are steered at the speed of their limits slow down in time for corners, and for the end.

use voxnav::colliders::Obstacle;
use voxnav::glam::DVec3;
use voxnav::grid::CellBox;
use voxnav::guidance::{Braking, MotionLimits, RouteFollower, SmoothRoute};
use voxnav::smoothing::Smoothing;
use voxnav::{Agent, Navigator, RouteOptions, View};
use voxnav_testkit::{Draws, Frame, hold, seeds};

/// The distance that an agent may be off a corner, in cells.
const OFF: f64 = 0.5;

/// The distance by which an agent may be late, in cells.
const LATE: f64 = 0.5;

/// The share by which numbers are rounded.
const ROUNDING: f64 = 1e-6;

/// Makes the follower of a drone in a hall of boxes, anywhere and of any size of cells.
fn drawn(draws: &mut Draws, frame: &Frame) -> Option<(View, RouteFollower)> {
    let cells = frame.cells(CellBox::from_size([20, 16, 6].into()));
    let mut navigator = Navigator::new(frame.lattice(), cells).unwrap();
    for _ in 0..draws.below(9) {
        let from = DVec3::new(draws.within(0.0, 18.0), draws.within(0.0, 14.0), -1.0);
        let size = DVec3::new(draws.within(0.2, 3.0), draws.within(0.2, 6.0), 9.0);
        let [from, to] = [from, from + size].map(|it| frame.position(it));
        let pillar = Obstacle::between(from.min(to), from.max(to));
        navigator.insert(pillar).unwrap();
    }
    let half = frame.half(DVec3::splat(draws.pick(&[0.2, 0.45])));
    let agent = navigator.add_agent(Agent::new(half)).unwrap();
    let ends = [(); 2].map(|()| navigator.random_place(agent, draws.word()).unwrap());
    let (from, to) = (ends[0]?, ends[1]?);
    let view = navigator.view(agent, &RouteOptions::default()).unwrap();
    let route = view.find_route(from, to).unwrap();
    let smoothing = match draws.below(4) {
        0 => Smoothing::new(),
        1 => Smoothing::new().pull_string(),
        _ => Smoothing::default(),
    };
    let smooth = SmoothRoute::new(&view, &route, from, &smoothing).unwrap()?;
    let follower = RouteFollower::new(&view, smooth);
    Some((view, follower))
}

/// Returns the greatest speed at a corner between two legs, by angles.
fn at_corner([before, at, after]: [DVec3; 3], lateral: f64, off: f64, room: f64) -> f64 {
    let [into, out] = [at - before, after - at].map(DVec3::normalize);
    let half = into.dot(out).clamp(-1.0, 1.0).acos() / 2.0;
    let nearest = off * half.cos() / (1.0 - half.cos());
    let radius = nearest.min(room / half.tan()).max(0.0);
    if half < 1e-6 {
        f64::INFINITY
    } else {
        (lateral * radius).sqrt()
    }
}

/// Returns the greatest speed of an agent on its way to a point, if all legs ahead are long: the least of those from which it
/// slows down for each corner and the end.
fn by_corners(
    follower: &RouteFollower,
    to: DVec3,
    limits: &MotionLimits,
    (seconds, off): (f64, f64),
) -> Option<f64> {
    let path = follower.leg().path();
    let points = path.waypoints();
    let along = path.locate(to).unwrap().along;
    let place = follower.place();
    let law = Braking::new(limits.braking, seconds);
    let is_long = |ends: &[DVec3]| ends[0].distance(ends[1]) > off;
    let next = (0..points.len()).find(|&it| path.along_of(it) > along + ROUNDING)?;
    let is_plain = points.windows(2).all(is_long) && to.distance(points[next]) > off;
    if !is_plain {
        return None;
    }
    let length = |waypoint: usize| place.distance(to) + path.along_of(waypoint) - along;
    let turn = at_corner(
        [place, to, points[next]],
        limits.lateral,
        off,
        f64::INFINITY,
    );
    let mut speed = limits.speed.min(law.fastest(turn, place.distance(to)));
    let at = next - 1;
    let first = if points[at].distance(to) < ROUNDING * off {
        at
    } else {
        next
    };
    for corner in first.max(1)..points.len() - 1 {
        let ends = [points[corner - 1], points[corner], points[corner + 1]];
        let room = ends[0].distance(ends[1]).min(ends[1].distance(ends[2])) / 2.0;
        let most = at_corner(ends, limits.lateral, off, room);
        speed = speed.min(law.fastest(most, length(corner)));
    }
    let end = points.len() - 1;
    // Near the end the way may lead back.
    (length(end) > 9.0 * off * 2.0).then(|| speed.min(law.fastest(0.0, length(end))))
}

fn slows_down(number: u64) -> Result<(u32, u32), String> {
    let mut draws = Draws::new(number);
    let frame = Frame::drawn(&mut draws);
    let cell = frame.lattice().shortest_side();
    let Some((view, mut follower)) = drawn(&mut draws, &frame) else {
        return Ok((0, 0));
    };
    let (braking, dt) = (
        draws.magnitude(0.3, 20.0),
        draws.magnitude(1.0 / 144.0, 0.1),
    );
    let limits = MotionLimits::new(draws.within(1.0, 8.0) * cell).braking(braking * cell);
    let cautious = limits.lateral(draws.magnitude(0.3, 20.0) * cell);
    let look_ahead = draws.pick(&[0.0, 1.0, 4.0]) * cell;
    let (mut before, mut compared, mut ticks) = (0.0, 0, 0);
    let mut position = follower.position();
    while !follower.has_arrived(1e-3 * cell) {
        let target = follower.steer(look_ahead).unwrap().target();
        let to = target.ok_or("nothing is in sight")?;
        let speed = follower.speed_toward(to, &limits, dt);
        let told = || format!("{speed} after {before} by {braking} and {dt} to {to}: {frame:?}");
        let slow = follower.speed_toward(to, &cautious, dt);
        if slow > speed || speed > limits.speed {
            return Err(format!("{slow} with corners: {}", told()));
        }
        // Where the agent cuts a corner its way is shorter than it was: it may be late by a part of a cell.
        let now = slow.max(before - braking * cell * dt);
        let late = (now * now - slow * slow) / (2.0 * braking * cell);
        if late > LATE * cell {
            return Err(format!("{slow} is {} cells late: {}", late / cell, told()));
        }
        if let Some(wanted) = by_corners(&follower, to, &cautious, (dt, OFF * cell)) {
            compared += 1;
            if (slow - wanted).abs() > ROUNDING * limits.speed {
                return Err(format!("{slow} in place of {wanted}: {}", told()));
            }
        }
        let way = to - position;
        position += way.clamp_length_max(now * dt);
        follower.update(&view, position).unwrap();
        if ticks > 200_000 {
            return Err(format!("does not arrive: {}", told()));
        }
        (before, ticks) = (now, ticks + 1);
    }
    Ok((compared, ticks))
}

#[test]
fn who_is_steered_slows_down_in_time() {
    let law = |seed, (): &mut ()| slows_down(seed);
    let told = hold("slowing down", seeds(740_000, 120), || (), law);
    let compared: u32 = told.iter().map(|it| it.0).sum();
    assert!(compared > 1000, "{compared}");
}
