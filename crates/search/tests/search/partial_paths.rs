//! Ends of partial paths, and what is proved of whole ones, in worlds small enough to be counted by hand. The rows
//! `partial`, `near` and `proved` of the laws try all others.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, Footprint, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_search::{
    Action, Algorithm, Cost, EndFault, Goal, Ground, Heuristic, Limit, Limits, Locomotion, Move,
    MoveSet, Outcome, Partial, PartialReason, Path, Query, Search, Successors, Weight, Workspace,
};
use voxnav_testkit::seeds;
use voxnav_worlds::{generate, random_free_cells};

const ALGORITHMS: [Algorithm; 10] = [
    Algorithm::Auto,
    Algorithm::Jump,
    Algorithm::Canonical,
    Algorithm::AStar,
    Algorithm::Dijkstra,
    Algorithm::WeightedAStar(Weight::ONE),
    Algorithm::Bidirectional,
    Algorithm::LazyTheta,
    Algorithm::Hierarchical,
    Algorithm::GreedyBestFirst,
];

/// A world of free cells, but for some boxes that are occupied.
fn world(size: IVec3, walls: &[CellBox]) -> Occupancy {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
    for wall in walls {
        builder.set_box(*wall, CellState::Occupied).unwrap();
    }
    builder.commit()
}

fn flown(size: IVec3, walls: &[CellBox]) -> Traversability {
    Traversability::new(&world(size, walls), UnknownPolicy::Blocked)
}

/// Returns where a partial path ends, its cost and its reason.
fn part(outcome: &Outcome<Path>) -> (IVec3, Cost, PartialReason) {
    match outcome {
        Outcome::Partial { path, reason } => (path.goal(), path.cost(), *reason),
        other => unreachable!("no part of a path: {}", other.name()),
    }
}

#[test]
fn an_agent_that_is_as_near_as_it_can_be_stays() {
    let goal = IVec3::ZERO;
    let world = flown(IVec3::new(2, 2, 1), &[CellBox::of_cell(goal)]);
    for start in [IVec3::Y, IVec3::X] {
        for algorithm in ALGORITHMS {
            let query = Query::new(start, goal).algorithm(algorithm);
            let solution = query
                .partial(Partial::Allowed)
                .solve(&world, &mut Workspace::new());
            let expected = PartialReason::InvalidEnd(EndFault::GoalBlocked);
            assert_eq!(part(&solution.outcome), (start, Cost::ZERO, expected));
            assert_eq!(solution.statistics.expanded, 0, "{algorithm}");
        }
    }
}

/// A goal in a pillar that is as near from all four sides: each agent ends at its own side. From a corner two sides cost
/// the same, and the first in cell order counts.
#[test]
fn of_cells_that_are_as_near_the_cheapest_counts_and_then_the_first() {
    let goal = IVec3::new(8, 8, 0);
    let world = flown(IVec3::new(17, 17, 1), &[CellBox::of_cell(goal)]);
    let ends = [
        (IVec3::new(1, 8, 0), IVec3::new(7, 8, 0)),
        (IVec3::new(15, 8, 0), IVec3::new(9, 8, 0)),
        (IVec3::new(8, 1, 0), IVec3::new(8, 7, 0)),
        (IVec3::new(8, 15, 0), IVec3::new(8, 9, 0)),
        (IVec3::new(1, 1, 0), IVec3::new(8, 7, 0)),
        (IVec3::new(15, 1, 0), IVec3::new(8, 7, 0)),
        (IVec3::new(1, 15, 0), IVec3::new(7, 8, 0)),
        (IVec3::new(15, 15, 0), IVec3::new(9, 8, 0)),
    ];
    for algorithm in &ALGORITHMS[..8] {
        for (start, end) in ends {
            let query = Query::new(start, goal).algorithm(*algorithm);
            let query = query.partial(Partial::Allowed);
            let solution = query.solve(&world, &mut Workspace::new());
            assert_eq!(
                part(&solution.outcome).0,
                end,
                "{start} {algorithm}: {solution:?}"
            );
            let mut search = Search::new(&query, &world);
            while search.step(1).is_none() {}
            assert_eq!(search.solution(), Some(&solution), "{start} {algorithm}");
        }
    }
}

