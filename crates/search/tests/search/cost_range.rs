//! Costs that no number holds: what is not found for that reason alone is never called unreachable.
//!
//! A path whose cost exceeds the range of `Cost` is never reported as unreachable; the loop tracks it in
//! `CostRange`.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, Batch, CornerRule, Cost, FieldError, FieldQuery, Heuristic, Limit, Limits, Outcome,
    Partial, PartialReason, PathDetail, Query, Request, Search, Terrain, Weight, Workspace,
};

/// A corridor that winds through a square, entered at one corner and left at another: from one end to
/// the other it has about half as many moves as the square has cells.
fn serpentine(edge: i32) -> (Traversability, Terrain, [IVec3; 2]) {
    let bounds = CellBox::from_size(IVec3::new(edge, edge, 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for x in (1..edge - 1).step_by(2) {
        let y = i32::from(x % 4 == 1);
        let wall = CellBox::new(IVec3::new(x, 1 - y, 0), IVec3::new(x + 1, edge - y, 1));
        builder.set_box(wall, CellState::Occupied).unwrap();
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let terrain = Terrain::from_fn(bounds, |_| u16::MAX).unwrap();
    let walls = (edge - 2) / 2;
    let end = IVec3::new(edge - 1, if walls % 2 == 0 { edge - 1 } else { 0 }, 0);
    (world, terrain, [IVec3::ZERO, end])
}

/// Every algorithm that heeds terrain.
fn algorithms() -> [Algorithm; 10] {
    [
        Algorithm::Auto,
        Algorithm::Jump,
        Algorithm::Canonical,
        Algorithm::AStar,
        Algorithm::Dijkstra,
        Algorithm::WeightedAStar(Weight::new(3.0).unwrap()),
        Algorithm::Bidirectional,
        Algorithm::LazyTheta,
        Algorithm::Hierarchical,
        Algorithm::GreedyBestFirst,
    ]
}

#[test]
fn paths_too_dear_for_a_cost_are_not_called_impossible() {
    let (world, terrain, [start, goal]) = serpentine(740);
    assert_eq!(world.is_connected(start, goal), Ok(true));
    let mut workspace = Workspace::new();
    let with_octile = algorithms().map(|algorithm| (algorithm, Heuristic::Octile));
    let blind = [Algorithm::Auto, Algorithm::AStar].map(|it| (it, Heuristic::Zero));
    for (algorithm, heuristic) in with_octile.into_iter().chain(blind) {
        let query = Query::new(start, goal)
            .terrain(&terrain)
            .algorithm(algorithm)
            .heuristic(heuristic);
        let outcome = query.solve(&world, &mut workspace).outcome;
        let Outcome::LimitReached { limit, path: best } = outcome else {
            panic!("{algorithm} {heuristic}: {}", outcome.name());
        };
        assert_eq!(limit, Limit::CostRange, "{algorithm} {heuristic}");
        assert!(best.cost() < Cost::MAX);
    }
    // Back is no cheaper, and half of it can be told.
    let query = Query::new(goal, start).terrain(&terrain);
    let outcome = query.solve(&world, &mut workspace).outcome;
    assert_eq!(outcome.name(), "limit reached");
    let half = Query::new(start, IVec3::new(200, 370, 0)).terrain(&terrain);
    let outcome = half.solve(&world, &mut workspace).outcome;
    let path = outcome.path().unwrap();
    let cost = path.verify(
        &world,
        voxnav_search::MoveSet::Vertex26,
        CornerRule::Strict,
        Some(&terrain),
    );
    assert_eq!(cost, Ok(path.cost()));
}

#[test]
fn partial_paths_slices_and_batches_say_so_too() {
    let (world, terrain, [start, goal]) = serpentine(740);
    let query = Query::new(start, goal).terrain(&terrain);
    let partial = query.partial(Partial::Allowed);
    let whole = partial.solve(&world, &mut Workspace::new());
    let Outcome::Partial { reason, .. } = &whole.outcome else {
        panic!("{}", whole.outcome.name());
    };
    assert_eq!(*reason, PartialReason::Limit(Limit::CostRange));
    let mut search = Search::new(&partial, &world);
    while search.step(10_000).is_none() {}
    assert_eq!(search.solution(), Some(&whole));
    let limited = query.limits(Limits::none().cost(Cost::STRAIGHT * 1000));
    let outcome = limited.solve(&world, &mut Workspace::new()).outcome;
    assert!(matches!(
        outcome,
        Outcome::LimitReached {
            limit: Limit::Cost,
            ..
        }
    ));
    let requests: Vec<Request<'_>> = (0..4)
        .map(|n| {
            Query::new(IVec3::new(0, 50 * n, 0), goal)
                .terrain(&terrain)
                .into()
        })
        .collect();
    for answer in Batch::new(world)
        .detail(PathDetail::Cost)
        .solve(&requests)
        .unwrap()
    {
        assert_eq!(answer.outcome.name(), "limit reached");
    }
}

#[test]
fn fields_tell_what_they_cannot_hold() {
    let (world, terrain, [start, goal]) = serpentine(740);
    for field in [
        FieldQuery::to_nearest_of([goal]),
        FieldQuery::from_start(start),
    ] {
        let field = field.terrain(&terrain);
        assert_eq!(field.solve(&world).err(), Some(FieldError::CostRange));
        let most = Cost::from_raw(u64::MAX - 1);
        let within = field.within(most).solve(&world).unwrap();
        assert!(within.cells_within(most).len() > 100_000);
    }
}

#[test]
fn what_is_walled_off_is_still_proved_unreachable() {
    let (world, terrain, [start, _]) = serpentine(21);
    let mut builder = OccupancyBuilder::new(world.bounds()).unwrap();
    builder
        .set_box(
            CellBox::new(IVec3::new(10, 0, 0), IVec3::new(11, 21, 1)),
            CellState::Occupied,
        )
        .unwrap();
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    for algorithm in algorithms() {
        let query = Query::new(start, IVec3::new(20, 20, 0)).terrain(&terrain);
        // Components say nothing about lenient corners, so a search has to prove it.
        let query = query.algorithm(algorithm).corners(CornerRule::Lenient);
        let outcome = query.solve(&world, &mut Workspace::new()).outcome;
        assert_eq!(outcome, Outcome::Unreachable, "{algorithm}");
    }
}
