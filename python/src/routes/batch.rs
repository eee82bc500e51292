//! Many paths at once, on all processors.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::batch::{self, AgentIndex, Batch, BatchSharing, PathDetail, PathRecord, Request};
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{CellShape, Direction, Statistics};
use voxnav::{Outcome, Terrain};

use crate::failure::{Answer, Blamed, Failure, refuse};
use crate::routes::requests::{Columns, Requests};
use crate::routes::table::{Results, Table};
use crate::threads::interrupt::{Progress, name_of, timed};
use crate::threads::pool;
use crate::values::answers::{Column, Rows, made};
use crate::values::numbers::{Cells, Count, one_of};
use crate::values::path::length;
use crate::worlds::options::{self, Options, SearchOptions};
use crate::worlds::world::World;

/// The names of outcomes, in the order of their numbers in arrays.
pub(crate) const OUTCOMES: [&str; 10] = [
    "found",
    "unreachable",
    "limit reached",
    "cancelled",
    "stopped at unknown",
    "partial",
    "start blocked",
    "goal blocked",
    "start outside",
    "goal outside",
];

/// The answer to a row, or what is wrong with it.
pub(crate) type Answered = Result<batch::Answer, String>;

/// The way in which many requests are answered.
struct How {
    options: Options,
    detail: PathDetail,
    threads: Option<NonZeroUsize>,
    progress: bool,
}

impl How {
    fn read(
        world: &World,
        keep: &str,
        threads: Option<Count>,
        progress: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Self> {
        // The names of `voxnav route --keep`.
        let kept = [
            ("path", PathDetail::Path),
            ("cost", PathDetail::Cost),
            ("step", PathDetail::FirstStep),
        ];
        Ok(Self {
            detail: one_of("keep", "nothing", keep, &kept)?,
            threads: threads.map(self::threads).transpose()?,
            options: Options::read(options, world, options::ALL)?,
            progress,
        })
    }
}

/// Reads a number of threads.
fn threads(count: Count) -> Answer<NonZeroUsize> {
    let count = count.narrow("threads")?;
    let threads = NonZeroUsize::new(count as usize).filter(|_| count <= 1024);
    threads.ok_or_else(|| Failure::argument("threads", format!("{count} is not from 1 to 1024")))
}

impl World {
    /// Returns what moves cost each agent of a batch, given what they cost the first.
    fn terrains(
        &self,
        agents: &[Traversability],
        first: Terrain,
        search: &SearchOptions,
    ) -> Answer<Vec<Terrain>> {
        let others = agents
            .iter()
            .skip(1)
            .map(|world| match search.route.keep_away {
                Some(keep_away) => keep_away.over(first.clone(), world, &self.lattice),
                None => Ok(first.clone()),
            });
        let others = others.collect::<Result<Vec<_>, _>>().blamed("keep_away")?;
        Ok(std::iter::once(first).chain(others).collect())
    }

    /// Answers requests in their order, and makes something of the answers and of the lengths of their paths in cells
    /// while Python runs. Rows that are no requests have no length.
    fn answers<T: Send>(
        &self,
        py: Python<'_>,
        requests: Requests,
        how: &How,
        make: impl FnOnce(Vec<Answered>, Vec<f64>) -> T + Send,
    ) -> Answer<T> {
        let search = &how.options.search;
        let Requests { rows, sizes } = requests;
        let bar = Progress::new(py, how.progress, rows.len())?;
        let tell = |py: Python<'_>| {
            search.trouble.check(py)?;
            bar.show(py)
        };
        let answered = timed(py, search.time, how.threads, tell, |cancel, watch| {
            let (world, terrain) = self.searched(&how.options)?;
            let cells = world.occupancy();
            let policy = world.unknown_policy();
            let others = sizes.into_iter();
            let others = others.map(|size| Traversability::for_agent(cells, size, policy));
            let agents: Vec<_> = std::iter::once(world.clone()).chain(others).collect();
            let terrains = self.terrains(&agents, terrain, search)?;
            // What a path costs over terrain does not say how long it is.
            let detail = if terrains[0].is_uniform() {
                how.detail
            } else {
                PathDetail::Path
            };
            let mut batch = Batch::for_agents(agents).detail(detail).cancel(cancel);
            if let Some(watch) = watch {
                // Searches that rows share belong to none of them.
                batch = batch.watch(watch).sharing(BatchSharing::Never);
            }
            if let Some(count) = pool::threads_of_batch(how.threads) {
                batch = batch.threads(count)?;
            }
            let wanted = rows.iter().flatten().map(|&(ends, agent)| {
                let query = search.query(&self.lattice, ends, &terrains[agent as usize]);
                Request::new(AgentIndex(agent), query)
            });
            let shape = search.route.settings.shape;
            let mut answers = Vec::with_capacity(rows.len());
            let mut lengths = Vec::with_capacity(rows.len());
            batch.stream(wanted, |mut answer| {
                let path = answer.outcome.any_path();
                lengths.push(path.map_or(f64::NAN, |path| moved(path, shape)));
                keep(how.detail, &mut answer.outcome);
                answers.push(answer);
                bar.done.fetch_add(1, Ordering::Relaxed);
                ControlFlow::Continue(())
            })?;
            let mut answers = answers.into_iter();
            let all = rows.into_iter().filter_map(|row| match row {
                Ok(_) => answers.next().map(Ok),
                Err(reason) => Some(Err(reason)),
            });
            Ok(make(all.collect(), lengths))
        });
        bar.close(py)?;
        answered?
    }
}

