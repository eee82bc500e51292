//! What is known of a problem between two slices.

use super::corridor_graph::GraphProblem;
use super::problem::{Problem, Target};
use super::runner::Turn;
use crate::expansion::{CorridorEdges, Expansion, write_path};
use crate::kernel::{Backtrace, SearchState};
use crate::outcome::Statistics;
use crate::path::Path;
use crate::workspace::Workspace;

/// How far a problem is. The rest of what there is to know is in the workspace.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum EngineState {
    /// It has not begun.
    #[default]
    Ready,
    /// One search.
    Alone(SearchState),
    /// One from each end.
    Race {
        /// Of the search from the start, then of that from the goal.
        states: [SearchState; 2],
        turn: Option<Turn>,
    },
    /// One from each end, towards each other.
    Meeting {
        /// As in a race.
        states: [SearchState; 2],
        turn: Option<Turn>,
    },
}

impl EngineState {
    /// What it took so far, with no bound proved.
    pub(crate) fn statistics(&self) -> Statistics {
        match self {
            Self::Ready => Statistics::default(),
            Self::Alone(state) => *state.statistics(),
            Self::Race { states, .. } | Self::Meeting { states, .. } => {
                let mut sum = *states[0].statistics();
                sum.add(states[1].statistics());
                sum
            }
        }
    }
}

impl Problem<'_> {
    /// What is known so far: the best path to a goal, else that to the reached cell with the
    /// smallest estimate.
    pub(crate) fn best_so_far(&self, engine: &EngineState, workspace: &Workspace, path: &mut Path) {
        if let Some((ends, core)) = self.in_core() {
            let best = core.map(|core| {
                core.best_so_far(engine, workspace, path);
                &*path
            });
            *path = ends.joined(best);
            return;
        }
        let (state, memory) = match engine {
            EngineState::Ready => return path.restart(self.start),
            EngineState::Alone(state) => (state, &workspace.forward),
            EngineState::Meeting { states, .. } => {
                return self.best_of_both(states, workspace, path);
            }
            EngineState::Race {
                states: [forward, backward],
                ..
            } => {
                if forward.incumbent() <= backward.incumbent() {
                    (forward, &workspace.forward)
                } else {
                    (backward, &workspace.backward)
                }
            }
        };
        if let Target::Cell(goal) = self.target
            && let Some(graph_problem) = GraphProblem::of(self, goal)
        {
            return graph_problem.write(&memory.junctions, state.best_cell(), path);
        }
        if self.leaves_the_lattice() {
            return write_path(&memory.records, &memory.parents, state.best_cell(), path);
        }
        let backtrace = Backtrace {
            records: &memory.records,
            move_cost: |cell, direction| self.every_move().step(cell, direction).cost,
            corridor_edges: CorridorEdges::without_goal(self.corridors),
        };
        backtrace.write(state.best_cell(), path);
        if path.start() != self.start {
            path.reverse();
        }
    }
}
