//! Ends as far away as coordinates go: nothing overflows, and the nearest cell is the nearest one.

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, Contact, CornerRule, Cost, EndFault, Goal, Heuristic, MoveSet, Outcome, Partial,
    PartialReason, PathError, Query, SnapPolicy, Workspace, verify_cells,
};

const FACE: u128 = 1_518_500_250;
const BODY: u128 = 1_859_775_393;

/// By how much a cell lies outside a box.
fn apart(cell: IVec3, cells: &CellBox) -> [u128; 3] {
    std::array::from_fn(|axis| {
        let [at, min, max] = [cell[axis], cells.min[axis], cells.max[axis]].map(i64::from);
        u128::try_from((min - at).max(at - max + 1).max(0)).unwrap()
    })
}

/// The cost in free space.
fn octile(moves: MoveSet, mut apart: [u128; 3]) -> u128 {
    apart.sort_unstable();
    let [small, middle, large] = apart;
    if moves == MoveSet::Face6 {
        return (small + middle + large) << 30;
    }
    small * (BODY - FACE) + middle * (FACE - (1 << 30)) + (large << 30)
}

fn world() -> Traversability {
    let min = IVec3::new(-3, 60, 5);
    let bounds = CellBox::new(min, min + IVec3::new(7, 6, 8));
    let builder = OccupancyBuilder::new(bounds).unwrap();
    Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
}

/// Coordinates near and far.
const COORDINATES: [i32; 7] = [i32::MIN, -(1 << 30), -9, 3, 62, 1 << 30, i32::MAX - 1];

fn far_cells() -> impl Iterator<Item = IVec3> {
    let all = COORDINATES.len();
    (0..all * all * all).map(move |n| {
        IVec3::from([n % all, n / all % all, n / all / all].map(|index| COORDINATES[index]))
    })
}

#[test]
fn partial_paths_lead_to_the_cell_nearest_to_a_goal_however_far() {
    let (world, mut workspace) = (world(), Workspace::new());
    let bounds = world.bounds();
    let start = bounds.min + 2;
    for far in far_cells().filter(|&cell| !bounds.contains(cell)) {
        let (cell, pair) = (
            CellBox::of_cell(far),
            CellBox::new(far, far.saturating_add(IVec3::new(2, 1, 1))),
        );
        let goals = [
            (Goal::cell(far), cell, MoveSet::Vertex26),
            (Goal::inside(pair), pair, MoveSet::Face6),
            (Goal::any_of([far, far]), cell, MoveSet::Face6),
        ];
        for (goal, cells, moves) in goals {
            let query = Query::toward(start, &goal)
                .moves(moves)
                .partial(Partial::Allowed);
            let outcome = query.solve(&world, &mut workspace).outcome;
            let Outcome::Partial { path, reason } = outcome else {
                // A goal of two cells may reach into the world.
                assert!(
                    !cells.intersection(&bounds).is_empty(),
                    "{far}: {outcome:?}"
                );
                continue;
            };
            assert_eq!(
                reason,
                PartialReason::InvalidEnd(EndFault::GoalOutside),
                "{far}"
            );
            let nearness =
                |cell: IVec3| (octile(moves, apart(cell, &cells)), cell.z, cell.y, cell.x);
            let nearest = bounds.cells().min_by_key(|&cell| nearness(cell));
            assert_eq!(Some(path.goal()), nearest, "{far} {moves}");
        }
    }
}

