//! A world of voxels that is loaded around a walker, chunk by chunk, and unloaded behind it. What is not loaded is unknown:
//! the walker plans through it, stops before it, and goes on when it is there.

#![expect(clippy::print_stdout, reason = "examples print")]

mod headless;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{IVec3, UVec3, Vec3};
use bevy_transform::components::Transform;
use bevy_voxnav::prelude::*;
use bevy_voxnav::{
    ChunkPlugin, ChunkSource, NavCell, NavMatter, NavMovement, NavUnknown, NavUnloaded,
};
use headless::MinimalPlugins;

const SIDE: u32 = 16;

/// A chunk as this game has it: hills, by a formula.
#[derive(Component)]
struct Hills {
    column: i32,
}

impl ChunkSource for Hills {
    fn first_cell(&self) -> IVec3 {
        IVec3::new(self.column * SIDE.cast_signed(), 0, 0)
    }

    fn size(&self) -> UVec3 {
        UVec3::splat(SIDE)
    }

    fn cell(&self, place: UVec3) -> NavCell {
        let x = place.x + self.column.cast_unsigned() * SIDE;
        let height = 2 + (x / 5 % 3) + (place.z / 7 % 2);
        if place.y < height {
            NavCell::Of(NavMatter::Solid)
        } else {
            NavCell::Free
        }
    }
}

fn main() {
    App::new()
        .add_plugins((
            MinimalPlugins,
            VoxnavPlugin::default(),
            ChunkPlugin::<Hills>::default(),
        ))
        .add_systems(Startup, set_up)
        .add_systems(Update, load_chunks)
        .add_observer(on_arrived)
        .run();
}

fn set_up(mut commands: Commands) {
    let world = NavWorld::new(Vec3::ZERO, Vec3::new(160.0, 16.0, 16.0), 1.0);
    commands.spawn(world.unloaded(NavUnloaded::Unknown));
    let mut walker = NavAgent::walking(0.4, 1.8)
        .speed(20.0)
        .unknown(NavUnknown::StopAtBoundary);
    if let NavMovement::Walking(gait) = &mut walker.movement {
        (gait.step_up, gait.drop) = (2.0, 3.0);
    }
    commands.spawn((
        walker,
        Transform::from_xyz(3.5, 2.0, 3.5),
        NavTarget::Position(Vec3::new(150.5, 2.0, 3.5)),
    ));
}

/// Loads the chunks within two of the walker, and unloads all others.
fn load_chunks(
    walkers: Query<&Transform, With<NavAgent>>,
    chunks: Query<(Entity, &Hills)>,
    mut commands: Commands,
) {
    for walker in &walkers {
        #[expect(clippy::cast_possible_truncation, reason = "a small world")]
        let own = (walker.translation.x / 16.0) as i32;
        for (entity, chunk) in &chunks {
            if (chunk.column - own).abs() > 2 {
                println!("unload {}", chunk.column);
                commands.entity(entity).despawn();
            }
        }
        for column in (own - 2).max(0)..=(own + 2).min(9) {
            if !chunks.iter().any(|it| it.1.column == column) {
                println!(
                    "load {column} as the walker is at {:.1}",
                    walker.translation.x
                );
                commands.spawn(Hills { column });
            }
        }
    }
}

fn on_arrived(arrived: On<Arrived>, places: Query<&Transform>, mut exit: MessageWriter<AppExit>) {
    if let Ok(place) = places.get(arrived.entity) {
        println!("arrived at {:.1}", place.translation);
    }
    exit.write(AppExit::Success);
}
