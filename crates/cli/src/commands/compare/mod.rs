//! `voxnav compare`: algorithms and heuristics on the same problems, timed in turns and checked.

mod dynamic;
mod heuristic_name;
mod lineup;
mod plan;
mod problem_sets;
mod reports;
mod resume;
mod rows;
mod setting;

use std::fs::File;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use voxnav::experiment::{Heuristic, TieBreaking};
use voxnav::search::{NameError, Weight};
use voxnav::{CornerRule, MoveSet};
use voxnav_lab::{
    Experiment, ImportedRows, Lineup, ProblemSet, Progress, Reference, Repetitions, Report, Suite,
    WorldChange, WorldReport,
};
use voxnav_worlds::Scene;

use crate::error::{CliError, Context};
use crate::files::spare_inputs;
use crate::interrupt;
use crate::report::output::{StandardOutput, WrappedText, columns, note};
use crate::report::progress;
use crate::search::limits::{Clock, LimitOptions};
use crate::search::locomotion::LocomotionSource;
use crate::values::{seconds, whole};
use crate::world_source::cost_options::MapOptions;
use crate::world_source::map_file::MapSource;
use heuristic_name::HeuristicName;
use lineup::{AlgorithmName, Choice, lineup, lineup_on_ground, parse_weight};
use problem_sets::venues;
use reports::ReportFiles;
use resume::{Failed, Outputs, journal};
use rows::RowFile;
use setting::setting;
use voxnav_lab::figures::grouped;

/// Compare algorithms and heuristics on the same problems
///
/// Every combination answers every row, one after the other on one thread, all of them before the
/// next row and in a random order for each row, so that other load of the machine affects all
/// alike. Every path is checked cell by cell and its cost against the optimum. Plain A* finds the
/// optimum outside the timed part; it must equal the listed length.
///
/// Without --algorithms and --heuristics every algorithm runs with octile estimates and A* with
/// every estimate. If only one of the two options is given, the other is octile or A*. Combinations
/// that are the same search under another name run once.
///
/// Exits with 1 if any answer is wrong. When interrupted, it reports the rows so far.
#[derive(Args, Debug)]
#[command(
    override_usage = "voxnav compare [MAP]... [OPTIONS]",
    after_long_help = "\
Examples:
  voxnav compare cave.3dmap
  voxnav compare a.3dmap b.3dmap --algorithms all --heuristics all --html r.html
  voxnav compare generated:rooms:64,64,64:1 --algorithms weighted --weights 1.5,3
  voxnav compare --scene straight,wall,maze
  voxnav compare --suite standard --html suite.html
  voxnav compare cave.3dmap --join theirs.csv
  voxnav compare cave.3dmap --sample 5000 --resume run.jsonl --csv r.csv
  voxnav compare generated:rooms:64,64,8:1 --dynamic all
  voxnav compare generated:terrain:128,128,64:1 --locomotion walker,mineflayer

The table has means of expanded, generated and reopened cells, the median of the
time with its quartiles, the cost of the paths by the optimum, what is proved of
it and whether that held. All of it, more quantiles, the machine and the command
are in --json; one row for each combination on each problem in --csv:
  map, row, sx, sy, sz, gx, gy, gz, algorithm, heuristic, moves, corners,
  ties, outcome, time_ms (median of the repetitions, or --counting), cpu_ms
  (of the processor, for this thread), expanded, generated,
  reopened, stale, peak_open, cost, optimum and lower_bound (2^30 for a straight move),
  ratio (cost / optimum), listed, guarantee, turns, flaw (empty if there is none)

Exit codes: 0 if every answer is right; 1 if one is wrong, or if interrupted;
2 for bad usage or input."
)]
pub(crate) struct CompareOptions {
    /// Maps: .3dmap, .map or .voxnav files, those of other programs, or generated:KIND:X,Y,Z:SEED
    ///
    /// KIND is one of those of voxnav generate. The problems of a file are those of its scenario,
    /// of a generated world random pairs of free cells with a way between them.
    #[arg(value_name = "MAP", required_unless_present_any = ["scene", "suite", "plan", "rerun"])]
    maps: Vec<MapSource>,

    /// Scenes of tutorials: straight, wall or maze (50 x 50 cells)
    ///
    /// An open floor, a wall between start and goal, a maze; 8 moves by default.
    #[arg(long, value_name = "S", value_delimiter = ',')]
    scene: Vec<Scene>,

    /// A benchmark of generated worlds that anybody can repeat, with the numbers that we published
    /// beside: standard
    ///
    /// Open space, caves, rooms, a maze, towers, noise and terrain, 50 rows each unless told otherwise, all
    /// fixed by seeds; some minutes.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["maps", "scene"])]
    suite: Option<SuiteName>,

