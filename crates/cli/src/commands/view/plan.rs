//! Joint plans of `voxnav together` as `voxnav view` plays them: a tick for each step.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav_files::trace::play::{Moment, Play, PlayHeader};

use crate::commands::route::separator::Separator;
use crate::error::{CliError, Context};

/// The columns of a plan.
const COLUMNS: [&str; 5] = ["id", "step", "x", "y", "z"];

/// The position of an agent after a step.
#[derive(Deserialize)]
struct Row {
    id: String,
    step: u32,
    x: i32,
    y: i32,
    z: i32,
}

/// Returns whether a file is a plan, by its name.
pub(crate) fn is_plan(path: &Path) -> bool {
    let is_one = |it: &OsStr| it.eq_ignore_ascii_case("csv") || it.eq_ignore_ascii_case("tsv");
    path.extension().is_some_and(is_one)
}

/// Reads a plan in a map with these bounds.
pub(crate) fn read(path: &Path, bounds: &CellBox) -> Result<Play, CliError> {
    let play = File::open(path)
        .map_err(Box::from)
        .and_then(|file| play(BufReader::new(file), bounds));
    play.at(path, "give a plan that voxnav together wrote for this map")
}

fn play(file: impl BufRead, bounds: &CellBox) -> Result<Play, Box<dyn Error + Send + Sync>> {
    let mut agents = BTreeMap::new();
    let mut paths: Vec<Vec<(u32, IVec3)>> = Vec::new();
    let mut rows = Separator::reader(file, |name| COLUMNS.contains(&name))?;
    let header = rows.headers()?.clone();
    for record in rows.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let row: Row = record.deserialize(Some(&header))?;
        let cell = IVec3::new(row.x, row.y, row.z);
        if !bounds.contains(cell) {
            return Err(format!("line {line}: the cell {cell} lies outside of the map").into());
        }
        let agent = *agents.entry(row.id).or_insert(paths.len());
        if agent == paths.len() {
            paths.push(Vec::new());
        }
        let path = &mut paths[agent];
        if path.last().is_some_and(|&(step, _)| step >= row.step) {
            return Err(format!("line {line}: steps go back").into());
        }
        path.push((row.step, cell - bounds.min));
    }
    Ok(Play {
        header: PlayHeader {
            program: "voxnav together".to_owned(),
            map: String::new(),
            size: bounds.size().as_ivec3(),
        },
        moments: moments(&paths),
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
