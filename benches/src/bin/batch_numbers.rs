//! The gains and costs of batches: overhead, threads, shared goals, and cost fields. Every cost is compared
//! with that of a plain loop.

#![expect(clippy::print_stdout, reason = "a program that reports")]

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::{Path as FilePath, PathBuf};

use clap::{Parser, ValueEnum};
use voxnav::batch::{Answer, Batch, BatchSharing, PathDetail, PathRecord, Request, Source};
use voxnav::fields::FieldQuery;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Traversability};
use voxnav::search::{Cost, Query};
use voxnav::spatial::CellFilter;
use voxnav::{Algorithm, Outcome, Path, Workspace};
use voxnav_benches::{Clock, Numbers, problem_set};

/// Measures batches on one world.
#[derive(Debug, Parser)]
struct Arguments {
    /// A map file with its scenario in the same folder, or `generated:KIND:X,Y,Z:SEED`
    map: String,
    /// Random requests
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    requests: usize,
    /// Agents that go to one goal
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    agents: usize,
    /// The number of times that each is measured
    #[arg(long, default_value_t = 4)]
    rounds: usize,
    /// The time to measure
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
    /// Answer the requests in a file instead, once on all processors, and print the seconds and the sum of
    /// costs; a request is six numbers of 32 bits, little-endian: start and goal
    #[arg(long, value_name = "FILE")]
    given: Option<PathBuf>,
    /// The part of each of their paths to keep
    #[arg(long, value_name = "WHAT", requires = "given", default_value = "cost")]
    keep: KeptParts,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum KeptParts {
    Cost,
    Path,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let set = problem_set(&arguments.map, 1)?;
    let world = set.world;
    if let Some(file) = &arguments.given {
        return given(&world, file, arguments.keep);
    }
    let ends = 2 * arguments.requests.max(arguments.agents).max(100);
    let home = set.problems[0].start;
    let cells = world.random_cells(1, CellFilter::ConnectedTo(home))?;
    let cells: Vec<_> = cells.take(ends).collect();
    random(&world, &cells, &arguments)?;
    shared(&world, &cells, &arguments)?;
    fields(&world, &cells, &arguments)
}

/// Answers the requests of a file: what `benches/python/costs.py` holds the Python package against.
fn given(world: &Traversability, file: &FilePath, keep: KeptParts) -> Result<(), Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let numbers = bytes.as_chunks().0.iter();
    let numbers: Vec<_> = numbers.map(|bytes| i32::from_le_bytes(*bytes)).collect();
    let ends = numbers.as_chunks::<6>().0.iter();
    let requests: Vec<_> = ends
        .map(|ends| request(IVec3::from_slice(&ends[..3]), IVec3::from_slice(&ends[3..])))
        .collect();
    plain(world, &requests[..requests.len().min(1000)]);
    let batch = Batch::new(world.clone()).detail(match keep {
        KeptParts::Cost => PathDetail::Cost,
        KeptParts::Path => PathDetail::Path,
    });
    let (answers, time) = Clock::Wall.time(|| batch.solve(&requests));
    let answers = answers?;
    let costs = answers.iter().filter_map(|it| it.outcome.any_path());
    let sum: u64 = costs.map(|path| path.cost().raw()).sum();
    println!("{} {sum}", time.as_secs_f64());
    Ok(())
}

fn request(start: IVec3, goal: IVec3) -> Request<'static> {
    Query::new(start, goal).into()
}

/// Returns the costs of a plain loop over the queries.
fn plain(world: &Traversability, requests: &[Request<'_>]) -> Vec<Option<Cost>> {
    let mut workspace = Workspace::new();
    let mut cost = |request: &Request<'_>| {
        let solution = request.query.solve(world, &mut workspace);
        let cost = solution.outcome.path().map(Path::cost);
        if let Outcome::Found(path) = solution.outcome {
            workspace.recycle(path);
        }
        cost
    };
    requests.iter().map(&mut cost).collect()
}

fn batch(
    world: &Traversability,
    threads: usize,
    sharing: BatchSharing,
) -> Result<Batch<'static>, Box<dyn Error>> {
    let threads = NonZeroUsize::new(threads).ok_or("no threads")?;
    let batch = Batch::new(world.clone())
        .detail(PathDetail::Cost)
        .sharing(sharing);
    Ok(batch.threads(threads)?)
}

fn check(answers: &[Answer], expected: &[Option<Cost>]) -> Result<(), Box<dyn Error>> {
    let costs = answers
        .iter()
        .map(|it| it.outcome.path().map(PathRecord::cost));
    if !costs.eq(expected.iter().copied()) {
        return Err("a batch and a plain loop disagree".into());
    }
    Ok(())
}

