//! `voxnav convert`: a world from one kind of file to another.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use voxnav::Lattice;
use voxnav::glam::IVec3;
use voxnav::grid::{CellState, Occupancy};
use voxnav_formats::{WriteError, map3d};
use voxnav_import::Import;
use voxnav_import::export::{gltf, npy, vox};

use crate::error::CliError;
use crate::figures::compact;
use crate::import_options::{ImportOptions, UpAxis};
use crate::map_file::{MapSource, World, describe_cells};
use crate::map_writer::plain;
use crate::new_file::{Leftover, NewFile};
use crate::output::spare_inputs;

/// Write a world to another kind of file
///
/// Reads every kind of file that any command reads, and writes the kind that the
/// extension of OUT names. What of a file is not read or cannot be written is said on
/// standard error.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav convert castle.vox castle.3dmap
  voxnav convert scan.npy scan.3dmap --axes zyx --threshold 0.7
  voxnav convert flight.npz flight.3dmap --array walls --unknown occupied

Files that are read, beside .3dmap, .map and .voxnav:
  .npy .npz             NumPy arrays
  .vox                  MagicaVoxel scenes
  .obj .stl .gltf .glb  meshes, with --size
  .ply .pcd .las .e57   points, with --size
  .bt .ot               octrees of OctoMap
  .png                  gray height maps
  .litematic .schem     schematics of Minecraft; a folder or .mca its worlds

Files that are written: .3dmap, .voxnav, .npy (0 free, 1 occupied, -1 unknown), .vox
and .gltf (what is occupied, and its surface, in the colors of materials).

A .3dmap file begins at cell (0, 0, 0) and knows no unknown cells: worlds that begin
elsewhere are moved there, and --unknown says what becomes of unknown cells.")]
pub(crate) struct ConvertOptions {
    /// The world to read
    input: MapSource,

    /// The file to write; replaced if it exists
    output: PathBuf,

    /// The axis that points up in the world: z or y
    #[arg(
        long,
        value_name = "AXIS",
        default_value = "z",
        hide_possible_values = true
    )]
    up: UpAxis,

    #[command(flatten)]
    import: ImportOptions,
}

/// The kinds of files that are written.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Gltf,
    Map3d,
    Npy,
    Vox,
    Voxnav,
}

impl Kind {
    const ALL: &'static [(&'static str, Self)] = &[
        ("3dmap", Self::Map3d),
        ("gltf", Self::Gltf),
        ("npy", Self::Npy),
        ("vox", Self::Vox),
        ("voxnav", Self::Voxnav),
    ];

    fn of(path: &Path) -> Result<Self, CliError> {
        let extension = path.extension().unwrap_or_default();
        let mut all = Self::ALL.iter();
        let found = all.find(|(known, _)| extension.eq_ignore_ascii_case(known));
        let kinds = || Self::ALL.iter().map(|(known, _)| *known).collect();
        found
            .map(|(_, kind)| *kind)
            .ok_or_else(|| CliError::NoKind {
                path: path.to_owned(),
                kinds: kinds(),
            })
    }
}

pub(crate) fn run(options: &ConvertOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let output = options.output.as_path();
    spare_inputs(options.input.file(), [output])?;
    let kind = Kind::of(output)?;
    let started = Instant::now();
    let import = Import {
        up: options.up.up(),
        ..options.import.import()
    };
    let world = World::load(&options.input, &import)?;
    let (cells, lattice) = (world.occupancy, world.lattice);
    let written = NewFile::begin(output, Leftover::Removed)
        .map_err(WriteError::Io)
        .and_then(|mut file| {
            match kind {
                Kind::Gltf => gltf::write(&cells, &lattice, &[], import.up, &mut file)?,
                Kind::Map3d => write_map3d(&cells, &mut file)?,
                Kind::Npy => npy::write(&cells, &mut file)?,
                Kind::Vox => vox::write(&cells, import.up, &mut file)?,
                Kind::Voxnav => write_voxnav(&cells, lattice, &mut file)?,
            }
            file.finish().map_err(WriteError::Io)
        });
    written.map_err(|reason| CliError::Unwritable {
        path: output.to_owned(),
        reason,
    })?;
    let bounds = cells.bounds();
    writeln!(out, "read      {}", options.input)?;
    let occupied = cells.count(CellState::Occupied);
    writeln!(out, "          {}", describe_cells(bounds.size(), occupied))?;
    writeln!(out, "written   {}", output.display())?;
    let time = started.elapsed().as_secs_f64() * 1e3;
    writeln!(out, "time      {} ms", compact(time))?;
    Ok(())
}

fn write_voxnav(cells: &Occupancy, lattice: Lattice, file: &mut NewFile) -> Result<(), WriteError> {
    let world = voxnav_store::World {
        lattice,
        ..voxnav_store::World::new(cells.clone())
    };
    world.write(file).map_err(plain)
}

fn write_map3d(world: &Occupancy, file: &mut NewFile) -> Result<(), WriteError> {
    let bounds = world.bounds();
    let unknown = world.count(CellState::Unknown);
    if unknown > 0 {
        return Err(WriteError::UnknownCells { count: unknown });
    }
    if bounds.min == IVec3::ZERO {
        return map3d::write(world, file);
    }
    if bounds.is_empty() {
        return Err(WriteError::Bounds { bounds });
    }
    // Nothing but the size and the cells says where a map begins.
    let moved = |cell: IVec3| cell.wrapping_sub(bounds.min);
    let mut writer = map3d::Writer::new(file, moved(bounds.max))?;
    writer.cells(world.occupied_cells().map(moved))?;
    writer.finish()?;
    let [x, y, z] = bounds.min.to_array();
    // Nothing can be done about a note that nobody reads.
    let _ = writeln!(
        io::stderr(),
        "voxnav: cell ({x}, {y}, {z}) is (0, 0, 0) in the map, as maps begin there"
    );
    Ok(())
}
