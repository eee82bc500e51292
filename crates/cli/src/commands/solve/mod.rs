//! `voxnav solve`: one query on a map.

mod on_demand;
mod way;

use std::io::Write;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use voxnav::glam::IVec3;
use voxnav::grid::Axis;
use voxnav::search::{CellShape, Cost, EndFault, Query, SearchSettings, Solution, Statistics};
use voxnav::{Lattice, Outcome, Path, Workspace};

use crate::error::CliError;
use crate::files::spare_inputs;
use crate::report::output::{WrappedText, write_json};
use crate::search::agent::AgentOptions;
use crate::search::indexes::Queries;
use crate::search::keep_away::KeepAwayOptions;
use crate::search::limits::Clock;
use crate::search::mode::{self, Mode, REACH};
use crate::search::options::{SearchOptions, description, proved_ratio};
use crate::search::walker::WalkerOptions;
use crate::units::{End, Place, Space, Units, end, sides};
use crate::values::bytes;
use crate::world_source::cost_options::{CostFacts, MapOptions};
use crate::world_source::map_file::{MapFile, MapKind, MapSource};
use crate::world_source::path_export::ExportOptions;
use crate::world_source::trace_file::{self, TraceOptions};
use voxnav_lab::figures::{compact, grouped};
use way::Way;

/// Find the path from one cell to another
///
/// Prints the outcome, the cost, the length and the cells of the path, and the effort of
/// the search. The path is checked cell by cell against the moves and the corner rule before it
/// is printed. Exits with 1 if there is no path, with 3 if a limit ended the search.
///
/// With --units world, --from and --to are positions in the units of the map, such as meters, each in the cell
/// that holds it, and the path is of positions: the centers of its cells. In JSON, names of what is in world
/// units begin with `world_`; everything else is in cells.
///
/// The cost is an integer, 2^30 for a straight move; the length is in cells, whatever they cost. Where the sides of
/// cells differ, by --cell-size or as the file states, both are in units of the longest. Where cells
/// have costs, the cost is also printed in their unit: cost / 2^30 times that. Where an end is
/// blocked or outside, the nearest cell where the agent can be is named; with --locomotion one within 64
/// cells where it can stand, swim or climb.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav solve cave.3dmap --from 55,41,58 --to 47,30,40
  voxnav solve cave.3dmap --from 55,41,58 --to 47,30,40 --moves 6 --json
  voxnav solve cave.3dmap --from 55,41,58 --to 47,30,40 --trace t.jsonl
  voxnav solve cave.3dmap --from 55,41,58 --to 47,30,40 --export path.gltf
  voxnav solve vast.voxnav --from 55,41,58 --to 47,30,40 --on-demand 200MB
  voxnav solve cave.3dmap --from 55,41,58 --to 47,30,40 --first
  voxnav solve cave.3dmap --from 55,41,58 --to 47,30,40 --costs smoke.npy
  voxnav solve --costs currents.npy --infinite --from 0,0,0 --to 90,80,2
  voxnav solve arena.map --from 1,11,0 --to 40,12,0 --algorithm astar
  voxnav solve cave.3dmap --from 55,41,58 --to 47,30,40 --agent 3,3,2
  voxnav solve cave.3dmap --from 55,41,58 --to 47,30,40 --keep-away 2,4
  voxnav solve hall.voxnav --from 10.6,20.5,1.1 --to 13.4,20,2 --units world
  voxnav solve cave.3dmap --from 9,41,1 --to 47,30,4 --locomotion spider")]
pub(crate) struct SolveOptions {
    /// The map: a .3dmap, .map or .voxnav file, one of another program, or generated:KIND:X,Y,Z:SEED
    #[arg(required_unless_present = "costs")]
    pub(crate) map: Option<MapSource>,

