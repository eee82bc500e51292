//! `voxnav view`: a world and a search in it as one page to look at.
//!
//! `crates/view` makes the page; here is what is shown on it.

mod plan;
mod routes;
mod search;
mod speed;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use voxnav::glam::IVec3;
use voxnav::grid::Axis;
use voxnav::guidance::MotionLimits;
use voxnav_files::{ScenarioRow, uncompressed_name};
use voxnav_view::{Facts, Page, PlayFacts, Recording, Scene, SearchFacts, ViewError};

use crate::error::{CliError, Context};
use crate::files::{spare_inputs, write_whole};
use crate::report::output::WrappedText;
use crate::search::agent::AgentOptions;
use crate::search::indexes::Queries;
use crate::search::limits::{LIMITED, limit_reached, no_path};
use crate::search::mode::{Mode, REACH};
use crate::search::options::SearchOptions;
use crate::search::walker::{Walker, WalkerOptions};
use crate::units::{End, Place, Space, Units, end};
use crate::values::named;
use crate::values::whole;
use crate::version::{VERSION, command};
use crate::world_source::cost_options::MapOptions;
use crate::world_source::map_file::{MapFile, MapSource};
use crate::world_source::scenario_file::scenario_on;
use crate::world_source::trace_file::{self, TraceOptions};
use search::{observe, observe_walker, replay};
use voxnav_lab::figures::{bytes, compact, grouped};

/// Write a page that shows a map in 3D, and a search in it step by step
///
/// The page is one file that any browser with WebGL 2 opens; it needs no network. It shows the
/// surfaces of the world, the path, and the cells that the search expanded, colored by g or
/// f, with a slider that replays the search. Drag to look around; ? lists the keys.
///
/// Without --from and --to or --scenario it shows only the world. Where there is no path the
/// page says why, and the exit code is 1.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav view cave.3dmap --from 55,41,58 --to 47,30,40
  voxnav view cave.3dmap --scenario 12 --algorithm astar --html row12.html
  voxnav view cave.3dmap --scenario 12 --trace row12.jsonl
  voxnav view cave.3dmap --replay row12.jsonl
  voxnav view hills.voxnav --scenario 3 --locomotion walker
  voxnav view cave.3dmap --from 55,41,58 --to 47,30,40 --agent 3,3,2
  voxnav view cave.3dmap --scenario 12 --algorithm astar --against row12.jsonl
  voxnav view cave.3dmap --scenario 12 --speed 4,acceleration=2,lateral=3
  voxnav view cave.3dmap --routes routes.csv
  voxnav view convoy.3dmap --play convoy.jsonl
  voxnav view hall.map --play plan.csv
  voxnav view arena.map")]
pub(crate) struct ViewOptions {
    /// The map: a .3dmap, .map or .voxnav file, one of another program, or generated:KIND:X,Y,Z:SEED
    map: MapSource,

