//! Crates that fall under the physics of avian3d, and a drone that flies around them and on when they have come to rest:
//! its obstacles are their colliders.

#![expect(clippy::print_stdout, reason = "examples print")]

mod headless;

use avian3d::prelude::*;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use bevy_voxnav::prelude::*;
use headless::MinimalPlugins;

fn main() {
    App::new()
        .add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default()))
        .add_plugins(VoxnavPlugin::default())
        .add_systems(Startup, set_up)
        .add_observer(|path: On<PathFound>| println!("a way of {:.1} units", path.length))
        .add_observer(|path: On<Replanned>| println!("another way, {:.1} units to go", path.length))
        .add_observer(on_arrived)
        .run();
}

fn set_up(mut commands: Commands) {
    commands.spawn(NavWorld::new(Vec3::ZERO, Vec3::new(20.0, 10.0, 20.0), 0.5));
    commands.spawn((
        RigidBody::Static,
        Collider::cuboid(20.0, 1.0, 20.0),
        Transform::from_xyz(10.0, 0.0, 10.0),
        NavObstacle::collider(),
    ));
    for z in 0..5_u8 {
        commands.spawn((
            RigidBody::Dynamic,
            Collider::cuboid(2.0, 2.0, 2.0),
            Transform::from_xyz(10.0, 6.0 + f32::from(z % 2), 2.0 + 4.0 * f32::from(z)),
            NavObstacle::collider(),
        ));
    }
    commands.spawn((
        NavAgent::flying(Vec3::splat(0.3)).speed(4.0),
        Transform::from_xyz(2.0, 1.5, 10.0),
        NavTarget::Position(Vec3::new(18.0, 1.5, 10.0)),
    ));
}

fn on_arrived(
    arrived: On<Arrived>,
    places: Query<&Transform>,
    crates: Query<&Transform, With<RigidBody>>,
    mut exit: MessageWriter<AppExit>,
) {
    if let Ok(place) = places.get(arrived.entity) {
        println!("arrived at {:.1}", place.translation);
    }
    for place in &crates {
        println!("an obstacle rests at {:.1}", place.translation);
    }
    exit.write(AppExit::Success);
}
