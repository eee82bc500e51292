//! Saving again and again, and being interrupted.
//!
//! An interrupted save leaves the old world or the new one, after every step. `src/layout.rs` has the order of
//! writes. `root_order.rs`, which is compiled here, too, has that of the roots.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder};
use voxnav_store::{FileError, Saved, World, WorldFile, WriteError};
use voxnav_testkit::{Draws, hold, seeds};

use crate::root_order::stale_first;
use crate::worlds::{difference, drawn, edit, weigh};

/// A file of this test alone, removed at the end.
struct Place(PathBuf);

impl Place {
    fn new() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let name = format!("voxnav-store-{}-{number}.voxnav", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The world with something changed.
fn changed(world: &World, draws: &mut Draws) -> World {
    let mut next = world.clone();
    let mut builder = world.occupancy.edit();
    match draws.below(6) {
        0 => weigh(&mut next, draws),
        1 => {
            next.extras.remove("a");
            next.extras.insert("c".to_owned(), vec![draws.below(9)]);
        }
        _ => edit(&mut builder, draws),
    }
    next.occupancy = builder.commit();
    next
}

#[test]
fn what_is_saved_after_edits_is_what_is_saved_whole() {
    let told = hold(
        "saves",
        seeds(0, 25),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let place = Place::new();
            let mut world = drawn(&mut draws);
            let mut file = WorldFile::create(&place.0, &world).map_err(|it| it.to_string())?;
            let (mut added, mut anew) = (0, 0);
            for _ in 0..6 {
                world = changed(&world, &mut draws);
                match file.save(&world).map_err(|it| it.to_string())? {
                    Saved::Added { .. } => added += 1,
                    Saved::Anew { .. } => anew += 1,
                    _ => {}
                }
                if draws.percent(30) {
                    // As another program would: what is loaded is what is edited from here on.
                    file = WorldFile::open(&place.0).map_err(|it| it.to_string())?;
                    let loaded = file.load().map_err(|it| it.to_string())?;
                    difference(&world, &loaded)?;
                    world = loaded;
                }
                let read = World::load(&place.0).map_err(|it| it.to_string())?;
                difference(&world, &read)?;
                if read.to_bytes().unwrap() != world.to_bytes().unwrap() {
                    return Err("not the bytes of the world saved whole".into());
                }
            }
            Ok((added, anew))
        },
    );
    let added: i32 = told.iter().map(|(added, _)| added).sum();
    let anew: i32 = told.iter().map(|(_, anew)| anew).sum();
    assert!(added > 25 && anew > 0, "{added} added, {anew} anew");
}

#[test]
fn a_save_that_is_interrupted_leaves_the_world_before_or_after() {
    let told = hold(
        "crash",
        seeds(100, 12),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let place = Place::new();
            let before = drawn(&mut draws);
            let mut file = WorldFile::create(&place.0, &before).map_err(|it| it.to_string())?;
            let old = fs::read(&place.0).unwrap();
            let after = changed(&before, &mut draws);
            let saved = file.save(&after).map_err(|it| it.to_string())?;
            let Saved::Added { .. } = saved else {
                return Ok(false);
            };
            let new = fs::read(&place.0).unwrap();
            // Blocks are written first, then one root, then the other; each may be torn anywhere.
            let mut steps = Vec::new();
            for length in (old.len()..=new.len()).step_by((new.len() - old.len()) / 20 + 1) {
                let mut torn = old.clone();
                torn.extend(&new[old.len()..length]);
                steps.push(torn);
            }
            let mut whole = old.clone();
            whole.extend(&new[old.len()..]);
            for root in [512, 1024] {
                for torn in 0..=32 {
                    // The root has 32 bytes and, in the end, its checksum.
                    let mut step = whole.clone();
                    step[root..root + torn].copy_from_slice(&new[root..root + torn]);
                    steps.push(step);
                }
                whole[root..root + 512].copy_from_slice(&new[root..root + 512]);
            }
            steps.push(whole);
            let mut is_after = Vec::new();
            for (number, step) in steps.iter().enumerate() {
                let read = World::from_bytes(step).map_err(|it| format!("step {number}: {it}"))?;
                let new = difference(&after, &read).is_ok();
                if !new {
                    difference(&before, &read)?;
                }
                is_after.push(new);
            }
            // From the first root on, which is whole before the second is begun.
            let least = is_after.iter().filter(|it| **it).count();
            if is_after.is_sorted() && least >= 34 && !is_after[0] {
                Ok(true)
            } else {
                Err(format!("{is_after:?}"))
            }
        },
    );
    assert!(told.iter().filter(|it| **it).count() > 4, "{told:?}");
}