    /// The cell, or position, to start from; z is 0 in a .map file
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = end, requires = "to")]
    from: Option<End>,

    /// The cell, or position, to go to
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = end, requires = "from")]
    to: Option<End>,

    /// The units of --from and --to
    #[arg(
        long,
        value_name = "UNITS",
        value_enum,
        default_value_t,
        requires = "from"
    )]
    units: Units,

    /// Start and goal of this row of the scenario, counted from 1
    #[arg(long, value_name = "ROW", conflicts_with = "from",
        allow_negative_numbers = true, value_parser = whole::<u64>(1..=u64::MAX))]
    scenario: Option<u64>,

    /// The scenario [default: MAP with .3dscen appended, or .scen for a .map; of a generated world
    /// random pairs of cells]
    #[arg(long, value_name = "FILE", requires = "scenario")]
    scenarios: Option<PathBuf>,

    /// Show a search that was traced before, instead of searching
    ///
    /// A FILE whose name ends in .yaml is a trace for the visualizer Posthoc; its cells count from the
    /// lowest corner of this map.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "scenario", "trace",
        "algorithm", "heuristic", "moves", "corners", "source", "agent"])]
    replay: Option<PathBuf>,

    /// Show a search that was traced before beside the other one, under one slider
    ///
    /// The slider steps through both, expansion by expansion, so one ends before the other.
    #[arg(long, value_name = "FILE", conflicts_with = "routes")]
    against: Option<PathBuf>,

    /// Show all paths of a file that voxnav route wrote, with agents that move along them
    ///
    /// Colored by cost or outcome, legs by action. All agents start together at the same speed.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "scenario", "replay", "trace",
        "algorithm", "heuristic", "moves", "corners", "agent"])]
    routes: Option<PathBuf>,

    /// Play back a changing world: edits, agents and their paths, tick by tick
    ///
    /// FILE has one JSON object a line, as `voxnav_files::trace::play` writes it: the example convoy makes one.
    /// MAP is the world before the first edit. A FILE whose name ends in .csv or .tsv is a plan that voxnav together wrote.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "scenario", "replay", "trace", "against",
        "routes", "algorithm", "heuristic", "moves", "corners", "agent"])]
    play: Option<PathBuf>,

    /// Color the smooth path by speed, for these limits of the agent's motion
    ///
    /// LIMITS is the greatest speed, and others by name: 4,acceleration=2,braking=3. The names are those of
    /// `voxnav::guidance::MotionLimits`; lengths are in world units, times in seconds. An agent that flies climbs along z,
    /// or along y with up=y.
    #[arg(long, value_name = "LIMITS", value_parser = speed::limits, conflicts_with_all = ["replay", "routes", "play"])]
    speed: Option<MotionLimits>,

    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    walker: WalkerOptions,

    #[command(flatten)]
    agent: AgentOptions,

    #[command(flatten)]
    read: MapOptions,

    #[command(flatten)]
    trace: TraceOptions,

    /// Show at most N expansions; the search itself goes on
    #[arg(long, value_name = "N", default_value_t = SHOWN,
        allow_negative_numbers = true, value_parser = whole::<u32>(1..=4_000_000))]
    keep: u32,

    /// Which axis points up: x, y or z [default: that of the agent on the ground, or of the largest floors]
    #[arg(long, value_name = "AXIS", value_parser = named([("x", Axis::X), ("y", Axis::Y), ("z", Axis::Z)]))]
    up: Option<Axis>,

    /// The page to write; replaced if it exists [default: the name of the map with .html]
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// The default number of expansions that a page shows.
const SHOWN: u32 = 250_000;

