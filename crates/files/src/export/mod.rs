//! Worlds and paths written to files of other programs.
//!
//! | extension | module | feature | what is written |
//! |---|---|---|---|
//! | `.npy` | [`npy`] | `npy` | a byte a cell: 0 free, 1 occupied, -1 unknown |
//! | `.nrrd` | [`nrrd`] | `nrrd` | the same, with the lattice |
//! | `.raw` | [`raw`] | `raw` | the same bytes, and nothing else |
//! | `.binvox` | [`binvox`] | `binvox` | runs of occupied cells and of others, with the lattice |
//! | `.yaml`, `.pgm` | [`ros`] | `export` | a world of one layer as a map of ROS |
//! | `.gltf` | [`gltf`](mod@gltf) | `export` | the faces between occupied and other cells; paths as lines |
//! | `.vox` | [`vox`] | `vox` | the occupied cells as a scene, in the colors of their materials |
//! | `.csv`, `.json`, `.geojson` | [`paths`] | `export` | the positions of a path |
//!
//! [`WorldFormat`] chooses among the formats of worlds by the name of a file, maps and `.voxnav` files among them.
//!
//! All of them are in world units, by the [`Lattice`](voxnav_occupancy::Lattice) of the world, but for
//! arrays, raw numbers and scenes, which have no place for it. What is read again is the world that was written, but for
//! what [`WorldFormat::left_out`] tells.

mod left_out;
#[cfg(feature = "export")]
pub mod paths;
mod world;

pub use left_out::LeftOut;
pub use world::WorldFormat;

#[doc(inline)]
pub use voxnav_occupancy::color_of;

#[cfg(feature = "export")]
pub use crate::gltf;
#[cfg(feature = "export")]
pub use crate::ros;
#[cfg(feature = "binvox")]
pub use crate::volumes::binvox;
#[cfg(feature = "npy")]
pub use crate::volumes::npy;
#[cfg(feature = "nrrd")]
pub use crate::volumes::nrrd;
#[cfg(feature = "raw")]
pub use crate::volumes::raw;
#[cfg(feature = "vox")]
pub use crate::vox;
