//! Plans of agents that stop before unknown cells: cut where known space ends, after a search for one that
//! costs the same and never leaves it.
//!
//! Such an agent plans by moves that are possible if unknown cells turn out well. INVARIANT: whatever a query
//! returns of a plan is made of moves in known space.

use std::fmt;

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::super::boundary_ties::{stop, undecided};
use crate::cost::Cost;
use crate::engine::{Aim, Reached};
use crate::goal::Region;
use crate::kernel::SearchState;
use crate::movement::{Confined, Successors};
use crate::outcome::{Observer, Outcome, PartialReason, Solution, Statistics};
use crate::path::Path;
use crate::query::{Guarantee, Query};
use crate::workspace::Workspace;

/// The state of a query over moves of the caller's own between two slices.
#[derive(Debug)]
pub(super) struct LegState<A> {
    pub(super) search: Option<SearchState>,
    /// A plan that leaves known space: then the search is one for a path in known space that costs no more.
    pub(super) plan: Option<Solution<A>>,
}

impl<A> LegState<A> {
    /// Creates the state of a search that has not begun.
    pub(super) fn new() -> Self {
        Self {
            search: None,
            plan: None,
        }
    }

    /// Returns the effort so far.
    pub(super) fn statistics(&self) -> Statistics {
        let search = self.search.as_ref().map(SearchState::statistics);
        let mut statistics = search.copied().unwrap_or_default();
        if let Some(plan) = &self.plan {
            statistics.add(&plan.statistics);
        }
        statistics
    }
}

impl Query<'_> {
    /// Returns whether the path of a solution leaves known space, and another that costs the same
    /// may not.
    pub(super) fn may_be_known<S: Successors>(
        &self,
        solution: &Solution<S::Action>,
        successors: &S,
    ) -> bool {
        let Some(confined) = successors.confined() else {
            return false;
        };
        let path = match &solution.outcome {
            Outcome::Partial {
                reason: PartialReason::Limit(_) | PartialReason::Cancelled,
                ..
            } => return false,
            Outcome::Found(path) | Outcome::Partial { path, .. } => path,
            _ => return false,
        };
        let known = confined.known_space();
        let has_one_end = self.region.is_none() || solution.outcome.path().is_none();
        self.guarantee_with_legs() == Guarantee::Optimal
            && known.can_be_at(path.start())
            && (!has_one_end || known.can_be_at(path.goal()))
            && cut(confined, path).1.is_some()
    }

    /// Continues, for `budget` expansions, the search for a path in known space that costs as much
    /// as a plan, and ends as well.
    pub(super) fn advance_known<S: Successors>(
        &self,
        successors: &S,
        plan: &Solution<S::Action>,
        search: &mut Option<SearchState>,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Option<Solution<S::Action>> {
        let known = successors.confined()?.known_space();
        let path = plan.outcome.any_path()?;
        let mut query = *self;
        query.below = path.cost() + Cost::from_raw(1);
        let limits = &mut query.settings.limits;
        *limits = limits.after(plan.statistics.expanded);
        let region = match plan.outcome {
            Outcome::Found(_) => self.region,
            _ => None,
        };
        if region.is_none() && self.goal != path.goal() {
            // Part of a way: estimators are asked about the goal alone.
            (query.goal, query.region, query.estimator) = (path.goal(), None, None);
        }
        let reached = if let Some(goal) = region {
            let region = Region::new(goal, known.bounds());
            let problem = query.problem_with(&known, region, Aim::Region(region));
            problem.advance(search, budget, workspace, observer)?
        } else {
            let aim = Aim::Cell(CellBox::of_cell(query.goal));
            let problem = query.problem_with(&known, query.goal, aim);
            problem.advance(search, budget, workspace, observer)?
        };
        let Reached {
            outcome,
            mut statistics,
            ..
        } = reached;
        statistics.add(&plan.statistics);
        let ended = stop(&outcome);
        let planned = plan.outcome.clone();
        let outcome = match (outcome, ended) {
            (Outcome::Found(path), _) => planned.map_path(|_| path),
            (_, Some(ended)) => self.allowed_part(undecided(planned, ended)),
            (_, None) => planned,
        };
        Some(Solution::new(confined(successors, outcome), statistics))
    }
}

/// Returns the part of a path that lies in known space, and the first unknown cell after it if that
/// is not all of it.
pub(super) fn cut<A: Copy + PartialEq + fmt::Debug>(
    confined: &dyn Confined<A>,
    path: &Path<A>,
) -> (Path<A>, Option<IVec3>) {
    let mut known = Path::at(path.start());
    if let Some(unknown) = confined.unknown_at(path.start()) {
        return (known, Some(unknown));
    }
    let mut from = path.start();
    for to in path.cells().skip(1) {
        match confined.known_move(from, to) {
            Ok(made) => known.go(from, made),
            Err(unknown) => return (known, Some(unknown)),
        }
        from = to;
    }
    (known, None)
}

/// Returns an outcome whose path lies in known space, if the agent stops where that ends.
pub(super) fn confined<S: Successors>(
    successors: &S,
    outcome: Outcome<Path<S::Action>>,
) -> Outcome<Path<S::Action>> {
    let Some(confined) = successors.confined() else {
        return outcome;
    };
    match outcome {
        Outcome::Found(path) => match cut(confined, &path) {
            (known, None) => Outcome::Found(known),
            (known, Some(unknown)) => Outcome::StoppedAtUnknown {
                rest: path.cost() - known.cost(),
                path: known,
                unknown,
            },
        },
        other => other.map_path(|path| cut(confined, &path).0),
    }
}