pub(crate) fn run(options: &ViewOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let page = options.page();
    let outputs = [Some(page.as_path()), options.trace.path()];
    spare_inputs(options.inputs(), outputs.into_iter().flatten())?;
    let agent = options.agent.cells()?;
    options.read.costs.check(options.walker.source.as_ref())?;
    let map = MapFile::load_for(&options.map, &options.read, agent)?;
    let map = map.prepared(&options.search, &options.walker, Queries::One)?;
    let traced = |path: &PathBuf| trace_file::read(path, &map);
    let trace = options.replay.as_ref().map(traced).transpose()?;
    let walker = options.walker.on(map.placed())?;
    if walker.is_some() && options.trace.path().is_some() {
        return Err(trace_file::on_foot());
    }
    let ends = match &trace {
        Some(trace) => Some((trace.header.start, trace.header.goal)),
        None => options.ends(&map, walker.as_ref())?,
    };
    let map = match ends {
        Some((start, _)) if walker.is_none() => map.seen_from(start),
        _ => map,
    };
    Scene::check_size(&map.occupancy).map_err(not_shown)?;
    let recording = || Recording::new(options.keep).among(map.shape);
    let [mut recording, mut other] = [recording(), recording()];
    let replayed = |path: &PathBuf| replay(path, trace_file::read(path, &map)?, &map, &mut other);
    let against = options.against.as_ref().map(replayed).transpose()?;
    let found = match (trace, ends) {
        (Some(trace), _) => {
            let path = options.replay.as_deref().unwrap_or(Path::new(""));
            Some(replay(path, trace, &map, &mut recording)?)
        }
        (None, Some(ends)) => {
            let search = map.settings(&options.search);
            let clock = options.search.limits.clock(1);
            let mut facts = match &walker {
                Some(walker) => observe_walker(walker, &search, &clock, ends, &mut recording)?,
                None => observe(&options.trace, &map, &search, &clock, ends, &mut recording)?,
            };
            if let Some(limits) = options.speed.filter(|_| facts.length.is_some()) {
                facts.speed = speed::along(&map, walker.as_ref(), &search, ends, &limits)?;
            }
            Some(facts)
        }
        (None, None) if options.speed.is_some() => {
            let missing = "--speed colors a path; give --from and --to, or --scenario";
            return Err(CliError::bad_input(missing));
        }
        (None, None) => None,
    };
    let nearest = found.as_ref().zip(ends).and_then(|(found, (start, goal))| {
        let (outcome, ends) = (&found.outcome, [start, goal]);
        match &walker {
            Some(walker) => walker.instead(outcome, ends, REACH),
            None => map.flight().instead(outcome, ends, REACH),
        }
    });
    let space = Space::of(options.units, &map.lattice);
    let nearest = nearest.map(|cell| space.place(cell));
    let up = options.up.or(walker.map(|walker| walker.agent.up.axis));
    let mut scene = scene(&map, up, command());
    if let Some(facts) = found {
        scene = scene.search(facts, &recording);
    }
    if let Some(facts) = against {
        scene = scene.against(facts, &other);
    }
    let paths = options.routes.as_deref();
    let paths = paths.map(|path| routes::read(path, &map.lattice));
    let paths = paths.transpose()?;
    let paths = paths.unwrap_or_default();
    let told = routes::told(&paths);
    let play = match options.play.as_deref() {
        Some(path) if plan::is_plan(path) => {
            Some(plan::read(path, &map.world.bounds(), &map.lattice)?)
        }
        Some(path) => Some(plan::of_trace(voxnav_files::read_play(path)?)),
        None => None,
    };
    if let Some(play) = &play {
        scene = scene.play(play);
    }
    let (shown, written) = write(&page, scene.routes(paths))?;
    let out = &mut WrappedText::new(out);
    report(&map, shown.facts(), out)?;
    if let Some(agent) = options.agent.told() {
        writeln!(out, "agent      {agent}")?;
    }
    if let Some(told) = told {
        writeln!(out, "routes     {told}")?;
    }
    if let Some(PlayFacts { ticks, agents, .. }) = &shown.facts().play {
        let [ticks, agents] = [u64::from(*ticks), *agents as u64].map(grouped);
        writeln!(out, "play       {agents} agents, {ticks} ticks")?;
    }
    writeln!(out, "page       {}, {}", page.display(), bytes(written))?;
    verdict(shown.facts().search.as_ref(), nearest)
}

/// Returns the result of the command for the outcome of the search that is shown.
fn verdict(search: Option<&SearchFacts>, nearest: Option<Place>) -> Result<(), CliError> {
    let Some(facts) = search.filter(|facts| facts.length.is_none()) else {
        return Ok(());
    };
    if facts.outcome == LIMITED {
        return Err(limit_reached(
            facts.limit.unwrap_or("a limit of the traced search"),
        ));
    }
    Err(no_path(&facts.outcome, nearest))
}

/// A map to be looked at.
fn scene(map: &MapFile, up: Option<Axis>, command: String) -> Scene<'_> {
    let name = map.path.file_name().unwrap_or_default();
    Scene::new(name.to_string_lossy(), &map.occupancy)
        .description(map.description())
        .lattice(map.lattice)
        .made_by(format!("voxnav {VERSION}"), command)
        .up(up)
}

