//! What is run on: a world and problems on it, from files, generators or scenes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use voxnav_lab::{Course, Problem};
use voxnav_worlds::{GeneratedWorld, Scene};

use super::CompareOptions;
use crate::error::CliError;
use crate::map_file::{MapFile, MapSource};
use crate::scenario_file::{load_scenario, sample};

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
                of_file(path, &map, scenarios.next(), options.sample)
            }
            Place::Map(source @ MapSource::Generated(world)) => generated(
                world,
                &MapFile::load(source, &options.import)?,
                options.sample,
            ),
            Place::Scene(scene) => Ok(Course::scene(scene)?),
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
    map: &MapFile,
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
    let scenario = load_scenario(scenario_path, map)?;
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
    let available = scenario.rows.len();
    Ok(Course {
        available: Some(available),
        ..on_map(map, problems, scenario_path.display().to_string())
    })
}

/// Problems on a map.
fn on_map(map: &MapFile, problems: Vec<Problem>, source: String) -> Course {
    Course {
        name: map.path.display().to_string(),
        description: map.description(),
        world: map.world.clone(),
        water: map.water().map(|(_, world)| world.clone()),
        occupancy_bytes: map.occupancy.memory_bytes(),
        load: map.load,
        moves: map.kind.moves(),
        problems,
        source,
        available: None,
        published: None,
    }
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
fn generated(world: &GeneratedWorld, map: &MapFile, wanted: u64) -> Result<Course, CliError> {
    let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
    let mut course = on_map(map, Vec::new(), String::new());
    course.draw(&map.occupancy, world, wanted)?;
    Ok(course)
}
