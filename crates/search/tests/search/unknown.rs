//! Agents that stop at the boundary of unknown space. For every algorithm, their plan is as good as that of agents that
//! do not stop, up to the last known cell.
//!
//! Paths lie in known space, for every algorithm. Of the cheapest paths, one with the fewest unknown cells is
//! returned. `confined` in `src/solve/engines.rs` cuts the path of every outcome.

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, Footprint, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_search::{
    Algorithm, Batch, CornerRule, Cost, Limits, MoveSet, Outcome, Path, PathDetail, PathRecord,
    Query, Request, Source, Terrain, Workspace,
};
use voxnav_testkit::{Draws, seeds};

/// A world across the borders of chunks, with walls and unknown regions.
fn world(draws: &mut Draws) -> Occupancy {
    let min = IVec3::new(58, -5, 60);
    let bounds = CellBox::new(min, min + IVec3::new(13, 11, 9));
    let outside = draws.pick(&[CellState::Free, CellState::Occupied, CellState::Unknown]);
    let mut builder = OccupancyBuilder::new(bounds).unwrap().with_outside(outside);
    for state in [CellState::Unknown, CellState::Occupied] {
        for _ in 0..draws.below(6) {
            let (one, other) = (draws.cell(&bounds), draws.cell(&bounds));
            let mut part = CellBox::new(one.min(other), one.max(other) + 1);
            let axis = draws.pick(&[0, 1, 2]);
            part.max[axis] = part.min[axis] + 1;
            builder.set_box(part, state).unwrap();
        }
    }
    for _ in 0..draws.below(40) {
        let state = draws.pick(&[CellState::Unknown, CellState::Occupied]);
        builder.set(draws.cell(&bounds), state).unwrap();
    }
    builder.commit()
}

fn agent(draws: &mut Draws) -> Footprint {
    let size = IVec3::from_array(std::array::from_fn(|_| {
        1 + draws.below(3) / 2 * draws.below(3)
    }));
    let min = -IVec3::from_array(std::array::from_fn(|axis| draws.below(size[axis])));
    Footprint::new(CellBox::new(min, min + size)).unwrap()
}

fn terrain(draws: &mut Draws, bounds: &CellBox) -> Terrain {
    let mut terrain = Terrain::new();
    for _ in 0..200 {
        let weight = u16::try_from(1 + draws.below(5)).unwrap();
        terrain.set(draws.cell(bounds), weight).unwrap();
    }
    terrain
}

/// By the definition, cell by cell.
fn is_known(world: &Occupancy, agent: Footprint, anchor: IVec3) -> bool {
    let mut covered = agent.offsets().cells();
    covered.all(|cell| world.state(anchor + cell) != CellState::Unknown)
}

/// The cells of a move that an agent must find known, in order; all that it spans, if a chain of known ones has to
/// be among them and is not.
fn swept(from: IVec3, to: IVec3, corners: CornerRule, known: &Traversability) -> Vec<IVec3> {
    let spanned = CellBox::new(from.min(to), from.max(to) + 1);
    match corners {
        CornerRule::Strict => spanned.cells().collect(),
        CornerRule::OneSide if !is_joined(from, to, &spanned, known) => spanned.cells().collect(),
        _ => vec![to],
    }
}

/// Whether steps across faces lead from one cell to the other within a box.
fn is_joined(from: IVec3, to: IVec3, within: &CellBox, known: &Traversability) -> bool {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        let beside = within.cells().filter(|other| {
            (*other - cell).abs().element_sum() == 1 && known.is_traversable(*other)
        });
        let news: Vec<_> = beside.filter(|other| !reached.contains(other)).collect();
        reached.extend(news);
    }
    reached.contains(&to)
}

/// What is left of a plan, and the first unknown cell of the rest.
fn cut(
    plan: &[IVec3],
    world: &Occupancy,
    agent: Footprint,
    (corners, known): (CornerRule, &Traversability),
) -> Option<(Vec<IVec3>, IVec3)> {
    let unknown = |cell: &IVec3| !is_known(world, agent, *cell);
    if unknown(&plan[0]) {
        return Some((vec![plan[0]], plan[0]));
    }
    for (index, step) in plan.windows(2).enumerate() {
        let cells = swept(step[0], step[1], corners, known);
        if let Some(first) = cells.into_iter().find(unknown) {
            return Some((plan[..=index].to_vec(), first));
        }
    }
    None
}

