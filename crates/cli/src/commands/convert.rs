//! `voxnav convert`: a world from one kind of file to another.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use voxnav::Lattice;
use voxnav::glam::IVec3;
use voxnav::grid::{CellState, Footprint, Occupancy, Traversability};
use voxnav_files::WriteError;
use voxnav_files::export::WorldFormat;

use crate::error::{CliError, Context};
use crate::files::{spare_inputs, unsupported};
use crate::report::output::{Fitted, note};
use crate::search::agent;
use crate::values::triple;
use crate::world_source::import_options::WorldOptions;
use crate::world_source::map_file::{DERIVE_AGAIN, MapSource, World, describe_cells};
use crate::world_source::map_writer::write_file;
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
  voxnav convert cave.3dmap cave.voxnav --derive components
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

Files that are written: .3dmap, .map (of one layer) and .voxnav, each also with
.gz or .zst after that; .npy (0 free, 1 occupied, -1 unknown); .vox (occupied
cells) and .gltf (their surface), both in the colors of materials. With --fill a
.gltf file is read as the same cells again.

Maps (.3dmap, .map) begin at cell (0, 0, 0): worlds that begin elsewhere are
moved there. Maps have no unknown cells: a world that has some is refused,
unless --unknown says what they are.")]
pub(crate) struct ConvertOptions {
    /// The world to read
    input: MapSource,

    /// The file to write; replaced if it exists
    output: PathBuf,

    #[command(flatten)]
    read: WorldOptions,

    /// Store derived data in the file: components
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = derive,
        value_delimiter = ','
    )]
    derive: Vec<Derive>,

    /// The size of the agent that --derive is for, in cells, each from 1 to 127
    #[arg(long, value_name = "X,Y,Z", default_value = "1,1,1", value_parser = triple)]
    agent: IVec3,
}

/// Derives something from a world that can be kept.
type Derive = fn(Traversability) -> Traversability;

/// Reads the name of something that can be derived and kept.
fn derive(name: &str) -> Result<Derive, &'static str> {
    match name {
        "components" => Ok(Traversability::with_components),
        "corridors" | "portals" | "jump-index" => Err(
            "corridors, portals and the jump index are part of the index now, which each run makes (--index) and no file stores",
        ),
        _ => Err("choose components"),
    }
}

pub(crate) fn run(options: &ConvertOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let out = &mut Fitted::new(out);
    let output = options.output.as_path();
    spare_inputs(options.input.file(), [output])?;
    let format = WorldFormat::of(output).ok_or_else(|| {
        let mut known: Vec<_> = WorldFormat::extensions().collect();
        known.sort_unstable();
        unsupported(output, known.into_iter())
    })?;
    let started = Instant::now();
    if !options.derive.is_empty() && format != WorldFormat::Voxnav {
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
    write_file(output, |file| match &derived {
        Some(derived) => write_with_derived(&cells, lattice, derived, file),
        None => format.write(&cells, &lattice, import.up, file),
    })?;
    for left_out in format.left_out(&cells, &lattice) {
        note(output.display(), left_out);
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
    /// Returns the derived data to be kept, if any.
    fn derived(&self, world: &World, agent: Footprint) -> Result<Option<Traversability>, CliError> {
        if self.derive.is_empty() {
            return Ok(None);
        }
        let derived = world.traversability(agent).or_advise(DERIVE_AGAIN)?;
        let derived = self.derive.iter().fold(derived, |all, derive| derive(all));
        Ok(Some(derived))
    }
}

fn write_with_derived(
    cells: &Occupancy,
    lattice: Lattice,
    derived: &Traversability,
    file: &mut impl Write,
) -> Result<(), WriteError> {
    let mut world = voxnav_store::World {
        lattice,
        ..voxnav_store::World::new(cells.clone())
    };
    world.keep(derived);
    Ok(world.write(file)?)
}
