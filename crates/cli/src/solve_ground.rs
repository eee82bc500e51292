//! `voxnav solve --locomotion`: one query for an agent on the ground.

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;
use voxnav::Workspace;
use voxnav::glam::IVec3;
use voxnav::ground::{Action, Ground, Leg, LegSolution, Locomotion, verify_legs};
use voxnav::search::{Query, SearchSettings};

use crate::effort::Effort;
use crate::error::CliError;
use crate::figures::{compact, grouped};
use crate::map_file::MapFile;
use crate::solve::{SolveOptions, write_cells};

pub(crate) fn run(
    options: &SolveOptions,
    name: String,
    agent: &Locomotion,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let map = MapFile::load(&options.map, &options.import)?;
    let search = options.search.on(map.kind);
    let clock = options.search.limits.clock(1);
    let ground = Ground::new(&map.occupancy, agent).map_err(CliError::Ground)?;
    let query = Query::new(options.from.0, options.to.0).settings(search);
    let (solution, time) = clock.time(|token| {
        let started = Instant::now();
        let query = query.cancel(token);
        let solution = query.solve_with(&ground.moves(), &mut Workspace::new());
        (solution, started.elapsed())
    });
    if let Some(path) = solution.outcome.path() {
        verify_legs(path, &map.occupancy, agent, &[]).map_err(CliError::InvalidLegs)?;
        options
            .export
            .write(&map.occupancy, &map.lattice, path.cells())?;
    }
    let outcome = clock.name_of(&solution.outcome);
    let report = Report::new(options, name, &search, &solution, outcome, time);
    if options.json {
        serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        report.write(&map, out)?;
    }
    clock.verdict(&solution.outcome)
}

/// What is printed, in the form of the JSON object.
#[derive(Serialize)]
struct Report {
    map: String,
    from: [i32; 3],
    to: [i32; 3],
    locomotion: String,
    algorithm: String,
    outcome: &'static str,
    /// In units of 2^-30 straight moves.
    cost: Option<u64>,
    legs: Option<Vec<ShownLeg>>,
    statistics: Effort,
    time_ms: f64,
}

/// A leg as reports show it.
#[derive(Serialize)]
struct ShownLeg {
    action: String,
    /// In units of 2^-30 straight moves.
    cost: u64,
    cells: Vec<[i32; 3]>,
}

impl ShownLeg {
    fn of(leg: &Leg<Action>) -> Self {
        Self {
            action: leg.action.to_string(),
            cost: leg.cost.raw(),
            cells: leg.cells.iter().map(IVec3::to_array).collect(),
        }
    }
}

impl Report {
    fn new(
        options: &SolveOptions,
        locomotion: String,
        search: &SearchSettings,
        solution: &LegSolution<Action>,
        outcome: &'static str,
        time: Duration,
    ) -> Self {
        let path = solution.outcome.path();
        Self {
            map: options.map.to_string(),
            from: options.from.0.to_array(),
            to: options.to.0.to_array(),
            locomotion,
            algorithm: search.algorithm.to_string(),
            outcome,
            cost: path.map(|path| path.cost().raw()),
            legs: path.map(|path| path.legs().iter().map(ShownLeg::of).collect()),
            statistics: Effort::from(&solution.statistics),
            time_ms: time.as_secs_f64() * 1e3,
        }
    }

    fn write(&self, map: &MapFile, out: &mut dyn Write) -> Result<(), CliError> {
        writeln!(out, "map        {}", self.map)?;
        writeln!(out, "           {}", map.description())?;
        writeln!(out, "search     {}, on the ground", self.algorithm)?;
        writeln!(out, "locomotion {}", self.locomotion)?;
        writeln!(out, "outcome    {}", self.outcome)?;
        if let Some(cost) = self.cost {
            writeln!(out, "cost       {cost} (2^30 for 1)")?;
        }
        let effort = &self.statistics;
        writeln!(out, "expanded   {}", grouped(effort.expanded))?;
        writeln!(out, "generated  {}", grouped(effort.generated))?;
        writeln!(out, "peak open  {}", grouped(effort.peak_open))?;
        writeln!(out, "time       {} ms", compact(self.time_ms))?;
        let Some(legs) = &self.legs else {
            return Ok(());
        };
        writeln!(out, "legs       {}", legs.len())?;
        for leg in legs {
            let cost = voxnav::search::Cost::from_raw(leg.cost).length();
            let moves = leg.cells.len() - 1;
            writeln!(out, "  {}, {} moves, cost {cost:.3}", leg.action, moves)?;
            write_cells(&leg.cells, out)?;
        }
        Ok(())
    }
}
