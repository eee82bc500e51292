//! Goals that lie so near to each other that an agent which stops short of its own is in the way of another's.

use std::collections::BTreeSet;

use voxnav::glam::DVec3;
use voxnav::{Agent, Navigator};
use voxnav_crowd::crowd::{Crowd, Event, Mover, Policy};
use voxnav_testkit::{Draws, hold, seeds};

const DT: f64 = 1.0 / 30.0;
const RADIUS: f64 = 0.1;
const SIDE: u32 = 4;

/// Sends agents from drawn places to a square of goals, 2.5 radii from each other; all arrive, and no two overlap.
fn square(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let mut navigator = Navigator::in_region(0.25, [0.0; 3], [6.0, 6.0, 2.0]).unwrap();
    let drone = navigator.add_agent(Agent::new([0.1; 3].into())).unwrap();
    let mut crowd = Crowd::new(Policy::default());
    let mut waiting = BTreeSet::new();
    for number in 0..SIDE * SIDE {
        let [column, row] = [number % SIDE, number / SIDE].map(f64::from);
        // Each begins in a square of its own.
        let from = DVec3::new(
            column + draws.within(0.2, 0.7),
            row + draws.within(0.2, 0.7),
            0.5,
        );
        let mover = Mover::new(drone, from).speed(draws.within(1.0, 3.0));
        let id = crowd.add(&mut navigator, mover).unwrap();
        let goal = DVec3::new(3.0, 3.0, 1.25) + DVec3::new(column, row, 0.0) * 2.5 * RADIUS;
        crowd.send(id, goal).unwrap();
        waiting.insert(id);
    }
    for _ in 0..900 {
        for event in crowd.update(&mut navigator, DT).unwrap() {
            if let Event::Arrived(id) = event {
                waiting.remove(&id);
            }
        }
    }
    let all: Vec<DVec3> = crowd.movers().map(|(_, it)| it.position).collect();
    for (place, one) in all.iter().enumerate() {
        if let Some(other) = all[..place]
            .iter()
            .find(|it| it.distance(*one) < 2.0 * RADIUS)
        {
            return Err(format!("{one} and {other} overlap"));
        }
    }
    if !waiting.is_empty() {
        return Err(format!("{waiting:?} wait for ever"));
    }
    Ok(())
}

#[test]
fn agents_arrive_at_goals_of_which_those_beside_are_taken() {
    hold("square", seeds(9_000, 12), || (), |seed, ()| square(seed));
}
