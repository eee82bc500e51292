//! Worlds from the files that people have, and worlds and paths written to them.
//!
//! | extension | module | feature | what is read |
//! |---|---|---|---|
//! | `.npy`, `.npz` | [`npy`] | `npy`, `npz` | a `NumPy` array of booleans or numbers |
//! | `.gltf`, `.glb` | [`mesh::gltf`] | `gltf` | the meshes of a scene, hollow or filled |
//! | `.png` | [`heights`] | `heights` | a height map in gray |
//! | `.bt`, `.ot` | [`octomap`] | `octomap` | an octree: free, occupied, unknown |
//! | `.pcd`, `.las`, `.laz`, `.e57` | [`points`] | `pcd`, `las`, `e57` | points, counted by cell |
//! | `.ply` | [`ply`] | `ply` | a mesh, or points if it has no faces |
//! | a folder of regions, `.mca`, `.litematic`, `.schem` | [`minecraft`] | `minecraft` | Minecraft's blocks, as materials |
//! | `.obj` | [`mesh::obj`] | `obj` | the faces of a mesh |
//! | `.stl` | [`mesh::stl`] | `stl` | the triangles of a mesh |
//! | `.vox` | [`vox`] | `vox` | a `MagicaVoxel` scene, colors as materials |
//!
//! [`read`] opens a file and chooses by extension; the modules read bytes. Each says how cells, axes
//! and units of its format become those of the world, and what of a file is not read; what of *this*
//! file was not read is in [`Imported::notes`].
//!
//! What holds for all of them:
//! - whatever the bytes are, reading ends in an [`Imported`] or an [`ImportError`] that names file,
//!   place and reason;
//! - memory follows what a file contains, never what its header claims; worlds of more than
//!   [`Import::most_chunks`] chunks are refused;
//! - [`Imported::lattice`] has the world coordinates of the file, turned where its up axis was.

#![cfg_attr(
    not(feature = "all"),
    allow(
        dead_code,
        unused_imports,
        unused_variables,
        reason = "what the formats share is used by some of them only"
    )
)]

mod cells;
mod error;
pub mod export;
mod frame;
#[cfg(feature = "heights")]
pub mod heights;
mod import;
#[cfg(any(feature = "gltf", feature = "obj", feature = "ply", feature = "stl"))]
pub mod mesh;
#[cfg(feature = "minecraft")]
pub mod minecraft;
mod named_cells;
#[cfg(feature = "npy")]
pub mod npy;
#[cfg(feature = "octomap")]
pub mod octomap;
#[cfg(feature = "ply")]
pub mod ply;
#[cfg(any(feature = "e57", feature = "las", feature = "pcd", feature = "ply"))]
pub mod points;
mod suggestion;
#[cfg(feature = "vox")]
pub mod vox;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use voxnav_occupancy::Material;

use error::Fault;
pub use error::{ImportError, ImportReason, Place};
pub use import::{ArrayAxes, Import, Imported, Note, Solidity, USUAL_THRESHOLD, Up};

/// A format, by what reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Gltf,
    Npy,
    Npz,
    Litematic,
    Region,
    /// A folder of regions, or of a Minecraft world.
    Folder,
    Schematic,
    Obj,
    Octomap,
    Heights,
    Ply,
    Pcd,
    Las,
    E57,
    Stl,
    Vox,
}

/// Every extension that some build reads, in lower case.
const FORMATS: &[(&str, Format)] = &[
    ("glb", Format::Gltf),
    ("gltf", Format::Gltf),
    ("npy", Format::Npy),
    ("npz", Format::Npz),
    ("litematic", Format::Litematic),
    ("mca", Format::Region),
    ("schem", Format::Schematic),
    ("obj", Format::Obj),
    ("bt", Format::Octomap),
    ("ot", Format::Octomap),
    ("png", Format::Heights),
    ("ply", Format::Ply),
    ("pcd", Format::Pcd),
    ("las", Format::Las),
    ("laz", Format::Las),
    ("e57", Format::E57),
    ("stl", Format::Stl),
    ("vox", Format::Vox),
];