/// The cells of all paths one after the other, and where each begins among them.
fn cells_of(answers: &[batch::Answer]) -> (Rows<i32>, Column<i64>) {
    let (mut cells, mut offsets) = (Vec::new(), vec![0]);
    for answer in answers {
        let path = answer.outcome.any_path().and_then(PathRecord::path);
        let path = path.into_iter().flat_map(voxnav::Path::cells);
        cells.extend(path.map(|cell| cell.to_array()));
        offsets.push(i64::try_from(cells.len()).unwrap_or(i64::MAX));
    }
    (Rows(cells), Column(offsets))
}

/// Returns the first move of a path, as far as it is kept.
pub(crate) fn step(kept: &PathRecord) -> Option<IVec3> {
    match kept {
        PathRecord::FirstStep { step, .. } => step.map(Direction::offset),
        _ => None,
    }
}

/// Returns the length in longest sides of cells of a path that is kept, or costs its length.
fn moved(kept: &PathRecord, shape: CellShape) -> f64 {
    let length = |path| length(path, shape);
    (kept.path()).map_or_else(|| kept.cost().length(), length)
}

/// Keeps the part of a path that is asked for, where all of it is there.
fn keep(detail: PathDetail, outcome: &mut Outcome<PathRecord>) {
    let (Outcome::Found(kept)
    | Outcome::LimitReached { path: kept, .. }
    | Outcome::Cancelled { path: kept }
    | Outcome::StoppedAtUnknown { path: kept, .. }
    | Outcome::Partial { path: kept, .. }) = outcome
    else {
        return;
    };
    let PathRecord::Path(path) = kept else {
        return;
    };
    let cost = path.cost();
    match detail {
        PathDetail::Cost => *kept = PathRecord::Cost(cost),
        PathDetail::FirstStep => {
            let first = path.runs().first();
            let step = first.and_then(|run| Direction::from_offset(run.step));
            *kept = PathRecord::FirstStep { cost, step };
        }
        _ => {}
    }
}

