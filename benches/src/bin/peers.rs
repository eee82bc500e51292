//! Runs the same problems through voxnav and what a user could take instead, and verifies every
//! answer.

#![expect(clippy::print_stderr, reason = "a program that reports")]

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use voxnav::CornerRule;
use voxnav::search::SearchSettings;
use voxnav_benches::comparison::{EngineRecord, compare};
use voxnav_benches::engine::EngineName;
use voxnav_benches::memory::peak_resident_bytes;
use voxnav_benches::{Clock, Numbers, problem_set, with_index};

/// Compares voxnav with a textbook A* and with the `pathfinding` crate, on one thread.
///
/// Every row is answered by every engine before the next, in an order that is drawn again for each row;
/// the order of the rows is drawn, too. An engine whose answers have taken longer than --budget is asked
/// no further row: on large maps textbook and pathfinding need seconds for a query. Every path is
/// re-checked move by move, every cost compared with the listed length and with the other engines. Ends
/// with status 1 if any answer is wrong.
#[derive(Debug, Parser)]
#[command(name = "peers")]
struct Arguments {
    /// A map file (.3dmap or .map) with its scenario in the same folder, or `generated:KIND:X,Y,Z:SEED`
    map: String,
    /// Answer only so many rows, evenly spaced; of generated worlds so many random pairs
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: usize,
    /// The engines, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_values =
        ["voxnav", "voxnav-jump", "voxnav-canonical", "voxnav-astar", "textbook", "pathfinding"])]
    engines: Vec<EngineName>,
    /// The seconds that all answers of an engine may take together
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    budget: u64,
    /// Whether diagonal moves may cut corners: strict or lenient
    #[arg(long, default_value_t)]
    corners: CornerRule,
    /// Make the index, too, before anything is measured
    #[arg(long)]
    index: bool,
    /// The time to measure
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(records) => {
            let is_wrong = |record: &EngineRecord| !record.mismatches.is_empty();
            ExitCode::from(u8::from(records.iter().any(is_wrong)))
        }
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<Vec<EngineRecord>, Box<dyn Error>> {
    let (clock, corners) = (arguments.clock, arguments.corners);
    let mut set = problem_set(&arguments.map, arguments.sample)?;
    if arguments.index {
        set = with_index(set, corners);
    }
    let world = &set.world;
    // A row that lists no path is no problem for engines that all look for one.
    (set.problems).retain(|row| row.listed.is_none_or(|length| length > 0.0));
    let ends = set.problems.iter().flat_map(|row| [row.start, row.goal]);
    if let Some(cell) = ends.into_iter().find(|end| !world.is_traversable(*end)) {
        return Err(format!("{cell} is not free: is the scenario for another map?").into());
    }
    let rules = SearchSettings::default().moves(set.moves).corners(corners);
    let budget = Duration::from_secs(arguments.budget);
    let records = compare(
        &arguments.engines,
        world,
        rules,
        &set.problems,
        clock,
        budget,
    )?;
    let title = format!(
        "{}: {} queries, loaded in {:.1?}, world of {} KiB",
        set.name,
        set.problems.len(),
        set.load,
        (set.occupancy_bytes + world.memory_bytes()) / 1024,
    );
    table(title, &records, clock).print();
    if let Some(peak) = peak_resident_bytes() {
        eprintln!("peak of memory: {} MiB", peak >> 20);
    }
    for record in &records {
        for wrong in record.mismatches.iter().take(5) {
            let row = &wrong.problem;
            let (name, fault) = (record.name, wrong.fault);
            eprintln!(
                "{name}: row {}, {} to {}: {fault}",
                row.number, row.start, row.goal
            );
        }
    }
    Ok(records)
}

/// Returns the table of all engines; in the last column what each expanded, how many times as fast as
/// `pathfinding` it is by mean and median of the rows that both answered, and its wrong answers.
fn table(title: String, records: &[EngineRecord], clock: Clock) -> Numbers {
    let mut numbers = Numbers::new(title, clock);
    let is_peer = |record: &&EngineRecord| record.name == EngineName::Pathfinding;
    let peer = records.iter().find(is_peer);
    for record in records {
        let name = record.name.to_string();
        for &time in &record.times {
            numbers.add(&name, time);
        }
        let (expanded, wrong) = (record.expanded, record.mismatches.len());
        let speed = peer.map_or(String::new(), |peer| {
            let [mean, median] = record.speed(peer);
            format!("x mean {mean:.2}, x med {median:.2}, ")
        });
        let note = format!("{speed}{expanded} expanded, {wrong} wrong");
        numbers.note(&name, note);
    }
    numbers
}
