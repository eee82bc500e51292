//! The gains and costs of batches: threads, overhead, shared goals, one request that takes a
//! thousand times as long as the others, and how all that scales. Every cost is compared with that
//! of a plain loop.

#![expect(clippy::print_stdout, reason = "a program that reports")]

mod given;
mod scaling;
mod shared;

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use voxnav::batch::{Answer, Batch, KeptPath, PathDetail, Request, Sharing};
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{Cost, Query};
use voxnav::{Algorithm, Outcome, Path, Workspace};
use voxnav_benches::clock::Clock;
use voxnav_benches::world::{LoadedWorld, WorldSource};
use voxnav_worlds::random_free_cells;

/// Measures batches on one map.
#[derive(Debug, Parser)]
struct Arguments {
    /// A map file (.3dmap or .map), or `generated:KIND:X,Y,Z:SEED`
    map: WorldSource,
    /// Random requests
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    requests: usize,
    /// Agents that go to one goal
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    agents: usize,
    /// The seed of the random cells
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only these parts
    #[arg(long, value_name = "PARTS", value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Answer the requests in a file instead, and print the seconds and the sum of costs
    #[arg(long, value_name = "FILE", conflicts_with = "only")]
    given: Option<PathBuf>,
    /// What to keep of each of their paths
    #[arg(long, value_name = "WHAT", requires = "given", default_value = "cost")]
    keep: Kept,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kept {
    Cost,
    Path,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Random requests: overhead over a plain loop, two threads against one
    Random,
    /// Many agents to one goal
    Shared,
    /// Where a shared search begins to pay
    Groups,
    /// Cost fields: making, reading, repairing
    Field,
    /// One request that takes a thousand times as long as the others
    Tail,
    /// Requests a second against path length, requests in a batch, and world size
    Scaling,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let loaded = LoadedWorld::load(&arguments.map, Clock::Wall)?;
    let world = &loaded.traversability;
    if let Some(file) = &arguments.given {
        let detail = match arguments.keep {
            Kept::Cost => PathDetail::Cost,
            Kept::Path => PathDetail::Path,
        };
        return given::requests(world, file, detail);
    }
    let drawn = 4 * arguments.requests.max(arguments.agents).max(1_000);
    let cells = random_free_cells(&loaded.occupancy, arguments.seed, drawn);
    let cells = connected(world, cells);
    println!("map         {}", arguments.map);
    println!("cells       {} connected of {drawn} drawn", cells.len());
    let parts = match arguments.only.as_slice() {
        [] => Part::value_variants(),
        only => only,
    };
    for part in parts {
        match part {
            Part::Random => random_requests(world, &cells, arguments.requests)?,
            Part::Shared => shared::one_goal(world, &cells, arguments.agents)?,
            Part::Groups => shared::group_sizes(world, &cells)?,
            Part::Field => shared::fields(&loaded, &cells)?,
            Part::Tail => long_tail(world, &cells)?,
            Part::Scaling => {
                scaling::path_lengths(world, &cells)?;
                scaling::batch_sizes(world, &cells)?;
                scaling::world_sizes()?;
            }
        }
    }
    Ok(())
}

/// Returns the cells of the component that most of them lie in.
fn connected(world: &Traversability, cells: Vec<IVec3>) -> Vec<IVec3> {
    let count = |cell: &IVec3| {
        let component = world.component(*cell);
        cells
            .iter()
            .take(200)
            .filter(|other| world.component(**other) == component)
            .count()
    };
    let Some(most) = cells
        .iter()
        .take(20)
        .max_by_key(|cell| count(cell))
        .copied()
    else {
        return cells;
    };
    let component = world.component(most);
    cells
        .into_iter()
        .filter(|cell| world.component(*cell) == component)
        .collect()
}

/// The time that some work took.
#[derive(Clone, Copy)]
struct Taken {
    wall: Duration,
    /// The processor time of all threads; on a machine with other work the one to compare by, but
    /// not of two threads with one.
    processor: Duration,
}

impl Taken {
    const LONGEST: Self = Self {
        wall: Duration::MAX,
        processor: Duration::MAX,
    };

