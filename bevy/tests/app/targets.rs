//! Targets that move, are several, are gone, or are no places.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_transform::components::Transform;
use bevy_voxnav::{
    NavAgent, NavFormation, NavFormationShape, NavObstacle, NavReason, NavStatus, NavTarget,
};

use crate::harness::{Told, app, get, place, run_until, wall};

fn drone(app: &mut App, target: NavTarget) -> Entity {
    let drone = NavAgent::flying(Vec3::splat(0.2)).speed(5.0);
    let place = Transform::from_xyz(2.0, 2.0, 2.0);
    app.world_mut().spawn((drone, place, target)).id()
}

fn arrive(app: &mut App, drone: Entity) {
    app.update();
    run_until(app, 600, |world| {
        get::<NavStatus>(world, drone) == NavStatus::Arrived
    });
}

#[test]
fn a_target_that_is_no_place_says_so_and_another_one_is_gone_to() {
    let (mut app, _) = app();
    let cube = NavObstacle::from(Cuboid::new(4.0, 4.0, 4.0));
    app.world_mut()
        .spawn((cube, Transform::from_xyz(10.0, 3.0, 10.0)));
    let nowhere = [
        (Vec3::new(10.0, 3.0, 10.0), NavReason::TargetBlocked),
        (Vec3::new(10.0, 50.0, 10.0), NavReason::TargetOutside),
        (Vec3::NAN, NavReason::TargetOutside),
        (Vec3::splat(1e30), NavReason::TargetOutside),
        (Vec3::new(f32::INFINITY, 0.0, 0.0), NavReason::TargetOutside),
    ];
    let drone = drone(&mut app, NavTarget::Position(nowhere[0].0));
    for (target, reason) in nowhere {
        app.world_mut()
            .entity_mut(drone)
            .insert(NavTarget::Position(target));
        app.update();
        assert_eq!(
            get::<NavStatus>(app.world(), drone),
            NavStatus::NoPath(reason),
            "{target}"
        );
        let at = place(app.world(), drone);
        assert!(at.distance(Vec3::splat(2.0)) < 1e-3, "{at}");
    }
    let told = app.world().resource::<Told>();
    assert_eq!(told.count(drone, "NoPath"), 5, "{told:?}");
    app.world_mut()
        .entity_mut(drone)
        .insert(NavTarget::Position(Vec3::splat(5.0)));
    arrive(&mut app, drone);
}

#[test]
fn an_entity_is_followed_for_as_long_as_it_is_there() {
    let (mut app, _) = app();
    let player = app
        .world_mut()
        .spawn(Transform::from_xyz(10.0, 2.0, 2.0))
        .id();
    let follow = NavTarget::Entity {
        entity: player,
        within: 1.0,
    };
    let drone = drone(&mut app, follow);
    arrive(&mut app, drone);
    let far = |world: &World| place(world, drone).distance(place(world, player));
    assert!(far(app.world()) <= 1.2, "{}", far(app.world()));
    for step in 0..600 {
        let mut transform = app.world_mut().get_mut::<Transform>(player).unwrap();
        transform.translation.z = (transform.translation.z + 0.04).min(18.0);
        app.update();
        assert!(step < 100 || far(app.world()) < 3.0, "{}", far(app.world()));
    }
    arrive(&mut app, drone);
    assert!(app.world().resource::<Told>().count(drone, "Arrived") >= 2);
    app.world_mut().despawn(player);
    app.update();
    assert_eq!(
        get::<NavStatus>(app.world(), drone),
        NavStatus::NoPath(NavReason::Gone)
    );
    app.update();
    assert_eq!(app.world().resource::<Told>().count(drone, "NoPath"), 1);
}

#[test]
fn the_nearest_of_several_by_the_way_is_gone_to() {
    let (mut app, _) = app();
    let wall = NavObstacle::from(Cuboid::new(0.5, 8.0, 16.0));
    app.world_mut()
        .spawn((wall, Transform::from_xyz(4.0, 3.0, 8.0)));
    let [behind, beside] = [Vec3::new(6.0, 2.0, 2.0), Vec3::new(2.0, 2.0, 9.0)]
        .map(|at| app.world_mut().spawn(Transform::from_translation(at)).id());
    let drone = drone(
        &mut app,
        NavTarget::Nearest {
            entities: vec![behind, beside],
        },
    );
    arrive(&mut app, drone);
    assert!(place(app.world(), drone).distance(place(app.world(), beside)) < 0.2);
    app.world_mut().despawn(beside);
    app.update();
    arrive(&mut app, drone);
    assert!(place(app.world(), drone).distance(place(app.world(), behind)) < 0.2);
}