/// Reports a world that cannot be shown.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn not_shown(error: ViewError) -> CliError {
    let advice = match error {
        ViewError::RouteOutside { .. } => "give the routes of this map",
        ViewError::OtherWorld { .. } => "give the map of that trace",
        _ => "choose a smaller map",
    };
    CliError::bad_input(format!("{error}; {advice}"))
}

/// Writes the page; how many bytes it has.
fn write(file: &Path, scene: Scene<'_>) -> Result<(Page, usize), CliError> {
    let page = scene.page().map_err(not_shown)?;
    let mut bytes = Vec::new();
    page.write(&mut bytes).writing(file)?;
    write_whole(file, |file| file.write_all(&bytes)).writing(file)?;
    Ok((page, bytes.len()))
}

impl ViewOptions {
    /// The ends that are asked for, if any.
    fn ends(
        &self,
        map: &MapFile,
        walker: Option<&Walker>,
    ) -> Result<Option<(IVec3, IVec3)>, CliError> {
        if let (Some(from), Some(to)) = (self.from, self.to) {
            let space = Space::of(self.units, &map.lattice);
            let ends = (from.cell_in(space, "--from")?, to.cell_in(space, "--to")?);
            return Ok(Some(ends));
        }
        let Some(number) = self.scenario else {
            return Ok(None);
        };
        let given = self.scenarios.as_deref();
        let agent = self.walker.source.as_ref().zip(walker);
        let (path, scenario) = scenario_on(map, &self.map, agent, given, number)?;
        let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
        let Some(&ScenarioRow { start, goal, .. }) = scenario.rows.get(index) else {
            let rows = scenario.rows.len();
            let reason = format!("row {number} does not exist; the scenario has {rows} rows");
            return Err(CliError::at(&path, reason));
        };
        Ok(Some((start, goal)))
    }

    /// The files that may be read.
    fn inputs(&self) -> impl Iterator<Item = &Path> {
        let others = [
            &self.scenarios,
            &self.replay,
            &self.against,
            &self.routes,
            &self.play,
        ];
        let others = others.into_iter().flatten();
        self.map
            .file()
            .into_iter()
            .chain(others.map(PathBuf::as_path))
    }

    /// The file to write.
    fn page(&self) -> PathBuf {
        self.html.clone().unwrap_or_else(|| {
            match &self.map {
                MapSource::File(path) => {
                    let name = uncompressed_name(path);
                    Path::new(name.file_stem().unwrap_or_default()).with_extension("html")
                }
                // Names of files have no colons on some systems.
                MapSource::Generated(world) => {
                    format!("{}.html", world.kind.to_string().replace(':', "-")).into()
                }
            }
        })
    }
}

fn report(map: &MapFile, facts: &Facts, out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(out, "map        {}", map.path.display())?;
    writeln!(out, "           {}", facts.map.description)?;
    let rectangles = grouped(facts.map.quads as u64);
    writeln!(out, "surfaces   {rectangles} rectangles")?;
    if facts.map.scale > 1 {
        let edge = facts.map.scale;
        writeln!(
            out,
            "           too many for single cells: drawn as blocks of {edge} cells a side"
        )?;
    }
    for search in facts.search.iter().chain(&facts.against) {
        writeln!(out, "search     {}", search.description)?;
        writeln!(out, "outcome    {}", search.outcome)?;
        if let Some(length) = search.length {
            let units = Space::Index.named(map.shape);
            writeln!(out, "length     {length:.8} {units}")?;
        }
        if let Some(speed) = &search.speed {
            let (seconds, most) = (speed.seconds, speed.most);
            writeln!(
                out,
                "on the way {seconds:.2} s, at most {most:.2} units a second"
            )?;
        }
        writeln!(out, "expanded   {}", grouped(search.expanded))?;
        if search.recorded > u64::from(search.kept) {
            writeln!(
                out,
                "           the first {} of them are shown; --keep shows more",
                grouped(search.kept.into())
            )?;
        }
        if let Some(time) = search.time_ms {
            writeln!(out, "time       {} ms", compact(time))?;
        }
    }
    Ok(())
}
