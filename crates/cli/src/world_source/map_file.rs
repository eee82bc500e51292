//! Maps made ready for queries, from files or generated, and what scenarios take for granted about
//! each kind of file.

use std::cell::OnceCell;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use clap::builder::{OsStringValueParser, TypedValueParser, ValueParser, ValueParserFactory};
use voxnav::glam::IVec3;
use voxnav::grid::{
    Axis, CellBox, CellState, Footprint, Occupancy, OccupancyBuilder, Traversability,
};
use voxnav::search::{CellShape, SearchSettings};
use voxnav::{Lattice, MoveSet, Terrain, UnknownPolicy};
use voxnav_files::{
    Ending, FileError, Import, map_extensions, read_map_through, uncompressed_name,
};
pub(crate) use voxnav_lab::describe as describe_cells;
use voxnav_store::{Derived, ReadError};
use voxnav_worlds::{GeneratedWorld, GeneratedWorldError};

use crate::error::{CliError, Context};
use crate::report::output;
use crate::report::progress::Progress;
use crate::search::indexes::Queries;
use crate::search::keep_away::KeepAwayOptions;
use crate::search::mode::Flight;
use crate::search::options::SearchOptions;
use crate::search::walker::WalkerOptions;
use crate::world_source::cost_options::{CostFacts, CostOptions, MapOptions};

/// A map as the command line names it.
#[derive(Clone, Debug)]
pub(crate) enum MapSource {
    File(PathBuf),
    Generated(GeneratedWorld),
}

impl MapSource {
    fn named(name: OsString) -> Result<Self, GeneratedWorldError> {
        match name.to_str() {
            Some(name) if name.starts_with(GeneratedWorld::PREFIX) => {
                name.parse().map(Self::Generated)
            }
            _ => Ok(Self::File(name.into())),
        }
    }

    /// The file, if it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Generated(_) => None,
        }
    }
}

impl ValueParserFactory for MapSource {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        ValueParser::new(OsStringValueParser::new().try_map(Self::named))
    }
}

impl fmt::Display for MapSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Generated(world) => world.fmt(f),
        }
    }
}

/// A map in memory.
pub(crate) struct MapFile {
    pub(crate) path: PathBuf,
    pub(crate) kind: MapKind,
    pub(crate) occupancy: Occupancy,
    /// The place of the cells in world space, and their sides.
    pub(crate) lattice: Lattice,
    /// The ratios of these sides.
    pub(crate) shape: CellShape,
    pub(crate) world: Traversability,
    /// The costs of cells for flying agents.
    pub(crate) terrain: Terrain,
    /// The world as agents see it that start on water, where there is any.
    water: Option<Water>,
    /// From opening the file to being ready for the first query.
    pub(crate) load: Duration,
}

struct Water {
    occupancy: Occupancy,
    world: Traversability,
    /// The costs of cells for flying agents.
    terrain: Terrain,
}

/// The two families of benchmark maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MapKind {
    /// `.3dmap`: voxels, 26 moves.
    Voxels,
    /// `.map`: one layer at z = 0, 8 moves within it.
    Grid,
}

impl MapKind {
    fn of(path: &Path) -> Self {
        match uncompressed_name(path).extension() {
            Some(extension) if extension.eq_ignore_ascii_case("map") => Self::Grid,
            _ => Self::Voxels,
        }
    }

    /// The moves that the listed lengths of scenarios are about.
    pub(crate) fn moves(self) -> MoveSet {
        match self {
            Self::Voxels => MoveSet::Vertex26,
            Self::Grid => MoveSet::Planar8(Axis::Z),
        }
    }

    /// Returns the ending that a map's scenario has after the name of the map.
    fn scenario_extension(self) -> &'static str {
        match self {
            Self::Voxels => "3dscen",
            Self::Grid => "scen",
        }
    }

    /// The scenario that belongs to the map at `path`: the first that is there, or else the most
    /// usual name. Map and scenario may both be compressed.
    pub(crate) fn scenario_of(self, path: &Path) -> PathBuf {
        voxnav_files::scenario_beside(path, self.scenario_extension())
    }
}

/// The advice for a world that cannot be made.
pub(crate) const ANOTHER_SIZE: &str = "choose another size";

/// The advice for derived data that cannot be read.
pub(crate) const DERIVE_AGAIN: &str = "create the file again with voxnav convert";

/// A world as a file has it, before anything is derived from it.
pub(crate) struct World {
    pub(crate) occupancy: Occupancy,
    /// The place of the cells in world space, and their sides.
    pub(crate) lattice: Lattice,
    /// The world as agents see it that start on water, where there is any.
    pub(crate) water: Option<Occupancy>,
    /// The costs of cells for flying agents.
    pub(crate) terrain: Terrain,
    /// The derived data that the file keeps.
    pub(crate) derived: Vec<Derived>,
}

impl World {
    /// Returns the world that a source names, or costs alone.
    pub(crate) fn of(
        source: Option<&MapSource>,
        import: &Import,
        costs: &CostOptions,
    ) -> Result<Self, CliError> {
        let world = source.map(|source| Self::load(source, import));
        costs.on(world.transpose()?, import)
    }

