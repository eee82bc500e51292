//! `voxnav generate`: worlds, and problems on them with known answers.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellSizes, CellState, Occupancy};
use voxnav::ground::Palette;
use voxnav_files::{Scenario, ScenarioRow, WriteError, scenario3d, uncompressed_name};
use voxnav_worlds::{WorldKind, WorldStream, generate};

use crate::error::{CliError, Context};
use crate::files::{Leftover, NewFile, folder_of};
use crate::report::output::WrappedText;
use crate::report::progress::Progress;
use crate::search::limits::LimitOptions;
use crate::search::locomotion::LocomotionSource;
use crate::search::walker::{Walker, map_name_for};
use crate::values::cell_sizes;
use crate::values::triple;
use crate::values::whole;
use crate::world_source::map_file::{ANOTHER_SIZE, MapKind, describe_cells};
use crate::world_source::map_writer::{MapFormat, MapWriter, usual_cells, write_file};
use crate::world_source::problems;
use voxnav_lab::figures::bytes;

/// Generate a world, and problems in it with their optimal lengths
///
/// Writes a .3dmap (also .3dmap.gz) or .voxnav file; with --scenarios also a .3dscen file
/// of the same name with .3dscen appended. Equal arguments give equal files on every machine.
///
/// The map is written while it is made, so it may be larger than memory; a world whose file
/// would not fit on the disk is refused; the message states its size. With --scenarios the
/// whole world is in memory, and at most 65,536 chunks of 64 x 64 x 64 cells.
///
/// Problems are random pairs of connected free cells, for 26 moves and strict corners. Their
/// lengths come from plain A*, checked cell by cell, so that voxnav bench with any other algorithm
/// compares two algorithms. Where the sides of --cell-size differ, the file states them, and lengths are in their unit. If too few pairs are connected, fewer problems are written and the exit
/// code is 1; if a search reaches a limit, no problems are written and the exit code is 3.
#[derive(Args, Debug)]
#[command(
    override_usage = "voxnav generate <KIND> --size <X,Y,Z> --seed <N> -o <FILE> [OPTIONS]",
    after_long_help = "\
Kinds:
  caves      smooth caverns joined by tunnels; about half of the cells are free
  random:N   each cell occupied with a probability of N percent
  maze       corridors and walls one cell thick, in three dimensions
  rooms      rooms of 7 x 7 x 7 cells with doors
  towers     a city under an open sky
  terrain    hills, lakes, caves, trees, towers and bridges; .voxnav files keep
             their materials, .3dmap files do not
  empty      nothing but free cells

Examples:
  voxnav generate caves --size 64,64,64 --seed 7 -o cave.3dmap
  voxnav generate terrain --size 128,128,64 --seed 1 -o hills.voxnav \\
    --scenarios 100 --locomotion walker
  voxnav generate random:40 --size 64,64,64 --seed 1 -o n.3dmap --scenarios 50
  voxnav generate towers --size 4096,4096,1024 --seed 1 -o city.voxnav"
)]
pub(crate) struct GenerateOptions {
    /// The kind of world: caves, random:N, maze, rooms, towers, terrain or empty
    kind: WorldKind,

    /// How many cells along x, y and z
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = triple)]
    size: IVec3,

    /// Which world of this kind: any number from 0 to 2^64 - 1
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,

    /// The map file to write: .3dmap, also with .gz or .zst, or .voxnav; replaced if it exists
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Also write FILE.3dscen with so many problems, at most a million
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u32>(1..=1_000_000))]
    scenarios: Option<u32>,

    /// Make problems for an agent on the ground: walker, spider, diver, crouching, ticks, mineflayer,
    /// roblox or FILE.toml
    ///
    /// Starts and goals are random cells where the agent can stand, swim or climb, and lengths are path
    /// costs. They are written to FILE.L.3dscen.
    #[arg(long, value_name = "L", requires = "scenarios")]
    locomotion: Option<LocomotionSource>,

    /// The side of a cell of a .voxnav file, or those along x, y and z [default: 1]
    #[arg(long, value_name = "S|X,Y,Z", allow_hyphen_values = true, value_parser = cell_sizes)]
    cell_size: Option<CellSizes>,

    #[command(flatten)]
    limits: LimitOptions,
}

pub(crate) fn run(options: &GenerateOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let out = &mut WrappedText::new(out);
    let path = &options.output;
    let Some(format) = MapFormat::of(path) else {
        return Err(CliError::at(
            path,
            "unsupported extension; choose one of .3dmap, .3dmap.gz, .3dmap.zst and .voxnav",
        ));
    };
    let lattice = options.lattice(format)?;
    let (kind, size) = (options.kind, options.size);
    // How far a file can be compressed is known when it is written.
    if size.cmpge(IVec3::ONE).all() && uncompressed_name(path) == *path {
        check_space(path, format.usual_bytes(kind, size))?;
    }
    // Problems need the whole world; otherwise only a slab of it is in memory.
    let world = if options.scenarios.is_some() {
        Some(generate(kind, size, options.seed).or_advise(ANOTHER_SIZE)?)
    } else {
        None
    };
    let occupied = if let Some(world) = &world {
        write_file(path, |file| format.write(world, &lattice, file))?;
        world.count(CellState::Occupied)
    } else {
        let slabs = WorldStream::new(kind, size, options.seed).or_advise(ANOTHER_SIZE)?;
        write_slabs(
            path,
            (format, lattice),
            slabs,
            usual_cells(kind, size),
            size,
        )?
    };
    writeln!(out, "world     {kind} of seed {}", options.seed)?;
    writeln!(
        out,
        "          {}",
        describe_cells(size.as_uvec3(), occupied)
    )?;
    writeln!(out, "map       {}", path.display())?;
    match (&world, options.scenarios) {
        (Some(world), Some(wanted)) => {
            let world = (world, &lattice);
            write_scenario(options, format, world, wanted as usize, out)
        }
        _ => Ok(()),
    }
}