    fn min(self, other: Self) -> Self {
        Self {
            wall: self.wall.min(other.wall),
            processor: self.processor.min(other.processor),
        }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Taken) {
    #[cfg(target_os = "linux")]
    let clock = Clock::Process;
    #[cfg(not(target_os = "linux"))]
    let clock = Clock::Wall;
    let ((result, processor), wall) = Clock::Wall.time(|| clock.time(work));
    (result, Taken { wall, processor })
}

/// Returns the costs of a plain loop over the queries.
fn plain(world: &Traversability, requests: &[Request<'_>]) -> Vec<Option<Cost>> {
    let mut workspace = Workspace::new();
    let mut costs = Vec::with_capacity(requests.len());
    for request in requests {
        let solution = request.query.solve(world, &mut workspace);
        costs.push(solution.outcome.path().map(Path::cost));
        if let Outcome::Found(path) = solution.outcome {
            workspace.recycle(path);
        }
    }
    costs
}

fn batch(
    world: &Traversability,
    threads: usize,
    sharing: Sharing,
) -> Result<Batch<'static>, Box<dyn Error>> {
    let threads = NonZeroUsize::new(threads).ok_or("no threads")?;
    let batch = Batch::new(world.clone())
        .detail(PathDetail::Cost)
        .sharing(sharing);
    Ok(batch.threads(threads)?)
}

fn check(answers: &[Answer], expected: &[Option<Cost>]) -> Result<(), Box<dyn Error>> {
    let same = |(answer, cost): (&Answer, &Option<Cost>)| {
        answer.outcome.path().map(KeptPath::cost) == *cost
    };
    let all = answers.len() == expected.len() && answers.iter().zip(expected).all(same);
    all.then_some(())
        .ok_or_else(|| "a batch and a plain loop disagree".into())
}

fn report(name: &str, count: usize, time: Taken, than: Taken) {
    println!(
        "{name:28} {:9.3} s  {:9.0} requests/s  {:7.3} of the plain loop's time, {:7.3} of its processor time",
        time.wall.as_secs_f64(),
        rate(count, time.wall),
        ratio(time.wall, than.wall),
        ratio(time.processor, than.processor),
    );
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn rate(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

fn ratio(time: Duration, than: Duration) -> f64 {
    time.as_secs_f64() / than.as_secs_f64()
}

/// The number of times each measurement is taken; the best one counts.
const ROUNDS: usize = 4;

fn random_requests(
    world: &Traversability,
    cells: &[IVec3],
    count: usize,
) -> Result<(), Box<dyn Error>> {
    let pairs = cells.chunks_exact(2).take(count);
    let requests = pairs
        .map(|ends| Query::new(ends[0], ends[1]).into())
        .collect::<Vec<_>>();
    println!("\n{} random requests", requests.len());
    // Warms the caches of the world and of the processor.
    plain(world, &requests[..requests.len() / 20]);
    let batches = [
        batch(world, 1, Sharing::Never)?,
        batch(world, 2, Sharing::Never)?,
    ];
    let mut best = [Taken::LONGEST; 3];
    // What else the machine does falls on all three, and the best of some rounds on none.
    for _ in 0..ROUNDS {
        let (expected, time) = timed(|| plain(world, &requests));
        best[0] = best[0].min(time);
        for (batch, best) in batches.iter().zip(&mut best[1..]) {
            let (answers, time) = timed(|| batch.solve(&requests));
            check(&answers?, &expected)?;
            *best = time.min(*best);
        }
    }
    for (name, time) in ["plain loop", "batch, 1 thread", "batch, 2 threads"]
        .iter()
        .zip(best)
    {
        report(name, requests.len(), time, best[0]);
    }
    Ok(())
}

/// Measures one request that takes a thousand times as long as each of 3000 others, as the last in
/// the list: it floods the world by Dijkstra's algorithm, and they are pairs that plain A* takes so
/// long for.
fn long_tail(world: &Traversability, cells: &[IVec3]) -> Result<(), Box<dyn Error>> {
    let (first, last) = (cells[0], |cell: &&IVec3| {
        (**cell - cells[0]).abs().element_sum()
    });
    let far = *cells.iter().max_by_key(last).ok_or("no cells")?;
    let long = Request::from(Query::new(first, far).algorithm(Algorithm::Dijkstra));
    let time_of_long = best_of(2, || plain(world, &[long]));
    let mut workspace = Workspace::new();
    let mut times = Vec::new();
    for ends in cells.chunks_exact(2).take(400) {
        let query = Query::new(ends[0], ends[1]).algorithm(Algorithm::AStar);
        let (_, time) = timed(|| query.solve(world, &mut workspace));
        times.push((
            time.wall.abs_diff(time_of_long / 1000),
            Request::from(query),
        ));
    }
    times.sort_by_key(|(difference, _)| *difference);
    let short = times.iter().take(20).map(|(_, request)| *request);
    let mut requests = short.cycle().take(3000).collect::<Vec<_>>();
    let time_of_short = best_of(2, || plain(world, &requests));
    requests.push(long);
    let batch = batch(world, 2, Sharing::Never)?;
    let time = best_of(3, || batch.solve(&requests));
    let best = time_of_long.max((time_of_long + time_of_short) / 2);
    println!(
        "\none long request ({:.3} s) after 3000 short ones ({:.3} s), 2 threads: {:.3} s, {:.3} of the best split",
        time_of_long.as_secs_f64(),
        time_of_short.as_secs_f64(),
        time.as_secs_f64(),
        time.as_secs_f64() / best.as_secs_f64(),
    );
    Ok(())
}

fn best_of<T>(times: usize, work: impl Fn() -> T) -> Duration {
    (0..times)
        .map(|_| timed(&work).1.wall)
        .min()
        .unwrap_or_default()
}
