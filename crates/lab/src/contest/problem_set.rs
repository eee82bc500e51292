//! Problem sets: a world and problems in it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use voxnav::glam::{IVec3, UVec3};
use voxnav::grid::{Axis, CellState, Occupancy, Traversability};
use voxnav::search::{CellShape, CellShapeError};
use voxnav::{MoveSet, Terrain, UnknownPolicy};
use voxnav_files::{
    FileError, Scenario, read_map_through, read_scenario, scenario_beside, uncompressed_name,
};
use voxnav_worlds::{GeneratedWorld, Scene, WorldError, random_free_cells};

use super::contestant::Question;
use super::{Lineup, fingerprint};
use crate::figures::grouped;

/// A question, and what is published about its answer.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav_lab::Problem;
///
/// let problem = Problem::new(1, IVec3::ZERO, IVec3::splat(9));
/// assert_eq!(problem.listed, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem {
    /// The row of the scenario, from 1; of drawn problems, their number.
    pub number: usize,
    /// The cell where the path begins.
    pub start: IVec3,
    /// The cell where the path ends.
    pub goal: IVec3,
    /// The length that the scenario lists.
    pub listed: Option<f64>,
    /// The largest distance between the listed and the exact length, by its digits, in cells.
    pub rounding: f64,
}

impl Problem {
    /// Makes a question of which nothing is published.
    #[must_use]
    pub fn new(number: usize, start: IVec3, goal: IVec3) -> Self {
        Self {
            number,
            start,
            goal,
            listed: None,
            rounding: 0.0,
        }
    }

    /// Returns the problems of a scenario with what it lists; so many of them at even distances, if there are
    /// more.
    #[must_use]
    pub fn sampled(scenario: &Scenario, wanted: usize) -> Vec<Self> {
        let rows = scenario.sample(wanted);
        rows.map(|(number, row)| Self {
            number,
            start: row.start,
            goal: row.goal,
            listed: Some(row.length),
            rounding: row.rounding,
        })
        .collect()
    }
}

/// A world and the problems that all contestants answer in it.
///
/// ```
/// use voxnav_lab::ProblemSet;
///
/// let set = ProblemSet::generated(&"generated:rooms:16,16,16:1".parse()?, 5)?;
/// assert_eq!(set.problems.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemSet {
    /// The name of the problem set in reports: of files, the path.
    pub name: String,
    /// Size and content in one line.
    pub description: String,
    /// The world that agents see.
    pub world: Traversability,
    /// The world that agents see that start on water, where there is any.
    pub water: Option<Traversability>,
    /// The costs of cells for flying agents; uniform where all cost the same.
    pub terrain: Terrain,
    /// The shape of the cells, by which moves are as long as they are in the world.
    pub shape: CellShape,
    /// A hash of its cells, by which others know that theirs is the same.
    pub hash: Option<String>,
    /// Bytes of the occupancy behind the world.
    pub occupancy_bytes: usize,
    /// The time from opening a file to being ready for the first query.
    pub load: Duration,
    /// The moves that listed lengths are about, and that are usual in such worlds.
    pub moves: MoveSet,
    /// The shape of the cells that listed lengths are about.
    pub listed_shape: CellShape,
    /// The name of the moves that listed lengths are about instead, where they are no move set.
    pub listed_for: Option<String>,
    /// The problems to be answered.
    pub problems: Vec<Problem>,
    /// The source of the problems.
    pub source: String,
    /// The number of problems that there were to choose from, if they are finite.
    pub available: Option<usize>,
    /// The scene of tutorials that it is.
    pub scene: Option<Scene>,
}

