//! `voxnav bench`: the rows of a scenario solved, timed and checked.

mod first;
mod report;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use voxnav::search::{EndFault, Query, SearchSettings};
use voxnav::{Outcome, Path, Workspace};

use crate::error::CliError;
use crate::report::output::{WrappedText, write_json};
use crate::report::progress::Progress;
use crate::search::indexes::Queries;
use crate::search::limits::Clock;
use crate::search::mode::Mode;
use crate::search::options::SearchOptions;
use crate::search::walker::{Walker, WalkerOptions};
use crate::values::whole;
use crate::world_source::cost_options::{CostFacts, MapOptions};
use crate::world_source::map_file::{MapFile, MapSource};
use crate::world_source::scenario_file::{NumberedRow, scenario_on, shape_listed};
use first::FirstPaths;
use report::Report;
use voxnav_lab::figures::grouped;
use voxnav_lab::{Expectation, Fault, Listed};

/// Solve the problems of a scenario file, time them and check every answer
///
/// Every path is checked cell by cell against the moves and the corner rule, outside the
/// timed part, and its cost against the length that the scenario lists. Exit
/// code 1: a wrong answer. 3: no wrong answer, but some rows reached a limit.
///
/// Listed lengths were added up, often in 32 bits, and then rounded, and both errors add: a cost
/// counts as equal if it differs by at most half a unit of the last digit listed (3.41421 by
/// 0.000005, 244.95 by 0.005) and a millionth of the length besides. Whole numbers count as rounded
/// to six digits, as C++ prints, or to the most decimals of any row, whichever is coarser. Length 0
/// between different cells lists that there is no path: to find one is a mismatch.
///
/// Paths of algorithms with a proved bound may be longer within that bound, paths of greedy by any
/// amount; no path may be shorter. The listed lengths are for 26 moves (.map: planar8-z) and strict
/// corners; with others lengths are not compared, but paths are still checked.
///
/// With --locomotion the scenario of MAP is MAP.L.3dscen, as generate --scenarios makes it, and lengths
/// of other scenarios are not compared.
///
/// With --first the rows are also answered by first paths, which are improved up to the optimum: the times
/// of first paths, and how good paths are at once, after 2.5 and after 10 ms.
///
/// Times are those of the queries alone, in milliseconds, one after the other on one
/// thread, with one workspace that grows as it is needed.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav bench cave.3dmap
  voxnav bench cave.3dmap --algorithm astar --sample 100 --json
  voxnav bench arena.map arena.map.scen --heuristic euclidean
  voxnav bench generated:terrain:128,128,64:1 --locomotion walker
  voxnav bench generated:caves:128,128,128:1 --first --json

The JSON object:
  map, scenario, algorithm, heuristic, moves, corners, guarantee
  locomotion     of the agent on the ground, whose moves these are; null if
                 there is none
  costs          (where cells have costs) convention, unit and rounding
  queries        rows solved
  mismatches     rows that are not as they must be
  faults         the first ten of them, with the reason
  invalid_paths  those of them with a path that breaks a rule
  unreachable    rows proved to have no path
  limited        rows without an answer, because a limit was reached
  blocked        rows that rightly have no path, because the agent cannot be
                 at their start or goal
  time_ms        mean, q1, median, q3, p99, p999 (of a thousand), max, total
  expanded       mean, median, max, total; generated likewise
  tolerance      least and most that a cost may differ from a listed length
                 and count as equal; null where lengths are not compared
  suboptimality  mean and max of cost / listed length over the paths found
                 where one is listed
  first          (--first) of first paths time_ms, suboptimality (mean and max
                 of cost / optimum) and proved (mean and max of the ratio that
                 was proved); in after_2_5_ms and after_10_ms the last two of
                 the paths known by then
  load_ms        from opening the map to being ready for queries
  occupancy_bytes       memory of the world as loaded
  traversability_bytes  memory of what searches see of it
  workspace_bytes       memory of the search, grown to what the rows needed")]