    pub(crate) fn load(source: &MapSource, import: &Import) -> Result<Self, CliError> {
        match source {
            MapSource::File(path) if !is_map(path) && voxnav_files::is_known(path) => {
                Self::import(path, import)
            }
            MapSource::File(path) if !is_map(path) => Err(CliError::at(
                path,
                format!(
                    "no world is read from a file of that name; give {}",
                    voxnav_files::world_names()
                ),
            )),
            MapSource::File(path) => {
                let world = Self::read(path)?;
                let own = states_its_place(path).then_some(&world.lattice);
                let lattice = import.lattice(own);
                let lattice = lattice.map_err(|reason| FileError::new(path, reason))?;
                Ok(Self { lattice, ..world })
            }
            MapSource::Generated(world) => {
                let occupancy = world.world().or_advise(ANOTHER_SIZE)?;
                let lattice = import.lattice(None).or_advise("give another --origin")?;
                Ok(Self::new(occupancy, lattice))
            }
        }
    }

    /// The world in a map file.
    fn read(path: &Path) -> Result<Self, CliError> {
        let map = watched(path, |watch| read_map_through(path, watch))?;
        if map.ending == Ending::Abrupt {
            // What is missing is free, so nothing else would tell.
            output::note(
                path.display(),
                "the file does not end in a line break, so its end may be missing; compare it with \
                 where it comes from",
            );
        }
        Ok(Self {
            water: map.water,
            terrain: map.terrain,
            derived: map.derived,
            ..Self::new(map.occupancy, map.lattice)
        })
    }

    /// The world in a file of another program.
    fn import(path: &Path, import: &Import) -> Result<Self, CliError> {
        let world = watched(path, |watch| {
            voxnav_files::read_through(path, import, watch)
        })?;
        for note in &world.notes {
            output::note(path.display(), note);
        }
        Ok(Self::new(world.occupancy, world.lattice))
    }

    /// Returns free cells, as many as a file has.
    pub(crate) fn free(size: IVec3, file: &Path, import: &Import) -> Result<Self, CliError> {
        let cells = OccupancyBuilder::new(CellBox::from_size(size));
        let cells = cells.map_err(|error| CliError::at(file, error))?;
        let lattice = import.lattice(None).or_advise("give another --origin")?;
        Ok(Self::new(cells.commit(), lattice))
    }

    fn new(occupancy: Occupancy, lattice: Lattice) -> Self {
        Self {
            occupancy,
            lattice,
            water: None,
            terrain: Terrain::new(),
            derived: Vec::new(),
        }
    }

    /// Returns the world as an agent sees it, with what the file keeps for it.
    pub(crate) fn traversability(&self, agent: Footprint) -> Result<Traversability, ReadError> {
        let world = voxnav_store::World {
            derived: self.derived.clone(),
            ..voxnav_store::World::new(self.occupancy.clone())
        };
        world.traversability(agent, UnknownPolicy::Blocked)
    }
}

/// Returns whether a path has the name of a map, even if it is a folder, as worlds of other programs may be.
fn is_map(path: &Path) -> bool {
    let name = uncompressed_name(path);
    let extension = name.extension().unwrap_or_default();
    map_extensions().any(|map| extension.eq_ignore_ascii_case(map))
}

/// Reads a file, or those of a folder, and shows how far that is.
fn watched<T>(path: &Path, read: impl FnOnce(&dyn Fn(File) -> Watched) -> T) -> T {
    // Of a folder nobody knows how much of it will be read, and of a pipe how much will come.
    let bytes = path.metadata().ok().filter(fs::Metadata::is_file);
    let bytes = bytes.map(|data| data.len());
    let progress = Rc::new(OnceCell::new());
    let shown = Rc::clone(&progress);
    let result = read(&move |file| {
        shown.get_or_init(|| Progress::with_rate(bytes, 0));
        let progress = Rc::clone(&shown);
        Watched { file, progress }
    });
    if let Some(progress) = Rc::into_inner(progress).and_then(OnceCell::into_inner) {
        progress.finish();
    }
    result
}

/// Returns whether a map file states the position and size of its cells.
fn states_its_place(path: &Path) -> bool {
    let name = uncompressed_name(path);
    let extension = name.extension();
    extension.is_some_and(|it| it.eq_ignore_ascii_case(voxnav_store::EXTENSION))
}

/// Returns the shape of the cells of a world, by which moves cost what they are long.
pub(crate) fn shape_of(lattice: &Lattice, path: &Path) -> Result<CellShape, CliError> {
    let shape = CellShape::new(lattice.sizes());
    shape.map_err(|error| CliError::at(path, format!("{error}; give cells nearer to cubes")))
}

