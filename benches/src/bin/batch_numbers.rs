//! What batches are worth: threads, overhead, shared goals, and one request that takes a thousand
//! times as long as the others. Every cost is compared with that of a plain loop.

#![expect(clippy::print_stdout, reason = "a program that reports")]

use std::error::Error;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::Parser;
use voxnav::glam::IVec3;
use voxnav::{
    Algorithm, Answer, Batch, Cost, FieldQuery, Keep, Kept, Outcome, Path, Query, Request, Sharing,
    Traversability, Workspace,
};
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
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let loaded = LoadedWorld::load(&arguments.map, Clock::Wall)?;
    let world = &loaded.traversability;
    let wanted = 2 * arguments.requests.max(arguments.agents);
    let cells = connected(
        world,
        random_free_cells(&loaded.occupancy, arguments.seed, 2 * wanted),
    );
    println!("map         {}", arguments.map);
    println!(
        "cells       {} connected of {} drawn",
        cells.len(),
        2 * wanted
    );
    random_requests(world, &cells, arguments.requests)?;
    one_goal(world, &cells, arguments.agents)?;
    group_sizes(world, &cells)?;
    long_tail(world, &cells)
}

/// The cells of the component that most of them lie in.
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

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let result = work();
    (result, begin.elapsed())
}

/// The costs of a plain loop over the queries.
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
    let batch = Batch::new(world.clone()).keep(Keep::Cost).sharing(sharing);
    Ok(batch.threads(threads)?)
}

fn check(answers: &[Answer], expected: &[Option<Cost>]) -> Result<(), Box<dyn Error>> {
    let same =
        |(answer, cost): (&Answer, &Option<Cost>)| answer.outcome.path().map(Kept::cost) == *cost;
    let all = answers.len() == expected.len() && answers.iter().zip(expected).all(same);
    all.then_some(())
        .ok_or_else(|| "a batch and a plain loop disagree".into())
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn report(name: &str, count: usize, time: Duration, than: Duration) {
    println!(
        "{name:28} {:9.3} s  {:9.0} requests/s  {:6.3} of the plain loop's time",
        time.as_secs_f64(),
        count as f64 / time.as_secs_f64(),
        time.as_secs_f64() / than.as_secs_f64(),
    );
}

/// How often each time is taken; the best one counts.
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
    let mut best = [Duration::MAX; 3];
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

fn one_goal(world: &Traversability, cells: &[IVec3], count: usize) -> Result<(), Box<dyn Error>> {
    let (Some(&goal), starts) = (cells.first(), &cells[1..]) else {
        return Err("no cells".into());
    };
    let requests = starts.iter().take(count);
    let requests = requests
        .map(|&start| Query::new(start, goal).into())
        .collect::<Vec<_>>();
    println!("\n{} agents to one goal", requests.len());
    let (expected, loop_time) = timed(|| plain(world, &requests));
    report("single queries", requests.len(), loop_time, loop_time);
    for keep in [Keep::Cost, Keep::Path] {
        let batch = batch(world, 1, Sharing::WhereCheaper)?.keep(keep);
        let (answers, time) = timed(|| batch.solve(&requests));
        let answers = answers?;
        check(&answers, &expected)?;
        report(
            &format!("shared, 1 thread, {keep:?}"),
            requests.len(),
            time,
            loop_time,
        );
    }
    let (field, time) = timed(|| FieldQuery::to_nearest_of([goal]).solve(world));
    let expanded = field?.statistics().expanded;
    println!(
        "the whole field: {:.3} s, {expanded} expansions",
        time.as_secs_f64()
    );
    Ok(())
}

/// Where a field begins to be cheaper, for agents all over the world and for agents near the goal.
fn group_sizes(world: &Traversability, cells: &[IVec3]) -> Result<(), Box<dyn Error>> {
    println!("\ngroups: time of the batch with sharing over that of single queries");
    for reach in [32, i32::MAX] {
        for size in [16, 64, 256, 1024] {
            let goal = cells[0];
            let near = |cell: &&IVec3| (**cell - goal).abs().max_element() <= reach;
            let starts = cells[1..].iter().filter(near).take(size);
            let requests = starts
                .map(|&start| Query::new(start, goal).into())
                .collect::<Vec<_>>();
            if requests.len() < size {
                continue;
            }
            let batch = batch(world, 1, Sharing::WhereCheaper)?;
            batch.solve(&requests)?;
            plain(world, &requests);
            let (expected, single) = timed(|| plain(world, &requests));
            let (answers, shared) = timed(|| batch.solve(&requests));
            let answers = answers?;
            check(&answers, &expected)?;
            let by_field = answers
                .iter()
                .filter(|answer| answer.source == voxnav::Source::Field);
            println!(
                "within {reach:10}, {size:5} agents: {:7.3}  ({:9.1} us a single query, {} by field)",
                shared.as_secs_f64() / single.as_secs_f64(),
                single.as_secs_f64() * 1e6 / f64::from(u32::try_from(size)?),
                by_field.count(),
            );
        }
    }
    Ok(())
}

/// One request that takes a thousand times as long as each of 3000 others, as the last in the list:
/// it floods the world by Dijkstra's algorithm, and they are pairs that plain A* takes so long for.
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
        times.push((time.abs_diff(time_of_long / 1000), Request::from(query)));
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
    (0..times).map(|_| timed(&work).1).min().unwrap_or_default()
}
