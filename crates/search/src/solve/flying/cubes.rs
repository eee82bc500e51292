//! Cubes by the table of moves, as all other shapes go, and by constants.

use glam::IVec3;
use voxnav_occupancy::{Axis, Traversability, UnknownPolicy};
use voxnav_testkit::Draws;
use voxnav_worlds::{WorldKind, generate, random_free_cells};

use crate::field::FieldQuery;
use crate::heuristic::{Heuristic, Weight};
use crate::movement::{CellShape, CornerRule, MoveSet, Terrain};
use crate::query::{Algorithm, Query};
use crate::workspace::Workspace;

/// All answers are the same: paths, outcomes and statistics. Euclidean estimates, by which lines at any angle are bounded,
/// keep another distance from the truth, and those for 18 moves are not exact by the table.
#[test]
fn cubes_by_the_table_are_cubes() {
    let by_table = CellShape::cubes_by_table();
    assert!(!by_table.is_cubic());
    let mut workspace = Workspace::new();
    let mut draws = Draws::new(9);
    let mut found = 0;
    for (kind, size) in [
        (WorldKind::Caves, IVec3::new(20, 18, 16)),
        (WorldKind::Random { percent: 35 }, IVec3::new(14, 12, 12)),
        (WorldKind::Random { percent: 25 }, IVec3::new(40, 40, 1)),
        (WorldKind::Rooms, IVec3::splat(18)),
    ] {
        let occupancy = generate(kind, size, 3).unwrap();
        let plain = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let indexed = plain.clone().jump_indexed();
        let cells = random_free_cells(&occupancy, 5, 30);
        let mut terrain = Terrain::new();
        for &cell in &cells[..15] {
            terrain.set(cell, draws.between(2_u16, 9)).unwrap();
        }
        for round in 0..120 {
            let ends = [draws.pick(&cells), draws.pick(&cells)];
            let moves = draws.pick(&[
                MoveSet::Vertex26,
                MoveSet::Vertex26,
                MoveSet::Face6,
                MoveSet::Planar8(Axis::Z),
            ]);
            let corners = [CornerRule::Strict, CornerRule::OneSide, CornerRule::Lenient];
            let query = Query::new(ends[0], ends[1])
                .moves(moves)
                .corners(draws.pick(&corners))
                .algorithm(draws.pick(&[
                    Algorithm::Auto,
                    Algorithm::Auto,
                    Algorithm::Jump,
                    Algorithm::Canonical,
                    Algorithm::AStar,
                    Algorithm::Dijkstra,
                    Algorithm::Bidirectional,
                    Algorithm::Hierarchical,
                    Algorithm::GreedyBestFirst,
                ]))
                .heuristic(draws.pick(&[
                    Heuristic::Octile,
                    Heuristic::Octile,
                    Heuristic::Manhattan,
                    Heuristic::Chebyshev,
                    Heuristic::Zero,
                ]))
                .within(Weight::new(draws.pick(&[1.0, 1.0, 1.2])).unwrap())
                .fewest_turns(draws.percent(10));
            let query = if draws.percent(30) {
                query.terrain(&terrain)
            } else {
                query
            };
            let world = if round % 2 == 0 { &plain } else { &indexed };
            let [expected, answer] = [CellShape::CUBIC, by_table]
                .map(|shape| query.shape(shape).solve(world, &mut workspace));
            assert_eq!(answer, expected, "{query:?}");
            found += u32::from(expected.outcome.path().is_some());
        }
        let field = |shape| {
            let query = FieldQuery::from_start(cells[0]).shape(shape);
            query.solve(&plain).unwrap().cells_within(crate::Cost::MAX)
        };
        assert_eq!(field(by_table), field(CellShape::CUBIC));
    }
    assert!(found > 250, "{found}");
}
