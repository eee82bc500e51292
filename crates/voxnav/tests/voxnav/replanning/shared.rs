//! Snapshots of a shared world are whole, in order, and know what they lack.
//!
//! A snapshot is complete, and is the world after exactly the edits that it names. The test `hand_over` of the
//! house tries every order of the threads.

use std::thread;

use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Footprint, Occupancy, OccupancyBuilder, Traversability};
use voxnav::replanning::{SharedWorld, WorldSnapshot};
use voxnav_testkit::{Draws, hold, seeds};

/// A snapshot against the cells of the world after as many edits, derived from scratch.
fn is_whole(snapshot: &WorldSnapshot, versions: &[Occupancy]) -> Result<(), String> {
    let WorldSnapshot { world, edits } = snapshot;
    let wanted = &versions[usize::try_from(*edits).unwrap()];
    let wanted = Traversability::for_agent(wanted, world.footprint(), UnknownPolicy::Blocked);
    let mut cells = world.bounds().cells();
    match cells.find(|&cell| world.is_traversable(cell) != wanted.is_traversable(cell)) {
        Some(cell) => Err(format!("{cell} is not as after {edits} edits")),
        None => Ok(()),
    }
}

fn law(seed: u64) -> Result<u64, String> {
    let mut draws = Draws::new(seed);
    let min = draws.vector(IVec3::splat(-70), IVec3::splat(70));
    let bounds = CellBox::new(min, min + draws.vector(IVec3::ONE, IVec3::splat(12)));
    let open = OccupancyBuilder::new(bounds).unwrap().commit();
    let body = draws.pick(&[IVec3::ONE, IVec3::new(2, 1, 1)]);
    let body = Footprint::new(CellBox::from_size(body)).unwrap();
    let world = Traversability::for_agent(&open, body, UnknownPolicy::Blocked);
    let world = if draws.percent(50) {
        world.with_components()
    } else {
        world
    };
    let has_components = world.chunks_to_label() == 0;
    let (shared, mut worker) = SharedWorld::new(&world);
    let other = shared.clone();
    let mut versions = vec![open];
    let mut last = shared.snapshot();
    for _ in 0..40 {
        let handle = draws.pick(&[&shared, &other]);
        match draws.below(3) {
            0 => {
                let state = draws.pick(&[CellState::Occupied, CellState::Free, CellState::Unknown]);
                let cells: Vec<IVec3> = (0..draws.below(4)).map(|_| draws.cell(&bounds)).collect();
                let mut edit = versions.last().unwrap().edit();
                for &cell in &cells {
                    edit.set(cell, state).unwrap();
                }
                versions.push(edit.commit());
                handle.edit(|builder| {
                    let mut each = cells.iter();
                    each.try_for_each(|&cell| builder.set(cell, state)).unwrap();
                });
            }
            1 => {
                worker.work(draws.below(3));
            }
            _ => {
                let snapshot = handle.snapshot();
                is_whole(&snapshot, &versions)?;
                let made = versions.len() as u64 - 1;
                assert_eq!(shared.edits(), made);
                assert_eq!(shared.staleness(&snapshot), made - snapshot.edits);
                assert!(snapshot.edits >= last.edits);
                assert!(!has_components || snapshot.world.chunks_to_label() == 0);
                last = snapshot;
            }
        }
    }
    while worker.work(1) {}
    let end = shared.snapshot();
    assert_eq!(shared.staleness(&end), 0);
    is_whole(&end, &versions)?;
    drop((shared, other));
    assert!(!worker.wait(), "nobody is left, and nothing to do");
    Ok(end.edits)
}

#[test]
fn every_snapshot_is_the_world_after_the_edits_that_it_names() {
    let edits = hold("shared", seeds(300_000, 200), || (), |seed, ()| law(seed));
    assert!(edits.iter().sum::<u64>() > 1200);
}

#[test]
fn nothing_is_torn_while_all_run_at_once() {
    // Edit n blocks the cell n: a snapshot is right if just the cells before its number are blocked.
    const EDITS: i32 = 600;
    let bounds = CellBox::from_size(IVec3::new(EDITS, 2, 2));
    let open = OccupancyBuilder::new(bounds).unwrap().commit();
    let world = Traversability::new(&open, UnknownPolicy::Blocked);
    let (shared, mut worker) = SharedWorld::new(&world);
    let published = thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let mut published = 0;
            while worker.wait() {
                while worker.work(1) {}
                published += 1;
            }
            published
        });
        for _ in 0..2 {
            let shared = shared.clone();
            scope.spawn(move || {
                let mut last = 0;
                while last < EDITS.unsigned_abs().into() {
                    let WorldSnapshot { world, edits } = shared.snapshot();
                    assert!(edits >= last, "{edits} after {last}");
                    last = edits;
                    let blocked = (0..EDITS).map(|x| !world.is_traversable(IVec3::X * x));
                    let expected = (0..EDITS).map(|x| u64::from(x.unsigned_abs()) < edits);
                    assert!(blocked.eq(expected), "torn at {edits}");
                }
            });
        }
        scope.spawn(move || {
            for x in 0..EDITS {
                let set =
                    |builder: &mut OccupancyBuilder| builder.set(IVec3::X * x, CellState::Occupied);
                shared.edit(set).unwrap();
                if x % 7 == 0 {
                    thread::yield_now();
                }
            }
        });
        worker.join().unwrap()
    });
    assert!(published > 0);
}

#[test]
fn an_edit_that_fails_or_panics_leaves_the_world_usable() {
    let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(4)))
        .unwrap()
        .commit();
    let world = Traversability::new(&open, UnknownPolicy::Blocked);
    let (shared, mut worker) = SharedWorld::new(&world);
    let outside = shared.edit(|builder| builder.set(IVec3::splat(9), CellState::Occupied));
    assert!(outside.is_err());
    let panicking = shared.clone();
    let panicked = thread::spawn(move || panicking.edit(|_| panic!("on purpose"))).join();
    assert!(panicked.is_err());
    shared
        .edit(|builder| builder.set(IVec3::ONE, CellState::Occupied))
        .unwrap();
    while worker.work(1) {}
    assert!(!shared.snapshot().world.is_traversable(IVec3::ONE));
}
