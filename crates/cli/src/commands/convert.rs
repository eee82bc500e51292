//! `voxnav convert`: a world from one kind of file to another.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use voxnav::Lattice;
use voxnav::glam::IVec3;
use voxnav::grid::{
    CellBox, CellState, Footprint, Occupancy, OccupancyBuilder, OccupancyError, Traversability,
};
use voxnav_files::export::{LeftOut, gltf, left_out_of_maps, npy, vox};
use voxnav_files::{WriteError, map2d, map3d, uncompressed_name};

use crate::error::{CliError, Context};
use crate::files::{spare_inputs, unsupported};
use crate::report::output::Fitted;
use crate::search::agent;
use crate::values::{named, triple};
use crate::world_source::import_options::WorldOptions;
use crate::world_source::map_file::{DERIVE_AGAIN, MapSource, World, describe_cells};
use crate::world_source::map_writer::{plain, write_file};
use voxnav_lab::figures::compact;

/// Convert a world to another file format
///
/// Reads every kind of file that any command reads, and writes the kind that the
/// extension of OUT names. Data that cannot be read or written is listed on standard
/// error.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav convert castle.vox castle.3dmap
  voxnav convert scan.npy scan.3dmap --axes zyx --threshold 0.7
  voxnav convert cave.3dmap cave.voxnav --derive components,jump-index
  voxnav convert flight.npz flight.3dmap --array walls --unknown occupied

Files that are read, beside .3dmap, .map and .voxnav:
  .npy .npz                 NumPy arrays
  .vox                      MagicaVoxel scenes
  .obj .stl .gltf .glb      meshes, with --size
  .ply                      meshes, or points if it has no faces, with --size
  .pcd .las .laz .e57       points, with --size
  .bt .ot                   octrees of OctoMap
  .png                      gray height maps
  .litematic .schem         schematics of Minecraft; a folder or .mca its worlds

Files that are written: .3dmap, .map (of one layer) and .voxnav, also with .gz or .zst
after that; .npy (0 free, 1 occupied, -1 unknown); .vox and .gltf (what is occupied, and
its surface, in the colors of materials; --fill reads the .gltf file as the same cells).

Maps (.3dmap, .map) begin at cell (0, 0, 0) and know no unknown cells: worlds that begin
elsewhere are moved there, and --unknown says what becomes of unknown cells.")]
pub(crate) struct ConvertOptions {
    /// The world to read
    input: MapSource,

    /// The file to write; replaced if it exists
    output: PathBuf,

    #[command(flatten)]
    read: WorldOptions,

    /// Store derived data in the file: components, jump-index, corridors
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = named([
            ("components", Traversability::with_components as Derive),
            ("jump-index", Traversability::with_jump_index),
            ("corridors", Traversability::with_corridors)
        ]),
        value_delimiter = ',',
        hide_possible_values = true
    )]
    derive: Vec<Derive>,

    /// The size of the agent that --derive is for, in cells, each from 1 to 127
    #[arg(long, value_name = "X,Y,Z", default_value = "1,1,1", value_parser = triple)]
    agent: IVec3,
}

/// Derives something from a world that can be kept.
type Derive = fn(Traversability) -> Traversability;

/// The kinds of files that are written.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Gltf,
    Map2d,
    Map3d,
    Npy,
    Vox,
    Voxnav,
}

impl Kind {
    const ALL: &'static [(&'static str, Self)] = &[
        ("3dmap", Self::Map3d),
        ("gltf", Self::Gltf),
        ("map", Self::Map2d),
        ("npy", Self::Npy),
        ("vox", Self::Vox),
        ("voxnav", Self::Voxnav),
    ];

    fn of(path: &Path) -> Result<Self, CliError> {
        let name = uncompressed_name(path);
        let extension = name.extension().unwrap_or_default();
        let mut all = Self::ALL.iter();
        let found = all.find(|(known, kind)| {
            extension.eq_ignore_ascii_case(known) && (name == path || kind.may_be_compressed())
        });
        let known = || Self::ALL.iter().map(|(known, _)| *known);
        found
            .map(|(_, kind)| *kind)
            .ok_or_else(|| unsupported(path, known()))
    }

    /// Whether files of the kind are read with `.gz` or `.zst` after their extension.
    fn may_be_compressed(self) -> bool {
        matches!(self, Self::Map2d | Self::Map3d | Self::Voxnav)
    }

    /// Lists what a file leaves out of a world.
    fn left_out(self, cells: &Occupancy, lattice: &Lattice) -> Vec<LeftOut> {
        match self {
            Self::Gltf => gltf::left_out(cells, lattice),
            Self::Map2d | Self::Map3d => left_out_of_maps(cells, lattice),
            Self::Npy => npy::left_out(cells, lattice),
            Self::Vox => vox::left_out(cells, lattice),
            Self::Voxnav => Vec::new(),
        }
    }
}

