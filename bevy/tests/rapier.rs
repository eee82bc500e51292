//! Colliders of bevy_rapier3d as obstacles, without its physics.
#![cfg(feature = "rapier")]
#![expect(clippy::panic, reason = "tests fail by panicking")]

#[expect(dead_code, reason = "the other tests use more of it")]
#[path = "app/harness.rs"]
mod harness;

use bevy_math::Vec3;
use bevy_rapier3d::geometry::Collider;
use bevy_transform::components::Transform;
use bevy_voxnav::{NavAgent, NavError, NavObstacle, NavStatus, NavTarget};
use harness::{app, get, run_until};

#[test]
fn a_collider_blocks_until_it_is_removed() {
    let (mut app, _) = app();
    let drone = NavAgent::flying(Vec3::splat(0.2)).speed(0.5);
    let target = NavTarget::Position(Vec3::new(18.0, 2.0, 10.0));
    let place = Transform::from_xyz(2.0, 2.0, 10.0);
    let drone = app.world_mut().spawn((drone, place, target)).id();
    let place = Transform::from_xyz(10.0, 3.0, 10.0);
    let wall = (
        Collider::cuboid(0.5, 4.0, 12.0),
        NavObstacle::collider(),
        place,
    );
    let wall = app.world_mut().spawn(wall).id();
    app.update();
    assert!(matches!(
        get::<NavStatus>(app.world(), drone),
        NavStatus::NoPath(_)
    ));
    // As its scale, which physics writes from the transform.
    let mut narrow = Collider::cuboid(0.5, 4.0, 12.0);
    narrow.set_scale(Vec3::new(1.0, 1.0, 0.25), 8);
    app.world_mut().entity_mut(wall).insert(narrow);
    run_until(&mut app, 200, |world| {
        get::<NavStatus>(world, drone) == NavStatus::Moving
    });
    app.world_mut().entity_mut(wall).remove::<Collider>();
    run_until(&mut app, 3, |world| {
        matches!(world.get(wall), Some(NavError::NoCollider))
    });
    assert!(app.world().get::<NavError>(drone).is_none());
    assert!(app.world_mut().get_mut::<Transform>(wall).unwrap().scale == Vec3::ONE);
}
