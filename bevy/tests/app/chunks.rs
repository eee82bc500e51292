//! Chunks of voxels that load, change and unload: what is not loaded is unknown.

use bevy_app::{App, Plugins};
use bevy_ecs::prelude::*;
use bevy_math::{IVec3, UVec3, Vec3};
use bevy_transform::components::Transform;
use bevy_voxnav::voxnav::grid::CellState;
use bevy_voxnav::{
    ChunkPlugin, ChunkSource, NavAgent, NavCell, NavChunk, NavMatter, NavReason, NavState,
    NavStatus, NavTarget, NavUnloaded, NavWorld,
};

use crate::harness::{app_of, get, place, run_until};

const SIDE: i32 = 16;

/// A world for four chunks in a row, with plugins.
fn app<M>(others: impl Plugins<M>) -> (App, Entity) {
    let mut app = app_of(others);
    let world = NavWorld::new(Vec3::ZERO, Vec3::new(64.0, 16.0, 16.0), 1.0);
    let world = world.unloaded(NavUnloaded::Unknown);
    let world = app.world_mut().spawn(world).id();
    (app, world)
}

/// A chunk with a floor one cell high, and a wall with a door in it if it has one.
fn chunk(number: i32, has_wall: bool) -> NavChunk {
    let first = IVec3::new(number * SIDE, 0, 0);
    NavChunk::from_fn(first, UVec3::splat(16), |place| match (place.x, place.y) {
        (_, 0) => NavCell::Of(NavMatter::Solid),
        (8, _) if has_wall => NavCell::Of(NavMatter::Solid),
        _ => NavCell::Free,
    })
}

fn walker(app: &mut App) -> Entity {
    let walker = NavAgent::walking(0.4, 1.8).speed(8.0);
    let target = NavTarget::Position(Vec3::new(60.5, 1.0, 8.5));
    app.world_mut()
        .spawn((walker, Transform::from_xyz(2.5, 1.0, 8.5), target))
        .id()
}

#[test]
fn an_agent_goes_where_chunks_are_loaded_and_stays_out_of_what_is_unknown() {
    let (mut app, world) = app(());
    let chunks = [0, 1, 2, 3].map(|number| app.world_mut().spawn(chunk(number, false)).id());
    let agent = walker(&mut app);
    app.update();
    assert_eq!(get::<NavStatus>(app.world(), agent), NavStatus::Moving);
    app.world_mut().despawn(chunks[2]);
    for _ in 0..200 {
        app.update();
    }
    let at = place(app.world(), agent);
    assert!(at.x < 32.0, "{at} in what is unknown");
    let state = app.world().get::<NavState>(world).unwrap();
    let cells = state.navigator().unwrap().cells().unwrap();
    assert_eq!(cells.count(CellState::Unknown), 4096);
    app.world_mut().spawn(chunk(2, false));
    run_until(&mut app, 900, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });
}

#[test]
fn an_edited_chunk_opens_the_way() {
    let (mut app, _) = app(());
    let chunks = [0, 1, 2, 3].map(|number| app.world_mut().spawn(chunk(number, number == 1)).id());
    let agent = walker(&mut app);
    app.update();
    let stuck = NavStatus::NoPath(NavReason::Unreachable);
    assert_eq!(get::<NavStatus>(app.world(), agent), stuck);
    app.world_mut()
        .entity_mut(chunks[1])
        .insert(chunk(1, false));
    run_until(&mut app, 900, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });
}

/// A chunk as a game might have it: a height for each column.
#[derive(Component)]
struct Hills {
    number: i32,
    height: fn(u32) -> u32,
}

impl ChunkSource for Hills {
    fn first_cell(&self) -> IVec3 {
        IVec3::new(self.number * SIDE, 0, 0)
    }

    fn size(&self) -> UVec3 {
        UVec3::splat(16)
    }

    fn cell(&self, place: UVec3) -> NavCell {
        if place.y < (self.height)(place.x) {
            NavCell::Of(NavMatter::Solid)
        } else {
            NavCell::Free
        }
    }
}

#[test]
fn a_component_of_the_game_is_read_as_it_is() {
    let (mut app, world) = app(ChunkPlugin::<Hills>::default());
    for number in 0..4 {
        app.world_mut().spawn(Hills {
            number,
            height: |x| 1 + u32::from((4..12).contains(&x)),
        });
    }
    let mut agent = NavAgent::walking(0.4, 1.8).speed(8.0);
    if let bevy_voxnav::NavMovement::Walking(gait) = &mut agent.movement {
        gait.step_up = 1.0;
        gait.drop = 1.0;
    }
    let target = NavTarget::Position(Vec3::new(60.5, 2.0, 8.5));
    let agent = app
        .world_mut()
        .spawn((agent, Transform::from_xyz(2.5, 1.0, 8.5), target))
        .id();
    run_until(&mut app, 1200, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });
    let state = app.world().get::<NavState>(world).unwrap();
    let cells = state.navigator().unwrap().cells().unwrap();
    // Every cell, by another way than the plugin's.
    let solid = |x: i32, y: i32| y < 1 + i32::from((4..12).contains(&(x % SIDE)));
    for (x, y) in (0..64).flat_map(|x| (0..16).map(move |y| (x, y))) {
        let expected = if solid(x, y) {
            CellState::Occupied
        } else {
            CellState::Free
        };
        assert_eq!(cells.state(IVec3::new(x, y, 7)), expected, "{x} {y}");
    }
}