impl Format {
    fn of(path: &Path) -> Option<Self> {
        if path.is_dir() {
            Some(Self::Folder)
        } else {
            Self::named(path)
        }
    }

    /// Returns the format that the extension of a name stands for.
    fn named(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let mut all = FORMATS.iter();
        all.find_map(|(known, format)| known.eq_ignore_ascii_case(extension).then_some(*format))
    }

    fn description(self) -> &'static str {
        match self {
            Self::Gltf => "glTF scene",
            Self::Npy => "NumPy array",
            Self::Npz => "NumPy archive",
            Self::Litematic => "Litematica schematic",
            Self::Region => "Minecraft region",
            Self::Folder => "Minecraft world",
            Self::Schematic => "Sponge schematic",
            Self::Obj => "Wavefront mesh",
            Self::Octomap => "OctoMap octree",
            Self::Heights => "height map",
            Self::Ply => "PLY points or mesh",
            Self::Pcd => "PCD points",
            Self::Las => "LAS points",
            Self::E57 => "E57 points",
            Self::Stl => "STL mesh",
            Self::Vox => "MagicaVoxel scene",
        }
    }

    /// Returns the feature that the format belongs to, and whether it is on.
    fn feature(self) -> (&'static str, bool) {
        match self {
            Self::Gltf => ("gltf", cfg!(feature = "gltf")),
            Self::Npy => ("npy", cfg!(feature = "npy")),
            Self::Npz => ("npz", cfg!(feature = "npz")),
            Self::Litematic | Self::Region | Self::Folder | Self::Schematic => {
                ("minecraft", cfg!(feature = "minecraft"))
            }
            Self::Obj => ("obj", cfg!(feature = "obj")),
            Self::Octomap => ("octomap", cfg!(feature = "octomap")),
            Self::Heights => ("heights", cfg!(feature = "heights")),
            Self::Ply => ("ply", cfg!(feature = "ply")),
            Self::Pcd => ("pcd", cfg!(feature = "pcd")),
            Self::Las => ("las", cfg!(feature = "las")),
            Self::E57 => ("e57", cfg!(feature = "e57")),
            Self::Stl => ("stl", cfg!(feature = "stl")),
            Self::Vox => ("vox", cfg!(feature = "vox")),
        }
    }

    /// Refuses a format whose feature is off.
    fn built(self) -> Result<Self, ImportReason> {
        match self.feature() {
            (_, true) => Ok(self),
            (feature, false) => Err(ImportReason::LeftOut { feature }),
        }
    }
}

/// Returns whether a path is a folder or has the extension of a format that is read, by this build or by one with more
/// features.
///
/// ```
/// assert!(voxnav_import::is_known("castle.VOX"));
/// assert!(!voxnav_import::is_known("castle.txt"));
/// ```
#[must_use]
pub fn is_known(path: impl AsRef<Path>) -> bool {
    Format::of(path.as_ref()).is_some()
}

/// Returns the kind of file that the extension of a path stands for, in a few words; `None` where no build reads it.
///
/// ```
/// assert_eq!(voxnav_import::description("castle.VOX"), Some("MagicaVoxel scene"));
/// ```
#[must_use]
pub fn description(path: impl AsRef<Path>) -> Option<&'static str> {
    Format::of(path.as_ref()).map(Format::description)
}

/// Returns the extensions of files that are read, by this build or by one with more features, in lower case.
///
/// ```
/// assert!(voxnav_import::extensions().any(|extension| extension == "vox"));
/// ```
pub fn extensions() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|(known, _)| *known)
}

/// Reads the world in a file, whose format its extension tells, or in a folder of Minecraft.
///
/// # Errors
///
/// [`ImportReason::UnknownExtension`] and [`ImportReason::LeftOut`] before the file is opened,
/// [`ImportReason::Unreadable`] where it cannot be opened or read, and what the reader of the format refuses.
pub fn read(path: impl AsRef<Path>, import: &Import) -> Result<Imported, ImportError> {
    read_through(path, import, |file| file)
}

