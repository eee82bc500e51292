//! Worlds: cells and colliders, and questions about them.

use std::time::Instant;

use numpy::{
    PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, Occupancy, Traversability};
use voxnav::ground::{Ground, Locomotion};
use voxnav::search::{Goal, Search, SearchSettings};
use voxnav::{AgentId, Lattice, Navigator, NavigatorError, Terrain, Workspace};
use voxnav_crowd::crowd::Body;

use crate::agent;
use crate::arrays::world_of;
use crate::cells::{cell, cells, mask, plain_array, shape_shown, shown};
use crate::edits::AXES;
use crate::failure::{Answer, Blamed, Failure, refuse, refuse_type};
use crate::interrupt::{abandonable, interruptible};
use crate::numbers::{AnyAgent, Cell, Number, Position, one_of};
use crate::options::{self, Options, named};
use crate::path::{Asked, Path, Solved};
use crate::pool;
use crate::shared::Shared;

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
}

pub(crate) struct State {
    pub(crate) navigator: Navigator,
    /// The agents that were asked for, with what those on the ground can do.
    agents: Vec<((voxnav::Agent, Option<Locomotion>), u32)>,
}

impl World {
    pub(crate) fn of_cells(cells: Occupancy, lattice: Lattice) -> Answer<Self> {
        let mut navigator = Navigator::new(lattice, cells.bounds())?;
        navigator.replace_cells(cells)?;
        Ok(Self::of(navigator))
    }

    pub(crate) fn of(navigator: Navigator) -> Self {
        Self {
            lattice: *navigator.lattice(),
            bounds: navigator.bounds(),
            state: Shared::new(State {
                navigator,
                agents: Vec::new(),
            }),
            spare: Shared::default(),
        }
    }

    /// Asks or changes the world, on threads that are there; one call at a time.
    ///
    /// INVARIANT: whoever waits for it is detached from Python, whose threads would wait for each other
    /// otherwise, and asks nothing of the world in `work`.
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

    /// Returns the moves of an agent that goes on the ground, as they are now.
    pub(crate) fn ground_of(&self, options: &Options, able: &Locomotion) -> Answer<Ground> {
        self.with(|state| {
            let id = state.id_of(options.agent, Some(able))?;
            let view = state.navigator.view::<Ground>(id, &options.search.route)?;
            Ok(view.moves().clone())
        })
    }
}

impl State {
    /// Returns the agent among those of the navigator; one on the ground by what it can do.
    pub(crate) fn id_of<M>(
        &mut self,
        agent: voxnav::Agent,
        locomotion: Option<&Locomotion>,
    ) -> Result<AgentId<M>, NavigatorError> {
        let wanted = (agent, locomotion.cloned());
        if let Some((_, id)) = self.agents.iter().find(|(known, _)| *known == wanted) {
            return Ok(AgentId::from_bits(*id));
        }
        let id = match locomotion {
            Some(locomotion) => self
                .navigator
                .add_agent((agent, locomotion, locomotion.up))?
                .to_bits(),
            None => self.navigator.add_agent(agent)?.to_bits(),
        };
        self.agents.push((wanted, id));
        Ok(AgentId::from_bits(id))
    }

    /// Returns the body of an agent of a crowd, which flies without a locomotion.
    pub(crate) fn body_of(
        &mut self,
        agent: voxnav::Agent,
        locomotion: Option<&Locomotion>,
    ) -> Answer<Body> {
        Ok(match locomotion {
            Some(_) => Body::OnGround(self.id_of(agent, locomotion)?),
            None => Body::Flying(self.id_of(agent, None)?),
        })
    }

    /// Returns the agent of an id of [`id_of`](Self::id_of), with what it can do on the ground.
    pub(crate) fn agent(&self, id: u32) -> Option<&(voxnav::Agent, Option<Locomotion>)> {
        let found = self.agents.iter().find(|(_, known)| *known == id);
        found.map(|(agent, _)| agent)
    }
}

