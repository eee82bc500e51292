//! The costs of `.voxnav` files: bytes, loading until a query can be answered, what is derived then, saving
//! after an edit, and searches over a world held whole and over one that is loaded on demand.
//!
//! The end of the report is the peak of memory: measure a world by that alone.

#![expect(clippy::print_stdout, reason = "a program that reports")]

use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use clap::Parser;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Footprint, Traversability};
use voxnav::search::{Query, SearchSettings, Solution};
use voxnav::{Outcome, UnknownPolicy, Workspace};
use voxnav_benches::memory::peak_resident_bytes;
use voxnav_benches::{Clock, Numbers};
use voxnav_store::{Reader, World, WorldFile, WorldOnDemand};
use voxnav_testkit::Draws;

/// Measures the file of a world.
#[derive(Debug, Parser)]
struct Arguments {
    /// A `.voxnav` file, as `voxnav generate` and `voxnav convert` write them; it is not changed
    file: PathBuf,
    /// The number of times that each is measured
    #[arg(long, default_value_t = 9)]
    rounds: u32,
    /// Search between so many random pairs of free cells
    #[arg(long, default_value_t = 40)]
    searches: usize,
    /// Search on demand, too, with so many megabytes of chunks
    #[arg(long, value_name = "MEGABYTES")]
    on_demand: Option<usize>,
    /// Search on demand alone, so that the peak of memory is that
    #[arg(long, requires = "on_demand")]
    only: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let file = &arguments.file;
    let mut numbers = Numbers::new(file.display().to_string(), Clock::Wall);
    if !arguments.only {
        load(file, &arguments, &mut numbers)?;
        derive(file, &mut numbers)?;
        save(file, arguments.rounds, &mut numbers)?;
    }
    if let Some(megabytes) = arguments.on_demand {
        let bytes = megabytes * 1_000_000;
        on_demand(file, bytes, arguments.searches, &mut numbers)?;
    }
    numbers.print();
    if let Some(peak) = peak_resident_bytes() {
        println!("peak of memory: {} MB", peak / 1_000_000);
    }
    Ok(())
}

/// Measures loading until queries can be answered, and searches over the world held whole.
fn load(path: &Path, arguments: &Arguments, numbers: &mut Numbers) -> Result<(), Box<dyn Error>> {
    let size = fs::metadata(path)?.len();
    for round in 0..arguments.rounds {
        let world = numbers.time("loaded", || World::load(path))?;
        let derive = || Traversability::new(&world.occupancy, UnknownPolicy::Blocked);
        let cells = numbers.time("traversability", derive);
        let bytes = [world.occupancy.memory_bytes(), cells.memory_bytes()];
        numbers.note("loaded", format!("{size} bytes, {} in memory", bytes[0]));
        numbers.note("traversability", format!("{} bytes", bytes[1]));
        if round == 0 {
            let mut workspace = Workspace::new();
            search(
                "whole",
                arguments.searches,
                world.occupancy.bounds(),
                numbers,
                |ends| Ok(Query::new(ends[0], ends[1]).solve(&cells, &mut workspace)),
            )?;
        }
    }
    Ok(())
}

/// Measures searches over a world loaded on demand, with at most so many bytes of chunks.
fn on_demand(
    path: &Path,
    most: usize,
    searches: usize,
    numbers: &mut Numbers,
) -> Result<(), Box<dyn Error>> {
    let reader = Reader::open(File::open(path)?)?;
    let bounds = reader.bounds();
    let mut world = WorldOnDemand::new(reader, Footprint::ONE, UnknownPolicy::Blocked, most)?;
    let mut workspace = Workspace::new();
    search("on demand", searches, bounds, numbers, |ends| {
        Ok(world.solve(ends, SearchSettings::default(), &mut workspace)?)
    })?;
    let (read, megabytes) = (world.chunks_read(), world.memory_bytes() / 1_000_000);
    println!("on demand: {read} chunks read, {megabytes} MB held at the end");
    Ok(())
}

/// Measures searches between random cells; those between blocked cells do not count.
fn search(
    how: &str,
    count: usize,
    bounds: CellBox,
    numbers: &mut Numbers,
    mut solve: impl FnMut([IVec3; 2]) -> Result<Solution, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let case = format!("a search, {how}");
    let mut draws = Draws::new(1);
    let (mut done, mut expanded, mut cost) = (0, 0, 0.0);
    while done < count {
        let ends = [draws.cell(&bounds), draws.cell(&bounds)];
        let (solution, time) = Clock::Wall.time(|| solve(ends));
        let solution = solution?;
        if matches!(solution.outcome, Outcome::InvalidEnd(_)) {
            continue;
        }
        done += 1;
        numbers.add(&case, time);
        expanded += solution.statistics.expanded;
        cost += solution
            .outcome
            .path()
            .map_or(0.0, |path| path.cost().length());
    }
    numbers.note(
        &case,
        format!("{expanded} expanded, paths of {cost:.3} together"),
    );
    Ok(())
}

/// Measures what is derived from the cells of a file, and having it back from a file that keeps components
/// and jump index.
fn derive(path: &Path, numbers: &mut Numbers) -> Result<(), Box<dyn Error>> {
    let bare = World::load(path)?;
    for side in [1, 3, 7] {
        let agent = Footprint::new(CellBox::from_size(IVec3::splat(side)))?;
        let mut kept = bare.clone();
        for _ in 0..3 {
            let mut time = |what: &str, work: &dyn Fn() -> Traversability| {
                numbers.time(&format!("agent of {side}^3: {what}"), work)
            };
            let policy = UnknownPolicy::Blocked;
            let cells = time("traversability", &|| {
                Traversability::for_agent(&bare.occupancy, agent, policy)
            });
            time("corridors", &|| cells.clone().with_corridors());
            let cells = time("components", &|| cells.clone().with_components());
            let cells = time("jump index", &|| cells.clone().with_jump_index());
            kept.keep(&cells);
            let read = World::from_bytes(&kept.to_bytes()?)?;
            let case = format!("agent of {side}^3: all but corridors from a file");
            let cells = numbers.time(&case, || read.traversability(agent, policy))?;
            if cells.chunks_to_label() > 0 {
                return Err("components were not kept".into());
            }
        }
    }
    Ok(())
}

/// Measures saving a copy of the world after an edit of one cell in the middle.
fn save(path: &Path, rounds: u32, numbers: &mut Numbers) -> Result<(), Box<dyn Error>> {
    let name = format!("voxnav-file-numbers-{}.voxnav", std::process::id());
    let copy = std::env::temp_dir().join(name);
    fs::copy(path, &copy)?;
    let mut file = WorldFile::open(&copy)?;
    let mut world = file.load()?;
    let bounds = world.occupancy.bounds();
    let middle = bounds.min + (bounds.max - bounds.min) / 2;
    for _ in 0..rounds {
        let other = match world.occupancy.state(middle) {
            CellState::Free => CellState::Occupied,
            _ => CellState::Free,
        };
        let mut edit = world.occupancy.edit();
        edit.set(middle, other)?;
        world.occupancy = edit.commit();
        let saved = numbers.time("saved after an edit", || file.save(&world))?;
        numbers.note("saved after an edit", format!("{saved:?}"));
    }
    let saved = World::load(&copy)?;
    fs::remove_file(copy)?;
    if saved.to_bytes()? != world.to_bytes()? {
        return Err("the world that was saved is another one".into());
    }
    Ok(())
}
