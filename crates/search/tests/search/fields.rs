//! Cost fields against single queries on random worlds.

use glam::IVec3;
use voxnav_occupancy::{Axis, Traversability, UnknownPolicy};
use voxnav_search::{
    CellShape, CornerRule, Cost, CostConvention, EndFault, FieldError, FieldQuery, Flight, Limit,
    Limits, MoveSet, Outcome, Path, Query, SearchSettings, Terrain, Workspace,
};
use voxnav_testkit::seeds;
use voxnav_worlds::{WorldKind, generate, random_free_cells};

struct Case {
    world: Traversability,
    cells: Vec<IVec3>,
    terrain: Terrain,
}

/// Dense and sparse worlds whose cells are not all connected, across chunk borders.
fn cases() -> impl Iterator<Item = Case> {
    seeds(1, 3).map(|seed| {
        let percent = [20, 45, 60][usize::try_from(seed % 3).unwrap()];
        let size = IVec3::new(70, 12, 9);
        let occupancy = generate(WorldKind::Random { percent }, size, seed).unwrap();
        let conventions = [
            CostConvention::Entered,
            CostConvention::Mean,
            CostConvention::Max,
        ];
        let convention = conventions[usize::try_from(seed % 3).unwrap()];
        let mut terrain = Terrain::new().with_convention(convention);
        let cells = random_free_cells(&occupancy, seed, 400);
        for (&cell, weight) in cells[60..].iter().zip((2..12).cycle()) {
            terrain.set(cell, weight).unwrap();
        }
        Case {
            world: Traversability::new(&occupancy, UnknownPolicy::Blocked),
            cells,
            terrain,
        }
    })
}

const CUBES: [f64; 3] = [1.0; 3];

const RULES: [(MoveSet, CornerRule, [f64; 3]); 7] = [
    (MoveSet::Vertex26, CornerRule::Strict, CUBES),
    (MoveSet::Vertex26, CornerRule::Lenient, [3.0, 4.0, 5.0]),
    (MoveSet::Vertex26, CornerRule::Strict, [5.0, 5.0, 1.0]),
    (MoveSet::Edge18, CornerRule::Strict, CUBES),
    (MoveSet::Edge18, CornerRule::Lenient, [1.0, 64.0, 1.0]),
    (MoveSet::Face6, CornerRule::Strict, CUBES),
    (MoveSet::Planar8(Axis::Z), CornerRule::Lenient, CUBES),
];

#[test]
fn fields_cost_what_single_queries_cost() {
    let mut workspace = Workspace::new();
    let mut connected = 0;
    for case in cases() {
        let Case {
            world,
            cells,
            terrain,
        } = &case;
        for (moves, corners, sizes) in RULES {
            let shape = CellShape::new(sizes).unwrap();
            for terrain in [None, Some(terrain)] {
                let rules =
                    |query: Query<'static>| query.moves(moves).corners(corners).shape(shape);
                let field_rules =
                    |query: FieldQuery<'static>| query.moves(moves).corners(corners).shape(shape);
                let flight = Flight {
                    moves,
                    corners,
                    shape,
                    terrain: terrain.cloned().unwrap_or_default(),
                    ..Flight::new(world)
                };
                let ask = |start, goal, workspace: &mut Workspace| {
                    let query = rules(Query::new(start, goal));
                    let solution = match terrain {
                        Some(terrain) => {
                            let query: Query<'_> = query;
                            query.terrain(terrain).solve(world, workspace)
                        }
                        None => query.solve(world, workspace),
                    };
                    solution.outcome.path().map(Path::cost)
                };
                let make = |query: FieldQuery<'static>| {
                    let query: FieldQuery<'_> = field_rules(query);
                    match terrain {
                        Some(terrain) => query.terrain(terrain).solve(world),
                        None => query.solve(world),
                    }
                    .unwrap()
                };
                let goals = [cells[0], cells[1], cells[2]];
                let to = make(FieldQuery::to_nearest_of(goals));
                let from = make(FieldQuery::from_start(cells[0]));
                for &cell in &cells[..30] {
                    let costs = goals.map(|goal| ask(cell, goal, &mut workspace));
                    let nearest = costs.into_iter().flatten().min();
                    assert_eq!(to.cost(cell), nearest, "{moves:?} {corners:?} to {cell}");
                    let away = ask(cells[0], cell, &mut workspace);
                    assert_eq!(from.cost(cell), away, "{moves:?} {corners:?} from {cell}");
                    connected += usize::from(nearest.is_some());
                    for (field, start) in [(&to, cell), (&from, cells[0])] {
                        let flow = field.flow(world).unwrap();
                        let Some(path) = flow.path(cell) else {
                            assert_eq!(field.cost(cell), None);
                            continue;
                        };
                        assert_eq!(path.start(), start);
                        let verified = path.verify_flight(&flight);
                        assert_eq!(verified, Ok(field.cost(cell).unwrap()));
                    }
                }
            }
        }
    }
    assert!(connected > 250, "{connected}");
}

#[test]
fn the_flow_leads_to_the_nearest_goal_move_by_move() {
    for Case { world, cells, .. } in cases() {
        let goals = [cells[0], cells[1]];
        let field = FieldQuery::to_nearest_of(goals).solve(&world).unwrap();
        let flow = field.flow(&world).unwrap();
        for &start in &cells[..60] {
            let (mut cell, mut moves) = (start, 0);
            while let Some(direction) = flow.next_move(cell) {
                let next = cell + direction.offset();
                assert!(flow.cost(next).unwrap() < flow.cost(cell).unwrap());
                (cell, moves) = (next, moves + 1);
            }
            assert!(goals.contains(&cell) || flow.cost(start).is_none());
            let path = flow.path(start);
            assert_eq!(path.map_or(0, |path| path.move_count()), moves);
            assert_eq!(flow.seed(start), flow.cost(start).map(|_| cell));
        }
    }
}