#[pymethods]
impl World {
    /// The world of an array.
    ///
    /// Parameters
    /// ----------
    /// array : numpy.ndarray of bool or whole numbers, three-dimensional
    ///     True, or any number but 0, is occupied; -1 is unknown where numbers have signs, and so is what a masked
    ///     array masks. Any order, strides and byte order; nothing of it is kept.
    /// size : float
    ///     The side of a cell, in world units.
    /// origin : three floats
    ///     The position of the center of cell (0, 0, 0), in world units.
    /// axes : {"xyz", "zyx"}
    ///     What the indices of the array are: `array[x, y, z]` or `array[z, y, x]`.
    /// unknown : int, optional
    ///     The value that stands for unknown cells in place of -1.
    ///
    /// Returns
    /// -------
    /// World
    ///     Its cells are (0, 0, 0) up to the shape of the array; outside everything is occupied.
    #[staticmethod]
    #[pyo3(
        signature = (array, *, size = Number::of(1.0), origin = None, axes = "xyz", unknown = None),
        text_signature = "(array, *, size=1.0, origin=None, axes='xyz', unknown=None)"
    )]
    fn from_numpy(
        py: Python<'_>,
        array: &Bound<'_, PyAny>,
        size: Number,
        origin: Option<Position>,
        axes: &str,
        unknown: Option<&Bound<'_, PyAny>>,
    ) -> Answer<Self> {
        let lattice = lattice(size.named("size")?, origin)?;
        let is_reversed = one_of("axes", "no order", axes, AXES)?;
        let mask = mask(array)?;
        let array = plain_array("array", array)?;
        let (shape, dtype) = (shape_shown(array.shape()), array.dtype());
        match array.shape() {
            [_, _, _] if array.is_empty() => {
                return refuse("array", format!("the shape {shape} has no cells"));
            }
            [_, _, _] => {}
            _ => {
                let reason = format!("three dimensions are needed, not the shape {shape}");
                return refuse("array", reason);
            }
        }
        if !matches!(dtype.kind(), b'b' | b'i' | b'u') {
            let hint = "compare it with a threshold first";
            let reason = format!("bool or whole numbers are needed, not {dtype}; {hint}");
            return refuse_type("array", reason);
        }
        let unknown = match unknown {
            Some(value) => Some(unknown_of(&array, value)?),
            None => (dtype.kind() == b'i').then_some(-1),
        };
        // Bytes are read as they are.
        let (bytes, unknown) = if dtype.itemsize() == 1 && mask.is_none() {
            (array.into_any(), unknown)
        } else {
            let states = states_of(&array, mask.as_ref(), unknown)?;
            (states, unknown.map(|_| -1).or(mask.map(|_| -1)))
        };
        let bytes = bytes.call_method1("view", ("uint8",))?;
        let bytes = bytes.cast_into::<PyArrayDyn<u8>>().map_err(PyErr::from)?;
        let bytes = bytes.try_readonly().map_err(PyErr::from)?;
        let values = (bytes.as_array().into_dimensionality::<ndarray::Ix3>()).blamed("array")?;
        let values = if is_reversed {
            values.reversed_axes()
        } else {
            values
        };
        let unknown = unknown.map(|value: i128| value.to_le_bytes()[0]);
        interruptible(py, |cancel| {
            Self::of_cells(pool::run(|| world_of(&values, unknown, cancel))??, lattice)
        })?
    }

    /// Works out what makes later searches faster, for one agent: the index, which has the doorways of rooms, the
    /// junctions of passages and the cheapest paths between them, and a jump index of where straight runs lead. Paths
    /// cost the same with and without.
    ///
    /// Parameters
    /// ----------
    /// agent : Agent, float or three floats, optional
    ///     The agent or its size in world units; one cell large by default.
    /// jump_index : bool
    ///     Whether to make the jump index, which takes a fraction of a second in worlds of millions of cells. Edits keep
    ///     it up; they drop the index.
    /// index : str, optional
    ///     The corners that the index is for: "strict" (the default), "one-side" or "lenient". It is for all 26 moves,
    ///     in buildings, ships, dungeons and mazes whose rooms have at most 4,096 cells each; elsewhere none is made.
    ///     Takes up to 300 ns for each free cell.
    #[pyo3(
        signature = (*, agent = None, jump_index = false, index = None, portals = None),
        text_signature = "($self, *, agent=None, jump_index=False, index=None)"
    )]
    fn prepare(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        agent: Option<AnyAgent>,
        jump_index: bool,
        index: Option<&Bound<'_, PyAny>>,
        portals: Option<&Bound<'_, PyAny>>,
    ) -> Answer<()> {
        if portals.is_some() {
            return refuse(
                "portals",
                "they are part of the index now: give `index` instead",
            );
        }
        let agent = agent::agent(agent, slf.get().lattice.size())?;
        let corners = index.map(|corners| named("index", corners)).transpose()?;
        let settings = SearchSettings::default().corners(corners.unwrap_or_default());
        let world = slf.clone().unbind();
        abandonable(py, move || {
            world.get().with(|state| {
                let id = state.id_of(agent, None)?;
                state.navigator.prepare_index(id, &settings)?;
                if jump_index {
                    state.navigator.add_jump_index(id)?;
                }
                Ok(())
            })
        })
    }

    /// Finds the cheapest path from a cell to a cell.
    ///
    /// Parameters
    /// ----------
    /// start : three ints
    ///     A cell; `World.cell_at` gives that of a position.
    /// goal : three ints, or an array of whole numbers, shape (N, 3)
    ///     A cell, or several of which the path leads to one.
    /// agent : Agent, float or three floats
    ///     The agent, or its size in world units; one cell large by default.
    /// algorithm : str, or pair of "weighted" and a float
    ///     "auto" (the fastest exact one), "jump", "canonical", "astar", "dijkstra", "bidirectional",
    ///     "lazy-theta" (any angle), "clusters" (a first path at once), "greedy", or ("weighted", W): at most W times
    ///     the optimum. "weighted:W" is the same.
    /// heuristic : str, Landmarks, callable or array
    ///     "octile", "euclidean", "manhattan", "chebyshev", "zero", what `World.landmarks` made, or estimates of
    ///     your own: a function of two cells (tuples) that returns the length between them in world units
    ///     (slow: a call of Python for each cell that is reached), or an array of lengths over the world, shape
    ///     (X, Y, Z) or (K, X, Y, Z), by whose largest difference two cells are apart.
    /// law : {"none", "admissible", "consistent", "symmetric"} or float, optional
    ///     What holds of estimates of your own: that they never exceed the true cost, never fall by more than a
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
    ///     Whether a usable path at once is wanted, in place of the best: `proved` says how near to that it is.
    ///     The same as `algorithm="clusters"`.
    ///
    /// Returns
    /// -------
    /// Path
    ///     False where there is none; its outcome tells why.
    #[pyo3(
        signature = (start, goal, **options),
        text_signature = "($self, start, goal, *, agent=None, algorithm='auto', heuristic='octile', law=None, moves=26, corners='strict', ties='larger-g', within=1.0, limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None, snap_start=None, snap_goal=None, partial=False, first=False)"
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
        let how = &options.search;
        let until = how.time.map(|time| (Instant::now(), time));
        let mut search = py.detach(|| -> Answer<Search> {
            let (world, terrain) = self.seen_by(options.agent)?;
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
        let asked = Asked {
            start,
            goal: nearest,
            settings: how.route.settings,
        };
        Ok(Path::new(Solved::Air(solution), self.lattice, asked))
    }

    /// The cells from the smallest to one past the largest, x, y and z: two corners.
    #[getter]
    fn bounds(&self) -> ((i32, i32, i32), (i32, i32, i32)) {
        (self.bounds.min.into(), self.bounds.max.into())
    }

    /// The side of a cell, in world units.
    #[getter]
    fn size(&self) -> f64 {
        self.lattice.size()
    }

    /// The position of the center of cell (0, 0, 0), in world units.
    #[getter]
    fn origin(&self) -> (f64, f64, f64) {
        self.lattice.origin().into()
    }
}