#[test]
fn no_question_about_far_cells_overflows() {
    let (world, mut workspace) = (world(), Workspace::new());
    let start = world.bounds().min;
    let snapping = SnapPolicy::Nearest { radius: Cost::MAX };
    for far in far_cells().step_by(2) {
        for heuristic in Heuristic::ALL {
            for algorithm in [
                Algorithm::Auto,
                Algorithm::AStar,
                Algorithm::LazyTheta,
                Algorithm::Hierarchical,
                Algorithm::GreedyBestFirst,
            ] {
                let query = Query::new(start, far)
                    .heuristic(heuristic)
                    .algorithm(algorithm);
                let _ = query
                    .partial(Partial::Allowed)
                    .solve(&world, &mut workspace);
            }
            let query = Query::new(far, start).heuristic(heuristic);
            let _ = query.snap_start(snapping).solve(&world, &mut workspace);
            let _ = Query::new(start, far)
                .snap_goal(snapping)
                .solve(&world, &mut workspace);
            for moves in [
                MoveSet::Vertex26,
                MoveSet::Edge18,
                MoveSet::Planar8(Axis::X),
            ] {
                let _ = heuristic.estimate(moves, far, -far.max(-IVec3::MAX));
                let _ = heuristic.estimate(moves, far, IVec3::MAX);
            }
        }
        for contact in [Contact::Face, Contact::Vertex] {
            let goal = Goal::beside(CellBox::of_cell(far), contact);
            let query = Query::toward(start, &goal).partial(Partial::Allowed);
            let _ = query.solve(&world, &mut workspace);
        }
        let chain = [start, far];
        let checked = verify_cells(chain, &world, MoveSet::Vertex26, CornerRule::Strict, None);
        let is_no_move = matches!(checked, Err(PathError::NotAMove { index: 0, .. }));
        assert!(
            is_no_move || far.wrapping_sub(start).abs().max_element() <= 1,
            "{far}"
        );
    }
    // Nothing lies beside no cell.
    let nothing = Goal::beside(CellBox::EMPTY, Contact::Vertex);
    assert!(
        CellBox::new(IVec3::splat(-2), IVec3::splat(3))
            .cells()
            .all(|cell| !nothing.contains(cell))
    );
}

/// Two rooms at opposite ends of all cells there are, with nothing open between them: no estimate, no bound and no
/// distance between them overflows.
#[test]
fn rooms_at_opposite_ends_of_all_cells_are_apart() {
    let limit = IVec3::splat(voxnav_occupancy::MAX_COORDINATE);
    let mut builder = OccupancyBuilder::new(CellBox::new(-limit, limit)).unwrap();
    let all = builder.bounds();
    builder.set_box(all, CellState::Occupied).unwrap();
    let size = IVec3::splat(3);
    let rooms = [
        CellBox::new(-limit, size - limit),
        CellBox::new(limit - size, limit),
    ];
    for room in rooms {
        builder.set_box(room, CellState::Free).unwrap();
    }
    let occupancy = builder.commit();
    let mut workspace = Workspace::new();
    for policy in [UnknownPolicy::Blocked, UnknownPolicy::StopAtBoundary] {
        let world = Traversability::new(&occupancy, policy);
        for (here, there) in [(rooms[0], rooms[1]), (rooms[1], rooms[0])] {
            for (start, goal) in here.cells().zip(there.cells()) {
                for heuristic in Heuristic::ALL {
                    for algorithm in [Algorithm::Auto, Algorithm::AStar, Algorithm::LazyTheta] {
                        let query = Query::new(start, goal)
                            .heuristic(heuristic)
                            .algorithm(algorithm);
                        let outcome = query.solve(&world, &mut workspace).outcome;
                        assert_eq!(outcome, Outcome::Unreachable, "{start} {goal}");
                        let query = query.partial(Partial::Allowed);
                        let outcome = query.solve(&world, &mut workspace).outcome;
                        // By estimate, by cost, and then in cell order; zero says nothing about what is near.
                        let guide = match heuristic {
                            Heuristic::Zero => Heuristic::Octile,
                            heuristic => heuristic,
                        };
                        let near = |cell: &IVec3| {
                            let estimate = guide.estimate(MoveSet::Vertex26, *cell, goal);
                            // Nothing is in the way.
                            let apart = apart(*cell, &CellBox::of_cell(start));
                            let cost = octile(MoveSet::Vertex26, apart);
                            (estimate, cost, cell.z, cell.y, cell.x)
                        };
                        let nearest = here.cells().min_by_key(near).unwrap();
                        let path = outcome.any_path().unwrap();
                        assert_eq!(path.goal(), nearest, "{start} {goal} {query:?}");
                    }
                }
                let snapping = SnapPolicy::Nearest { radius: Cost::MAX };
                let query = Query::new(start, goal).snap_goal(snapping);
                let solution = query.solve(&world, &mut workspace);
                // Components of so large a world are not known, and so nothing is moved to the start's.
                assert_eq!(solution.outcome, Outcome::Unreachable, "{start} {goal}");
            }
        }
    }
}