/// Lines at any angle lead to the end that is the cheapest by lines, here the same as by moves from cell to cell.
#[test]
fn lines_at_any_angle_lead_to_the_cheapest_of_the_nearest_cells() {
    let goal = IVec3::new(20, 8, 0);
    let world = flown(IVec3::new(40, 17, 1), &[CellBox::of_cell(goal)]);
    let query = Query::new(IVec3::new(1, 3, 0), goal)
        .algorithm(Algorithm::LazyTheta)
        .partial(Partial::Allowed);
    let solution = query.solve(&world, &mut Workspace::new());
    let Outcome::Partial { path, .. } = &solution.outcome else {
        panic!("{solution:?}");
    };
    assert_eq!(path.goal(), IVec3::new(19, 8, 0));
    assert!(path.is_any_angle(), "{path:?}");
    // A limit counts from the first expansion on.
    for most in 0..solution.statistics.expanded {
        let limited = query.limits(Limits::none().expanded(most));
        let limited = limited.solve(&world, &mut Workspace::new());
        assert!(limited.statistics.expanded <= most, "{most}: {limited:?}");
    }
}

/// Lines at any angle end as near as moves from cell to cell do, at no larger cost.
#[test]
fn lines_at_any_angle_cost_no_more_than_moves_to_the_cheapest_of_the_nearest_cells() {
    let mut several = 0;
    for seed in seeds(700, 12) {
        let occupancy = generate("random:25".parse().unwrap(), IVec3::splat(14), seed).unwrap();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let starts = random_free_cells(&occupancy, seed, 6);
        let ends = starts
            .iter()
            .zip(occupancy.bounds().cells().skip(40).step_by(300));
        for (&start, goal) in ends.filter(|(_, goal)| !world.is_traversable(*goal)) {
            let by = |algorithm| {
                let query = Query::new(start, goal).algorithm(algorithm);
                let query = query.partial(Partial::Allowed);
                part(&query.solve(&world, &mut Workspace::new()).outcome)
            };
            let [cells, lines] = [Algorithm::AStar, Algorithm::LazyTheta].map(by);
            let [near, by_lines] = [cells.0, lines.0]
                .map(|end| Heuristic::Octile.estimate(MoveSet::Vertex26, end, goal));
            assert_eq!(near, by_lines, "{seed}: {start} to {goal}");
            assert!(lines.1 <= cells.1, "{seed}: {start} to {goal}");
            several += u64::from(lines.1 < cells.1);
        }
    }
    assert!(several > 0, "{several}");
}

/// At the far end of a passage that winds to and fro two sides of a pillar cost the same, and all others more. Costs of
/// several thousand moves may differ by less than the ranks of cells do.
#[test]
fn far_away_the_first_of_the_cheapest_cells_counts_too() {
    let rows = (0..32).map(|row| {
        let y = 2 * row + 1;
        let open_at_start = i32::from(row % 2 == 1);
        CellBox::new(
            IVec3::new(open_at_start, y, 0),
            IVec3::new(127 + open_at_start, y + 1, 1),
        )
    });
    let aisle = |from: i32, to: i32| CellBox::new(IVec3::new(1, from, 0), IVec3::new(2, to, 1));
    let pillar = CellBox::new(IVec3::new(39, 66, 0), IVec3::new(42, 67, 1));
    let walls: Vec<_> = rows.chain([aisle(64, 66), aisle(67, 69), pillar]).collect();
    let world = flown(IVec3::new(128, 69, 1), &walls);
    let (goal, end) = (IVec3::new(40, 66, 0), IVec3::new(40, 65, 0));
    for algorithm in &ALGORITHMS[..7] {
        let query = Query::new(IVec3::ZERO, goal).algorithm(*algorithm);
        let query = query.partial(Partial::Allowed);
        let solution = query.solve(&world, &mut Workspace::new());
        let (nearest, cost, _) = part(&solution.outcome);
        assert_eq!(nearest, end, "{algorithm}");
        assert!(cost > Cost::STRAIGHT * 4000, "{algorithm}: {cost:?}");
        let mut search = Search::new(&query, &world);
        while search.step(100).is_none() {}
        assert_eq!(search.solution(), Some(&solution), "{algorithm}");
        let within = |most: Cost| {
            let limited = query.limits(Limits::none().cost(most));
            part(&limited.solve(&world, &mut Workspace::new()).outcome)
        };
        let (limited, _, _) = within(cost);
        assert_eq!(limited, end, "{algorithm}");
        let (_, _, reason) = within(cost - Cost::from_raw(1));
        assert_eq!(reason, PartialReason::Limit(Limit::Cost), "{algorithm}");
    }
}

