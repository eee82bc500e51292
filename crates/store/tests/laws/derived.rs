//! What was derived and stored is what would be derived, whatever became of the cells since.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Footprint, Traversability, UnknownPolicy};
use voxnav_store::{Block, Flaw, ReadError, Saved, World, WorldFile, WriteError};
use voxnav_testkit::{Draws, hold, seeds};

use crate::worlds::{difference, drawn, edit};

const POLICIES: [UnknownPolicy; 3] = [
    UnknownPolicy::Blocked,
    UnknownPolicy::Free,
    UnknownPolicy::StopAtBoundary,
];

/// Some agents, each with some of what can be derived.
fn derive(world: &mut World, draws: &mut Draws) {
    for _ in 0..=draws.below(3) {
        let size = draws.vector(IVec3::ONE, IVec3::splat(3));
        let agent = Footprint::new(CellBox::from_size(size)).unwrap();
        let unknown = draws.pick(&POLICIES);
        let mut derived = Traversability::for_agent(&world.occupancy, agent, unknown);
        if draws.percent(70) {
            derived = derived.with_components();
        }
        world.keep(&derived);
    }
}

/// What is kept of a world is what is derived from its cells.
fn check(world: &World) -> Result<(), String> {
    for kept in &world.derived {
        let own = world.traversability(kept.agent(), kept.unknown());
        let own = own.map_err(|it| it.to_string())?;
        own.validate().map_err(|chunk| format!("{chunk:?}"))?;
        let scratch = Traversability::for_agent(&world.occupancy, kept.agent(), kept.unknown());
        let mut ids = std::collections::BTreeMap::new();
        for cell in world.occupancy.bounds().cells().step_by(37) {
            let pair = [&own, &scratch].map(|world| world.component(cell));
            match pair {
                [None, None] => {}
                [Some(own), Some(other)] if *ids.entry(own).or_insert(other) == other => {}
                _ => return Err(format!("{cell}: {pair:?}")),
            }
        }
        let mut others: Vec<_> = ids.values().collect();
        others.sort_unstable();
        others.dedup();
        if others.len() != ids.len() {
            return Err("two components are one".into());
        }
    }
    Ok(())
}

/// What is kept of a world that was read needs no work.
fn check_read(world: &World) -> Result<(), String> {
    for kept in &world.derived {
        let own = world.traversability(kept.agent(), kept.unknown());
        let left = own.map_err(|it| it.to_string())?.chunks_to_label();
        if kept.has_components() && left > 0 {
            return Err(format!("{left} chunks are to be labeled"));
        }
    }
    check(world)
}

#[test]
fn what_is_kept_is_what_would_be_derived() {
    let told = hold(
        "derived",
        seeds(0, 50),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut world = drawn(&mut draws);
            derive(&mut world, &mut draws);
            let file = world.to_bytes().map_err(|it| it.to_string())?;
            let read = World::from_bytes(&file).map_err(|it| it.to_string())?;
            difference(&world, &read)?;
            if read.derived.len() != world.derived.len() {
                return Err(format!("{} of {}", read.derived.len(), world.derived.len()));
            }
            check_read(&read)?;
            if read.to_bytes().map_err(|it| it.to_string())? != file {
                return Err("written again it is another file".into());
            }
            // Equal worlds are equal bytes, in whatever order things were kept.
            world.derived.reverse();
            if world.to_bytes().map_err(|it| it.to_string())? != file {
                return Err("in another order it is another file".into());
            }
            Ok(read.derived.len())
        },
    );
    assert!(told.iter().sum::<usize>() > 50);
}

#[test]
fn what_was_derived_from_other_cells_is_never_used() {
    let told = hold(
        "stale",
        seeds(3000, 30),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut world = drawn(&mut draws);
            derive(&mut world, &mut draws);
            let name = format!("voxnav-derived-{}-{seed}.voxnav", std::process::id());
            let path = std::env::temp_dir().join(name);
            let mut file = WorldFile::create(&path, &world).map_err(|it| it.to_string())?;
            let mut added = 0;
            for _ in 0..3 {
                let mut edited = world.occupancy.edit();
                edit(&mut edited, &mut draws);
                world.occupancy = edited.commit();
                if draws.percent(20) {
                    world.derived.clear();
                }
                // In memory.
                check(&world)?;
                let saved = file.save(&world).map_err(|it| it.to_string())?;
                added += usize::from(matches!(saved, Saved::Added { .. }));
                let read = World::load(&path).map_err(|it| it.to_string())?;
                if read.derived.len() != world.derived.len() {
                    return Err(format!("{} of {}", read.derived.len(), world.derived.len()));
                }
                check_read(&read)?;
                let again = file.save(&world).map_err(|it| it.to_string())?;
                if again != Saved::Unchanged {
                    return Err(format!("saved again: {again:?}"));
                }
            }
            std::fs::remove_file(&path).map_err(|it| it.to_string())?;
            Ok(added)
        },
    );
    assert!(told.iter().sum::<usize>() > 15);
}