/// Measures random requests: overhead over a plain loop, two threads against one.
fn random(
    world: &Traversability,
    cells: &[IVec3],
    arguments: &Arguments,
) -> Result<(), Box<dyn Error>> {
    let pairs = cells.chunks_exact(2).take(arguments.requests);
    let requests: Vec<_> = pairs.map(|ends| request(ends[0], ends[1])).collect();
    let title = format!(
        "{}, {} random requests, each",
        arguments.map,
        requests.len()
    );
    let mut numbers = Numbers::new(title, arguments.clock);
    // Warms the caches of the world and of the processor.
    plain(world, &requests[..requests.len() / 20]);
    for _ in 0..arguments.rounds {
        let alone = || plain(world, &requests);
        let expected = numbers.each("plain loop", requests.len(), alone);
        for threads in [1, 2] {
            let batch = batch(world, threads, BatchSharing::Never)?;
            let case = format!("batch, {threads} threads");
            check(
                &numbers.each(&case, requests.len(), || batch.solve(&requests))?,
                &expected,
            )?;
            numbers.note_ratio(&case, "plain loop");
        }
    }
    numbers.print();
    Ok(())
}

/// Measures agents from everywhere to one goal, another in each round: what a single query takes depends on
/// where the goal lies.
fn shared(
    world: &Traversability,
    cells: &[IVec3],
    arguments: &Arguments,
) -> Result<(), Box<dyn Error>> {
    let title = format!("{} agents to one goal, each", arguments.agents);
    let mut numbers = Numbers::new(title, arguments.clock);
    for &goal in &cells[..arguments.rounds] {
        let starts = cells[arguments.rounds..].iter().take(arguments.agents);
        let requests: Vec<_> = starts.map(|&start| request(start, goal)).collect();
        let (count, alone) = (requests.len(), || plain(world, &requests));
        let expected = numbers.each("single queries", count, alone);
        let by_astar = |it: &Request<'static>| it.query.algorithm(Algorithm::AStar).into();
        let sample: Vec<_> = requests.iter().take(200).map(by_astar).collect();
        numbers.each("single queries, plain A*", sample.len(), || {
            plain(world, &sample)
        });
        for keep in [PathDetail::Cost, PathDetail::FirstStep, PathDetail::Path] {
            let batch = batch(world, 1, BatchSharing::WhereCheaper)?.detail(keep);
            let case = format!("shared, {keep:?}");
            let answers = numbers.each(&case, count, || batch.solve(&requests))?;
            check(&answers, &expected)?;
            let by_field = answers.iter().filter(|it| it.source == Source::Field);
            numbers.note(&case, format!("{} by field in the last", by_field.count()));
        }
    }
    numbers.print();
    Ok(())
}

/// Measures a field over the whole world: what making it takes, what its answers take, and repairs after
/// boxes were closed and opened again.
fn fields(
    world: &Traversability,
    cells: &[IVec3],
    arguments: &Arguments,
) -> Result<(), Box<dyn Error>> {
    let goal = cells[0];
    let mut numbers = Numbers::new(format!("a field to {goal}"), arguments.clock);
    let make = || FieldQuery::to_nearest_of([goal]).solve(world);
    let mut field = numbers.time("made", make)?;
    let (expanded, bytes) = (field.statistics().expanded, field.memory_bytes());
    numbers.note("made", format!("{expanded} expanded, {} MiB", bytes >> 20));
    let (flow, asked) = (field.flow(world)?, &cells[..cells.len().min(100_000)]);
    for _ in 0..arguments.rounds {
        numbers.count("a cost", asked, |&cell| flow.cost(cell).is_some());
        numbers.count("a next move", asked, |&cell| flow.next_move(cell).is_some());
        numbers.count("a path", asked, |&cell| flow.path(cell).is_some());
    }
    let (original, mut world) = (world.occupancy(), world.clone());
    for side in [1, 4, 16] {
        for &place in &cells[1..41] {
            let cells = CellBox::new(place, place + side).intersection(&original.bounds());
            let mut edit = original.edit();
            edit.set_box(cells, CellState::Occupied)?;
            edit.set(goal, CellState::Free)?;
            for occupancy in [&edit.commit(), original] {
                world = world.refreshed(occupancy);
                let case = format!("repaired after a box of {side}^3 came or went");
                field = numbers.time(&case, || field.updated(&world))?;
            }
        }
    }
    numbers.print();
    Ok(())
}
