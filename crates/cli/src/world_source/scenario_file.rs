//! Scenario files that belong to a map.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use voxnav::Lattice;
use voxnav::glam::DVec3;
use voxnav::search::CellShape;
use voxnav_files::{Scenario, ScenarioRow};
use voxnav_worlds::GeneratedWorld;

use crate::error::{CliError, Context};
use crate::files::folder_of;
use crate::search::limits::LimitOptions;
use crate::search::locomotion::LocomotionSource;
use crate::search::walker::{Walker, map_name_for};
use crate::units::sides;
use crate::world_source::map_file::{MapFile, MapSource, shape_of};
use crate::world_source::problems;

/// A row and its number in the file, from 1.
pub(crate) type NumberedRow = (usize, ScenarioRow);

/// The problems on a map, and where they come from: the given scenario, or that of the map file, by the
/// file's name for a ground agent. A generated world has `drawn` random pairs of cells, as
/// `voxnav generate` makes them.
pub(crate) fn scenario_on(
    map: &MapFile,
    source: &MapSource,
    agent: Option<(&LocomotionSource, &Walker)>,
    given: Option<&Path>,
    drawn: u64,
) -> Result<(PathBuf, Scenario), CliError> {
    let path = match (given, source) {
        (Some(path), _) => path.to_owned(),
        (None, MapSource::File(path)) => {
            let of_agent = agent.map(|(agent, _)| map_name_for(path, agent));
            scenario_beside(map, of_agent.as_deref().unwrap_or(path))?
        }
        (None, MapSource::Generated(world)) => {
            let wanted = usize::try_from(drawn).unwrap_or(usize::MAX);
            let limits = LimitOptions::default();
            let (rows, cells) = match agent {
                Some((_, walker)) => (
                    problems::for_walker(walker, world.seed, wanted, &limits)?,
                    "cells to stand on",
                ),
                None => (
                    problems::for_box(map.placed(), world.seed, wanted, &limits)?,
                    "free cells",
                ),
            };
            if rows.is_empty() {
                return Err(no_problems(world));
            }
            let name = format!("random pairs of {cells}, seed {}", world.seed);
            let scenario = Scenario::new(world.to_string(), rows);
            let scenario = match map.lattice.cubic_size() {
                Some(_) => scenario,
                None => scenario.with_cell_sizes(map.lattice.in_longest_sides().sizes()),
            };
            return Ok((name.into(), scenario));
        }
    };
    let scenario = load_scenario(&path, map)?;
    Ok((path, scenario))
}

/// The scenario that belongs to the map file at `path`, which must be there.
fn scenario_beside(map: &MapFile, path: &Path) -> Result<PathBuf, CliError> {
    let beside = map.kind.scenario_of(path);
    if beside.exists() {
        return Ok(beside);
    }
    let advice = match scenarios_in(path).as_slice() {
        [] => "there is none beside the map; give one, or generate problems with voxnav generate --scenarios"
            .to_owned(),
        names => {
            const SHOWN: usize = 5;
            let shown: Vec<_> = names.iter().take(SHOWN).map(|it| it.to_string_lossy()).collect();
            let more = if names.len() > SHOWN { ", ..." } else { "" };
            let shown = shown.join(", ");
            format!("there are {shown}{more} beside the map; give one of them")
        }
    };
    Err(CliError::at(
        &beside,
        format!("scenario not found; {advice}"),
    ))
}

/// Reports a generated world in which no problem was found.
pub(crate) fn no_problems(world: &GeneratedWorld) -> CliError {
    CliError::bad_input(format!(
        "{world}: no random pair of cells is connected; choose another world"
    ))
}

/// The names of scenario files in the directory of a map.
fn scenarios_in(map: &Path) -> Vec<OsString> {
    let is_scenario = |name: &OsString| {
        let extension = Path::new(name).extension();
        extension
            .is_some_and(|it| it.eq_ignore_ascii_case("3dscen") || it.eq_ignore_ascii_case("scen"))
    };
    let entries = folder_of(map).read_dir().into_iter().flatten().flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name())
        .filter(is_scenario)
        .collect();
    names.sort();
    names
}

/// The shape of the cells that the lengths of a scenario on a map are about: cubes, unless it states the sides of its cells.
pub(crate) fn shape_listed(scenario: &Scenario, map: &MapFile) -> CellShape {
    match scenario.cell_sizes {
        Some(_) => map.shape,
        None => CellShape::CUBIC,
    }
}

/// The scenario at `path`, which must be for a map of this size and these cells and have rows. Lengths are in longest sides
/// of a cell.
pub(crate) fn load_scenario(path: &Path, map: &MapFile) -> Result<Scenario, CliError> {
    let scenario = voxnav_files::read_scenario(path)?;
    if let Some(sizes) = scenario.cell_sizes {
        let stated = Lattice::with_sizes(DVec3::ZERO, sizes).at(path, "correct the sides")?;
        if shape_of(&stated, path)? != map.shape {
            let [stated, actual] = [&stated, &map.lattice].map(sides);
            return Err(CliError::at(
                path,
                format!(
                    "the scenario is for cells of {stated}, the map has cells of {actual}; give the scenario of this map"
                ),
            ));
        }
    }
    let actual = map.occupancy.bounds().size().as_ivec3();
    match scenario.map_size {
        Some(stated) if stated != actual => Err(CliError::at(
            path,
            format!(
                "the scenario is for a map of {stated} cells, the map has {actual}; give the scenario of this map"
            ),
        )),
        _ if scenario.rows.is_empty() => Err(CliError::at(
            path,
            "the scenario has no problems; give another one",
        )),
        _ => Ok(scenario.in_longest_sides()),
    }
}
