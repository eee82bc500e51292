//! Agents that take time to gather speed and to brake arrive at rest.

use voxnav::glam::{DVec2, IVec2};
use voxnav_crowd::crowd::{Event, MoverId, Policy};
use voxnav_testkit::{Draws, hold, seeds};

use crate::oracle::TOLERANCE;
use crate::walled::{Kind, Plan, RADIUS, Walled};

/// The rows of the door.
const DOOR: [i32; 2] = [4, 3];

/// Draws a hall anywhere with a wall that has a door, and sends an agent, which is fast for its acceleration, from beside the
/// wall around its corner to a place some 15 cells behind.
fn around_a_corner(draws: &mut Draws) -> (Walled, MoverId, [f64; 2]) {
    let plan = Plan {
        corners: [IVec2::new(-18, -16), IVec2::new(19, 22)],
        doors: vec![DOOR],
        more: 2.0 * RADIUS,
    };
    let kind = draws.pick(&[Kind::Drones, Kind::Walkers]);
    let mut hall = Walled::drawn(kind, &plan, Policy::default(), draws);
    let driver = hall.driver(draws);
    let from = [draws.within(-9.0, -2.0), draws.within(-12.0, -2.0)];
    let way = DVec2::from_angle(draws.within(-1.2, 1.2)) * draws.within(13.0, 16.0);
    let to = hall.end([way.x, f64::from(DOOR[0]) + 1.0 + way.y]);
    let id = hall.add(from, 5.0, driver);
    let mover = hall.crowd.remove(id).unwrap();
    let size = hall.frame.size;
    let within = draws.pick(&[0.02, 0.1, 0.3]);
    let mover = mover.acceleration(2.0 * size).stop_within(within * size);
    let id = hall.crowd.add(&mut hall.navigator, mover).unwrap();
    hall.drivers.insert(id, driver);
    hall.send(id, to);
    (hall, id, to)
}

/// The distance from the end of its way from where an agent only comes nearer, and by how much it may go back for what its
/// way bends, in cells.
const NEAR: f64 = 3.0;
const BACK: f64 = 0.125;

fn comes_to_rest(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let (mut hall, id, to) = around_a_corner(&mut draws);
    let within = hall.crowd.mover(id).unwrap().stop_within / hall.frame.size;
    let most = within + TOLERANCE + hall.frame.grain();
    let wrong = |hall: &Walled, text: &str| {
        let (told, frame) = (hall.told(id), &hall.frame);
        Err(format!("{text}: {told}, sent to {to:?} {frame:?}"))
    };
    let (mut has_arrived, mut nearest) = (false, NEAR);
    for _ in 0..1200 {
        has_arrived |= hall.tick()?.contains(&Event::Arrived(id));
        let (off, velocity) = (hall.distance(id, to), hall.crowd.step(id).unwrap().velocity);
        nearest = nearest.min(off);
        if nearest < NEAR && off > nearest + BACK {
            return wrong(&hall, "went beyond");
        }
        if has_arrived && (velocity.length() > 0.0 || off > most) {
            return wrong(&hall, "is not at rest");
        }
        if has_arrived && hall.crowd.step(id).unwrap().to.is_some() {
            return wrong(&hall, "goes on");
        }
    }
    if has_arrived {
        Ok(())
    } else {
        wrong(&hall, "never arrives")
    }
}

#[test]
fn who_comes_around_a_corner_arrives_at_rest() {
    hold(
        "braking",
        seeds(1, 24),
        || (),
        |seed, ()| comes_to_rest(seed),
    );
}