#[test]
fn all_cells_within_a_cost_and_no_others() {
    for Case { world, cells, .. } in cases() {
        let limit = Cost::STRAIGHT * 6;
        let whole = FieldQuery::from_start(cells[0]).solve(&world).unwrap();
        let near = FieldQuery::from_start(cells[0])
            .within(limit)
            .solve(&world)
            .unwrap();
        assert!(near.statistics().expanded <= whole.statistics().expanded);
        let within = near.cells_within(Cost::MAX);
        assert_eq!(within, whole.cells_within(limit));
        assert_eq!(within[0], (cells[0], Cost::ZERO));
        assert!(within.is_sorted_by_key(|(_, cost)| *cost));
        for cell in world.bounds().cells() {
            let cost = whole.cost(cell).filter(|cost| *cost <= limit);
            assert_eq!(near.cost(cell), cost);
        }
    }
}

#[test]
fn fields_are_refused_where_they_do_not_belong() {
    let case = cases().next().unwrap();
    let (world, goal) = (&case.world, case.cells[0]);
    let field = FieldQuery::to_nearest_of([goal]).solve(world).unwrap();
    assert!(field.flow(&world.clone()).is_ok());
    let other = cases().next().unwrap().world;
    assert_eq!(field.flow(&other).unwrap_err(), FieldError::OtherSnapshot);
    let refused = |goals: &[IVec3]| {
        let query = FieldQuery::to_nearest_of(goals.iter().copied());
        query.solve(world).unwrap_err()
    };
    let outside = IVec3::splat(i32::MIN);
    assert_eq!(refused(&[]), FieldError::NoSeeds);
    assert_eq!(
        refused(&[goal, outside]),
        FieldError::SeedOutside { cell: outside }
    );
    let blocked = world
        .bounds()
        .cells()
        .find(|&cell| !world.is_traversable(cell));
    let cell = blocked.unwrap();
    assert_eq!(refused(&[cell]), FieldError::SeedBlocked { cell });
    assert_eq!(field.cost(outside), None);
    assert_eq!(field.flow(world).unwrap().next_move(outside), None);
}

#[test]
fn the_nearest_of_many_goals_is_the_cheapest() {
    let mut workspace = Workspace::new();
    for Case { world, cells, .. } in cases() {
        for start in &cells[..20] {
            let goals = &cells[40..52];
            let query = Query::new(*start, *start);
            let nearest = query.solve_nearest(goals, &world, &mut workspace);
            let costs = goals.iter().map(|&goal| {
                let solution = Query::new(*start, goal).solve(&world, &mut Workspace::new());
                solution.outcome.path().map(Path::cost)
            });
            let costs = costs.collect::<Vec<_>>();
            let path = nearest.solution.outcome.path();
            assert_eq!(path.map(Path::cost), costs.iter().copied().flatten().min());
            assert_eq!(nearest.goal.is_some(), path.is_some());
            if let (Some(goal), Some(path)) = (nearest.goal, path) {
                assert_eq!((path.start(), path.goal()), (*start, goals[goal]));
                assert_eq!(costs[goal], Some(path.cost()));
                let limited = query.limits(Limits::none().cost(path.cost() - Cost::from_raw(1)));
                let cut = limited.solve_nearest(goals, &world, &mut workspace);
                let is_cut = matches!(cut.solution.outcome, Outcome::LimitReached { .. });
                assert!(is_cut || path.cost() == Cost::ZERO);
            }
            let none = query.solve_nearest(&[], &world, &mut workspace);
            assert_eq!(
                none.solution.outcome,
                Outcome::InvalidEnd(EndFault::GoalBlocked)
            );
        }
    }
}

#[test]
fn settings_mean_the_same_to_fields_as_to_queries() {
    let mut workspace = Workspace::new();
    for Case { world, cells, .. } in cases() {
        for (moves, corners, _) in RULES {
            let most = Cost::STRAIGHT * 9;
            let settings = SearchSettings::default()
                .moves(moves)
                .corners(corners)
                .limits(Limits::none().cost(most));
            let start = cells[0];
            let within = |settings| {
                FieldQuery::from_start(start)
                    .settings(settings)
                    .solve(&world)
            };
            let field = within(settings).unwrap();
            for &cell in &cells[1..60] {
                let query = Query::new(start, cell).settings(settings);
                let found = query.solve(&world, &mut workspace).outcome;
                assert_eq!(field.cost(cell), found.path().map(Path::cost));
            }
            let expanded = field.statistics().expanded;
            let allowed = |limits: Limits| within(settings.limits(limits.cost(most)));
            assert!(allowed(Limits::none().expanded(expanded + 1)).is_ok());
            for (limits, limit) in [
                (Limits::none().expanded(expanded / 2), Limit::Expanded),
                (Limits::none().memory(1), Limit::Memory),
            ] {
                let cut = allowed(limits).err();
                assert_eq!(cut, Some(FieldError::LimitReached { limit }), "{start}");
            }
        }
    }
}

#[test]
fn a_field_that_is_cancelled_says_so() {
    use std::sync::atomic::AtomicBool;
    let Case { world, cells, .. } = cases().next().unwrap();
    for (is_set, error) in [(false, None), (true, Some(FieldError::Cancelled))] {
        let token = AtomicBool::new(is_set);
        let field = FieldQuery::from_start(cells[0]).cancel(&token);
        assert_eq!(field.solve(&world).err(), error);
    }
}
