//! A query from question to answer.

mod anytime;
mod boundary_ties;
mod estimator_check;
mod fallback;
mod nearest;
mod own_moves;
mod preconditions;
mod scheduler;
mod search;
mod sliced;
mod snap;
mod state;
mod unknown_boundary;

pub use estimator_check::EstimatorError;
pub use nearest::Nearest;
pub use own_moves::LegSearch;
pub use scheduler::{Priority, Scheduler, Ticket};
pub use search::Search;
pub use sliced::{OnGround, Sliced};
pub(crate) use unknown_boundary::Boundary;

use voxnav_occupancy::Traversability;

use crate::engine::{Coverage, Problem, Target};
use crate::goal::Region;
use crate::outcome::{Observer, Solution, Watcher};
use crate::query::Query;
use crate::workspace::Workspace;
pub(crate) use preconditions::Labels;
use state::SolveState;

impl<'q> Query<'q> {
    /// Finds a path, or the reason why there is none.
    ///
    /// # Guarantees
    ///
    /// The cost is as [`Query::guarantee`] says. Where the agent stops at unknown cells, an exact query
    /// returns, of the paths that cost the least, one with the fewest moves into unknown cells; it may
    /// take a second search, of what is no dearer, to tell which. The same query over the same cells gives the same
    /// outcome and the same statistics on every machine, whatever the workspace was used for
    /// before. Whether corridors are known (see [`Traversability::with_corridors`]) changes no
    /// cost, but may change which of equally good paths is found, and the effort. Nothing panics;
    /// every way to end is an [`Outcome`](crate::Outcome).
    #[must_use]
    pub fn solve(&self, world: &Traversability, workspace: &mut Workspace) -> Solution {
        self.solve_watched(world, workspace, Watcher(None))
    }

    /// Answers as [`Query::solve`] does, and tells `observer` of every step.
    #[must_use]
    pub fn solve_observed(
        &self,
        world: &Traversability,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Solution {
        self.solve_watched(world, workspace, Watcher(Some(observer)))
    }

    fn solve_watched(
        &self,
        world: &Traversability,
        workspace: &mut Workspace,
        watcher: Watcher<'_>,
    ) -> Solution {
        let solution = self.solve_as_if_known(world, workspace, watcher);
        self.confined(solution, world)
    }

    /// Returns the solution with its path confined to the cells where the agent may go.
    pub(crate) fn confined(&self, solution: Solution, world: &Traversability) -> Solution {
        Solution {
            outcome: self.boundary(world).confine(solution.outcome),
            ..solution
        }
    }

    /// Returns the answer as if all unknown cells that the agent's policy lets through were free.
    pub(crate) fn solve_as_if_known(
        &self,
        world: &Traversability,
        workspace: &mut Workspace,
        mut watcher: Watcher<'_>,
    ) -> Solution {
        let mut state = SolveState::default();
        loop {
            let answer = self.advance(&mut state, u64::MAX, world, workspace, &mut watcher);
            if let Some(solution) = answer {
                return solution;
            }
        }
    }

    /// Returns the search that answers, where one is needed.
    pub(crate) fn problem<'w>(&self, world: &'w Traversability) -> Problem<'w>
    where
        'q: 'w,
    {
        Problem {
            world,
            start: self.start,
            target: match self.region {
                None => Target::Cell(self.goal),
                Some(goal) => Target::Region(Region::new(goal, world.bounds())),
            },
            settings: self.effective_settings(),
            terrain: self.terrain,
            landmarks: self.landmarks,
            estimator: self.estimator.map(|estimator| &**estimator),
            cancel: self.cancel,
            guarantee: self.guarantee(),
            below: self.below,
            coverage: Coverage::Needed,
            corridors: None,
        }
    }

    /// Returns the boundary at which the paths that this query returns end at the latest.
    pub(crate) fn boundary<'w>(&self, world: &'w Traversability) -> Boundary<'w>
    where
        'q: 'w,
    {
        Boundary {
            world,
            corners: self.settings.corners,
        }
    }
}