pub(crate) struct BenchOptions {
    /// The map: a .3dmap, .map or .voxnav file, one of another program, or generated:KIND:X,Y,Z:SEED
    map: MapSource,

    /// The problems [default: MAP with .3dscen appended, or .scen for a .map; of a generated world
    /// N or 100 random pairs of cells]
    scen: Option<PathBuf>,

    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    walker: WalkerOptions,

    #[command(flatten)]
    read: MapOptions,

    /// Solve only N rows, evenly spaced
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>(1..=u64::MAX))]
    sample: Option<u64>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The number of problems drawn on a generated world by default.
const DRAWN: u64 = 100;

pub(crate) fn run(options: &BenchOptions, out: &mut dyn Write) -> Result<(), CliError> {
    options.read.costs.check(options.walker.source.as_ref())?;
    let map = MapFile::load(&options.map, &options.read)?.prepared(
        &options.search,
        &options.walker,
        Queries::Many,
    )?;
    let drawn = options.sample.unwrap_or(DRAWN);
    let walker = options.walker.on(map.placed())?;
    let agent = options.walker.source.as_ref().zip(walker.as_ref());
    let given = options.scen.as_deref();
    let (scenario_path, scenario) = scenario_on(&map, &options.map, agent, given, drawn)?;
    let wanted = options.sample.map_or(usize::MAX, |wanted| {
        usize::try_from(wanted).unwrap_or(usize::MAX)
    });
    let rows: Vec<_> = scenario.sample(wanted).collect();
    // First paths are measured beside exact ones.
    let exact = SearchOptions {
        first: false,
        ..options.search.clone()
    };
    let search = map.settings(&exact);
    let clock = options.search.limits.clock(1);
    let bench = Bench {
        map: &map,
        walker: walker.as_ref(),
        expectation: match &options.walker.source {
            Some(source) => Expectation::of_walker(&search, source.listed_in(given)),
            // Listed lengths know no costs.
            None if map.costs().is_some() => Expectation::Unknown,
            None => Expectation::of(&search, map.kind.moves(), shape_listed(&scenario, &map)),
        },
        search,
        clock: &clock,
        wants_first: options.search.first,
    };
    let measured = bench.measure(&rows);
    let report = Report::new(&bench, &scenario_path, &measured);
    if options.json {
        write_json(&report, out)?;
    } else {
        report.write(&map, scenario.rows.len(), &mut WrappedText::new(out))?;
    }
    match (report.mismatches, report.limited) {
        (0, 0) => Ok(()),
        (0, limited) => Err(CliError::limit(format!(
            "{} of {} rows reached a limit and have no answer; raise the limit, or try another --algorithm",
            grouped(limited),
            grouped(report.queries)
        ))),
        (mismatches, _) => Err(CliError::unexpected(format!(
            "{} of {} answers are not as expected; see the report, and check that the scenario belongs to this map",
            grouped(mismatches),
            grouped(report.queries)
        ))),
    }
}

/// The measurements and faults of a run over the rows.
#[derive(Default)]
struct RunMeasurements {
    times_ms: Vec<f64>,
    expanded: Vec<u64>,
    generated: Vec<u64>,
    /// Cost / listed length of every path found.
    ratios: Vec<f64>,
    /// By how much costs might differ from listed lengths, of the rows where they are compared.
    tolerances: Vec<f64>,
    unreachable: u64,
    limited: u64,
    faults: Vec<(NumberedRow, Fault)>,
    /// Rows that rightly have no path, because the agent cannot be at an end, and the end.
    blocked: Vec<(NumberedRow, EndFault)>,
    /// First paths and those after them.
    first: FirstPaths,
    workspace_bytes: usize,
}

