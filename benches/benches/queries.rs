//! Whole queries on generated worlds: each engine over the same pairs of cells, the first query on
//! a fresh workspace, and a goal that cannot be reached.

#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot be set up must not run"
)]

use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder, Traversability};
use voxnav::search::{Cost, Query};
use voxnav::{Algorithm, Outcome, UnknownPolicy, Workspace};
use voxnav_benches::problems::{Problem, random_pairs};
use voxnav_worlds::{WorldKind, generate};

const KINDS: [WorldKind; 6] = [
    WorldKind::Empty,
    WorldKind::Towers,
    WorldKind::Caves,
    WorldKind::Rooms,
    WorldKind::Maze,
    WorldKind::Random { percent: 20 },
];

const ENGINES: [(&str, Algorithm); 4] = [
    ("auto", Algorithm::Auto),
    ("jump", Algorithm::Jump),
    ("canonical", Algorithm::Canonical),
    ("astar", Algorithm::AStar),
];

/// Random pairs drawn in each world. One iteration answers all that are connected.
const PAIRS: usize = 16;

/// The side of the worlds in cells: long enough for runs across chunks, short enough for plain A*.
const SIDE: i32 = 80;

fn traversability(occupancy: &Occupancy) -> Traversability {
    Traversability::new(occupancy, UnknownPolicy::Blocked)
}

fn generated(kind: WorldKind) -> (Traversability, Vec<Problem>) {
    let occupancy = generate(kind, IVec3::splat(SIDE), 1).unwrap();
    let world = traversability(&occupancy);
    let problems = random_pairs(&occupancy, &world, 1, PAIRS).rows;
    (world, problems)
}

/// Returns the cost of each answer, which must be there.
fn costs(
    algorithm: Algorithm,
    problems: &[Problem],
    world: &Traversability,
    workspace: &mut Workspace,
) -> Vec<Cost> {
    let mut answer = |problem: &Problem| {
        let query = Query::new(problem.start, problem.goal).algorithm(algorithm);
        let outcome = query.solve(world, workspace).outcome;
        outcome.path().unwrap().cost()
    };
    problems.iter().map(&mut answer).collect()
}

fn engines(criterion: &mut Criterion) {
    for kind in KINDS {
        let (world, problems) = generated(kind);
        let mut workspace = Workspace::new();
        let optimal = costs(Algorithm::AStar, &problems, &world, &mut workspace);
        let mut group = criterion.benchmark_group(format!("{kind} {SIDE}"));
        group.throughput(Throughput::Elements(problems.len() as u64));
        for (name, algorithm) in ENGINES {
            assert_eq!(costs(algorithm, &problems, &world, &mut workspace), optimal);
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    for problem in &problems {
                        let query = Query::new(problem.start, problem.goal).algorithm(algorithm);
                        if let Outcome::Found(path) = query.solve(&world, &mut workspace).outcome {
                            workspace.recycle(path);
                        }
                    }
                });
            });
        }
    }
}

/// Measures the same query on a workspace that knows it and on one that holds nothing yet.
fn first_query(criterion: &mut Criterion) {
    let (world, problems) = generated(WorldKind::Caves);
    let mut workspace = Workspace::new();
    let queries = problems
        .iter()
        .map(|problem| Query::new(problem.start, problem.goal));
    // One that takes a search: many are answered by a walk, which needs no workspace.
    let query = queries
        .max_by_key(|query| query.solve(&world, &mut workspace).statistics.expanded)
        .unwrap();
    let solution = query.solve(&world, &mut workspace);
    assert!(solution.outcome.path().is_some() && solution.statistics.expanded > 0);
    assert_eq!(solution, query.solve(&world, &mut workspace));
    let mut group = criterion.benchmark_group("one query in caves");
    group.bench_function("on a warm workspace", |bencher| {
        bencher.iter(|| query.solve(&world, &mut workspace));
    });
    group.bench_function("on a fresh workspace", |bencher| {
        bencher.iter_batched_ref(
            Workspace::new,
            |workspace| query.solve(&world, workspace),
            BatchSize::PerIteration,
        );
    });
}

/// Measures an unreachable goal: both ends free, and one of them walled in: a closet of 7 x 7 x 7
/// cells inside.
fn unreachable_goal(criterion: &mut Criterion) {
    let closet = |margin: i32| {
        let half = IVec3::splat(3 + margin);
        CellBox::new(
            IVec3::splat(SIDE / 2) - half,
            IVec3::splat(SIDE / 2) + half + 1,
        )
    };
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(SIDE))).unwrap();
    builder.set_box(closet(1), CellState::Occupied).unwrap();
    builder.set_box(closet(0), CellState::Free).unwrap();
    let world = traversability(&builder.commit());
    let (outside, inside) = (IVec3::ONE, IVec3::splat(SIDE / 2));
    let mut workspace = Workspace::new();
    let mut group = criterion.benchmark_group("unreachable");
    for (name, start, goal) in [
        ("goal walled in", outside, inside),
        ("start walled in", inside, outside),
    ] {
        let query = Query::new(start, goal);
        let outcome = query.solve(&world, &mut workspace).outcome;
        assert_eq!(outcome, Outcome::Unreachable);
        group.bench_function(name, |bencher| {
            bencher.iter(|| query.solve(&world, &mut workspace));
        });
    }
}

criterion_group! {
    name = queries;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(10);
    targets = engines, first_query, unreachable_goal
}
criterion_main!(queries);
