//! The times of the slowest queries of a scenario: every row several times, of which the fastest counts.
//!
//! Prints one row of a table for each map. With `--rows FILE` also what each row of the scenarios took,
//! as CSV, so that two builds can be compared on the rows that were hard before.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use voxnav::search::{Query, Weight};
use voxnav::{Algorithm, Outcome, Workspace};
use voxnav_benches::clock::Clock;
use voxnav_benches::problems::{Problem, Problems, from_scenario, random_pairs, scenario_beside};
use voxnav_benches::world::{LoadedWorld, WorldSource};
use voxnav_worlds::GeneratedWorld;

/// Measures the slowest queries of scenarios, on one thread.
#[derive(Debug, Parser)]
#[command(name = "tail_numbers")]
struct Arguments {
    /// Map files with a scenario beside each, or `generated:KIND:X,Y,Z:SEED`
    #[arg(required = true)]
    maps: Vec<WorldSource>,
    /// How often each row is answered; the fastest time counts
    #[arg(long, default_value_t = 1)]
    rounds: u32,
    /// Answer only so many rows, evenly spaced [default: all; 100 random pairs]
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// The algorithm, by its name
    #[arg(long, default_value = "auto")]
    algorithm: Algorithm,
    /// Answer with paths of at most so many times the optimum
    #[arg(long, value_name = "FACTOR", value_parser = weight)]
    within: Option<Weight>,
    /// Give each map a jump index
    #[arg(long)]
    jump_index: bool,
    /// Write what each row took
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
}

/// The measurements of a row.
struct Row {
    fastest: Duration,
    expanded: u64,
    /// The cost in units of 2^-30 straight moves; `None` without a path.
    cost: Option<u64>,
}

/// Random pairs that are drawn if nothing else is said.
const DEFAULT_PAIRS: usize = 100;
/// The number of rows with the most expansions that are called the hardest.
const HARDEST: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut file = match &arguments.rows {
        Some(path) => Some(BufWriter::new(File::create(path)?)),
        None => None,
    };
    if let Some(file) = &mut file {
        writeln!(file, "map,row,ms,expanded,cost")?;
    }
    println!(
        "| map | rows | mean ms | median | p99 | p99.9 | worst | hardest {HARDEST}, mean | expanded |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for map in &arguments.maps {
        let mut world = LoadedWorld::load(map, Clock::Wall)?;
        if arguments.jump_index {
            world.traversability = world.traversability.with_jump_index();
        }
        let problems = problems(map, &world, arguments.sample)?;
        let mut rows = measured(&world, &problems.rows, &arguments);
        if let Some(file) = &mut file {
            for (number, row) in rows.iter().enumerate() {
                let cost = row.cost.map_or(String::new(), |cost| cost.to_string());
                let took = ms(row.fastest);
                writeln!(file, "{map},{number},{took:.6},{},{cost}", row.expanded)?;
            }
        }
        println!("| {map} {}", table_row(&mut rows));
    }
    Ok(())
}

fn weight(factor: &str) -> Result<Weight, Box<dyn Error + Send + Sync>> {
    Ok(Weight::new(factor.parse()?)?)
}

fn problems(
    map: &WorldSource,
    world: &LoadedWorld,
    sample: Option<usize>,
) -> Result<Problems, Box<dyn Error>> {
    Ok(match map {
        WorldSource::File(path) => {
            from_scenario(&scenario_beside(path), &world.traversability, sample)?
        }
        WorldSource::Generated(GeneratedWorld { seed, .. }) => {
            let count = sample.unwrap_or(DEFAULT_PAIRS);
            random_pairs(&world.occupancy, &world.traversability, *seed, count)
        }
    })
}

fn measured(world: &LoadedWorld, problems: &[Problem], arguments: &Arguments) -> Vec<Row> {
    let mut workspace = Workspace::new();
    let mut rows: Vec<Row> = Vec::new();
    for _ in 0..arguments.rounds {
        for (number, problem) in problems.iter().enumerate() {
            let mut query = Query::new(problem.start, problem.goal).algorithm(arguments.algorithm);
            if let Some(factor) = arguments.within {
                query = query.within(factor);
            }
            let (solution, took) =
                Clock::Thread.time(|| query.solve(&world.traversability, &mut workspace));
            let cost = solution.outcome.path().map(|path| path.cost().raw());
            if let Outcome::Found(path) = solution.outcome {
                workspace.recycle(path);
            }
            match rows.get_mut(number) {
                Some(row) => row.fastest = row.fastest.min(took),
                None => rows.push(Row {
                    fastest: took,
                    expanded: solution.statistics.expanded,
                    cost,
                }),
            }
        }
    }
    rows
}

fn table_row(rows: &mut [Row]) -> String {
    let count = rows.len();
    let mean = |rows: &[Row]| {
        let sum: f64 = rows.iter().map(|row| ms(row.fastest)).sum();
        sum / u32::try_from(rows.len().max(1)).map_or(f64::MAX, f64::from)
    };
    let expanded = rows.iter().map(|row| row.expanded).sum::<u64>();
    rows.sort_unstable_by_key(|row| std::cmp::Reverse(row.expanded));
    let hardest = mean(&rows[..count.min(HARDEST)]);
    rows.sort_unstable_by_key(|row| row.fastest);
    // The smallest time that at least so many rows do not exceed.
    let quantile = |per_mille: usize| {
        let rank = (count * per_mille).div_ceil(1000).max(1) - 1;
        rows.get(rank).map_or(0.0, |row| ms(row.fastest))
    };
    let [median, p99, p999, worst] = [500, 990, 999, 1000].map(quantile);
    format!(
        "| {count} | {:.4} | {median:.4} | {p99:.3} | {p999:.3} | {worst:.2} | {hardest:.3} | {expanded} |",
        mean(rows)
    )
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