#[test]
fn paths_are_the_plans_of_careless_agents_up_to_the_boundary() {
    let mut stopped = 0;
    let mut workspace = Workspace::new();
    for seed in seeds(0, 700) {
        let mut draws = Draws::new(seed);
        let (occupancy, agent) = (world(&mut draws), agent(&mut draws));
        let terrain = terrain(&mut draws, &occupancy.bounds());
        let careless = Traversability::for_agent(&occupancy, agent, UnknownPolicy::Free);
        let careful = careless.with_unknown(UnknownPolicy::StopAtBoundary);
        let cautious = careless.with_unknown(UnknownPolicy::Blocked);
        let bounds = occupancy.bounds();
        let corners = draws.pick(&[CornerRule::Strict, CornerRule::Lenient, CornerRule::OneSide]);
        let rule = (corners, &cautious);
        let moves = draws.pick(&[MoveSet::Vertex26, MoveSet::Edge18, MoveSet::Face6]);
        let algorithm = draws.pick(&[Algorithm::Auto, Algorithm::AStar, Algorithm::Canonical]);
        let ends = [draws.cell(&bounds), draws.cell(&bounds)];
        let terrain = (draws.below(3) == 0).then_some(&terrain);
        let between = |start, goal| {
            let query = Query::new(start, goal).corners(corners).moves(moves);
            let query = query.algorithm(algorithm);
            terrain.map_or(query, |terrain| query.terrain(terrain))
        };
        let query = between(ends[0], ends[1]);
        let plan = query.solve(&careless, &mut workspace);
        let solution = query.solve(&careful, &mut workspace);
        let Outcome::Found(planned) = plan.outcome else {
            assert_eq!(solution.outcome, plan.outcome, "seed {seed}");
            assert_eq!(solution.statistics, plan.statistics, "seed {seed}");
            continue;
        };
        let cells: Vec<_> = planned.cells().collect();
        match (cut(&cells, &occupancy, agent, rule), solution.outcome) {
            (None, Outcome::Found(path)) => {
                assert_eq!(path, planned, "seed {seed}");
                assert_eq!(solution.statistics, plan.statistics, "seed {seed}");
            }
            // Another path that costs the same leads into fewer unknown cells, or none.
            (Some(_), Outcome::Found(path)) => {
                let cells: Vec<_> = path.cells().collect();
                assert_eq!(cut(&cells, &occupancy, agent, rule), None, "seed {seed}");
                let cost = path.verify(&cautious, moves, corners, terrain);
                assert_eq!(cost, Ok(planned.cost()), "seed {seed}");
                assert_eq!(path.cost(), planned.cost(), "seed {seed}");
            }
            (
                Some((left, first)),
                Outcome::StoppedAtUnknown {
                    path: known,
                    unknown,
                    rest,
                },
            ) => {
                stopped += 1;
                assert_eq!(known.cost() + rest, planned.cost(), "seed {seed}");
                assert!(!is_known(&occupancy, agent, unknown), "seed {seed}");
                if first == left[0] {
                    assert!(known.cells().eq(left), "seed {seed}");
                } else {
                    let cost = known.verify(&cautious, moves, corners, terrain);
                    assert_eq!(cost, Ok(known.cost()), "seed {seed}");
                    let on = between(known.goal(), planned.goal());
                    let on = on.solve(&careless, &mut workspace).outcome;
                    assert_eq!(on.path().map(Path::cost), Some(rest), "seed {seed}");
                }
            }
            (expected, outcome) => panic!("seed {seed}: {expected:?}, but {outcome:?}"),
        }
    }
    assert!(stopped > 90, "{stopped}");
}

