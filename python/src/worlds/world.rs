//! Worlds: cells and colliders, and questions about them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, Occupancy, Traversability};
use voxnav::ground::{Ground, Locomotion};
use voxnav::search::{CellShape, Goal, Search, SearchSettings};
use voxnav::{AgentId, Lattice, Navigator, NavigatorError, RouteOptions, Terrain, Workspace};

use crate::failure::{Answer, Blamed, Failure, refuse};
use crate::threads::interrupt::abandonable;
use crate::threads::pool;
use crate::threads::shared::Shared;
use crate::values::agent;
use crate::values::cells::{cell, cells, plain_array};
use crate::values::numbers::{AnyAgent, Cell, Position, Size};
use crate::values::path::{Path, PathQuestion, PathSolution};
use crate::worlds::options::{self, Options, named};

/// The number of expansions between two looks for signals: a few milliseconds.
const SLICE: u64 = 20_000;

/// A world of cells and colliders in which paths are found.
///
/// Made by `World.from_numpy`, `World.load` and `World.generate`. Cells are three whole numbers, x, y
/// and z; a position in world units belongs to the cell with the nearest center. Methods may be called
/// from many threads at once, and let other threads run while they search.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct World {
    state: Shared<State>,
    /// Memory of earlier searches.
    spare: Shared<Vec<Workspace>>,
    pub(crate) lattice: Lattice,
    /// No edit changes them.
    pub(crate) bounds: CellBox,
    /// As in [`State`].
    has_idle_links: Arc<AtomicBool>,
}

pub(crate) struct State {
    pub(crate) navigator: Navigator,
    /// The requested agents; ground agents with what they can do.
    agents: Vec<((voxnav::Agent, Option<Locomotion>), AgentId)>,
    /// True from the first link on until a ground agent is requested, which may take it.
    pub(crate) has_idle_links: Arc<AtomicBool>,
}

impl World {
    pub(crate) fn of_cells(cells: Occupancy, lattice: Lattice) -> Answer<Self> {
        let mut navigator = Navigator::new(lattice, cells.bounds())?;
        navigator.replace_cells(cells)?;
        Ok(Self::of(navigator))
    }

    /// Returns the shape of the cells, by which moves cost what they are long.
    pub(crate) fn shape(&self) -> Answer<CellShape> {
        CellShape::new(self.lattice.sizes()).blamed("size")
    }

    pub(crate) fn of(navigator: Navigator) -> Self {
        let has_idle_links = Arc::default();
        Self {
            lattice: *navigator.lattice(),
            bounds: navigator.bounds(),
            has_idle_links: Arc::clone(&has_idle_links),
            state: Shared::new(State {
                navigator,
                agents: Vec::new(),
                has_idle_links,
            }),
            spare: Shared::default(),
        }
    }

    /// Warns, once, where a search for an agent in the air is the first to be asked for after a link was inserted.
    pub(crate) fn warn_of_links(&self, py: Python<'_>) -> PyResult<()> {
        const IDLE: &str = "the world has links, which agents in the air do not take: `ground_path` finds the paths of \
            agents on the ground, which do";
        if !self.has_idle_links.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.has_idle_links.store(false, Ordering::Relaxed);
        (py.import("warnings")?).call_method1("warn", (IDLE,))?;
        Ok(())
    }

    /// Takes over from a world of which this is a copy whether its links wait for an agent that takes them.
    pub(crate) fn copy_idle_links(&self, of: &State) {
        let is_idle = of.has_idle_links.load(Ordering::Relaxed);
        self.has_idle_links.store(is_idle, Ordering::Relaxed);
    }

    /// Asks or changes the world, on threads that are there; one call at a time.
    ///
    /// INVARIANT: a caller that waits for it is detached from Python, as threads of Python would deadlock otherwise.
    /// Its `work` makes no other request to the world.
    pub(crate) fn with<T: Send>(
        &self,
        work: impl FnOnce(&mut State) -> Answer<T> + Send,
    ) -> Answer<T> {
        let state = &mut *self.state.lock();
        pool::run(move || work(state))?
    }

