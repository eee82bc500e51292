//! Searches that give up on straight runs in noise and take them up again outside of it: exact in
//! either world and across their border, and the same however they are divided into slices.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, CornerRule, MoveSet, Path, Query, Search, Solution, Statistics, Workspace,
};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

const EDGE: i32 = 64;

/// Noise, with a cleared part from `open_from` on along x, but for thin walls.
fn world(percent: u8, open_from: i32, seed: u64) -> (Traversability, Vec<IVec3>) {
    let kind = WorldKind::Random { percent };
    let noise = generate(kind, IVec3::splat(EDGE), seed).unwrap();
    let mut builder = noise.edit();
    let open = CellBox::new(IVec3::new(open_from, 0, 0), IVec3::splat(EDGE));
    builder.set_box(open, CellState::Free).unwrap();
    for (x, gap) in (open_from + 4..EDGE)
        .step_by(9)
        .zip([3, 50, 20, 40, 7, 33, 12])
    {
        let wall = CellBox::new(IVec3::new(x, 0, 0), IVec3::new(x + 1, EDGE, EDGE));
        let hole = CellBox::new(IVec3::new(x, gap, gap), IVec3::new(x + 1, gap + 5, gap + 5));
        builder.set_box(wall, CellState::Occupied).unwrap();
        builder.set_box(hole, CellState::Free).unwrap();
    }
    let occupancy = builder.commit();
    let ends = random_free_cells(&occupancy, seed, 16);
    let cells = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    (cells, ends)
}

fn solve(query: &Query<'_>, cells: &Traversability) -> Solution {
    query.solve(cells, &mut Workspace::new())
}

#[test]
fn answers_are_exact_in_noise_and_outside_of_it() {
    let mut given_up = 0;
    for (percent, open_from, seed) in [(20, EDGE, 1), (40, EDGE, 2), (20, 32, 3), (40, 24, 4)] {
        let (cells, ends) = world(percent, open_from, seed);
        for corners in [CornerRule::Strict, CornerRule::Lenient] {
            for ends in ends.chunks_exact(2) {
                let query = Query::new(ends[0], ends[1]).corners(corners);
                let with = |algorithm| solve(&query.algorithm(algorithm), &cells);
                let expected = with(Algorithm::AStar);
                let canonical = with(Algorithm::Canonical);
                for algorithm in [Algorithm::Auto, Algorithm::Jump] {
                    let solution = with(algorithm);
                    let costs = [&solution, &expected]
                        .map(|solution| solution.outcome.path().map(Path::cost));
                    assert_eq!(costs[0], costs[1], "{algorithm:?} of {query:?}");
                    if let Some(path) = solution.outcome.path() {
                        let cost = path.verify(&cells, MoveSet::Vertex26, corners, None);
                        assert_eq!(cost, Ok(path.cost()));
                    }
                    let is_alone = algorithm == Algorithm::Jump;
                    given_up += u64::from(
                        is_alone && goes_cell_by_cell(solution.statistics, canonical.statistics),
                    );
                }
            }
        }
    }
    assert!(given_up >= 8, "{given_up} searches gave up on runs");
}

/// Whether a search with runs expanded almost what one without did.
fn goes_cell_by_cell(jump: Statistics, canonical: Statistics) -> bool {
    canonical.expanded > 2000 && 100 * jump.expanded > 97 * canonical.expanded
}

#[test]
fn slices_do_not_matter() {
    for (percent, open_from, seed) in [(20, EDGE, 5), (40, 32, 6)] {
        let (cells, ends) = world(percent, open_from, seed);
        for ends in ends.chunks_exact(2) {
            for algorithm in [Algorithm::Auto, Algorithm::Jump] {
                let query = Query::new(ends[0], ends[1]).algorithm(algorithm);
                let whole = solve(&query, &cells);
                let mut search = Search::new(&query, &cells);
                for most in [7, 33, 1000] {
                    search.restart(&query, &cells);
                    while search.step(most).is_none() {}
                    assert_eq!(search.solution(), Some(&whole), "{most} of {query:?}");
                }
            }
        }
    }
}
