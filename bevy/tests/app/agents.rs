//! Agents that are despawned, held, teleported, changed, carried and moved by others.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_time::{Time, Virtual};
use bevy_transform::components::Transform;
use bevy_voxnav::{
    DesiredVelocity, NavAgent, NavAnchor, NavCharacter, NavError, NavKeepAway, NavLink, NavMatter,
    NavMovedBy, NavObstacle, NavPath, NavPaused, NavReason, NavSettings, NavState, NavStatus,
    NavTarget, NavThread, NavUnreachable,
};

use crate::harness::{self, Told, app, block, get, place, run_until, wall};

const TO: Vec3 = Vec3::new(18.0, 2.0, 2.0);

fn drone() -> (NavAgent, Transform, NavTarget) {
    harness::drone(4.0, [2.0; 3], TO.into())
}

fn status(app: &App, entity: Entity) -> NavStatus {
    get(app.world(), entity)
}

#[test]
fn agents_are_despawned_in_every_state_and_leave_nothing() {
    let (mut app, world) = app();
    let cube = NavObstacle::from(Cuboid::new(4.0, 4.0, 4.0));
    app.world_mut()
        .spawn((cube, Transform::from_xyz(10.0, 3.0, 10.0)));
    let inside = Transform::from_xyz(10.0, 3.0, 10.0);
    let states: [(NavStatus, fn(&mut World, Entity)); 6] = [
        (NavStatus::Idle, |world, it| {
            _ = world.entity_mut(it).remove::<NavTarget>();
        }),
        (NavStatus::Moving, |_, _| {}),
        (NavStatus::Paused, |world, it| {
            _ = world.entity_mut(it).insert(NavPaused);
        }),
        (NavStatus::Arrived, |world, it| {
            world
                .entity_mut(it)
                .insert(NavTarget::Position(Vec3::splat(2.0)));
        }),
        (NavStatus::Refused, |_, _| {}),
        (NavStatus::NoPath(NavReason::TargetOutside), |world, it| {
            world.entity_mut(it).insert(NavTarget::Position(Vec3::NAN));
        }),
    ];
    for (expected, prepare) in states {
        let agent = app.world_mut().spawn(drone()).id();
        if expected == NavStatus::Refused {
            app.world_mut().entity_mut(agent).insert(inside);
        }
        prepare(app.world_mut(), agent);
        for _ in 0..3 {
            app.update();
        }
        assert_eq!(status(&app, agent), expected);
        app.world_mut().despawn(agent);
        app.update();
        let state = app.world().get::<NavState>(world).unwrap();
        assert!(state.crowd().unwrap().is_empty(), "{expected:?}");
        assert_eq!(
            state.navigator().unwrap().agents().count(),
            0,
            "{expected:?}"
        );
    }
}

#[test]
fn agents_that_plan_wait_or_go_near_are_despawned_and_leave_nothing() {
    type IsState = fn(NavStatus) -> bool;
    let states: [(IsState, u32, NavUnreachable); 3] = [
        (|it| it == NavStatus::Planning, 0, NavUnreachable::Stay),
        (
            |it| it == NavStatus::Waiting,
            u32::MAX,
            NavUnreachable::Stay,
        ),
        (
            |it| matches!(it, NavStatus::Partly(_)),
            u32::MAX,
            NavUnreachable::GoNear,
        ),
    ];
    for (is_state, searches, unreachable) in states {
        for thread in [NavThread::System, NavThread::Task] {
            let (mut app, world) = app();
            let settings = NavSettings {
                searches,
                unreachable,
                thread,
                ..NavSettings::default()
            };
            app.world_mut().entity_mut(world).insert(settings);
            let agent = app.world_mut().spawn(drone()).id();
            app.update();
            app.update();
            let wall = app.world_mut().spawn(wall()).id();
            run_until(&mut app, 60, |world| {
                is_state(get::<NavStatus>(world, agent))
            });
            for entity in [agent, wall] {
                app.world_mut().despawn(entity);
            }
            // A task that was begun before has seen them.
            for _ in 0..2 {
                app.update();
            }
            let settings = NavSettings::default();
            app.world_mut().entity_mut(world).insert(settings);
            app.update();
            let state = app.world().get::<NavState>(world).unwrap();
            assert!(state.crowd().unwrap().is_empty());
            assert_eq!(state.navigator().unwrap().obstacles().len(), 0);
        }
    }
}