impl GenerateOptions {
    /// Returns the lattice of the cells, which a file of this format must keep.
    fn lattice(&self, format: MapFormat) -> Result<Lattice, CliError> {
        let Some(sizes) = self.cell_size else {
            return Ok(Lattice::default());
        };
        if format != MapFormat::Chunks {
            let reason = "only .voxnav files store the size of cells; give a name that ends in .voxnav, or \
                          --cell-size to the commands that read the file";
            return Err(CliError::at(&self.output, reason));
        }
        let lattice = Lattice::with_sizes(DVec3::ZERO, sizes.into());
        lattice.or_advise("give another --cell-size")
    }
}

/// Writes the cells of a world as they are made; how many are occupied.
fn write_slabs(
    path: &Path,
    (format, lattice): (MapFormat, Lattice),
    slabs: WorldStream,
    usual_cells: u64,
    size: IVec3,
) -> Result<u64, CliError> {
    let progress = Progress::with_rate(Some(usual_cells), 0);
    let mut occupied = 0;
    let mut slabs = slabs.peekable();
    // All slabs have the same materials.
    let palette = match slabs.peek() {
        Some(Ok(slab)) => slab.palette().clone(),
        _ => Palette::default(),
    };
    let written = NewFile::begin(path, Leftover::Removed)
        .map_err(WriteError::Io)
        .and_then(|file| MapWriter::new((format, lattice), path, file, size, palette))
        .writing(path)
        .and_then(|mut writer| {
            for slab in slabs {
                let slab = slab.or_advise(ANOTHER_SIZE)?;
                let slab_written = writer.slab(&slab, &progress);
                slab_written.writing(path)?;
                occupied += slab.count(CellState::Occupied);
            }
            let file = writer.finish();
            file.and_then(|file| Ok(file.finish()?)).writing(path)
        });
    progress.finish();
    written.map(|()| occupied)
}

/// Refuses a world whose file would not fit, before anything is drawn.
fn check_space(path: &Path, estimated: u64) -> Result<(), CliError> {
    // Where the system does not say, writing will.
    match fs4::available_space(folder_of(path)) {
        Ok(available) if available < estimated => {
            let shown = |count| bytes(usize::try_from(count).unwrap_or(usize::MAX));
            let reason = format!(
                "the file would need about {}, but only {} are free; choose another disk or a smaller world",
                shown(estimated),
                shown(available)
            );
            Err(CliError::at(path, reason))
        }
        _ => Ok(()),
    }
}

/// A world as a file of some format keeps it.
fn kept_by(format: MapFormat, world: &Occupancy) -> Occupancy {
    if matches!(format, MapFormat::Chunks) {
        return world.clone();
    }
    let mut builder = world.edit();
    // The box is that of the world, which is what may be refused.
    let _ = builder.clear_materials(world.bounds());
    builder.commit()
}

/// Returns a scenario of lengths in longest sides of a cell as files have it: in the unit of the sides, where these differ.
fn placed(scenario: Scenario, lattice: &Lattice) -> Scenario {
    if lattice.cubic_size().is_some() {
        return scenario;
    }
    let (sizes, longest) = (lattice.sizes(), lattice.longest_side());
    let rows = scenario.rows.iter();
    let rows = rows.map(|row| ScenarioRow::among(sizes, row.start, row.goal, row.length * longest));
    Scenario::new(scenario.map.clone(), rows.collect()).with_cell_sizes(sizes)
}

fn write_scenario(
    options: &GenerateOptions,
    format: MapFormat,
    (world, lattice): (&Occupancy, &Lattice),
    wanted: usize,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let (seed, limits, output) = (options.seed, &options.limits, &options.output);
    let (rows, path) = if let Some(source) = &options.locomotion {
        // The problems are those of the file, which may not keep what the cells are made of.
        let walker = Walker::new(source, (&kept_by(format, world), lattice))?;
        let rows = problems::for_walker(&walker, seed, wanted, limits)?;
        let name = map_name_for(output, source);
        (rows, MapKind::Voxels.scenario_of(&name))
    } else {
        let rows = problems::for_box((world, lattice), seed, wanted, limits)?;
        (rows, MapKind::Voxels.scenario_of(output))
    };
    let made = rows.len();
    if made > 0 {
        let name = output.file_name().unwrap_or_default();
        let scenario = placed(Scenario::new(name.to_string_lossy(), rows), lattice);
        write_file(&path, |file| scenario3d::write(&scenario, file))?;
        writeln!(out, "scenario  {}, {made} problems", path.display())?;
    }
    if made < wanted {
        return Err(CliError::unexpected(format!(
            "generated {made} of {wanted} problems: too few pairs of free cells are connected in this {} world; \
             ask for fewer, or for a larger or emptier world",
            options.kind
        )));
    }
    Ok(())
}
