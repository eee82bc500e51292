//! Agents that walk: stairs, ladders, doors and links, with the events of their legs.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;
use bevy_voxnav::{NavGait, NavLink, NavMatter, NavReason, NavStatus, NavTarget, NavWorld};

use crate::harness::{self, Told, app, block, get, place, run_until};

/// Spawns an agent that walks from the middle of one side.
fn guard(app: &mut App, gait: NavGait, to: [f32; 3]) -> Entity {
    harness::guard(app, gait, [2.25, 0.0, 10.25], to)
}

fn arrive(app: &mut App, agent: Entity, to: [f32; 3]) {
    run_until(app, 1200, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });
    let at = place(app.world(), agent);
    assert!(at.distance(to.into()) < 0.3, "{at}");
}

#[test]
fn a_walker_climbs_stairs_and_comes_back_down() {
    let (mut app, _) = app();
    for step in 0..4_u8 {
        let (x, height) = (6.0 + f32::from(step), 0.5 + 0.5 * f32::from(step));
        block(
            &mut app,
            [x, 0.0, 0.0],
            [20.0, height, 20.0],
            NavMatter::Solid,
        );
    }
    let up = [15.25, 2.0, 10.25];
    let agent = guard(&mut app, NavGait::default(), up);
    arrive(&mut app, agent, up);
    let told = app.world().resource::<Told>();
    assert!(told.0.iter().any(|it| it.1.contains("StepUp")), "{told:?}");
    let down = [2.25, 0.0, 4.25];
    app.world_mut()
        .entity_mut(agent)
        .insert(NavTarget::Position(down.into()));
    app.update();
    arrive(&mut app, agent, down);
    let told = app.world().resource::<Told>();
    assert!(told.0.iter().any(|it| it.1.contains("Drop")), "{told:?}");
}

#[test]
fn among_low_cells_a_curb_is_a_step_and_a_ledge_is_none() {
    let (mut app, world) = app();
    let low = get::<NavWorld>(app.world(), world).cell_height(0.0625);
    app.world_mut().entity_mut(world).insert(low);
    block(
        &mut app,
        [6.0, -1.0, 0.0],
        [12.0, 0.2, 20.0],
        NavMatter::Solid,
    );
    block(
        &mut app,
        [12.0, -1.0, 0.0],
        [20.0, 0.8, 20.0],
        NavMatter::Solid,
    );
    let gait = NavGait {
        step_up: 0.3,
        ..NavGait::default()
    };
    let on_curb = [9.25, 0.2, 10.25];
    let agent = guard(&mut app, gait, on_curb);
    arrive(&mut app, agent, on_curb);
    let on_ledge = guard(&mut app, gait, [16.25, 0.8, 10.25]);
    run_until(&mut app, 600, |world| {
        matches!(get::<NavStatus>(world, on_ledge), NavStatus::NoPath(_))
    });
}

#[test]
fn a_ramp_is_walked_up_to_the_limit_of_slopes() {
    let (mut app, world) = app();
    let low = get::<NavWorld>(app.world(), world).cell_height(0.0625);
    app.world_mut().entity_mut(world).insert(low);
    // A plate whose top rises by 35 degrees from x = 7 on.
    let plate = block(
        &mut app,
        [0.0, 0.0, 0.0],
        [7.0, 1.0, 40.0],
        NavMatter::Solid,
    );
    let tilt = Quat::from_rotation_z(35_f32.to_radians());
    let middle = Vec3::new(7.0, 0.0, 10.25) + tilt * Vec3::new(3.5, -0.5, 0.0);
    let tilted = Transform::from_translation(middle).with_rotation(tilt);
    app.world_mut().entity_mut(plate).insert(tilted);
    let gait = |slope| NavGait {
        step_up: 0.5,
        slope,
        ..NavGait::default()
    };
    let on_ramp = [10.25, 2.3, 10.25];
    let climber = guard(&mut app, gait(Some(45)), on_ramp);
    run_until(&mut app, 1200, |world| {
        get::<NavStatus>(world, climber) == NavStatus::Arrived
    });
    let at = place(app.world(), climber);
    assert!(
        (at - Vec3::from(on_ramp)).with_y(0.0).length() < 0.3 && at.y > 1.9,
        "{at}"
    );
    // Its feet are on the ramp itself.
    let height = (at.x - 7.0) * 35_f32.to_radians().tan();
    assert!((at.y - height).abs() < 0.01, "{at} at {height}");
    let careful = guard(&mut app, gait(Some(20)), on_ramp);
    run_until(&mut app, 600, |world| {
        matches!(get::<NavStatus>(world, careful), NavStatus::NoPath(_))
    });
}

#[test]
fn a_ladder_is_climbed_by_those_who_can() {
    let (mut app, _) = app();
    block(
        &mut app,
        [8.0, 0.0, 0.0],
        [20.0, 3.0, 20.0],
        NavMatter::Solid,
    );
    block(
        &mut app,
        [7.5, 0.0, 10.0],
        [8.0, 3.0, 10.5],
        NavMatter::Ladder,
    );
    let up = [15.25, 3.0, 10.25];
    let agent = guard(&mut app, NavGait::default(), up);
    let lame = guard(
        &mut app,
        NavGait {
            climb: None,
            ..NavGait::default()
        },
        up,
    );
    arrive(&mut app, agent, up);
    let told = app.world().resource::<Told>();
    assert!(told.0.iter().any(|it| it.1.contains("Climb")), "{told:?}");
    assert_eq!(
        get::<NavStatus>(app.world(), lame),
        NavStatus::NoPath(NavReason::Unreachable)
    );
}

