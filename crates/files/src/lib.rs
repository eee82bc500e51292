//! Reads and writes files: maps, scenarios and traces, worlds of other programs, and paths.
//!
//! The map and scenario files of the public grid and voxel benchmarks, and traces, are always built:
//!
//! | extension | module | content |
//! |---|---|---|
//! | `.3dmap` | [`map3d`] | a voxel world: a box and its blocked cells |
//! | `.3dscen` | [`scenario3d`] | problems on a voxel world, with their optimal lengths |
//! | `.map` | [`map2d`] | a grid drawn in letters, read as a world of one layer at z = 0 |
//! | `.scen` | [`scenario2d`] | problems on a grid, with their optimal lengths |
//! | `.voxnav` | [`voxnav_store`] | voxnav's own file: cells, materials, lattice |
//! | any | [`trace`] | a search step by step, or a changing world tick by tick, as JSON lines |
//!
//! [`read_map`] and [`read_scenario`] open such a file and choose by extension, which `.gz` or `.zst` may
//! follow, and [`CompressedWriter`] writes such files; the modules work on bytes, on any [`std::io::BufRead`] and on
//! any [`std::io::Write`].
//!
//! Worlds of other programs are read with a feature for each format, and [`export`] writes worlds and paths:
//!
//! | extension | module | feature | what is read |
//! |---|---|---|---|
//! | `.npy`, `.npz` | [`npy`] | `npy`, `npz` | a `NumPy` array of booleans or numbers |
//! | `.nrrd` | [`nrrd`] | `nrrd` | an array with its lattice |
//! | `.raw` | [`raw`] | `raw` | numbers, whose type and shape are given |
//! | `.binvox` | [`binvox`] | `binvox` | runs of voxels |
//! | `.gltf`, `.glb` | [`gltf`](mod@gltf) | `gltf` | the meshes of a scene, hollow or filled |
//! | `.png` | [`heights`] | `heights` | a height map in gray |
//! | `.bt`, `.ot` | [`octomap`] | `octomap` | an octree: free, occupied, unknown |
//! | `.pcd`, `.las`, `.laz`, `.e57` | [`points`] | `pcd`, `las`, `e57` | points, counted by cell |
//! | `.ply` | [`ply`] | `ply` | a mesh, or points if it has no faces |
//! | a folder of regions, `.mca`, `.litematic`, `.nbt`, `.schem`, `.schematic` | [`minecraft`] | `minecraft` | Minecraft's blocks, as materials |
//! | `.yaml`, `.yml`, `.pgm` | [`ros`] | `ros` | a map of ROS, with its image |
//! | `.obj` | [`mesh::obj`] | `obj` | the faces of a mesh |
//! | `.stl` | [`mesh::stl`] | `stl` | the triangles of a mesh |
//! | `.vox` | [`vox`] | `vox` | a `MagicaVoxel` scene, colors as materials |
//!
//! [`read`] opens such a file, and [`read_bytes`] and [`read_from`] read one that is open; the extension of its name
//! decides. The module of each format describes how its cells, axes and units become those of the world, what of a file is
//! not read, and what is refused; what of *this* file was not read is in [`Imported::notes`].
//!
//! What holds for all of them:
//! - a file is bytes, never assumed to be UTF-8. Whatever they are, reading ends in a world, a
//!   scenario or a [`FileError`] that names file, place and reason: the line, the byte or the part; it never
//!   panics;
//! - memory follows what a file contains, never what its header claims. A map grows by the 64^3
//!   chunks that its cells fall in, so the worst that one line of text can cost is one chunk, 32
//!   KiB. Maps and scenarios are read as streams: neither the text nor what it is decompressed from
//!   is held. Worlds of other programs of more than [`Import::most_chunks`] chunks are refused;
//! - lines end in LF or CRLF, the last one may lack its end, fields are separated by spaces and
//!   tabs, blank lines outside a grid and a leading UTF-8 byte order mark mean nothing. What else the known writers of
//!   a format do in ways of their own is read as well; the module of the format describes what;
//! - a writer of maps and scenarios writes what its reader reads back as the same thing, or returns a
//!   [`WriteError`] before the first byte. Scenario numbers are rounded to the decimals that the formats have;
//! - [`Imported::lattice`] has the world coordinates of the file, turned where its up axis was.
//!
//! # References
//! - N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE Transactions on Computational
//!   Intelligence and AI in Games 4(2), 2012: `.map` and `.scen`.
//! - D. Brewer, N. R. Sturtevant, "Benchmarks for Pathfinding in 3D Voxel Space", `SoCS` 2018:
//!   `.3dmap` and `.3dscen`.

