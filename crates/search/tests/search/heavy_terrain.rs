//! Over heavy terrain, what `Auto` chooses expands no more than twice what A* by the book does.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{Algorithm, Query, Terrain, Workspace};

#[test]
fn even_terrain_of_any_weight_costs_no_more_than_twice_as_many_expansions() {
    let space = CellBox::from_size(IVec3::new(64, 64, 1));
    let occupancy = OccupancyBuilder::new(space).unwrap().commit();
    let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    let ends = [
        [[0, 0], [63, 63]],
        [[0, 0], [63, 0]],
        [[0, 0], [63, 31]],
        [[3, 40], [60, 20]],
    ];
    let mut workspace = Workspace::new();
    for weight in [1, 2, 7, 255, 4096, 65_534, 65_535] {
        let mut terrain = Terrain::new();
        for cell in space.cells() {
            terrain.set(cell, weight).unwrap();
        }
        for pair in ends {
            let [from, to] = pair.map(|[x, y]| IVec3::new(x, y, 0));
            let [auto, astar] = [Algorithm::Auto, Algorithm::AStar].map(|algorithm| {
                let query = Query::new(from, to).terrain(&terrain).algorithm(algorithm);
                query.solve(&world, &mut workspace)
            });
            let costs = [&auto, &astar].map(|solution| solution.outcome.path().unwrap().cost());
            assert_eq!(costs[0], costs[1]);
            let [auto, astar] = [auto, astar].map(|solution| solution.statistics.expanded);
            assert!(
                auto <= 2 * astar,
                "{weight}, {from} to {to}: {auto}, {astar}"
            );
        }
    }
}
