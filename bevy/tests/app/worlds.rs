//! Several worlds, worlds that are loaded again or are refused, and equal runs.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use bevy_voxnav::{
    InNavWorld, NavAgent, NavError, NavReason, NavSettings, NavStatus, NavTarget, NavUnreachable,
    NavWorld,
};

use crate::harness::{self, Told, app, empty_app, get, place, run_until, wall};

fn drone() -> (NavAgent, Transform, NavTarget) {
    harness::drone(5.0, [2.0, 2.0, 10.0], [18.0, 2.0, 10.0])
}

#[test]
fn an_obstacle_is_in_one_world_and_may_change_over() {
    let (mut app, first) = app();
    let second = app.world().get::<NavWorld>(first).copied().unwrap();
    let second = app.world_mut().spawn(second).id();
    let wall = app.world_mut().spawn((wall(), InNavWorld(second))).id();
    let here = app.world_mut().spawn(drone()).id();
    let there = app.world_mut().spawn((drone(), InNavWorld(second))).id();
    app.update();
    let statuses = |world: &World| [here, there].map(|it| get::<NavStatus>(world, it));
    let stuck = NavStatus::NoPath(NavReason::Unreachable);
    assert_eq!(statuses(app.world()), [NavStatus::Moving, stuck]);
    app.world_mut().entity_mut(wall).remove::<InNavWorld>();
    run_until(&mut app, 200, |world| {
        statuses(world)[1] == NavStatus::Moving
    });
    assert!(matches!(
        statuses(app.world())[0],
        NavStatus::Waiting | NavStatus::NoPath(_)
    ));
    app.world_mut().despawn(wall);
    run_until(&mut app, 900, |world| {
        statuses(world) == [NavStatus::Arrived; 2]
    });
    app.world_mut().despawn(second);
    app.update();
    assert!(matches!(app.world().get(there), Some(NavError::NoWorld)));
    assert_eq!(statuses(app.world())[0], NavStatus::Arrived);
}

#[test]
fn a_world_that_is_loaded_anew_has_its_obstacles_and_agents_go_on() {
    let (mut app, world) = app();
    app.world_mut().spawn(wall());
    let agent = app.world_mut().spawn(drone()).id();
    app.update();
    assert_eq!(
        get::<NavStatus>(app.world(), agent),
        NavStatus::NoPath(NavReason::Unreachable)
    );
    // Higher than the wall.
    app.world_mut().get_mut::<NavWorld>(world).unwrap().max.y = 12.0;
    app.update();
    assert_eq!(get::<NavStatus>(app.world(), agent), NavStatus::Moving);
    for _ in 0..60 {
        app.update();
    }
    let at = place(app.world(), agent);
    app.world_mut()
        .get_mut::<NavWorld>(world)
        .unwrap()
        .cell_size = 0.25;
    app.update();
    assert!(place(app.world(), agent).distance(at) < 0.1);
    run_until(&mut app, 900, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });
}

#[test]
fn a_region_that_is_none_is_a_fault_of_the_world() {
    let (mut app, world) = app();
    let agent = app.world_mut().spawn(drone()).id();
    let good = get::<NavWorld>(app.world(), world);
    for bad in [
        NavWorld {
            cell_size: 0.0,
            ..good
        },
        NavWorld {
            cell_size: f32::NAN,
            ..good
        },
        NavWorld {
            max: Vec3::NAN,
            ..good
        },
        NavWorld {
            max: Vec3::splat(1e30),
            ..good
        },
    ] {
        app.world_mut().entity_mut(world).insert(bad);
        app.update();
        assert!(app.world().get::<NavError>(world).is_some(), "{bad:?}");
        assert_eq!(get::<NavStatus>(app.world(), agent), NavStatus::Refused);
    }
    app.world_mut().entity_mut(world).insert(good);
    app.update();
    assert!(app.world().get::<NavError>(world).is_none());
    assert_eq!(get::<NavStatus>(app.world(), agent), NavStatus::Moving);
    let mut app = empty_app();
    let agent = app.world_mut().spawn(drone()).id();
    app.update();
    assert!(matches!(app.world().get(agent), Some(NavError::NoWorld)));
}

#[test]
fn agents_go_near_where_the_settings_say_so() {
    let (mut app, world) = app();
    let near = NavSettings {
        unreachable: NavUnreachable::GoNear,
        ..NavSettings::default()
    };
    app.world_mut().entity_mut(world).insert(near);
    app.world_mut().spawn(wall());
    let agent = app.world_mut().spawn(drone()).id();
    app.update();
    assert_eq!(
        get::<NavStatus>(app.world(), agent),
        NavStatus::Partly(NavReason::Unreachable)
    );
    assert_eq!(
        app.world().resource::<Told>().count(agent, "PathPartial"),
        1
    );
    for _ in 0..200 {
        app.update();
    }
    let at = place(app.world(), agent);
    assert!(at.x > 8.5 && at.x < 9.4, "{at}");
}