pub(crate) fn run(options: &ConvertOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let out = &mut Fitted::new(out);
    let output = options.output.as_path();
    spare_inputs(options.input.file(), [output])?;
    let kind = Kind::of(output)?;
    let started = Instant::now();
    if !options.derive.is_empty() && !matches!(kind, Kind::Voxnav) {
        return Err(CliError::at(
            output,
            "only .voxnav files store derived data; give a name that ends in .voxnav, or leave out --derive",
        ));
    }
    let agent = agent::stated_cells(options.agent)?;
    let import = options.read.import();
    let world = World::load(&options.input, &import)?;
    let derived = options.derived(&world, agent)?;
    let (cells, lattice) = (world.occupancy, world.lattice);
    write_file(output, |file| match kind {
        Kind::Gltf => Ok(gltf::write(&cells, &lattice, &[], import.up, file)?),
        Kind::Map2d => map2d::write(&*moved(&cells)?, file),
        Kind::Map3d => map3d::write(&*moved(&cells)?, file),
        Kind::Npy => Ok(npy::write(&cells, file)?),
        Kind::Vox => Ok(vox::write(&cells, import.up, file)?),
        Kind::Voxnav => write_voxnav(&cells, lattice, derived.as_ref(), file),
    })?;
    for left_out in kind.left_out(&cells, &lattice) {
        // Nothing can be done about a note that nobody reads.
        let _ = writeln!(io::stderr(), "voxnav: {}: {left_out}", output.display());
    }
    let bounds = cells.bounds();
    writeln!(out, "read      {}", options.input)?;
    let occupied = cells.count(CellState::Occupied);
    writeln!(out, "          {}", describe_cells(bounds.size(), occupied))?;
    writeln!(out, "written   {}", output.display())?;
    let time = started.elapsed().as_secs_f64() * 1e3;
    writeln!(out, "time      {} ms", compact(time))?;
    Ok(())
}

impl ConvertOptions {
    /// What is to be kept of what is derived, if anything is.
    fn derived(&self, world: &World, agent: Footprint) -> Result<Option<Traversability>, CliError> {
        if self.derive.is_empty() {
            return Ok(None);
        }
        let derived = world.traversability(agent).or_advise(DERIVE_AGAIN)?;
        let derived = self.derive.iter().fold(derived, |all, derive| derive(all));
        Ok(Some(derived))
    }
}

fn write_voxnav(
    cells: &Occupancy,
    lattice: Lattice,
    derived: Option<&Traversability>,
    file: &mut impl Write,
) -> Result<(), WriteError> {
    let mut world = voxnav_store::World {
        lattice,
        ..voxnav_store::World::new(cells.clone())
    };
    if let Some(derived) = derived {
        world.keep(derived);
    }
    world.write(file).map_err(plain)
}

/// A world that begins at cell (0, 0, 0), as nothing but their size says where maps begin.
fn moved(world: &Occupancy) -> Result<Cow<'_, Occupancy>, WriteError> {
    let bounds = world.bounds();
    if bounds.min == IVec3::ZERO || bounds.is_empty() {
        return Ok(Cow::Borrowed(world));
    }
    let unknown = world.count(CellState::Unknown);
    if unknown > 0 {
        return Err(WriteError::UnknownCells { count: unknown });
    }
    let refused = |error: OccupancyError| WriteError::Io(io::Error::other(error));
    let cells = CellBox::from_size(bounds.max.wrapping_sub(bounds.min));
    let mut builder = OccupancyBuilder::new(cells)
        .map_err(refused)?
        .with_outside(world.outside());
    for cell in world.occupied_cells() {
        let cell = cell.wrapping_sub(bounds.min);
        builder.set(cell, CellState::Occupied).map_err(refused)?;
    }
    Ok(Cow::Owned(builder.commit()))
}
