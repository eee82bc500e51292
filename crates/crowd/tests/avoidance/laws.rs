//! What holds of every crowd in every world.

use voxnav::glam::DVec3;
use voxnav_crowd::avoidance::Body;
use voxnav_testkit::{Draws, hold, seeds};

use crate::worlds::World;

/// A time that a tick takes: mostly that of a frame.
fn seconds(draws: &mut Draws) -> f64 {
    match draws.below(10_u32) {
        0 => draws.magnitude(1e-4, 10.0),
        1 => 0.25,
        _ => 1.0 / 30.0,
    }
}

#[test]
fn bodies_never_touch_each_other_nor_cells() {
    let law = |seed: u64, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let most = draws.pick(&[6, 30, 100]);
        let mut world = World::drawn(&mut draws, most);
        for tick in 0..60 {
            if draws.percent(10) {
                change(&mut world, &mut draws);
            }
            world.goal(&mut draws);
            let told = world.tick(seconds(&mut draws));
            told.map_err(|text| format!("tick {tick}: {text}"))?;
        }
        Ok((world.held, world.sent.len()))
    };
    let told = hold("no overlap", seeds(1, 30), || (), law);
    let (held, bodies) = told
        .iter()
        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    // Something was in the way of bodies in many of their ticks.
    assert!(held > bodies * 10, "{held} in 60 ticks of {bodies}");
}

#[test]
fn slow_bodies_keep_clear_of_all_of_a_tall_one() {
    let law = |seed: u64, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let mut world = World::open();
        let (height, radius) = (draws.within(1.0, 6.0), draws.within(0.1, 0.5));
        let mut tall = Body::disc(radius, height, DVec3::ZERO).with_speed(0.2);
        tall.position = draws.point(-0.1, 0.1);
        let sent = world.crowd.add(tall).unwrap();
        world.sent.push((sent, draws.point(-2.0, 2.0)));
        for _ in 0..4 {
            let at = draws.point(-2.0, 2.0) + DVec3::Z * draws.within(0.0, height + 1.0);
            let small = Body::ball(draws.within(0.05, 0.3), at).with_speed(draws.within(0.1, 0.6));
            if world.place_at(&small.shape, at) {
                // Through the tall one, somewhere between its feet and its head.
                let goal = -at.with_z(-draws.within(0.0, height));
                world.sent.push((world.crowd.add(small).unwrap(), goal));
            }
        }
        for tick in 0..200 {
            world.head_on();
            let told = world.tick(0.1);
            told.map_err(|text| format!("tick {tick}: {text}"))?;
        }
        Ok(world.held)
    };
    let held = hold("tall bodies", seeds(500, 60), || (), law);
    assert!(held.iter().sum::<usize>() > 1_000, "{held:?}");
}

/// Adds, removes, moves or resizes a body, to where it can be.
fn change(world: &mut World, draws: &mut Draws) {
    let some = world
        .sent
        .get(draws.below(world.sent.len().max(1)))
        .copied();
    let Some((id, _)) = some else {
        return world.add(draws, false);
    };
    match draws.below(3_u32) {
        0 => world.add(draws, true),
        1 => {
            world.crowd.remove(id).unwrap();
            world.sent.retain(|sent| sent.0 != id);
        }
        _ => {
            let shape = world.crowd.body(id).unwrap().shape;
            if let Some(position) = world.place(draws, &shape) {
                world.crowd.put(id, position, DVec3::ZERO).unwrap();
            }
        }
    }
}
