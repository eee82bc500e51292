//! Damaged, cut, newer and hostile files: an error that names the block, never another world.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Material, MaterialKind, OccupancyBuilder};
use voxnav_search::Terrain;
use voxnav_store::{Block, FORMAT_VERSION, Flaw, ReadError, World};
use voxnav_testkit::{Draws, hold, seeds};

use crate::worlds::{difference, drawn};

/// A world that has everything, in few bytes.
fn small() -> World {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(70, 8, 8))).unwrap();
    let water = Material::new("water", MaterialKind::Liquid);
    let water = builder.add_material(water).unwrap();
    builder
        .set(IVec3::new(3, 4, 5), CellState::Occupied)
        .unwrap();
    builder
        .set(IVec3::new(3, 4, 6), CellState::Unknown)
        .unwrap();
    builder.set_material(IVec3::new(66, 1, 1), water).unwrap();
    let mut world = World::new(builder.commit());
    world.terrain.set(IVec3::new(1, 1, 1), 7).unwrap();
    world.extras.insert("note".to_owned(), b"kept".to_vec());
    world
}

#[test]
fn a_bit_that_is_another_is_an_error_or_changes_nothing() {
    let mut world = small();
    // Its block has a test of its own below, and reading it takes the most time.
    world.terrain = Terrain::new();
    let file = world.to_bytes().unwrap();
    let bits = 0..file.len() as u64 * 8;
    println!("{} bits", bits.end);
    let read = hold(
        "bits",
        bits,
        || file.clone(),
        |bit, file| {
            let at = usize::try_from(bit / 8).unwrap();
            file[at] ^= 1 << (bit % 8);
            let read = World::from_bytes(file);
            file[at] ^= 1 << (bit % 8);
            match read {
                Err(ReadError::Damaged { .. } | ReadError::NotAWorld) => Ok(false),
                Err(other) => Err(format!("byte {at}: {other}")),
                Ok(read) => difference(&world, &read).map(|()| true),
            }
        },
    );
    // One root stands in for the other, and for nothing else.
    let unharmed = (0_usize..).zip(&read).filter(|(_, read)| **read);
    assert!(unharmed.clone().count() == 2 * 512 * 8);
    assert!(
        unharmed
            .map(|(bit, _)| bit / 8)
            .all(|at| (512..1536).contains(&at))
    );
}

#[test]
fn every_block_is_named_when_it_is_damaged() {
    let file = small().to_bytes().unwrap();
    let mut named = Vec::new();
    // Where a root is damaged, the other one stands in for it.
    for at in (1536..file.len()).rev().chain(0..512) {
        let mut damaged = file.clone();
        damaged[at] ^= 0x10;
        if let Err(ReadError::Damaged { block, .. }) = World::from_bytes(&damaged)
            && named.last() != Some(&block)
        {
            named.push(block);
        }
    }
    let chunk = |x| voxnav_occupancy::ChunkCoord(IVec3::new(x, 0, 0));
    let expected = [
        Block::Head,
        Block::Page(IVec3::ZERO),
        Block::Extra("note".to_owned()),
        Block::Terrain(chunk(0)),
        Block::Chunk(chunk(1)),
        Block::Chunk(chunk(0)),
        Block::Signature,
    ];
    assert_eq!(named, expected);
}

#[test]
fn both_roots_damaged_are_an_error() {
    let mut file = small().to_bytes().unwrap();
    file[520] ^= 1;
    file[1030] ^= 1;
    let read = World::from_bytes(&file).map(drop);
    let is_root = |block: &Block| *block == Block::Root;
    assert!(matches!(read, Err(ReadError::Damaged { block, .. }) if is_root(&block)));
}

