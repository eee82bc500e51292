//! Nearest, random and connected cells against their definitions, on random worlds.
//!
//! There is one generator of random numbers, `src/draws.rs`. Equal seeds give equal numbers on every machine and
//! in every version, which `FIRST_CELLS` holds.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "numbers drawn are small"
)]

use std::collections::{BTreeMap, VecDeque};

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, CellFilter, CellState, Component, Footprint, Lattice, LatticeError, MAX_COORDINATE,
    NearestError, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_testkit::{Draws, seeds};

/// Coordinates of positions are whole numbers of such parts of a cell.
const PARTS: i64 = 16;

/// From `low` to `high` on each axis, both included.
fn vector(low: i32, high: i32, draws: &mut Draws) -> IVec3 {
    draws.vector(IVec3::splat(low), IVec3::splat(high))
}

/// A world of cells set by a share in a hundred, across borders of chunks.
fn sample_world(largest: i32, share: u32, draws: &mut Draws) -> Occupancy {
    let min = vector(-1, 1, draws) * 64 - vector(0, largest, draws);
    let bounds = CellBox::new(min, min + vector(1, largest, draws));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for cell in bounds.cells() {
        if draws.percent(share) {
            builder.set(cell, CellState::Occupied).unwrap();
        }
    }
    builder.commit()
}

fn sample_agent(draws: &mut Draws) -> Footprint {
    let (below, above) = (vector(0, 1, draws), vector(1, 2, draws));
    Footprint::new(CellBox::new(-below, above)).unwrap()
}

/// Components by flooding cell after cell.
fn flooded(world: &Traversability) -> BTreeMap<[i32; 3], usize> {
    let mut labels = BTreeMap::new();
    for (label, start) in world.bounds().cells().enumerate() {
        let mut queue = VecDeque::from([start]);
        while let Some(cell) = queue.pop_front() {
            if !world.is_traversable(cell) || labels.contains_key(&cell.to_array()) {
                continue;
            }
            labels.insert(cell.to_array(), label);
            for axis in IVec3::AXES {
                queue.extend([cell + axis, cell - axis]);
            }
        }
    }
    labels
}

/// The nearest by asking every cell. Cells have these sides, and the radius is in parts of a side of one.
fn nearest_of_all(
    world: &Traversability,
    position: [i64; 3],
    sides: [i64; 3],
    radius: i64,
    is_meant: impl Fn(IVec3) -> bool,
) -> Option<IVec3> {
    let square = |cell: IVec3| -> i64 {
        (0..3)
            .map(|axis| ((i64::from(cell[axis]) * PARTS - position[axis]) * sides[axis]).pow(2))
            .sum()
    };
    let cells = world.bounds().cells();
    cells
        .filter(|&cell| world.is_traversable(cell) && is_meant(cell))
        .filter(|&cell| square(cell) <= radius * radius)
        .min_by_key(|&cell| (square(cell), cell.z, cell.y, cell.x))
}

#[test]
fn the_nearest_cell_is_the_best_of_all() {
    for seed in seeds(0, 300) {
        let mut draws = Draws::new(seed);
        let share = draws.pick(&[0, 50, 90, 97, 99, 100]);
        let occupancy = sample_world(20, share, &mut draws);
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let labels = flooded(&world);
        let bounds = world.bounds();
        for _ in 0..10 {
            let around = CellBox::new(bounds.min - 8, bounds.max + 8);
            let cell = draws.cell(&around);
            let aside = PARTS / 2 * draws.below(2_i64);
            let position = (cell.to_array())
                .map(|coordinate| i64::from(coordinate) * PARTS + draws.between(-aside, aside));
            let radius = draws.between(0, 30 * PARTS);
            let at = DVec3::from_array(position.map(|parts| parts as f64 / PARTS as f64));
            let reach = radius as f64 / PARTS as f64;
            let found = world.nearest(at, reach, CellFilter::Traversable).unwrap();
            let expected = nearest_of_all(&world, position, [1; 3], radius, |_| true);
            assert_eq!(
                found.map(|it| it.cell),
                expected,
                "seed {seed}: {at} within {reach}"
            );
            if let Some(found) = found {
                assert!((found.distance - at.distance(found.cell.as_dvec3())).abs() < 1e-12);
            }
            let sides = [(); 3].map(|()| draws.pick(&[1, 2, 5, 8]));
            let wide = DVec3::from_array(sides.map(|side| side as f64));
            let lattice = Lattice::with_sizes(DVec3::ZERO, wide).unwrap();
            let found = world
                .nearest_position(&lattice, at * wide, reach, CellFilter::Traversable)
                .unwrap();
            let expected = nearest_of_all(&world, position, sides, radius, |_| true);
            assert_eq!(
                found.map(|it| it.cell),
                expected,
                "seed {seed}: {at} within {reach} of sides {sides:?}"
            );
            let anchor = draws.cell(&bounds);
            let component = labels.get(&anchor.to_array());
            let is_meant =
                |cell: IVec3| component.is_some() && labels.get(&cell.to_array()) == component;
            let found = world
                .nearest(at, reach, CellFilter::ConnectedTo(anchor))
                .unwrap();
            let expected = nearest_of_all(&world, position, [1; 3], radius, is_meant);
            assert_eq!(
                found.map(|it| it.cell),
                expected,
                "seed {seed}: {at} with {anchor}"
            );
        }
    }
}

