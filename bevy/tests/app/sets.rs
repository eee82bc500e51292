//! The sets of the plugin run in order, and each can be replaced, held back or asked for.

use bevy_app::{App, FixedUpdate};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use bevy_voxnav::{NavObstacle, NavReason, NavState, NavStatus, NavSystems};

use crate::harness::{self, Told, app, get, place, run_until, wall};

const SETS: [NavSystems; 6] = [
    NavSystems::Transforms,
    NavSystems::World,
    NavSystems::Targets,
    NavSystems::Plan,
    NavSystems::Avoid,
    NavSystems::Steer,
];

/// The sets that ran.
#[derive(Resource, Default)]
struct Ran(Vec<NavSystems>);

/// Lets a set run while it is there.
#[derive(Resource)]
struct Now;

fn drone(app: &mut App, from: [f32; 3], to: [f32; 3]) -> Entity {
    app.world_mut().spawn(harness::drone(4.0, from, to)).id()
}

#[test]
fn the_sets_run_in_the_documented_order() {
    let (mut app, _) = app();
    app.init_resource::<Ran>();
    for set in SETS {
        let ran = move |mut ran: ResMut<Ran>| ran.0.push(set);
        app.add_systems(FixedUpdate, ran.in_set(set));
    }
    app.update();
    assert_eq!(app.world().resource::<Ran>().0, SETS);
}

/// Moves all agents as they would move alone.
fn go_alone(time: Res<Time<Fixed>>, mut worlds: Query<&mut NavState>) {
    for mut state in &mut worlds {
        let crowd = state.crowd_mut().unwrap();
        let steps = crowd.agents().map(|(id, agent)| {
            let by = crowd.motion(id).unwrap().velocity * time.delta_secs_f64();
            (id, agent.position + by)
        });
        for (id, to) in steps.collect::<Vec<_>>() {
            crowd.set_position(id, to).unwrap();
        }
    }
}

#[test]
fn another_system_may_avoid_in_place_of_the_plugin() {
    let nearest = |is_replaced: bool| {
        let (mut app, _) = app();
        if is_replaced {
            app.configure_sets(FixedUpdate, NavSystems::Avoid.run_if(|| false));
            let alone = go_alone.after(NavSystems::Plan).before(NavSystems::Steer);
            app.add_systems(FixedUpdate, alone);
        }
        let [one, other] = [[2.0, 2.0, 10.0], [18.0, 2.0, 10.0]];
        let both = [drone(&mut app, one, other), drone(&mut app, other, one)];
        let mut nearest = f32::MAX;
        run_until(&mut app, 900, |world| {
            nearest = nearest.min(place(world, both[0]).distance(place(world, both[1])));
            both.map(|it| get::<NavStatus>(world, it)) == [NavStatus::Arrived; 2]
        });
        nearest
    };
    assert!(nearest(false) > 0.39);
    // Nobody makes way.
    assert!(nearest(true) < 0.1);
}

#[test]
fn without_the_set_that_writes_another_system_may_read_the_crowd() {
    let (mut app, world) = app();
    app.configure_sets(FixedUpdate, NavSystems::Steer.run_if(|| false));
    let from = [2.0, 2.0, 2.0];
    let agent = drone(&mut app, from, [18.0, 2.0, 2.0]);
    run_until(&mut app, 600, |world| {
        world.resource::<Told>().count(agent, "Arrived") == 1
    });
    assert_eq!(place(app.world(), agent), Vec3::from(from));
    let state = app.world().get::<NavState>(world).unwrap();
    let id = state.agent_id(agent).unwrap();
    assert!(state.crowd().unwrap().position(id).unwrap().x > 17.8);
}

#[test]
fn worlds_that_are_edited_on_demand_miss_nothing() {
    let (mut app, world) = app();
    let on_demand = NavSystems::World.run_if(resource_exists::<Now>);
    app.configure_sets(FixedUpdate, on_demand);
    app.insert_resource(Now);
    let agent = drone(&mut app, [2.0, 2.0, 10.0], [18.0, 2.0, 10.0]);
    let gone = app.world_mut().spawn(wall()).id();
    app.update();
    let stuck = NavStatus::NoPath(NavReason::Unreachable);
    assert_eq!(get::<NavStatus>(app.world(), agent), stuck);
    app.world_mut().remove_resource::<Now>();
    app.world_mut().despawn(gone);
    let edits = |app: &App| app.world().resource::<Told>().count(world, "WorldChanged");
    assert_eq!(edits(&app), 1);
    for _ in 0..150 {
        app.update();
    }
    assert_eq!(
        (get::<NavStatus>(app.world(), agent), edits(&app)),
        (stuck, 1)
    );
    app.insert_resource(Now);
    run_until(&mut app, 200, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Moving
    });
    assert_eq!(edits(&app), 2);
    app.world_mut().spawn(wall());
    app.update();
    assert_eq!(edits(&app), 3);
}

/// A marker of the game.
#[derive(Component, Default)]
struct Wall;

#[test]
fn all_that_has_a_marker_is_an_obstacle() {
    let (mut app, world) = app();
    app.register_required_components_with::<Wall, NavObstacle>(|| {
        NavObstacle::from(Cuboid::new(1.0, 8.0, 24.0))
    });
    app.world_mut()
        .spawn((Wall, Transform::from_xyz(10.0, 3.0, 10.0)));
    app.world_mut().spawn(Transform::from_xyz(4.0, 3.0, 10.0));
    app.update();
    let state = app.world().get::<NavState>(world).unwrap();
    assert_eq!(state.navigator().unwrap().obstacles().len(), 1);
}
