//! Part of a path where there is no whole one: the search for the cell nearest to the goal.
//!
//! Of all cells that can be reached, a path leads to the one with the smallest estimate to the goal, of equals to the
//! one with the smallest cost, of equals to the first in cell order (z, y, x).

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellFilter, Traversability};

use super::super::state::{NearestCells, Part};
use crate::cost::Cost;
use crate::engine::{Coverage, Problem, Target};
use crate::goal::{Goal, Region};
use crate::heuristic::Heuristic;
use crate::movement::CornerRule;
use crate::outcome::{Outcome, PartialReason, Solution, Statistics};
use crate::path::Path;
use crate::query::{Algorithm, Query};
use crate::workspace::Workspace;

/// Cells around a goal that are looked at to find the nearest one before a search: a cube of 63.
const MOST_CELLS_AROUND: u64 = 1 << 18;

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
            NearestCells::Equal(cells) => {
                problem.target = Target::Region(Region::new(cells, world.bounds()));
                problem.coverage = Coverage::CheapestGoals;
                problem.estimator = None;
                if problem.settings.algorithm == Algorithm::LazyTheta {
                    // Which cell is the cheapest by moves; the lines come after.
                    problem.settings = problem.settings.algorithm(Algorithm::Auto);
                }
                if problem.is_beyond_equals()
                    && let Some(most) = problem.settings.limits.cost
                {
                    // One unit below what would do else.
                    problem.below = problem.below.min(most);
                }
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
            Outcome::Found(path) => (
                self.first_of_equals(part, path, world, workspace),
                part.reason,
            ),
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

    /// Returns the path to the first cell in order of those that cost as much as the one found, if the search has looked
    /// at all of them.
    fn first_of_equals(
        &self,
        part: &Part,
        mut path: Path,
        world: &Traversability,
        workspace: &Workspace,
    ) -> Path {
        let NearestCells::Equal(cells) = &part.nearest else {
            return path;
        };
        if !self.partial_problem(part, world).is_beyond_equals() {
            return path;
        }
        let cost = path.cost();
        let records = &workspace.forward.records;
        let costs_as_much =
            |cell: &IVec3| records.find(*cell).is_some_and(|record| record.g() == cost);
        let equals = Region::new(cells, world.bounds()).candidates(usize::MAX);
        let equals = equals.into_iter().flatten().filter(costs_as_much);
        let first = equals.min_by_key(|&cell| in_order(cell));
        if let Some(first) = first.filter(|&first| first != path.goal()) {
            self.problem(world).write_path(first, workspace, &mut path);
        }
        path
    }

    /// Returns the cell to which a search for the cheapest of several has led, if another search is to find the path
    /// there.
    pub(super) fn end_of_lines(&self, part: &Part, solution: &Solution) -> Option<IVec3> {
        let is_next = self.settings.algorithm == Algorithm::LazyTheta
            && matches!(part.nearest, NearestCells::Equal(_));
        match &solution.outcome {
            Outcome::Partial { path, reason } if is_next && *reason == part.reason => {
                Some(path.goal())
            }
            _ => None,
        }
    }

    /// Returns the estimate by which partial paths are chosen.
    fn nearness(&self, cell: IVec3, world: &Traversability) -> Cost {
        // Zero says nothing about what is near.
        let heuristic = match self.effective_settings().heuristic {
            Heuristic::Zero => Heuristic::Octile,
            heuristic => heuristic,
        };
        match self.region {
            Some(goal) => {
                Region::new(goal, world.bounds()).estimate(heuristic, self.settings.moves, cell)
            }
            None => heuristic.estimate(self.settings.moves, cell, self.goal),
        }
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
            let away = Heuristic::Octile.estimate(self.settings.moves, self.start, **cell);
            (away, in_order(**cell))
        };
        // The start is the first if it is among them.
        let Some(&first) = nearest.iter().min_by_key(by_distance) else {
            return NearestCells::Unknown;
        };
        // Clusters lead to one cell, at a cost without a bound.
        let is_chosen = nearest.len() == 1
            || first == self.start
            || self.settings.algorithm == Algorithm::Clusters
            || self.problem(world).leads_straight_to(first);
        if is_chosen {
            NearestCells::One(first)
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
        let reach = self.nearness(some.cell, world).raw() / Cost::STRAIGHT.raw() + 1;
        let reach = i32::try_from(reach).ok()?;
        let around = CellBox::new(
            self.goal.saturating_sub(IVec3::splat(reach)),
            self.goal
                .saturating_add(IVec3::splat(reach.saturating_add(1))),
        );
        let around = around.intersection(&world.bounds());
        if around.volume() > MOST_CELLS_AROUND {
            return None;
        }
        let connected = around
            .cells()
            .filter(|&cell| world.component(cell) == Some(start));
        let (mut least, mut nearest) = (Cost::MAX, Vec::new());
        for cell in connected {
            let h = self.nearness(cell, world);
            if h < least {
                least = h;
                nearest.clear();
            }
            if h == least {
                nearest.push(cell);
            }
        }
        Some(nearest)
    }
}

/// Returns the key of a cell in cell order.
fn in_order(cell: IVec3) -> (i32, i32, i32) {
    (cell.z, cell.y, cell.x)
}
