//! `voxnav solve`: one query on a map.

mod ground;
mod on_demand;

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use voxnav::Workspace;
use voxnav::glam::IVec3;
use voxnav::search::{Cost, Query, SearchSettings, Solution};

use crate::error::CliError;
use crate::files::spare_inputs;
use crate::report::effort::Effort;
use crate::report::output::Fitted;
use crate::search::agent::AgentOptions;
use crate::search::limits::Clock;
use crate::search::nearest;
use crate::search::options::{SearchOptions, description};
use crate::search::walker::WalkerOptions;
use crate::values::{bytes, triple};
use crate::world_source::import_options::ImportOptions;
use crate::world_source::map_file::{MapFile, MapSource};
use crate::world_source::path_export::ExportOptions;
use crate::world_source::trace_file::{self, TraceOptions};
use voxnav_lab::figures::{compact, grouped};

/// Find the path from one cell to another
///
/// Prints the outcome, the cost, the length and the cells of the path, and the effort of
/// the search. The path is checked cell by cell against the moves and the corner rule before it
/// is printed. Exits with 1 if there is no path, with 3 if a limit ended the search.
///
/// The cost is an integer, 2^30 for a straight move; the length is the same in cells. Where an end is
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
  voxnav solve arena.map --from 1,11,0 --to 40,12,0 --algorithm astar
  voxnav solve cave.3dmap --from 55,41,58 --to 47,30,40 --agent 3,3,2
  voxnav solve cave.3dmap --from 9,41,1 --to 47,30,4 --locomotion spider")]
pub(crate) struct SolveOptions {
    /// The map: a .3dmap, .map or .voxnav file, one of another program, or generated:KIND:X,Y,Z:SEED
    pub(crate) map: MapSource,

    /// The cell to start from; z is 0 in a .map file
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = triple)]
    pub(crate) from: IVec3,

    /// The cell to go to
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = triple)]
    pub(crate) to: IVec3,

    #[command(flatten)]
    pub(crate) search: SearchOptions,

    #[command(flatten)]
    walker: WalkerOptions,

    #[command(flatten)]
    pub(crate) agent: AgentOptions,

    /// Load only the chunks of a .voxnav file that the search needs, and hold at most this amount, such as
    /// 500MB
    #[arg(
        long,
        value_name = "BYTES",
        value_parser = bytes,
        conflicts_with_all = ["source", "jump_index", "portals", "trace"]
    )]
    on_demand: Option<u64>,

    #[command(flatten)]
    pub(crate) import: ImportOptions,

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
    spare_inputs(options.map.file(), outputs.into_iter().flatten())?;
    options.export.check()?;
    if let Some(source) = &options.walker.source {
        if options.trace.path().is_some() {
            return Err(trace_file::on_foot());
        }
        return ground::run(options, source, out);
    }
    if let Some(most) = options.on_demand {
        return on_demand::run(options, most, out);
    }
    let agent = options.agent.cells()?;
    let map = MapFile::load_for(&options.map, &options.import, agent)?;
    let map = map.prepared(&options.search).seen_from(options.from);
    let search = options.search.on(map.kind.moves());
    let clock = options.search.limits.clock(1);
    let query = Query::new(options.from, options.to).settings(search);
    let mut workspace = Workspace::new();
    let (solution, time) = clock.time(|token| {
        let started = Instant::now();
        let solution = query.cancel(token).solve(&map.world, &mut workspace);
        (solution, started.elapsed())
    });
    if options.trace.path().is_some() {
        // Searched again, the same step by step: writing must not be part of the time.
        let ends = (options.from, options.to);
        let traced = &options.trace;
        clock.time(|token| traced.solve(&map, &search, ends, token, &mut workspace, &mut ()))?;
    }
    if let Some(path) = solution.outcome.path() {
        path.verify(&map.world, search.moves, search.corners, None)
            .map_err(CliError::invalid_path)?;
        options
            .export
            .write(&map.occupancy, &map.lattice, path.cells())?;
    }
    let ends = [options.from, options.to];
    let nearest = nearest::in_space(clock.name_of(&solution.outcome), ends, &map.world);
    let report = Report {
        nearest: nearest.map(|cell| cell.to_array()),
        ..Report::in_space(options, &search, &solution, &clock, time)
    };
    report.emit(options, &map.description(), out)?;
    clock.verdict(&solution.outcome, nearest)
}

