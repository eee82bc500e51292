//! Runs the same problems through voxnav and what a user could take instead, and verifies every
//! answer.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that reports"
)]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use voxnav_benches::clock::Clock;
use voxnav_benches::comparison::{EngineRecord, compare};
use voxnav_benches::engine::EngineName;
use voxnav_benches::memory::peak_resident_bytes;
use voxnav_benches::problems::{self, Problems};
use voxnav_benches::report::{EngineReport, Report};
use voxnav_benches::rules::{Corners, Rules};
use voxnav_benches::world::{LoadedWorld, WorldSource};
use voxnav_worlds::GeneratedWorld;

/// Compares voxnav with a textbook A* and with the `pathfinding` crate, on one thread.
///
/// Every row is answered by every engine before the next, in an order that is drawn anew for each row.
/// Every path is re-checked move by move, every cost compared with the listed length and with the
/// other engines. Ends with status 1 if any answer is wrong.
#[derive(Debug, Parser)]
#[command(name = "peers")]
struct Arguments {
    /// A map file (.3dmap or .map), or `generated:KIND:X,Y,Z:SEED`
    map: WorldSource,
    /// A scenario file [default: the one beside the map; random pairs in generated worlds]
    scenario: Option<PathBuf>,
    /// Answer only so many rows, evenly spaced [default: all; 100 random pairs]
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// The engines, separated by commas [default: all but pathfinding-plain]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    engines: Vec<EngineName>,
    /// Whether diagonal moves may cut corners
    #[arg(long, value_enum, default_value_t)]
    corners: Corners,
    /// Find the portals between rooms, too, before anything is measured
    #[arg(long)]
    portals: bool,
    /// Which time to measure
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
}

/// Random pairs that are drawn if nothing else is said.
const DEFAULT_PAIRS: usize = 100;

/// Wrong answers that are described for each engine.
const SHOWN_MISMATCHES: usize = 5;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(records) if records.iter().all(|record| record.mismatches.is_empty()) => {
            ExitCode::SUCCESS
        }
        Ok(records) => {
            records.iter().for_each(show_mismatches);
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<Vec<EngineRecord>, Box<dyn std::error::Error>> {
    let mut world = LoadedWorld::load(&arguments.map, arguments.clock)?;
    if arguments.portals {
        let (traversability, took) = arguments.clock.time(|| match arguments.corners {
            Corners::Strict => world.traversability.with_portals(),
            Corners::Lenient => world.traversability.with_lenient_portals(),
        });
        world.traversability = traversability;
        world.traversability_time += took;
    }
    let problems = problems(arguments, &world)?;
    let mut names = arguments.engines.clone();
    if names.is_empty() {
        names = EngineName::USUAL.to_vec();
    }
    // Draws nothing where standard error is not a terminal.
    let progress = ProgressBar::new(problems.rows.len() as u64).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} rows, {eta} left")?,
    );
    let records = compare(
        &names,
        &world.traversability,
        Rules::of(&world.traversability, arguments.corners),
        &problems.rows,
        arguments.clock,
        || {
            progress.inc(1);
        },
    )?;
    progress.finish_and_clear();
    let report = report(arguments, &world, &problems, &records);
    if arguments.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        println!("{report}");
    }
    Ok(records)
}

fn problems(
    arguments: &Arguments,
    world: &LoadedWorld,
) -> Result<Problems, Box<dyn std::error::Error>> {
    let scenario = match (&arguments.map, &arguments.scenario) {
        (_, Some(path)) => path.clone(),
        (WorldSource::File(map), None) => problems::scenario_beside(map),
        (WorldSource::Generated(GeneratedWorld { seed, .. }), None) => {
            let count = arguments.sample.unwrap_or(DEFAULT_PAIRS);
            return Ok(problems::random_pairs(
                &world.occupancy,
                &world.traversability,
                *seed,
                count,
            ));
        }
    };
    Ok(problems::from_scenario(
        &scenario,
        &world.traversability,
        arguments.sample,
    )?)
}

fn report(
    arguments: &Arguments,
    world: &LoadedWorld,
    problems: &Problems,
    records: &[EngineRecord],
) -> Report {
    let load_time = world.occupancy_time + world.traversability_time;
    Report {
        map: arguments.map.to_string(),
        queries: problems.rows.len(),
        unreachable: problems.unreachable,
        clock: arguments.clock.as_str(),
        engines: EngineReport::of_all(records),
        peak_rss_bytes: peak_resident_bytes(),
        world_bytes: world.memory_bytes(),
        workspace_bytes: records
            .iter()
            .map(|record| record.memory_bytes)
            .find(|&bytes| bytes > 0)
            .unwrap_or(0),
        load_ms: load_time.as_secs_f64() * 1e3,
    }
}

fn show_mismatches(record: &EngineRecord) {
    for mismatch in record.mismatches.iter().take(SHOWN_MISMATCHES) {
        let problem = mismatch.problem;
        eprintln!(
            "{}: row {} from {} to {}: {}",
            record.name, mismatch.row, problem.start, problem.goal, mismatch.fault
        );
    }
    let hidden = record.mismatches.len().saturating_sub(SHOWN_MISMATCHES);
    if hidden > 0 {
        eprintln!("{}: {hidden} more wrong answers", record.name);
    }
}
