//! The part of a query that knows what a move is: one implementation for flying agents (`flying.rs`), one for all
//! other moves (`supplied.rs`).

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::flying::Labels;
use super::state::{NearestCells, Task};
use crate::cost::Cost;
use crate::engine::{CostCutoff, ProblemState};
use crate::goal::Region;
use crate::outcome::{EndFault, Outcome, PartialReason, Solution, Watcher};
use crate::path::Path;
use crate::query::{Guarantee, Query};
use crate::workspace::Workspace;

/// The engines that answer queries over one kind of moves.
pub trait Engines {
    /// Returns whether the cell nearest to a goal takes a search of its own where the one for the goal ended without a path.
    fn searches_nearest(&self) -> bool;

    /// Returns the moves of the windows in which the first path of a query is improved, before the exact search.
    fn windows(&self, query: &Query<'_>) -> &'static [u32];

    /// Returns the start and the goal to be used, as they are or moved.
    fn placed_ends(&self, query: &Query<'_>) -> [IVec3; 2];

    /// Returns the cells that moves may lead to.
    fn cells(&self) -> CellBox;

    /// Returns whether a path may begin at a cell within the bounds.
    fn may_begin_at(&self, cell: IVec3) -> bool;

    /// Returns the outcome if it needs no search.
    fn answer_at_once(
        &self,
        query: &Query<'_>,
        workspace: &mut Workspace,
        labels: Labels,
    ) -> Option<Outcome<Path>> {
        let bounds = self.cells();
        let region = query.region.map(|goal| Region::new(goal, bounds));
        let (is_outside, is_there) = match region {
            Some(region) => (region.is_outside(bounds), region.contains(query.start)),
            None => (!bounds.contains(query.goal), query.start == query.goal),
        };
        if !bounds.contains(query.start) {
            Some(Outcome::InvalidEnd(EndFault::StartOutside))
        } else if is_outside {
            Some(Outcome::InvalidEnd(EndFault::GoalOutside))
        } else if !self.may_begin_at(query.start) {
            Some(Outcome::InvalidEnd(EndFault::StartBlocked))
        } else if is_there {
            let mut path = workspace.take_path();
            path.restart(query.start);
            Some(Outcome::Found(path))
        } else {
            self.goal_at_once(query, labels)
        }
    }

    /// Returns the outcome if that is plain of the goal, or of a goal of several cells.
    fn goal_at_once(&self, query: &Query<'_>, labels: Labels) -> Option<Outcome<Path>>;

    /// Returns the number of expansions that a search is given before it asks for labels.
    fn patience(&self, labels: Labels) -> u64 {
        let _ = labels;
        u64::MAX
    }

    /// Returns the cells nearest to the goal, as far as they are known before a search.
    fn nearest(&self, query: &Query<'_>) -> NearestCells {
        let _ = query;
        NearestCells::Unknown
    }

    /// Sets a task to another search, if the solution of the one before is not yet the answer; returns whether it did.
    fn goes_on(&self, query: &Query<'_>, task: &mut Task, solution: &Solution) -> bool {
        let _ = (query, task, solution);
        false
    }

    /// Returns the search for a task, not begun.
    fn begin(&self, query: &Query<'_>, task: &Task) -> ProblemState;

    /// Continues the search for a task for `budget` expansions; returns its solution if they are enough. `problem`
    /// and the workspace must be as the last call left them.
    fn advance(
        &self,
        query: &Query<'_>,
        task: &Task,
        problem: &mut ProblemState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution>;

    /// Returns the bar that a path must stay below to be better than that of a solution; `None` if the solution
    /// stands as it is.
    fn bar(&self, query: &Query<'_>, solution: &Solution) -> Option<CostCutoff>;

    /// Returns the number of turns of a path.
    fn turns(&self, path: &Path) -> usize;

    /// Returns a lower bound on the turns of all paths that cost as much as one to the goal.
    fn fewest_turns(&self, query: &Query<'_>, path: &Path) -> usize {
        let _ = (query, path);
        0
    }

    /// Writes the path known so far of a search that was set aside: to the goal, if one is known, else to the reached
    /// cell of the smallest estimate.
    fn write_best(
        &self,
        query: &Query<'_>,
        task: &Task,
        problem: &ProblemState,
        workspace: &Workspace,
        path: &mut Path,
    );

    /// Returns the lower bound on the cost of every path, as far as the search for the goal has proved it.
    fn bound_so_far(&self, query: &Query<'_>, problem: &ProblemState) -> Cost;

    /// Returns the guarantee of a query over these moves.
    fn guarantee(&self, query: &Query<'_>) -> Guarantee;

    /// Ends a path before the first unknown cell if the agent stops there. Returns that cell.
    fn cut(&self, query: &Query<'_>, path: &mut Path) -> Option<IVec3>;
}

/// Returns the path to a goal, or to the cell nearest to it, of a search that nothing ended from outside.
pub(super) fn planned<P>(outcome: &Outcome<P>) -> Option<&P> {
    match outcome {
        Outcome::Partial {
            reason: PartialReason::Limit(_) | PartialReason::Cancelled,
            ..
        } => None,
        Outcome::Found(path) | Outcome::Partial { path, .. } => Some(path),
        _ => None,
    }
}

/// Returns the outcome with its path cut where known space ends, given the function that cuts a path there.
pub(crate) fn confined(
    outcome: Outcome<Path>,
    cut: impl Fn(&mut Path) -> Option<IVec3>,
) -> Outcome<Path> {
    match outcome {
        Outcome::Found(mut path) => {
            let plan = path.cost();
            match cut(&mut path) {
                None => Outcome::Found(path),
                Some(unknown) => Outcome::StoppedAtUnknown {
                    rest: plan - path.cost(),
                    path,
                    unknown,
                },
            }
        }
        other => other.map_path(|mut path| {
            cut(&mut path);
            path
        }),
    }
}
