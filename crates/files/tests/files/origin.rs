//! The places of cells in the world, for every format.
//!
//! Cells are centered at integers wherever a file names no place for them.

use crate::fixtures::{fixture, path, refusal};
use voxnav_files::{Import, Up, read};
use voxnav_occupancy::Lattice;
use voxnav_occupancy::glam::DVec3;

/// Files of cells that name no place for them.
const CELLS: [&str; 12] = [
    "bool.npy",
    "u8-fortran.npy",
    "one.npz",
    "axes.vox",
    "minecraft/world-1.20",
    "minecraft/world-1.16/region/r.-1.-1.mca",
    "minecraft/blocks.litematic",
    "minecraft/blocks-v2.schem",
    "minecraft/blocks-v3.schem",
    "minecraft/blocks.nbt",
    "minecraft/blocks.schematic",
    "map.pgm",
];

/// Files of positions, which are put into cells.
const POSITIONS: [&str; 9] = [
    "heights-8.png",
    "box.stl",
    "box.obj",
    "scene.glb",
    "points.ply",
    "points.pcd",
    "points.las",
    "points-layered.laz",
    "points.e57",
];

fn lattice(name: &str, import: &Import) -> Lattice {
    read(path(name), import).unwrap().lattice
}

#[test]
fn cells_without_a_place_are_centered_at_multiples_of_their_size() {
    for name in CELLS {
        for size in [None, Some(0.25_f64)] {
            let import = Import {
                size: size.map(Into::into),
                ..Import::default()
            };
            let found = lattice(name, &import);
            assert_eq!(found.origin(), DVec3::ZERO, "{name}");
            assert_eq!(
                found.longest_side().to_bits(),
                size.unwrap_or(1.0).to_bits()
            );
        }
    }
}

#[test]
fn cells_of_positions_end_at_multiples_of_their_size() {
    for name in POSITIONS {
        let import = Import {
            size: Some(2.0.into()),
            up: Up::Y,
            file_up: Some(Up::Y),
            ..Import::default()
        };
        assert_eq!(lattice(name, &import).origin(), DVec3::ONE, "{name}");
    }
}

/// With another origin cells of positions own other points, and those of cells are moved.
#[test]
fn another_place_is_given_in_the_coordinates_of_the_file() {
    let origin = DVec3::new(10.0, 20.5, -3.0);
    for name in CELLS.into_iter().chain(POSITIONS) {
        for (file_up, expected) in [
            (Up::Z, origin),
            (Up::Y, DVec3::new(origin.x, -origin.z, origin.y)),
        ] {
            let import = Import {
                size: Some(2.0.into()),
                origin: Some(origin),
                file_up: Some(file_up),
                ..Import::default()
            };
            assert_eq!(lattice(name, &import).origin(), expected, "{name}");
        }
    }
    for origin in [DVec3::NAN, DVec3::splat(f64::INFINITY)] {
        let import = Import {
            origin: Some(origin),
            ..Import::default()
        };
        refusal("bool.npy", &fixture("bool.npy"), &import);
    }
}

/// Octrees, volumes and maps of ROS report where their cells are.
#[test]
fn a_place_that_the_file_names_is_believed() {
    for name in [
        "octomap.bt",
        "octomap.ot",
        "u1-gzip.nrrd",
        "cube.binvox",
        "map.yaml",
    ] {
        let own = lattice(name, &Import::default());
        let with = |origin| Import {
            origin: Some(origin),
            ..Import::default()
        };
        assert_eq!(lattice(name, &with(own.origin())), own, "{name}");
        let said = refusal(name, &fixture(name), &with(DVec3::ZERO));
        assert!(said.contains("no other place can be given"), "{said}");
    }
}
