//! Worlds from files of other programs, and to them.
//!
//! A world that is written and read again is the same, except for what the writer reports as left out, for every
//! kind of file.

use std::fs;

use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder};

use crate::program::Scratch;

/// A world with a pattern of some states.
fn patterned(bounds: CellBox, states: &[CellState]) -> Occupancy {
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for (number, cell) in bounds.cells().enumerate() {
        let state = states[(number * number + 3 * number / 7) % states.len()];
        // The upper end is empty.
        let is_low = cell.z < bounds.max.z - 2 || bounds.max.z - bounds.min.z < 3;
        builder
            .set(cell, if is_low { state } else { CellState::Free })
            .unwrap();
    }
    builder.commit()
}

/// Every kind of file that is written, as which it is read again.
const WRITTEN: [&str; 16] = [
    "a.3dmap",
    "a.3dmap.gz",
    "a.3dmap.zst",
    "a.map",
    "a.map.gz",
    "a.map.zst",
    "a.voxnav",
    "a.voxnav.gz",
    "a.voxnav.zst",
    "a.npy",
    "a.nrrd",
    "a.raw",
    "a.binvox",
    "a.yaml",
    "a.vox",
    "a.gltf",
];

/// A world through every kind of file is the world again, but for what is said on standard error.
#[test]
fn every_kind_of_file_holds_the_world_but_for_what_is_said() {
    use CellState::{Free, Occupied, Unknown};
    let scratch = Scratch::new("convert-every");
    let elsewhere = CellBox::new(IVec3::new(-70, 5, -64), IVec3::new(-60, 9, 320));
    let layer = CellBox::from_size(IVec3::new(70, 5, 1));
    let quarter = Lattice::new(DVec3::new(10.0, -3.0, 0.5), 0.25).unwrap();
    let worlds = [
        (patterned(layer, &[Free, Occupied]), Lattice::default()),
        (patterned(elsewhere, &[Free, Free, Occupied]), quarter),
        (
            patterned(elsewhere, &[Free, Unknown, Occupied]),
            Lattice::default(),
        ),
    ];
    let mut refused = 0;
    for (world, lattice) in worlds {
        let source = voxnav_store::World {
            lattice,
            ..voxnav_store::World::new(world.clone())
        };
        fs::write(scratch.path_of("source.voxnav"), source.to_bytes().unwrap()).unwrap();
        for name in WRITTEN {
            let run = scratch.run(&format!("convert source.voxnav {name}"));
            let is_map = name.contains("map");
            let is_layer = name.contains("a.map") || name == "a.yaml";
            let is_deep = is_layer && world.bounds() != layer;
            if is_deep || is_map && world.count(Unknown) > 0 {
                assert_eq!(run.code, 2, "{name}");
                refused += 1;
                continue;
            }
            assert_eq!(run.code, 0, "{name}: {}", run.stderr);
            let said = |text: &str| run.stderr.contains(text);
            assert_eq!(said("voxnav:"), !run.stderr.is_empty(), "{}", run.stderr);
            let min = world.bounds().min;
            let shift = if said("is (0, 0, 0) in the file") {
                min
            } else {
                IVec3::ZERO
            };
            let is_placed = !said("the file does not say that cell (0, 0, 0) is centered");
            let are_unknown_free = said("unknown cells are free in the file");
            let [x, y, z] = world.bounds().size().to_array();
            let options = match name {
                "a.raw" => format!("--dtype i8 --shape {x},{y},{z}"),
                _ => "--fill".to_owned(),
            };
            let back = scratch.run(&format!("convert {name} back.voxnav {options}"));
            assert_eq!((back.code, back.stderr.as_str()), (0, ""), "{name}");
            let read = voxnav_store::World::load(scratch.path_of("back.voxnav")).unwrap();
            let has_positions = ["a.nrrd", "a.binvox", "a.yaml"].contains(&name);
            let expected = if has_positions {
                Lattice::new(lattice.center(shift), lattice.longest_side()).unwrap()
            } else if is_placed {
                lattice
            } else {
                Lattice::default()
            };
            assert_eq!(read.lattice, expected, "{name}");
            let bounds = CellBox::new(min - shift, world.bounds().max - shift);
            assert_eq!(read.occupancy.bounds(), bounds, "{name}");
            for cell in world.bounds().cells() {
                let state = match world.state(cell) {
                    Unknown if are_unknown_free => Free,
                    state => state,
                };
                assert_eq!(read.occupancy.state(cell - shift), state, "{name}, {cell}");
            }
        }
    }
    assert_eq!(refused, 4 + 7);
}