/// The world, the settings and the expectations of a measurement.
struct Bench<'a> {
    map: &'a MapFile,
    /// The ground agent, if there is one.
    walker: Option<&'a Walker>,
    search: SearchSettings,
    expectation: Expectation,
    clock: &'a Clock,
    /// True if first paths are measured, too.
    wants_first: bool,
}

impl Bench<'_> {
    /// Returns the facts about the costs of cells, where the agent flies over some.
    fn costs(&self) -> Option<CostFacts> {
        self.map.costs().filter(|_| self.walker.is_none())
    }

    /// Returns whether the agent may not be able to be where the problems are: on the ground, or where costs block.
    fn has_other_ends(&self) -> bool {
        self.walker.is_some() || self.costs().is_some()
    }

    /// Returns whether lengths are listed for cells of such costs and sides.
    fn is_listed_for(&self) -> bool {
        let is_compared = self.expectation != Expectation::Unknown;
        self.costs().is_none() && (is_compared || self.search.shape.is_cubic())
    }

    fn measure(&self, rows: &[NumberedRow]) -> RunMeasurements {
        let mut workspace = Workspace::new();
        let mut measured = RunMeasurements::default();
        let progress = Progress::of(rows.len());
        for &row in rows {
            if let Some(walker) = self.walker {
                self.ask(walker, row, &mut workspace, &mut measured);
            } else {
                let flight = self.map.flight_from(row.1.start);
                self.ask(&flight, row, &mut workspace, &mut measured);
            }
            progress.inc(1);
        }
        progress.finish();
        measured.workspace_bytes = workspace.memory_bytes();
        measured
    }

    /// Answers a row and notes the answer.
    fn ask<M: Mode>(
        &self,
        mode: &M,
        numbered: NumberedRow,
        workspace: &mut Workspace,
        measured: &mut RunMeasurements,
    ) {
        let (_, row) = numbered;
        let query = mode.priced(Query::new(row.start, row.goal).settings(self.search));
        let (solution, time) = self.clock.solve(&query, mode.moves(), workspace);
        let (outcome, statistics) = (solution.outcome, solution.statistics);
        measured.times_ms.push(time.as_secs_f64() * 1e3);
        measured.expanded.push(statistics.expanded);
        measured.generated.push(statistics.generated);
        // Nothing can be wrong with an answer that a limit cut off.
        if self.clock.limit_of(&outcome).is_some() {
            measured.limited += 1;
            return;
        }
        measured.unreachable += u64::from(matches!(outcome, Outcome::Unreachable));
        if !row.lists_no_path() && self.is_listed_for() {
            let cost = outcome.path().map(Path::cost);
            let ratio = cost.map(|cost| Listed::of(row.length).ratio(cost.length()));
            measured.ratios.extend(ratio);
            let is_compared = self.expectation != Expectation::Unknown;
            let tolerance = is_compared.then(|| row.tolerance());
            measured.tolerances.extend(tolerance);
        }
        let ends = [row.start, row.goal];
        let cost_of = |path: &Path| mode.check(path, ends, &self.search);
        let checked = match (&outcome, self.expectation) {
            // There may be no place at all at the cells of problems of others.
            (Outcome::InvalidEnd(_), Expectation::Unknown) if self.has_other_ends() => Ok(()),
            (outcome, expectation) => expectation.check_by(&row, outcome, cost_of),
        };
        match (checked, &outcome) {
            (Err(fault), _) => measured.faults.push((numbered, fault)),
            (Ok(()), Outcome::InvalidEnd(end)) => measured.blocked.push((numbered, *end)),
            (Ok(()), _) => {}
        }
        if let Outcome::Found(path) = outcome {
            if self.wants_first {
                let first = &mut measured.first;
                let taken = std::mem::take(workspace);
                let asked = first.ask(&query, path.cost(), mode.moves(), taken, cost_of);
                *workspace = asked.workspace;
                measured
                    .faults
                    .extend(asked.fault.map(|fault| (numbered, fault)));
            }
            M::recycle(path, workspace);
        }
    }
}
