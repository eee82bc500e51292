//! Worlds from the files that people have, and worlds and paths written to them.
//!
//! | extension | module | feature | what is read |
//! |---|---|---|---|
//! | `.npy`, `.npz` | [`npy`] | `npy` | a `NumPy` array of booleans or numbers |
//! | `.gltf`, `.glb` | [`mesh::gltf`] | `gltf` | the meshes of a scene, hollow or filled |
//! | `.png` | [`heights`] | `heights` | a height map in gray |
//! | `.bt`, `.ot` | [`octomap`] | `octomap` | an octree: free, occupied, unknown |
//! | `.ply`, `.pcd`, `.las`, `.laz`, `.e57` | [`points`] | `ply`, `pcd`, `las`, `e57` | points, counted by cell |
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
#[cfg(any(feature = "gltf", feature = "obj", feature = "stl"))]
pub mod mesh;
#[cfg(feature = "minecraft")]
pub mod minecraft;
#[cfg(feature = "npy")]
pub mod npy;
#[cfg(feature = "octomap")]
pub mod octomap;
#[cfg(any(feature = "e57", feature = "las", feature = "pcd", feature = "ply"))]
pub mod points;
mod suggestion;
#[cfg(feature = "vox")]
pub mod vox;

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use voxnav_occupancy::Material;

use error::Fault;
pub use error::{ImportError, ImportReason, Place};
pub use import::{ArrayAxes, Import, Imported, Note, Solidity, Up};

/// A format, by what reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    #[cfg(feature = "gltf")]
    Gltf,
    #[cfg(feature = "npy")]
    Npy,
    #[cfg(feature = "npy")]
    Npz,
    #[cfg(feature = "minecraft")]
    Litematic,
    #[cfg(feature = "minecraft")]
    Region,
    #[cfg(feature = "minecraft")]
    Schematic,
    #[cfg(feature = "obj")]
    Obj,
    #[cfg(feature = "octomap")]
    Octomap,
    #[cfg(feature = "heights")]
    Heights,
    #[cfg(feature = "ply")]
    Ply,
    #[cfg(feature = "pcd")]
    Pcd,
    #[cfg(feature = "las")]
    Las,
    #[cfg(feature = "e57")]
    E57,
    #[cfg(feature = "stl")]
    Stl,
    #[cfg(feature = "vox")]
    Vox,
}

/// Every extension that is read, in lower case.
const FORMATS: &[(&str, Format)] = &[
    #[cfg(feature = "gltf")]
    ("glb", Format::Gltf),
    #[cfg(feature = "gltf")]
    ("gltf", Format::Gltf),
    #[cfg(feature = "npy")]
    ("npy", Format::Npy),
    #[cfg(feature = "npy")]
    ("npz", Format::Npz),
    #[cfg(feature = "minecraft")]
    ("litematic", Format::Litematic),
    #[cfg(feature = "minecraft")]
    ("mca", Format::Region),
    #[cfg(feature = "minecraft")]
    ("schem", Format::Schematic),
    #[cfg(feature = "obj")]
    ("obj", Format::Obj),
    #[cfg(feature = "octomap")]
    ("bt", Format::Octomap),
    #[cfg(feature = "octomap")]
    ("ot", Format::Octomap),
    #[cfg(feature = "heights")]
    ("png", Format::Heights),
    #[cfg(feature = "ply")]
    ("ply", Format::Ply),
    #[cfg(feature = "pcd")]
    ("pcd", Format::Pcd),
    #[cfg(feature = "las")]
    ("las", Format::Las),
    #[cfg(feature = "las")]
    ("laz", Format::Las),
    #[cfg(feature = "e57")]
    ("e57", Format::E57),
    #[cfg(feature = "stl")]
    ("stl", Format::Stl),
    #[cfg(feature = "vox")]
    ("vox", Format::Vox),
];