/// Reads a file, or those of a folder, through what `watch` makes of it, to show how far reading is.
///
/// # Errors
///
/// As [`read`].
pub fn read_through<R: Read>(
    path: impl AsRef<Path>,
    import: &Import,
    watch: impl Fn(File) -> R,
) -> Result<Imported, ImportError> {
    let path = path.as_ref();
    let name = path.to_string_lossy();
    let refused = |reason| ImportError::new(&name, Fault::from(reason));
    let format = Format::of(path).ok_or(ImportReason::UnknownExtension);
    let format = format.and_then(Format::built).map_err(refused)?;
    #[cfg(feature = "minecraft")]
    if format == Format::Folder {
        return minecraft::anvil::read_folder(path, import, watch);
    }
    let file = File::open(path).map_err(|error| refused(ImportReason::Unreadable(error)))?;
    let mut source = watch(file);
    read_format(format, &mut source, &name, path.parent(), import)
}

/// Reads the world in bytes, whose format the extension of a name tells.
///
/// # Errors
///
/// As [`read`].
pub fn read_bytes(bytes: &[u8], name: &str, import: &Import) -> Result<Imported, ImportError> {
    let refused = |reason| ImportError::new(name, Fault::from(reason));
    let format = Format::named(Path::new(name)).ok_or(ImportReason::UnknownExtension);
    let format = format.and_then(Format::built).map_err(refused)?;
    read_format(format, &mut &*bytes, name, None, import)
}

fn read_format(
    format: Format,
    source: &mut dyn Read,
    name: &str,
    folder: Option<&Path>,
    import: &Import,
) -> Result<Imported, ImportError> {
    match format {
        #[cfg(feature = "npy")]
        Format::Npy => npy::read(source, name, import),
        #[cfg(feature = "npz")]
        Format::Npz => npy::read_archive(&whole(source, name)?, name, import),
        #[cfg(feature = "gltf")]
        Format::Gltf => mesh::gltf::read(&whole(source, name)?, name, folder, import),
        #[cfg(feature = "minecraft")]
        Format::Litematic => minecraft::litematic::read(&whole(source, name)?, name, import),
        #[cfg(feature = "minecraft")]
        Format::Region => minecraft::anvil::read(&whole(source, name)?, name, import),
        #[cfg(feature = "minecraft")]
        Format::Schematic => minecraft::schem::read(&whole(source, name)?, name, import),
        #[cfg(feature = "obj")]
        Format::Obj => mesh::obj::read(&whole(source, name)?, name, import),
        #[cfg(feature = "octomap")]
        Format::Octomap => octomap::read(&whole(source, name)?, name, import),
        #[cfg(feature = "heights")]
        Format::Heights => heights::read(&whole(source, name)?, name, import),
        #[cfg(feature = "ply")]
        Format::Ply => ply::read(&whole(source, name)?, name, import),
        #[cfg(feature = "pcd")]
        Format::Pcd => points::pcd::read(&whole(source, name)?, name, import),
        #[cfg(feature = "las")]
        Format::Las => points::las::read(whole(source, name)?, name, import),
        #[cfg(feature = "e57")]
        Format::E57 => points::e57::read(&whole(source, name)?, name, import),
        #[cfg(feature = "stl")]
        Format::Stl => mesh::stl::read(&whole(source, name)?, name, import),
        #[cfg(feature = "vox")]
        Format::Vox => vox::read(&whole(source, name)?, name, import),
        // Formats whose features are off were refused before, and a folder is no stream of bytes.
        other => {
            let (feature, _) = other.feature();
            Err(ImportError::new(
                name,
                ImportReason::LeftOut { feature }.into(),
            ))
        }
    }
}

/// Reads all bytes of a source.
fn whole(source: &mut dyn Read, name: &str) -> Result<Vec<u8>, ImportError> {
    let mut bytes = Vec::new();
    match source.read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(ImportError::new(
            name,
            ImportReason::Unreadable(error).into(),
        )),
    }
}

/// The program in the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The programs of the book's page, compiled and run as tests. A package does not contain it.
#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../docs/book/import.md")]
pub struct Book;
