//! `voxnav convert`: a world from one kind of file to another.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellState, Footprint, Traversability};
use voxnav::spatial::{Outside, WorldDistanceField};
use voxnav_files::export::{WorldFormat, npy};
use voxnav_files::{Import, WriteError};

use crate::error::{CliError, Context};
use crate::files::{spare_inputs, unsupported};
use crate::report::output::{WrappedText, note};
use crate::search::agent;
use crate::units::Units;
use crate::values::triple;
use crate::world_source::cost_options::{CostFacts, CostOptions};
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
#[command(
    override_usage = "voxnav convert [OPTIONS] [INPUT] <OUTPUT>",
    after_long_help = "\
Examples:
  voxnav convert castle.vox castle.3dmap
  voxnav convert scan.npy scan.3dmap --axes zyx --threshold 0.7
  voxnav convert cave.3dmap cave.voxnav --derive components
  voxnav convert flight.npz flight.3dmap --array walls --unknown occupied
  voxnav convert cave.3dmap cave.voxnav --costs smoke.npy --convention mean
  voxnav convert --costs currents.npy --infinite sea.voxnav
  voxnav convert cave.3dmap cave.npy --distance distances.npy

Files that are read, beside .3dmap, .map and .voxnav:
  .npy .npz                 NumPy arrays
  .nrrd                     arrays with their lattice
  .raw                      numbers, with --dtype and --shape
  .binvox                   runs of voxels
  .vox                      MagicaVoxel scenes
  .obj .stl .gltf .glb      meshes, with --cell-size
  .ply                      meshes, or points if it has no faces, with --cell-size
  .pcd .las .laz .e57       points, with --cell-size
  .bt .ot                   octrees of OctoMap
  .png                      gray height maps
  .yaml .yml .pgm           maps of ROS with their images
  .litematic .schem         schematics of Minecraft, also .schematic; structures
                            (.nbt); a folder or .mca its worlds

Files that are written: .3dmap, .map (of one layer) and .voxnav, each also with
.gz or .zst after that; .npy and .raw (0 free, 1 occupied, -1 unknown), .nrrd
(the same with the lattice); .binvox (occupied cells); .vox (occupied cells)
and .gltf (their surface), both in the colors of materials; .yaml (of one
layer, a map of ROS, with its image as .pgm beside it). With --fill a .gltf
file is read as the same cells again.

--distance writes the distance from the center of each cell to that of the
nearest blocked one, occupied or unknown, as an array d[x, y, z] of float32 in
cells (longest sides where they are no cubes), with --distance-units world in
the units of the world: 0 in a blocked cell, inf where none is. Cells outside
the world do not count.

Maps (.3dmap, .map) begin at cell (0, 0, 0): worlds that begin elsewhere are
moved there. Maps have no unknown cells: a world that has some is refused,
unless --unknown says what they are."
)]
pub(crate) struct ConvertOptions {
    /// The world to read; may be left out with --costs
    #[arg(value_name = "INPUT")]
    first: MapSource,

    /// The file to write; replaced if it exists
    #[arg(value_name = "OUTPUT", required_unless_present = "costs")]
    second: Option<PathBuf>,

    #[command(flatten)]
    read: WorldOptions,

    #[command(flatten)]
    costs: CostOptions,

