//! The estimate that a search uses, and its laws.

use glam::IVec3;

use super::Engine;
use super::problem::{Coverage, Problem, Target};
use super::state::EstimateKind;
use crate::goal::{AnyGoal, AnyToward, Region, Toward};
use crate::heuristic::{AnyEstimate, Estimator, EstimatorGuarantee, HeuristicBound};
use crate::heuristic::{Heuristic, Octile26, Weighed, Weighing, Weight};
use crate::kernel::Reopening;
use crate::movement::MoveSet;
use crate::query::{Algorithm, SearchSettings};

/// Returns whether an algorithm has an order of its own instead of that by f.
pub(crate) fn is_weighed(algorithm: Algorithm) -> bool {
    matches!(
        algorithm,
        Algorithm::Dijkstra | Algorithm::WeightedAStar(_) | Algorithm::GreedyBestFirst
    )
}

impl Problem<'_> {
    /// Returns the law that the estimates obey.
    pub(super) fn law(&self) -> EstimatorGuarantee {
        let SearchSettings {
            heuristic,
            moves,
            shape,
            ..
        } = self.settings;
        match (self.guided(), heuristic.bound_by(moves, shape)) {
            (Some(estimator), _) => estimator.law(),
            // Every admissible heuristic is consistent.
            (None, HeuristicBound::Admissible) => EstimatorGuarantee::Symmetric,
            (None, HeuristicBound::Factor(factor)) => EstimatorGuarantee::Factor(factor),
            (None, HeuristicBound::Unknown) => EstimatorGuarantee::None,
        }
    }

    /// Returns the estimator of the caller, where it counts.
    pub(super) fn guided(&self) -> Option<&dyn Estimator> {
        let counts = matches!(self.target, Target::Cell(_))
            && self.settings.algorithm != Algorithm::Dijkstra;
        self.estimator.filter(|_| counts)
    }

    /// Returns whether moves may be pruned and estimates relied on.
    pub(super) fn is_prunable(&self) -> bool {
        let callers = matches!(self.target, Target::Region(region) if region.is_callers());
        !callers && self.law().is_consistent() && self.world.is_traversable(self.start)
    }

    pub(super) fn estimate_kind(&self) -> EstimateKind {
        let is_exact = self.settings.effective_within() == Weight::ONE;
        if self.guided().is_none() && self.is_octile26() && is_exact {
            EstimateKind::Octile26
        } else {
            EstimateKind::Any
        }
    }

    /// Returns the test of the goal and the estimate toward it, by types that all goals have in common.
    pub(super) fn any_target(&self, weighing: Weighing) -> (AnyGoal<'_>, Weighed<AnyToward<'_>>) {
        match self.target {
            Target::Cell(goal) => (AnyGoal::Cell(goal), self.toward_cell(goal, weighing)),
            Target::Region(region) => {
                let estimate = AnyToward::Region(self.toward(region));
                let goal = AnyGoal::Region(self.with_ranks(region));
                (goal, Weighed { estimate, weighing })
            }
        }
    }

    /// Returns the estimate toward a cell, by the same type.
    pub(super) fn toward_cell(&self, goal: IVec3, weighing: Weighing) -> Weighed<AnyToward<'_>> {
        let (heuristic, moves) = (self.heuristic(), self.settings.moves);
        let costs = self.costs();
        let estimate = match (self.guided(), heuristic, moves) {
            (Some(estimator), ..) => AnyEstimate::Guided(estimator, goal),
            (None, Heuristic::Octile, MoveSet::Vertex26) if costs.is_cubic() => {
                AnyEstimate::Octile26(Octile26 { goal })
            }
            (None, ..) => AnyEstimate::Free {
                heuristic,
                moves,
                costs,
                goal,
            },
        };
        let estimate = AnyToward::Cell(estimate);
        Weighed { estimate, weighing }
    }

    /// Returns a goal of many cells, in the order that the search has for them.
    pub(super) fn with_ranks<'g>(&self, region: Region<'g>) -> Region<'g> {
        if self.ranks_goals() {
            region.ranked()
        } else {
            region
        }
    }

    fn toward<'g>(&self, region: Region<'g>) -> Toward<'g> {
        // Up to a limit it is the cost alone that counts.
        let region = if self.is_limited() {
            region
        } else {
            self.with_ranks(region)
        };
        Toward {
            region,
            heuristic: self.heuristic(),
            moves: self.settings.moves,
            costs: self.costs(),
        }
    }

    /// Returns whether the estimate is octile over 26 moves and cubes, unweighed, as in most queries.
    pub(super) fn is_octile26(&self) -> bool {
        let has_its_moves = match (self.settings.moves, self.target) {
            (MoveSet::Vertex26, _) => true,
            // In a plane the third component is zero.
            (MoveSet::Planar8(axis), Target::Cell(goal)) => axis.of(goal) == axis.of(self.start),
            _ => false,
        };
        has_its_moves
            && self.settings.shape.is_cubic()
            && self.settings.heuristic == Heuristic::Octile
            && !is_weighed(self.settings.algorithm)
    }

    /// Returns the heuristic of the algorithm.
    fn heuristic(&self) -> Heuristic {
        match self.settings.algorithm {
            Algorithm::Dijkstra => Heuristic::Zero,
            _ => self.settings.heuristic,
        }
    }

    /// Returns whether goals to which paths of the same cost lead rank by cell order: only an order by g + h tells which
    /// these are.
    pub(super) fn ranks_goals(&self) -> bool {
        matches!(self.coverage, Coverage::CheapestGoals(_))
            && matches!(self.weighing().0, Weighing::Sum(Weight::ONE))
    }

    /// Returns whether goals rank in searches from both ends, which tell them apart up to [`FAR`](super::problem::FAR).
    pub(crate) fn ranks_from_both_ends(&self) -> bool {
        self.ranks_goals()
            && match self.engine() {
                Engine::JumpFromBothEnds => !self.is_over_index(),
                engine => engine == Engine::EveryMoveFromBothEnds,
            }
    }

    /// Returns the weighing of the algorithm, and whether cells are looked at again.
    pub(super) fn weighing(&self) -> (Weighing, Reopening) {
        weighing(self.settings.algorithm, self.settings.effective_within())
    }
}

/// Returns how an algorithm weighs estimates, and whether it looks at cells again.
pub(crate) fn weighing(algorithm: Algorithm, within: Weight) -> (Weighing, Reopening) {
    match (algorithm, within) {
        (Algorithm::WeightedAStar(weight), _) => (Weighing::Sum(weight), Reopening::Allowed),
        (Algorithm::GreedyBestFirst, _) => (Weighing::EstimateOnly, Reopening::Never),
        (_, Weight::ONE) => (Weighing::Sum(Weight::ONE), Reopening::Allowed),
        _ => (Weighing::Within(within), Reopening::Allowed),
    }
}
