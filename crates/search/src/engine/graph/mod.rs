//! The search of the graph of an index.
//!
//! A search of a world that has an [`Index`] has portals for vertices and ways through rooms for moves:
//! numbers instead of cells, nothing to look up by hash, no neighborhood to gather. Edges cost what
//! the moves along them cost on the grid and none is missing, so a cheapest way in the graph is one
//! in the world. Start and goal that are no portals are vertices of their own, joined to all portals of their
//! rooms and, where they share one, to each other ([`Ends`]).
//!
//! This is the best-first loop once more, and the only other: without directions of arrival, runs,
//! ties and reopening rules next to nothing is left of it, and what drives a search sees no
//! difference ([`Resumable`]).
//!
//! The estimate is the query's or what landmarks tell, whichever is more; what is nearest to the goal
//! goes by the query's alone.
//!
//! INVARIANT: estimates are consistent, so priorities never fall below the lower bound. Within a bucket a
//! vertex may be expanded before a cheaper way to it is known, and is then expanded again.

#![expect(
    clippy::cast_possible_truncation,
    reason = "graphs have fewer than 2^31 vertices"
)]

mod ends;
mod rooms;

use glam::IVec3;

use super::problem::{Answer, Coverage, MOST_RANKED, Problem, Slice, Target};
use crate::cost::Cost;
use crate::expansion::Costs;
use crate::goal::GoalTest;
use crate::heuristic::{Estimate, offset_magnitude};
use crate::index::Graph;
use crate::kernel::{MOST_SERVED, Order, Origin, Progress, Reopening, Resumable, SearchState};
use crate::memory::{CellKey, OutOfKeys, VertexRecords};
use crate::open::{BucketOpen, Entry, OpenList, Task};
use crate::outcome::Observer;
use crate::path::Path;
use crate::workspace::Workspace;
use ends::{Along, Ends, Way};
use rooms::Rooms;

/// The largest distance of near ends along an axis, in cells: in rooms of 96^3 the exact path takes 0.57 ms in the mean and
/// the first one 0.58, in rooms of 128^3 0.94 and 0.70.
const NEAR: u32 = 96;

/// The graph to search, with the ends.
#[derive(Clone, Copy)]
pub(crate) struct GraphProblem<'a> {
    rooms: Rooms<'a>,
    graph: &'a Graph,
    ends: &'a Ends,
}

/// The decisions made once for a search of the graph, and its progress.
#[derive(Clone, Debug)]
pub(crate) struct GraphState {
    ends: Ends,
    pub(super) search: Option<SearchState>,
}

impl GraphState {
    /// Returns the search between cells, not begun, if the world has an index for it.
    pub(super) fn of(problem: &Problem<'_>) -> Option<Self> {
        let rooms = problem.rooms()?;
        let goals = match (problem.target, problem.coverage) {
            (Target::Cell(goal), Coverage::Needed) => vec![(goal, Cost::ZERO)],
            (Target::Region(region), Coverage::CheapestGoals(_)) => {
                let region = problem.with_ranks(region);
                let cells = region.candidates(usize::MAX)?.take(MOST_RANKED + 1);
                cells.map(|cell| (cell, region.rank(cell))).collect()
            }
            _ => return None,
        };
        let is_there = |&(cell, _): &(IVec3, Cost)| problem.world.is_traversable(cell);
        let is_usable = goals.len() <= MOST_RANKED && goals.iter().all(is_there);
        is_usable.then(|| Self {
            ends: Ends::of(rooms, problem.start, &goals),
            search: None,
        })
    }
}

impl<'a> GraphProblem<'a> {
    /// Creates the problem as decided in `state`.
    pub(crate) fn of(problem: &Problem<'a>, state: &'a GraphState) -> Option<Self> {
        let rooms = problem.rooms()?;
        Some(Self {
            rooms,
            graph: &rooms.index.graph,
            ends: &state.ends,
        })
    }

    fn cell(&self, vertex: u32) -> IVec3 {
        let own = self.ends.cell(vertex);
        own.unwrap_or_else(|| self.graph.cell(vertex))
    }

    /// Returns a lower bound on the cost from a vertex to the goal, by the landmarks.
    #[inline]
    fn least(&self, vertex: u32) -> Cost {
        let away = self.ends.away(vertex);
        let away = away.unwrap_or_else(|| self.graph.away(vertex));
        self.ends.least_cost(&away)
    }

    /// Returns the number of the vertex at a cell that was reached.
    fn vertex(&self, cell: IVec3) -> u32 {
        let own = self.ends.vertex(cell);
        own.or_else(|| self.graph.find(cell))
            .unwrap_or(self.ends.start())
    }

