//! Worlds and paths written to files of other programs.
//!
//! | extension | module | feature | what is written |
//! |---|---|---|---|
//! | `.npy` | [`npy`] | `npy` | a byte a cell: 0 free, 1 occupied, -1 unknown |
//! | `.gltf` | [`gltf`](mod@gltf) | `export` | the faces between occupied and other cells; paths as lines |
//! | `.csv`, `.json`, `.geojson` | [`paths`] | `export` | the positions of a path |
//!
//! All of them are in world units, by the [`Lattice`](voxnav_occupancy::Lattice) of the world, but for
//! arrays, which have no place for it.

#[cfg(feature = "export")]
pub mod gltf;
#[cfg(feature = "npy")]
pub mod npy;
#[cfg(feature = "export")]
pub mod paths;
