//! The cost of making a path of 500 cells one to follow, and of following it.

#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot be set up must not run"
)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use voxnav::following::Anchor;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellState, Occupancy, Traversability};
use voxnav::search::Query;
use voxnav::smoothing::Curve;
use voxnav::{Follower, Lattice, SmoothPath, Smoothing, UnknownPolicy, Workspace};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// The moves of every path here.
const MOVES: usize = 500;

const KINDS: [WorldKind; 4] = [
    WorldKind::Towers,
    WorldKind::Caves,
    WorldKind::Rooms,
    WorldKind::Random { percent: 20 },
];

struct Way {
    kind: WorldKind,
    occupancy: Occupancy,
    world: Traversability,
    line: SmoothPath,
}

/// Returns, for a world of every kind, the first 500 moves of shortest paths joined end to end.
fn ways() -> impl Iterator<Item = Way> {
    KINDS.into_iter().map(|kind| {
        let occupancy = generate(kind, IVec3::new(512, 512, 64), 1).unwrap();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let mut workspace = Workspace::new();
        let mut cells: Vec<IVec3> = Vec::new();
        for goal in random_free_cells(&occupancy, 1, 1000) {
            let start = cells.last().copied().unwrap_or(goal);
            let solution = Query::new(start, goal).solve(&world, &mut workspace);
            if let Some(path) = solution.outcome.path() {
                cells.extend(path.cells());
            }
            if cells.len() > 2 * MOVES {
                break;
            }
        }
        cells.dedup();
        cells.truncate(MOVES + 1);
        assert_eq!(cells.len(), MOVES + 1);
        let centers = cells.iter().map(|cell| cell.as_dvec3());
        let line = SmoothPath::new(centers, &Lattice::default(), Anchor::CENTER).unwrap();
        Way {
            kind,
            occupancy,
            world,
            line,
        }
    })
}

fn smoothing(criterion: &mut Criterion) {
    let new = Smoothing::new;
    let chains = [
        ("collinear", new().drop_collinear()),
        ("simplify", new().simplify(0.5).unwrap()),
        ("pull", new().pull_string()),
        ("collinear, pull", new().drop_collinear().pull_string()),
        ("default", Smoothing::default()),
        (
            "pull, B-spline",
            new().pull_string().round(Curve::BSpline, 1.0).unwrap(),
        ),
        ("pull, shorten", new().pull_string().shorten(0.1).unwrap()),
        ("default, space", Smoothing::default().space(1.0).unwrap()),
    ];
    let mut group = criterion.benchmark_group("smoothing of 500 cells");
    for way in ways() {
        for (name, chain) in &chains {
            let smooth = way.line.smoothed(chain, &way.world);
            assert!(is_clear(&smooth, &way.world));
            group.bench_function(format!("{} {name}", way.kind), |bencher| {
                bencher.iter(|| black_box(&way.line).smoothed(chain, &way.world));
            });
        }
    }
}

fn is_clear(line: &SmoothPath, world: &Traversability) -> bool {
    let mut segments = line.waypoints().windows(2);
    segments.all(|ends| world.sweep(ends[0], ends[1]) == Ok(None))
}

fn follower(way: &Way) -> Follower {
    Follower::new(way.line.smoothed(&Smoothing::default(), &way.world))
}

/// Returns two snapshots in which a cell differs.
fn edited(way: &Way, cell: IVec3) -> [Traversability; 2] {
    let mut edit = way.occupancy.edit();
    let other = match way.occupancy.state(cell) {
        CellState::Free => CellState::Occupied,
        _ => CellState::Free,
    };
    edit.set(cell, other).unwrap();
    [way.world.clone(), way.world.refreshed(&edit.commit())]
}

fn checking(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("is a smooth path of 500 cells free");
    for way in ways() {
        let fresh = follower(&way);
        let mut known = fresh.clone();
        assert_eq!(known.check(&way.world), None);
        let name = |what: &str| format!("{} {what}", way.kind);

        group.bench_function(name("first time"), |bencher| {
            let clone = || fresh.clone();
            bencher.iter_batched_ref(
                clone,
                |follower| follower.check(&way.world),
                BatchSize::SmallInput,
            );
        });
        group.bench_function(name("same snapshot"), |bencher| {
            bencher.iter(|| known.check(black_box(&way.world)));
        });
        // A cell that no smooth path comes near to, but in a snapshot of its own; then one that shares a
        // chunk with the middle of the smooth path and closes nothing.
        let start = way.line.waypoints()[0].as_ivec3();
        let far = IVec3::new(511, 511, 63) - start;
        let far = far.clamp(IVec3::ZERO, IVec3::new(511, 511, 63));
        let middle = way.line.waypoints()[MOVES / 2].as_ivec3();
        let near = (middle & !63) + ((middle + 32) & 63);
        for (what, cell) in [("change elsewhere", far), ("change nearby", near)] {
            let snapshots = edited(&way, cell);
            let mut turn = 0;
            group.bench_function(name(what), |bencher| {
                bencher.iter(|| {
                    turn ^= 1;
                    known.check(black_box(&snapshots[turn]))
                });
            });
        }
    }
}

fn progress(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("progress");
    for way in ways() {
        let mut follower = follower(&way);
        let length = follower.path().length();
        let aside = DVec3::new(0.1, 0.2, 0.1);
        let mut along = 0.0;
        group.bench_function(format!("{} update", way.kind), |bencher| {
            bencher.iter(|| {
                along = if along < length { along + 0.1 } else { 0.0 };
                if along == 0.0 {
                    follower.advance(f64::NEG_INFINITY);
                }
                let position = follower.path().position_at(along) + aside;
                follower.update(position).unwrap()
            });
        });
    }
}

criterion_group! {
    name = smooth_paths;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(500))
        .sample_size(20);
    targets = smoothing, checking, progress
}
criterion_main!(smooth_paths);
