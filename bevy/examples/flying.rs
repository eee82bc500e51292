//! The program of the README: a drone that flies around a wall.

#![expect(clippy::print_stdout, reason = "examples print")]

mod headless;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_transform::components::Transform;
use bevy_voxnav::prelude::*;
use headless::MinimalPlugins;

fn main() {
    App::new()
        .add_plugins((MinimalPlugins, VoxnavPlugin::default()))
        .add_systems(Startup, set_up)
        .add_observer(on_path_found)
        .add_observer(on_arrived)
        .run();
}

fn set_up(mut commands: Commands) {
    // A hall of 20 by 6 by 20 units, y up, in cells of half a unit.
    commands.spawn(NavWorld::new(Vec3::ZERO, Vec3::new(20.0, 6.0, 20.0), 0.5));
    // A wall that is open at one end.
    commands.spawn((
        NavObstacle::from(Cuboid::new(1.0, 6.0, 16.0)),
        Transform::from_xyz(10.0, 3.0, 8.0),
    ));
    // A drone, and where it is to go.
    commands.spawn((
        NavAgent::flying(Vec3::splat(0.3)).speed(8.0),
        Transform::from_xyz(2.0, 2.0, 2.0),
        NavTarget::from(Vec3::new(18.0, 2.0, 2.0)),
    ));
}

fn on_path_found(path: On<PathFound>) {
    println!("a way of {:.1} units", path.length); // a way of 35.0 units
}

fn on_arrived(arrived: On<Arrived>, places: Query<&Transform>, mut exit: MessageWriter<AppExit>) {
    if let Ok(place) = places.get(arrived.entity) {
        println!("arrived at {:.1}", place.translation); // arrived at [18.0, 2.0, 2.1]
    }
    exit.write(AppExit::Success);
}
