//! Ticks leave no memory behind, under an allocator that counts.
//!
//! For 1,000 ticks, half of them with a task; `VOXNAV_TICKS=100000` in the environment makes it as many.

#![expect(clippy::panic, reason = "tests fail by panicking")]

#[expect(dead_code, reason = "the other tests use more of it")]
#[path = "app/harness.rs"]
mod harness;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_transform::components::Transform;
use bevy_voxnav::{NavAgent, NavLink, NavObstacle, NavSettings, NavTarget, NavThread};
use harness::{Told, app_with_threads};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The ticks until all that is kept has its size.
const WARM_UP: u32 = 280;
/// The ticks in which all that comes and goes has done so, in every state. The least of so many is compared: what
/// leaks is there at each tick, and what a task uses while it runs is not.
const ROUND: u32 = 140;
/// The bytes by which lists may have grown that were large enough by chance before.
const SLACK: usize = 256 << 10;

/// Entities that come and go: a flying agent, one that walks, an obstacle, and a link.
fn come_and_go(app: &mut App, tick: u32, alive: &mut Vec<Entity>) {
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let z = 1.25 + (tick % 35) as f32 * 0.5;
    let world = app.world_mut();
    let drone = NavAgent::flying(Vec3::splat(0.2)).speed(4.0);
    let to = NavTarget::Position(Vec3::new(18.0, 2.0, 20.0 - z));
    alive.push(
        world
            .spawn((drone, Transform::from_xyz(2.0, 2.0, z), to))
            .id(),
    );
    let guard = NavAgent::walking(0.2, 1.5).speed(4.0);
    let to = NavTarget::Position(Vec3::new(18.25, 0.0, 19.5 - z));
    alive.push(
        world
            .spawn((guard, Transform::from_xyz(3.25, 0.0, z), to))
            .id(),
    );
    let cube = NavObstacle::from(Cuboid::from_length(1.0));
    alive.push(world.spawn((cube, Transform::from_xyz(10.0, 0.5, z))).id());
    let link = NavLink::new(Vec3::new(5.25, 0.0, z), Vec3::new(9.25, 0.0, z));
    alive.push(world.spawn(link).id());
    // The oldest go, in whatever state they are.
    for gone in alive.drain(..alive.len().saturating_sub(24)) {
        world.despawn(gone);
    }
}

#[test]
fn ticks_leave_no_memory_behind() {
    let ticks: u32 = std::env::var("VOXNAV_TICKS").map_or(1_000, |text| text.parse().unwrap());
    let ticks = ticks / 2;
    for thread in [NavThread::System, NavThread::Task] {
        let (mut app, world) = app_with_threads(2);
        let settings = NavSettings {
            thread,
            ..NavSettings::default()
        };
        app.world_mut().entity_mut(world).insert(settings);
        let mut alive = Vec::new();
        let mut least = Vec::new();
        for tick in 0..WARM_UP + ticks {
            if tick % 4 == 0 {
                come_and_go(&mut app, tick / 4, &mut alive);
            }
            app.update();
            app.world_mut().resource_mut::<Told>().0.clear();
            if tick >= WARM_UP {
                let round = ((tick - WARM_UP) / ROUND) as usize;
                least.resize(round + 1, usize::MAX);
                least[round] = MEMORY.current_usage().min(least[round]);
            }
        }
        // The last round may not be whole.
        let (before, after) = (least[0], least[least.len() - 2]);
        println!("{thread:?}: {before} bytes, and {after} after {ticks} ticks");
        assert!(after <= before + SLACK, "{thread:?}: {least:?}");
    }
}
