//! Requests a second against the length of paths, the number of requests, and the size of worlds.

use std::error::Error;
use std::time::Duration;

use voxnav::MoveSet;
use voxnav::batch::{Request, Sharing};
use voxnav::experiment::Heuristic;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{Cost, Query};
use voxnav_benches::clock::Clock;
use voxnav_benches::world::{LoadedWorld, WorldSource};
use voxnav_worlds::random_free_cells;

use crate::{batch, check, connected, plain, rate, timed};

/// The least time that a plain loop takes in a measurement; it takes about four times as long at
/// most.
const ENOUGH: Duration = Duration::from_millis(250);

/// Returns the first requests that take a plain loop long enough to be measured, or all of them.
fn measurable<'r>(world: &Traversability, requests: &'r [Request<'r>]) -> &'r [Request<'r>] {
    let mut first = &requests[..requests.len().min(16)];
    while first.len() < requests.len() && timed(|| plain(world, first)).1.processor < ENOUGH {
        first = &requests[..requests.len().min(4 * first.len())];
    }
    first
}

/// Measures one row: the requests by a plain loop, and in batches on one and two threads.
fn row(name: &str, world: &Traversability, requests: &[Request<'_>]) -> Result<(), Box<dyn Error>> {
    let (costs, alone) = timed(|| plain(world, requests));
    let mut rates = Vec::new();
    for threads in [1, 2] {
        let batch = batch(world, threads, Sharing::Never)?;
        batch.solve(&requests[..requests.len().min(100)])?;
        let (answers, taken) = timed(|| batch.solve(requests));
        check(&answers?, &costs)?;
        rates.push(rate(requests.len(), taken.wall));
    }
    let found = costs.iter().flatten();
    let count = found.clone().count();
    let length = found.map(|cost| cost.length()).sum::<f64>();
    println!(
        "{name:28} {:8} requests, mean length {:6.1}: {:9.0} /s of processor time, batches {:9.0} and {:9.0} /s",
        requests.len(),
        length / f64::from(u32::try_from(count.max(1))?),
        rate(requests.len(), alone.processor),
        rates[0],
        rates[1],
    );
    Ok(())
}

fn pairs(cells: &[IVec3]) -> impl Iterator<Item = Request<'static>> {
    let pairs = cells.chunks_exact(2);
    pairs.map(|ends| Query::new(ends[0], ends[1]).into())
}

/// Measures batches by the distance between the ends.
pub(crate) fn path_lengths(world: &Traversability, cells: &[IVec3]) -> Result<(), Box<dyn Error>> {
    println!("\nby distance between the ends");
    let apart = |ends: &[IVec3]| Heuristic::Octile.estimate(MoveSet::Vertex26, ends[0], ends[1]);
    let mut least = 0;
    for most in [16, 32, 64, 128, 256, 512] {
        let within = Cost::STRAIGHT * least..Cost::STRAIGHT * most;
        // Neighbors in the list are drawn independently, so every cell may be paired twice.
        let requests = cells
            .windows(2)
            .filter(|ends| within.contains(&apart(ends)))
            .map(|ends| Query::new(ends[0], ends[1]).into())
            .collect::<Vec<_>>();
        if requests.len() >= 16 {
            let requests = measurable(world, &requests);
            row(&format!("{least} to {most} cells"), world, requests)?;
        }
        least = most;
    }
    Ok(())
}

/// Measures batches by the number of requests.
pub(crate) fn batch_sizes(world: &Traversability, cells: &[IVec3]) -> Result<(), Box<dyn Error>> {
    println!("\nby requests in a batch");
    let requests = pairs(cells).collect::<Vec<_>>();
    for count in [1, 10, 100, 1_000, 10_000, 100_000] {
        if let Some(requests) = requests.get(..count) {
            row(&format!("{count}"), world, requests)?;
        }
    }
    Ok(())
}

/// Measures batches by the size of generated worlds.
pub(crate) fn world_sizes() -> Result<(), Box<dyn Error>> {
    println!("\nby world");
    for kind in ["caves", "towers"] {
        for side in [64, 128, 256, 512] {
            let source: WorldSource = format!("generated:{kind}:{side},{side},{side}:1").parse()?;
            let loaded = LoadedWorld::load(&source, Clock::Wall)?;
            let world = &loaded.traversability;
            let cells = connected(world, random_free_cells(&loaded.occupancy, 1, 40_000));
            let requests = pairs(&cells).collect::<Vec<_>>();
            row(
                &format!("{kind} {side}^3, {} MiB", loaded.memory_bytes() >> 20),
                world,
                measurable(world, &requests),
            )?;
        }
    }
    Ok(())
}