#[test]
fn held_agents_go_on_and_time_that_stands_still_holds_all() {
    let (mut app, _) = app();
    let agent = app.world_mut().spawn(drone()).id();
    for _ in 0..30 {
        app.update();
    }
    app.world_mut().entity_mut(agent).insert(NavPaused);
    app.update();
    let at = place(app.world(), agent);
    for _ in 0..30 {
        app.update();
    }
    assert_eq!(place(app.world(), agent), at);
    assert_eq!(get::<DesiredVelocity>(app.world(), agent).0, Vec3::ZERO);
    app.world_mut().entity_mut(agent).remove::<NavPaused>();
    for _ in 0..10 {
        app.update();
    }
    assert!(place(app.world(), agent).x > at.x + 0.5);
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    let at = place(app.world(), agent);
    for _ in 0..10 {
        app.update();
    }
    assert_eq!(place(app.world(), agent), at);
    let mut time = app.world_mut().resource_mut::<Time<Virtual>>();
    time.unpause();
    time.set_relative_speed(2.0);
    let frames = run_until(&mut app, 200, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });
    let left = TO.x - at.x;
    let expected = left / 4.0 * 60.0 / 2.0;
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let off = (frames as f32 - expected).abs();
    assert!(
        off < 12.0,
        "{frames} frames for {left} units at twice the speed"
    );
}

#[test]
fn whoever_sets_the_transform_teleports_and_others_may_move_the_agent() {
    let (mut app, _) = app();
    let agent = app.world_mut().spawn(drone()).id();
    for _ in 0..10 {
        app.update();
    }
    app.world_mut()
        .get_mut::<Transform>(agent)
        .unwrap()
        .translation = Vec3::new(2.0, 2.0, 15.0);
    app.update();
    assert!(place(app.world(), agent).distance(Vec3::new(2.0, 2.0, 15.0)) < 0.2);
    run_until(&mut app, 600, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });

    app.world_mut().despawn(agent);
    let (other, from, to) = drone();
    let pushed = app
        .world_mut()
        .spawn((other.moved_by(NavMovedBy::Others), from, to))
        .id();
    app.update();
    assert_eq!(place(app.world(), pushed), from.translation);
    run_until(&mut app, 600, |world| {
        let velocity = get::<DesiredVelocity>(world, pushed).0;
        assert!(velocity.length() <= 4.0 + 1e-3);
        world.get_mut::<Transform>(pushed).unwrap().translation += velocity / 60.0;
        get::<NavStatus>(world, pushed) == NavStatus::Arrived
    });
    assert!(place(app.world(), pushed).distance(TO) < 0.2);
}

#[test]
fn a_child_goes_to_global_places_and_paths_are_of_its_anchor() {
    let (mut app, _) = app();
    let cart = app
        .world_mut()
        .spawn(Transform::from_xyz(3.0, 0.0, 1.0).with_scale(Vec3::splat(2.0)))
        .id();
    let (agent, _, target) = drone();
    let anchored = agent.anchor(NavAnchor::Feet);
    let local = Transform::from_xyz(1.0, 1.0, 1.0);
    let child = app
        .world_mut()
        .spawn((anchored, local, target, ChildOf(cart)))
        .id();
    app.update();
    let path = get::<NavPath>(app.world(), child);
    assert!(
        path.points[0].distance(Vec3::new(5.0, 2.0, 3.0)) < 1e-3,
        "{path:?}"
    );
    run_until(&mut app, 600, |world| {
        get::<NavStatus>(world, child) == NavStatus::Arrived
    });
    let global = place(app.world(), child) * 2.0 + Vec3::new(3.0, 0.0, 1.0);
    let center = global + Vec3::Y * 0.2;
    assert!(center.distance(TO) < 0.2, "{global}");
}

#[test]
fn an_agent_without_room_is_taken_in_when_there_is_some() {
    let (mut app, _) = app();
    let cube = NavObstacle::from(Cuboid::new(2.0, 2.0, 2.0));
    let cube = app
        .world_mut()
        .spawn((cube, Transform::from_xyz(2.0, 2.0, 2.0)))
        .id();
    let agent = app.world_mut().spawn(drone()).id();
    app.update();
    assert_eq!(status(&app, agent), NavStatus::Refused);
    assert!(matches!(app.world().get(agent), Some(NavError::Crowd(_))));
    app.world_mut().despawn(cube);
    app.update();
    assert!(app.world().get::<NavError>(agent).is_none());
    run_until(&mut app, 600, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });
}

