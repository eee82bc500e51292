//! A query from question to answer.

mod anytime;
mod engines;
mod estimator_check;
mod flying;
mod movement;
mod nearest;
mod scheduler;
mod search;
mod state;
mod supplied;
mod supplied_part;
mod supplied_turns;
mod windows;

#[expect(unreachable_pub, reason = "a hidden method of a public trait names it")]
pub use engines::Engines;
pub(crate) use engines::confined;
pub use estimator_check::EstimatorError;
pub(crate) use flying::{Boundary, Labels};
pub use movement::Movement;
pub use nearest::Nearest;
pub use scheduler::{Priority, Scheduler, Ticket};
pub use search::Search;

use crate::outcome::{Observer, Solution, Watcher};
use crate::query::Query;
use crate::workspace::Workspace;
use state::SolveState;

impl Query<'_> {
    /// Finds a path, or the reason why there is none: over a [`Traversability`](voxnav_occupancy::Traversability) by
    /// the moves, corners, shape of cells and terrain of this query, over [`Flight`](crate::Flight) by its own, over
    /// [`Ground`](crate::Ground) and all other [`Successors`](crate::Successors) by the moves that they supply.
    ///
    /// # Guarantees
    ///
    /// The cost meets [`Query::guarantee`]. Where the agent stops at unknown cells, an exact query returns, of the
    /// paths that cost the least, one with the fewest moves into unknown cells; it may take a second search, of what is
    /// no more expensive, to find it. The same query over the same cells gives the same outcome and the same statistics
    /// on every machine, whatever the workspace was used for before. Whether the world has an index (see
    /// [`SearchSettings::prepare_index`](crate::SearchSettings::prepare_index)) changes no
    /// cost, but may change which of equally good paths is found, and the effort. Nothing panics;
    /// every way to end is an [`Outcome`](crate::Outcome).
    ///
    /// # Moves that are supplied
    ///
    /// Of the algorithms, Dijkstra, weighted A* and greedy best-first count; all others are A*. The moves, corners,
    /// heuristic and terrain of the query do not count. [`Successors::nearest`](crate::Successors::nearest)
    /// decides where blocked ends may be moved to: ground agents settle where they come to rest below, or
    /// else go to the nearest cell where they can rest. Estimates are those of the moves, or of the
    /// [estimator](Query::guided_by) of the query if it has one and the goal is one cell. With an estimate that never
    /// overestimates, the path of an exact algorithm costs the least, and a weighted one no more than its weight times
    /// that. Partial paths lead to the nearest cell by the estimate of the moves, whatever the algorithm: see
    /// [`Outcome::Partial`](crate::Outcome::Partial).
    #[must_use]
    pub fn solve<M: Movement>(&self, moves: &M, workspace: &mut Workspace) -> Solution {
        let (engines, watcher) = (moves.engines(), &mut Watcher(None));
        moves
            .asked(*self)
            .solved(M::any(&engines), workspace, watcher)
    }

    /// Answers as [`Query::solve`] does, and tells `observer` of every step.
    #[must_use]
    pub fn solve_observed<M: Movement>(
        &self,
        moves: &M,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Solution {
        let (engines, watcher) = (moves.engines(), &mut Watcher(Some(observer)));
        moves
            .asked(*self)
            .solved(M::any(&engines), workspace, watcher)
    }

    fn solved(
        &self,
        engines: &dyn Engines,
        workspace: &mut Workspace,
        watcher: &mut Watcher<'_>,
    ) -> Solution {
        let solution = self.solve_as_if_known(engines, workspace, watcher);
        self.confined(solution, engines)
    }

    /// Returns the answer as if all unknown cells that the agent's policy lets through were free.
    pub(crate) fn solve_as_if_known(
        &self,
        engines: &dyn Engines,
        workspace: &mut Workspace,
        watcher: &mut Watcher<'_>,
    ) -> Solution {
        let mut state = SolveState::default();
        loop {
            let answer = self.advance(&mut state, u64::MAX, engines, workspace, watcher);
            if let Some(solution) = answer {
                return solution;
            }
        }
    }
}
