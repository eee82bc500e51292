//! What is read is what was written, and equal worlds are equal files.

use std::collections::BTreeMap;
use std::io::Cursor;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_store::{Reader, World, WriteError, Writer};
use voxnav_testkit::{Draws, hold, seeds};

use crate::worlds::{STATES, difference, drawn, rebuilt};

#[test]
fn what_is_read_is_what_was_written() {
    let told = hold(
        "read",
        seeds(0, 120),
        || (),
        |seed, ()| {
            let world = drawn(&mut Draws::new(seed));
            let file = world.to_bytes().map_err(|it| it.to_string())?;
            let read = World::from_bytes(&file).map_err(|it| it.to_string())?;
            difference(&world, &read)?;
            // What is derived is the same, too.
            let [a, b] = [&world, &read].map(|world| {
                Traversability::new(&world.occupancy, UnknownPolicy::Blocked).with_components()
            });
            for cell in world.occupancy.bounds().cells().step_by(977) {
                if a.component(cell) != b.component(cell) {
                    return Err(format!("the component of {cell} differs"));
                }
            }
            Ok((world.occupancy.palette().len(), world.extras.len()))
        },
    );
    assert!(told.iter().filter(|(materials, _)| *materials > 0).count() > 40);
    assert!(told.iter().filter(|(_, extras)| *extras > 0).count() > 20);
}

#[test]
fn equal_worlds_are_equal_bytes_in_whatever_order_they_came_to_be() {
    hold(
        "bytes",
        seeds(1000, 80),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let world = drawn(&mut draws);
            let other = rebuilt(&world, &mut draws);
            difference(&world, &other)?;
            let [a, b] = [&world, &other].map(|world| world.to_bytes().unwrap());
            let apart = a.iter().zip(&b).position(|(a, b)| a != b);
            match apart {
                None if a.len() == b.len() => Ok(()),
                _ => Err(format!("{} and {} bytes, {apart:?}", a.len(), b.len())),
            }
        },
    );
}

#[test]
fn parts_make_the_file_of_the_whole() {
    hold(
        "parts",
        seeds(2000, 40),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let world = drawn(&mut draws);
            let (cells, bounds) = (&world.occupancy, world.occupancy.bounds());
            let whole = world.to_bytes().unwrap();
            let mut writer = Writer::new(Cursor::new(Vec::new()), bounds, cells.outside())
                .unwrap()
                .with_lattice(world.lattice)
                .with_palette(cells.palette().clone());
            let mut reader = Reader::open(Cursor::new(&whole[..])).unwrap();
            // Layers of chunks, as the reader gives them, and one more cut of its own.
            let mut from = bounds.min.z;
            while from < bounds.max.z {
                let to = ((from >> 6) + draws.between(1, 2)) << 6;
                let slab = CellBox::new(bounds.min.with_z(from), bounds.max.with_z(to));
                let part = reader.read_within(slab).map_err(|it| it.to_string())?;
                writer.part(&part).map_err(|it| it.to_string())?;
                from = to;
            }
            writer.terrain(&world.terrain).unwrap();
            let parts = writer.finish().unwrap().into_inner();
            let plain = World {
                extras: BTreeMap::new(),
                ..world
            };
            if parts == plain.to_bytes().unwrap() {
                Ok(())
            } else {
                Err("another file".into())
            }
        },
    );
}

#[test]
fn parts_that_are_none_are_refused() {
    let bounds = CellBox::from_size(IVec3::new(100, 100, 130));
    let slab = |from: i32, to: i32| {
        let slab = CellBox::new(IVec3::new(0, 0, from), IVec3::new(100, 100, to));
        let mut builder = OccupancyBuilder::new(slab).unwrap();
        builder.set(slab.min, CellState::Occupied).unwrap();
        builder.commit()
    };
    let new = || Writer::new(Cursor::new(Vec::new()), bounds, CellState::Free).unwrap();
    let mut writer = new();
    writer.part(&slab(64, 128)).unwrap();
    let before = writer.part(&slab(0, 64));
    assert!(matches!(before, Err(WriteError::Part { .. })));
    let again = writer.part(&slab(64, 128));
    assert!(matches!(again, Err(WriteError::Part { .. })));
    let within = new().part(&slab(0, 60));
    assert!(matches!(within, Err(WriteError::Part { .. })));
    writer.part(&slab(128, 130)).unwrap();
}

