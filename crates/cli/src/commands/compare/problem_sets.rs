//! Problem sets: worlds and problems on them, from files, generators or scenes.

use std::path::PathBuf;

use voxnav::search::CellShape;
use voxnav_lab::{ListedFor, Problem, ProblemSet, Suite, fingerprint};
use voxnav_worlds::{GeneratedWorld, Scene};

use super::{CompareOptions, SuiteName};
use crate::error::{CliError, Context, counted};
use crate::report::output::note;
use crate::search::locomotion::LocomotionSource;
use crate::search::walker::Walker;
use crate::world_source::map_file::{ANOTHER_SIZE, MapFile, MapSource};
use crate::world_source::scenario_file::{no_problems, scenario_on, shape_listed};

/// A problem set, and the ground agents that compete there, if any.
pub(super) struct Venue {
    pub(super) set: ProblemSet,
    pub(super) walkers: Vec<Walker>,
}

impl From<ProblemSet> for Venue {
    fn from(set: ProblemSet) -> Self {
        let walkers = Vec::new();
        Self { set, walkers }
    }
}

/// The problem sets in the order of the command line, made one by one: no two worlds in memory.
pub(super) fn venues(
    options: &CompareOptions,
) -> Result<impl Iterator<Item = Result<Venue, CliError>> + '_, CliError> {
    let mut places = Vec::new();
    for map in &options.maps {
        places.extend(named(map)?.into_iter().map(Place::Map));
    }
    places.extend(options.scene.iter().map(|scene| Place::Scene(*scene)));
    if let Some(SuiteName::Standard) = options.suite {
        let suite = Suite::standard();
        let worlds = suite.worlds().iter();
        places.extend(worlds.map(|world| Place::Map(MapSource::Generated(*world))));
    }
    let files = places.iter().filter(|place| place.is_file()).count();
    if files != options.scenarios.len() && !options.scenarios.is_empty() {
        let scenarios = options.scenarios.len();
        return Err(CliError::bad_input(format!(
            "{} {} given for {}; give one scenario for each file, or none",
            counted(scenarios, "scenario"),
            if scenarios == 1 { "was" } else { "were" },
            counted(files, "map file")
        )));
    }
    let sample = options.sample.unwrap_or(match options.suite {
        Some(SuiteName::Standard) => Suite::ROWS,
        None => SAMPLE,
    });
    let mut scenarios = options.scenarios.iter();
    Ok(places.into_iter().map(move |place| match place {
        Place::Map(source) => {
            let map = MapFile::load(&source, &options.read)?;
            let given = source.file().and_then(|_| scenarios.next());
            match &source {
                MapSource::Generated(world) if options.locomotion.is_empty() => {
                    generated(world, &map, sample).map(Venue::from)
                }
                _ => listed(options, &map, &source, given, sample),
            }
        }
        Place::Scene(scene) => Ok(ProblemSet::scene(scene).or_advise(ANOTHER_SIZE)?.into()),
    }))
}

/// The default number of rows of a map.
pub(super) const SAMPLE: u64 = 200;

enum Place {
    Map(MapSource),
    Scene(Scene),
}

impl Place {
    fn is_file(&self) -> bool {
        matches!(self, Self::Map(MapSource::File(_)))
    }
}

/// The maps that a name with `*`, `?` or `[` stands for, in the order of their names; a name without, or
/// one that is a file, is itself.
pub(super) fn named(map: &MapSource) -> Result<Vec<MapSource>, CliError> {
    let pattern = match map {
        MapSource::File(path) if !path.exists() => path.to_str(),
        _ => None,
    };
    let Some(pattern) = pattern.filter(|it| it.contains(['*', '?', '['])) else {
        return Ok(vec![map.clone()]);
    };
    let nothing = || {
        CliError::bad_input(format!(
            "{pattern}: no file matches; check the pattern, and put it in quotes"
        ))
    };
    let found = glob::glob(pattern)
        .map_err(|error| CliError::bad_input(format!("{pattern}: {error}; correct the pattern")))?;
    let found: Result<Vec<_>, _> = found.map(|path| path.map(MapSource::File)).collect();
    let found = found.map_err(|error| {
        let path = error.path().display();
        CliError::bad_input(format!(
            "{path}: {}; it may have files of {pattern}",
            error.error()
        ))
    })?;
    if found.is_empty() {
        return Err(nothing());
    }
    Ok(found)
}

/// Problems of a scenario on a map; with ground agents, the scenario of the first of them.
fn listed(
    options: &CompareOptions,
    map: &MapFile,
    source: &MapSource,
    given: Option<&PathBuf>,
    wanted: u64,
) -> Result<Venue, CliError> {
    let agents = &options.locomotion;
    let walkers = agents.iter().map(|agent| Walker::new(agent, map.placed()));
    let walkers = walkers.collect::<Result<Vec<_>, _>>()?;
    let first = agents.first().zip(walkers.first());
    let given = given.map(PathBuf::as_path);
    let (path, scenario) = scenario_on(map, source, first, given, wanted)?;
    let is_listed = |agent: &&LocomotionSource| agent.listed_in(Some(&path)) == ListedFor::This;
    let listed_for = match source {
        MapSource::File(_) => agents.iter().find(is_listed),
        MapSource::Generated(_) => agents.first(),
    };
    let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
    let problems = Problem::sampled(&scenario, wanted);
    let set = ProblemSet {
        listed_for: listed_for.map(LocomotionSource::name),
        available: Some(scenario.rows.len()),
        listed_shape: shape_listed(&scenario, map),
        ..on_map(map, problems, path.display().to_string())
    };
    Ok(Venue { set, walkers })
}

/// Problems on a map.
fn on_map(map: &MapFile, problems: Vec<Problem>, source: String) -> ProblemSet {
    ProblemSet {
        name: map.path.display().to_string(),
        description: match map.costs() {
            Some(costs) => {
                note(map.path.display(), format!("costs: {costs}"));
                format!("{}, with costs", map.description())
            }
            None => map.description(),
        },
        world: map.world.clone(),
        water: map.water().map(|(_, world)| world.clone()),
        terrain: map.terrain.clone(),
        shape: map.shape,
        // Answers of others know no costs, and no sides that differ.
        hash: (map.costs().is_none() && map.shape.is_cubic())
            .then(|| fingerprint(std::iter::once(&map.occupancy))),
        occupancy_bytes: map.occupancy.memory_bytes(),
        load: map.load,
        moves: map.kind.moves(),
        listed_shape: CellShape::CUBIC,
        listed_for: None,
        problems,
        source,
        available: None,
        scene: None,
    }
}

/// Pairs of free cells with a way between them, drawn with the seed of the world.
fn generated(world: &GeneratedWorld, map: &MapFile, wanted: u64) -> Result<ProblemSet, CliError> {
    let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
    let mut set = on_map(map, Vec::new(), String::new());
    let drawn = set.draw(&map.occupancy, world, wanted);
    drawn.map_err(|_| no_problems(world)).map(|()| set)
}