/// The reason why there is no problem set.
#[derive(Debug, thiserror::Error)]
pub enum ProblemSetError {
    /// A map or a scenario cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The scenario is of another map.
    #[error("{} is for a map of {stated} cells, this one has {actual}", path.display())]
    OtherMap {
        /// The scenario.
        path: PathBuf,
        /// The size that it states.
        stated: IVec3,
        /// The size of the map.
        actual: IVec3,
    },
    /// The scenario is for cells that search has no costs for.
    #[error(transparent)]
    Cells(#[from] CellShapeError),
    /// The scenario has no rows.
    #[error("{} has no problems", .0.display())]
    NoRows(PathBuf),
    /// The world cannot be made.
    #[error(transparent)]
    World(#[from] WorldError),
    /// No two of the cells that were drawn have a way between them.
    #[error("{0} has no two connected free cells")]
    NoProblems(GeneratedWorld),
}

/// The number of pairs of cells that are drawn for each problem wanted before giving up.
const TRIES_PER_PROBLEM: usize = 20;

impl ProblemSet {
    /// Makes a problem set of a world in memory with custom problems; `started` is when the work on it began.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        occupancy: &Occupancy,
        problems: Vec<Problem>,
        started: Instant,
    ) -> Self {
        let world = seen(occupancy);
        Self {
            name: name.into(),
            description: describe(
                occupancy.bounds().size(),
                occupancy.count(CellState::Occupied),
            ),
            world,
            water: None,
            terrain: Terrain::new(),
            shape: CellShape::CUBIC,
            hash: Some(fingerprint([occupancy])),
            occupancy_bytes: occupancy.memory_bytes(),
            load: started.elapsed(),
            moves: MoveSet::Vertex26,
            listed_shape: CellShape::CUBIC,
            listed_for: None,
            available: Some(problems.len()),
            problems,
            source: "given".to_owned(),
            scene: None,
        }
    }

    /// Reads a map file with so many problems of the scenario next to it: `cave.3dmap` with those of
    /// `cave.3dmap.3dscen`, `arena.map` with those of `arena.map.scen`. Either may be compressed.
    ///
    /// Moves are those that such scenarios list lengths for, and every optimum is held against the listed one.
    ///
    /// ```
    /// use voxnav_lab::ProblemSet;
    ///
    /// let map = std::env::temp_dir().join(format!("voxnav-{}.3dmap", std::process::id()));
    /// std::fs::write(&map, "voxel 3 3 1\n1 0 0\n1 1 0\n")?;
    /// let row = "0 0 0 2 0 0 4.82842712 2.41421356\n";
    /// let scenario = map.with_extension("3dmap.3dscen");
    /// std::fs::write(&scenario, format!("version 1\nany.3dmap\n{row}"))?;
    /// let set = ProblemSet::from_file(&map, 200)?;
    /// assert_eq!(set.problems[0].listed, Some(4.82842712));
    /// # std::fs::remove_file(map)?;
    /// # std::fs::remove_file(scenario)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`ProblemSet::from_files`]. A missing scenario is a [`ProblemSetError::File`] that names it.
    pub fn from_file(map: impl AsRef<Path>, wanted: usize) -> Result<Self, ProblemSetError> {
        let map = map.as_ref();
        let extension = if is_grid(map) { "scen" } else { "3dscen" };
        Self::from_files(map, scenario_beside(map, extension), wanted)
    }

    /// Reads a map file with so many problems of a scenario, at even distances if it has more.
    ///
    /// Agents that start on the water of a grid see the water.
    ///
    /// # Errors
    /// [`ProblemSetError::File`] if either cannot be read, [`ProblemSetError::OtherMap`] if the scenario states another
    /// size, [`ProblemSetError::Cells`] if it states sides that differ too much, [`ProblemSetError::NoRows`] if it has no
    /// problems.
    pub fn from_files(
        map: impl AsRef<Path>,
        scenario: impl AsRef<Path>,
        wanted: usize,
    ) -> Result<Self, ProblemSetError> {
        let (map, path) = (map.as_ref(), scenario.as_ref());
        let started = Instant::now();
        let file = read_map_through(map, |file| file)?;
        let scenario = read_scenario(path)?.in_longest_sides();
        let actual = file.occupancy.bounds().size().as_ivec3();
        if let Some(stated) = scenario.map_size.filter(|stated| *stated != actual) {
            let path = path.to_owned();
            return Err(ProblemSetError::OtherMap {
                path,
                stated,
                actual,
            });
        }
        let problems = Problem::sampled(&scenario, wanted);
        if problems.is_empty() {
            return Err(ProblemSetError::NoRows(path.to_owned()));
        }
        let water = file.water.as_ref().map(seen);
        let name = map.display().to_string();
        let mut set = Self::new(name, &file.occupancy, problems, started);
        set.water = water;
        set.terrain = file.terrain;
        set.available = Some(scenario.rows.len());
        set.source = path.display().to_string();
        if let Some(sizes) = scenario.cell_sizes {
            set.listed_shape = CellShape::new(sizes)?;
        }
        if is_grid(map) {
            set.moves = MoveSet::Planar8(Axis::Z);
        }
        Ok(set)
    }

    /// Generates a world and up to so many pairs of free cells with a way between them, drawn with its seed.
    ///
    /// # Errors
    /// [`ProblemSetError::World`] if the world cannot be made, [`ProblemSetError::NoProblems`] if none of the
    /// pairs drawn has a way.
    pub fn generated(named: &GeneratedWorld, wanted: usize) -> Result<Self, ProblemSetError> {
        let started = Instant::now();
        let occupancy = named.world()?;
        let mut set = Self::new(named.to_string(), &occupancy, Vec::new(), started);
        set.draw(&occupancy, named, wanted)?;
        Ok(set)
    }

    /// Draws the problems of a generated world with its seed.
    ///
    /// # Errors
    /// [`ProblemSetError::NoProblems`] if none of the pairs drawn has a way.
    pub fn draw(
        &mut self,
        occupancy: &Occupancy,
        named: &GeneratedWorld,
        wanted: usize,
    ) -> Result<(), ProblemSetError> {
        let most = wanted.saturating_mul(2 * TRIES_PER_PROBLEM);
        let cells = random_free_cells(occupancy, named.seed, most);
        let connected = |&(start, goal): &(IVec3, IVec3)| {
            start != goal && self.world.component(start) == self.world.component(goal)
        };
        self.problems = cells
            .chunks_exact(2)
            .map(|pair| (pair[0], pair[1]))
            .filter(connected)
            .take(wanted)
            .enumerate()
            .map(|(index, (start, goal))| Problem::new(index + 1, start, goal))
            .collect();
        if self.problems.is_empty() {
            return Err(ProblemSetError::NoProblems(*named));
        }
        self.source = format!("random pairs of free cells, seed {}", named.seed);
        self.available = None;
        Ok(())
    }

    /// Makes the problem set of a scene of tutorials with its one problem.
    ///
    /// # Errors
    /// [`ProblemSetError::World`] if the world cannot be made.
    pub fn scene(scene: Scene) -> Result<Self, ProblemSetError> {
        let started = Instant::now();
        let problem = Problem::new(1, scene.start(), scene.goal());
        let occupancy = scene.world()?;
        Ok(Self {
            moves: MoveSet::Planar8(Axis::Z),
            source: "from start to goal".to_owned(),
            scene: Some(scene),
            ..Self::new(format!("scene:{scene}"), &occupancy, vec![problem], started)
        })
    }

    /// Returns the problem set with an index for the moves and corners of each contestant that searches one, where
    /// that helps ([`prepare_index`](voxnav::search::SearchSettings::prepare_index)). It takes its time while loading.
    ///
    /// ```
    /// use voxnav::{Algorithm, search::SearchSettings};
    /// use voxnav_lab::{Contestant, Lineup, ProblemSet};
    ///
    /// let set = ProblemSet::generated(&"generated:rooms:32,32,32:1".parse()?, 5)?;
    /// let auto = SearchSettings::default();
    /// let cell_by_cell = auto.algorithm(Algorithm::AStar);
    /// let set = set.with_index_for(&Lineup::new([Contestant::new(cell_by_cell)]));
    /// assert!(!auto.has_index(&set.world));
    /// let set = set.with_index_for(&Lineup::new([Contestant::new(auto)]));
    /// assert!(auto.has_index(&set.world));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_index_for(mut self, lineup: &Lineup) -> Self {
        let started = Instant::now();
        for contestant in lineup.contestants() {
            if matches!(contestant.question(), Question::Lattice(..)) {
                for world in self.water.iter().chain([&self.world]) {
                    contestant.search().prepare_index(world);
                }
            }
        }
        self.load += started.elapsed();
        self
    }

