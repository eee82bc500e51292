//! The cost of keeping many routes in a world whose doors open and shut: found by a watch and kept by
//! replanners, against asking afresh for everyone whom an edit concerns; and whether memory grows.
//!
//! `cargo run --release -p voxnav-benches --bin replanning_numbers -- --help`

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

mod chasing;
mod crowd;
mod doors;
mod memory;
mod streaming;
mod watching;

use std::error::Error;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::{AgentView, Lattice, RouteOptions, Terrain, UnknownPolicy};
use voxnav_testkit::Draws;
use voxnav_worlds::{Distribution, GeneratedWorld, random_free_cells};

/// Measures agents in a world whose doors open and shut
#[derive(Parser)]
struct Options {
    /// What is measured
    #[arg(long, value_enum, default_values = ["watch", "crowd"], value_delimiter = ',')]
    parts: Vec<Part>,

    /// The world
    #[arg(long, default_value = "generated:caves:512,512,512:1")]
    world: GeneratedWorld,

    /// How many agents
    #[arg(long, default_value_t = 1000)]
    agents: usize,

    /// How many paths are watched to see what an edit costs
    #[arg(long, default_value_t = 10_000)]
    watched: usize,

    /// How many ticks, 60 a second
    #[arg(long, default_value_t = 600)]
    ticks: u64,

    /// How many doors change in a second
    #[arg(long, default_value_t = 100)]
    doors: u64,

    /// The edge of a door, in cells
    #[arg(long, default_value_t = 5)]
    door: i32,

    /// How many times the optimum a route may cost
    #[arg(long, default_value_t = 1.0)]
    detour: f64,

    /// How many cells all agents together may expand in a tick
    #[arg(long, default_value_t = u64::MAX)]
    expansions: u64,

    /// How many ticks pass at least between two searches of an agent for something better
    #[arg(long, default_value_t = 0)]
    patience: u32,

    /// Ask afresh for one of so many agents that are concerned, and take it for all
    #[arg(long, default_value_t = 1)]
    afresh: usize,

    /// How many seconds memory is watched at most
    #[arg(long, default_value_t = 100)]
    seconds: u64,

    /// How far an agent gets in a tick, in cells
    #[arg(long, default_value_t = 0.1)]
    speed: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// What an edit costs a watch of many paths
    Watch,
    /// Agents that walk while doors change
    Crowd,
    /// Memory over a long run
    Memory,
    /// Chasers of one target
    Chase,
    /// Chunks in and out while others search, of pieces of the world
    Stream,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let original = options.world.world()?;
    let world = Traversability::new(&original, UnknownPolicy::Blocked).with_components();
    let mut draws = Draws::new(7);
    let cells = random_free_cells(&original, 3, 2 * (options.watched + options.agents));
    let pairs: Vec<[IVec3; 2]> = cells.chunks_exact(2).map(|it| [it[0], it[1]]).collect();
    let (watched, walking) = pairs.split_at(options.watched.min(pairs.len()));
    println!("{}", options.world);
    for part in &options.parts {
        match part {
            Part::Watch => watching::measure(&options, &original, &world, watched, &mut draws)?,
            Part::Crowd => crowd::measure(&options, &original, &world, walking, &mut draws)?,
            Part::Chase => chasing::measure(&options, &original, &world, &mut draws)?,
            Part::Stream => streaming::measure(&options, &original)?,
            Part::Memory => memory::measure(&options, &original, &world, walking, &mut draws)?,
        }
    }
    Ok(())
}

fn view_of(world: &Traversability) -> Result<AgentView, Box<dyn Error>> {
    let (lattice, terrain) = (Lattice::default(), Terrain::new());
    Ok(AgentView::new(
        lattice,
        world.clone(),
        &terrain,
        &RouteOptions::default(),
    )?)
}

/// Prints how times are spread, in microseconds.
fn tell(what: &str, times: &[Duration]) {
    let times = Distribution::new(times.iter().map(|time| time.as_secs_f64() * 1e6).collect());
    println!(
        "{what}: mean {:.1} us, median {:.1}, p99 {:.1}, worst {:.1}",
        times.mean(),
        times.median(),
        times.quantile(0.99),
        times.max()
    );
}
