//! Improvement of a known path, or of the bound on its cost.
//!
//! Each stage is a search of its own, for which the cost of the path known counts as U, that of the best path: the
//! proof of [`bounded`](crate::heuristic) does not depend on how it was found. Where the search finds nothing cheaper,
//! it has proved the smaller factor for the path at hand. Nothing else is taken over from one stage to the next: which
//! cells an earlier stage dropped depends on its factor, and a stage with a large factor takes a small part of the
//! effort of the next.
//!
//! # References
//!
//! Richter, Thayer, Ruml, "The Joy of Forgetting: Faster Anytime Search via Restarting", ICAPS 2010.

use super::engines::Engines;
use super::movement::Movement;
use super::search::{Search, Stage};
use super::state::SolveState;
use crate::cost::Cost;
use crate::heuristic::{Heuristic, Weight};
use crate::outcome::{Outcome, Solution, Statistics};
use crate::path::Path;
use crate::query::{Algorithm, Guarantee, Partial, Query};

impl Outcome<Path> {
    /// Returns the cost of the path to the goal, if one was found, even if the agent stops on it.
    pub(super) fn cost_to_goal(&self) -> Option<Cost> {
        match self {
            Self::Found(path) => Some(path.cost()),
            Self::StoppedAtUnknown { path, rest, .. } => Some(path.cost() + *rest),
            _ => None,
        }
    }
}

impl Solution {
    /// Returns whether the path found is proved to cost at most `within` times the optimum; `false`
    /// if no path was found.
    pub(super) fn is_within(&self, within: Weight) -> bool {
        let cost = self.outcome.cost_to_goal();
        cost.is_some_and(|cost| within.divided(cost) <= self.statistics.lower_bound)
    }

    /// Returns this solution after the end of a search for something cheaper, with the path to the
    /// goal if that search knows one.
    pub(super) fn improved(self, end: &Statistics, better: Option<Path>) -> Self {
        let mut statistics = self.statistics;
        statistics.add(end);
        let known = self.outcome.cost_to_goal();
        let better = better.filter(|path| known.is_none_or(|known| path.cost() <= known));
        Self {
            outcome: better.map_or(self.outcome, Outcome::Found),
            statistics,
            snapped: self.snapped,
        }
    }
}

impl<M: Movement> Search<M> {
    /// Continues from the solution to a path that costs at most `within` times the optimum, or to
    /// the proof that the path found does; [`Weight::ONE`] asks for an optimal path. Returns
    /// whether there is anything to do: there is nothing before the search has ended, where no path
    /// was found, where the bound is proved already, and where paths may leave the lattice. Another
    /// algorithm and other estimates take over where those of the query prove no such factor.
    ///
    /// # Guarantees
    ///
    /// [`best_so_far`](Self::best_so_far) never gets more expensive, and [`lower_bound`](Self::lower_bound) never
    /// falls. The next solution has the effort of all stages. Limits hold for each of them alone; where one
    /// ends the search, or [`cancel`](Self::cancel) does, the solution is the best path that is known by then,
    /// with the bound that is proved.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    /// use voxnav_search::{Query, Search, Weight};
    /// use glam::IVec3;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(40)))?;
    /// builder.set_box(CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 40, 39)), CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    ///
    /// let query = Query::new(IVec3::ZERO, IVec3::new(39, 0, 0)).within(Weight::new(1.1)?);
    /// let mut search = Search::new(&query, &world);
    /// while search.step(50).is_none() {}
    /// let first = search.best_so_far().cost(); // at most 1.1 times the optimum: set off already
    /// if search.improve(Weight::ONE) {
    ///     while search.step(50).is_none() {}
    /// }
    /// assert!(search.best_so_far().cost() <= first);
    /// assert_eq!(search.best_so_far().cost(), search.lower_bound(), "optimal");
    /// # Ok(())
    /// # }
    /// ```
    pub fn improve(&mut self, within: Weight) -> bool {
        let Stage::Done(solution) = &self.stage else {
            return false;
        };
        let Some(cost) = solution.outcome.cost_to_goal() else {
            return false;
        };
        if solution.is_within(within) {
            return false;
        }
        let Some(improving) = self
            .query()
            .improving(within, M::any(&self.moves.engines()))
        else {
            return false;
        };
        let is_guided = improving.estimator.is_some();
        self.settings = Query {
            below: cost,
            partial: Partial::Refused,
            ..improving.detached()
        };
        self.estimator = self.estimator.take().filter(|_| is_guided);
        let running = Stage::Running(SolveState::default());
        if let Stage::Done(known) = std::mem::replace(&mut self.stage, running) {
            self.known = Some(known);
        }
        true
    }

    /// Returns the proved lower bound on the cost of every path to the goal: the cost of
    /// [`best_so_far`](Self::best_so_far) divided by it is a bound on the ratio to the optimum, if
    /// that path leads to the goal.
    #[must_use]
    pub fn lower_bound(&self) -> Cost {
        let proved = match &self.stage {
            Stage::Running(state) => self
                .query()
                .bound_so_far(state, M::any(&self.moves.engines())),
            Stage::Refining(windows) => windows.known.statistics.lower_bound,
            Stage::Done(solution) => solution.statistics.lower_bound,
        };
        proved.max(self.proved)
    }
}

impl Query<'_> {
    /// Returns a query for a path within a factor of the optimum, the same as this one as far as
    /// its algorithm and estimates prove the factor; `None` where it is not about paths over the
    /// cells.
    pub(super) fn improving(&self, within: Weight, engines: &dyn Engines) -> Option<Self> {
        let keeps = |query: &Self| match engines.guarantee(query) {
            Guarantee::Optimal => true,
            Guarantee::Within(factor) => factor <= within.factor(),
            _ => false,
        };
        let same = self.within(within);
        let by_default = same.algorithm(Algorithm::Auto);
        let octile = Query {
            estimator: None,
            ..by_default.heuristic(Heuristic::Octile)
        };
        match engines.guarantee(self) {
            Guarantee::AnyAngle(_) => None,
            _ => [same, by_default, octile].into_iter().find(keeps),
        }
    }
}
