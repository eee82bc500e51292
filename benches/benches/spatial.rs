//! Questions about space that need no search: rays and sweeps, the nearest cell, whether a cell can
//! be reached, and what an edit costs those who ask that.
//!
//! Rays are counted in the cells that they pass through, which no ray visits one by one where the
//! world is open.

#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot be set up must not run"
)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use voxnav::colliders::{Obstacle, Obstacles};
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::{CellBox, CellState, Occupancy, Traversability};
use voxnav::parry3d::shape::SharedShape;
use voxnav::spatial::CellFilter;
use voxnav::{Layers, UnknownPolicy};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// The number of questions each measurement goes through: too many for a processor to learn their
/// order.
const QUESTIONS: usize = 4096;

fn world(kind: WorldKind, edge: i32) -> (Occupancy, Traversability) {
    let occupancy = generate(kind, IVec3::splat(edge), 1).unwrap();
    let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    (occupancy, world.with_components())
}

/// Draws pairs of free cells anywhere in a world.
fn pairs(occupancy: &Occupancy) -> Vec<[IVec3; 2]> {
    let cells = random_free_cells(occupancy, 1, 2 * QUESTIONS);
    cells
        .chunks_exact(2)
        .map(|pair| [pair[0], pair[1]])
        .collect()
}

/// Returns positions a little off the centers of the cells, as positions in a game are.
fn positions([from, to]: [IVec3; 2]) -> [DVec3; 2] {
    let aside = DVec3::new(0.125, -0.25, 0.375);
    [from.as_dvec3() + aside, to.as_dvec3() - aside]
}

/// Returns the number of cells that a line between two cells passes through.
fn passed([from, to]: [IVec3; 2]) -> u64 {
    u64::from((to - from).abs().element_sum().unsigned_abs()) + 1
}

fn rays(criterion: &mut Criterion) {
    let worlds = [
        ("empty, 1024 cells cubed", WorldKind::Empty, 1024),
        ("towers, 256 cells cubed", WorldKind::Towers, 256),
        ("caves, 256 cells cubed", WorldKind::Caves, 256),
        (
            "random:20, 256 cells cubed",
            WorldKind::Random { percent: 20 },
            256,
        ),
    ];
    for (name, kind, edge) in worlds {
        let (occupancy, world) = world(kind, edge);
        let pairs = pairs(&occupancy);
        let ends: Vec<_> = pairs.iter().copied().map(positions).collect();
        let mut cells = [0; 2];
        for (&pair, &[from, to]) in pairs.iter().zip(&ends) {
            let ray = world.cast_ray(from, to).unwrap();
            let sweep = world.sweep(from, to).unwrap();
            assert!(
                ray.is_none() || sweep.is_some_and(|sweep| sweep.fraction <= ray.unwrap().fraction)
            );
            cells[0] += ray.map_or(passed(pair), |hit| passed([pair[0], hit.cell]));
            cells[1] += sweep.map_or(passed(pair), |hit| passed([pair[0], hit.cell]));
        }
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(cells[0]));
        group.bench_function("rays", |bencher| {
            bencher.iter(|| {
                let hits = ends.iter().filter(|[from, to]| {
                    world
                        .cast_ray(black_box(*from), *to)
                        .is_ok_and(|hit| hit.is_some())
                });
                hits.count()
            });
        });
        group.throughput(Throughput::Elements(cells[1]));
        group.bench_function("sweeps", |bencher| {
            bencher.iter(|| {
                let hits = ends.iter().filter(|[from, to]| {
                    world
                        .sweep(black_box(*from), *to)
                        .is_ok_and(|hit| hit.is_some())
                });
                hits.count()
            });
        });
        group.throughput(Throughput::Elements(QUESTIONS as u64));
        group.bench_function("lines of sight", |bencher| {
            bencher.iter(|| {
                let clear = pairs
                    .iter()
                    .filter(|[from, to]| world.has_line_of_sight(black_box(*from), *to));
                clear.count()
            });
        });
    }
}

