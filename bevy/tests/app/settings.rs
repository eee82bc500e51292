//! Limits of planning, shapes of paths, conditions for having arrived, and costs of agents.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use bevy_voxnav::{
    ActionStarted, DesiredVelocity, NavAction, NavAgent, NavArrival, NavGait, NavHazards, NavLink,
    NavMatter, NavPath, NavSettings, NavSmoothing, NavStatus, NavTarget,
};

use crate::harness::{Told, app, block, drone, get, guard, place, run_until};

fn set(app: &mut App, world: Entity, settings: NavSettings) {
    app.world_mut().entity_mut(world).insert(settings);
}

/// Ten drones that want to the other side.
fn drones(app: &mut App) -> Vec<Entity> {
    let spawn = |number: u8| {
        let z = 1.0 + 2.0 * f32::from(number);
        let drone = NavAgent::flying(Vec3::splat(0.2)).speed(4.0);
        let place = Transform::from_xyz(2.0, 2.0, z);
        let target = NavTarget::Position(Vec3::new(18.0, 2.0, 20.0 - z));
        app.world_mut().spawn((drone, place, target)).id()
    };
    (0..10).map(spawn).collect()
}

/// Returns how many of the agents have a path.
fn paths(app: &App, agents: &[Entity]) -> usize {
    let has_path = |it: &&Entity| !get::<NavPath>(app.world(), **it).points.is_empty();
    agents.iter().filter(has_path).count()
}

#[test]
fn no_more_agents_plan_in_a_tick_than_the_settings_say() {
    let (mut app, world) = app();
    let settings = NavSettings {
        searches: 2,
        ..NavSettings::default()
    };
    set(&mut app, world, settings);
    let agents = drones(&mut app);
    for tick in 1..=5 {
        app.update();
        assert_eq!(paths(&app, &agents), 2 * tick);
    }
}

#[test]
fn a_limit_by_time_lets_nobody_plan_or_all() {
    for (milliseconds, expected) in [
        (Some(0.0), 0),
        (Some(f32::NAN), 0),
        (Some(1e9), 10),
        (None, 10),
    ] {
        let (mut app, world) = app();
        let settings = NavSettings {
            milliseconds,
            ..NavSettings::default()
        };
        set(&mut app, world, settings);
        let agents = drones(&mut app);
        for _ in 0..10 {
            app.update();
        }
        assert_eq!(paths(&app, &agents), expected, "{milliseconds:?}");
    }
}

#[test]
fn velocities_change_by_no_more_than_the_acceleration() {
    let (mut app, _) = app();
    let (drone, from, to) = drone(4.0, [2.0; 3], [18.0, 2.0, 2.0]);
    let drone = app.world_mut().spawn((drone.acceleration(3.0), from, to));
    let drone = drone.id();
    let (mut before, mut fastest) = (Vec3::ZERO, 0.0_f32);
    run_until(&mut app, 900, |world| {
        let velocity = get::<DesiredVelocity>(world, drone).0;
        let change = velocity.distance(before);
        assert!(change <= 3.0 / 60.0 + 1e-3, "{change} in a tick");
        fastest = fastest.max(velocity.length());
        before = velocity;
        get::<NavStatus>(world, drone) == NavStatus::Arrived && velocity == Vec3::ZERO
    });
    assert!(fastest > 3.9, "{fastest}");
}

#[test]
fn paths_have_the_shape_that_the_settings_say() {
    let points = [
        NavSmoothing::Straight,
        NavSmoothing::Rounded,
        NavSmoothing::Cells,
    ]
    .map(|smoothing| {
        let (mut app, world) = app();
        let settings = NavSettings {
            smoothing,
            ..NavSettings::default()
        };
        set(&mut app, world, settings);
        block(
            &mut app,
            [9.5, 0.0, 0.0],
            [10.5, 6.0, 16.0],
            NavMatter::Solid,
        );
        let agents = drones(&mut app);
        run_until(&mut app, 30, |world| {
            get::<NavStatus>(world, agents[0]) == NavStatus::Moving
        });
        get::<NavPath>(app.world(), agents[0]).points.len()
    });
    assert!(points.is_sorted() && points[0] < points[1], "{points:?}");
    assert!(points[1] < points[2], "{points:?}");
}

#[test]
fn first_paths_are_free_and_get_better_up_to_the_detour() {
    let shortest = 2.0 * 8.0_f32.hypot(6.5);
    for anytime in [false, true] {
        let (mut app, world) = app();
        let settings = NavSettings {
            anytime,
            max_suboptimality: 1.0,
            ..NavSettings::default()
        };
        set(&mut app, world, settings);
        block(
            &mut app,
            [9.5, 0.0, 0.0],
            [10.5, 6.0, 16.0],
            NavMatter::Solid,
        );
        let (drone, from, to) = drone(4.0, [2.0, 2.0, 10.0], [18.0, 2.0, 10.0]);
        let drone = app.world_mut().spawn((drone, from, to)).id();
        let mut walked = 0.0;
        let mut before = place(app.world(), drone);
        run_until(&mut app, 900, |world| {
            let at = place(world, drone);
            assert!(
                (at.x - 10.0).abs() > 0.7 || at.z > 16.2,
                "inside of the wall: {at}"
            );
            walked += at.distance(before);
            before = at;
            get::<NavStatus>(world, drone) == NavStatus::Arrived
        });
        assert!(walked < 1.2 * shortest, "{walked} instead of {shortest}");
    }
}