#[test]
fn a_cut_file_is_an_error_wherever_it_is_cut() {
    let file = small().to_bytes().unwrap();
    for length in 0..file.len() {
        let read = World::from_bytes(&file[..length]).map(drop);
        let is_told = match &read {
            Err(ReadError::Cut { length: found, .. }) => *found == length as u64,
            _ => false,
        };
        assert!(is_told, "{length}: {read:?}");
    }
    // What follows the end is what a save left that failed.
    let mut longer = file;
    longer.extend([7; 100]);
    difference(&small(), &World::from_bytes(&longer).unwrap()).unwrap();
}

#[test]
fn other_versions_are_told_by_number() {
    let file = small().to_bytes().unwrap();
    for (version, is_newer) in [(FORMAT_VERSION + 1, true), (FORMAT_VERSION - 1, false)] {
        let mut other = file.clone();
        other[12..16].copy_from_slice(&version.to_le_bytes());
        let checksum = crc32fast::hash(&other[..508]).to_le_bytes();
        other[508..512].copy_from_slice(&checksum);
        match World::from_bytes(&other).map(drop) {
            Err(ReadError::Newer { found, known }) => {
                assert!(is_newer && (found, known) == (version, FORMAT_VERSION));
            }
            Err(ReadError::Older { found, known }) => {
                assert!(!is_newer && (found, known) == (version, FORMAT_VERSION));
            }
            read => panic!("{version}: {read:?}"),
        }
    }
    assert!(matches!(
        World::from_bytes(b"voxel 4 4 4\n"),
        Err(ReadError::NotAWorld)
    ));
    assert!(matches!(
        World::from_bytes(b""),
        Err(ReadError::Cut { .. } | ReadError::NotAWorld)
    ));
}

#[test]
fn a_file_that_claims_much_is_refused_without_the_memory() {
    // The root says that the head has 4 GiB.
    let file = small().to_bytes().unwrap();
    let mut claims = file.clone();
    for at in [512, 1024] {
        claims[at + 24..at + 28].copy_from_slice(&u32::MAX.to_le_bytes());
        let checksum = crc32fast::hash(&claims[at..at + 508]).to_le_bytes();
        claims[at + 508..at + 512].copy_from_slice(&checksum);
    }
    let read = World::from_bytes(&claims).map(drop);
    let Err(ReadError::Malformed { block, flaw, .. }) = read else {
        panic!("{read:?}");
    };
    assert_eq!(block, Block::Head);
    assert!(matches!(flaw, Flaw::Extent { .. }), "{flaw}");
}

/// Changes bytes of the head and makes its checksums right again: what follows must not panic, and
/// what is read must be a world.
#[test]
fn heads_that_make_no_sense_are_refused() {
    let mut plain = small();
    plain.terrain = Terrain::new();
    let plain = plain.to_bytes().unwrap();
    let told = hold(
        "heads",
        seeds(5000, 500),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut file = match draws.below(4) {
                0 => drawn(&mut draws).to_bytes().unwrap(),
                _ => plain.clone(),
            };
            let head = u64::from_le_bytes(file[528..536].try_into().unwrap());
            let head = usize::try_from(head).unwrap();
            let end = file.len();
            for _ in 0..draws.between(1, 3) {
                let at = head + draws.below(end - head);
                file[at] = draws.pick(&[0, 1, 2, 3, 255, file[at] ^ 1, file[at] ^ 128]);
            }
            let checksum = crc32fast::hash(&file[head..]).to_le_bytes();
            for at in [512, 1024] {
                file[at + 28..at + 32].copy_from_slice(&checksum);
                let checksum = crc32fast::hash(&file[at..at + 508]).to_le_bytes();
                file[at + 508..at + 512].copy_from_slice(&checksum);
            }
            let read = World::from_bytes(&file);
            if let Ok(world) = &read {
                let cells = &world.occupancy;
                cells.validate().map_err(|it| format!("{it:?}"))?;
            }
            Ok(read.is_ok())
        },
    );
    let read = told.iter().filter(|it| **it).count();
    assert!((5..told.len() / 2).contains(&read), "{read} were worlds");
}