#[test]
fn what_a_failed_save_left_is_no_obstacle_to_the_next() {
    let mut draws = Draws::new(7);
    let place = Place::new();
    let bounds = CellBox::from_size(IVec3::splat(100));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for cell in bounds.cells().filter(|_| draws.percent(30)) {
        builder.set(cell, CellState::Occupied).unwrap();
    }
    let mut world = World::new(builder.commit());
    let mut file = WorldFile::create(&place.0, &world).unwrap();
    let mut torn = fs::read(&place.0).unwrap();
    torn.extend([42; 5000]);
    fs::write(&place.0, &torn).unwrap();
    let mut edit = world.occupancy.edit();
    edit.set(IVec3::ONE, CellState::Unknown).unwrap();
    world.occupancy = edit.commit();
    let saved = file.save(&world).unwrap();
    let Saved::Added { bytes } = saved else {
        panic!("{saved:?}");
    };
    assert!(bytes < 50_000, "{bytes} bytes for a chunk");
    difference(&world, &World::load(&place.0).unwrap()).unwrap();
    assert_eq!(file.save(&world).unwrap(), Saved::Unchanged);
}

#[test]
fn nobody_saves_over_what_others_saved() {
    let place = Place::new();
    let world = World::new(
        OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))
            .unwrap()
            .commit(),
    );
    let mut files = [(); 2].map(|()| WorldFile::create(&place.0, &world).unwrap());
    let mut edited = world.clone();
    edited.extras.insert("mine".to_owned(), vec![1]);
    files[0].save(&edited).unwrap();
    let refused = files[1].save(&edited);
    let Err(FileError::Write { reason, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert!(matches!(reason, WriteError::Overtaken), "{reason}");
    assert!(World::load(&place.0).is_ok());
}

#[test]
fn many_saves_do_not_make_a_large_file() {
    let mut draws = Draws::new(3);
    let place = Place::new();
    let bounds = CellBox::from_size(IVec3::new(64, 64, 256));
    let mut world = World::new(OccupancyBuilder::new(bounds).unwrap().commit());
    let mut file = WorldFile::create(&place.0, &world).unwrap();
    for _ in 0..40 {
        let mut edit = world.occupancy.edit();
        for _ in 0..300 {
            edit.set(draws.cell(&bounds), CellState::Occupied).unwrap();
        }
        world.occupancy = edit.commit();
        file.save(&world).unwrap();
        let (whole, there) = (
            world.to_bytes().unwrap().len(),
            fs::metadata(&place.0).unwrap(),
        );
        let most = 4 * whole as u64;
        assert!(there.len() <= most, "{} bytes for {whole}", there.len());
    }
    difference(&world, &World::load(&place.0).unwrap()).unwrap();
}

#[test]
fn the_only_root_of_the_last_save_is_written_over_last() {
    let last = 2;
    for other in [None, Some(1)] {
        assert_eq!(stale_first(&last, &[Some(last), other]), [1, 0]);
        assert_eq!(stale_first(&last, &[other, Some(last)]), [0, 1]);
    }
    assert_eq!(stale_first(&last, &[Some(last); 2]), [0, 1]);
}