    /// Store derived data in the file: components
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = derive,
        value_delimiter = ','
    )]
    derive: Vec<Derive>,

    /// Also write the distances to the nearest blocked cell to FILE
    #[arg(long, value_name = "FILE.npy")]
    distance: Option<PathBuf>,

    /// The units of distances: cells or world
    #[arg(
        long,
        value_name = "UNITS",
        value_enum,
        default_value_t,
        hide_possible_values = true,
        requires = "distance"
    )]
    distance_units: Units,

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
    let out = &mut WrappedText::new(out);
    let (input, output) = options.ends()?;
    let format = WorldFormat::of(output).ok_or_else(|| {
        let mut known: Vec<_> = WorldFormat::extensions().collect();
        known.sort_unstable();
        unsupported(output, known.into_iter())
    })?;
    let beside = format.beside(output);
    let image = beside.as_ref().map(|(path, _)| path.as_path());
    let inputs = [input.and_then(MapSource::file), options.costs.file()];
    let outputs = [Some(output), image, options.distance.as_deref()];
    spare_inputs(inputs.into_iter().flatten(), outputs.into_iter().flatten())?;
    let started = Instant::now();
    if !options.derive.is_empty() && format != WorldFormat::Voxnav {
        return Err(CliError::at(
            output,
            "only .voxnav files store derived data; give a name that ends in .voxnav, or leave out --derive",
        ));
    }
    if options.costs.file().is_some() && format != WorldFormat::Voxnav {
        return Err(CliError::at(
            output,
            "only .voxnav files store costs; give a name that ends in .voxnav, or leave out --costs",
        ));
    }
    let agent = agent::stated_cells(options.agent)?;
    let import = options.read.import();
    let world = World::of(input, &import, &options.costs)?;
    let derived = options.derived(&world, agent)?;
    let costs = CostFacts::of(&world.terrain);
    let write = |path: &Path, format: WorldFormat| {
        write_file(path, |file| match format {
            WorldFormat::Voxnav => write_all(&world, derived.as_ref(), file),
            _ => write_cells(&world, format, &import, path, file),
        })
    };
    if let Some((path, format)) = &beside {
        write(path, *format)?;
    }
    write(output, format)?;
    let (cells, lattice) = (&world.occupancy, &world.lattice);
    for left_out in format.left_out(cells, lattice, import.up) {
        note(output.display(), left_out);
    }
    if costs.is_some() && format != WorldFormat::Voxnav {
        note(output.display(), "the costs of cells are not in the file");
    }
    options.write_distances(&world)?;
    let bounds = cells.bounds();
    writeln!(out, "read      {}", options.costs.name_of(input).display())?;
    let occupied = cells.count(CellState::Occupied);
    writeln!(out, "          {}", describe_cells(bounds.size(), occupied))?;
    if let Some(costs) = costs {
        writeln!(out, "costs     {costs}")?;
    }
    writeln!(out, "written   {}", output.display())?;
    if let Some((path, _)) = &beside {
        writeln!(out, "          {}", path.display())?;
    }
    if let Some(distances) = &options.distance {
        writeln!(out, "          {}", distances.display())?;
    }
    let time = started.elapsed().as_secs_f64() * 1e3;
    writeln!(out, "time      {} ms", compact(time))?;
    Ok(())
}

impl ConvertOptions {
    /// Returns the world to read, if there is one, and the file to write: a single name is the file.
    fn ends(&self) -> Result<(Option<&MapSource>, &Path), CliError> {
        match (&self.first, &self.second) {
            (input, Some(output)) => Ok((Some(input), output)),
            (MapSource::File(output), None) => Ok((None, output)),
            (MapSource::Generated(world), None) => Err(CliError::bad_input(format!(
                "{world} is no file to write; give the file after it"
            ))),
        }
    }

    /// Returns the derived data to be kept, if any.
    fn derived(&self, world: &World, agent: Footprint) -> Result<Option<Traversability>, CliError> {
        if self.derive.is_empty() {
            return Ok(None);
        }
        let derived = world.traversability(agent).or_advise(DERIVE_AGAIN)?;
        let derived = self.derive.iter().fold(derived, |all, derive| derive(all));
        Ok(Some(derived))
    }

    /// Writes the distances to the nearest blocked cell, if they are asked for.
    fn write_distances(&self, world: &World) -> Result<(), CliError> {
        let Some(path) = &self.distance else {
            return Ok(());
        };
        let lattice = match self.distance_units {
            Units::Cells => world.lattice.in_longest_sides(),
            Units::World => world.lattice,
        };
        let (cells, blocked) = (&world.occupancy, UnknownPolicy::Blocked);
        let field = WorldDistanceField::new(cells, blocked, Outside::Ignored, &lattice);
        let field = field.at(path, "give a smaller world, or leave out --distance")?;
        write_file(path, |file| Ok(npy::write_distances(&field, file)?))
    }
}

/// Writes a world as a `.voxnav` file, with its costs and what is derived of it.
fn write_all(
    world: &World,
    derived: Option<&Traversability>,
    file: &mut impl Write,
) -> Result<(), WriteError> {
    let mut kept = voxnav_store::World {
        lattice: world.lattice,
        terrain: world.terrain.clone(),
        ..voxnav_store::World::new(world.occupancy.clone())
    };
    if let Some(derived) = derived {
        kept.keep(derived);
    }
    Ok(kept.write(file)?)
}

/// Writes a world in a format of nothing but cells.
fn write_cells(
    world: &World,
    format: WorldFormat,
    import: &Import,
    path: &Path,
    file: &mut impl Write,
) -> Result<(), WriteError> {
    format.write(&world.occupancy, &world.lattice, import.up, path, file)
}