#[pymethods]
impl World {
    /// Finds many paths at once, on all processors; the answers do not depend on how many those are.
    ///
    /// Parameters
    /// ----------
    /// starts, goals : arrays of whole numbers, shape (N, 3)
    ///     Cells. One of the two may be a single cell.
    /// threads : int, optional
    ///     How many threads; as many as there are processors by default.
    /// keep : {"path", "cost", "step"}
    ///     What to keep of each path: its cells, what it costs alone, or its first move.
    /// progress : bool
    ///     Whether to show a bar, if `tqdm` is installed.
    /// agent, algorithm, heuristic, law, moves, corners, ties, within, keep_away, fewest_turns, partial, first
    ///     The settings of each search and its agent, as for `path`.
    /// limit_time, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal
    ///     Of each search, as for `path`.
    ///
    /// Returns
    /// -------
    /// Paths
    ///     One contiguous array of cells, with offsets, and a value for each row.
    #[pyo3(
        signature = (starts, goals, *, threads = None, keep = "path", progress = false, **options),
        text_signature = "($self, starts, goals, *, threads=None, keep='path', progress=False, agent=None, algorithm='auto', heuristic='octile', law=None, moves=26, corners='strict', ties='larger-g', within=1.0, keep_away=None, fewest_turns=False, limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None, snap_start=None, snap_goal=None, partial=False, first=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "keywords")]
    fn paths<'py>(
        &self,
        py: Python<'py>,
        starts: Cells,
        goals: Cells,
        threads: Option<Count>,
        keep: &str,
        progress: bool,
        options: Option<&Bound<'py, PyDict>>,
    ) -> Answer<Bound<'py, PyAny>> {
        let requests = Requests::of_arrays(starts, goals)?;
        let how = How::read(self, keep, threads, progress, options)?;
        self.warn_of_links(py)?;
        let make = |answers: Vec<Answered>, lengths| {
            // Rows of arrays are well formed.
            let answers: Vec<_> = answers.into_iter().flatten().collect();
            let cells = cells_of(&answers);
            (answers, lengths, cells)
        };
        let (answers, lengths, (cells, offsets)) = self.answers(py, requests, &how, make)?;
        let kept = || answers.iter().map(|answer| answer.outcome.any_path());
        let costs = kept().map(|kept| kept.map_or(-1, |kept| kept.cost().raw().cast_signed()));
        let size = self.lattice.longest_side();
        let lengths = lengths.into_iter().map(|cells| cells * size);
        let outcomes = answers.iter().map(|answer| {
            let name = name_of(&answer.outcome);
            let place = OUTCOMES.iter().position(|known| *known == name);
            place
                .and_then(|place| u8::try_from(place).ok())
                .unwrap_or(u8::MAX)
        });
        let found = answers.iter().map(|answer| answer.outcome.path().is_some());
        let mut steps = Vec::new();
        if how.detail == PathDetail::FirstStep {
            let moves = kept().map(|kept| kept.and_then(step).unwrap_or_default());
            steps.extend(moves.map(|step| step.to_array().map(|along| along.signum() as i8)));
        }
        let statistics = PyDict::new(py);
        for (place, name) in Statistics::NAMES.into_iter().enumerate() {
            let counts = answers
                .iter()
                .map(|answer| answer.statistics.values()[place]);
            statistics.set_item(name, Column(counts.collect()))?;
        }
        let columns = (
            cells,
            offsets,
            Column(costs.collect()),
            Column(lengths.collect()),
            Column(outcomes.collect()),
            Column(found.collect()),
            Rows(steps),
            statistics,
        );
        Ok(made(py, "Paths", columns)?)
    }

    /// Answers a table of requests, on all processors: one row of results for each, in their order.
    ///
    /// Parameters
    /// ----------
    /// table : anything with `__arrow_c_stream__`
    ///     A table or stream of pyarrow, polars, DuckDB or pandas, with the columns `id`, `sx`, `sy`, `sz`,
    ///     `gx`, `gy` and `gz`: an id of any type, and the cells of start and goal. `agent_x`, `agent_y` and
    ///     `agent_z` state the size of an agent in cells, 1 to 127. Other columns pass through.
    /// keep : {"path", "cost", "step"}
    ///     What to keep of each path.
    /// threads : int, optional
    ///     How many threads; as many as there are processors by default.
    /// progress : bool
    ///     Whether to show a bar, if `tqdm` is installed.
    /// agent, algorithm, heuristic, law, moves, corners, ties, within, keep_away, fewest_turns, partial, first
    ///     The settings of each search and its agent, as for `path`.
    /// limit_time, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal
    ///     Of each search, as for `path`.
    ///
    /// Returns
    /// -------
    /// Table
    ///     The columns of `voxnav route`: `id`, `outcome`, `cost` (an integer, 2^30 for a straight move, with what
    ///     terrain adds), `length` (the same cost as a number of cells), `path` (the cells where it turns, and both ends) or `step`, `expanded`,
    ///     `generated`, `reopened`, `stale`, `peak_open`, `lower_bound`, `source`, `error`, and what passes
    ///     through; with `first` also `proved`, as `Path.proved`. A row that is no request has the outcome "malformed", and its `error` says why.
    #[pyo3(
        signature = (table, *, keep = "path", threads = None, progress = false, **options),
        text_signature = "($self, table, *, keep='path', threads=None, progress=False, agent=None, algorithm='auto', heuristic='octile', law=None, moves=26, corners='strict', ties='larger-g', within=1.0, keep_away=None, fewest_turns=False, limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None, snap_start=None, snap_goal=None, partial=False, first=False)"
    )]
    fn solve(
        &self,
        py: Python<'_>,
        table: &Bound<'_, PyAny>,
        keep: &str,
        threads: Option<Count>,
        progress: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Table> {
        let how = How::read(self, keep, threads, progress, options)?;
        self.warn_of_links(py)?;
        let table = Table::read(table)?;
        let columns = Columns::find(&table.schema)?;
        if how.options.has_agent && !columns.size.is_empty() {
            return refuse("agent", "the table has sizes of its own");
        }
        let mut requests = Requests::default();
        py.detach(|| {
            let mut batches = table.batches.iter();
            batches.try_for_each(|batch| requests.read(batch, &columns))
        })?;
        let answered = self.answers(py, requests, &how, |answers, _| {
            let results = Results {
                detail: how.detail,
                is_first: how.options.search.first,
            };
            table.answered(&columns, &answers, results)
        })?;
        Ok(answered?)
    }
}