#[test]
fn a_part_is_the_world_within_its_bounds() {
    hold(
        "within",
        seeds(3000, 80),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let world = drawn(&mut draws);
            let bounds = world.occupancy.bounds();
            if bounds.is_empty() {
                return Ok(());
            }
            let (a, b) = (draws.cell(&bounds), draws.cell(&bounds));
            let part = CellBox::new(a.min(b), a.max(b) + 1);
            let mut reader = Reader::open(Cursor::new(world.to_bytes().unwrap())).unwrap();
            let read = reader.read_within(part).map_err(|it| it.to_string())?;
            read.validate().map_err(|it| format!("{it:?}"))?;
            if read.bounds() != part {
                return Err(format!("{} is not {part}", read.bounds()));
            }
            for _ in 0..500 {
                let cell = draws.cell(&part);
                if read.state(cell) != world.occupancy.state(cell)
                    || read.material(cell) != world.occupancy.material(cell)
                {
                    return Err(format!("{cell} differs"));
                }
            }
            let outside = read.outside();
            let expected = [CellState::Unknown, world.occupancy.outside()];
            if outside == expected[usize::from(part == bounds)] {
                Ok(())
            } else {
                Err(format!("{outside:?} outside"))
            }
        },
    );
}

#[test]
fn an_enormous_world_takes_what_is_in_it() {
    let bounds = CellBox::new(IVec3::splat(-1 << 30), IVec3::splat(1 << 30));
    for state in STATES {
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        builder.set_box(bounds, state).unwrap();
        for (at, other) in [-5, 1 << 29].into_iter().zip(STATES) {
            builder.set(IVec3::splat(at), other).unwrap();
        }
        let world = World::new(builder.commit());
        let file = world.to_bytes().unwrap();
        assert!(file.len() < 2100, "{} bytes", file.len());
        let read = World::from_bytes(&file).unwrap().occupancy;
        for (at, other) in [-5, 1 << 29].into_iter().zip(STATES) {
            assert_eq!(read.state(IVec3::splat(at)), other);
        }
        assert_eq!(read.state(IVec3::ZERO), state);
        assert_eq!(read.background(), state);
    }
}

/// The bytes of a file whose world is one chunk with these cells occupied; they are read as they were written.
fn bytes_of(mut is_occupied: impl FnMut(IVec3) -> bool) -> usize {
    let bounds = CellBox::from_size(IVec3::splat(64));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for cell in bounds.cells().filter(|&cell| is_occupied(cell)) {
        builder.set(cell, CellState::Occupied).unwrap();
    }
    let world = World::new(builder.commit());
    let file = world.to_bytes().unwrap();
    difference(&world, &World::from_bytes(&file).unwrap()).unwrap();
    file.len()
}

#[test]
fn surfaces_take_few_bytes_and_noise_no_more_than_its_cells() {
    // All rows are the first one: a word of layers, one of rows, and a row of four bytes and which of eight they are.
    let half = bytes_of(|cell| cell.x < 32);
    let besides = half - (8 + 8 + 1 + 4);
    // Where rows end, one more row is unlike the one before it.
    let quarter = bytes_of(|cell| cell.x < 32 && cell.z < 32);
    assert_eq!(quarter - half, 8 + 1 + 4);
    let mut draws = Draws::new(1);
    let noise = bytes_of(|_| draws.percent(25)) - besides;
    assert!(noise < 4096 * 9 + 65 * 8, "{noise} bytes for noise");
    let middle = IVec3::splat(32);
    let ball = bytes_of(|cell| cell.distance_squared(middle) < 900) - besides;
    assert!(ball < 6000, "{ball} bytes for a ball");
}