impl Format {
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let mut all = FORMATS.iter();
        all.find_map(|(known, format)| known.eq_ignore_ascii_case(extension).then_some(*format))
    }

    fn description(self) -> &'static str {
        match self {
            #[cfg(feature = "gltf")]
            Self::Gltf => "glTF scene",
            #[cfg(feature = "npy")]
            Self::Npy => "NumPy array",
            #[cfg(feature = "npy")]
            Self::Npz => "NumPy archive",
            #[cfg(feature = "minecraft")]
            Self::Litematic => "Litematica schematic",
            #[cfg(feature = "minecraft")]
            Self::Region => "Minecraft region",
            #[cfg(feature = "minecraft")]
            Self::Schematic => "Sponge schematic",
            #[cfg(feature = "obj")]
            Self::Obj => "Wavefront mesh",
            #[cfg(feature = "octomap")]
            Self::Octomap => "OctoMap octree",
            #[cfg(feature = "heights")]
            Self::Heights => "height map",
            #[cfg(feature = "ply")]
            Self::Ply => "PLY points",
            #[cfg(feature = "pcd")]
            Self::Pcd => "PCD points",
            #[cfg(feature = "las")]
            Self::Las => "LAS points",
            #[cfg(feature = "e57")]
            Self::E57 => "E57 points",
            #[cfg(feature = "stl")]
            Self::Stl => "STL mesh",
            #[cfg(feature = "vox")]
            Self::Vox => "MagicaVoxel scene",
        }
    }
}

/// Whether a path is a folder or has the extension of a format that is read, by the features that are on.
///
/// ```
/// assert!(voxnav_import::is_known("castle.VOX"));
/// assert!(!voxnav_import::is_known("castle.txt"));
/// ```
#[must_use]
pub fn is_known(path: impl AsRef<Path>) -> bool {
    is_folder(path.as_ref()) || Format::of(path.as_ref()).is_some()
}

/// Whether a path is a folder, as Minecraft's worlds are.
fn is_folder(path: &Path) -> bool {
    cfg!(feature = "minecraft") && path.is_dir()
}

/// What files with the extension of a path are, in a few words, if they are read.
///
/// ```
/// assert_eq!(voxnav_import::description("castle.VOX"), Some("MagicaVoxel scene"));
/// ```
#[must_use]
pub fn description(path: impl AsRef<Path>) -> Option<&'static str> {
    if is_folder(path.as_ref()) {
        return Some("Minecraft world");
    }
    Format::of(path.as_ref()).map(Format::description)
}

/// The extensions that are read, separated by commas.
pub(crate) fn extensions() -> String {
    let all: Vec<_> = FORMATS.iter().map(|(known, _)| *known).collect();
    all.join(", ")
}

/// The world in a file, whose format its extension tells, or in a folder of Minecraft.
///
/// # Errors
///
/// [`ImportReason::UnknownExtension`] before the file is opened, [`ImportReason::Unreadable`] where it
/// cannot be opened or read, and what the reader of the format refuses.
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
    #[cfg(feature = "minecraft")]
    if is_folder(path) {
        return minecraft::anvil::read_folder(path, import, watch);
    }
    let name = path.to_string_lossy();
    let refused = |reason| ImportError::new(&name, Fault::from(reason));
    let Some(format) = Format::of(path) else {
        return Err(refused(ImportReason::UnknownExtension));
    };
    let unreadable = |error| refused(ImportReason::Unreadable(error));
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        let is_directory = std::io::ErrorKind::IsADirectory;
        return Err(refused(ImportReason::Unreadable(is_directory.into())));
    }
    let mut source = watch(file);
    read_format(format, &mut source, &name, path.parent(), import)
}

/// The world in bytes, whose format the extension of a name tells.
///
/// # Errors
///
/// As [`read`].
pub fn read_bytes(bytes: &[u8], name: &str, import: &Import) -> Result<Imported, ImportError> {
    match Format::of(Path::new(name)) {
        Some(format) => read_format(format, &mut &*bytes, name, None, import),
        None => Err(ImportError::new(
            name,
            ImportReason::UnknownExtension.into(),
        )),
    }
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
        Format::Npy => npy::read(BufReader::new(source), name, import),
        #[cfg(feature = "npy")]
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
        Format::Ply => points::ply::read(&whole(source, name)?, name, import),
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
    }
}

/// All bytes of a source.
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