/// A path to one of several cells that are as near may cost what the limit allows, and no unit more.
#[test]
fn limits_of_cost_hold_for_the_cheapest_of_the_nearest_cells() {
    let goal = IVec3::new(8, 8, 0);
    let wall = CellBox::new(IVec3::new(4, 6, 0), IVec3::new(5, 11, 1));
    let world = flown(IVec3::new(17, 17, 1), &[CellBox::of_cell(goal), wall]);
    let query = Query::new(IVec3::new(1, 8, 0), goal).partial(Partial::Allowed);
    let ended = |query: Query<'_>| part(&query.solve(&world, &mut Workspace::new()).outcome);
    let within = |most: Cost| ended(query.limits(Limits::none().cost(most)));
    // Past the end of the wall two sides of the goal cost the same.
    let free = ended(query);
    assert_eq!(free.0, IVec3::new(8, 7, 0));
    assert_eq!(within(free.1), free);
    let (_, cost, reason) = within(free.1 - Cost::from_raw(1));
    assert_eq!(reason, PartialReason::Limit(Limit::Cost));
    assert!(cost < free.1);
}

/// A walker of one cell.
fn walker(unknown: UnknownPolicy) -> Locomotion {
    Locomotion {
        body: Footprint::ONE,
        unknown,
        ..Locomotion::walker()
    }
}

/// A floor of five cells with a wall behind the third.
fn hall() -> Ground {
    let wall = CellBox::new(IVec3::new(3, 0, 0), IVec3::new(4, 1, 4));
    let hall = world(IVec3::new(5, 1, 4), &[wall]);
    Ground::new(&hall, &walker(UnknownPolicy::Blocked)).unwrap()
}

#[test]
fn walkers_go_as_near_as_they_can_whatever_is_wrong_with_the_goal() {
    let hall = hall();
    let end = IVec3::new(2, 0, 0);
    let invalid = PartialReason::InvalidEnd;
    let goals = [
        (IVec3::new(4, 0, 0), PartialReason::Unreachable),
        (IVec3::new(3, 0, 0), invalid(EndFault::GoalBlocked)),
        (IVec3::new(4, 0, 2), invalid(EndFault::GoalBlocked)),
        (IVec3::new(9, 0, 0), invalid(EndFault::GoalOutside)),
        (IVec3::new(i32::MAX, 0, 0), invalid(EndFault::GoalOutside)),
    ];
    for algorithm in ALGORITHMS {
        for (goal, reason) in goals {
            // Boxes end before the last number that there is.
            let many = Goal::any_of([goal.min(IVec3::splat(1 << 30)), goal + IVec3::Y * 9]);
            let query = Query::new(IVec3::ZERO, goal).algorithm(algorithm);
            for query in [query, query.to(&many)] {
                let query = query.partial(Partial::Allowed);
                let solution = query.solve(&hall, &mut Workspace::new());
                let expected = (end, Cost::STRAIGHT * 2, reason);
                assert_eq!(part(&solution.outcome), expected, "{algorithm} to {goal}");
            }
        }
        let nowhere = Goal::any_of([]);
        let query = Query::toward(IVec3::ZERO, &nowhere).algorithm(algorithm);
        let query = query.partial(Partial::Allowed);
        let solution = query.solve(&hall, &mut Workspace::new());
        let outside = invalid(EndFault::GoalOutside);
        let expected = (IVec3::ZERO, Cost::ZERO, outside);
        assert_eq!(part(&solution.outcome), expected, "{algorithm}");
    }
}

