//! `voxnav bench`: the rows of a scenario solved, timed and checked.

mod report;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use voxnav::search::{Query, SearchSettings, Solution};
use voxnav::{Outcome, Workspace};

use crate::error::CliError;
use crate::import_options::ImportOptions;
use crate::limits::{Clock, LIMITED};
use crate::map_file::{MapFile, MapSource};
use crate::numbers::whole;
use crate::progress::Progress;
use crate::scenario_file::{NumberedRow, sample, scenario_on};
use crate::search_options::SearchOptions;
use report::Report;
use voxnav_lab::{Expectation, Fault, Listed, tolerance};

/// Solve the problems of a scenario file, time them and check every answer
///
/// Every path is checked cell by cell against the moves and the corner rule, outside the
/// timed part, and its cost against the length that the scenario lists. Exits with 1 if
/// anything is not as it must be, with 3 if all is but some rows reached a limit.
///
/// Listed lengths are rounded, so a cost counts as equal if it differs by at most half a
/// unit of the last digit listed (3.41421 by 0.000005, 244.95 by 0.005), or by a millionth
/// of it if that is more. Whole numbers count as rounded to six digits, as C++ prints, or
/// to the most decimals of any row, whichever is coarser. Algorithms with a proved bound may be longer
/// within that bound, greedy may be longer at will, and none may be shorter. With other
/// moves or corners than those that the listed lengths are about (26 or, for .map,
/// planar8-z; strict) lengths are not compared; paths are checked all the same.
///
/// Times are those of the queries alone, in milliseconds, one after the other on one
/// thread, with one workspace that grows as it is needed.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav bench cave.3dmap
  voxnav bench cave.3dmap --algorithm astar --sample 100 --json
  voxnav bench arena.map arena.map.scen --heuristic euclidean

The JSON object:
  map, scenario, algorithm, heuristic, moves, corners, guarantee
  queries        rows solved
  mismatches     rows that are not as they must be
  faults         the first ten of them, with the reason
  invalid_paths  those of them with a path that breaks a rule
  unreachable    rows proved to have no path
  limited        rows without an answer, because a limit was reached
  time_ms        mean, q1, median, q3, p99, p999 (of a thousand), max, total
  expanded       mean, median, max, total; generated likewise
  tolerance      least and most that a cost may differ from a listed length
                 and count as equal; null where lengths are not compared
  suboptimality  mean and max of cost / listed length over the paths found
  load_ms        from opening the map to being ready for queries
  occupancy_bytes       memory of the world as loaded
  traversability_bytes  memory of what searches see of it
  workspace_bytes       memory of the search, grown to what the rows needed")]
pub(crate) struct BenchOptions {
    /// The map: a .3dmap or .map file, also .gz or .zst, or generated:KIND:X,Y,Z:SEED
    map: MapSource,

    /// The problems [default: MAP with .3dscen appended, or .scen for a .map; of a generated world
    /// N or 100 random pairs of cells]
    scen: Option<PathBuf>,

    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    import: ImportOptions,

    /// Solve only N rows, at even distances
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>(1..=u64::MAX))]
    sample: Option<u64>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// How many problems are drawn on a generated world if nothing else is said.
const DRAWN: u64 = 100;

pub(crate) fn run(options: &BenchOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let map = options
        .search
        .prepared(MapFile::load(&options.map, &options.import)?);
    let drawn = options.sample.unwrap_or(DRAWN);
    let (scenario_path, scenario) =
        scenario_on(&map, &options.map, options.scen.as_deref(), drawn)?;
    let rows = sample(&scenario.rows, options.sample);
    let search = options.search.on(map.kind);
    let clock = options.search.limits.clock(1);
    let measured = measure(&rows, &map, &search, &clock);
    let report = Report::new(&map, &scenario_path, &search, &measured);
    if options.json {
        serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        report.write(&map, scenario.rows.len(), out)?;
    }
    match (report.mismatches, report.limited) {
        (0, 0) => Ok(()),
        (0, limited) => Err(CliError::LimitedRows {
            limited,
            queries: report.queries,
        }),
        (mismatches, _) => Err(CliError::Mismatches {
            mismatches,
            queries: report.queries,
        }),
    }
}

/// What a run over the rows found.
struct Measured {
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
    workspace_bytes: usize,
}

fn measure(
    rows: &[NumberedRow],
    map: &MapFile,
    search: &SearchSettings,
    clock: &Clock,
) -> Measured {
    let mut workspace = Workspace::new();
    let mut measured = Measured {
        times_ms: Vec::with_capacity(rows.len()),
        expanded: Vec::with_capacity(rows.len()),
        generated: Vec::with_capacity(rows.len()),
        ratios: Vec::with_capacity(rows.len()),
        tolerances: Vec::new(),
        unreachable: 0,
        limited: 0,
        faults: Vec::new(),
        workspace_bytes: 0,
    };
    let progress = Progress::of(rows.len());
    for &numbered in rows {
        let (_, row) = numbered;
        let query = Query::new(row.start, row.goal).settings(*search);
        let world = map.world_from(row.start);
        let (solution, time) = clock.time(|token| {
            let started = Instant::now();
            let solution = query.cancel(token).solve(world, &mut workspace);
            (solution, started.elapsed())
        });
        measured.times_ms.push(time.as_secs_f64() * 1e3);
        if clock.name_of(&solution.outcome) == LIMITED {
            measured.note_limited(&solution);
        } else {
            measured.note(numbered, &solution, map, search);
        }
        if let Outcome::Found(path) = solution.outcome {
            workspace.recycle(path);
        }
        progress.inc(1);
    }
    progress.finish();
    measured.workspace_bytes = workspace.memory_bytes();
    measured
}

impl Measured {
    /// Notes a row that has no answer, so that nothing can be wrong with it.
    fn note_limited(&mut self, solution: &Solution) {
        self.expanded.push(solution.statistics.expanded);
        self.generated.push(solution.statistics.generated);
        self.limited += 1;
    }

    fn note(
        &mut self,
        row: NumberedRow,
        solution: &Solution,
        map: &MapFile,
        search: &SearchSettings,
    ) {
        self.expanded.push(solution.statistics.expanded);
        self.generated.push(solution.statistics.generated);
        if matches!(solution.outcome, Outcome::Unreachable) {
            self.unreachable += 1;
        }
        let listed = Listed::of(row.1.length);
        if let Some(path) = solution.outcome.path() {
            self.ratios.push(listed.ratio(path.cost().length()));
        }
        let expectation = Expectation::of(search, map.kind.moves());
        if expectation != Expectation::Unknown {
            self.tolerances.push(tolerance(&row.1));
        }
        let world = map.world_from(row.1.start);
        if let Err(fault) = expectation.check(&row.1, &solution.outcome, world, search) {
            self.faults.push((row, fault));
        }
    }
}
