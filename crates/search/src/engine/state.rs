//! The decisions made once for a problem, before its first expansion, and the progress of its
//! engine.

use super::Engine;
use super::bidirectional::InArrays;
use super::clusters::ClusterState;
use super::equally_cheap::FewestTurns;
use super::graph::{GraphProblem, GraphState};
use super::problem::Problem;
use super::runner::Turn;
use crate::cost::Cost;
use crate::expansion::write_path;
use crate::kernel::SearchState;
use crate::outcome::Statistics;
use crate::path::Path;
use crate::workspace::Workspace;

/// The decisions for a problem, and its progress: the engine that runs, and the states of its searches. The rest of the
/// state is in the workspace.
#[derive(Clone, Debug)]
pub struct ProblemState {
    pub(super) engine: Engine,
    pub(super) estimate: EstimateKind,
    /// The search from the start, then the one from the goal; `None` for a search that has not begun.
    pub(super) searches: [Option<SearchState>; 2],
    pub(super) turn: Option<Turn>,
    /// The search in the graph of an index, which takes the place of the engine.
    pub(super) graph: Option<Box<GraphState>>,
    /// The search in arrays, which takes the place of the engine.
    pub(super) in_arrays: Option<Box<InArrays>>,
    /// The search over clusters, before the engine, which runs if that fails.
    pub(super) clusters: Option<ClusterState>,
    /// The second pass of a search for fewer turns, after the engine.
    pub(super) turns: Option<Box<FewestTurns>>,
}

/// The type of the estimate toward a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EstimateKind {
    /// The one that most queries have, unweighed.
    Octile26,
    /// Any estimate, chosen in each cell.
    Any,
}

impl ProblemState {
    /// Returns an engine before its first expansion.
    pub(super) fn of(engine: Engine, estimate: EstimateKind) -> Self {
        Self {
            engine,
            estimate,
            searches: [None; 2],
            turn: None,
            graph: None,
            in_arrays: None,
            clusters: None,
            turns: None,
        }
    }

    /// Returns the state of a search over moves that are supplied.
    pub(crate) fn of_supplied() -> Self {
        Self::of(Engine::EveryMove, EstimateKind::Any)
    }

    /// Returns the place of the search from the start.
    pub(crate) fn only_search_mut(&mut self) -> &mut Option<SearchState> {
        &mut self.searches[0]
    }

    /// Returns the places of two searches over moves that are supplied.
    pub(crate) fn both_searches_mut(&mut self) -> &mut [Option<SearchState>; 2] {
        &mut self.searches
    }

    /// Returns the second pass of a search for fewer turns, once it has begun, and the search before it.
    pub(crate) fn second_pass(&mut self) -> Option<(&mut FewestTurns, Statistics)> {
        let first = self.searches[0].as_ref().map(|search| search.statistics);
        let turns = self.turns.as_deref_mut()?;
        Some((turns, first.unwrap_or_default()))
    }

    /// Returns the search from the start, once it has begun.
    pub(crate) fn only_search(&self) -> Option<&SearchState> {
        self.searches()[0]
    }

    /// Returns the number of cells expanded so far.
    #[inline]
    pub(crate) fn expanded(&self) -> u64 {
        let searches = self.searches().into_iter().flatten();
        let clusters = self.clusters.as_ref().map(|clusters| &clusters.search);
        let all = clusters.into_iter().chain(searches);
        let turns = self.turns.as_ref().map_or(0, |turns| turns.expanded());
        let in_arrays = self.in_arrays.as_ref();
        let in_arrays = in_arrays.map_or(0, |search| search.statistics().expanded);
        in_arrays + turns + all.map(|search| search.statistics.expanded).sum::<u64>()
    }

    /// Returns the statistics so far, with no bound proved.
    pub(crate) fn statistics(&self) -> Statistics {
        let clusters = self.clusters.as_ref();
        let mut sum =
            clusters.map_or_else(Statistics::default, |clusters| clusters.search.statistics);
        for search in self.searches().into_iter().flatten() {
            sum.add(&search.statistics);
        }
        if let Some(search) = &self.in_arrays {
            sum.add(&search.statistics());
        }
        if let Some(turns) = &self.turns {
            sum.add(&turns.statistics());
        }
        sum
    }

    /// Returns the bytes that are not in the workspace.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.in_arrays.as_ref().map_or(0, |it| it.memory_bytes())
    }

    /// Returns the cost of the best path to a goal that the engine knows, [`Cost::MAX`] if none.
    pub(crate) fn incumbent(&self) -> Cost {
        if let Some(search) = &self.in_arrays {
            return search.incumbent();
        }
        let searches = self.searches().into_iter().flatten();
        let best = searches.map(|search| search.incumbent).min();
        best.unwrap_or(Cost::MAX)
    }

    fn searches(&self) -> [Option<&SearchState>; 2] {
        match &self.graph {
            Some(graph) => [graph.search.as_ref(), None],
            None => self.searches.each_ref().map(Option::as_ref),
        }
    }
}

impl Problem<'_> {
    /// Writes the best path known so far: to a goal, else to the reached cell with the smallest
    /// estimate.
    pub(crate) fn best_so_far(&self, state: &ProblemState, workspace: &Workspace, path: &mut Path) {
        let problem = self.without_clusters(state.clusters.as_ref());
        match &state.clusters {
            Some(clusters) if !clusters.has_failed() => {
                problem.best_of_clusters(clusters, &workspace.clusters, path);
            }
            _ => problem.best_of_engine(state, workspace, path),
        }
    }

    /// Returns the lower bound on the cost of every path, as far as proved so far.
    pub(crate) fn bound_so_far(&self, state: &ProblemState) -> Cost {
        if let Some(search) = &state.in_arrays {
            return self.runner().proved_so_far(search.lower_bound());
        }
        let problem = self.without_clusters(state.clusters.as_ref());
        // The graph and searches that meet are exact, whatever was asked for.
        let has_bound = state.graph.is_none() && state.engine != Engine::EveryMoveFromBothEnds;
        let searches = state.searches().into_iter().flatten();
        let bound = searches.map(|search| search.lower_bound).max();
        let proved = bound.filter(|_| has_bound).map_or(Cost::ZERO, |bound| {
            problem.runner().proved_so_far(bound.min(state.incumbent()))
        });
        proved.max(problem.free_space_bound())
    }

    fn best_of_engine(&self, state: &ProblemState, workspace: &Workspace, path: &mut Path) {
        let Workspace {
            forward, backward, ..
        } = workspace;
        if let Some(graph) = &state.graph {
            return match (GraphProblem::of(self, graph), &graph.search) {
                (Some(problem), Some(search)) => {
                    problem.write(&forward.vertices, search.best_cell(), path);
                }
                _ => path.restart(self.start),
            };
        }
        if let Some(search) = &state.in_arrays {
            return search.write(self, path);
        }
        match (state.engine, &state.searches) {
            (Engine::LazyTheta, [Some(search), _]) => {
                let known = (&forward.records, &forward.parents);
                write_path(known, self.costs(), search.best_cell(), path);
            }
            (Engine::EveryMoveFromBothEnds, [Some(from_start), Some(from_goal)]) => {
                self.best_of_both([from_start, from_goal], workspace, path);
            }
            (_, [Some(from_start), Some(from_goal)])
                if from_goal.incumbent < from_start.incumbent =>
            {
                let backtrace = self.backtrace(&backward.records);
                backtrace.write(from_goal.best_cell(), path);
                path.reverse();
            }
            (_, [Some(search), _]) => self.write_path(search.best_cell(), workspace, path),
            _ => path.restart(self.start),
        }
    }
}