    /// Calls `each` with every way out of a vertex and the cost of the way.
    #[inline]
    fn for_each_way<R>(
        &self,
        vertex: u32,
        mut each: impl FnMut(Way, Cost) -> Result<(), R>,
    ) -> Result<(), R> {
        if (vertex as usize) < self.graph.len() {
            for &edge in self.graph.edges(vertex) {
                let way = Way {
                    to: edge.target(),
                    along: Along::Edge(edge),
                };
                each(way, self.graph.cost(edge))?;
            }
        }
        if self.ends.add_to(vertex) {
            let mut ways = self.ends.ways(vertex);
            return ways.try_for_each(|(way, cost)| each(way, cost));
        }
        Ok(())
    }

    /// Writes the path to a reached cell to `path`.
    pub(crate) fn write(&self, records: &VertexRecords, cell: IVec3, path: &mut Path) {
        path.restart(cell);
        let mut vertex = self.vertex(cell);
        while let Some(before) = records.find(vertex).and_then(|known| known.before()) {
            let cost = records.cost(vertex) - records.cost(before);
            let _ = self.for_each_way(vertex, |way, price| {
                if way.to != before || price != cost {
                    return Ok(());
                }
                self.go(self.cell(vertex), way, price, path);
                Err(())
            });
            vertex = before;
        }
        path.reverse();
    }

    /// Adds the moves of a way from `cell` to `path`.
    fn go(&self, cell: IVec3, way: Way, cost: Cost, path: &mut Path) {
        match way.along {
            Along::Edge(edge) => self.rooms.go([cell, self.cell(way.to)], edge, cost, path),
            along => self.ends.go(along, path),
        }
    }
}

/// A search from one vertex of a graph to another.
struct GraphSearch<'a, E> {
    graph_problem: &'a GraphProblem<'a>,
    estimate: E,
    records: &'a mut VertexRecords,
    open: &'a mut BucketOpen,
    state: SearchState,
}

impl<'a, E: Estimate> GraphSearch<'a, E> {
    /// Begins a search, with its start queued. `records` must have begun a query.
    fn new(
        graph_problem: &'a GraphProblem<'a>,
        estimate: E,
        records: &'a mut VertexRecords,
        open: &'a mut BucketOpen,
        origin: Origin,
    ) -> Result<Self, OutOfKeys> {
        let start = graph_problem.ends.start();
        let h = estimate.h(origin.cell);
        records.reach(start, Cost::ZERO, None)?;
        let f = estimate.f(Cost::ZERO, h.max(graph_problem.least(start)));
        open.begin(f, Costs::Known);
        let mut search = Self {
            graph_problem,
            estimate,
            records,
            open,
            state: SearchState::new(origin, Reopening::Allowed, Order::ByPriority, h, f),
        };
        search.push(start, Cost::ZERO, f);
        Ok(search)
    }

    fn push(&mut self, vertex: u32, g: Cost, f: Cost) {
        let key = CellKey::of_number(vertex);
        self.open.enqueue(f, Entry::new(key, Task::Start, g));
    }

    /// Expands a vertex unless it was reached more cheaply since.
    fn serve(
        &mut self,
        vertex: u32,
        g: Cost,
        upper_bound: Cost,
        observer: &mut impl Observer,
    ) -> Result<(), OutOfKeys> {
        let Some(known) = self.records.close(vertex, g) else {
            self.state.statistics.stale += 1;
            return Ok(());
        };
        let before = known.before();
        self.state.statistics.expanded += 1;
        let (side, lower_bound) = (self.state.origin.side, self.state.lower_bound);
        observer.expanded(side, self.graph_problem.cell(vertex), g, lower_bound);
        let graph_problem = self.graph_problem;
        graph_problem.for_each_way(vertex, |way, cost| {
            // There is nothing to be gained where the search comes from.
            if Some(way.to) == before {
                return Ok(());
            }
            self.relax(vertex, way.to, g + cost, upper_bound, observer)
        })
    }

