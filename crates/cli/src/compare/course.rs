//! What is run on: a world and problems on it, from files, generators or scenes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

use voxnav::glam::IVec3;
use voxnav_worlds::{GeneratedWorld, Scene, random_free_cells};

use super::CompareOptions;
use crate::error::CliError;
use crate::map_file::{MapFile, MapKind, MapSource};
use crate::scenario_file::{load_scenario, sample};

/// A question, and what is published about its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    /// The row of the scenario, from 1; of drawn problems, their number.
    pub(super) number: usize,
    pub(super) start: IVec3,
    pub(super) goal: IVec3,
    /// The length that the scenario lists.
    pub(super) listed: Option<f64>,
    /// How far that may lie from the exact one, by its digits.
    pub(super) rounding: f64,
}

/// A world and the problems that every combination answers on it.
pub(super) struct Course {
    pub(super) map: MapFile,
    pub(super) problems: Vec<Problem>,
    /// Where the problems come from.
    pub(super) source: String,
    /// How many there were to choose from, if they are finite.
    pub(super) available: Option<usize>,
    pub(super) scene: Option<Scene>,
}

/// How many pairs of cells are drawn for each problem wanted before giving up.
const TRIES_PER_PROBLEM: usize = 20;

/// The courses in the order of the command line, made one by one: no two worlds in memory.
pub(super) fn courses(
    options: &CompareOptions,
) -> impl ExactSizeIterator<Item = Result<Course, CliError>> + '_ {
    let maps = options.maps.iter().map(Place::Map);
    let scenes = options.scene.iter().map(|scene| Place::Scene(*scene));
    let places: Vec<_> = maps.chain(scenes).collect();
    let files = places.iter().filter(|place| place.is_file()).count();
    let mut scenarios = options.scenarios.iter();
    places.into_iter().map(move |place| {
        if files != options.scenarios.len() && !options.scenarios.is_empty() {
            return Err(CliError::ScenariosDoNotMatch {
                scenarios: options.scenarios.len(),
                maps: files,
            });
        }
        match place {
            Place::Map(source @ MapSource::File(path)) => {
                let map = MapFile::load(source, &options.import)?;
                of_file(path, map, scenarios.next(), options.sample)
            }
            Place::Map(source @ MapSource::Generated(world)) => generated(
                world,
                MapFile::load(source, &options.import)?,
                options.sample,
            ),
            Place::Scene(scene) => of_scene(scene),
        }
    })
}

enum Place<'o> {
    Map(&'o MapSource),
    Scene(Scene),
}

impl Place<'_> {
    fn is_file(&self) -> bool {
        matches!(self, Self::Map(MapSource::File(_)))
    }
}

fn of_file(
    path: &Path,
    map: MapFile,
    scenario: Option<&PathBuf>,
    wanted: u64,
) -> Result<Course, CliError> {
    let beside = map.kind.scenario_of(path);
    let scenario_path = scenario.unwrap_or(&beside);
    if scenario.is_none() && !beside.exists() {
        return Err(CliError::NoScenario {
            missing: beside,
            there: scenarios_in(path),
        });
    }
    let scenario = load_scenario(scenario_path, &map)?;
    let problems = sample(&scenario.rows, Some(wanted))
        .into_iter()
        .map(|(number, row)| Problem {
            number,
            start: row.start,
            goal: row.goal,
            listed: Some(row.length),
            rounding: row.rounding,
        })
        .collect();
    Ok(Course {
        map,
        problems,
        source: scenario_path.display().to_string(),
        available: Some(scenario.rows.len()),
        scene: None,
    })
}

/// The names of scenario files in the directory of a map.
fn scenarios_in(map: &Path) -> Vec<OsString> {
    let directory = match map.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let is_scenario = |name: &OsString| {
        let extension = Path::new(name).extension();
        extension
            .is_some_and(|it| it.eq_ignore_ascii_case("3dscen") || it.eq_ignore_ascii_case("scen"))
    };
    let entries = directory.read_dir().into_iter().flatten().flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name())
        .filter(is_scenario)
        .collect();
    names.sort();
    names
}

/// Pairs of free cells with a way between them, drawn with the seed of the world.
fn generated(world: &GeneratedWorld, map: MapFile, wanted: u64) -> Result<Course, CliError> {
    let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
    let cells = random_free_cells(
        &map.occupancy,
        world.seed,
        wanted.saturating_mul(2 * TRIES_PER_PROBLEM),
    );
    let connected = |&(start, goal): &(IVec3, IVec3)| {
        start != goal && map.world.component(start) == map.world.component(goal)
    };
    let problems: Vec<_> = cells
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .filter(connected)
        .take(wanted)
        .enumerate()
        .map(|(index, (start, goal))| Problem {
            number: index + 1,
            start,
            goal,
            listed: None,
            rounding: 0.0,
        })
        .collect();
    if problems.is_empty() {
        return Err(CliError::NoProblems(*world));
    }
    Ok(Course {
        map,
        problems,
        source: format!("random pairs of free cells, seed {}", world.seed),
        available: None,
        scene: None,
    })
}

fn of_scene(scene: Scene) -> Result<Course, CliError> {
    let started = Instant::now();
    let name = format!("scene:{scene}");
    let map = MapFile::of_cells(name, MapKind::Grid, scene.world()?, started);
    let problem = Problem {
        number: 1,
        start: scene.start(),
        goal: scene.goal(),
        listed: None,
        rounding: 0.0,
    };
    Ok(Course {
        map,
        problems: vec![problem],
        source: "from start to goal".to_owned(),
        available: Some(1),
        scene: Some(scene),
    })
}