/// A corridor of free cells whose middle is unknown.
fn corridor() -> Traversability {
    let bounds = CellBox::from_size(IVec3::new(400, 1, 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let middle = CellBox::new(IVec3::new(150, 0, 0), IVec3::new(200, 1, 1));
    builder.set_box(middle, CellState::Unknown).unwrap();
    Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary)
}

fn at(x: i32) -> IVec3 {
    IVec3::new(x, 0, 0)
}

#[test]
fn what_a_limit_leaves_ends_in_known_space_too() {
    let limits = Limits::none().expanded(300);
    let query = Query::new(at(0), at(399));
    let query = query.algorithm(Algorithm::AStar).limits(limits);
    let outcome = query.solve(&corridor(), &mut Workspace::new()).outcome;
    let Outcome::LimitReached { path: best, .. } = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!((best.goal(), best.cost()), (at(149), Cost::STRAIGHT * 149));
    assert_eq!(best.move_count(), 149);
}

#[test]
fn whoever_stands_in_unknown_space_stays() {
    let (world, mut workspace) = (corridor(), Workspace::new());
    for (start, goal, rest) in [(160, 399, 239), (160, 0, 160), (160, 160, 0)] {
        let outcome = Query::new(at(start), at(goal))
            .solve(&world, &mut workspace)
            .outcome;
        let Outcome::StoppedAtUnknown {
            path: known,
            unknown,
            rest: left,
        } = outcome
        else {
            panic!("{outcome:?}")
        };
        assert_eq!(
            (known.goal(), known.move_count(), unknown),
            (at(160), 0, at(160))
        );
        assert_eq!(left, Cost::STRAIGHT * rest);
    }
}

#[test]
fn the_nearest_goal_is_that_of_the_plan() {
    let nearest = Query::new(at(140), at(0)).solve_nearest(
        &[at(0), at(210)],
        &corridor(),
        &mut Workspace::new(),
    );
    assert_eq!(nearest.goal, Some(1));
    let Outcome::StoppedAtUnknown {
        path: known, rest, ..
    } = nearest.solution.outcome
    else {
        panic!("the way leads through unknown cells")
    };
    assert_eq!((known.goal(), rest), (at(149), Cost::STRAIGHT * 61));
}

#[test]
fn answers_of_a_batch_stop_like_those_of_queries() {
    let mut draws = Draws::new(7);
    let bounds = CellBox::from_size(IVec3::new(41, 41, 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    // A comb: long ways round, so that a field pays.
    for x in (1..40).step_by(2) {
        let y = i32::from(x % 4 != 1);
        let wall = CellBox::new(IVec3::new(x, y, 0), IVec3::new(x + 1, y + 40, 1));
        builder.set_box(wall, CellState::Occupied).unwrap();
    }
    for _ in 0..4 {
        let cell = draws.cell(&bounds);
        if builder.state(cell) == CellState::Free {
            builder.set(cell, CellState::Unknown).unwrap();
        }
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary);
    let queries: Vec<_> = (0..600)
        .map(|_| Query::new(draws.cell(&bounds), IVec3::ZERO))
        .collect();
    let requests: Vec<_> = queries.iter().map(|query| Request::from(*query)).collect();
    let answers = Batch::new(world.clone()).solve(&requests).unwrap();
    let mut workspace = Workspace::new();
    let mut by_field = 0;
    for (query, answer) in queries.iter().zip(&answers) {
        let alone = query.solve(&world, &mut workspace).outcome;
        assert_eq!(answer.outcome.name(), alone.name());
        // There is but one way, up to steps that are equally far.
        let ends = |path: &Path| (path.start(), path.cost());
        by_field += usize::from(answer.source == Source::Field);
        let (kept, path) = match (&answer.outcome, &alone) {
            (Outcome::Found(kept), Outcome::Found(path)) => (kept, path),
            (
                Outcome::StoppedAtUnknown {
                    path: kept,
                    rest: a,
                    unknown: b,
                },
                Outcome::StoppedAtUnknown {
                    path,
                    rest: c,
                    unknown: d,
                },
            ) => {
                assert_eq!((a, b), (c, d));
                (kept, path)
            }
            _ => continue,
        };
        assert_eq!(kept.path().map(ends), Some(ends(path)));
        assert_eq!(kept.cost(), path.cost());
    }
    assert!(by_field > 20, "{by_field}");
    // However little is kept of them.
    for keep in [PathDetail::Cost, PathDetail::FirstStep] {
        let batch = Batch::new(world.clone()).detail(keep);
        for (little, answer) in batch.solve(&requests).unwrap().iter().zip(&answers) {
            assert_eq!(little.outcome.name(), answer.outcome.name());
            assert_eq!(kept_cost(&little.outcome), kept_cost(&answer.outcome));
        }
    }
}

fn kept_cost(outcome: &Outcome<PathRecord>) -> Option<Cost> {
    match outcome {
        Outcome::Found(kept) | Outcome::StoppedAtUnknown { path: kept, .. } => Some(kept.cost()),
        _ => None,
    }
}