#[test]
fn the_nearest_cell_may_be_many_chunks_away() {
    let bounds = CellBox::new(IVec3::new(-300, -5, -300), IVec3::new(300, 200, 300));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder.set_box(bounds, CellState::Occupied).unwrap();
    let cells = [
        IVec3::new(-290, 0, 0),
        IVec3::new(290, 0, 0),
        IVec3::new(0, 199, 250),
        IVec3::new(0, 0, -290),
    ];
    for cell in cells {
        builder.set(cell, CellState::Free).unwrap();
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let nearest = |position: DVec3, radius: f64| {
        let found = world
            .nearest(position, radius, CellFilter::Traversable)
            .unwrap();
        found.map(|found| found.cell)
    };
    // Three at the same distance: the smallest z first.
    assert_eq!(nearest(DVec3::ZERO, f64::INFINITY), Some(cells[3]));
    assert_eq!(nearest(DVec3::ZERO, 289.999), None);
    assert_eq!(nearest(DVec3::new(0.0, 0.0, 1e-6), 300.0), Some(cells[0]));
    assert_eq!(nearest(DVec3::new(0.0, 1e9, 0.0), 1e10), Some(cells[2]));
}

#[test]
fn the_largest_worlds_have_nearest_and_random_cells_too() {
    let all = CellBox::new(IVec3::splat(-MAX_COORDINATE), IVec3::splat(MAX_COORDINATE));
    let mut open = OccupancyBuilder::new(all).unwrap();
    let block = CellBox::new(IVec3::splat(-70), IVec3::splat(100));
    open.set_box(block, CellState::Occupied).unwrap();
    let open = Traversability::new(&open.commit(), UnknownPolicy::Blocked);
    let found = open
        .nearest(DVec3::ZERO, 1e9, CellFilter::Traversable)
        .unwrap()
        .unwrap();
    assert_eq!((found.cell, found.distance), (IVec3::new(0, 0, -71), 71.0));
    let connected = open.nearest(DVec3::ZERO, 1e9, CellFilter::ConnectedTo(found.cell));
    assert!(matches!(connected, Err(NearestError::ComponentsMissing(_))));
    let cells = open.random_cells(3, CellFilter::Traversable).unwrap();
    assert!(cells.take(100).all(|cell| open.is_traversable(cell)));
    assert!(open.is_connected(IVec3::ZERO, found.cell).is_err());

    let mut closed = OccupancyBuilder::new(all).unwrap();
    closed.set_box(all, CellState::Occupied).unwrap();
    let far = IVec3::new(1 << 29, -1, 5);
    closed.set(far, CellState::Free).unwrap();
    let closed = Traversability::new(&closed.commit(), UnknownPolicy::Blocked);
    let found = closed
        .nearest(DVec3::ZERO, f64::INFINITY, CellFilter::Traversable)
        .unwrap();
    assert_eq!(found.map(|found| found.cell), Some(far));
    let cells = closed.random_cells(3, CellFilter::Traversable).unwrap();
    assert!(cells.take(10).eq([far; 10]));
}

#[test]
fn what_is_no_position_or_radius_is_refused() {
    let world = sample_world(5, 10, &mut Draws::new(1));
    let world = Traversability::new(&world, UnknownPolicy::Blocked);
    let nearest = |position, radius| world.nearest(position, radius, CellFilter::Traversable);
    let bad = DVec3::new(0.0, f64::NAN, 0.0);
    assert!(matches!(
        nearest(bad, 1.0),
        Err(NearestError::Lattice(LatticeError::NotFinite { .. }))
    ));
    let far = DVec3::splat(1e10);
    assert_eq!(
        nearest(far, 1.0),
        Err(LatticeError::OutOfRange { position: far }.into())
    );
    assert!(matches!(
        nearest(DVec3::ZERO, -1.0),
        Err(NearestError::Radius { .. })
    ));
    assert!(matches!(
        nearest(DVec3::ZERO, f64::NAN),
        Err(NearestError::Radius { .. })
    ));
    let lattice = Lattice::default();
    let refused =
        world.nearest_position(&lattice, DVec3::splat(1e300), 1.0, CellFilter::Traversable);
    assert!(matches!(refused, Err(NearestError::Lattice(_))));
}

#[test]
fn random_cells_are_spread_evenly_and_never_change() {
    for seed in seeds(0, 20) {
        let mut draws = Draws::new(seed);
        let world = sample_world(7, 60, &mut draws);
        let world = Traversability::new(&world, UnknownPolicy::Blocked);
        let labels = flooded(&world);
        let cells = world.random_cells(seed, CellFilter::Traversable).unwrap();
        let mut counts: BTreeMap<[i32; 3], u32> = BTreeMap::new();
        let count = labels.len() as u32 * 100;
        for cell in cells.take(count as usize) {
            *counts.entry(cell.to_array()).or_default() += 1;
        }
        assert_eq!(counts.len(), labels.len(), "seed {seed}");
        for (cell, drawn) in counts {
            assert!(labels.contains_key(&cell), "seed {seed}");
            assert!(
                (50..170).contains(&drawn),
                "seed {seed}: {cell:?} {drawn} times"
            );
        }
        for (cell, label) in labels.iter().step_by(7) {
            let anchor = IVec3::from_array(*cell);
            let reachable = world
                .random_cells(seed, CellFilter::ConnectedTo(anchor))
                .unwrap();
            let size = labels.values().filter(|&other| other == label).count();
            let mut seen: Vec<_> = reachable
                .take(size * 20)
                .map(|cell| cell.to_array())
                .collect();
            assert!(
                seen.iter().all(|cell| labels[cell] == *label),
                "seed {seed}"
            );
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), size, "seed {seed}");
        }
    }
    let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(100)))
        .unwrap()
        .commit();
    let world = Traversability::new(&world, UnknownPolicy::Blocked);
    let first: Vec<_> = world
        .random_cells(42, CellFilter::Traversable)
        .unwrap()
        .take(2)
        .collect();
    assert_eq!(first, FIRST_CELLS);
}

