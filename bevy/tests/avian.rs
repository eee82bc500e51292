//! The law of the plugin, and its rules of scale, with the colliders of avian3d as obstacles.
#![cfg(feature = "avian")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

#[expect(dead_code, reason = "the other tests use more of it")]
#[path = "app/harness.rs"]
mod harness;
#[path = "app/law.rs"]
mod law;

use avian3d::prelude::*;
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use bevy_voxnav::{NavAgent, NavError, NavObstacle, NavStatus, NavTarget, NavWorld};
use harness::{app_of, get, run_until};
use law::Scene;

fn app() -> App {
    app_of((TransformPlugin, PhysicsPlugins::default()))
}

/// A hall with a drone that wants to the other side.
fn hall(app: &mut App) -> Entity {
    app.world_mut()
        .spawn(NavWorld::new(Vec3::ZERO, Vec3::new(20.0, 6.0, 20.0), 0.5));
    let drone = NavAgent::flying(Vec3::splat(0.2)).speed(0.5);
    let target = NavTarget::Position(Vec3::new(18.0, 2.0, 10.0));
    let place = Transform::from_xyz(2.0, 2.0, 10.0);
    app.world_mut().spawn((drone, place, target)).id()
}

/// Runs until the drone has a way, or has none.
fn until(app: &mut App, drone: Entity, has_way: bool) {
    run_until(app, 200, |world| {
        (get::<NavStatus>(world, drone) == NavStatus::Moving) == has_way
    });
}

fn cube(side: f32) -> impl Bundle {
    let cube = Collider::cuboid(side, side, side);
    (RigidBody::Kinematic, cube, NavObstacle::collider())
}

#[test]
fn all_arrive_and_touch_no_collider_and_nobody() {
    Scene::SMALL.hold(&mut app(), 2000, cube);
}

#[test]
#[ignore = "three hundred agents: run by hand, with `--release --test avian full_size -- --ignored`"]
fn all_of_the_full_size_arrive_and_touch_no_collider_and_nobody() {
    Scene::FULL.hold(&mut app(), 4000, cube);
}

#[test]
fn colliders_of_children_block_at_their_global_place_and_scale() {
    let mut app = app();
    let drone = hall(&mut app);
    let cart = app
        .world_mut()
        .spawn((RigidBody::Kinematic, Transform::from_xyz(10.0, 0.0, 10.0)))
        .id();
    let wall = Collider::cuboid(0.5, 4.0, 12.0);
    app.world_mut()
        .spawn((wall, NavObstacle::collider(), ChildOf(cart)));
    until(&mut app, drone, true);
    // Twice as large, the wall fills the hall.
    let set = |app: &mut App, scale: f32, y: f32| {
        let mut place = app.world_mut().get_mut::<Transform>(cart).unwrap();
        place.scale = Vec3::splat(scale);
        place.translation.y = y;
    };
    set(&mut app, 2.0, 3.0);
    until(&mut app, drone, false);
    set(&mut app, 2.0, 30.0);
    until(&mut app, drone, true);
    set(&mut app, 2.0, 3.0);
    until(&mut app, drone, false);
    set(&mut app, 1.0, 1.0);
    until(&mut app, drone, true);
}

#[test]
fn a_scale_that_a_shape_cannot_take_is_a_fault_of_the_entity_until_it_is_mended() {
    let mut app = app();
    hall(&mut app);
    for collider in [
        Collider::sphere(1.0),
        Collider::cylinder(1.0, 2.0),
        Collider::capsule(0.5, 1.0),
        Collider::cone(0.5, 1.0),
    ] {
        let flat = Transform::from_xyz(10.0, 2.0, 10.0).with_scale(Vec3::new(1.0, 0.0, 2.0));
        let parts = (RigidBody::Static, collider, NavObstacle::collider(), flat);
        let obstacle = app.world_mut().spawn(parts).id();
        let is_faulty = |world: &mut World| world.get::<NavError>(obstacle).is_some();
        run_until(&mut app, 3, is_faulty);
        for _ in 0..5 {
            app.update();
            assert!(is_faulty(app.world_mut()));
        }
        // Such a scale leaves avian's own rotation undefined, too.
        let mended = flat.with_scale(Vec3::new(1.0, 0.5, 2.0));
        app.world_mut()
            .entity_mut(obstacle)
            .insert((mended, Rotation::default()));
        for _ in 0..3 {
            app.update();
        }
        assert_eq!(app.world().get::<NavError>(obstacle), None);
        app.world_mut().despawn(obstacle);
    }
}

#[test]
fn a_collider_that_is_replaced_or_removed_is_noticed() {
    let mut app = app();
    let drone = hall(&mut app);
    let place = Transform::from_xyz(10.0, 3.0, 10.0);
    let parts = (
        Collider::cuboid(1.0, 8.0, 24.0),
        NavObstacle::collider(),
        place,
    );
    let wall = app.world_mut().spawn((RigidBody::Static, parts)).id();
    until(&mut app, drone, false);
    app.world_mut()
        .entity_mut(wall)
        .insert(Collider::cuboid(1.0, 8.0, 8.0));
    until(&mut app, drone, true);
    app.world_mut()
        .entity_mut(wall)
        .insert(Collider::cuboid(1.0, 8.0, 24.0));
    until(&mut app, drone, false);
    app.world_mut().entity_mut(wall).remove::<Collider>();
    until(&mut app, drone, true);
    assert!(matches!(app.world().get(wall), Some(NavError::NoCollider)));
}
