//! Equal crowds move equally: for every number of threads, in every order of adding, on every machine.

use rayon::ThreadPoolBuilder;
use voxnav::glam::DVec3;
use voxnav_crowd::avoidance::{Avoidance, Body, BodyId, MotionGoal, Settings};
use voxnav_testkit::Draws;

use crate::worlds::World;

/// Returns the bits of all positions after some ticks of a drawn world.
fn played(seed: u64, threads: usize) -> Vec<[u64; 3]> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    pool.install(|| {
        let mut draws = Draws::new(seed);
        let mut world = World::drawn(&mut draws, 100);
        for _ in 0..40 {
            world.goal(&mut draws);
            world.crowd.tick(1.0 / 30.0).unwrap();
        }
        bits(world.crowd.bodies().map(|(_, body)| body.position))
    })
}

fn bits(positions: impl Iterator<Item = DVec3>) -> Vec<[u64; 3]> {
    positions
        .map(|at| at.to_array().map(f64::to_bits))
        .collect()
}

#[test]
fn crowds_move_equally_on_any_number_of_threads() {
    for mut draws in voxnav_testkit::cases(1, 3) {
        let seed = draws.word();
        let one = played(seed, 1);
        assert_eq!(one, played(seed, 2));
        assert_eq!(one, played(seed, 8));
    }
}

/// Bodies on a sphere that go to the other side, each with a key.
fn sphere(count: u32) -> Vec<Body> {
    let mut draws = Draws::new(5);
    let body = |key: u32| {
        let at = draws.point(-1.0, 1.0);
        let at = at / at.length() * 8.0;
        let body = Body::ball(0.3, at).with_key(u64::from(key)).with_speed(3.0);
        if key.is_multiple_of(3) {
            body.with_acceleration(10.0)
        } else {
            body
        }
    };
    (0..count).map(body).collect()
}

/// Plays bodies toward the other side, and returns their positions by key.
fn crossed(bodies: impl Iterator<Item = Body>, ticks: u32) -> Vec<(Option<u64>, [u64; 3])> {
    let mut crowd = Avoidance::new(Settings::default());
    let sent: Vec<(BodyId, DVec3)> = bodies
        .map(|body| (crowd.add(body).unwrap(), -body.position))
        .collect();
    for _ in 0..ticks {
        for &(id, goal) in &sent {
            let way = goal - crowd.position(id).unwrap();
            crowd.set_goal(id, MotionGoal::velocity(way)).unwrap();
        }
        crowd.tick(1.0 / 30.0).unwrap();
    }
    let mut placed: Vec<_> = crowd
        .bodies()
        .map(|(_, body)| (body.key, body.position.to_array().map(f64::to_bits)))
        .collect();
    placed.sort_unstable();
    placed
}

#[test]
fn crowds_move_equally_in_whatever_order_bodies_were_added() {
    let bodies = sphere(50);
    let forward = crossed(bodies.iter().copied(), 60);
    assert_eq!(forward, crossed(bodies.iter().rev().copied(), 60));
}

/// FNV-1a of all bits of 400 ticks.
const HASH: u64 = 0xcd0c_881f_8a52_2594;

#[test]
fn a_long_run_is_the_same_on_every_machine() {
    let placed = crossed(sphere(60).into_iter(), 400);
    let bytes = placed
        .iter()
        .flat_map(|one| one.1)
        .flat_map(u64::to_le_bytes);
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    assert_eq!(hash, HASH, "{hash:#x}");
}

#[test]
fn ticks_keep_no_more_memory_once_warm() {
    let mut draws = Draws::new(9);
    let mut world = World::drawn(&mut draws, 100);
    let mut play = |ticks: u32| {
        for _ in 0..ticks {
            world.goal(&mut draws);
            world.crowd.tick(1.0 / 30.0).unwrap();
        }
        world.crowd.memory_bytes()
    };
    let warm = play(600);
    assert_eq!(play(300), warm);
}
