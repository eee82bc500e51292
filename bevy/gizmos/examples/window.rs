//! A hall with flying and walking agents and their gizmos, in a window.
//!
//! `window PICTURE.png` writes a picture after two seconds, and ends; `window PICTURE.png inside` places the camera in
//! the hall, where cells are drawn that a drone cannot be in.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy_voxnav::prelude::*;
use bevy_voxnav::{NavMatter, NavObstacle};
use bevy_voxnav_gizmos::{NavExpanded, NavGizmosPlugin};

/// The frame in which the picture is taken.
const FRAME: u32 = 120;

/// The file for the picture.
#[derive(Resource)]
struct Picture(String);

fn main() {
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, VoxnavPlugin::default(), NavGizmosPlugin))
        .insert_resource(ClearColor(Color::srgb(0.05, 0.06, 0.08)))
        .add_systems(Startup, set_up);
    if let Some(file) = std::env::args().nth(1) {
        app.insert_resource(Picture(file))
            .add_systems(Update, take_picture);
    }
    app.run();
}

fn set_up(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    commands.spawn(NavWorld::new(Vec3::ZERO, Vec3::new(20.0, 6.0, 20.0), 0.5));
    let is_inside = std::env::args().nth(2).is_some_and(|it| it == "inside");
    let [from, to] = if is_inside {
        [[4.0, 4.5, 18.0], [10.0, 1.0, 8.0]]
    } else {
        [[10.0, 17.0, 27.0], [10.0, 1.0, 10.0]]
    };
    commands.spawn((
        Camera3d::default(),
        Tonemapping::None,
        Transform::from_translation(from.into()).looking_at(to.into(), Vec3::Y),
    ));
    commands.spawn((
        DirectionalLight::default(),
        Transform::from_xyz(6.0, 12.0, 8.0).looking_at(Vec3::new(10.0, 0.0, 10.0), Vec3::Y),
    ));
    let gray = materials.add(Color::srgb(0.35, 0.37, 0.42));
    let mut block = |min: [f32; 3], max: [f32; 3]| {
        let (min, max) = (Vec3::from(min), Vec3::from(max));
        let shape = Cuboid::from_size(max - min);
        commands.spawn((
            NavObstacle::from(shape).of(NavMatter::Solid),
            Mesh3d(meshes.add(shape)),
            MeshMaterial3d(gray.clone()),
            Transform::from_translation((min + max) / 2.0),
        ));
    };
    // A floor, walls with a wide and a narrow gap, stairs, and a room with a window that is too small for one.
    block([0.0, -0.5, 0.0], [20.0, 0.0, 20.0]);
    block([9.5, 0.0, 0.0], [10.5, 4.0, 8.0]);
    block([9.5, 0.0, 10.0], [10.5, 4.0, 20.0]);
    for step in 0..4_u8 {
        let (x, height) = (12.0 + f32::from(step), 0.5 + 0.5 * f32::from(step));
        block([x, 0.0, 16.0], [19.0, height, 19.0]);
    }
    block([14.0, 0.0, 2.0], [19.0, 2.5, 2.5]);
    block([14.0, 0.0, 6.5], [19.0, 2.5, 7.0]);
    block([14.0, 2.5, 2.0], [19.0, 3.0, 7.0]);
    block([18.5, 0.0, 2.5], [19.0, 2.5, 6.5]);
    block([14.0, 0.0, 2.5], [14.5, 2.5, 3.75]);
    block([14.0, 0.0, 5.25], [14.5, 2.5, 6.5]);
    for number in 0..6_u8 {
        let z = 3.0 + 2.5 * f32::from(number);
        commands.spawn((
            NavAgent::flying(Vec3::splat(0.3)).speed(3.0),
            Transform::from_xyz(2.0, 1.0 + 0.4 * f32::from(number), z),
            NavTarget::from(Vec3::new(18.0, 4.0, 19.0 - z)),
        ));
    }
    commands.spawn((
        NavAgent::flying(Vec3::splat(0.3)).speed(1.0),
        Transform::from_xyz(4.0, 1.0, 1.0),
        NavTarget::from(Vec3::new(16.0, 1.0, 4.5)),
        NavExpanded::default(),
    ));
    // Too large for the window of the room.
    commands.spawn((
        NavAgent::flying(Vec3::splat(0.8)),
        Transform::from_xyz(12.0, 1.5, 12.5),
        NavTarget::from(Vec3::new(16.5, 1.25, 4.5)),
    ));
    commands.spawn((
        NavAgent::walking(0.3, 1.7).speed(2.0),
        Transform::from_xyz(3.25, 0.0, 12.25),
        NavTarget::from(Vec3::new(17.25, 2.0, 17.25)),
    ));
}

fn take_picture(picture: Res<Picture>, mut frame: Local<u32>, mut commands: Commands) {
    *frame += 1;
    if *frame == FRAME {
        commands
            .spawn(Screenshot::primary_window())
            .observe(save_to_disk(picture.0.clone()))
            .observe(
                |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                    exit.write(AppExit::Success);
                },
            );
    }
}