    /// Queues a vertex reached at cost `g`, unless that is useless.
    #[inline]
    fn relax(
        &mut self,
        before: u32,
        vertex: u32,
        g: Cost,
        upper_bound: Cost,
        observer: &mut impl Observer,
    ) -> Result<(), OutOfKeys> {
        let state = &mut self.state;
        state.statistics.generated += 1;
        let known = self.records.find(vertex);
        if known.is_some_and(|known| known.g() <= g) {
            return Ok(());
        }
        let cell = self.graph_problem.cell(vertex);
        let h = self.estimate.h(cell);
        let f = self.estimate.f(g, h.max(self.graph_problem.least(vertex)));
        if f >= upper_bound.min(state.incumbent) {
            return Ok(());
        }
        state.statistics.reopened += u64::from(known.is_some_and(|known| known.is_closed()));
        self.records.reach(vertex, g, Some(before))?;
        if h < state.nearest.0 {
            state.nearest = (h, cell);
        }
        let ends = self.graph_problem.ends;
        if let Some(rank) = ends.rank(vertex) {
            let known = ends.rank_at(state.goal);
            if (g, rank) < (state.incumbent - known, known) {
                state.incumbent = g + rank;
                state.goal = cell;
            }
            return Ok(());
        }
        self.push(vertex, g, f);
        let statistics = &mut self.state.statistics;
        statistics.peak_open = statistics.peak_open.max(self.open.len() as u64);
        observer.queued(self.state.origin.side, cell, g, f);
        Ok(())
    }
}

impl<E: Estimate> Resumable for GraphSearch<'_, E> {
    fn advance(&mut self, until: u64, upper_bound: Cost, observer: &mut impl Observer) -> Progress {
        if self.open.is_full() {
            return Progress::OutOfMemory;
        }
        for _ in 0..MOST_SERVED {
            if self.state.statistics.expanded >= until {
                break;
            }
            let best = self.state.incumbent.min(upper_bound);
            if self.state.lower_bound >= best {
                return Progress::Done;
            }
            let Some((lower_bound, Entry { key, g, .. })) = self.open.dequeue() else {
                self.state.lower_bound = Cost::MAX;
                return Progress::Done;
            };
            self.state.lower_bound = self.state.lower_bound.max(lower_bound);
            if self.state.lower_bound < best
                && self
                    .serve(key.index() as u32, g, upper_bound, observer)
                    .is_err()
            {
                return Progress::OutOfMemory;
            }
        }
        Progress::Running
    }

    fn state(&self) -> &SearchState {
        &self.state
    }

    fn used_bytes(&self) -> u64 {
        self.records.used_bytes() + self.open.used_bytes()
    }

    fn allow_bytes(&mut self, most: u64) {
        self.records.allow_bytes(most);
    }

    fn write(&self, cell: IVec3, path: &mut Path) {
        self.graph_problem.write(self.records, cell, path);
    }
}

impl<'a> Problem<'a> {
    /// Returns whether the world has an index for the moves of this problem.
    pub(super) fn is_over_index(&self) -> bool {
        self.rooms().is_some()
    }

    /// Returns the rooms between portals, if the world has an index for the moves of this problem.
    fn rooms(&self) -> Option<Rooms<'a>> {
        let index = self.settings.portals(self.world)?;
        let world = self.world;
        Some(Rooms { index, world })
    }
}

impl Problem<'_> {
    /// Returns whether the exact path over an index takes no longer than a first path over clusters: among passages, and
    /// in rooms between ends that are near each other.
    pub(super) fn is_soon_found_on_graph(&self) -> bool {
        let is_near = match self.target {
            Target::Cell(goal) => {
                let away = offset_magnitude(self.start, goal);
                away.iter().all(|&cells| cells <= NEAR)
            }
            Target::Region(_) => false,
        };
        let rooms = self.rooms();
        rooms.is_some_and(|rooms| is_near || rooms.index.is_of_passages)
    }

    /// Continues the search in the graph.
    pub(super) fn on_graph<E: Estimate>(
        &self,
        estimate: E,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        let Some(state) = &mut slice.state.graph else {
            return Ok(None);
        };
        let Some(graph_problem) = &GraphProblem::of(self, state) else {
            return Ok(None);
        };
        let Workspace { forward, spare, .. } = &mut *slice.workspace;
        let (records, open) = (&mut forward.vertices, &mut forward.buckets);
        let mut search = if let Some(state) = state.search {
            GraphSearch {
                graph_problem,
                estimate,
                records,
                open,
                state,
            }
        } else {
            records.begin(graph_problem.ends.vertices());
            if let Some(most) = self.settings.limits.memory {
                records.allow_bytes(most);
            }
            let origin = Origin::start(self.start);
            GraphSearch::new(graph_problem, estimate, records, open, origin)?
        };
        let runner = self.runner();
        let solution = runner.alone(&mut search, slice.budget, spare, slice.observer);
        state.search = Some(search.state);
        Ok(solution)
    }
}
