//! The demonstration: a cave world from a fixed seed, and agents routed through it, by first paths and better ones, by
//! optimal routes, by routes within a stated bound, and by A* as textbooks have it; then all of them at once, as a
//! [`Crowd`](voxnav_crowd::crowd::Crowd) over a [`Navigator`](voxnav::Navigator) of cells.
//!
//! [`run`] needs no file and no network, and gives the same routes on every machine; only the times differ.

mod crowd;
mod cut;
mod error;
mod page;
mod routes;
mod watch;

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellState, Occupancy, Traversability};
use voxnav_worlds::figures::{bytes, compact, grouped};
use voxnav_worlds::{GeneratedWorld, WorldKind};

pub use error::DemoError;
pub use page::PAGE;
pub use watch::{Unwatched, Watch};

use cut::Cut;

/// The world.
const WORLD: GeneratedWorld = GeneratedWorld {
    kind: WorldKind::Caves,
    size: IVec3::splat(128),
    seed: 7,
};

/// The number of agents that are routed.
const AGENTS: usize = 400;

/// Runs the demonstration: prints what it finds, in lines of at most 80 letters, and writes [`PAGE`] into a folder unless
/// something else has that name there.
///
/// # Errors
///
/// [`DemoError::Output`] if `out` fails; all others are bugs of voxnav.
pub fn run(out: &mut dyn Write, folder: &Path, watch: &mut dyn Watch) -> Result<(), DemoError> {
    let started = Instant::now();
    let cells = WORLD.world()?;
    let world = Traversability::new(&cells, UnknownPolicy::Blocked).with_components();
    let made = started.elapsed();
    writeln!(
        out,
        "A cave world from seed {}, {AGENTS} agents routed through it\n",
        WORLD.seed
    )?;
    writeln!(out, "world      {}", described(&cells))?;
    writeln!(
        out,
        "           generated in {} ms; searches use {} of memory for it",
        compact(milliseconds(made)),
        bytes(world.memory_bytes())
    )?;
    out.flush()?;
    let routes = routes::route(&cells, &world, watch)?;
    routes.write(out)?;
    writeln!(out, "\nA cut at z = {}: rock #, routes o\n", Cut::Z)?;
    Cut::through(&world, &routes.paths).write(out)?;
    writeln!(out)?;
    out.flush()?;
    let played = crowd::play(&cells, &routes.paths, watch)?;
    played.write(out)?;
    writeln!(out)?;
    page::write(&folder.join(PAGE), &cells, &routes, &played, out)
}

/// Returns size and content of a world in one line.
fn described(cells: &Occupancy) -> String {
    let size = cells.bounds().size();
    let occupied = grouped(cells.count(CellState::Occupied));
    format!(
        "{} x {} x {} cells, {occupied} occupied",
        size.x, size.y, size.z
    )
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The program in the README, compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
