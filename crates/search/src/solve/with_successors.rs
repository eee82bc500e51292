//! Queries over moves that the caller supplies.

use glam::IVec3;
use voxnav_occupancy::Heading;

use crate::engine::{Reached, Runner, SuccessorProblem};
use crate::goal::{GoalTest, Region};
use crate::heuristic::{Bound, Weighing, Weight};
use crate::kernel::Reopening;
use crate::movement::Successors;
use crate::outcome::{EndFault, LegSolution, Observer, Outcome, PartialReason, Statistics};
use crate::path::LegPath;
use crate::query::{Algorithm, Guarantee, Partial, Query};
use crate::workspace::Workspace;

impl Query<'_> {
    /// Finds a path over moves of the caller's own, such as those of an agent on the
    /// [ground](crate::Ground).
    ///
    /// Start, goal, limits, cancellation, ties and partial paths count as ever, and of the algorithms
    /// Dijkstra, weighted A* and greedy best-first; all others are A*. What moves there are and what they
    /// cost is for `successors` to say, so the query's moves, corners, heuristic, terrain, landmarks and
    /// snapping say nothing here. Estimates are those of `successors` toward a goal of one cell, and
    /// zero toward goals of many.
    ///
    /// # Guarantees
    ///
    /// With an estimate that never overestimates, the path of an exact algorithm costs the least, and a
    /// weighted one no more than its weight times that. Partial paths lead to the reached cell of the
    /// smallest estimate, of equals to the one reached first.
    #[must_use]
    pub fn solve_with<S: Successors>(
        &self,
        successors: &S,
        workspace: &mut Workspace,
    ) -> LegSolution<S::Action> {
        self.solve_with_observed(successors, workspace, &mut ())
    }

    /// As [`Query::solve_with`], and tells `observer` of every step.
    #[must_use]
    pub fn solve_with_observed<S: Successors>(
        &self,
        successors: &S,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> LegSolution<S::Action> {
        let bounds = successors.bounds();
        let region = self.region.map(|goal| Region::new(goal, bounds));
        let is_outside = match region {
            Some(region) => region.is_outside(bounds),
            None => !bounds.contains(self.goal),
        };
        let is_there = match region {
            Some(region) => region.contains(self.start),
            None => self.start == self.goal,
        };
        let at_once = if !bounds.contains(self.start) {
            Some(Outcome::InvalidEnd(EndFault::StartOutside))
        } else if is_outside {
            Some(Outcome::InvalidEnd(EndFault::GoalOutside))
        } else if !successors.can_be_at(self.start) {
            Some(Outcome::InvalidEnd(EndFault::StartBlocked))
        } else if is_there {
            Some(Outcome::Found(LegPath::at(self.start)))
        } else if region.is_none()
            && self.partial == Partial::Refused
            && !successors.can_be_at(self.goal)
        {
            Some(Outcome::InvalidEnd(EndFault::GoalBlocked))
        } else {
            None
        };
        if let Some(outcome) = at_once {
            let statistics = Statistics::default();
            return LegSolution {
                outcome,
                statistics,
            };
        }
        if let Some(region) = region {
            let accepted = Accepted { successors, region };
            return self.search_with(successors, accepted, workspace, observer);
        }
        let region = self.goal;
        let accepted = Accepted { successors, region };
        self.search_with(successors, accepted, workspace, observer)
    }

    fn search_with<S: Successors, A: GoalTest>(
        &self,
        successors: &S,
        goal_test: A,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> LegSolution<S::Action> {
        let algorithm = self.settings.algorithm;
        let (weighing, reopening) = match algorithm {
            Algorithm::WeightedAStar(weight) => (Weighing::Sum(weight), Reopening::Allowed),
            Algorithm::GreedyBestFirst => (Weighing::EstimateOnly, Reopening::Never),
            _ => (Weighing::Sum(Weight::ONE), Reopening::Allowed),
        };
        let has_estimate = self.region.is_none() && algorithm != Algorithm::Dijkstra;
        let exact = match algorithm {
            Algorithm::LazyTheta => Algorithm::AStar,
            other => other,
        };
        let problem = SuccessorProblem {
            successors,
            start: self.start,
            goal_test,
            toward: has_estimate.then_some(self.goal),
            weighing,
            reopening,
            ties: self.settings.ties,
            runner: Runner {
                limits: self.settings.limits,
                cancel: self.cancel,
                guarantee: Guarantee::of(exact, Bound::Admissible),
                // Exact, which is within any factor.
                within: Weight::ONE,
            },
        };
        let mut state = None;
        loop {
            let reached = problem.advance(&mut state, u64::MAX, workspace, observer);
            if let Some(reached) = reached {
                return self.answer(reached, successors);
            }
        }
    }

    /// The answer, as part of a way where the query allows that.
    fn answer<S: Successors>(
        &self,
        reached: Reached<S::Action>,
        successors: &S,
    ) -> LegSolution<S::Action> {
        let Reached {
            outcome,
            nearest,
            statistics,
        } = reached;
        let outcome = match (self.partial, outcome) {
            (Partial::Allowed, Outcome::Unreachable) => {
                let is_blocked = self.region.is_none() && !successors.can_be_at(self.goal);
                Outcome::Partial {
                    path: nearest,
                    reason: if is_blocked {
                        PartialReason::InvalidEnd(EndFault::GoalBlocked)
                    } else {
                        PartialReason::Unreachable
                    },
                }
            }
            (Partial::Allowed, Outcome::LimitReached { limit, path }) => Outcome::Partial {
                path,
                reason: PartialReason::Limit(limit),
            },
            (Partial::Allowed, Outcome::Cancelled { path }) => Outcome::Partial {
                path,
                reason: PartialReason::Cancelled,
            },
            (_, outcome) => outcome,
        };
        LegSolution {
            outcome,
            statistics,
        }
    }
}

/// The cells of a goal at which a path may end.
struct Accepted<'q, S, R> {
    successors: &'q S,
    region: R,
}

impl<S, R: Copy> Copy for Accepted<'_, S, R> {}

impl<S, R: Copy> Clone for Accepted<'_, S, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Successors, R: GoalTest> GoalTest for Accepted<'_, S, R> {
    #[inline]
    fn is_met(self, cell: IVec3) -> bool {
        self.region.is_met(cell) && self.successors.can_be_at(cell)
    }

    fn ahead(self, cell: IVec3, heading: Heading, most: u32) -> Option<u32> {
        self.region.ahead(cell, heading, most)
    }

    fn beside_walk(self, cell: IVec3, headings: [Heading; 2], most: u32) -> Option<u32> {
        self.region.beside_walk(cell, headings, most)
    }
}