    /// The cell, or position, to start from; z is 0 in a .map file
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = end)]
    pub(crate) from: End,

    /// The cell, or position, to go to
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = end)]
    pub(crate) to: End,

    /// The units of positions
    #[arg(long, value_name = "UNITS", value_enum, default_value_t)]
    units: Units,

    #[command(flatten)]
    pub(crate) search: SearchOptions,

    #[command(flatten)]
    walker: WalkerOptions,

    #[command(flatten)]
    pub(crate) agent: AgentOptions,

    #[command(flatten)]
    keep_away: KeepAwayOptions,

    /// Load only the chunks of a .voxnav file that the search needs, and hold at most this amount, such as
    /// 500MB
    #[arg(
        long,
        value_name = "BYTES",
        value_parser = bytes,
        conflicts_with_all = ["source", "jump_index", "index", "no_index", "portals", "trace", "costs", "keep_away"]
    )]
    on_demand: Option<u64>,

    #[command(flatten)]
    pub(crate) read: MapOptions,

    #[command(flatten)]
    trace: TraceOptions,

    #[command(flatten)]
    pub(crate) export: ExportOptions,

    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(options: &SolveOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let outputs = [options.trace.path(), options.export.path()];
    let map = options.map.as_ref().and_then(MapSource::file);
    let inputs = [map, options.read.costs.file()];
    spare_inputs(inputs.into_iter().flatten(), outputs.into_iter().flatten())?;
    options.read.costs.check(options.walker.source.as_ref())?;
    options.export.check()?;
    options.from.check(options.units, "--from")?;
    options.to.check(options.units, "--to")?;
    match (&options.walker.source, options.on_demand) {
        (Some(_), _) if options.trace.path().is_some() => Err(trace_file::on_foot()),
        (Some(_), _) => on_ground(options, out),
        (None, Some(most)) => on_demand::run(options, most, out),
        (None, None) => in_space(options, out),
    }
}

fn in_space(options: &SolveOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let agent = options.agent.cells()?;
    let map = MapFile::load_for(options.map.as_ref(), &options.read, agent)?;
    let asked = TimedQuery::of(options, map.kind, (&map.lattice, map.shape))?;
    let map = map
        .keeping_away(options.keep_away)
        .prepared(&options.search, &options.walker, Queries::One)?
        .seen_from(asked.ends[0]);
    let flight = map.flight();
    let (solution, time) = asked.solve(&flight);
    if options.trace.path().is_some() {
        // Searched again, the same step by step: writing must not be part of the time.
        let (traced, ends) = (&options.trace, asked.ends.into());
        let mut workspace = Workspace::new();
        let trace =
            |token: &_| traced.solve(&map, &asked.search, ends, token, &mut workspace, &mut ());
        asked.clock.time(trace)?;
    }
    let report = asked.report(&solution, time, asked.shown(map.costs()), Way::cells);
    asked.finish(&flight, &map, &solution, report, out)
}

fn on_ground(options: &SolveOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let map = MapFile::load(options.map.as_ref(), &options.read)?;
    let asked = TimedQuery::of(options, map.kind, (&map.lattice, map.shape))?;
    let Some(walker) = options.walker.on(map.placed())? else {
        return Ok(());
    };
    let (solution, time) = asked.solve(&walker);
    let shown = ShownSearch::Ground {
        locomotion: walker.name.clone(),
        algorithm: asked.search.algorithm.to_string(),
    };
    let mut report = asked.report(&solution, time, shown, Way::legs);
    report.turns = asked.turns(&solution, Some(walker.agent.up.axis));
    let goal_blocked = Outcome::InvalidEnd(EndFault::GoalBlocked);
    if [Outcome::Unreachable, goal_blocked].contains(&solution.outcome) {
        let remedies = asked.clock.time(|token| {
            let query = asked.query.cancel(token);
            walker.ground.remedies(&query, &mut Workspace::new())
        });
        let told: Vec<_> = remedies.iter().map(ToString::to_string).collect();
        report.why = (!told.is_empty()).then(|| told.join("; "));
    }
    asked.finish(&walker, &map, &solution, report, out)
}

/// The query of the command, with the clock of its limits.
struct TimedQuery<'o> {
    options: &'o SolveOptions,
    space: Space,
    ends: [IVec3; 2],
    search: SearchSettings,
    query: Query<'static>,
    clock: Clock,
}

impl<'o> TimedQuery<'o> {
    fn of(
        options: &'o SolveOptions,
        kind: MapKind,
        (lattice, shape): (&Lattice, CellShape),
    ) -> Result<Self, CliError> {
        let search = options.search.on(kind.moves()).shape(shape);
        let space = Space::of(options.units, lattice);
        let start = options.from.cell_in(space, "--from")?;
        let goal = options.to.cell_in(space, "--to")?;
        Ok(Self {
            options,
            space,
            ends: [start, goal],
            search,
            query: Query::new(start, goal).settings(search),
            clock: options.search.limits.clock(1),
        })
    }

    fn solve<M: Mode>(&self, mode: &M) -> (Solution, Duration) {
        let query = mode.priced(self.query);
        self.clock
            .solve(&query, mode.moves(), &mut Workspace::new())
    }

    /// Returns the turns of the path, if the fewest were requested; as seen from above for a ground agent.
    fn turns(&self, solution: &Solution, up: Option<Axis>) -> Option<usize> {
        let path = solution.outcome.path();
        path.filter(|_| self.search.fewest_turns)
            .map(|path| path.turns(up))
    }

