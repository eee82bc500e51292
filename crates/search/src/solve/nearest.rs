//! The nearest of several goals for one agent.

use glam::IVec3;

use super::movement::Movement;
use crate::goal::Goal;
use crate::outcome::{EndFault, Outcome, Solution, Watcher};
use crate::path::Path;
use crate::query::Query;
use crate::workspace::Workspace;

/// The best path to the nearest of several goals.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Query, Workspace};
///
/// let start = IVec3::splat(3);
/// let exits = [IVec3::splat(7), IVec3::new(3, 3, 0)];
/// let nearest = Query::new(start, start).solve_nearest(&exits, &world, &mut Workspace::new());
/// assert_eq!(nearest.goal, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Nearest {
    /// The index of the goal; `None` if no goal was reached. If the way stops at
    /// unknown cells, the goal that it was to lead to.
    pub goal: Option<usize>,
    /// The path to it.
    pub solution: Solution,
}

impl Query<'_> {
    /// Finds the path from the start of this query to the nearest of `goals` by cost; the query's
    /// own goal counts for nothing. Answers as [`Query::toward`] does with [`Goal::any_of`], with
    /// the place in the list of the goal reached.
    ///
    /// Goals where the agent cannot be are passed over; if that is all of them, the outcome is
    /// [`EndFault::GoalBlocked`](crate::EndFault::GoalBlocked).
    ///
    /// ```
    /// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
    /// # use voxnav_search::{Query, Workspace};
    /// # use glam::IVec3;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// # let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// let start = IVec3::splat(3);
    /// let exits = [IVec3::splat(8), IVec3::ZERO, IVec3::new(0, 8, 0)];
    /// let nearest = Query::new(start, start).solve_nearest(&exits, &world, &mut Workspace::new());
    /// assert_eq!(nearest.goal, Some(1));
    /// assert_eq!(nearest.solution.outcome.path().map(|path| path.goal()), Some(IVec3::ZERO));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn solve_nearest<M: Movement>(
        &self,
        goals: &[IVec3],
        moves: &M,
        workspace: &mut Workspace,
    ) -> Nearest {
        let goal = Goal::any_of(goals.iter().copied());
        let (query, engines) = (moves.asked(self.to(&goal)), moves.engines());
        let engines = M::any(&engines);
        let mut solution = query.solve_as_if_known(engines, workspace, &mut Watcher(None));
        if solution.outcome == Outcome::InvalidEnd(EndFault::GoalOutside) {
            solution.outcome = Outcome::InvalidEnd(EndFault::GoalBlocked);
        }
        let end = solution.outcome.path().map(Path::goal);
        Nearest {
            goal: end.and_then(|end| goals.iter().position(|&cell| cell == end)),
            solution: query.confined(solution, engines),
        }
    }
}
