//! Part of a path where there is no whole one: the search for the cell nearest to the goal.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellFilter, Traversability};

use super::super::state::Part;
use crate::cost::Cost;
use crate::engine::{Coverage, Problem, Target};
use crate::goal::Region;
use crate::heuristic::Heuristic;
use crate::movement::CornerRule;
use crate::outcome::{Outcome, PartialReason, Solution, Statistics};
use crate::query::Query;
use crate::workspace::Workspace;

/// Cells around a goal that are looked at to find the nearest one before a search: a cube of 63.
const MOST_CELLS_AROUND: u64 = 1 << 18;

impl<'q> Query<'q> {
    /// Returns the search for the nearest cell: to that cell if it is known, else to every cell
    /// there is.
    pub(super) fn partial_problem<'w>(&self, part: &Part, world: &'w Traversability) -> Problem<'w>
    where
        'q: 'w,
    {
        let mut problem = self.problem(world);
        if let Some(cell) = part.nearest {
            problem.target = Target::Cell(cell);
        } else {
            // Every cell is looked at, in whatever order.
            problem = problem.exactly();
            problem.coverage = Coverage::EveryCell;
            // They know that the goal cannot be reached, and would not look any further.
            problem.landmarks = None;
            problem.estimator = None;
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
                    .map(|(cell, _)| cell)
                    .min_by_key(|&cell| self.nearness(cell, world));
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

    /// Returns the key by which partial paths are chosen: the smallest estimate, then cell order.
    fn nearness(&self, cell: IVec3, world: &Traversability) -> (Cost, i32, i32, i32) {
        // Zero says nothing about what is near.
        let heuristic = match self.effective_settings().heuristic {
            Heuristic::Zero => Heuristic::Octile,
            heuristic => heuristic,
        };
        let h = match self.region {
            Some(goal) => {
                Region::new(goal, world.bounds()).estimate(heuristic, self.settings.moves, cell)
            }
            None => heuristic.estimate(self.settings.moves, cell, self.goal),
        };
        (h, cell.z, cell.y, cell.x)
    }

    /// Returns the cell nearest to the goal of all that can be reached, where components tell and
    /// it does not take much: strict moves in space, a goal of one cell, and something to be
    /// reached near it.
    pub(super) fn nearest_connected(&self, world: &Traversability) -> Option<IVec3> {
        let is_there = match self.region {
            Some(goal) => goal.contains(self.start),
            None => self.start == self.goal,
        };
        if is_there {
            return Some(self.start);
        }
        let told = self.settings.corners != CornerRule::Lenient
            && self.settings.moves.fixed_axis().is_none()
            && self.region.is_none();
        let start = world.component(self.start).filter(|_| told)?;
        let among = CellFilter::ConnectedTo(self.start);
        let position = self.goal.as_dvec3();
        let some = world.nearest(position, f64::INFINITY, among).ok()??;
        // No estimate is below the largest component of an offset, but for rounding.
        let reach = self.nearness(some.cell, world).0.raw() / Cost::STRAIGHT.raw() + 1;
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
        connected.min_by_key(|&cell| self.nearness(cell, world))
    }
}
