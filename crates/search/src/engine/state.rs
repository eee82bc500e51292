//! The decisions made once for a problem, before its first expansion, and the progress of its
//! engine.

use voxnav_occupancy::internals::CorridorEnd;

use super::corridor_graph::{GraphProblem, GraphState};
use super::dead_ends::DeadEndPaths;
use super::problem::Problem;
use super::runner::Turn;
use crate::cost::Cost;
use crate::expansion::{CorridorEdges, Expansion, write_path};
use crate::kernel::{Backtrace, SearchState};
use crate::outcome::Statistics;
use crate::path::Path;
use crate::workspace::Workspace;

/// The decisions for a problem, and its progress. The rest of the state is in the workspace.
#[derive(Clone, Debug)]
pub struct ProblemState {
    /// The ways of start and goal to the core of the world, between which the engine runs.
    pub(super) dead_ends: Option<Box<DeadEndPaths>>,
    pub(super) engine: EngineState,
}

/// The engine that runs, and the states of its searches; `None` for a search that has not begun.
#[derive(Clone, Debug)]
pub(crate) enum EngineState {
    /// The engine of dead-end paths that meet, which searches nothing.
    Met,
    /// One best-first loop, from the start.
    Loop {
        policy: LoopPolicy,
        estimate: EstimateKind,
        /// The ends of the corridor in which the goal lies.
        reserved: ReservedEnds,
        search: Option<SearchState>,
    },
    /// One search in the graph of corridors.
    Graph(Box<GraphState>),
    /// One jump point search from each end, of which the first to finish has the answer.
    Race {
        estimate: EstimateKind,
        /// The reserved ends for the search from the start, then for that from the goal, as in a
        /// loop.
        reserved: [ReservedEnds; 2],
        /// The search from the start, then the one from the goal.
        searches: [Option<SearchState>; 2],
        turn: Option<Turn>,
    },
    /// One search from each end, toward each other.
    Bidirectional {
        estimate: EstimateKind,
        /// The searches from the start and from the goal, as in a race.
        searches: [Option<SearchState>; 2],
        turn: Option<Turn>,
    },
}

/// The ends of a corridor that is not crossed in one stride.
pub(crate) type ReservedEnds = [Option<CorridorEnd>; 2];

/// The way in which a loop expands cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopPolicy {
    EveryMove,
    LazyTheta,
    Canonical,
    Jump,
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
    pub(super) fn estimate(&self) -> EstimateKind {
        match self {
            Self::Loop { estimate, .. }
            | Self::Race { estimate, .. }
            | Self::Bidirectional { estimate, .. } => *estimate,
            Self::Graph(graph) => graph.estimate,
            Self::Met => EstimateKind::Weighed,
        }
    }
}

impl ProblemState {
    /// Returns the state of a search over moves that are supplied.
    pub(crate) fn of_supplied() -> Self {
        Self::alone(EngineState::Loop {
            policy: LoopPolicy::EveryMove,
            estimate: EstimateKind::Guided,
            reserved: [None; 2],
            search: None,
        })
    }

    /// Returns the place of the one search of a loop; `None` for other engines.
    pub(crate) fn only_search_mut(&mut self) -> Option<&mut Option<SearchState>> {
        match &mut self.engine {
            EngineState::Loop { search, .. } => Some(search),
            _ => None,
        }
    }

    /// Returns the search from the start, once it has begun.
    pub(crate) fn only_search(&self) -> Option<&SearchState> {
        self.searches()[0]
    }

    /// Returns the state of an engine with no dead ends around it.
    pub(super) fn alone(engine: EngineState) -> Self {
        Self {
            dead_ends: None,
            engine,
        }
    }

    /// Returns the number of cells expanded so far.
    #[inline]
    pub(crate) fn expanded(&self) -> u64 {
        let [first, second] = self.searches();
        first.map_or(0, SearchState::expanded) + second.map_or(0, SearchState::expanded)
    }

    /// Returns the statistics so far, with no bound proved.
    pub(crate) fn statistics(&self) -> Statistics {
        match self.searches() {
            [Some(first), Some(second)] => {
                let mut sum = *first.statistics();
                sum.add(second.statistics());
                sum
            }
            [first, _] => first.map_or_else(Statistics::default, |search| *search.statistics()),
        }
    }