    /// Asks or changes the world as [`with`](Self::with) does, while Python runs.
    pub(crate) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut State) -> Answer<T> + Send,
    ) -> Answer<T> {
        py.detach(|| self.with(work))
    }

    /// Searches with the memory of an earlier search.
    pub(crate) fn with_workspace<T>(&self, search: impl FnOnce(&mut Workspace) -> T) -> T {
        let mut workspace = self.spare.lock().pop().unwrap_or_default();
        let answer = search(&mut workspace);
        self.spare.lock().push(workspace);
        answer
    }

    /// Returns what searches see of the world as it is now, and what moves cost.
    pub(crate) fn seen_by(&self, agent: voxnav::Agent) -> Answer<(Traversability, Terrain)> {
        self.with(|state| {
            let id = state.id_of(agent, None)?;
            let world = state.navigator.traversability(id)?;
            Ok((world, state.navigator.terrain().clone()))
        })
    }

    /// Returns what searches under some options see of the world as it is now, and what moves cost them.
    pub(crate) fn searched(&self, options: &Options) -> Answer<(Traversability, Terrain)> {
        let Some(keep_away) = options.search.route.keep_away else {
            return self.seen_by(options.agent);
        };
        self.with(|state| {
            let id = state.id_of(options.agent, None)?;
            let wary = RouteOptions::default().keep_away(keep_away);
            let view = state.navigator.view(id, &wary)?;
            let flight = view
                .flight()
                .map(|it| (it.world().clone(), it.terrain().clone()));
            Ok(flight.ok_or(NavigatorError::OnGround { id: id.to_bits() })?)
        })
    }

    /// Returns the moves of an agent that goes on the ground, as they are now.
    pub(crate) fn ground_of(&self, options: &Options, able: &Locomotion) -> Answer<Ground> {
        self.with(|state| {
            let id = state.id_of(options.agent, Some(able))?;
            let view = state.navigator.view(id, &options.search.route)?;
            let ground = view.ground().map(|view| view.moves().clone());
            Ok(ground.ok_or(NavigatorError::Flying { id: id.to_bits() })?)
        })
    }
}

impl State {
    /// Returns the id of the agent in the navigator: a ground agent with a locomotion, a flying agent without one.
    pub(crate) fn id_of(
        &mut self,
        agent: voxnav::Agent,
        locomotion: Option<&Locomotion>,
    ) -> Result<AgentId, NavigatorError> {
        if locomotion.is_some() {
            self.has_idle_links.store(false, Ordering::Relaxed);
        }
        let wanted = (agent, locomotion.cloned());
        if let Some((_, id)) = self.agents.iter().find(|(known, _)| *known == wanted) {
            return Ok(*id);
        }
        let id = match locomotion {
            Some(locomotion) => (self.navigator).add_agent((agent, locomotion, locomotion.up))?,
            None => self.navigator.add_agent(agent)?,
        };
        self.agents.push((wanted, id));
        Ok(id)
    }

    /// Returns whether an agent was asked for that takes links.
    pub(crate) fn has_walkers(&self) -> bool {
        self.agents.iter().any(|((_, able), _)| able.is_some())
    }

    /// Returns the agent of an id of [`id_of`](Self::id_of), with what it can do on the ground.
    pub(crate) fn agent(&self, id: AgentId) -> Option<&(voxnav::Agent, Option<Locomotion>)> {
        let found = self.agents.iter().find(|(_, known)| *known == id);
        found.map(|(agent, _)| agent)
    }
}

