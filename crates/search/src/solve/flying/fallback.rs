//! Part of a path where there is no whole one: the search for the cell nearest to the goal.
//!
//! Of all cells that can be reached, a path leads to the one with the smallest estimate to the goal, of equals to the
//! one with the smallest cost, of equals to the first in cell order (z, y, x).

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellFilter, Traversability};

use super::super::state::{NearestCells, Part};
use crate::cost::Cost;
use crate::engine::{Coverage, FAR, From, MOST_RANKED, Problem, Target};
use crate::goal::{Goal, Region, in_order};
use crate::heuristic::Heuristic;
use crate::movement::{CornerRule, Terrain};
use crate::outcome::{Outcome, PartialReason, Solution, Statistics};
use crate::query::{Algorithm, Query, SearchSettings};
use crate::workspace::Workspace;

/// Cells around a goal that are looked at to find the nearest one before a search: a cube of 63.
const MOST_CELLS_AROUND: u64 = 1 << 18;

impl NearestCells {
    /// Returns the ends from which the cheapest cell is searched for.
    fn ends(&self) -> From {
        match self {
            Self::EqualAndFar(_) => From::Start,
            _ => From::BothEnds,
        }
    }
}

impl<'q> Query<'q> {
    /// Returns the search for the nearest cell: to that cell or to the cells that are as near if they are known, else
    /// to every cell there is.
    pub(super) fn partial_problem<'w>(
        &self,
        part: &'w Part,
        world: &'w Traversability,
    ) -> Problem<'w>
    where
        'q: 'w,
    {
        let mut problem = self.problem(world);
        match &part.nearest {
            NearestCells::One(cell) => problem.target = Target::Cell(*cell),
            NearestCells::Equal(cells) | NearestCells::EqualAndFar(cells) => {
                problem.target = Target::Region(Region::new(cells, world.bounds()));
                problem.coverage = Coverage::CheapestGoals(part.nearest.ends());
                problem.estimator = None;
            }
            NearestCells::Unknown => {
                // Every cell is looked at, in whatever order.
                problem = problem.exactly();
                problem.coverage = Coverage::EveryCell;
                // It may know that the goal cannot be reached, and would not look any further.
                problem.estimator = None;
            }
        }
        let limits = &mut problem.settings.limits;
        *limits = limits.after(part.before.expanded);
        problem
    }

    /// Returns the answer of both searches, given how the search for the nearest cell ended.
    pub(super) fn ended_part(
        &self,
        part: &Part,
        solution: Solution,
        world: &Traversability,
        workspace: &mut Workspace,
    ) -> Solution {
        let (path, reason) = match solution.outcome {
            Outcome::Found(path) => (path, part.reason),
            Outcome::LimitReached { limit, path } => (path, PartialReason::Limit(limit)),
            Outcome::Cancelled { path } => (path, PartialReason::Cancelled),
            _ => {
                let mut path = workspace.take_path();
                let reached = workspace.forward.records.reached();
                let nearest = reached
                    .map(|(cell, record)| (self.nearness(cell, world), record.g(), cell))
                    .min_by_key(|&(h, g, cell)| (h, g, in_order(cell)))
                    .map(|(_, _, cell)| cell);
                let problem = self.problem(world);
                problem.write_path(nearest.unwrap_or(self.start), workspace, &mut path);
                (path, part.reason)
            }
        };
        let mut statistics = Statistics {
            lower_bound: Cost::ZERO,
            ..solution.statistics
        };
        statistics.add(&part.before);
        Solution::new(Outcome::Partial { path, reason }, statistics)
    }

    /// Returns whether another search is to tell which of the nearest cells is the cheapest, after one that has led to one
    /// of them.
    pub(super) fn is_in_doubt(
        &self,
        part: &Part,
        solution: &Solution,
        world: &Traversability,
    ) -> bool {
        let is_far = match &solution.outcome {
            Outcome::Partial { path, reason } => *reason == part.reason && path.cost() >= FAR,
            _ => false,
        };
        is_far && self.partial_problem(part, world).ranks_from_both_ends()
    }

    /// Returns the heuristic by which partial paths are chosen.
    fn heuristic_of_nearness(&self) -> Heuristic {
        // Zero says nothing about what is near.
        match self.effective_settings().heuristic {
            Heuristic::Zero => Heuristic::Octile,
            heuristic => heuristic,
        }
    }

    /// Returns the estimate by which partial paths are chosen.
    fn nearness(&self, cell: IVec3, world: &Traversability) -> Cost {
        let heuristic = self.heuristic_of_nearness();
        let SearchSettings { moves, shape, .. } = self.settings;
        if let Some(goal) = self.region {
            let moves = (moves, shape.costs());
            return Region::new(goal, world.bounds()).estimate(heuristic, moves, cell);
        }
        heuristic.estimate_by(moves, shape, cell, self.goal)
    }

    /// Returns the cells nearest to the goal of all that can be reached, where components tell and
    /// it does not take much: strict moves in space, a goal of one cell, and something to be
    /// reached near it.
    pub(super) fn nearest_connected(&self, world: &Traversability) -> NearestCells {
        let is_there = match self.region {
            Some(goal) => goal.contains(self.start),
            None => self.start == self.goal,
        };
        if is_there {
            return NearestCells::One(self.start);
        }
        let nearest = self.all_nearest_connected(world).unwrap_or_default();
        let by_distance = |cell: &&IVec3| {
            let SearchSettings { moves, shape, .. } = self.settings;
            let away = Heuristic::Octile.estimate_by(moves, shape, self.start, **cell);
            (away, in_order(**cell))
        };
        // The start is the first if it is among them.
        let Some(&first) = nearest.iter().min_by_key(by_distance) else {
            return NearestCells::Unknown;
        };
        // Clusters lead to one cell, at a cost without a bound.
        let is_chosen = nearest.len() == 1
            || first == self.start
            || self.settings.algorithm == Algorithm::Hierarchical
            || self.problem(world).leads_straight_to(first);
        let most = self.settings.limits.cost.unwrap_or(Cost::MAX);
        let is_limited_far_away = (FAR..Cost::MAX).contains(&most.min(self.below));
        // Other costs may differ by less than ranks do.
        let has_factors = self.terrain.is_none_or(Terrain::has_whole_factors);
        if is_chosen {
            NearestCells::One(first)
        } else if !self.settings.shape.is_cubic() {
            // Costs may differ by less than ranks do: all cells are looked at.
            NearestCells::Unknown
        } else if nearest.len() > MOST_RANKED || is_limited_far_away || !has_factors {
            NearestCells::EqualAndFar(Goal::any_of(nearest))
        } else {
            NearestCells::Equal(Goal::any_of(nearest))
        }
    }

    fn all_nearest_connected(&self, world: &Traversability) -> Option<Vec<IVec3>> {
        let told = self.settings.corners != CornerRule::Lenient
            && self.settings.moves.fixed_axis().is_none()
            && self.region.is_none();
        let start = world.component(self.start).filter(|_| told)?;
        let among = CellFilter::ConnectedTo(self.start);
        let position = self.goal.as_dvec3();
        let some = world.nearest(position, f64::INFINITY, among).ok()??;
        // No estimate is below the largest component of an offset, but for rounding.
        let least = self.nearness(some.cell, world).raw();
        let reach = self.settings.shape.sides();
        let reach = reach.map(|side| i32::try_from(least / side.raw() + 1));
        let [Ok(x), Ok(y), Ok(z)] = reach else {
            return None;
        };
        let reach = IVec3::new(x, y, z);
        let around = CellBox::new(
            self.goal.saturating_sub(reach),
            self.goal.saturating_add(reach.saturating_add(IVec3::ONE)),
        );
        let around = around.intersection(&world.bounds());
        if around.volume() > MOST_CELLS_AROUND {
            return None;
        }
        let heuristic = self.heuristic_of_nearness();
        let SearchSettings { moves, shape, .. } = self.settings;
        let (mut least, mut nearest) = (Cost::from_raw(least), Vec::new());
        for cell in around.cells() {
            let h = heuristic.estimate_by(moves, shape, cell, self.goal);
            // The component takes longer to find than the distance.
            if h > least || world.component(cell) != Some(start) {
                continue;
            }
            if h < least {
                least = h;
                nearest.clear();
            }
            nearest.push(cell);
        }
        Some(nearest)
    }
}
