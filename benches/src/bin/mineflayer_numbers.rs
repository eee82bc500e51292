//! Terrain and queries for `benches/mineflayer`, answered by voxnav's preset `mineflayer`: writes the
//! cells as bytes and the queries with their costs and times, for the script there to compare.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use serde::Serialize;
use voxnav::Workspace;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy};
use voxnav::ground::{Ground, Locomotion, verify_legs};
use voxnav::search::Query;
use voxnav_benches::clock::Clock;
use voxnav_worlds::{GeneratedWorld, random_free_cells};

/// Writes a world and queries for the comparison with mineflayer-pathfinder
#[derive(Parser)]
struct Options {
    /// The folder for world.bin and queries.json
    folder: PathBuf,

    /// The world
    #[arg(long, default_value = "generated:terrain:256,256,128:1")]
    world: GeneratedWorld,

    /// How many queries
    #[arg(long, default_value_t = 40)]
    queries: usize,
}

/// Rounds, of which the fastest counts.
const ROUNDS: u32 = 5;

/// The number of cells that an end drawn in the air may fall to the ground.
const FALL: u32 = 256;

/// Materials with a cost of their own, which mineflayer does not know.
const PLAIN: [&str; 2] = ["sand", "bush"];

#[derive(Serialize)]
struct Row {
    start: [i32; 3],
    goal: [i32; 3],
    cost: f64,
    nanoseconds: u64,
    expanded: u64,
}

#[derive(Serialize)]
struct Queries {
    world: String,
    size: [i32; 3],
    /// The names of blocks for the bytes of the world.
    names: Vec<&'static str>,
    rows: Vec<Row>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let world = without_factors(&options.world.world()?)?;
    // Neither side jumps over gaps.
    let agent = Locomotion {
        jump: None,
        ..Locomotion::mineflayer()
    };
    let ground = Ground::new(&world, &agent)?;
    let drawn = random_free_cells(&world, 1, 200 * options.queries);
    let mut ends = drawn.iter().filter_map(|cell| ground.settled(*cell, FALL));
    let mut workspace = Workspace::new();
    let mut rows = Vec::new();
    while let (Some(start), Some(goal)) = (ends.next(), ends.next()) {
        if rows.len() == options.queries {
            break;
        }
        if let Some(row) = measured(&world, &agent, &ground, (start, goal), &mut workspace)? {
            rows.push(row);
        }
    }
    std::fs::create_dir_all(&options.folder)?;
    let (bytes, names) = as_bytes(&world);
    std::fs::write(options.folder.join("world.bin"), bytes)?;
    let total: u64 = rows.iter().map(|row| row.nanoseconds).sum();
    println!(
        "{}: {} queries, {:.3} ms in the mean",
        options.world,
        rows.len(),
        Duration::from_nanos(total).as_secs_f64() * 1e3
            / f64::from(u32::try_from(rows.len())?.max(1))
    );
    let queries = Queries {
        world: options.world.to_string(),
        size: world.bounds().size().as_ivec3().to_array(),
        names,
        rows,
    };
    let text = serde_json::to_string(&queries)?;
    std::fs::write(options.folder.join("queries.json"), text)?;
    Ok(())
}

/// Returns the same cells without materials that have a cost of their own.
fn without_factors(world: &Occupancy) -> Result<Occupancy, Box<dyn Error>> {
    let ids = PLAIN.map(|name| world.palette().find(name));
    let mut builder = world.edit();
    for cell in world.bounds().cells() {
        let id = world.material(cell);
        if id.is_some() && ids.contains(&id) {
            builder.clear_materials(CellBox::of_cell(cell))?;
        }
    }
    Ok(builder.commit())
}

/// Solves and checks a query, if it has an answer.
fn measured(
    world: &Occupancy,
    agent: &Locomotion,
    ground: &Ground,
    (start, goal): (IVec3, IVec3),
    workspace: &mut Workspace,
) -> Result<Option<Row>, Box<dyn Error>> {
    let mut best = Duration::MAX;
    let mut row = None;
    for _ in 0..ROUNDS {
        let query = Query::new(start, goal);
        let (solution, spent) = Clock::Thread.time(|| query.solve(ground, workspace));
        best = best.min(spent);
        let Some(path) = solution.outcome.path() else {
            return Ok(None);
        };
        if row.is_none() {
            verify_legs(path, world, agent, &[])?;
        }
        row = Some(Row {
            start: start.to_array(),
            goal: goal.to_array(),
            cost: path.cost().length(),
            nanoseconds: u64::try_from(best.as_nanos())?,
            expanded: solution.statistics.expanded,
        });
    }
    Ok(row)
}

/// Returns a byte a cell, x fastest, then y, then z, and what the bytes mean.
fn as_bytes(world: &Occupancy) -> (Vec<u8>, Vec<&'static str>) {
    let block = |name: &str| match name {
        "water" => 2,
        "lava" => 3,
        "ladder" => 4,
        "door" => 5,
        _ => 1,
    };
    let byte = |cell: IVec3| {
        let material = world.material(cell).and_then(|id| world.palette().get(id));
        match material {
            Some(material) => block(&material.name),
            None => u8::from(world.state(cell) == CellState::Occupied),
        }
    };
    let names = vec!["air", "stone", "water", "lava", "ladder", "oak_door"];
    (world.bounds().cells().map(byte).collect(), names)
}
