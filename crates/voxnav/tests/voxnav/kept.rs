//! Navigators that are saved and loaded again find the same routes.

#![expect(
    clippy::cast_possible_truncation,
    reason = "agents have single precision"
)]

use voxnav::glam::{IVec3, Vec3};
use voxnav::grid::store::{StoredNavigatorError, World};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::{Locomotion, Material, MaterialKind, WorldLink};
use voxnav::{Agent, AgentId, Limits, Navigator, RouteOptions, UnknownPolicy};
use voxnav_testkit::{Draws, hold, seeds};

const SIDE: i32 = 20;

/// A world of boxes and materials with agents, links and terrain; no agents that were removed.
fn drawn(draws: &mut Draws) -> Navigator {
    let size = draws.magnitude(0.1, 3.0);
    let far = f64::from(SIDE - 1) * size;
    let options = RouteOptions::default().limits(Limits::none().expanded(100_000));
    let navigator = Navigator::in_region(size, [0.0; 3], [far; 3]).unwrap();
    let mut navigator = navigator.with_options(options);
    let bounds = navigator.bounds();
    if draws.percent(80) {
        let water = Material::new("water", MaterialKind::Liquid);
        let water = navigator.add_material(water).unwrap();
        for _ in 0..draws.below(30) {
            let (a, b) = (draws.cell(&bounds), draws.cell(&bounds));
            let cells = CellBox::new(a.min(b), (a.min(b) + 6).min(a.max(b)) + 1);
            match draws.below(4) {
                0 => navigator.set_material(cells, water).unwrap(),
                1 => navigator.set_cells(cells, CellState::Unknown).unwrap(),
                _ => navigator.set_cells(cells, CellState::Occupied).unwrap(),
            }
        }
    }
    for _ in 0..draws.below(40) {
        // Terrain of ones alone is stored as none, and breaks ties otherwise.
        let (cell, weight) = (draws.cell(&bounds), draws.between(2, 9));
        navigator.terrain_mut().set(cell, weight).unwrap();
    }
    for _ in 0..draws.between(1, 3) {
        let half = Vec3::splat(draws.within(0.1, 1.2) as f32 * size as f32);
        let agent = Agent::new(half).with_unknown(draws.pick(&[
            UnknownPolicy::Blocked,
            UnknownPolicy::Free,
            UnknownPolicy::StopAtBoundary,
        ]));
        let id = navigator.add_agent(agent).unwrap();
        if draws.percent(30) {
            navigator.remove_agent(id).unwrap();
            navigator.add_agent(agent).unwrap();
        }
    }
    let body = Agent::new(Vec3::splat(0.4 * size as f32));
    navigator
        .add_ground_agent(body, &Locomotion::walker())
        .unwrap();
    if draws.percent(60) {
        let [a, b] = [(); 2].map(|()| draws.point(2.0 * size, 17.0 * size));
        navigator.insert_link(WorldLink::new(a, b)).unwrap();
    }
    navigator
}

#[test]
fn what_is_loaded_finds_the_routes_of_what_was_saved() {
    let told = hold(
        "kept",
        seeds(0, 60),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut navigator = drawn(&mut draws);
            let bytes = navigator.to_world().unwrap().to_bytes().unwrap();
            let world = World::from_bytes(&bytes).map_err(|it| it.to_string())?;
            let mut loaded = Navigator::from_world(world).map_err(|it| it.to_string())?;
            if loaded.to_world().unwrap().to_bytes().unwrap() != bytes {
                return Err("saved again it is another file".into());
            }
            let lattice = *navigator.lattice();
            let ids: Vec<u32> = navigator.agents().map(|(id, _)| id.to_bits()).collect();
            let feet: Vec<u32> = (navigator.ground_agents())
                .map(|(id, ..)| id.to_bits())
                .collect();
            let mut found = 0;
            for _ in 0..6 {
                let [from, to] = [(); 2].map(|()| {
                    let cell = draws.vector(IVec3::ZERO, IVec3::splat(SIDE - 1));
                    lattice.center(cell)
                });
                for id in ids.iter().copied().map(AgentId::from_bits) {
                    let route = navigator.find_route(id, from, to).unwrap();
                    let again = loaded.find_route(id, from, to).unwrap();
                    if route != again {
                        return Err(format!("{from} to {to}: {route:?}, then {again:?}"));
                    }
                    found += u32::from(route.is_found());
                }
                for id in feet.iter().copied().map(AgentId::from_bits) {
                    let route = navigator.find_ground_route(id, from, to).unwrap();
                    let again = loaded.find_ground_route(id, from, to).unwrap();
                    if route.legs() != again.legs() || route.is_found() != again.is_found() {
                        return Err(format!("{from} to {to} on the ground"));
                    }
                    found += u32::from(route.is_found());
                }
            }
            let agent = Agent::new(Vec3::splat(0.1));
            let [a, b] = [&mut navigator, &mut loaded].map(|it| it.add_agent(agent).unwrap());
            if a.to_bits() == b.to_bits() {
                Ok(found)
            } else {
                Err("the next agent has another id".into())
            }
        },
    );
    assert!(told.iter().sum::<u32>() > 100, "{told:?}");
}

#[test]
fn other_worlds_are_navigators_without_agents() {
    let navigator = drawn(&mut Draws::new(5));
    let mut world = navigator.to_world().unwrap();
    world.extras.clear();
    let loaded = Navigator::from_world(world.clone()).unwrap();
    assert_eq!(loaded.bounds(), navigator.bounds());
    assert_eq!(loaded.agents().count(), 0);
    world
        .extras
        .insert("voxnav.navigator".to_owned(), b"{}".to_vec());
    let refused = Navigator::from_world(world).map(drop);
    assert!(matches!(refused, Err(StoredNavigatorError::Malformed(_))));
}
