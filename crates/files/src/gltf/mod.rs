//! `.gltf` and `.glb`: scenes with meshes in a tree of nodes, read as worlds and written for Blender and any viewer.
//!
//! Every mesh of the default scene (or the first one, or of all nodes where there is no scene) stands
//! where the transforms of its nodes put it, and is read as [`mesh`](crate::mesh) says. Coordinates are meters, and y
//! points up unless [`Import::file_up`] says otherwise. The lattice has corners of cells at multiples of the size,
//! unless [`Import::origin`] reports where a cell is centered.
//! Buffers may be in the file, in data URIs, or in files of the same folder or below it.
//!
//! Written is one file with its numbers in it: the surface of a world and paths through it. glTF has y up: positions
//! are turned by a quarter about x if [`Up::Z`] is up in the world. There are two triangles for each face between an
//! occupied cell and one that is not, so that the surface is closed. Materials are named as in the palette, and colored
//! by [`color_of`](crate::export::color_of).
//!
//! A scene that was written here reports which cells it was made of: the node of the world names its bounds and lattice.
//! They are those of the world that is read, with [`Solidity::Filled`](crate::Solidity::Filled) cell by cell, unless
//! [`Import::size`] or [`Import::origin`] ask for others.
//!
//! Not read: materials, textures, cameras and lights; skins, animations and morph targets, so that
//! figures stand as they were modeled; instances by extension, sparse accessors; compressed meshes,
//! which are refused. Not written: unknown cells, and cells that their material does not fill, such as water.
//!
//! # Errors
//!
//! As [`FileReason`](crate::FileReason) says: malformed files with the node or accessor,
//! extensions that change the surface, meshes without [`Import::size`].
//!
//! [`Import::file_up`]: crate::Import::file_up
//! [`Import::origin`]: crate::Import::origin
//! [`Import::size`]: crate::Import::size
//! [`Up::Z`]: crate::Up::Z

#[cfg(feature = "gltf")]
mod accessor;
#[cfg(feature = "gltf")]
mod read;
#[cfg(feature = "export")]
mod write;

#[cfg(feature = "gltf")]
pub(crate) use read::read;
#[cfg(feature = "export")]
pub use write::write;