#[test]
fn agents_have_arrived_on_their_own_conditions() {
    let (mut app, _) = app();
    block(
        &mut app,
        [9.5, 0.0, 0.0],
        [10.5, 6.0, 16.0],
        NavMatter::Solid,
    );
    let to = Vec3::new(12.0, 2.0, 10.0);
    let arrived = [NavArrival::Near, NavArrival::Seen, NavArrival::AlongPath].map(|arrival| {
        let drone = NavAgent::flying(Vec3::splat(0.2)).speed(4.0);
        let drone = drone.stopping_distance(4.5).arrival(arrival);
        let place = Transform::from_xyz(8.0, 2.0, 10.0);
        let target = NavTarget::Position(to);
        app.world_mut().spawn((drone, place, target)).id()
    });
    let [near, seen, along] = arrived;
    run_until(&mut app, 900, |world| {
        let all = arrived.map(|it| get::<NavStatus>(world, it));
        all == [NavStatus::Arrived; 3]
    });
    let at = |it| place(app.world(), it);
    assert!(at(near).x < 9.5, "{}", at(near));
    // Around the end of the wall, and no farther than the condition asks.
    for it in [seen, along] {
        assert!(at(it).z > 13.0 && at(it).distance(to) <= 4.6, "{}", at(it));
    }
    // A target inside of the wall.
    let target = NavTarget::Position(Vec3::new(10.0, 2.0, 10.0));
    app.world_mut().entity_mut(near).insert(target);
    app.update();
    app.update();
    assert_eq!(get::<NavStatus>(app.world(), near), NavStatus::Arrived);
}

/// Returns whether an agent with these abilities climbs the ladder, where there are stairs farther away.
fn climbs(gait: NavGait) -> bool {
    let (mut app, _) = app();
    for step in 0..6_u8 {
        let low = 12.0 + f32::from(step) * 0.5;
        let height = 0.5 + 0.5 * f32::from(step);
        block(
            &mut app,
            [8.0, 0.0, low],
            [12.0, height, 15.0],
            NavMatter::Solid,
        );
    }
    block(
        &mut app,
        [8.0, 0.0, 0.0],
        [20.0, 3.0, 12.0],
        NavMatter::Solid,
    );
    block(
        &mut app,
        [12.0, 0.0, 12.0],
        [20.0, 3.0, 20.0],
        NavMatter::Solid,
    );
    block(
        &mut app,
        [7.5, 0.0, 5.0],
        [8.0, 3.0, 5.5],
        NavMatter::Ladder,
    );
    let guard = guard(&mut app, gait, [2.25, 0.0, 5.25], [15.25, 3.0, 5.25]);
    run_until(&mut app, 1200, |world| {
        get::<NavStatus>(world, guard) == NavStatus::Arrived
    });
    let told = app.world().resource::<Told>();
    told.0.iter().any(|it| it.1.contains("Climb"))
}

#[test]
fn each_agent_has_costs_of_its_own() {
    let costs = |climb, step_cost| NavGait {
        climb: Some(climb),
        step_cost,
        ..NavGait::default()
    };
    assert!(climbs(costs(2.0, 0.5)));
    assert!(!climbs(costs(50.0, 0.5)), "as climbing is dear");
    assert!(climbs(costs(50.0, 90.0)), "as steps are dearer");
}

#[test]
fn those_who_enter_hazards_do_and_others_do_not() {
    let (mut app, _) = app();
    block(
        &mut app,
        [9.0, 0.0, 0.0],
        [11.0, 0.5, 20.0],
        NavMatter::Hazard,
    );
    let guards = [NavHazards::Avoided, NavHazards::Entered].map(|hazards| {
        let gait = NavGait {
            hazards,
            ..NavGait::default()
        };
        guard(&mut app, gait, [2.25, 0.0, 5.25], [15.25, 0.0, 5.25])
    });
    run_until(&mut app, 600, |world| {
        get::<NavStatus>(world, guards[1]) == NavStatus::Arrived
    });
    let kept_out = get::<NavStatus>(app.world(), guards[0]);
    assert!(matches!(kept_out, NavStatus::NoPath(_)), "{kept_out:?}");
}

#[test]
fn a_link_is_a_teleporter_where_the_game_makes_it_one() {
    let (mut app, _) = app();
    block(
        &mut app,
        [8.0, 0.0, 0.0],
        [9.0, 6.0, 20.0],
        NavMatter::Solid,
    );
    let out = Vec3::new(12.25, 0.0, 5.25);
    let link = NavLink::new(Vec3::new(6.25, 0.0, 5.25), out);
    app.world_mut().spawn(link);
    app.add_observer(
        move |leg: On<ActionStarted>, mut places: Query<&mut Transform>| {
            if let (NavAction::Link(_), Ok(mut place)) = (leg.action, places.get_mut(leg.entity)) {
                place.translation = out;
            }
        },
    );
    let gait = NavGait::default();
    let guard = guard(&mut app, gait, [2.25, 0.0, 5.25], [15.25, 0.0, 5.25]);
    run_until(&mut app, 600, |world| {
        let x = place(world, guard).x;
        assert!(!(7.5..12.0).contains(&x), "inside of the wall, at {x}");
        get::<NavStatus>(world, guard) == NavStatus::Arrived
    });
}
