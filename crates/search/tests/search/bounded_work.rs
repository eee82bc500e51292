//! The work between two looks at limits is bounded, however far a cell lets one see and however few of
//! the queued cells need an expansion; how a search is divided changes nothing. Work is counted in
//! events, never in time.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, CornerRule, Cost, Limit, Limits, MoveSet, Outcome, Query, Search, Terrain, Workspace,
};

/// A passage of one cell by one, with a side step in the middle that no straight walk takes.
fn passage(length: i32) -> (Traversability, [IVec3; 2]) {
    let bounds = CellBox::from_size(IVec3::new(length, 3, 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder.set_box(bounds, CellState::Occupied).unwrap();
    let half = length / 2;
    let parts = [(0, half + 1, 0), (half, half + 1, 1), (half, length, 2)];
    for (from, to, y) in parts {
        let part = CellBox::new(IVec3::new(from, y, 0), IVec3::new(to, y + 1, 1));
        builder.set_box(part, CellState::Free).unwrap();
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    (world, [IVec3::ZERO, IVec3::new(length - 1, 2, 0)])
}

#[test]
fn expansions_and_bytes_bound_how_far_a_run_is_followed() {
    let (world, [start, goal]) = passage(1 << 17);
    for algorithm in [Algorithm::Jump, Algorithm::Auto] {
        let query = Query::new(start, goal).algorithm(algorithm);
        let whole = query.solve(&world, &mut Workspace::new());
        assert_eq!(
            whole.outcome.path().unwrap().cost(),
            Cost::STRAIGHT * ((1 << 17) + 1)
        );
        // A scan crosses 16 chunks at most.
        assert!(whole.statistics.expanded >= 1 << 7, "{whole:?}");
        for most in [0, 1, 10, 100] {
            let limited = query.limits(Limits::none().expanded(most));
            let solution = limited.solve(&world, &mut Workspace::new());
            assert_eq!(solution.statistics.expanded, most);
            let Outcome::LimitReached { limit, path: best } = solution.outcome else {
                panic!("{algorithm:?}, {most}: {:?}", solution.outcome);
            };
            assert_eq!(limit, Limit::Expanded);
            let verified = best.verify(&world, MoveSet::Vertex26, CornerRule::Strict, None);
            assert_eq!(verified, Ok(best.cost()));
        }
        let small = query.limits(Limits::none().memory(1 << 13));
        let mut workspace = Workspace::new();
        let solution = small.solve(&world, &mut workspace);
        let is_cut = matches!(
            solution.outcome,
            Outcome::LimitReached {
                limit: Limit::Memory,
                ..
            }
        );
        assert!(is_cut, "{algorithm:?}: {:?}", solution.outcome);
    }
}

#[test]
fn a_run_that_is_followed_in_parts_takes_few_bytes_for_each() {
    let (world, [start, goal]) = passage(1 << 17);
    let query = Query::new(start, goal).algorithm(Algorithm::Jump);
    let whole = query.solve(&world, &mut Workspace::new());
    let bytes = 200 * whole.statistics.expanded;
    let limited = query.limits(Limits::none().memory(bytes));
    assert_eq!(limited.solve(&world, &mut Workspace::new()), whole);
}

#[test]
fn slices_of_any_size_come_to_the_same_end_over_long_runs() {
    let (world, [start, goal]) = passage(1 << 14);
    for algorithm in [Algorithm::Jump, Algorithm::Auto] {
        let query = Query::new(start, goal).algorithm(algorithm);
        let whole = query.solve(&world, &mut Workspace::new());
        for most in [1, 7, 100] {
            let mut search = Search::new(&query, &world);
            let mut steps = 0;
            while search.step(most).is_none() {
                steps += 1;
                assert!(steps <= whole.statistics.expanded, "{algorithm:?}, {most}");
            }
            assert_eq!(search.solution(), Some(&whole), "{algorithm:?}, {most}");
        }
    }
}

/// Cheap lines through expensive ground: expensive cells are queued at a high cost first, then at lower ones, and
/// what is left in the queue in the end leads to no expansion. The goal is walled in.
fn lines() -> (Traversability, Terrain, [IVec3; 2]) {
    let bounds = CellBox::from_size(IVec3::new(48, 48, 12));
    let goal = IVec3::new(44, 44, 8);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let shell = CellBox::new(goal - 1, goal + 2);
    builder.set_box(shell, CellState::Occupied).unwrap();
    builder.set(goal, CellState::Free).unwrap();
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let is_cheap = |cell: IVec3| cell.x == 1 || (cell.y % 3 == 1 && cell.z % 3 == 1);
    let weight = |cell| if is_cheap(cell) { 1 } else { u16::MAX };
    let terrain = Terrain::from_fn(bounds, weight).unwrap();
    (world, terrain, [IVec3::ONE, goal])
}

#[test]
fn steps_end_although_nothing_is_expanded_and_that_changes_nothing() {
    let (world, terrain, [start, goal]) = lines();
    for algorithm in [Algorithm::AStar, Algorithm::Canonical] {
        // Components tell nothing about moves that cut corners.
        let query = Query::new(start, goal)
            .algorithm(algorithm)
            .corners(CornerRule::Lenient)
            .terrain(&terrain);
        let whole = query.solve(&world, &mut Workspace::new());
        assert_eq!(whole.outcome, Outcome::Unreachable);
        let mut search = Search::new(&query, &world);
        let mut pauses = 0;
        while search.step(u64::MAX).is_none() {
            pauses += 1;
        }
        assert!(pauses > 0, "{algorithm:?}: {whole:?}");
        assert_eq!(search.solution(), Some(&whole), "{algorithm:?}");
    }
}