    /// Shows the search of a flying agent, over cells that have such costs.
    fn shown(&self, costs: Option<CostFacts>) -> ShownSearch {
        let search = &self.search;
        ShownSearch::Free {
            agent: self.options.agent.size().to_array(),
            algorithm: search.algorithm.to_string(),
            heuristic: search.heuristic.to_string(),
            moves: search.moves.to_string(),
            corners: search.corners.to_string(),
            guarantee: self.query.guarantee().to_string(),
            description: description(search),
            keep_away: self.options.keep_away.told(),
            costs,
        }
    }

    fn report(
        &self,
        solution: &Solution,
        time: Duration,
        search: ShownSearch,
        way: fn(Option<&Path>, Space) -> Way,
    ) -> Report {
        let path = solution.outcome.path();
        let length = path.map(|path| search.length(path, self.search.shape));
        let [from, to] = self.ends.map(|cell| cell.to_array());
        let in_world = match self.space {
            Space::Index => None,
            Space::World(_) => Some(InWorld {
                world_from: self.options.from.position(),
                world_to: self.options.to.position(),
                world_length: length.map(|cells| self.space.length(cells)),
            }),
        };
        Report {
            map: (self.options.read.costs)
                .name_of(self.options.map.as_ref())
                .display()
                .to_string(),
            from,
            to,
            in_world,
            search,
            outcome: self.clock.name_of(&solution.outcome),
            cost: path.map(|path| path.cost().raw()),
            length,
            proved: path.and_then(|path| {
                proved_ratio(&self.search, path.cost(), solution.statistics.lower_bound)
            }),
            turns: self.turns(solution, None),
            way: way(path, self.space),
            why: None,
            nearest: None,
            space: self.space,
            shape: self.search.shape,
            statistics: solution.statistics,
            time_ms: time.as_secs_f64() * 1e3,
        }
    }

    /// Checks and exports the path, and prints the report.
    fn finish<M: Mode>(
        &self,
        mode: &M,
        map: &MapFile,
        solution: &Solution,
        mut report: Report,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        if let Some(path) = solution.outcome.path() {
            let checked = mode.check(path, self.ends, &self.search);
            checked.map_err(CliError::invalid_path)?;
            let export = &self.options.export;
            export.write(&map.occupancy, &map.lattice, path.cells())?;
        }
        let nearest = mode.instead(report.outcome, self.ends, REACH);
        let nearest = nearest.map(|cell| self.space.place(cell));
        report.nearest = nearest.map(Nearest::from);
        report.emit(self.options, &map.description(), out)?;
        self.clock.verdict(&solution.outcome, nearest)
    }
}

/// The report, in the form of the JSON object.
#[derive(Serialize)]
struct Report {
    map: String,
    from: [i32; 3],
    to: [i32; 3],
    #[serde(flatten)]
    in_world: Option<InWorld>,
    #[serde(flatten)]
    search: ShownSearch,
    outcome: &'static str,
    /// In units of 2^-30 straight moves.
    cost: Option<u64>,
    length: Option<f64>,
    /// The proved ratio of a first path to the optimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<f64>,
    /// The turns of the path, where the fewest were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<usize>,
    #[serde(flatten)]
    way: Way,
    /// The reason why there is no path, if it is reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// The nearest cell to the end that is at fault where the agent can be.
    #[serde(flatten)]
    nearest: Option<Nearest>,
    statistics: Statistics,
    time_ms: f64,
    #[serde(skip)]
    space: Space,
    #[serde(skip)]
    shape: CellShape,
}

/// The ends and the length in world units, where these are asked for.
#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the names in JSON say the units")]
struct InWorld {
    world_from: [f64; 3],
    world_to: [f64; 3],
    world_length: Option<f64>,
}

/// The nearest place to an end at fault where the agent can be, by a name that says its units.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Nearest {
    Nearest(Place),
    WorldNearest(Place),
}

impl From<Place> for Nearest {
    fn from(place: Place) -> Self {
        match place {
            Place::Cell(_) => Self::Nearest(place),
            Place::Position(_) => Self::WorldNearest(place),
        }
    }
}

/// The settings of the search.
#[derive(Serialize)]
#[serde(untagged)]
enum ShownSearch {
    Free {
        /// The size of the agent in cells.
        agent: [i32; 3],
        algorithm: String,
        heuristic: String,
        moves: String,
        corners: String,
        guarantee: String,
        #[serde(skip)]
        description: String,
        /// The distance to keep from what blocks, in cells, and the weight of moves next to that, if given.
        #[serde(skip_serializing_if = "Option::is_none")]
        keep_away: Option<String>,
        /// The scale of the cost, where cells have costs.
        #[serde(skip_serializing_if = "Option::is_none")]
        costs: Option<CostFacts>,
    },
    Ground {
        locomotion: String,
        algorithm: String,
    },
}

