//! A guard that climbs stairs and a ladder, opens a door and takes an elevator, and describes what it does.

#![expect(clippy::print_stdout, reason = "examples print")]

mod headless;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_transform::components::Transform;
use bevy_voxnav::prelude::*;
use bevy_voxnav::{ActionStarted, NavGait, NavLink, NavMatter, NavMovement};
use headless::MinimalPlugins;

/// The places that the guard visits in turn: up the stairs, up the ladder, through the door, down the elevator.
#[derive(Component)]
struct Round(Vec<Vec3>);

fn main() {
    App::new()
        .add_plugins((MinimalPlugins, VoxnavPlugin::default()))
        .add_systems(Startup, set_up)
        .add_observer(on_leg)
        .add_observer(on_arrived)
        .add_observer(on_no_path)
        .run();
}

fn set_up(mut commands: Commands) {
    commands.spawn(NavWorld::new(Vec3::ZERO, Vec3::new(30.0, 8.0, 10.0), 0.5));
    let mut block = |min: [f32; 3], max: [f32; 3], matter: NavMatter| {
        let (min, max) = (Vec3::from(min), Vec3::from(max));
        let block = NavObstacle::from(Cuboid::from_size(max - min)).of(matter);
        commands.spawn((block, Transform::from_translation((min + max) / 2.0)));
    };
    // Stairs to a floor at height 2, and a ladder from there to one at height 5.
    for (x, height) in [(6.0, 0.5), (7.0, 1.0), (8.0, 1.5), (9.0, 2.0)] {
        block([x, 0.0, 0.0], [30.0, height, 10.0], NavMatter::Solid);
    }
    block([15.0, 2.0, 0.0], [30.0, 5.0, 10.0], NavMatter::Solid);
    block([14.5, 2.0, 5.0], [15.0, 5.0, 5.5], NavMatter::Ladder);
    // A wall on the upper floor, with a door in it.
    block([20.0, 5.0, 0.0], [20.5, 8.0, 4.0], NavMatter::Solid);
    block([20.0, 5.0, 5.0], [20.5, 8.0, 10.0], NavMatter::Solid);
    block([20.0, 5.0, 4.0], [20.5, 8.0, 5.0], NavMatter::Door);
    // An elevator from behind the door down to the stairs.
    commands.spawn((
        NavLink::new(Vec3::ZERO, Vec3::new(-23.0, -5.0, 0.0)),
        Transform::from_xyz(25.25, 5.0, 5.25),
    ));
    let gait = NavGait {
        open_door: Some(1.0),
        ..NavGait::default()
    };
    let places = [
        [12.25, 2.0, 2.25],
        [17.25, 5.0, 2.25],
        [24.25, 5.0, 2.25],
        [2.25, 0.0, 2.25],
    ];
    commands.spawn((
        NavAgent::walking(0.2, 1.8)
            .speed(3.0)
            .movement(NavMovement::Walking(gait)),
        Transform::from_xyz(2.25, 0.0, 5.25),
        NavTarget::Position(places[0].into()),
        Round(places[1..].iter().map(|place| Vec3::from(*place)).collect()),
    ));
}

fn on_leg(leg: On<ActionStarted>, places: Query<&Transform>) {
    if let Ok(place) = places.get(leg.entity) {
        println!("{:?} at {:.1}", leg.action, place.translation);
    }
}

fn on_arrived(
    arrived: On<Arrived>,
    mut guards: Query<(&Transform, &mut NavTarget, &mut Round)>,
    mut exit: MessageWriter<AppExit>,
) {
    let Ok((place, mut target, mut round)) = guards.get_mut(arrived.entity) else {
        return;
    };
    println!("arrived at {:.1}", place.translation);
    if round.0.is_empty() {
        exit.write(AppExit::Success);
    } else {
        *target = NavTarget::Position(round.0.remove(0));
    }
}

fn on_no_path(no_path: On<NoPath>, mut exit: MessageWriter<AppExit>) {
    println!("no way: {:?}", no_path.reason);
    exit.write(AppExit::error());
}