#![cfg_attr(
    not(feature = "all"),
    allow(
        dead_code,
        unused_imports,
        unused_variables,
        reason = "what the formats share is used by some of them only"
    )
)]

#[cfg(feature = "minecraft")]
mod block_table;
mod cells;
mod compressed;
mod error;
pub mod export;
mod format;
mod frame;
pub mod gltf;
mod import;
mod maps;
#[cfg(any(feature = "gltf", feature = "obj", feature = "ply", feature = "stl"))]
pub mod mesh;
#[cfg(feature = "minecraft")]
pub mod minecraft;
mod named_cells;
#[cfg(feature = "ply")]
pub mod ply;
#[cfg(any(feature = "e57", feature = "las", feature = "pcd", feature = "ply"))]
pub mod points;
pub mod ros;
mod scalar;
mod text;
pub mod trace;
mod volumes;
#[cfg(feature = "vox")]
pub mod vox;

use std::fs::{self, File};
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use voxnav_occupancy::Occupancy;
use voxnav_store::World;

use compressed::Compression;
pub use compressed::{CompressedWriter, uncompressed_name};
use error::Fault;
pub use error::{FileError, FileReason, Place, WriteError};
pub use format::{description, extensions, is_known, read, read_bytes, read_from, read_through};
pub use import::{ArrayAxes, Import, Imported, Note, Solidity, USUAL_THRESHOLD, Up};
pub use maps::map::{Ending, Map};
pub use maps::scenario::{Scenario, ScenarioRow};
pub use maps::{map2d, map3d, scenario2d, scenario3d};
pub use scalar::{NumberType, NumberTypeError};
#[cfg(feature = "binvox")]
pub use volumes::binvox;
#[cfg(feature = "npy")]
pub use volumes::costs::{CostArray, CostArrayError};
#[cfg(feature = "heights")]
pub use volumes::heights;
#[cfg(feature = "npy")]
pub use volumes::npy;
#[cfg(feature = "nrrd")]
pub use volumes::nrrd;
#[cfg(feature = "octomap")]
pub use volumes::octomap;
#[cfg(feature = "raw")]
pub use volumes::raw;

/// Reads the world in the map file at `path`: [`map3d`] for `.3dmap`, [`map2d`] for `.map`, [`voxnav_store`] for
/// `.voxnav`, in upper or lower case, each also compressed, with `.gz` or `.zst` after that.
///
/// # Errors
/// Each names the path. [`FileReason::UnknownExtension`] for another extension, before the file is
/// opened; [`FileReason::Unreadable`] when the file cannot be opened; [`FileReason::Malformed`] and
/// [`FileReason::World`] when its content is malformed or cannot be read to its end.
pub fn read_map(path: impl AsRef<Path>) -> Result<Occupancy, FileError> {
    Ok(read_map_through(path, |file| file)?.occupancy)
}

/// Reads a map through a wrapper around its bytes, with all that is known about it. The file is
/// read through what `watch` makes of it, which sees each byte as it is stored: to show how far
/// reading is.
///
/// # Errors
/// Those of [`read_map`].
pub fn read_map_through<R: Read>(
    path: impl AsRef<Path>,
    watch: impl FnOnce(File) -> R,
) -> Result<Map, FileError> {
    let path = path.as_ref();
    let read = || {
        let (extension, content) = open(path, "a map", &MAPS, watch)?;
        match extension {
            "3dmap" => map3d::map(content),
            "map" => map2d::map(content),
            _ => {
                let world = World::read_from(content)?;
                Ok(Map {
                    lattice: world.lattice,
                    terrain: world.terrain,
                    derived: world.derived,
                    ..Map::new(world.occupancy, Ending::Checked)
                })
            }
        }
    };
    read().map_err(|fault: Fault| fault.of(path))
}

/// The extensions of maps, and of scenarios.
const MAPS: [&str; 3] = ["3dmap", "map", voxnav_store::EXTENSION];
const SCENARIOS: [&str; 2] = ["3dscen", "scen"];

/// Returns the extensions of the files that [`read_map`] reads, in lower case and without those of compressed files.
///
/// ```
/// assert!(voxnav_files::map_extensions().any(|extension| extension == "3dmap"));
/// ```
pub fn map_extensions() -> impl Iterator<Item = &'static str> {
    MAPS.into_iter()
}