#[test]
fn a_door_lets_those_through_who_open_doors() {
    let (mut app, _) = app();
    block(
        &mut app,
        [8.0, 0.0, 0.0],
        [8.5, 6.0, 10.0],
        NavMatter::Solid,
    );
    block(
        &mut app,
        [8.0, 0.0, 11.0],
        [8.5, 6.0, 20.0],
        NavMatter::Solid,
    );
    block(
        &mut app,
        [8.0, 2.0, 10.0],
        [8.5, 6.0, 11.0],
        NavMatter::Solid,
    );
    let door = block(
        &mut app,
        [8.0, 0.0, 10.0],
        [8.5, 2.0, 11.0],
        NavMatter::Door,
    );
    let to = [15.25, 0.0, 10.25];
    let opens = NavGait {
        open_door: Some(1.0),
        ..NavGait::default()
    };
    let agent = guard(&mut app, opens, to);
    let other = guard(&mut app, NavGait::default(), to);
    arrive(&mut app, agent, to);
    let told = app.world().resource::<Told>();
    assert!(told.0.iter().any(|it| it.1.contains("Door")), "{told:?}");
    assert_eq!(
        get::<NavStatus>(app.world(), other),
        NavStatus::NoPath(NavReason::Unreachable)
    );
    app.world_mut().entity_mut(agent).despawn();
    app.world_mut().despawn(door);
    app.update();
    arrive(&mut app, other, to);
}

#[test]
fn a_link_is_taken_named_closed_opened_and_moved_with_its_entity() {
    let (mut app, _) = app();
    block(
        &mut app,
        [8.0, 0.0, 0.0],
        [20.0, 3.0, 20.0],
        NavMatter::Solid,
    );
    let up = [15.25, 3.0, 10.25];
    let link = NavLink::new(Vec3::ZERO, Vec3::new(2.0, 3.0, 0.0)).both_ways();
    let at = Transform::from_xyz(7.25, 0.0, 10.25);
    let link = app
        .world_mut()
        .spawn((
            NavLink {
                is_open: false,
                ..link
            },
            at,
        ))
        .id();
    let agent = guard(&mut app, NavGait::default(), up);
    app.update();
    let stuck = NavStatus::NoPath(NavReason::Unreachable);
    assert_eq!(get::<NavStatus>(app.world(), agent), stuck);
    app.world_mut().get_mut::<NavLink>(link).unwrap().is_open = true;
    arrive(&mut app, agent, up);
    let name = format!("Link({link:?})");
    let told = app.world().resource::<Told>();
    assert!(
        told.0.iter().any(|it| it.1.contains(&name)),
        "{name} in {told:?}"
    );
    app.world_mut()
        .get_mut::<Transform>(link)
        .unwrap()
        .translation
        .z = 2.25;
    let down = [2.25, 0.0, 10.25];
    app.world_mut()
        .entity_mut(agent)
        .insert(NavTarget::Position(down.into()));
    let mut least = f32::MAX;
    run_until(&mut app, 1200, |world| {
        least = least.min(place(world, agent).z);
        get::<NavStatus>(world, agent) == NavStatus::Arrived && least < 3.0
    });
    app.world_mut().despawn(link);
    app.world_mut()
        .entity_mut(agent)
        .insert(NavTarget::Position(up.into()));
    app.update();
    assert_eq!(get::<NavStatus>(app.world(), agent), stuck);
}

#[test]
fn an_agent_that_does_not_fit_at_the_end_of_a_link_names_it() {
    let (mut app, _) = app();
    block(
        &mut app,
        [8.0, 0.0, 0.0],
        [20.0, 3.0, 20.0],
        NavMatter::Solid,
    );
    // A post on the upper end of the link.
    let post = block(
        &mut app,
        [8.75, 3.0, 9.75],
        [9.75, 6.0, 10.75],
        NavMatter::Solid,
    );
    let link = NavLink::new(Vec3::ZERO, Vec3::new(2.0, 3.0, 0.0));
    let at = Transform::from_xyz(7.25, 0.0, 10.25);
    let link = app.world_mut().spawn((link, at)).id();
    let up = [15.25, 3.0, 10.25];
    let agent = guard(&mut app, NavGait::default(), up);
    let stuck = NavStatus::NoPath(NavReason::LinkEnd);
    run_until(&mut app, 60, |world| {
        get::<NavStatus>(world, agent) == stuck
    });
    let told = app.world().resource::<Told>();
    let named = told.0.iter().find(|it| it.1.starts_with("LinkEndBlocked"));
    let named = &named.unwrap_or_else(|| panic!("{told:?}")).1;
    let says = |what: &str| assert!(named.contains(what), "{what} in {named}");
    says(&format!("link: {link:?}"));
    says("end: To");
    app.world_mut().despawn(post);
    arrive(&mut app, agent, up);
}
