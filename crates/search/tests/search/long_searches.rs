//! Long searches, which remember the runs that they have followed and, within a factor of the optimum, are
//! ordered by a priority of their own, cost what they may in worlds so large that searches are long. In small worlds
//! they are taken for long by the rows `taken_for_long` of the laws.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{Axis, Traversability, UnknownPolicy};
use voxnav_search::{Algorithm, CornerRule, Cost, MoveSet, Query, Weight, Workspace};
use voxnav_testkit::seeds;
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
        for seed in seeds(1, SEEDS) {
            let occupancy = generate(kind.parse().unwrap(), size, seed).unwrap();
            let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
            let indexed = Traversability::new(&occupancy, UnknownPolicy::Blocked).jump_indexed();
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
                for (factor, world) in [(1.01, &world), (1.2, &indexed)] {
                    let within = query.within(Weight::new(factor).unwrap());
                    let solution = within.solve(world, &mut workspace);
                    let path = solution.outcome.path();
                    let cost = path.map(|path| path.verify(world, moves, corners, None).unwrap());
                    let [cost, optimum] = [cost, optimum].map(|it| it.map(Cost::length));
                    let keeps = |cost: f64| optimum.is_some_and(|it| cost <= factor * it + 1e-6);
                    let is_kept = cost.map_or(optimum.is_none(), keeps);
                    assert!(
                        is_kept,
                        "{cost:?} for {optimum:?} within {factor}, {ends:?}"
                    );
                }
            }
        }
        println!("{kind} {size} {moves:?} {corners:?}: {long} long searches");
        assert!(long > 0, "{kind} {size} {moves:?} {corners:?}");
    }
}
