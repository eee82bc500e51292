//! Searches so long that the runs they have followed are remembered cost what plain A* says.
//!
//! Short searches remember no runs, so the small worlds of the other tests say nothing of them.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{Axis, Traversability, UnknownPolicy};
use voxnav_search::{Algorithm, CornerRule, MoveSet, Query, Workspace};
use voxnav_worlds::{generate, random_free_cells};

/// Worlds, their sizes, and the moves in them.
const WORLDS: [(&str, IVec3, MoveSet, CornerRule); 9] = {
    use CornerRule::{Lenient, Strict};
    let flat = IVec3::new(300, 300, 1);
    [
        ("caves", IVec3::splat(64), MoveSet::Vertex26, Strict),
        ("caves", IVec3::splat(64), MoveSet::Vertex26, Lenient),
        ("caves", IVec3::splat(64), MoveSet::Edge18, Strict),
        ("caves", IVec3::splat(64), MoveSet::Face6, Strict),
        ("rooms", IVec3::splat(64), MoveSet::Vertex26, Strict),
        ("rooms", IVec3::splat(64), MoveSet::Edge18, Lenient),
        ("random:10", IVec3::splat(64), MoveSet::Vertex26, Strict),
        ("random:20", flat, MoveSet::Planar8(Axis::Z), Strict),
        ("random:20", flat, MoveSet::Planar8(Axis::Z), Lenient),
    ]
};
const SEEDS: u64 = 4;
const PAIRS: usize = 12;
/// So many expansions are surely more than a short search has.
const LONG: u64 = 1000;

#[test]
fn long_searches_find_the_optimum() {
    let mut workspace = Workspace::new();
    for (kind, size, moves, corners) in WORLDS {
        let mut long = 0;
        for seed in 1..=SEEDS {
            let occupancy = generate(kind.parse().unwrap(), size, seed).unwrap();
            let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
            let indexed = world.clone().with_jump_index();
            let ends = random_free_cells(&occupancy, seed, 2 * PAIRS);
            for ends in ends.chunks_exact(2) {
                let query = Query::new(ends[0], ends[1]).moves(moves).corners(corners);
                let mut solve = |algorithm, world| {
                    let query = query.algorithm(algorithm);
                    query.solve(world, &mut workspace)
                };
                let optimum = solve(Algorithm::AStar, &world).outcome;
                let optimum = optimum.path().map(voxnav_search::Path::cost);
                for (algorithm, world) in [
                    (Algorithm::Auto, &world),
                    (Algorithm::Jump, &world),
                    (Algorithm::Auto, &indexed),
                ] {
                    let solution = solve(algorithm, world);
                    long += u64::from(solution.statistics.expanded >= LONG);
                    let path = solution.outcome.path();
                    let cost = path.map(|path| path.verify(world, moves, corners, None).unwrap());
                    let case = format!("{kind} {size} {seed}, {moves:?} {corners:?}, {ends:?}");
                    assert_eq!(cost, optimum, "{algorithm:?} in {case}");
                }
            }
        }
        println!("{kind} {size} {moves:?} {corners:?}: {long} long searches");
        assert!(long > 0, "{kind} {size} {moves:?} {corners:?}");
    }
}