#[test]
fn a_velocity_leads_up_to_a_wall_and_a_place_from_there() {
    let (mut app, _) = app();
    app.world_mut().spawn(wall());
    let drone = drone(&mut app, NavTarget::Velocity(Vec3::new(4.0, 0.0, 1.0)));
    for _ in 0..30 {
        app.update();
        assert_eq!(get::<NavStatus>(app.world(), drone), NavStatus::Moving);
    }
    let at = place(app.world(), drone);
    assert!(at.distance(Vec3::new(4.0, 2.0, 2.5)) < 0.1, "{at}");
    for _ in 0..180 {
        app.update();
        let x = place(app.world(), drone).x;
        assert!(x < 9.3 + 1e-3, "inside of the wall, at {x}");
    }
    app.world_mut()
        .entity_mut(drone)
        .insert(NavTarget::Position(Vec3::new(2.0, 2.0, 10.0)));
    arrive(&mut app, drone);
    app.world_mut()
        .entity_mut(drone)
        .insert(NavTarget::Velocity(Vec3::NAN));
    app.update();
    let refused = NavStatus::NoPath(NavReason::TargetOutside);
    assert_eq!(get::<NavStatus>(app.world(), drone), refused);
}

#[test]
fn a_removed_target_has_the_agent_stop_and_regions_are_entered() {
    let (mut app, _) = app();
    let drone = drone(&mut app, NavTarget::Position(Vec3::new(18.0, 2.0, 18.0)));
    for _ in 0..30 {
        app.update();
    }
    app.world_mut().entity_mut(drone).remove::<NavTarget>();
    for _ in 0..30 {
        app.update();
    }
    assert_eq!(get::<NavStatus>(app.world(), drone), NavStatus::Idle);
    let at = place(app.world(), drone);
    app.update();
    assert_eq!(place(app.world(), drone), at);
    let (min, max) = (Vec3::new(12.0, 1.0, 2.0), Vec3::new(15.0, 4.0, 5.0));
    app.world_mut()
        .entity_mut(drone)
        .insert(NavTarget::Inside { min, max });
    arrive(&mut app, drone);
    let at = place(app.world(), drone);
    assert!(
        (min - 0.1).cmple(at).all() && at.cmple(max + 0.1).all(),
        "{at}"
    );
    let (center, radius) = (Vec3::new(4.0, 2.0, 16.0), 2.0);
    app.world_mut()
        .entity_mut(drone)
        .insert(NavTarget::Within { center, radius });
    arrive(&mut app, drone);
    let far = place(app.world(), drone).distance(center);
    assert!(far <= 2.1 && far > 1.0, "{far}");
}

#[test]
fn agents_settle_around_a_point_and_follow_a_leader_in_formation() {
    let (mut app, _) = app();
    let row = |z: f32| Transform::from_xyz(2.0, 2.0, z);
    let agent = NavAgent::flying(Vec3::splat(0.2)).speed(5.0);
    let around = NavTarget::Around(Vec3::new(8.0, 2.0, 10.0));
    let all = [6.0, 8.0, 10.0, 12.0].map(|z| {
        let spawned = app.world_mut().spawn((agent, row(z), around.clone()));
        spawned.id()
    });
    let have_arrived = |world: &World| {
        let arrived = |it: &Entity| get::<NavStatus>(world, *it) == NavStatus::Arrived;
        all.iter().all(arrived)
    };
    app.update();
    run_until(&mut app, 1200, |world| have_arrived(world));
    for (number, one) in all.iter().enumerate() {
        for other in &all[..number] {
            let apart = place(app.world(), *one).distance(place(app.world(), *other));
            assert!(apart > 0.4 - 1e-3, "{apart}");
        }
    }
    let line = NavFormation {
        spacing: Some(1.5),
        ..NavFormation::new(NavFormationShape::Line)
    };
    let leader = all[0];
    let there = NavTarget::Position(Vec3::new(16.0, 2.0, 10.0));
    app.world_mut().entity_mut(leader).insert((line, there));
    for follower in &all[1..] {
        let target = NavTarget::Formation { leader };
        app.world_mut().entity_mut(*follower).insert(target);
    }
    app.update();
    app.update();
    run_until(&mut app, 1200, |world| have_arrived(world));
    let end = place(app.world(), leader);
    for follower in &all[1..] {
        let off = place(app.world(), *follower).distance(end);
        assert!(off > 1.2 && off < 3.3, "{off}");
    }
    app.world_mut().despawn(leader);
    app.update();
    app.update();
    let told = app.world().resource::<Told>();
    let leads = all[1..].iter().map(|it| told.count(*it, "Leads"));
    assert_eq!(leads.sum::<usize>(), 1, "{told:?}");
}
