//! Runs the same problems through voxnav and what a user could take instead, and verifies every
//! answer.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that reports"
)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use voxnav_benches::clock::Clock;
use voxnav_benches::comparison::{EngineRecord, Timing, compare};
use voxnav_benches::engine::{Engine, EngineName};
use voxnav_benches::memory::peak_resident_bytes;
use voxnav_benches::problems::{self, Problems};
use voxnav_benches::report::{EngineReport, Report};
use voxnav_benches::rules::{Corners, Rules};
use voxnav_benches::world::{LoadedWorld, WorldSource};
use voxnav_worlds::GeneratedWorld;

/// Compares voxnav with a textbook A* and with the `pathfinding` crate, on one thread.
///
/// Every row is answered by every engine before the next, in an order that is drawn anew for each row;
/// the order of the rows is drawn, too. An engine whose answers have taken longer than --budget is asked
/// no further row: on large maps textbook and pathfinding need seconds for a query, and pathfinding-plain
/// minutes. Every path is re-checked move by move, every cost compared with the listed length and with
/// the other engines. Ends with status 1 if any answer is wrong.
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
    /// The engines, separated by commas, or all [default: all but pathfinding-plain and
    /// grid-pathfinding]
    ///
    /// voxnav, voxnav-jump, voxnav-canonical, voxnav-astar, textbook, pathfinding, pathfinding-plain,
    /// grid-pathfinding; all are those that take the world under these rules.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    engines: Vec<Engines>,
    /// The seconds that all answers of an engine may take together
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    budget: Duration,
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

/// One engine, or all.
#[derive(Clone, Copy, Debug)]
enum Engines {
    All,
    One(EngineName),
}

impl FromStr for Engines {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        EngineName::from_str(text, false)
            .map(Self::One)
            .map_err(|_| {
                let names = EngineName::value_variants().iter();
                let names: Vec<_> = names.map(|name| name.as_str()).collect();
                format!("there are {} and all", names.join(", "))
            })
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
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
    let rules = Rules::of(&world.traversability, arguments.corners);
    let names = engines(arguments, &world, rules);
    let timing = Timing {
        clock: arguments.clock,
        budget: arguments.budget,
    };
    // Draws nothing where standard error is not a terminal.
    let progress = ProgressBar::new(problems.rows.len() as u64).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} rows, {eta} left")?,
    );
    let records = compare(
        &names,
        &world.traversability,
        rules,
        &problems.rows,
        timing,
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

/// Returns the engines to be asked, each once.
fn engines(arguments: &Arguments, world: &LoadedWorld, rules: Rules) -> Vec<EngineName> {
    let fits = |name: &EngineName| Engine::new(*name, &world.traversability, rules).is_ok();
    let asked = arguments.engines.iter().flat_map(|engines| match engines {
        Engines::All => {
            let all = EngineName::value_variants().iter();
            all.copied().filter(fits).collect()
        }
        Engines::One(name) => vec![*name],
    });
    let mut names = Vec::new();
    for name in asked {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        names = EngineName::USUAL.to_vec();
    }
    names
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
        budget_s: arguments.budget.as_secs_f64(),
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
