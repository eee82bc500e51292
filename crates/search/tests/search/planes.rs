//! Searches within a plane that is open enough for diagonals to be followed without records: they cost what
//! A* finds, and expand fewer cells than canonical ordering does.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{Axis, Occupancy, Traversability, UnknownPolicy};
use voxnav_search::{Algorithm, CornerRule, Cost, Goal, MoveSet, Query, Workspace};
use voxnav_testkit::{Draws, seeds};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// Worlds by default.
const CASES: u64 = 24;
const QUERIES: usize = 6;
/// The side of a plane in cells.
const SIDE: i32 = 400;

/// Caves in a plane at right angles to an axis.
fn caves(axis: Axis, seed: u64) -> Occupancy {
    let mut size = IVec3::splat(SIDE);
    size[axis.index()] = 1;
    generate(WorldKind::Caves, size, seed).unwrap()
}

#[test]
fn diagonals_that_are_followed_in_a_plane_lead_to_the_optimum() {
    let mut workspace = Workspace::new();
    let mut expanded = [0; 2];
    for seed in seeds(1, CASES) {
        let draws = &mut Draws::new(seed);
        let axis = draws.pick(&Axis::ALL);
        let caves = caves(axis, seed);
        let world = Traversability::new(&caves, UnknownPolicy::Blocked);
        let indexed = world.clone().with_jump_index();
        let corners = draws.pick(&[CornerRule::Strict, CornerRule::Lenient]);
        for cells in random_free_cells(&caves, seed, 3 * QUERIES).chunks_exact(3) {
            let [start, goal, beyond] = [cells[0], cells[1], cells[2]];
            let goals = Goal::any_of([goal, beyond]);
            for query in [Query::new(start, goal), Query::toward(start, &goals)] {
                let query = query.moves(MoveSet::Planar8(axis)).corners(corners);
                let mut cost_of = |algorithm, world| {
                    let solution = query.algorithm(algorithm).solve(world, &mut workspace);
                    let cost = solution.outcome.path().map_or(Cost::MAX, |path| {
                        let checked = path.verify(world, MoveSet::Planar8(axis), corners, None);
                        assert_eq!(checked, Ok(path.cost()), "seed {seed}: {query:?}");
                        path.cost()
                    });
                    (cost, solution.statistics.expanded)
                };
                let (optimum, _) = cost_of(Algorithm::AStar, &world);
                let (canonical, each) = cost_of(Algorithm::Canonical, &world);
                assert_eq!(canonical, optimum, "seed {seed}: {query:?}");
                for world in [&world, &indexed] {
                    for algorithm in [Algorithm::Jump, Algorithm::Auto] {
                        let (cost, walked) = cost_of(algorithm, world);
                        assert_eq!(cost, optimum, "seed {seed}: {algorithm:?} {query:?}");
                        if algorithm == Algorithm::Jump {
                            expanded[0] += walked;
                            expanded[1] += each;
                        }
                    }
                }
            }
        }
    }
    let [walked, canonical] = expanded;
    assert!(
        24 * walked < canonical,
        "{walked} of {canonical} expansions"
    );
}