/// Reads the goal of a path: a cell, or the first of several and all of them.
fn goal(value: &Bound<'_, PyAny>) -> Answer<(IVec3, Option<Goal>)> {
    let is_array = value.cast::<PyUntypedArray>();
    let is_table = is_array.is_ok_and(|array| array.shape().len() == 2)
        || value
            .cast::<PyList>()
            .is_ok_and(|list| list.get_item(0).is_ok_and(|first| first.len().is_ok()));
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

pub(crate) fn lattice(size: f64, origin: Option<Position>) -> Answer<Lattice> {
    let origin = origin.map_or(Ok(DVec3::ZERO), |origin| origin.named("origin"))?;
    Lattice::new(origin, size).blamed("size")
}

/// Reads the value of an array that stands for unknown cells.
fn unknown_of(array: &Bound<'_, PyUntypedArray>, value: &Bound<'_, PyAny>) -> Answer<i128> {
    let (shown, dtype) = (shown(value), array.dtype());
    let refused = |reason: String| refuse("unknown", reason);
    if dtype.kind() == b'b' {
        return refused(format!(
            "an array of bool has no value {shown}; use whole numbers"
        ));
    }
    let limits = (array.py().import("numpy")?).call_method1("iinfo", (&dtype,))?;
    let limit = |name: &str| limits.getattr(name)?.extract::<i128>();
    let (min, max) = (limit("min")?, limit("max")?);
    match value.extract::<i128>() {
        Ok(value) if (min..=max).contains(&value) => Ok(value),
        _ => refused(format!("{shown} is no value of {dtype}")),
    }
}

/// Returns the states of the cells of an array, as `World.to_numpy` has them; what is masked is unknown.
fn states_of<'py>(
    array: &Bound<'py, PyUntypedArray>,
    mask: Option<&Bound<'py, PyAny>>,
    unknown: Option<i128>,
) -> PyResult<Bound<'py, PyAny>> {
    let states = array.rich_compare(0, CompareOp::Ne)?;
    let states = states.call_method1("view", ("int8",))?;
    if let Some(unknown) = unknown {
        states.set_item(array.rich_compare(unknown, CompareOp::Eq)?, -1)?;
    }
    if let Some(mask) = mask {
        states.set_item(mask, -1)?;
    }
    Ok(states)
}
