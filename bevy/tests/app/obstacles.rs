//! Obstacles that are inserted, moved, hidden, removed and despawned are noticed, all of a tick in one edit.

use bevy_app::App;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_shape::{Cuboid, Sphere};
use bevy_transform::components::Transform;
use bevy_voxnav::voxnav::parry3d::shape::SharedShape;
use bevy_voxnav::{
    ColliderScale, NavCollider, NavDisabled, NavError, NavObstacle, NavReason, NavShape, NavState,
    NavStatus,
};

use crate::harness::{self, Told, app, get, run_until, wall};

/// An agent that wants to the other side, slowly.
fn drone(app: &mut App) -> Entity {
    let drone = harness::drone(0.5, [2.0, 2.0, 10.0], [18.0, 2.0, 10.0]);
    app.world_mut().spawn(drone).id()
}

/// Runs some ticks, and returns whether the agent has a way.
fn has_way(app: &mut App, drone: Entity) -> bool {
    for _ in 0..140 {
        app.update();
    }
    match get::<NavStatus>(app.world(), drone) {
        NavStatus::Moving => true,
        NavStatus::NoPath(NavReason::Unreachable) | NavStatus::Waiting => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_change_of_an_obstacle_opens_or_closes_the_way() {
    let (mut app, _) = app();
    let drone = drone(&mut app);
    assert!(has_way(&mut app, drone), "an empty world");
    let wall = app.world_mut().spawn(wall()).id();
    assert!(!has_way(&mut app, drone), "inserted");
    let changes: [(&str, bool, fn(EntityWorldMut)); 10] = [
        ("ignored", true, |mut wall| _ = wall.insert(NavDisabled)),
        ("minded again", false, |mut wall| {
            _ = wall.remove::<NavDisabled>();
        }),
        ("moved", true, |mut wall| {
            wall.get_mut::<Transform>().unwrap().translation.z = 18.0;
        }),
        ("moved back", false, |mut wall| {
            wall.get_mut::<Transform>().unwrap().translation.z = 10.0;
        }),
        ("turned", true, |mut wall| {
            let mut transform = wall.get_mut::<Transform>().unwrap();
            transform.translation.z = 2.0;
            transform.rotation = Quat::from_rotation_y(1.57);
        }),
        ("turned back and scaled", false, |mut wall| {
            let mut transform = wall.get_mut::<Transform>().unwrap();
            transform.translation.z = 10.0;
            transform.rotation = Quat::IDENTITY;
            transform.scale = Vec3::new(2.0, 1.0, 1.5);
        }),
        ("disabled", true, |mut wall| _ = wall.insert(Disabled)),
        ("enabled", false, |mut wall| _ = wall.remove::<Disabled>()),
        ("removed", true, |mut wall| _ = wall.remove::<NavObstacle>()),
        ("another shape", false, |mut wall| {
            _ = wall.insert(NavObstacle::from(Cuboid::new(2.0, 9.0, 30.0)));
        }),
    ];
    for (name, is_open, change) in changes {
        change(app.world_mut().entity_mut(wall));
        assert_eq!(has_way(&mut app, drone), is_open, "{name}");
    }
    app.world_mut().despawn(wall);
    assert!(has_way(&mut app, drone), "despawned");
}

#[test]
fn a_collider_blocks_for_as_long_as_it_is_there() {
    let (mut app, _) = app();
    let drone = drone(&mut app);
    let collider = NavCollider {
        shape: SharedShape::cuboid(0.5, 4.0, 12.0),
        scale: ColliderScale::Transform,
    };
    let (_, place) = wall();
    let parts = (NavObstacle::collider(), collider.clone(), place);
    let wall = app.world_mut().spawn(parts).id();
    assert!(!has_way(&mut app, drone), "inserted");
    app.world_mut().entity_mut(wall).remove::<NavCollider>();
    assert!(has_way(&mut app, drone), "removed");
    let fault = app.world().get(wall);
    assert!(matches!(fault, Some(NavError::NoCollider)), "{fault:?}");
    app.world_mut().entity_mut(wall).insert(collider);
    assert!(!has_way(&mut app, drone), "inserted again");
}

#[test]
fn children_block_where_they_are_globally_also_when_the_parent_moves() {
    let (mut app, _) = app();
    let drone = drone(&mut app);
    let parent = app
        .world_mut()
        .spawn(Transform::from_xyz(-10.0, 0.0, 0.0))
        .id();
    let (wall, mut place) = wall();
    place.translation.x += 10.0;
    app.world_mut().spawn((wall, place, ChildOf(parent)));
    assert!(!has_way(&mut app, drone));
    app.world_mut()
        .get_mut::<Transform>(parent)
        .unwrap()
        .translation
        .y = 20.0;
    assert!(has_way(&mut app, drone));
}

#[test]
fn a_thousand_obstacles_of_one_frame_are_one_edit() {
    let (mut app, world) = app();
    let drone = drone(&mut app);
    app.update();
    for number in 0..1000_u16 {
        let place = Vec3::new(f32::from(number % 10), 0.0, f32::from(number / 10));
        let place = Transform::from_translation(place * Vec3::new(1.9, 1.0, 0.19) + 0.5);
        let ball = NavObstacle::from(Sphere::new(0.2));
        app.world_mut().spawn((ball, place));
    }
    app.update();
    let told = app.world().resource::<Told>();
    assert_eq!(told.count(world, "WorldChanged"), 1, "{told:?}");
    let obstacles = get_obstacles(&mut app, world);
    assert_eq!(obstacles, 1000);
    assert!(has_way(&mut app, drone));
}

fn get_obstacles(app: &mut App, world: Entity) -> usize {
    let state = app.world().get::<NavState>(world).unwrap();
    state.navigator().unwrap().obstacles().len()
}

#[test]
fn shapes_that_are_none_are_faults_of_their_entities_until_they_are_mended() {
    let (mut app, world) = app();
    let wrong = [
        NavObstacle::from(Sphere::new(f32::NAN)),
        NavObstacle::from(NavShape::Hull { points: Vec::new() }),
        NavObstacle::from(NavShape::Mesh {
            vertices: vec![Vec3::ZERO],
            triangles: vec![[0, 1, 2]],
        }),
        NavObstacle::from(NavShape::Cylinder {
            radius: -1.0,
            half_height: 1.0,
        }),
        NavObstacle::from(NavShape::Cylinder {
            radius: 1.0,
            half_height: f32::NAN,
        }),
        NavObstacle::collider(),
    ];
    let wrong = wrong.map(|it| app.world_mut().spawn(it).id());
    let flat = (
        NavObstacle::from(Sphere::new(1.0)),
        Transform::from_scale(Vec3::new(1.0, 0.0, 1.0)),
    );
    let flat = app.world_mut().spawn(flat).id();
    let nowhere = (
        NavObstacle::from(Sphere::new(1.0)),
        Transform::from_xyz(f32::NAN, 0.0, 0.0),
    );
    let nowhere = app.world_mut().spawn(nowhere).id();
    app.update();
    for entity in wrong.into_iter().chain([flat, nowhere]) {
        let fault = app.world().get::<NavError>(entity);
        assert!(
            fault.is_some(),
            "{:?}",
            app.world().get::<NavObstacle>(entity)
        );
        app.world_mut()
            .entity_mut(entity)
            .insert((NavObstacle::from(Sphere::new(1.0)), Transform::default()));
    }
    app.update();
    for entity in wrong.into_iter().chain([flat, nowhere]) {
        assert!(app.world().get::<NavError>(entity).is_none());
    }
    assert_eq!(get_obstacles(&mut app, world), 8);
    run_until(&mut app, 2, |_| true);
}