    /// Returns the cost of the best path to a goal that the engine knows, [`Cost::MAX`] if none.
    pub(crate) fn incumbent(&self) -> Cost {
        let [first, second] = self.searches();
        let incumbent =
            |search: Option<&SearchState>| search.map_or(Cost::MAX, SearchState::incumbent);
        incumbent(first).min(incumbent(second))
    }

    fn searches(&self) -> [Option<&SearchState>; 2] {
        match &self.engine {
            EngineState::Met => [None; 2],
            EngineState::Loop { search, .. } => [search.as_ref(), None],
            EngineState::Graph(graph) => [graph.search.as_ref(), None],
            EngineState::Race { searches, .. } | EngineState::Bidirectional { searches, .. } => {
                searches.each_ref().map(Option::as_ref)
            }
        }
    }
}

impl Problem<'_> {
    /// Writes the best path known so far: to a goal, else to the reached cell with the smallest
    /// estimate.
    pub(crate) fn best_so_far(&self, state: &ProblemState, workspace: &Workspace, path: &mut Path) {
        let Some(ends) = &state.dead_ends else {
            return self.best_of_engine(&state.engine, workspace, path);
        };
        let best = self.in_core(ends).map(|core| {
            core.best_of_engine(&state.engine, workspace, path);
            &*path
        });
        *path = ends.joined(best);
    }

    /// Returns the lower bound on the cost of every path, as far as proved so far.
    pub(crate) fn bound_so_far(&self, state: &ProblemState) -> Cost {
        let core = state
            .dead_ends
            .as_ref()
            .map(|ends| (ends, self.in_core(ends)));
        let (problem, aside) = match &core {
            None => (self, Cost::ZERO),
            Some((ends, Some(core))) => (core, ends.cost()),
            Some((ends, None)) => return ends.cost(),
        };
        let lower_bound = |search: &SearchState| search.lower_bound;
        let proved = match (&state.engine, state.searches()) {
            // The graph and searches that meet are exact, whatever was asked for.
            (EngineState::Graph(_) | EngineState::Bidirectional { .. }, _) => Cost::ZERO,
            (_, [Some(first), second]) => {
                let bound = lower_bound(first).max(second.map_or(Cost::ZERO, lower_bound));
                problem.runner().proved_so_far(bound.min(state.incumbent()))
            }
            _ => Cost::ZERO,
        };
        proved.max(problem.free_space_bound()) + aside
    }

    fn best_of_engine(&self, engine: &EngineState, workspace: &Workspace, path: &mut Path) {
        let Workspace {
            forward, backward, ..
        } = workspace;
        match engine {
            EngineState::Loop {
                policy,
                search: Some(search),
                ..
            } => match policy {
                LoopPolicy::LazyTheta => {
                    write_path(&forward.records, &forward.parents, search.best_cell(), path);
                }
                _ => self.write_path(search.best_cell(), workspace, path),
            },
            EngineState::Graph(graph) => match self.begun(graph) {
                Some((problem, search)) => {
                    problem.write(&forward.junctions, search.best_cell(), path);
                }
                None => path.restart(self.start),
            },
            EngineState::Race {
                searches: [Some(from_start), Some(from_goal)],
                ..
            } => {
                if from_start.incumbent() <= from_goal.incumbent() {
                    self.write_path(from_start.best_cell(), workspace, path);
                } else {
                    let backtrace = Backtrace {
                        records: &backward.records,
                        move_cost: |cell, direction| self.every_move().step(cell, direction).cost,
                        corridor_edges: CorridorEdges::without_goal(self.corridors),
                    };
                    backtrace.write(from_goal.best_cell(), path);
                    path.reverse();
                }
            }
            EngineState::Bidirectional {
                searches: [Some(from_start), Some(from_goal)],
                ..
            } => self.best_of_both([from_start, from_goal], workspace, path),
            _ => path.restart(self.start),
        }
    }

    fn begun<'s>(&'s self, graph: &'s GraphState) -> Option<(GraphProblem<'s>, &'s SearchState)> {
        Some((GraphProblem::of(self, graph)?, graph.search.as_ref()?))
    }
}
