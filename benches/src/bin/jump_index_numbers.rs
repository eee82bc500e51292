//! The costs of the jump index of a world: to make, to hold, and to keep up under edits.
//!
//! Takes map files or names of procedural worlds; prints a few lines for each.

use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

use voxnav::UnknownPolicy;
use voxnav::grid::{CellBox, CellState, Occupancy, Traversability};
use voxnav_benches::clock::Clock;
use voxnav_benches::world::LoadedWorld;
use voxnav_testkit::Draws;

const EDITS: i32 = 101;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    for source in std::env::args().skip(1) {
        let occupancy = LoadedWorld::load(&source.parse()?, Clock::Wall)?.occupancy;
        let plain = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let begin = Instant::now();
        let world = plain.clone().with_jump_index();
        let made = begin.elapsed();
        let bytes = world.memory_bytes() - plain.memory_bytes();
        writeln!(out, "{source}: made in {made:?}, {bytes} bytes")?;
        for edge in [1, 10] {
            let [without, with] = [&plain, &world].map(|world| edits(world, &occupancy, edge));
            let (without, with) = (without?, with?);
            writeln!(
                out,
                "{source}: refreshed after {edge}^3 cells in {without:?} without, {with:?} with"
            )?;
        }
    }
    Ok(())
}

/// Returns the median of refreshing after a cube of cells was closed or opened, somewhere.
fn edits(
    world: &Traversability,
    occupancy: &Occupancy,
    edge: i32,
) -> Result<Duration, Box<dyn Error>> {
    let bounds = world.bounds();
    let corners = CellBox::new(bounds.min, bounds.max - edge);
    let mut draws = Draws::new(1);
    let mut times = Vec::new();
    for number in 0..EDITS {
        let corner = draws.cell(&corners);
        let state = match number % 2 {
            0 => CellState::Occupied,
            _ => CellState::Free,
        };
        let mut edit = occupancy.edit();
        edit.set_box(CellBox::new(corner, corner + edge), state)?;
        let edited = edit.commit();
        let begin = Instant::now();
        let next = world.refreshed(&edited);
        times.push(begin.elapsed());
        drop(next);
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}
