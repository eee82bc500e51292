//! Any bytes are read as a file of each format without a panic, and no more chunks are filled than may be.
//!
//! The first byte chooses the format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use voxnav_files::{Import, Solidity, read_bytes};
use voxnav_occupancy::glam::UVec3;

/// A name for each reader.
const NAMES: &[&str] = &[
    "a.npy",
    "a.npz",
    "a.vox",
    "a.obj",
    "a.stl",
    "a.gltf",
    "a.glb",
    "a.bt",
    "a.ot",
    "a.litematic",
    "a.nbt",
    "a.schem",
    "r.0.0.mca",
    "a.ply",
    "a.pcd",
    "a.las",
    "a.laz",
    "a.e57",
    "a.png",
    "a.binvox",
    "a.nrrd",
    "a.pgm",
    "a.raw",
    "a.yaml",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&which, bytes)) = bytes.split_first() else {
        return;
    };
    let import = Import {
        size: Some(1.0.into()),
        solidity: Solidity::Filled,
        most_chunks: 64,
        dtype: "i16be".parse().ok(),
        shape: Some(UVec3::new(3, 2, 4)),
        ..Import::default()
    };
    let name = NAMES[usize::from(which) % NAMES.len()];
    if let Ok(read) = read_bytes(bytes, name, &import) {
        read.occupancy.validate().expect("a world in normal form");
    }
});
