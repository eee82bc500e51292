//! The decisions made once for a problem, before its first expansion, and the progress of its
//! engine.

use super::Engine;
use super::clusters::ClusterState;
use super::graph::{GraphProblem, GraphState};
use super::problem::Problem;
use super::runner::Turn;
use crate::cost::Cost;
use crate::expansion::{Expansion, write_path};
use crate::kernel::{Backtrace, SearchState};
use crate::outcome::Statistics;
use crate::path::Path;
use crate::workspace::Workspace;

/// The decisions for a problem, and its progress. The rest of the state is in the workspace.
#[derive(Clone, Debug)]
pub struct ProblemState {
    pub(super) engine: EngineState,
    /// The search over clusters, before the engine, which runs if that fails.
    pub(super) clusters: Option<ClusterState>,
}

/// The engine that runs, and the states of its searches.
#[derive(Clone, Debug)]
pub(crate) struct EngineState {
    pub(super) engine: Engine,
    pub(super) estimate: EstimateKind,
    /// The search from the start, then the one from the goal; `None` for a search that has not begun.
    pub(super) searches: [Option<SearchState>; 2],
    pub(super) turn: Option<Turn>,
    /// The search in the graph of an index, which takes the place of the engine.
    pub(super) graph: Option<Box<GraphState>>,
}

/// The type of the estimate toward a goal of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EstimateKind {
    /// The one that most queries have, unweighed.
    Octile26,
    /// The same, for paths within a factor of the optimum.
    BoundedOctile26,
    Weighed,
    Landmarks,
    /// The estimate of the caller.
    Guided,
}

impl EngineState {
    /// Returns an engine before its first expansion.
    pub(super) fn of(engine: Engine, estimate: EstimateKind) -> Self {
        Self {
            engine,
            estimate,
            searches: [None; 2],
            turn: None,
            graph: None,
        }
    }
}

impl ProblemState {
    /// Returns the state of a search over moves that are supplied.
    pub(crate) fn of_supplied() -> Self {
        Self::alone(EngineState::of(Engine::EveryMove, EstimateKind::Guided))
    }

    /// Returns the place of the search from the start.
    pub(crate) fn only_search_mut(&mut self) -> &mut Option<SearchState> {
        &mut self.engine.searches[0]
    }

    /// Returns the search from the start, once it has begun.
    pub(crate) fn only_search(&self) -> Option<&SearchState> {
        self.searches()[0]
    }

    /// Returns the state of an engine without clusters before it.
    pub(super) fn alone(engine: EngineState) -> Self {
        Self {
            engine,
            clusters: None,
        }
    }

    /// Returns the number of cells expanded so far.
    #[inline]
    pub(crate) fn expanded(&self) -> u64 {
        let searches = self.searches().into_iter().flatten();
        let clusters = self.clusters.as_ref().map(ClusterState::statistics);
        let before = clusters.map_or(0, |statistics| statistics.expanded);
        before + searches.map(SearchState::expanded).sum::<u64>()
    }

    /// Returns the statistics so far, with no bound proved.
    pub(crate) fn statistics(&self) -> Statistics {
        let clusters = self.clusters.as_ref().map(ClusterState::statistics);
        let mut sum = clusters.copied().unwrap_or_default();
        for search in self.searches().into_iter().flatten() {
            sum.add(search.statistics());
        }
        sum
    }

    /// Returns the cost of the best path to a goal that the engine knows, [`Cost::MAX`] if none.
    pub(crate) fn incumbent(&self) -> Cost {
        let searches = self.searches().into_iter().flatten();
        let best = searches.map(SearchState::incumbent).min();
        best.unwrap_or(Cost::MAX)
    }

    fn searches(&self) -> [Option<&SearchState>; 2] {
        match &self.engine.graph {
            Some(graph) => [graph.search.as_ref(), None],
            None => self.engine.searches.each_ref().map(Option::as_ref),
        }
    }
}

impl Problem<'_> {
    /// Writes the best path known so far: to a goal, else to the reached cell with the smallest
    /// estimate.
    pub(crate) fn best_so_far(&self, state: &ProblemState, workspace: &Workspace, path: &mut Path) {
        let problem = self.without_clusters(state.clusters.as_ref());
        problem.best_of(state, workspace, path);
    }

    fn best_of(&self, state: &ProblemState, workspace: &Workspace, path: &mut Path) {
        if let Some(clusters) = &state.clusters
            && !clusters.has_failed()
        {
            return self.best_of_clusters(clusters, &workspace.clusters, path);
        }
        self.best_of_engine(&state.engine, workspace, path);
    }

    /// Returns the lower bound on the cost of every path, as far as proved so far.
    pub(crate) fn bound_so_far(&self, state: &ProblemState) -> Cost {
        self.without_clusters(state.clusters.as_ref())
            .bound_of_engine(state)
    }

    fn bound_of_engine(&self, state: &ProblemState) -> Cost {
        let lower_bound = |search: &SearchState| search.lower_bound;
        // The graph and searches that meet are exact, whatever was asked for.
        let has_bound =
            state.engine.graph.is_none() && state.engine.engine != Engine::EveryMoveFromBothEnds;
        let proved = match state.searches() {
            [Some(first), second] if has_bound => {
                let bound = lower_bound(first).max(second.map_or(Cost::ZERO, lower_bound));
                self.runner().proved_so_far(bound.min(state.incumbent()))
            }
            _ => Cost::ZERO,
        };
        proved.max(self.free_space_bound())
    }

    fn best_of_engine(&self, engine: &EngineState, workspace: &Workspace, path: &mut Path) {
        let Workspace {
            forward, backward, ..
        } = workspace;
        if let Some(graph) = &engine.graph {
            return match self.begun(graph) {
                Some((problem, search)) => {
                    problem.write(&forward.vertices, search.best_cell(), path);
                }
                None => path.restart(self.start),
            };
        }
        match (engine.engine, &engine.searches) {
            (Engine::LazyTheta, [Some(search), _]) => {
                write_path(&forward.records, &forward.parents, search.best_cell(), path);
            }
            (Engine::EveryMoveFromBothEnds, [Some(from_start), Some(from_goal)]) => {
                self.best_of_both([from_start, from_goal], workspace, path);
            }
            (_, [Some(from_start), Some(from_goal)])
                if from_goal.incumbent() < from_start.incumbent() =>
            {
                let backtrace = Backtrace {
                    records: &backward.records,
                    move_cost: |cell, direction| self.every_move().step(cell, direction).cost,
                };
                backtrace.write(from_goal.best_cell(), path);
                path.reverse();
            }
            (_, [Some(search), _]) => self.write_path(search.best_cell(), workspace, path),
            _ => path.restart(self.start),
        }
    }

    fn begun<'s>(&'s self, graph: &'s GraphState) -> Option<(GraphProblem<'s>, &'s SearchState)> {
        Some((GraphProblem::of(self, graph)?, graph.search.as_ref()?))
    }
}
