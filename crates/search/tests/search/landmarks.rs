//! Landmarks never overestimate, are consistent, and are refused where they do not belong. That they change no answer
//! is for the rows `landmarks` of the laws.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use voxnav_occupancy::{
    CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy, glam::IVec3,
};
use voxnav_search::{
    Algorithm, CornerRule, FieldError, Heuristic, LandmarkError, Landmarks, MoveSet, Path, Query,
    Workspace,
};
use voxnav_testkit::grid::{Cell, sample_grid, sample_hall};
use voxnav_testkit::{Draws, seeds};

use crate::engine::{World, corner_rule, move_set};
use crate::oracle::{Distances, Rules, Toward, around};

/// Worlds by default.
const CASES: u64 = 200;

const EXACT: [Algorithm; 5] = [
    Algorithm::Auto,
    Algorithm::Jump,
    Algorithm::Canonical,
    Algorithm::AStar,
    Algorithm::Bidirectional,
];

#[test]
fn estimates_are_consistent() {
    let seeds = seeds(14_000_000, CASES);
    println!("landmarks: seeds {seeds:?}");
    for seed in seeds {
        let mut draws = Draws::new(seed);
        let grid = if draws.percent(2) {
            sample_hall(&mut draws)
        } else {
            sample_grid(&mut draws)
        };
        let world = World::plain(&grid);
        let rules = Rules::sample(&mut draws);
        let (moves, corners) = (move_set(rules.moves), corner_rule(rules.corners));
        let open = grid.open_cells();
        if open.is_empty() {
            continue;
        }
        let place = draws.pick(&open);
        let landmarks = Landmarks::farthest(&world.cells, moves, corners, place.into(), 4).unwrap();
        assert!((1..=4).contains(&landmarks.cells().len()));
        let goal = if draws.percent(80) {
            place
        } else {
            draws.pick(&open)
        };
        let distances = Distances::new(&grid, rules, goal, Toward::Source);
        let estimate = |cell: Cell| landmarks.estimate(cell.into(), goal.into()).raw();
        let octile = |cell: Cell| {
            Heuristic::Octile
                .estimate(moves, cell.into(), goal.into())
                .raw()
        };
        let reached = distances.reached();
        for &cell in &reached {
            let cost = distances.cost(cell).unwrap();
            assert!(
                (octile(cell)..=cost).contains(&estimate(cell)),
                "seed {seed}, {cell:?}"
            );
            for step in around() {
                let next: Cell = std::array::from_fn(|axis| cell[axis] + step[axis]);
                if let Some(cost) = rules.cost(&grid, cell, next) {
                    let drop = estimate(cell).saturating_sub(estimate(next));
                    assert!(drop <= cost, "seed {seed}, {cell:?} to {next:?}");
                }
            }
        }
    }
}

/// A floor of 60 x 60 cells with walls that leave a way at alternate ends.
fn corridors() -> (OccupancyBuilder, IVec3, IVec3) {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(60, 60, 1))).unwrap();
    for x in (5..60).step_by(6) {
        let gap = i32::from(x % 12 == 5);
        let wall = CellBox::new(IVec3::new(x, gap, 0), IVec3::new(x + 1, 59 + gap, 1));
        builder.set_box(wall, CellState::Occupied).unwrap();
    }
    (builder, IVec3::new(0, 30, 0), IVec3::new(58, 30, 0))
}

#[test]
fn landmarks_save_work_around_walls() {
    let (builder, start, goal) = corridors();
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let (moves, corners) = (MoveSet::Vertex26, CornerRule::Strict);
    let landmarks = Landmarks::farthest(&world, moves, corners, start, 2).unwrap();
    assert!(landmarks.memory_bytes() >= 60 * 60 * 4 * 2);
    let expanded = |query: Query<'_>, algorithm| {
        let solution = query
            .algorithm(algorithm)
            .solve(&world, &mut Workspace::new());
        solution.statistics.expanded
    };
    let query = Query::new(start, goal);
    let guided = query.landmarks(&landmarks);
    let least = expanded(guided, Algorithm::AStar);
    for algorithm in EXACT {
        let [without, with] = [query, guided].map(|query| expanded(query, algorithm));
        println!("{algorithm}: {without} expanded without landmarks, {with} with them");
        match algorithm {
            // Runs and diagonals that are followed leave next to nothing to save.
            Algorithm::Auto | Algorithm::Jump => assert!(20 * without.max(with) < least),
            _ => assert!(with < without, "{algorithm}"),
        }
    }
}

#[test]
fn landmarks_are_refused_for_other_snapshots_and_moves_and_change_nothing_there() {
    let (builder, start, goal) = corridors();
    let occupancy = builder.commit();
    let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    let (moves, corners) = (MoveSet::Vertex26, CornerRule::Strict);
    let landmarks = Landmarks::farthest(&world, moves, corners, start, 3).unwrap();
    assert_eq!(landmarks.check(&world.clone(), moves, corners), Ok(()));
    let refused = landmarks.check(&world, MoveSet::Face6, corners);
    assert_eq!(refused, Err(LandmarkError::OtherMoves { moves, corners }));

    // A way is opened straight through: what the landmarks say would be too much.
    let mut edit = occupancy.edit();
    let way = CellBox::new(IVec3::new(0, 30, 0), IVec3::new(60, 31, 1));
    edit.set_box(way, CellState::Free).unwrap();
    let edited = world.refreshed(&edit.commit());
    let refused = landmarks.check(&edited, moves, corners);
    assert_eq!(refused, Err(LandmarkError::OtherSnapshot));
    for algorithm in EXACT {
        let query = Query::new(start, goal).algorithm(algorithm);
        let [plain, with] = [query, query.landmarks(&landmarks)]
            .map(|query| query.solve(&edited, &mut Workspace::new()));
        assert_eq!(
            plain.outcome.path().map(Path::cost),
            with.outcome.path().map(Path::cost)
        );
    }
}

#[test]
fn seeds_where_nobody_can_be_are_refused() {
    let (builder, start, _) = corridors();
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let (moves, corners) = (MoveSet::Vertex26, CornerRule::Strict);
    let at = |cells: &[IVec3]| Landmarks::at(&world, moves, corners, cells).err();
    assert_eq!(at(&[]), Some(FieldError::NoSeeds));
    assert_eq!(at(&[start]), None);
    let cell = IVec3::new(5, 30, 0);
    assert_eq!(at(&[start, cell]), Some(FieldError::SeedBlocked { cell }));
    let cell = IVec3::new(5, 30, 1);
    assert_eq!(at(&[cell]), Some(FieldError::SeedOutside { cell }));
    // A region smaller than the landmarks asked for.
    let nook = Landmarks::farthest(&world, moves, corners, start, 1000).unwrap();
    assert_eq!(nook.cells().len(), 16);
}
