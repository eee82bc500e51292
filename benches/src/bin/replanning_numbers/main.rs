//! The cost of keeping many routes in a world whose doors open and shut: found by a watch and kept by
//! replanners, against a new search for every agent that an edit affects.

mod crowd;
mod doors;

use std::error::Error;

use clap::Parser;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::replanning::{PathEvent, PathWatcher};
use voxnav::search::{Flight, Query};
use voxnav::{UnknownPolicy, Workspace};
use voxnav_benches::{Clock, Numbers};
use voxnav_testkit::Draws;
use voxnav_worlds::{GeneratedWorld, random_free_cells};

use doors::Doors;

/// Measures agents in a world whose doors open and shut
#[derive(Debug, Parser)]
struct Options {
    /// The world
    #[arg(long, default_value = "generated:caves:512,512,512:1")]
    world: GeneratedWorld,
    /// How many agents walk while doors change
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
    /// Ask afresh for one of so many agents that are concerned
    #[arg(long, default_value_t = 1)]
    afresh: usize,
    /// How far an agent gets in a tick, in cells
    #[arg(long, default_value_t = 0.1)]
    speed: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let original = options.world.world()?;
    let world = Traversability::new(&original, UnknownPolicy::Blocked).with_components();
    let mut draws = Draws::new(7);
    let cells = random_free_cells(&original, 3, 2 * (options.watched + options.agents));
    let pairs: Vec<[IVec3; 2]> = cells.chunks_exact(2).map(|it| [it[0], it[1]]).collect();
    let (watched, walking) = pairs.split_at(options.watched.min(pairs.len()));
    if !watched.is_empty() {
        watch(&options, &world, watched, &mut draws)?;
    }
    if !walking.is_empty() {
        crowd::measure(&options, &world, walking, &mut draws)?;
    }
    Ok(())
}

/// Measures what an edit costs a watch of many paths.
fn watch(
    options: &Options,
    world: &Traversability,
    pairs: &[[IVec3; 2]],
    draws: &mut Draws,
) -> Result<(), Box<dyn Error>> {
    let mut watch = PathWatcher::new(Flight::new(world));
    let (mut workspace, mut on_paths) = (Workspace::new(), Vec::new());
    for [from, to] in pairs {
        let solution = Query::new(*from, *to).solve(world, &mut workspace);
        if let Some(path) = solution.outcome.path() {
            watch.insert(path)?;
            on_paths.extend(path.cells().step_by(97));
        }
    }
    let title = format!("{}: {} paths watched", options.world, watch.len());
    let mut numbers = Numbers::new(title, Clock::Wall);
    let mut now = world.clone();
    let turns = [
        "naming the paths after a door shut",
        "naming the paths after it opened",
    ];
    let mut named = [0; 2];
    for _ in 0..options.ticks {
        let mut doors = Doors::new(world.occupancy(), &[draws.pick(&on_paths)], options.door);
        for (turn, case) in turns.iter().enumerate() {
            doors.toggle_any(draws, |_| false)?;
            now = numbers.time("refreshing the world", || now.refreshed(&doors.now));
            let events = numbers.time(case, || watch.update(Flight::new(&now)));
            let is_blocked = |event: &&PathEvent| matches!(event, PathEvent::Blocked { .. });
            if turn == 1 && events.iter().any(|event| is_blocked(&event)) {
                return Err("a door that opened blocks a path".into());
            }
            named[turn] += events.len();
            numbers.note(case, format!("{} named", named[turn]));
        }
    }
    numbers.print();
    Ok(())
}