    /// Returns the world that an agent sees that starts at a cell.
    #[must_use]
    pub fn world_from(&self, start: IVec3) -> &Traversability {
        self.water_at(start).unwrap_or(&self.world)
    }

    /// Returns whether an agent that starts at a cell moves on water.
    #[must_use]
    pub fn is_water(&self, start: IVec3) -> bool {
        self.water_at(start).is_some()
    }

    fn water_at(&self, start: IVec3) -> Option<&Traversability> {
        self.water
            .as_ref()
            .filter(|water| water.is_traversable(start))
    }
}

/// Returns whether a map file is a grid of one layer.
fn is_grid(map: &Path) -> bool {
    let name = uncompressed_name(map);
    let extension = name.extension();
    extension.is_some_and(|it| it.eq_ignore_ascii_case("map"))
}

/// Returns the world that agents see, with what is derived of it before the first query.
fn seen(occupancy: &Occupancy) -> Traversability {
    Traversability::new(occupancy, UnknownPolicy::Blocked).with_components()
}

/// Returns size and content of a world in one line.
#[must_use]
pub fn describe(size: UVec3, occupied: u64) -> String {
    let occupied = grouped(occupied);
    format!(
        "{} x {} x {} cells, {occupied} occupied",
        size.x, size.y, size.z
    )
}
