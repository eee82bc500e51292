//! Flying and walking agents arrive, around what is in the way.

use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_transform::components::Transform;
use bevy_voxnav::{NavAgent, NavObstacle, NavPath, NavStatus, NavTarget};

use crate::harness::{Told, app, get, place, run_until};

#[test]
fn a_flyer_and_a_walker_arrive_around_a_wall() {
    let (mut app, _) = app();
    let world = app.world_mut();
    world.spawn((
        NavObstacle::from(Cuboid::new(0.5, 6.0, 16.0)),
        Transform::from_xyz(10.0, 3.0, 8.0),
    ));
    let to = Vec3::new(18.0, 2.0, 2.0);
    let drone = NavAgent::flying(Vec3::splat(0.2)).speed(4.0);
    let from = Transform::from_xyz(2.0, 2.0, 2.0);
    let drone = world.spawn((drone, from, NavTarget::Position(to))).id();
    let guard = NavAgent::walking(0.2, 1.8).speed(4.0);
    let feet = Vec3::new(18.25, 0.0, 4.25);
    let from = Transform::from_xyz(2.25, 0.0, 4.25);
    let guard = world.spawn((guard, from, NavTarget::Position(feet))).id();
    app.update();
    assert_eq!(get::<NavStatus>(app.world(), drone), NavStatus::Moving);
    let path = get::<NavPath>(app.world(), drone);
    assert!(path.points.len() > 2 && path.remaining > 25.0, "{path:?}");
    let frames = run_until(&mut app, 900, |world| {
        [drone, guard]
            .iter()
            .all(|it| get::<NavStatus>(world, *it) == NavStatus::Arrived)
    });
    assert!(frames > 400, "{frames}: as fast as the agents are");
    assert!(place(app.world(), drone).distance(to) <= 0.1 + 1e-3);
    assert!(place(app.world(), guard).distance(feet) <= 0.3);
    let told = app.world().resource::<Told>();
    for agent in [drone, guard] {
        assert_eq!(told.count(agent, "PathFound"), 1, "{told:?}");
        assert_eq!(told.count(agent, "Arrived"), 1, "{told:?}");
    }
}
