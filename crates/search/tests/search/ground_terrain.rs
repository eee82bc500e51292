//! Walks across generated terrain: optimal, checked, and the same forever; and every tower can be
//! climbed.
//!
//! The seeds are fixed and printed.

use glam::IVec3;
use voxnav_occupancy::Occupancy;
use voxnav_search::{
    Action, Algorithm, Cost, Ground, Jump, Locomotion, Outcome, Query, Workspace, verify_legs,
};
use voxnav_testkit::seeds;
use voxnav_worlds::{WorldKind, generate, random_free_cells};

const SIZE: IVec3 = IVec3::new(96, 80, 64);

/// How far cells that are drawn in the air may fall to the ground.
const FALL: u32 = 64;

fn terrain(seed: u64) -> Occupancy {
    generate(WorldKind::Terrain, SIZE, seed).unwrap()
}

fn adventurer() -> Locomotion {
    Locomotion {
        open_door: Some(Cost::STRAIGHT),
        jump: Some(Jump {
            gap: 2,
            ..Jump::over_one()
        }),
        ..Locomotion::walker()
    }
}

/// Pairs of places to stand or swim, where random free cells come down.
fn problems(world: &Occupancy, ground: &Ground, seed: u64) -> Vec<(IVec3, IVec3)> {
    let cells = random_free_cells(world, seed, 40).into_iter();
    let ends: Vec<IVec3> = cells
        .filter_map(|cell| ground.settled(cell, FALL))
        .collect();
    ends.chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .collect()
}

/// What the ways cost, in 2^-30 of a straight move, none where there is no way.
fn walks(seed: u64, agent: &Locomotion) -> Vec<Option<u64>> {
    let world = terrain(seed);
    let ground = Ground::new(&world, agent).unwrap();
    let mut workspace = Workspace::new();
    let problems = problems(&world, &ground, seed);
    let cost = |(start, goal): (IVec3, IVec3)| {
        let query = Query::new(start, goal);
        let answers = [query, query.algorithm(Algorithm::Dijkstra)].map(|query| {
            let outcome = query.solve(&ground, &mut workspace).outcome;
            if outcome == Outcome::Unreachable {
                return None;
            }
            let path = outcome.path().unwrap();
            assert_eq!((path.start(), path.goal()), (start, goal));
            assert_eq!(verify_legs(path, &ground), Ok(path.cost()));
            Some(path.cost().raw())
        });
        assert_eq!(
            answers[0], answers[1],
            "seed {seed}: from {start} to {goal}"
        );
        answers[0]
    };
    problems.into_iter().map(cost).collect()
}

#[test]
fn walks_across_terrain_are_optimal() {
    println!("terrain: seeds {:?}", seeds(1, 3));
    for seed in seeds(1, 3) {
        for agent in [Locomotion::walker(), adventurer(), Locomotion::mineflayer()] {
            let costs = walks(seed, &agent);
            let found = costs.iter().flatten().count();
            assert!(
                found * 2 > costs.len(),
                "seed {seed}: {found} of {}",
                costs.len()
            );
        }
    }
}

/// A change of these lengths is a change of the world, of the rules, or a fault.
#[test]
fn walks_across_terrain_never_change() {
    let lengths = |agent: &Locomotion| {
        let costs = walks(1, agent).into_iter().take(8);
        let length = |cost| format!("{:.4}", Cost::from_raw(cost).length());
        costs
            .map(|cost| cost.map_or("none".to_owned(), length))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let found = [Locomotion::walker(), adventurer()].map(|agent| lengths(&agent));
    // One way takes a jump or a door.
    let walker = "36.6482 none 88.3823 29.5919 none 22.8640 108.9803 101.1996";
    let adventurer = "36.6482 119.5930 88.3823 29.5919 none 22.8640 108.9803 101.1996";
    assert_eq!(found, [walker, adventurer]);
}

/// Every ladder is reached from the land, by stairs and through a door if need be, and led up to the
/// floor above.
#[test]
fn towers_can_be_climbed() {
    let agent = adventurer();
    for seed in seeds(1, 3) {
        let world = terrain(seed);
        let ground = Ground::new(&world, &agent).unwrap();
        let of = |name: &str| {
            let id = world.palette().find(name);
            world
                .bounds()
                .cells()
                .filter(|cell| world.material(*cell) == id)
                .collect::<Vec<_>>()
        };
        let ladders = of("ladder");
        let tops = ladders.iter().map(|cell| *cell + IVec3::Z);
        let tops: Vec<IVec3> = tops.filter(|top| !ladders.contains(top)).collect();
        let land = of("grass").into_iter().map(|cell| cell + IVec3::Z);
        let land = land
            .filter(|cell| ground.can_rest(*cell))
            .max_by_key(IVec3::to_array);
        println!("terrain: seed {seed}, {} ladders", tops.len());
        for top in tops {
            let query = Query::new(land.unwrap(), top);
            let solution = query.solve(&ground, &mut Workspace::new());
            let path = solution.outcome.path().unwrap();
            let uses = |action| path.legs().iter().any(|leg| leg.action == action);
            assert!(uses(Action::Climb) && uses(Action::StepUp));
        }
    }
}
