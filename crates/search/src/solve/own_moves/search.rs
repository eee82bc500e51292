//! Searches in slices over moves that the caller supplies.

use std::sync::Arc;

use super::known_space::LegState;
use crate::goal::Goal;
use crate::heuristic::Estimator;
use crate::movement::Successors;
use crate::outcome::{Outcome, PartialReason, Snapped, Solution, Watcher};
use crate::path::Path;
use crate::query::{Partial, Query};
use crate::workspace::Workspace;

/// A query over moves of the caller's own that is being answered, a slice at a time.
///
/// It owns the query and its memory, and is given the moves anew for each step, so that it can be kept
/// while they are borrowed from elsewhere. These have to be the same moves every time.
///
/// # Guarantees
///
/// However its expansions are divided into steps, the solution is that of [`Query::solve_with`].
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// use voxnav_search::{Ground, LegSearch, Locomotion, Query, Workspace};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::new(30, 30, 4)))?.commit();
/// let ground = Ground::new(&room, &Locomotion::walker())?;
/// let query = Query::new(IVec3::ZERO, IVec3::new(29, 11, 0));
/// let mut search = LegSearch::new(&query);
/// while search.step(&ground.moves(), 5).is_none() {
///     // Something to walk along until the answer is there.
///     assert_eq!(search.best_so_far(&ground.moves()).start(), IVec3::ZERO);
/// }
/// let at_once = query.solve_with(&ground.moves(), &mut Workspace::new());
/// assert_eq!(search.solution(), Some(&at_once));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct LegSearch<A> {
    /// The query without the goal and the estimator that it borrows.
    settings: Query<'static>,
    goal: Option<Goal>,
    estimator: Option<Arc<dyn Estimator>>,
    workspace: Workspace,
    /// The distances by which the ends were moved, once the search has begun.
    snapped: Option<Snapped>,
    stage: Stage<A>,
}

#[derive(Debug)]
enum Stage<A> {
    Running(LegState<A>),
    Done(Solution<A>),
}

impl<A: Copy + PartialEq> LegSearch<A> {
    /// Creates a search that has not begun. The cancel token of the query does not come along: see
    /// [`LegSearch::cancel`].
    #[must_use]
    pub fn new(query: &Query<'_>) -> Self {
        Self::with_workspace(query, Workspace::new())
    }

    /// Creates a search that has not begun, with the memory of earlier queries.
    #[must_use]
    pub fn with_workspace(query: &Query<'_>, workspace: Workspace) -> Self {
        Self {
            settings: query.detached(),
            goal: query.region.cloned(),
            estimator: query.estimator.cloned(),
            workspace,
            snapped: None,
            stage: Stage::Running(LegState::new()),
        }
    }

    /// Gives a search that has not begun the memory of another.
    pub(in crate::solve) fn move_to(&mut self, workspace: Workspace) {
        debug_assert!(self.expanded() == 0, "what is known is in the workspace");
        self.workspace = workspace;
    }

    fn query(&self) -> Query<'_> {
        Query {
            region: self.goal.as_ref(),
            estimator: self.estimator.as_ref(),
            ..self.settings
        }
    }

    /// Runs for at most `most` expansions and returns the solution once there is one. Less is done where
    /// thousands of queued cells turn out not to need an expansion, so that a step is never long.
    pub fn step<S: Successors<Action = A>>(
        &mut self,
        successors: &S,
        most: u64,
    ) -> Option<&Solution<A>> {
        if self.snapped.is_none() {
            let (placed, snapped) = self.query().placed_with(successors);
            (self.settings, self.snapped) = (placed.detached(), Some(snapped));
        }
        let query = Query {
            region: self.goal.as_ref(),
            estimator: self.estimator.as_ref(),
            ..self.settings
        };
        if let Stage::Running(state) = &mut self.stage {
            let workspace = &mut self.workspace;
            if let Some(solution) =
                query.advance_with(successors, state, most, workspace, &mut Watcher(None))
            {
                self.stage = Stage::Done(Solution {
                    snapped: self.snapped.unwrap_or_default(),
                    ..solution
                });
            }
        }
        self.solution()
    }

    /// Returns the solution, if the search has ended.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution<A>> {
        match &self.stage {
            Stage::Done(solution) => Some(solution),
            Stage::Running(_) => None,
        }
    }

    /// Returns the solution, if the search has ended, and the memory for the next one.
    #[must_use]
    pub fn finish(self) -> (Option<Solution<A>>, Workspace) {
        match self.stage {
            Stage::Done(solution) => (Some(solution), self.workspace),
            Stage::Running(_) => (None, self.workspace),
        }
    }

    /// Returns the best path known so far: to the goal, if one is known, else to the reached cell
    /// with the smallest estimate; at least that of the start alone.
    #[must_use]
    pub fn best_so_far<S: Successors<Action = A>>(&self, successors: &S) -> Path<A> {
        match &self.stage {
            Stage::Running(state) => {
                let (query, workspace) = (self.query(), &self.workspace);
                query.best_so_far_with(successors, state, workspace)
            }
            Stage::Done(solution) => {
                let path = solution.outcome.any_path().cloned();
                path.unwrap_or_else(|| Path::at(self.settings.start))
            }
        }
    }

    /// Returns the number of cells expanded so far.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        match &self.stage {
            Stage::Running(state) => state.statistics().expanded,
            Stage::Done(solution) => solution.statistics.expanded,
        }
    }

    /// Ends the search as [`Outcome::Cancelled`] with the best path so far, unless it has ended.
    pub fn cancel<S: Successors<Action = A>>(&mut self, successors: &S) {
        let Stage::Running(state) = &self.stage else {
            return;
        };
        let path = self.best_so_far(successors);
        let outcome = match self.settings.partial {
            Partial::Allowed => Outcome::Partial {
                path,
                reason: PartialReason::Cancelled,
            },
            Partial::Refused => Outcome::Cancelled { path },
        };
        let statistics = state.statistics();
        self.stage = Stage::Done(Solution {
            snapped: self.snapped.unwrap_or_default(),
            ..Solution::new(outcome, statistics)
        });
    }

    /// Returns the number of bytes held by this search.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.workspace.memory_bytes()
    }
}
