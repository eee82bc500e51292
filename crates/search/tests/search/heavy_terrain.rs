//! Over heavy terrain, what `Auto` chooses expands no more than twice what A* by the book does; where cells near walls
//! are heavy, paths keep their distance.

use std::num::NonZeroU8;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, ChebyshevClearance, OccupancyBuilder, Traversability, UnknownPolicy,
};
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

#[test]
fn a_path_keeps_its_distance_where_cells_near_walls_cost_more() {
    let bounds = CellBox::from_size(IVec3::new(40, 9, 9));
    let floor = CellBox::new(IVec3::ZERO, IVec3::new(40, 9, 1));
    let mut builder = OccupancyBuilder::new(bounds)
        .unwrap()
        .with_outside(CellState::Free);
    builder.set_box(floor, CellState::Occupied).unwrap();
    let world = builder.commit();
    let cap = NonZeroU8::new(3).unwrap();
    let clearance = ChebyshevClearance::new(&world, UnknownPolicy::Blocked, cap);
    let weight = |cell| 1 + 4 * u16::from(3 - clearance.at(cell));
    let terrain = Terrain::from_fn(bounds, weight).unwrap();

    let traversability = Traversability::new(&world, UnknownPolicy::Blocked);
    let query = Query::new(IVec3::new(0, 4, 1), IVec3::new(39, 4, 1)).terrain(&terrain);
    let solution = query.solve(&traversability, &mut Workspace::new());
    let path = solution.outcome.path().unwrap();
    let on_the_way = path.cells().filter(|cell| (2..38).contains(&cell.x));
    let nearest = on_the_way.map(|cell| clearance.at(cell)).min();
    assert_eq!(nearest, Some(3));
}