/// What is printed, in the form of the JSON object.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) map: String,
    pub(crate) from: [i32; 3],
    pub(crate) to: [i32; 3],
    #[serde(flatten)]
    pub(crate) search: ShownSearch,
    pub(crate) outcome: &'static str,
    /// In units of 2^-30 straight moves.
    pub(crate) cost: Option<u64>,
    pub(crate) length: Option<f64>,
    #[serde(flatten)]
    pub(crate) way: ShownWay,
    /// Why there is no way, as far as that is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
    /// The nearest cell to the end that is at fault where the agent can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nearest: Option<[i32; 3]>,
    pub(crate) statistics: Effort,
    pub(crate) time_ms: f64,
}

/// How it was searched.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum ShownSearch {
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
    },
    Ground {
        locomotion: String,
        algorithm: String,
    },
}

/// The way that was found, if one was.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum ShownWay {
    Cells { cells: Option<Vec<[i32; 3]>> },
    Legs { legs: Option<Vec<ShownLeg>> },
}

/// A leg as reports show it.
#[derive(Debug, Serialize)]
pub(crate) struct ShownLeg {
    pub(crate) action: String,
    /// In units of 2^-30 straight moves.
    pub(crate) cost: u64,
    pub(crate) cells: Vec<[i32; 3]>,
}

impl Report {
    /// What a search in space found.
    pub(crate) fn in_space(
        options: &SolveOptions,
        search: &SearchSettings,
        solution: &Solution,
        clock: &Clock,
        time: Duration,
    ) -> Self {
        let path = solution.outcome.path();
        let (from, to) = (options.from, options.to);
        let query = Query::new(from, to).settings(*search);
        Self {
            map: options.map.to_string(),
            from: from.to_array(),
            to: to.to_array(),
            search: ShownSearch::Free {
                agent: options.agent.size().to_array(),
                algorithm: search.algorithm.to_string(),
                heuristic: search.heuristic.to_string(),
                moves: search.moves.to_string(),
                corners: search.corners.to_string(),
                guarantee: query.guarantee().to_string(),
                description: description(search),
            },
            outcome: clock.name_of(&solution.outcome),
            cost: path.map(|path| path.cost().raw()),
            length: path.map(|path| path.cost().length()),
            way: ShownWay::Cells {
                cells: path.map(|path| path.cells().map(|cell| cell.to_array()).collect()),
            },
            why: None,
            nearest: None,
            statistics: Effort::from(&solution.statistics),
            time_ms: time.as_secs_f64() * 1e3,
        }
    }

    /// Prints it as the options want it.
    pub(crate) fn emit(
        &self,
        options: &SolveOptions,
        about: &str,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        if options.json {
            serde_json::to_writer(&mut *out, self).map_err(std::io::Error::from)?;
            writeln!(out)?;
            return Ok(());
        }
        let out = &mut Fitted::new(out);
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
        writeln!(out, "outcome    {}", self.outcome)?;
        if let Some(why) = &self.why {
            writeln!(out, "reason     {why}")?;
        }
        if let Some([x, y, z]) = self.nearest {
            writeln!(out, "nearest    {x},{y},{z}: there the agent can be")?;
        }
        if let (Some(cost), Some(length)) = (self.cost, self.length) {
            writeln!(out, "cost       {cost} (2^30 a straight move)")?;
            writeln!(out, "length     {length:.8} cells")?;
        }
        self.write_effort(out)?;
        self.way.write(out)
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

impl ShownWay {
    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        match self {
            Self::Cells { cells: Some(cells) } => {
                writeln!(out, "cells      {}", cells.len())?;
                write_cells(cells, out)?;
            }
            Self::Legs { legs: Some(legs) } => {
                writeln!(out, "legs       {}", legs.len())?;
                for leg in legs {
                    let cost = Cost::from_raw(leg.cost).length();
                    let moves = leg.cells.len() - 1;
                    writeln!(out, "  {}, {moves} moves, cost {cost:.3}", leg.action)?;
                    write_cells(&leg.cells, out)?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The cells in lines of at most 80 columns.
fn write_cells(cells: &[[i32; 3]], out: &mut dyn Write) -> Result<(), CliError> {
    let mut line = String::new();
    for [x, y, z] in cells {
        let cell = format!(" {x},{y},{z}");
        if line.len() + cell.len() > 79 {
            writeln!(out, " {line}")?;
            line.clear();
        }
        line.push_str(&cell);
    }
    writeln!(out, " {line}")?;
    Ok(())
}