/// Draws are part of what callers build on: the same seed gives the same cells in every version.
const FIRST_CELLS: [IVec3; 2] = [IVec3::new(60, 50, 88), IVec3::new(38, 2, 39)];

#[test]
fn the_largest_cube_is_the_largest_that_gets_there() {
    for seed in seeds(0, 30) {
        let mut draws = Draws::new(seed);
        let share = draws.pick(&[0, 0, 1, 5]);
        let occupancy = sample_world(30, share, &mut draws);
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let [from, to] = [0; 2].map(|_| draws.cell(&world.bounds()));
        let cube = |reach: i32| {
            Footprint::new(CellBox::new(IVec3::splat(-reach), IVec3::splat(reach + 1))).unwrap()
        };
        let gets_there = |reach: &i32| {
            let world = Traversability::for_agent(&occupancy, cube(*reach), UnknownPolicy::Blocked);
            let labels = flooded(&world);
            let [a, b] = [from, to].map(|cell| labels.get(&cell.to_array()));
            a.is_some() && a == b
        };
        let expected = (0..16).rev().find(gets_there).map(cube);
        assert_eq!(
            world.largest_cube(from, to).unwrap(),
            expected,
            "seed {seed}: {from} {to}"
        );
    }
}

/// Labels are equal up to what they are called.
fn assert_same_partition(a: &Traversability, b: &Traversability, context: &str) {
    let mut names: BTreeMap<Component, Component> = BTreeMap::new();
    for cell in a.bounds().cells() {
        let pair = (a.component(cell), b.component(cell));
        match pair {
            (Some(a), Some(b)) => assert_eq!(*names.entry(a).or_insert(b), b, "{context}: {cell}"),
            _ => assert_eq!(pair, (None, None), "{context}: {cell}"),
        }
    }
    let mut distinct: Vec<_> = names.values().collect();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), names.len(), "{context}");
}

#[test]
fn components_kept_up_under_edits_are_those_found_from_scratch() {
    for seed in seeds(0, 20) {
        let mut draws = Draws::new(seed);
        let share = draws.pick(&[0, 35, 65, 72, 100]);
        let mut occupancy = sample_world(24, share, &mut draws);
        let agent = sample_agent(&mut draws);
        let mut world = Traversability::for_agent(&occupancy, agent, UnknownPolicy::Blocked);
        for edit in 0..25 {
            let mut builder = occupancy.edit();
            for _ in 0..draws.between(1, 6) {
                let state = draws.pick(&[CellState::Free, CellState::Occupied]);
                let cell = draws.cell(&occupancy.bounds());
                let part = CellBox::new(cell, cell + vector(1, 8, &mut draws));
                let part = part.intersection(&occupancy.bounds());
                builder.set_box(part, state).unwrap();
            }
            occupancy = builder.commit();
            world = world.refreshed(&occupancy);
            // Labels that nobody asked for must not be missing later.
            if draws.between(0, 2) > 0 {
                let scratch = Traversability::for_agent(&occupancy, agent, UnknownPolicy::Blocked);
                assert_same_partition(&world, &scratch, &format!("seed {seed}, edit {edit}"));
            }
        }
    }
}