/// Returns the extensions of all files that worlds are read from, maps and files of other programs, in words: for messages
/// about a file of another name.
///
/// ```
/// let names = voxnav_files::world_names();
/// assert!(names.starts_with(".3dmap, .map, .voxnav (also with .gz or .zst), .glb, "));
/// assert!(names.ends_with(".vox, or a folder of Minecraft"));
/// ```
#[must_use]
pub fn world_names() -> String {
    let listed = |extensions: Vec<&str>| format!(".{}", extensions.join(", ."));
    let maps = listed(MAPS.to_vec());
    let others = listed(extensions().collect());
    format!("{maps} (also with .gz or .zst), {others}, or a folder of Minecraft")
}

/// Reads the problems in the scenario file at `path`: [`scenario3d`] for `.3dscen`, [`scenario2d`] for `.scen`, in
/// upper or lower case, each also compressed, with `.gz` or `.zst` after that.
///
/// # Errors
/// Those of [`read_map`], for scenarios.
pub fn read_scenario(path: impl AsRef<Path>) -> Result<Scenario, FileError> {
    let path = path.as_ref();
    let read = || match open(path, "a scenario", &SCENARIOS, |file| file)? {
        ("3dscen", content) => scenario3d::scenario(content),
        (_, content) => scenario2d::scenario(content),
    };
    read().map_err(|fault: Fault| fault.of(path))
}

/// Returns the scenario that belongs to the map file at `map`: its name with an extension appended, `3dscen` or `scen`.
/// Map and scenario may both be compressed: of several names the first that is there, or else the most usual one.
///
/// ```
/// use std::path::Path;
/// use voxnav_files::scenario_beside;
///
/// let found = scenario_beside("no/such/cave.3dmap.gz", "3dscen");
/// assert_eq!(found, Path::new("no/such/cave.3dmap.3dscen"));
/// ```
pub fn scenario_beside(map: impl AsRef<Path>, extension: &str) -> PathBuf {
    let beside = |map: &Path, ending: &str| {
        let mut name = map.as_os_str().to_owned();
        name.push(format!(".{extension}{ending}"));
        PathBuf::from(name)
    };
    let plain = uncompressed_name(&map);
    let others = [
        beside(map.as_ref(), ""),
        beside(&plain, ".gz"),
        beside(&plain, ".zst"),
    ];
    let usual = beside(&plain, "");
    if usual.exists() {
        return usual;
    }
    others.into_iter().find(|it| it.exists()).unwrap_or(usual)
}

/// Reads the trace in the file at `path`, whatever its extension.
///
/// # Errors
/// Each names the path. [`FileReason::Unreadable`] when the file cannot be read; [`FileReason::Malformed`] when
/// its content is malformed.
pub fn read_trace(path: impl AsRef<Path>) -> Result<trace::Trace, FileError> {
    read_lines(path.as_ref(), trace::read)
}

/// Reads the trace of a changing world in the file at `path`, whatever its extension.
///
/// # Errors
/// Those of [`read_trace`].
pub fn read_play(path: impl AsRef<Path>) -> Result<trace::play::Play, FileError> {
    read_lines(path.as_ref(), trace::play::read)
}

fn read_lines<T>(
    path: &Path,
    read: impl FnOnce(&[u8], &str) -> Result<T, FileError>,
) -> Result<T, FileError> {
    let bytes =
        fs::read(path).map_err(|error| FileError::new(path, FileReason::Unreadable(error)))?;
    read(&bytes, &path.to_string_lossy())
}

/// Opens the content of a file, decompressed, if its name has an extension that is known: which, is returned, too.
fn open<'r, R: Read + 'r>(
    path: &Path,
    what: &str,
    known: &[&'static str],
    watch: impl FnOnce(File) -> R,
) -> Result<(&'static str, Box<dyn BufRead + 'r>), Fault> {
    let (compression, plain) = Compression::of(path);
    let own = plain.extension().unwrap_or_default();
    let mut all = known.iter().copied();
    let Some(extension) = all.find(|of| own.eq_ignore_ascii_case(of)) else {
        let known = known.join(", .");
        let (first, last) = known.rsplit_once(", ").unwrap_or_default();
        let known = format!("{what} (.{first} or {last}, also with .gz or .zst)");
        return Err(FileReason::UnknownExtension { known }.into());
    };
    let file = File::open(path).map_err(FileReason::Unreadable)?;
    // Opening succeeds, and reading would fail as if the content were wrong.
    if file.metadata().map_err(FileReason::Unreadable)?.is_dir() {
        return Err(FileReason::Unreadable(std::io::ErrorKind::IsADirectory.into()).into());
    }
    Ok((extension, compression.open(watch(file))))
}

/// The program in the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The programs of the book's page, compiled and run as tests. A package does not contain it.
#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../docs/book/import.md")]
pub struct Book;