fn nearest(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nearest cell within 32");
    group.throughput(Throughput::Elements(QUESTIONS as u64));
    for kind in [WorldKind::Caves, WorldKind::Random { percent: 80 }] {
        let (occupancy, world) = world(kind, 256);
        let bounds = CellBox::from_size(IVec3::splat(256));
        let blocked = bounds
            .cells()
            .step_by(2039)
            .filter(|&cell| !world.is_traversable(cell));
        let blocked: Vec<DVec3> = blocked
            .map(|cell: IVec3| DVec3::from(cell.to_array().map(f64::from)))
            .take(QUESTIONS)
            .collect();
        assert_eq!(blocked.len(), QUESTIONS);
        let home = random_free_cells(&occupancy, 2, 1)[0];
        for (name, among) in [
            ("traversable", CellFilter::Traversable),
            ("connected", CellFilter::ConnectedTo(home)),
        ] {
            group.bench_function(format!("{kind}, {name}"), |bencher| {
                bencher.iter(|| {
                    let found = blocked.iter().filter(|position| {
                        let nearest = world.nearest(black_box(**position), 32.0, among);
                        nearest.is_ok_and(|nearest| nearest.is_some())
                    });
                    found.count()
                });
            });
        }
    }
}

fn reachability(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reachability");
    group.throughput(Throughput::Elements(QUESTIONS as u64));
    for (kind, edge) in [
        (WorldKind::Caves, 256),
        (WorldKind::Random { percent: 70 }, 256),
    ] {
        let (occupancy, world) = world(kind, edge);
        let pairs = pairs(&occupancy);
        group.bench_function(kind.to_string(), |bencher| {
            bencher.iter(|| {
                let reachable = pairs
                    .iter()
                    .filter(|[from, to]| world.is_connected(black_box(*from), *to) == Ok(true));
                reachable.count()
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("one cell changed in 256 cells cubed of caves");
    let (occupancy, world) = world(WorldKind::Caves, 256);
    let cell = random_free_cells(&occupancy, 3, 1)[0];
    let mut builder = occupancy.edit();
    builder.set(cell, CellState::Occupied).unwrap();
    let edited = builder.commit();
    group.bench_function("refreshed", |bencher| {
        bencher.iter_with_large_drop(|| world.refreshed(&edited));
    });
    group.bench_function("refreshed and labeled", |bencher| {
        bencher.iter_with_large_drop(|| world.refreshed(&edited).with_components());
    });
    group.bench_function("derived and labeled from scratch", |bencher| {
        bencher.iter_with_large_drop(|| {
            Traversability::new(&edited, UnknownPolicy::Blocked).with_components()
        });
    });
}

fn random_cells(criterion: &mut Criterion) {
    let (occupancy, world) = world(WorldKind::Caves, 256);
    let home = random_free_cells(&occupancy, 2, 1)[0];
    let mut cells = world
        .random_cells(1, CellFilter::ConnectedTo(home))
        .unwrap();
    criterion.bench_function("a random reachable cell", |bencher| {
        bencher.iter(|| cells.next().unwrap());
    });
}

fn colliders(criterion: &mut Criterion) {
    let mut obstacles = Obstacles::default();
    let (occupancy, _) = world(WorldKind::Empty, 64);
    for (index, cell) in random_free_cells(&occupancy, 5, 1000)
        .into_iter()
        .enumerate()
    {
        let shape = match index % 3 {
            0 => SharedShape::cuboid(0.5, 0.3, 0.7),
            1 => SharedShape::ball(0.5),
            _ => SharedShape::capsule_y(0.5, 0.3),
        };
        let edit = obstacles
            .insert(Obstacle::new(shape).at(cell.as_dvec3()))
            .unwrap();
        assert!(edit.after.is_some());
    }
    let pairs = pairs(&occupancy);
    let half = Vec3::new(0.3, 0.9, 0.3);
    let mut group = criterion.benchmark_group("a box swept among 1000 colliders");
    group.throughput(Throughput::Elements(QUESTIONS as u64));
    group.bench_function("ways of 30 units", |bencher| {
        bencher.iter(|| {
            let hits = pairs.iter().filter(|pair| {
                let [from, to] = positions(**pair);
                let hit = obstacles.sweep(black_box(from), to, half, Layers::ALL);
                hit.is_ok_and(|hit| hit.is_some())
            });
            hits.count()
        });
    });
}

criterion_group! {
    name = spatial;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20);
    targets = rays, nearest, reachability, random_cells, colliders
}
criterion_main!(spatial);