impl MapFile {
    /// A map for agents of one cell.
    pub(crate) fn load<'m>(
        source: impl Into<Option<&'m MapSource>>,
        options: &MapOptions,
    ) -> Result<Self, CliError> {
        Self::load_for(source, options, Footprint::ONE)
    }

    /// A map for agents that cover some cells around their own; without a source, that of the costs.
    pub(crate) fn load_for<'m>(
        source: impl Into<Option<&'m MapSource>>,
        options: &MapOptions,
        agent: Footprint,
    ) -> Result<Self, CliError> {
        let started = Instant::now();
        let source = source.into();
        let world = World::of(source, &options.import.import(), &options.costs)?;
        let name = options.costs.name_of(source);
        let shape = shape_of(&world.lattice, &name)?;
        let file = source.and_then(MapSource::file);
        let kind = file.map_or(MapKind::Voxels, MapKind::of);
        let seen = world.traversability(agent);
        let seen = seen.map_err(|reason| FileError::new(&name, reason))?;
        let seen = seen.with_components();
        Ok(Self {
            path: name,
            kind,
            occupancy: world.occupancy,
            lattice: world.lattice,
            shape,
            world: seen,
            water: world.water.map(|occupancy| Water {
                terrain: world.terrain.clone(),
                world: Traversability::for_agent(&occupancy, agent, UnknownPolicy::Blocked)
                    .with_components(),
                occupancy,
            }),
            terrain: world.terrain,
            load: started.elapsed(),
        })
    }

    /// Returns the map with costs that keep flying agents away from what blocks them, if that is asked for.
    pub(crate) fn keeping_away(mut self, option: KeepAwayOptions) -> Self {
        if let Some(water) = &mut self.water {
            water.terrain = option.over(&self.terrain, &water.world, &self.lattice);
        }
        self.terrain = option.over(&self.terrain, &self.world, &self.lattice);
        self
    }

    /// Returns the flight of an agent that starts at a cell.
    pub(crate) fn flight_from(&self, start: IVec3) -> Flight<'_> {
        match self.water_at(start) {
            Some(water) => Flight::new(&water.world, &water.terrain, &self.lattice),
            None => self.flight(),
        }
    }

    /// Returns the flight of an agent, but for those that start on water.
    pub(crate) fn flight(&self) -> Flight<'_> {
        Flight::new(&self.world, &self.terrain, &self.lattice)
    }

    /// Returns the facts about the costs of cells; `None` where all cost the same.
    pub(crate) fn costs(&self) -> Option<CostFacts> {
        CostFacts::of(&self.terrain)
    }

    /// Returns the world as agents see it that start on water, where there is any.
    pub(crate) fn water(&self) -> Option<(&Occupancy, &Traversability)> {
        let water = self.water.as_ref();
        water.map(|water| (&water.occupancy, &water.world))
    }

    /// Returns whether an agent that starts at a cell moves on water.
    pub(crate) fn is_water(&self, start: IVec3) -> bool {
        self.water_at(start).is_some()
    }

    fn water_at(&self, cell: IVec3) -> Option<&Water> {
        let water = self.water.as_ref();
        water.filter(|water| water.world.is_traversable(cell))
    }

    /// The map as an agent sees it that starts at a cell.
    pub(crate) fn seen_from(mut self, start: IVec3) -> Self {
        let water = self.water.take();
        match water.filter(|water| water.world.is_traversable(start)) {
            Some(Water {
                occupancy,
                world,
                terrain,
            }) => Self {
                occupancy,
                world,
                terrain,
                ..self
            },
            None => self,
        }
    }

    /// The map with what is to be known before searches, which takes its time while loading.
    ///
    /// An index is made for flying agents only: for many queries, or on request.
    pub(crate) fn prepared(
        mut self,
        search: &SearchOptions,
        walker: &WalkerOptions,
        queries: Queries,
    ) -> Result<Self, CliError> {
        if search.portals {
            return Err(CliError::bad_input(
                "--portals is part of the index now; give --index",
            ));
        }
        if search.indexes.jump_index {
            return Err(CliError::bad_input(
                "--jump-index is part of the index now; give --index",
            ));
        }
        let started = Instant::now();
        let has_index = walker.source.is_none() && self.terrain.is_uniform();
        if has_index && search.indexes.wants_index(queries) {
            let settings = self.settings(search);
            let water = self.water.iter().map(|water| &water.world);
            for world in water.chain([&self.world]) {
                settings.prepare_index(world);
            }
        }
        self.load += started.elapsed();
        Ok(self)
    }

    /// Returns the cells, and their place.
    pub(crate) fn placed(&self) -> (&Occupancy, &Lattice) {
        (&self.occupancy, &self.lattice)
    }

    /// Returns the settings of a search on this map, with nothing left open.
    pub(crate) fn settings(&self, search: &SearchOptions) -> SearchSettings {
        search.on(self.kind.moves()).shape(self.shape)
    }

    /// Size and content in one line.
    pub(crate) fn description(&self) -> String {
        let cells = &self.occupancy;
        describe_cells(cells.bounds().size(), cells.count(CellState::Occupied))
    }
}

/// A file that shows how much of it has been read.
struct Watched {
    file: File,
    progress: Rc<OnceCell<Progress>>,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        if let Some(progress) = self.progress.get() {
            progress.inc(read as u64);
        }
        Ok(read)
    }
}
