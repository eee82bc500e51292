//! The law of the plugin, with obstacles of its own shapes.

use bevy_shape::Cuboid;
use bevy_voxnav::NavObstacle;

use crate::harness::empty_app;
use crate::law::Scene;

fn cube(side: f32) -> NavObstacle {
    NavObstacle::from(Cuboid::from_length(side))
}

#[test]
fn all_arrive_and_touch_nothing_and_nobody() {
    Scene::SMALL.hold(&mut empty_app(), 2000, cube);
}

#[test]
#[ignore = "three hundred agents: run by hand: `cargo test --release --test app full_size -- --ignored`"]
fn all_of_the_full_size_arrive_and_touch_nothing_and_nobody() {
    Scene::FULL.hold(&mut empty_app(), 4000, cube);
}
