//! Agents that take time to gather speed and to brake arrive at rest.

use voxnav::glam::{DVec2, DVec3, IVec2};
use voxnav_crowd::crowd::{CrowdAgentId, CrowdSettings, Event, MovedBy};
use voxnav_testkit::{Draws, hold, seeds};

use crate::oracle::TOLERANCE;
use crate::walled::{Kind, Plan, RADIUS, Walled};

/// The rows of the door.
const DOOR: [i32; 2] = [4, 3];

/// Draws a hall anywhere with a wall that has a door, and sends an agent, which is fast for its acceleration, from next
/// to the wall around its corner to a place some 15 cells behind.
fn around_a_corner(draws: &mut Draws) -> (Walled, CrowdAgentId, [f64; 2]) {
    let plan = Plan {
        corners: [IVec2::new(-18, -16), IVec2::new(19, 22)],
        doors: vec![DOOR],
        more: 2.0 * RADIUS,
    };
    let kind = draws.pick(&[Kind::Drones, Kind::Walkers]);
    let mut hall = Walled::drawn(kind, &plan, CrowdSettings::default(), draws);
    let driver = hall.driver(draws);
    let from = [draws.within(-9.0, -2.0), draws.within(-12.0, -2.0)];
    let way = DVec2::from_angle(draws.within(-1.2, 1.2)) * draws.within(13.0, 16.0);
    let to = hall.end([way.x, f64::from(DOOR[0]) + 1.0 + way.y]);
    let id = hall.add(from, 5.0, driver);
    let agent = hall.crowd.remove(id).unwrap();
    let size = hall.frame.size;
    let within = draws.pick(&[0.02, 0.1, 0.3]);
    let agent = agent
        .acceleration(ACCELERATION * size)
        .stopping_distance(within * size);
    let id = hall.crowd.add(&mut hall.navigator, agent).unwrap();
    hall.drivers.insert(id, driver);
    hall.send(id, to);
    (hall, id, to)
}

/// The distance from the end of its way from where an agent only comes nearer, and by how much it may go back for what its
/// way bends, in cells.
const NEAR: f64 = 3.0;
const BACK: f64 = 0.125;

/// The distance from the end of its way in which an agent can stop that goes anywhere, in cells.
const FAR: f64 = 8.0;

/// The acceleration of agents, in cells a second squared, and the part of it by which velocities are rounded.
const ACCELERATION: f64 = 2.0;
const ROUNDING: f64 = 1e-6;

/// The times of updates, in seconds.
const TICKS: [f64; 4] = [1.0 / 144.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 10.0];

/// The time for which a law is played, in seconds.
const LONG: f64 = 60.0;

/// Pushes an agent that is farther from its end than it needs to stop, and away from the wall; returns whether it is.
fn push(hall: &mut Walled, id: CrowdAgentId, to: [f64; 2], draws: &mut Draws) -> bool {
    let at = hall.at(id);
    let way = DVec2::from_angle(draws.within(0.0, 6.3)) * draws.within(0.0, 1.0);
    let next = at.truncate() + way;
    let is_far = hall.distance(id, to) > FAR;
    let is_free = is_far && next.x.abs() > 2.5 && next.x.abs() < 14.0 && next.y.abs() < 13.0;
    if is_free {
        let to = hall.frame.position(at + way.extend(0.0));
        hall.crowd.set_position(id, to).unwrap();
    }
    is_free
}

fn comes_to_rest(seed: u64) -> Result<f64, String> {
    let mut draws = Draws::new(seed);
    let (mut hall, id, to) = around_a_corner(&mut draws);
    let (dt, is_pushed) = (draws.pick(&TICKS), draws.percent(30));
    let within = hall.crowd.agent(id).unwrap().stopping_distance / hall.frame.size;
    let most = within + TOLERANCE + hall.frame.grain();
    let wrong = |hall: &Walled, text: &str| {
        let (told, frame) = (hall.told(id), &hall.frame);
        Err(format!("{text}: {told}, sent to {to:?} {dt} {frame:?}"))
    };
    let (mut arrived, mut nearest, mut now) = (None, NEAR, 0.0);
    let mut velocity = DVec3::ZERO;
    while now < LONG {
        if is_pushed && arrived.is_none() && draws.percent(1) && push(&mut hall, id, to, &mut draws)
        {
            nearest = NEAR;
            if hall.crowd.agent(id).unwrap().moved_by == MovedBy::Crowd {
                velocity = DVec3::ZERO;
            }
        }
        if hall.tick_for(dt)?.contains(&Event::Arrived(id)) {
            arrived = Some(now);
        }
        now += dt;
        let step = hall.crowd.motion(id).unwrap();
        let before = std::mem::replace(&mut velocity, hall.frame.plan_vector(step.velocity));
        if velocity.distance(before) > ACCELERATION * (dt + ROUNDING) {
            return wrong(&hall, "changes too fast");
        }
        let off = hall.distance(id, to);
        nearest = nearest.min(off);
        if nearest < NEAR && off > nearest + BACK {
            return wrong(&hall, "went beyond");
        }
        // Whoever is moved in single precision goes back by what that rounds.
        let rests = velocity.length() * dt
            <= if hall.frame.is_single {
                hall.frame.grain()
            } else {
                0.0
            };
        if arrived.is_some() && (!rests || off > most) {
            return wrong(&hall, "is not at rest");
        }
        if arrived.is_some() && step.to.is_some() {
            return wrong(&hall, "goes on");
        }
    }
    arrived.map_or_else(|| wrong(&hall, "never arrives"), Ok)
}

#[test]
fn who_comes_around_a_corner_arrives_at_rest() {
    hold(
        "braking",
        seeds(1, 48),
        || (),
        |seed, ()| comes_to_rest(seed),
    );
}