    /// Take the options from a file of TOML
    ///
    /// Each key is an option without its dashes; `maps` lists the maps. Values are strings, numbers, true,
    /// or lists of these. Options of the command line are added.
    #[arg(long, value_name = "FILE", conflicts_with = "rerun")]
    plan: Option<PathBuf>,

    /// Repeat the experiment of a report that --json wrote
    ///
    /// The report's output files are not written again; name new ones.
    #[arg(long, value_name = "REPORT")]
    rerun: Option<PathBuf>,

    /// Repeat searches while the world changes: near-doors, far-doors, wall, sensors, flight, or all
    ///
    /// An agent walks to random goals, 2 moves a step. Every search runs at every step (--sample of
    /// them): a fresh search, A*, D* Lite and the replanner of the library. Costs must be equal, and
    /// paths are checked. Doors shut on the path and open again; a wall moves to and fro;
    /// sensors: cells within 6 cells become known; flight: the goal runs away.
    #[arg(long, value_name = "C,D", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["scene", "suite", "join", "resume", "csv", "html", "latex", "svg", "json", "costs"])]
    dynamic: Vec<Choice<WorldChange>>,

    /// Join rows of other programs, from CSV with row, length, `time_ms` and expanded
    ///
    /// Each file is a combination named after the file, or one for each value of its column `label`. With
    /// several maps, the column `map` names the map. They are compared with the same optimum and marked as
    /// imported. Rows of other problems are ignored and counted.
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    join: Vec<PathBuf>,

    /// The problems of the map files, one file for each
    ///
    /// [default: MAP with .3dscen appended, or .scen for a .map]
    #[arg(long, value_name = "SCEN", value_delimiter = ',')]
    scenarios: Vec<PathBuf>,

    /// How many rows of each map, evenly spaced [default: 200]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>(1..=1_000_000))]
    sample: Option<u64>,

    /// Which algorithms, or all; see voxnav solve --help
    ///
    /// weighted stands for weighted:W with each of --weights.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    algorithms: Vec<Choice<AlgorithmName>>,

    /// Which heuristics, or all; see voxnav solve --help, and tutorial
    ///
    /// tutorial is the formula that tutorials publish as octile, for demonstration: it becomes negative
    /// along an axis and is then zero.
    #[arg(long, value_name = "H,K", value_delimiter = ',')]
    heuristics: Vec<Choice<HeuristicName>>,

    /// Which moves [default: by the map]
    #[arg(long, value_name = "M,N", value_delimiter = ',')]
    moves: Vec<MoveSet>,

    /// Route agents on the ground: walker, spider, diver, crouching, ticks, mineflayer, roblox or FILE.toml
    ///
    /// Each goes by --algorithms, which are dijkstra, astar, weighted and greedy here; estimates are their own.
    /// The problems are those of the first agent: of a file MAP.L.3dscen, as generate --scenarios makes it.
    /// The optimum is that of Dijkstra over all moves, and paths are checked by the written rules.
    #[arg(long, value_name = "L,M", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["scene", "suite", "moves", "corners", "heuristics", "jump_index", "dynamic"])]
    locomotion: Vec<LocomotionSource>,

    /// Which corner rules [default: strict]
    #[arg(long, value_name = "C,D", value_delimiter = ',')]
    corners: Vec<CornerRule>,

    /// The weights of weighted algorithms
    #[arg(long, value_name = "W,V", value_delimiter = ',', default_value = "1.5")]
    #[arg(value_parser = parse_weight)]
    weights: Vec<Weight>,

    /// Tie-breaking rules, or all: larger-g, smaller-g, ... [default: larger-g]
    ///
    /// Which of several cells with equal f is expanded first. Affects algorithms with an ordered
    /// queue; the others run once.
    #[arg(long, value_name = "T,U", value_delimiter = ',')]
    tie_breaking: Vec<Choice<TieBreaking>>,

    /// Removed with the heuristic of that name
    #[arg(long = "landmarks", value_name = "N", hide = true, value_parser = removed)]
    _landmarks: Option<Heuristic>,

    /// Run exact combinations twice: as they are, and for the fewest turns among the cheapest paths
    #[arg(long)]
    fewest_turns: bool,

    /// Compare every estimate with true costs, toward the goals of the first N rows
    ///
    /// The report then says for each heuristic at how many cells it is more than the true cost (not
    /// admissible), and along how many moves it falls by more than they cost (not consistent). Takes a
    /// search of the whole world for each goal and each heuristic.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u32>(1..=1_000))]
    check_estimates: Option<u32>,

    /// Removed: the jump index is part of the index
    #[arg(long, hide = true)]
    jump_index: bool,