#[test]
fn a_changed_agent_keeps_its_target() {
    let (mut app, _) = app();
    let agent = app.world_mut().spawn(drone()).id();
    for _ in 0..10 {
        app.update();
    }
    app.world_mut().get_mut::<NavAgent>(agent).unwrap().speed = 8.0;
    app.update();
    assert!(get::<DesiredVelocity>(app.world(), agent).0.length() > 7.9);
    run_until(&mut app, 200, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });
    assert_eq!(app.world().resource::<Told>().count(agent, "Arrived"), 1);
}

#[test]
fn agents_make_way_for_a_character_that_does_not() {
    let (mut app, _) = app();
    let agent = app.world_mut().spawn(drone()).id();
    let player = (
        NavCharacter::flying(0.5),
        Transform::from_xyz(18.0, 2.0, 2.0),
    );
    let player = app.world_mut().spawn(player).id();
    let mut nearest = f32::MAX;
    run_until(&mut app, 900, |world| {
        let mut transform = world.get_mut::<Transform>(player).unwrap();
        transform.translation.x = (transform.translation.x - 2.0 / 60.0).max(-8.0);
        let far = place(world, player).distance(place(world, agent));
        nearest = nearest.min(far);
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });
    assert!(nearest > 0.69, "they came within {nearest}");
    assert!(nearest < 3.0, "they never met");
}

#[test]
fn a_thousand_ticks_of_coming_and_going_leave_nothing() {
    let (mut app, world) = app();
    for tick in 0..1000_u16 {
        let z = 1.0 + f32::from(tick % 18);
        let (mut agent, mut from, target) = drone();
        agent.half_size *= 1.0 + f32::from(tick % 3) * 0.25;
        from.translation.z = z;
        let agent = app.world_mut().spawn((agent, from, target)).id();
        let cube = NavObstacle::from(Cuboid::from_length(1.0));
        let cube = app
            .world_mut()
            .spawn((cube, Transform::from_xyz(10.0, 2.0, z)))
            .id();
        let link = NavLink::new(Vec3::new(5.25, 0.0, 5.25), Vec3::new(9.25, 0.0, 5.25));
        let link = app.world_mut().spawn(link).id();
        app.update();
        for entity in [agent, cube, link] {
            app.world_mut().despawn(entity);
        }
    }
    app.update();
    let state = app.world().get::<NavState>(world).unwrap();
    let navigator = state.navigator().unwrap();
    assert_eq!(navigator.obstacles().len(), 0);
    assert_eq!(
        (navigator.links().count(), navigator.agents().count()),
        (0, 0)
    );
    assert!(state.crowd().unwrap().is_empty());
    assert!(state.agent_id(world).is_none());
}

#[test]
fn flying_agents_keep_the_room_that_they_or_their_world_ask_for() {
    let wary = NavKeepAway::new(2.0, 20);
    let passed: Vec<f32> = [
        (None, None, None),
        (Some(wary), None, None),
        (None, Some(wary), None),
        (None, None, Some(wary)),
    ]
    .into_iter()
    .map(|(own, of_world, later)| {
        let (mut app, world) = app();
        let settings = NavSettings {
            keep_away: of_world,
            ..NavSettings::default()
        };
        app.world_mut().entity_mut(world).insert(settings);
        // A wall up to z = 10, along the straight way.
        block(
            &mut app,
            [6.0, 0.0, 0.0],
            [14.0, 6.0, 10.0],
            NavMatter::default(),
        );
        let (mut agent, at, to) = harness::drone(4.0, [2.0, 2.0, 10.5], [18.0, 2.0, 10.5]);
        agent.keep_away = own;
        let id = app.world_mut().spawn((agent, at, to)).id();
        app.update();
        app.update();
        if later.is_some() {
            app.world_mut().get_mut::<NavAgent>(id).unwrap().keep_away = later;
        }
        let mut nearest = f32::INFINITY;
        run_until(&mut app, 900, |world| {
            let at = place(world, id);
            if (at.x - 10.0).abs() < 2.0 {
                nearest = nearest.min(at.z - 10.0);
            }
            get::<NavStatus>(world, id) == NavStatus::Arrived
        });
        nearest
    })
    .collect();
    assert!(
        passed[0] < 1.0 && passed[1..].iter().all(|it| *it > 1.5),
        "{passed:?}"
    );
    let (mut app, _) = app();
    let walker = NavAgent::walking(0.2, 1.5).keep_away(wary);
    let walker = app
        .world_mut()
        .spawn((walker, Transform::from_xyz(5.0, 0.0, 5.0)))
        .id();
    app.update();
    app.update();
    let fault = get::<NavError>(app.world(), walker).to_string();
    assert!(fault.contains("on the ground cannot keep away"), "{fault}");
}
