//! Joint plans of `voxnav together` as `voxnav view` plays them: a tick for each step.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use csv::StringRecord;
use serde::Deserialize;
use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav_files::trace::play;
use voxnav_view::{Moment, Play};

use crate::commands::route::separator::Separator;
use crate::error::{CliError, Context};

/// The columns of a plan.
const COLUMNS: [&str; 5] = ["id", "step", "x", "y", "z"];
/// The column that a plan in world units has.
const WORLD: &str = "world_x";

/// The cell of an agent after a step.
#[derive(Deserialize)]
struct Row {
    id: String,
    step: u32,
    x: i32,
    y: i32,
    z: i32,
}

/// The position of an agent after a step, in world units.
#[derive(Deserialize)]
struct WorldRow {
    id: String,
    step: u32,
    world_x: f64,
    world_y: f64,
    world_z: f64,
}

/// Returns whether a file is a plan, by its name.
pub(crate) fn is_plan(path: &Path) -> bool {
    let is_one = |it: &OsStr| it.eq_ignore_ascii_case("csv") || it.eq_ignore_ascii_case("tsv");
    path.extension().is_some_and(is_one)
}

/// Reads a plan in a map with these bounds.
pub(crate) fn read(path: &Path, bounds: &CellBox, lattice: &Lattice) -> Result<Play, CliError> {
    let plan = File::open(path)
        .map_err(Box::from)
        .and_then(|file| played(BufReader::new(file), bounds, lattice));
    plan.at(path, "give a plan that voxnav together wrote for this map")
}

/// Returns the trace of a changing world as it is shown.
pub(crate) fn of_trace(trace: play::Play) -> Play {
    let moments = trace.moments.into_iter().map(|moment| match moment {
        play::Moment::Edit { tick, cells, state } => Moment::Edit { tick, cells, state },
        play::Moment::Agent {
            tick,
            agent,
            at,
            verdict,
            path,
        } => Moment::Agent {
            tick,
            agent,
            at,
            verdict,
            path,
        },
    });
    Play {
        size: trace.header.size,
        moments: moments.collect(),
        ..Play::default()
    }
}

/// Returns the agent of a row, its step and the cell where it is then.
fn row(
    record: &StringRecord,
    header: &StringRecord,
    lattice: &Lattice,
) -> Result<(String, u32, IVec3), Box<dyn Error + Send + Sync>> {
    if !header.iter().any(|name| name == WORLD) {
        let Row { id, step, x, y, z } = record.deserialize(Some(header))?;
        return Ok((id, step, IVec3::new(x, y, z)));
    }
    let row: WorldRow = record.deserialize(Some(header))?;
    let position = DVec3::new(row.world_x, row.world_y, row.world_z);
    let cell = lattice.cell_at(position);
    Ok((row.id, row.step, cell?))
}

fn played(
    file: impl BufRead,
    bounds: &CellBox,
    lattice: &Lattice,
) -> Result<Play, Box<dyn Error + Send + Sync>> {
    let mut agents = BTreeMap::new();
    let mut paths: Vec<Vec<(u32, IVec3)>> = Vec::new();
    let mut rows = Separator::reader(file, |name| COLUMNS.contains(&name))?;
    let header = rows.headers()?.clone();
    for record in rows.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let read = row(&record, &header, lattice);
        let (id, step, cell) = read.map_err(|reason| format!("line {line}: {reason}"))?;
        if !bounds.contains(cell) {
            return Err(format!("line {line}: the cell {cell} lies outside of the map").into());
        }
        let agent = *agents.entry(id).or_insert(paths.len());
        if agent == paths.len() {
            paths.push(Vec::new());
        }
        let path = &mut paths[agent];
        if path.last().is_some_and(|&(last, _)| last >= step) {
            return Err(format!("line {line}: steps go back").into());
        }
        path.push((step, cell - bounds.min));
    }
    Ok(Play {
        size: bounds.size().as_ivec3(),
        moments: moments(&paths),
        ..Play::default()
    })
}

/// Returns where agents are, in order of the steps, each with its whole path at first.
fn moments(paths: &[Vec<(u32, IVec3)>]) -> Vec<Moment> {
    let mut moments = Vec::new();
    for (agent, path) in (0..).zip(paths) {
        let mut whole = Some(path.iter().map(|it| it.1).collect());
        for &(tick, cell) in path {
            moments.push(Moment::Agent {
                tick,
                agent,
                at: cell.as_dvec3(),
                verdict: None,
                path: whole.take(),
            });
        }
    }
    moments.sort_by_key(Moment::tick);
    moments
}