    /// Make no index for the searches that use one
    ///
    /// Each world has one where that helps, made before the first row: auto, jump and clusters go from doorway to
    /// doorway and from junction to junction. None is made to compare several of --heuristics, which searches
    /// that go by an index hardly need.
    #[arg(long)]
    no_index: bool,

    /// How often each combination answers each row [default: 1, of scenes 25]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u32>(1..=10_000))]
    repeat: Option<u32>,

    /// Which of these times of a row count: all, median or minimum
    #[arg(long, value_name = "R", default_value_t, requires = "repeat")]
    counting: Repetitions,

    /// Where the optimum comes from: auto, astar, listed or none
    ///
    /// auto and astar search for it, outside the timed part. listed uses the lengths of the
    /// scenario. With listed and none, exact searches must agree with each other, and no extra search runs.
    #[arg(long, value_name = "R", default_value_t)]
    reference: Reference,

    /// Stop each search for the optimum after this many seconds
    ///
    /// In such rows exact searches are only compared with each other.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    limit_reference: Option<Duration>,

    /// The combination that all others are compared with, by its name in the tables
    ///
    /// [default: astar octile, or else the first]
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,

    /// Searches that reach a limit are counted and reported as limited. Their times and expansions
    /// are part of the means and quartiles, which are then marked as lower bounds.
    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    read: MapOptions,

    /// Append every answer to FILE, and reuse the answers of an earlier run
    ///
    /// After any interruption the same command continues where it stopped, and its rows are those of an
    /// uninterrupted run. FILE stays: the same command with other reports to write makes them without a
    /// search. Another map, other contestants or other questions are an error.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Write one row for each combination on each problem, as they come
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write the report as one HTML file with charts, which needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write the report as Markdown tables, for a pull request or a page
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,

    /// Write the report as tables of LaTeX, which need the package booktabs
    #[arg(long, value_name = "FILE")]
    latex: Option<PathBuf>,

    /// Write plots as SVG into this directory: rows solved by time and by expansions, and times against
    /// the baseline
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Write the report as one JSON object
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Refuses the number of landmarks: the heuristic of that name was removed.
fn removed(_count: &str) -> Result<Heuristic, NameError> {
    "landmarks".parse()
}

impl CompareOptions {
    /// Returns whether worlds are to have an index.
    fn wants_index(&self) -> bool {
        let compares_heuristics = match self.heuristics.as_slice() {
            [] | [Choice::One(_)] => false,
            [Choice::All] | [_, _, ..] => true,
        };
        !self.no_index && !compares_heuristics
    }

    /// The files that are named and read.
    fn inputs(&self) -> impl Iterator<Item = &Path> {
        let maps = self.maps.iter().filter_map(MapSource::file);
        let others = self.scenarios.iter().chain(&self.join);
        let others = others.chain(&self.plan).chain(&self.rerun);
        let others = others.chain(&self.resume).map(PathBuf::as_path);
        let others = others.chain(self.read.costs.file());
        maps.chain(others)
    }
}

/// A benchmark by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SuiteName {
    Standard,
}

/// The rows of other programs.
fn joined(files: &[PathBuf]) -> Result<ImportedRows, CliError> {
    let mut all = ImportedRows::default();
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let rows = File::open(path).map_err(|error| csv::Error::from(error).into());
        let rows = rows.and_then(|file| ImportedRows::read(file, &name));
        all.extend(rows.at(path, "give CSV with the columns row and length")?);
    }
    Ok(all)
}

/// The default number of times that a scene is asked: it has one problem, and a spread wants more
/// than one time.
const SCENE_REPEAT: NonZeroU32 = NonZeroU32::new(25).unwrap();

pub(crate) fn run(options: &CompareOptions, out: &mut StandardOutput<'_>) -> Result<(), CliError> {
    match plan::options(options)? {
        Some(planned) => run_all(&planned, out),
        None => run_all(options, out),
    }
}