/// No move begins where a walker cannot be, so it stays there. A flying agent leaves a blocked start.
#[test]
fn part_of_a_path_begins_at_a_start_where_no_agent_can_be() {
    let hall = hall();
    let blocked = PartialReason::InvalidEnd(EndFault::StartBlocked);
    for start in [IVec3::new(3, 0, 1), IVec3::new(1, 0, 2)] {
        for algorithm in ALGORITHMS {
            let query = Query::new(start, IVec3::ZERO).algorithm(algorithm);
            let query = query.partial(Partial::Allowed);
            let solution = query.solve(&hall, &mut Workspace::new());
            let expected = (start, Cost::ZERO, blocked);
            assert_eq!(part(&solution.outcome), expected, "{algorithm}");
        }
    }
    let cells = flown(IVec3::new(5, 1, 1), &[CellBox::of_cell(IVec3::ZERO)]);
    let goal = IVec3::new(4, 0, 0);
    let query = Query::new(IVec3::ZERO, goal).partial(Partial::Allowed);
    let outcome = query.solve(&cells, &mut Workspace::new()).outcome;
    assert_eq!(part(&outcome), (goal, Cost::STRAIGHT * 4, blocked));
}

/// Two rows of stones, the first of which is where agents land and cannot stay.
struct Stones;

impl Successors for Stones {
    fn bounds(&self) -> CellBox {
        CellBox::from_size(IVec3::new(9, 1, 1))
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        cell.x % 2 == 0
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        if cell.x < 5 {
            moves.push(Move {
                to: cell + IVec3::X,
                cost: Cost::STRAIGHT,
                action: Action::Custom(0),
            });
        }
    }
}

/// Moves without an estimate say nothing of what is near: the distance counts. No path ends where none may.
#[test]
fn moves_without_an_estimate_lead_near_by_distance() {
    let query = Query::new(IVec3::ZERO, IVec3::new(8, 0, 0)).partial(Partial::Allowed);
    let outcome = query.solve(&Stones, &mut Workspace::new()).outcome;
    let expected = (
        IVec3::new(4, 0, 0),
        Cost::STRAIGHT * 4,
        PartialReason::Unreachable,
    );
    assert_eq!(part(&outcome), expected);
    // From a stone where no path begins, one may lead to the goal all the same.
    let query = Query::new(IVec3::X, IVec3::new(4, 0, 0)).partial(Partial::Allowed);
    let outcome = query.solve(&Stones, &mut Workspace::new()).outcome;
    let blocked = PartialReason::InvalidEnd(EndFault::StartBlocked);
    let expected = (IVec3::new(4, 0, 0), Cost::STRAIGHT * 3, blocked);
    assert_eq!(part(&outcome), expected);
}

/// A plan through an unknown cell costs two steps. That no path in known space costs as little proves nothing of more.
#[test]
fn the_bound_of_a_plan_through_unknown_cells_is_its_cost() {
    let size = IVec3::new(3, 1, 2);
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
    builder.set(IVec3::X, CellState::Unknown).unwrap();
    let world = builder.commit();
    let ground = Ground::new(&world, &walker(UnknownPolicy::StopAtBoundary)).unwrap();
    let query = Query::new(IVec3::ZERO, IVec3::X * 2);
    let solution = query.solve(&ground, &mut Workspace::new());
    let Outcome::StoppedAtUnknown { path, rest, .. } = &solution.outcome else {
        panic!("{solution:?}");
    };
    assert_eq!(path.cost() + *rest, Cost::STRAIGHT * 2);
    assert_eq!(solution.statistics.lower_bound, Cost::STRAIGHT * 2);
    let mut search = Search::new(&query, &ground);
    while search.step(1).is_none() {
        assert!(search.lower_bound() <= Cost::STRAIGHT * 2);
    }
    assert_eq!(search.lower_bound(), Cost::STRAIGHT * 2);
}
