//! The parts that a search is made of and that can be reached from outside: gathering
//! neighborhoods, scanning runs, deriving traversability.
//!
//! The open lists are private to the search; what they cost shows in whole queries.

#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot be set up must not run"
)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, Heading, Occupancy, Sign, Traversability};
use voxnav_occupancy::internals::{ForcedRule, JumpScan, ScanEnd, ScanMask};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// The number of places each measurement goes through: too many for a processor to learn their
/// order.
const PLACES: usize = 4096;

const KINDS: [WorldKind; 4] = [
    WorldKind::Towers,
    WorldKind::Caves,
    WorldKind::Rooms,
    WorldKind::Random { percent: 20 },
];

struct Places {
    kind: WorldKind,
    occupancy: Occupancy,
    world: Traversability,
    cells: Vec<IVec3>,
}

fn places() -> impl Iterator<Item = Places> {
    KINDS.into_iter().map(|kind| {
        let occupancy = generate(kind, IVec3::splat(128), 1).unwrap();
        Places {
            kind,
            world: Traversability::new(&occupancy, UnknownPolicy::Blocked),
            cells: random_free_cells(&occupancy, 1, PLACES),
            occupancy,
        }
    })
}

fn neighborhoods(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("neighborhood");
    group.throughput(Throughput::Elements(PLACES as u64));
    for Places {
        kind, world, cells, ..
    } in places()
    {
        for &cell in &cells {
            assert_eq!(world.neighborhood(cell), cell_by_cell(&world, cell));
        }
        group.bench_function(kind.to_string(), |bencher| {
            bencher.iter(|| {
                cells
                    .iter()
                    .fold(0, |bits, &cell| bits ^ world.neighborhood(black_box(cell)))
            });
        });
    }
}

fn cell_by_cell(world: &Traversability, cell: IVec3) -> u32 {
    (0..27).fold(0, |bits, bit| {
        let offset = IVec3::new(bit % 3 - 1, bit / 3 % 3 - 1, bit / 9 - 1);
        bits | u32::from(world.is_traversable(cell + offset)) << bit
    })
}

fn runs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("run");
    group.throughput(Throughput::Elements(PLACES as u64));
    for Places {
        kind, world, cells, ..
    } in places()
    {
        for (axis, name) in [(Axis::X, "x"), (Axis::Z, "z")] {
            let heading = Heading {
                axis,
                sign: Sign::Positive,
            };
            let watch = ScanMask::new(heading, ForcedRule::BesideOpen, |_| true);
            for &cell in &cells {
                let run = world.run(cell, heading, &watch);
                assert!(is_straight_and_free(&world, cell, heading, run));
            }
            group.bench_function(format!("{kind} along {name}"), |bencher| {
                bencher.iter(|| {
                    cells
                        .iter()
                        .map(|&cell| world.run(black_box(cell), heading, &watch).length)
                        .fold(0, u32::wrapping_add)
                });
            });
        }
    }
}

/// Returns whether every cell of the run is traversable and, where the run ends as blocked, the
/// next cell is not.
fn is_straight_and_free(
    world: &Traversability,
    from: IVec3,
    heading: Heading,
    run: JumpScan,
) -> bool {
    let at = |moves: u32| world.is_traversable(from + heading.step() * moves.cast_signed());
    (0..=run.length).all(at) && (run.end == ScanEnd::JumpPoint || !at(run.length + 1))
}

fn traversability(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("traversability of 128 cells cubed");
    for Places {
        kind,
        occupancy,
        cells,
        ..
    } in places()
    {
        let derive = || Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let world = derive();
        assert!(cells.iter().all(|&cell| world.is_traversable(cell)));
        group.bench_function(kind.to_string(), |bencher| {
            bencher.iter_with_large_drop(derive);
        });
    }
}

criterion_group! {
    name = parts;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20);
    targets = neighborhoods, runs, traversability
}
criterion_main!(parts);