fn run_all(options: &CompareOptions, out: &mut StandardOutput<'_>) -> Result<(), CliError> {
    if options.jump_index {
        return Err(CliError::bad_input(
            "--jump-index is part of the index now, which is made here; leave it out",
        ));
    }
    options.read.costs.check(options.locomotion.first())?;
    let setting = setting(&options.limits);
    if !options.dynamic.is_empty() {
        spare_inputs(options.inputs(), options.markdown.as_deref())?;
        return dynamic::run(options, out);
    }
    let reports = ReportFiles::begin(options)?;
    let mut csv = options.csv.as_deref().map(RowFile::begin).transpose()?;
    let stop = interrupt::flag();
    let clock = options.limits.clock(1);
    let reference = LimitOptions {
        time: options.limit_reference,
        ..LimitOptions::default()
    };
    let clocks = [clock, reference.clock(1)];
    let joined = joined(&options.join)?;
    let suite = Suite::standard();
    let mut journal = journal(options)?;
    let mut report = Report::new(setting, Vec::new());
    for venue in venues(options)? {
        let mut venue = venue?;
        let outputs = Outputs {
            journal: &mut journal,
            csv: csv.as_mut(),
        };
        let lineup = match venue.walkers.as_slice() {
            [] => lineup(options, venue.set.moves, venue.set.shape)?,
            walkers => lineup_on_ground(options, walkers),
        };
        if options.wants_index() && venue.set.terrain.is_uniform() {
            venue.set = venue.set.with_index_for(&lineup);
        }
        let (mut world, progress) = compare(&venue.set, &lineup, options, outputs, stop, &clocks)?;
        world.join(&joined);
        if let Some(SuiteName::Standard) = options.suite {
            world.beside(&suite);
        }
        report.worlds.push(world);
        if progress == Progress::Interrupted {
            report.interrupted = true;
            break;
        }
    }
    if !report.compare_with(options.baseline.as_deref()) && options.baseline.is_some() {
        return Err(CliError::bad_input(format!(
            "unknown baseline; choose one of {}",
            report.labels().join(", ")
        )));
    }
    report.note_ignored(&joined);
    say_what_is_ignored(&report);
    voxnav_lab::write_table_within(&report, columns(), &mut WrappedText::new(out))?;
    if let Some(csv) = csv {
        csv.finish()?;
    }
    reports.write(&report, options)?;
    verdict(&report, options)
}

/// Runs all rounds on one world.
fn compare(
    set: &ProblemSet,
    lineup: &Lineup,
    options: &CompareOptions,
    Outputs { journal, mut csv }: Outputs<'_>,
    stop: &AtomicBool,
    [clock, reference_clock]: &[Clock; 2],
) -> Result<(WorldReport, Progress), CliError> {
    let usual = match set.scene {
        Some(_) => SCENE_REPEAT,
        None => NonZeroU32::MIN,
    };
    let experiment = Experiment::default()
        .repeat(options.repeat.and_then(NonZeroU32::new).unwrap_or(usual))
        .counting(options.counting)
        .reference(options.reference)
        .limited_reference(
            LimitOptions::default().limits(1),
            reference_clock.is_running().then_some(reference_clock),
        )
        .check_estimates(options.check_estimates.map_or(0, |goals| goals as usize))
        .stopped_by(stop);
    let experiment = if clock.is_running() {
        experiment.time_limit(clock)
    } else {
        experiment
    };
    let bar = progress::Progress::of(set.problems.len());
    let run = experiment.run_kept(set, lineup, journal, |rows| {
        if let Some(csv) = &mut csv {
            csv.write(&rows)
                .map_err(|error| Failed::Csv(Box::new(error)))?;
        }
        bar.inc(1);
        Ok(())
    });
    bar.finish();
    run.map_err(|failed: Failed| failed.of(options))
}

/// Warns of rows in the files of --join that stand in no table.
fn say_what_is_ignored(report: &Report) {
    for ignored in &report.ignored {
        let map = ignored.map.as_ref().map(|map| format!(" of {map}"));
        let (rows, first) = (grouped(ignored.rows), ignored.first);
        let map = map.unwrap_or_default();
        let reason = "rows ignored, as their problems were not asked";
        note(
            &ignored.label,
            format!("{reason}: {rows}, the first of them row {first}{map}"),
        );
    }
}

fn verdict(report: &Report, options: &CompareOptions) -> Result<(), CliError> {
    match (report.wrong(), report.interrupted) {
        (0, false) => Ok(()),
        (0, true) => {
            let hint = match options.resume {
                Some(_) => "the same command continues",
                None => "runs with --resume can be continued",
            };
            let rows = report.worlds.iter().map(|world| world.rows).sum();
            Err(interrupted(rows, hint))
        }
        (wrong, _) => Err(wrong_answers(wrong, report.answers())),
    }
}

/// Returns the error of an interrupted comparison.
fn interrupted(rows: u64, hint: &str) -> CliError {
    let rows = grouped(rows);
    CliError::unexpected(format!(
        "interrupted after {rows} rows; the report covers these; {hint}"
    ))
}

/// Reports a comparison with answers that are wrong.
fn wrong_answers(wrong: u64, answers: u64) -> CliError {
    let [wrong, answers] = [wrong, answers].map(grouped);
    CliError::unexpected(format!(
        "{wrong} of {answers} answers are wrong; the report gives the reasons"
    ))
}