#[pymethods]
impl World {
    /// Works out what makes later searches faster, for one agent: the index, which has the doorways of rooms, the
    /// junctions of passages and the cheapest paths between them, or in other worlds, but for noise, where straight runs
    /// lead. Paths cost the same with and without.
    ///
    /// Parameters
    /// ----------
    /// agent : Agent, float or three floats, optional
    ///     The agent or its size in world units; one cell large by default.
    /// index : str, optional
    ///     The corners that the index is for: "strict" (the default), "one-side" or "lenient". It is for all 26 moves.
    ///     Doorways and junctions are found in buildings, ships, dungeons and mazes whose rooms have at most 4,096 cells
    ///     each, in up to 300 ns for each free cell; edits drop them. Runs take some 3 ns a cell, serve strict corners
    ///     alone, and are kept up with edits.
    #[pyo3(
        signature = (*, agent = None, index = None, jump_index = None, portals = None),
        text_signature = "($self, *, agent=None, index=None)"
    )]
    fn prepare(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        agent: Option<AnyAgent>,
        index: Option<&Bound<'_, PyAny>>,
        jump_index: Option<&Bound<'_, PyAny>>,
        portals: Option<&Bound<'_, PyAny>>,
    ) -> Answer<()> {
        if portals.is_some() {
            return refuse(
                "portals",
                "they are part of the index now: give `index` instead",
            );
        }
        if jump_index.is_some() {
            return refuse(
                "jump_index",
                "it is part of the index now: leave it out, or give `index`",
            );
        }
        let agent = agent::agent(agent, &slf.get().lattice)?;
        let corners = index.map(|corners| named("index", corners)).transpose()?;
        let settings = SearchSettings::default()
            .corners(corners.unwrap_or_default())
            .shape(slf.get().shape()?);
        let world = slf.clone().unbind();
        abandonable(py, move || {
            world.get().with(|state| {
                let id = state.id_of(agent, None)?;
                state.navigator.prepare_index(id, &settings)?;
                Ok(())
            })
        })
    }

    /// Finds the cheapest path of a flying agent from a cell to a cell, by moves between neighboring cells. Links
    /// and materials are for ground agents: see `ground_path`.
    ///
    /// Parameters
    /// ----------
    /// start : three ints
    ///     A cell; `World.cell_at` gives that of a position.
    /// goal : three ints, or an array of whole numbers, shape (N, 3)
    ///     A cell, or several of which the path leads to the one that costs least.
    /// agent : Agent, float or three floats
    ///     The agent, or its size in world units; one cell large by default.
    /// algorithm : str, or pair of "weighted" and a float
    ///     "auto" (the fastest exact one), "jump", "canonical", "astar", "dijkstra", "bidirectional",
    ///     "lazy-theta" (any angle), "clusters" (a first path at once), "greedy", or ("weighted", W): at most W times
    ///     the optimum. "weighted:W" is the same.
    /// heuristic : str, callable or array
    ///     "octile", "euclidean", "manhattan", "chebyshev", "zero", or custom
    ///     estimates: a function of two cells (tuples) that returns what it costs between them in world units
    ///     (slow: a call of Python for each cell that is reached), or an array of costs over the world, shape
    ///     (X, Y, Z) or (K, X, Y, Z), by whose largest difference two cells are apart.
    /// law : {"none", "admissible", "consistent", "symmetric"} or float, optional
    ///     The guarantee of custom estimates: that they never exceed the true cost, never fall by more than a
    ///     move costs, that in both directions, or that they exceed it at most so many times.
    /// moves : str or int
    ///     26, 18, 6, "planar8-x", "planar8-y", "planar8-z", "planar4-x", "planar4-y" or "planar4-z".
    /// corners : {"strict", "one-side", "lenient"}
    ///     Whether all cells that a diagonal move passes must be free, those of one side, or only the
    ///     one that it leads to.
    /// ties : {"larger-g", "smaller-g", "first-in", "last-in", "cell-order"}
    ///     The order among cells of equal f.
    /// within : float
    ///     How many times the optimum a path may cost, from 1 to 1000.
    /// keep_away : pair of a float and an int, optional
    ///     A distance in world units and a weight: a move into a cell next to a blocked one costs `weight` times as
    ///     much, and less and less up to cells that are `distance` further away. Paths are at most `weight` times as
    ///     long as the shortest.
    /// fewest_turns : bool
    ///     Whether to take, of the paths that cost the least, one with the fewest changes of direction. Costs come first;
    ///     it counts where the best path is looked for, and takes a second search.
    /// limit_time : float, optional
    ///     Seconds after which the search ends with the best path so far; looked at every few milliseconds.
    /// limit_expanded, limit_cost : int, optional
    ///     The most expansions, and the most that a path may cost (`voxnav.STRAIGHT` a straight move).
    /// limit_memory : int, optional
    ///     The most bytes of search memory: 2**30 by default, and as much as there is with None.
    /// snap_start, snap_goal : float, optional
    ///     How far a blocked end may move, in world units.
    /// partial : bool
    ///     Whether a path may stop short of a goal that cannot be reached.
    /// first : bool
    ///     Whether to return a usable path at once instead of the best: `proved` bounds its ratio to the optimum.
    ///     The same as `algorithm="clusters"`.
    ///
    /// Returns
    /// -------
    /// Path
    ///     False where there is none; its outcome tells why.
    ///
    /// Warns
    /// -----
    /// UserWarning
    ///     Where the world has links that nothing has taken yet: an agent in the air does not.
    #[pyo3(
        signature = (start, goal, **options),
        text_signature = "($self, start, goal, *, agent=None, algorithm='auto', heuristic='octile', law=None, moves=26, corners='strict', ties='larger-g', within=1.0, keep_away=None, fewest_turns=False, limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None, snap_start=None, snap_goal=None, partial=False, first=False)"
    )]
    fn path(
        &self,
        py: Python<'_>,
        start: Cell,
        goal: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Path> {
        let start = start.named("start")?;
        let (nearest, region) = self::goal(goal)?;
        let options = Options::read(options, self, options::ALL)?;
        self.warn_of_links(py)?;
        let how = &options.search;
        let until = how.time.map(|time| (Instant::now(), time));
        let mut search = py.detach(|| -> Answer<Search> {
            let (world, terrain) = self.searched(&options)?;
            let query = how.query(&self.lattice, [start, nearest], &terrain);
            let query = match &region {
                Some(region) => query.to(region),
                None => query,
            };
            let workspace = self.spare.lock().pop().unwrap_or_default();
            let mut search = Search::with_workspace(&query, &world, workspace);
            search.step(SLICE);
            Ok(search)
        })?;
        while search.solution().is_none() {
            how.trouble.check(py)?;
            py.check_signals()?;
            if until.is_some_and(|(since, time)| since.elapsed() >= time) {
                search.cancel();
                break;
            }
            py.detach(|| search.step(SLICE).is_some());
        }
        how.trouble.check(py)?;
        let (solution, workspace) = search.finish();
        self.spare.lock().push(workspace);
        let solution =
            solution.ok_or_else(|| Failure::argument("goal", "the search has not ended"))?;
        let asked = PathQuestion {
            start,
            goal: nearest,
            settings: how.route.settings,
            up: None,
        };
        Ok(Path::new(PathSolution::Air(solution), self.lattice, asked))
    }

    /// The cells from the smallest to one past the largest, x, y and z: two corners.
    #[getter]
    fn bounds(&self) -> ((i32, i32, i32), (i32, i32, i32)) {
        (self.bounds.min.into(), self.bounds.max.into())
    }

    /// The longest side of a cell, in world units: the length of a move that costs `voxnav.STRAIGHT`.
    #[getter]
    fn size(&self) -> f64 {
        self.lattice.longest_side()
    }

    /// The sides of a cell along x, y and z, in world units: all the same for cubes.
    #[getter]
    fn sizes(&self) -> (f64, f64, f64) {
        self.lattice.sizes().into()
    }

    /// The position of the center of cell (0, 0, 0), in world units.
    #[getter]
    fn origin(&self) -> (f64, f64, f64) {
        self.lattice.origin().into()
    }
}

/// Reads the goal of a path: a cell, or the first of several and all of them.
fn goal(value: &Bound<'_, PyAny>) -> Answer<(IVec3, Option<Goal>)> {
    let is_sequence = value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>();
    let is_table = if is_sequence {
        let first = value.get_item(0);
        first.map_or(true, |first| first.len().is_ok())
    } else {
        // Frames of columns are arrays, too, and iterate over the names of their columns.
        value.hasattr("__array__")? && plain_array("goal", value)?.shape().len() == 2
    };
    if !is_table {
        return Ok((cell("goal", value)?, None));
    }
    let all = cells("goal", value)?;
    match all[..] {
        [] => refuse("goal", "it has no cell"),
        [one] => Ok((one, None)),
        [first, ..] => Ok((first, Some(Goal::any_of(all)))),
    }
}

pub(crate) fn lattice(size: Size, origin: Option<Position>) -> Answer<Lattice> {
    let sizes = size.named("size")?.into();
    let origin = origin.map_or(Ok(DVec3::ZERO), |origin| origin.named("origin"))?;
    Lattice::with_sizes(origin, sizes).blamed("size")
}