/// A world with cells, components and an index.
fn small() -> (World, Vec<u8>) {
    let mut world = drawn(&mut Draws::new(7));
    world.extras.clear();
    let bounds = world.occupancy.bounds();
    let mut edit = world.occupancy.edit();
    edit.set_box(bounds, CellState::Free).unwrap();
    edit.set(bounds.min, CellState::Occupied).unwrap();
    world.occupancy = edit.commit();
    let derived = Traversability::new(&world.occupancy, UnknownPolicy::Blocked);
    world.keep(&derived.with_components());
    let file = world.to_bytes().unwrap();
    (world, file)
}

#[test]
fn a_damaged_block_of_what_was_derived_is_named() {
    let (world, file) = small();
    let bare = World {
        derived: Vec::new(),
        ..world.clone()
    };
    let cells = bare.to_bytes().unwrap();
    // Blocks of both begin alike, and end where cells and terrain do.
    let begin = (1536..cells.len())
        .find(|&at| cells[at] != file[at])
        .unwrap();
    let mut named = 0;
    for at in begin..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 4;
        match World::from_bytes(&damaged).map(drop) {
            Err(ReadError::Damaged { block, .. }) => {
                named += usize::from(block == Block::Extra("voxnav.derived.00000".to_owned()));
            }
            other => panic!("{at}: {other:?}"),
        }
    }
    assert!(named >= world.derived[0].len_in_file(), "{named}");
}

#[test]
fn other_versions_are_passed_over_and_nonsense_is_an_error() {
    let (world, _) = small();
    let as_extra = |change: &dyn Fn(&mut Vec<u8>)| {
        let (_, file) = small();
        // The block stands before the page and the head: written again as what a program keeps.
        let mut bare = world.clone();
        bare.derived.clear();
        let begin = {
            let cells = bare.to_bytes().unwrap();
            (1536..cells.len())
                .find(|&at| cells[at] != file[at])
                .unwrap()
        };
        let mut block = file[begin..begin + world.derived[0].len_in_file()].to_vec();
        change(&mut block);
        bare.extras
            .insert("voxnav-derived.00000".to_owned(), block.clone());
        let mut file = bare.to_bytes().unwrap();
        renamed(&mut file, b"voxnav-derived.", b"voxnav.derived.");
        World::from_bytes(&file)
    };
    let read = as_extra(&|_| {}).unwrap();
    assert_eq!(read.derived.len(), 1);
    check(&read).unwrap();
    // Of a later version, or of other cells.
    for at in [0, 2] {
        let read = as_extra(&|block| block[at] ^= 2).unwrap();
        assert!(read.derived.is_empty() && read.extras.is_empty());
    }
    // An agent that covers nothing, and a policy that is none.
    let flaw = |read: Result<World, ReadError>| match read.map(drop) {
        Err(ReadError::Malformed { flaw, .. }) => flaw,
        other => panic!("{other:?}"),
    };
    assert_eq!(flaw(as_extra(&|block| block[17] = 0)), Flaw::Agent);
    assert!(matches!(
        flaw(as_extra(&|block| block[29] = 9)),
        Flaw::Unknown { .. }
    ));
    assert_eq!(flaw(as_extra(&|block| block.truncate(20))), Flaw::TooShort);
    // What comes after is looked at when it is asked for.
    let read = as_extra(&|block| block.truncate(40)).unwrap();
    let asked = read.traversability(Footprint::ONE, UnknownPolicy::Blocked);
    assert!(matches!(
        asked,
        Err(ReadError::Malformed {
            flaw: Flaw::Derived(_),
            ..
        })
    ));
}

/// Writes other text of the same length into the head of a file, with right checksums.
fn renamed(file: &mut [u8], from: &[u8], to: &[u8]) {
    let root = 512;
    let number = |file: &[u8], at: usize, bytes: usize| {
        let mut number = [0; 8];
        number[..bytes].copy_from_slice(&file[at..at + bytes]);
        usize::try_from(u64::from_le_bytes(number)).unwrap()
    };
    let (offset, length) = (number(file, root + 16, 8), number(file, root + 24, 4));
    let at = file.windows(from.len()).rposition(|it| it == from).unwrap();
    assert!(at >= offset && at < offset + length);
    file[at..at + to.len()].copy_from_slice(to);
    let checksum = crc32fast::hash(&file[offset..offset + length]);
    for root in [512, 1024] {
        file[root + 28..root + 32].copy_from_slice(&checksum.to_le_bytes());
        let whole = crc32fast::hash(&file[root..root + 508]);
        file[root + 508..root + 512].copy_from_slice(&whole.to_le_bytes());
    }
}

#[test]
fn the_names_of_what_was_derived_are_not_for_others() {
    let (mut world, _) = small();
    world.extras.insert("voxnav.derived.7".to_owned(), vec![1]);
    assert!(matches!(
        world.to_bytes(),
        Err(WriteError::ReservedName { name }) if name == "voxnav.derived.7"
    ));
}
