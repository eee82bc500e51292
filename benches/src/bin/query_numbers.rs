//! The costs of queries by kind of world and algorithm: times with their tails, expansions, memory, and
//! searching in slices.
//!
//! All algorithms answer a row before the next one. Every cost is compared with that of the first
//! algorithm, as far as both are exact.

use std::error::Error;

use clap::Parser;
use voxnav::search::{Guarantee, Query, Search, SearchSettings, Weight};
use voxnav::{Algorithm, CornerRule, Outcome, Path, Workspace};
use voxnav_benches::{Clock, Numbers, problem_set, with_index};

/// Measures queries on worlds, on one thread.
#[derive(Debug, Parser)]
struct Arguments {
    /// Map files, each with its scenario in the same folder, or `generated:KIND:X,Y,Z:SEED`
    #[arg(default_values = [
        "generated:caves:256,256,256:1", "generated:rooms:256,256,256:1",
        "generated:random:20:256,256,256:1", "generated:towers:256,256,256:1",
        "generated:maze:256,256,256:1", "generated:random:10:512,512,1:1",
    ])]
    worlds: Vec<String>,
    /// Answer so many rows, evenly spaced; of generated worlds so many random pairs
    #[arg(long, value_name = "N", default_value_t = 30)]
    sample: usize,
    /// How often all rows are answered
    #[arg(long, default_value_t = 1)]
    rounds: u32,
    /// The algorithms, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "auto")]
    algorithms: Vec<Algorithm>,
    /// Whether diagonal moves may cut corners: strict or lenient
    #[arg(long, default_value_t)]
    corners: CornerRule,
    /// Answer with paths of at most so many times the optimum
    #[arg(long, value_name = "FACTOR", value_parser = weight)]
    within: Option<Weight>,
    /// Make the index first
    #[arg(long)]
    index: bool,
    /// Search in slices of so many expansions, too
    #[arg(long, value_name = "N")]
    sliced: Option<u64>,
    /// The time to measure
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
}

fn weight(factor: &str) -> Result<Weight, Box<dyn Error + Send + Sync>> {
    Ok(Weight::new(factor.parse()?)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    for world in &arguments.worlds {
        measure(world, &arguments)?;
    }
    Ok(())
}

/// Measures the queries on one world by all algorithms in turns.
fn measure(source: &str, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut set = problem_set(source, arguments.sample)?;
    if arguments.index {
        set = with_index(set, arguments.corners);
    }
    let world = &set.world;
    let (kilobytes, load) = (world.memory_bytes() / 1000, set.load);
    let title = format!("{source}: {kilobytes} kB, loaded in {load:.1?}");
    let mut numbers = Numbers::new(title, arguments.clock);
    let mut settings = SearchSettings::default()
        .moves(set.moves)
        .corners(arguments.corners);
    settings.within = arguments.within.unwrap_or(settings.within);
    let fresh = arguments.algorithms.iter().map(|_| Workspace::new());
    let mut workspaces: Vec<_> = fresh.collect();
    let mut expanded = vec![0; workspaces.len()];
    for problem in (0..arguments.rounds).flat_map(|_| &set.problems) {
        let mut optimum = None;
        for (index, &algorithm) in arguments.algorithms.iter().enumerate() {
            let (name, workspace) = (algorithm.to_string(), &mut workspaces[index]);
            let query =
                Query::new(problem.start, problem.goal).settings(settings.algorithm(algorithm));
            let solution = numbers.time(&name, || query.solve(world, workspace));
            expanded[index] += solution.statistics.expanded;
            if let Some(slice) = arguments.sliced {
                let mut search = Search::with_workspace(&query, world, std::mem::take(workspace));
                let case = format!("{name}, in slices");
                numbers.time(&case, || while search.step(slice).is_none() {});
                let (sliced, memory) = search.finish();
                *workspace = memory;
                if sliced.as_ref() != Some(&solution) {
                    return Err(format!("{case}: row {} differs", problem.number).into());
                }
            }
            let cost = solution.outcome.path().map(Path::cost);
            let is_exact = query.guarantee() == Guarantee::Optimal;
            if is_exact && cost != *optimum.get_or_insert(cost) {
                return Err(format!("{name}: row {} costs {cost:?}", problem.number).into());
            }
            if let Outcome::Found(path) = solution.outcome {
                workspace.recycle(path);
            }
        }
    }
    for (index, algorithm) in arguments.algorithms.iter().enumerate() {
        let kilobytes = workspaces[index].memory_bytes() / 1000;
        let note = format!("{} expanded, workspace of {kilobytes} kB", expanded[index]);
        numbers.note(&algorithm.to_string(), note);
    }
    numbers.print();
    Ok(())
}