impl ShownSearch {
    fn costs(&self) -> Option<CostFacts> {
        match self {
            Self::Free { costs, .. } => *costs,
            Self::Ground { .. } => None,
        }
    }

    /// Returns the length of a path in cells: its cost if cells have no costs, and for ground agents.
    fn length(&self, path: &Path, shape: CellShape) -> f64 {
        match self.costs() {
            Some(_) => mode::length(path, shape),
            None => path.cost().length(),
        }
    }
}

impl Report {
    /// Prints it as the options want it.
    fn emit(
        &self,
        options: &SolveOptions,
        about: &str,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        if options.json {
            return write_json(self, out);
        }
        let out = &mut WrappedText::new(out);
        writeln!(out, "map        {}", self.map)?;
        writeln!(out, "           {about}")?;
        match &self.search {
            ShownSearch::Free {
                guarantee,
                description,
                ..
            } => {
                writeln!(out, "search     {description}")?;
                if let Some(agent) = options.agent.told() {
                    writeln!(out, "agent      {agent}")?;
                }
                if let Some(keep_away) = options.keep_away.told() {
                    let units = Space::Index.named(self.shape);
                    writeln!(out, "keep away  {keep_away} ({units}, weight)")?;
                }
                writeln!(out, "guarantee  {guarantee}")?;
            }
            ShownSearch::Ground {
                locomotion,
                algorithm,
            } => {
                writeln!(out, "search     {algorithm}, on the ground")?;
                writeln!(out, "locomotion {locomotion}")?;
            }
        }
        self.write_ends(out)?;
        writeln!(out, "outcome    {}", self.outcome)?;
        if let Some(why) = &self.why {
            writeln!(out, "reason     {why}")?;
        }
        if let Some(Nearest::Nearest(place) | Nearest::WorldNearest(place)) = self.nearest {
            writeln!(out, "nearest    {place}: there the agent can be")?;
        }
        if let (Some(cost), Some(cells)) = (self.cost, self.length) {
            self.write_cost(cost, out)?;
            let (length, units) = (self.space.length(cells), self.space.named(self.shape));
            if length == 0.0 || (1e-3..1e16).contains(&length) {
                writeln!(out, "length     {length:.8} {units}")?;
            } else {
                writeln!(out, "length     {length:.8e} {units}")?;
            }
        }
        if let Some(proved) = self.proved {
            writeln!(out, "proved     at most {proved:.4} times the optimum")?;
        }
        if let Some(turns) = self.turns {
            writeln!(out, "turns      {turns}")?;
        }
        self.write_effort(out)?;
        self.way.write(out)
    }

    /// Writes where the ends are, if they were not asked for as cells.
    fn write_ends(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let Some(asked) = &self.in_world else {
            return Ok(());
        };
        let Space::World(lattice) = self.space else {
            return Ok(());
        };
        let zero = Place::Position(lattice.origin().to_array());
        writeln!(out, "units      world, cells of side {}", sides(&lattice))?;
        writeln!(out, "           the center of the cell 0,0,0 at {zero}")?;
        for (name, asked, cell) in [
            ("from", asked.world_from, self.from),
            ("to", asked.world_to, self.to),
        ] {
            let (asked, cell) = (Place::Position(asked), Place::Cell(cell));
            writeln!(out, "{name:11}{asked}")?;
            writeln!(out, "           in the cell {cell}")?;
        }
        Ok(())
    }

    /// Writes the cost of the path, in the unit of the costs of cells where there are any.
    fn write_cost(&self, cost: u64, out: &mut dyn Write) -> Result<(), CliError> {
        let Some(costs) = self.search.costs() else {
            writeln!(out, "cost       {cost} (2^30 a straight move)")?;
            return Ok(());
        };
        let in_units = costs.in_units(Cost::from_raw(cost));
        writeln!(out, "cost       {in_units:.8}")?;
        writeln!(
            out,
            "           {cost} (2^30 a straight move at cost {})",
            costs.unit()
        )?;
        writeln!(out, "costs      {costs}")?;
        Ok(())
    }

    fn write_effort(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let effort = &self.statistics;
        writeln!(out, "expanded   {}", grouped(effort.expanded))?;
        writeln!(out, "generated  {}", grouped(effort.generated))?;
        writeln!(out, "reopened   {}", grouped(effort.reopened))?;
        writeln!(out, "stale      {}", grouped(effort.stale))?;
        writeln!(out, "peak open  {}", grouped(effort.peak_open))?;
        writeln!(out, "time       {} ms", compact(self.time_ms))?;
        Ok(())
    }
}
