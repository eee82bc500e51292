//! The course of a query: moving its ends, the answers that need no search, the search, and, where
//! part of a way is better than none, the search for the cell nearest to the goal.

use glam::IVec3;
use voxnav_occupancy::{Among, CellBox, Traversability};

use crate::attempt::{Attempt, Coverage, Target};
use crate::goal::Region;
use crate::observer::Observer;
use crate::outcome::{Limit, Outcome, Solution, Statistics};
use crate::path::Path;
use crate::pursuit::Pursuit;
use crate::snapping::{Moved, distance};
use crate::workspace::Workspace;
use crate::{CornerRule, Cost, Heuristic, Limits, Query};

/// Whether part of a way is wanted where there is no whole one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Partial {
    /// No: the outcome says why there is none.
    #[default]
    Refused,
    /// Yes: wherever there is no way to the goal but the start lies in the world, the outcome is
    /// [`Outcome::Partial`](crate::Outcome::Partial).
    Allowed,
}

/// Why a path is partial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Shortfall {
    /// Proved: no path leads to the goal.
    Unreachable,
    /// A limit ended the search.
    Limit(Limit),
    /// The caller cancelled the search.
    Cancelled,
    /// The agent cannot stand on the start cell. The path leads away from there all the same, and
    /// may lead to the goal.
    StartBlocked,
    /// The agent cannot stand on the goal cell.
    GoalBlocked,
    /// The goal cell lies outside the bounds of the world.
    GoalOutside,
}

/// How far a query is. The rest is in the workspace.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Course {
    /// Start and goal as moved; none before that was looked at.
    ends: Option<[IVec3; 2]>,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, Default)]
enum Stage {
    /// Nothing was looked at.
    #[default]
    New,
    /// The search for the goal.
    Whole(Pursuit),
    /// The search for the cell nearest to it.
    Part {
        pursuit: Pursuit,
        shortfall: Shortfall,
        /// The nearest cell, if that is known before the search.
        nearest: Option<IVec3>,
        /// The effort before.
        before: Statistics,
    },
}

/// Cells around a goal that are looked at to find the nearest one before a search: a cube of 63.
const MOST_CELLS_AROUND: u64 = 1 << 18;

impl Course {
    /// What it took so far.
    pub(crate) fn statistics(&self) -> Statistics {
        match &self.stage {
            Stage::New => Statistics::default(),
            Stage::Whole(pursuit) => pursuit.statistics(),
            Stage::Part {
                pursuit, before, ..
            } => {
                let mut sum = pursuit.statistics();
                sum.add(before);
                sum
            }
        }
    }
}

impl<'q> Query<'q> {
    /// Goes on for `budget` expansions; the solution, as if all unknown cells that the agent's
    /// policy lets through were free, if that is enough.
    pub(crate) fn advance(
        &self,
        course: &mut Course,
        budget: u64,
        world: &Traversability,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let ends = *course.ends.get_or_insert_with(|| self.placed_ends(world));
        let query = self.between(ends);
        let end = course.statistics().expanded.saturating_add(budget);
        let mut solution = loop {
            let left = end - course.statistics().expanded;
            match &mut course.stage {
                Stage::New => match query.answer_at_once(world, workspace) {
                    None => course.stage = Stage::Whole(Pursuit::Ready),
                    Some(outcome) => match query.shortfall(&outcome) {
                        Some(shortfall) => {
                            course.stage = query.part(shortfall, Statistics::default(), world);
                        }
                        None => break Solution::new(outcome, Statistics::default()),
                    },
                },
                Stage::Whole(pursuit) => {
                    let attempt = query.attempt(world);
                    let solution = attempt.advance(pursuit, left, workspace, observer)?;
                    match query.shortfall(&solution.outcome) {
                        Some(Shortfall::Unreachable) => {
                            let before = solution.statistics;
                            course.stage = query.part(Shortfall::Unreachable, before, world);
                        }
                        Some(shortfall) => break solution.cut_short(shortfall),
                        None => break solution,
                    }
                }
                Stage::Part {
                    shortfall,
                    nearest: Some(nearest),
                    before,
                    ..
                } if *nearest == query.start => {
                    let (shortfall, statistics) = (*shortfall, *before);
                    let mut path = workspace.take_path();
                    path.restart(query.start);
                    break Solution::new(Outcome::Partial { path, shortfall }, statistics);
                }
                Stage::Part {
                    pursuit,
                    shortfall,
                    nearest,
                    before,
                } => {
                    let attempt = query.attempt_part(*nearest, before, world);
                    let solution = attempt.advance(pursuit, left, workspace, observer)?;
                    let mut solution = query.ended_part(*shortfall, solution, world, workspace);
                    solution.statistics.add(before);
                    break solution;
                }
            }
        };
        solution.moved = Moved {
            start: distance(self.start, query.start),
            goal: distance(self.goal, query.goal),
        };
        Some(solution)
    }

    /// Writes the best path known so far.
    pub(crate) fn best_so_far(
        &self,
        course: &Course,
        world: &Traversability,
        workspace: &Workspace,
        path: &mut Path,
    ) {
        let query = self.between(course.ends.unwrap_or([self.start, self.goal]));
        match &course.stage {
            Stage::New => path.restart(query.start),
            Stage::Whole(pursuit) => query.attempt(world).best_so_far(pursuit, workspace, path),
            Stage::Part {
                pursuit,
                nearest,
                before,
                ..
            } => {
                let attempt = query.attempt_part(*nearest, before, world);
                attempt.best_so_far(pursuit, workspace, path);
            }
        }
    }

    fn between(&self, [start, goal]: [IVec3; 2]) -> Self {
        Self {
            start,
            goal,
            ..*self
        }
    }

    /// Why the outcome leads no further, if it is to be replaced by part of a way.
    fn shortfall(&self, outcome: &Outcome) -> Option<Shortfall> {
        if self.partial == Partial::Refused {
            return None;
        }
        match outcome {
            Outcome::Unreachable => Some(Shortfall::Unreachable),
            Outcome::LimitReached { limit, .. } => Some(Shortfall::Limit(*limit)),
            Outcome::Cancelled { .. } => Some(Shortfall::Cancelled),
            Outcome::StartBlocked => Some(Shortfall::StartBlocked),
            Outcome::GoalBlocked => Some(Shortfall::GoalBlocked),
            Outcome::GoalOutside => Some(Shortfall::GoalOutside),
            Outcome::Found(_)
            | Outcome::Partial { .. }
            | Outcome::StoppedAtUnknown { .. }
            | Outcome::StartOutside => None,
        }
    }

    /// The search for the cell nearest to the goal, not begun.
    fn part(&self, shortfall: Shortfall, before: Statistics, world: &Traversability) -> Stage {
        Stage::Part {
            pursuit: Pursuit::Ready,
            shortfall,
            nearest: self.nearest_connected(world),
            before,
        }
    }

    /// The search for the nearest cell: to that cell if it is known, else to every cell there is.
    fn attempt_part<'w>(
        &self,
        nearest: Option<IVec3>,
        before: &Statistics,
        world: &'w Traversability,
    ) -> Attempt<'w>
    where
        'q: 'w,
    {
        let mut attempt = self.attempt(world);
        if let Some(cell) = nearest {
            attempt.target = Target::Cell(cell);
        } else {
            attempt.coverage = Coverage::EveryCell;
            // They know that the goal cannot be reached, and would not look any further.
            attempt.landmarks = None;
        }
        let limits = &mut attempt.drive.limits;
        let left = limits
            .expanded
            .map(|most| most.saturating_sub(before.expanded));
        *limits = Limits {
            expanded: left,
            ..*limits
        };
        attempt
    }

    fn ended_part(
        &self,
        shortfall: Shortfall,
        solution: Solution,
        world: &Traversability,
        workspace: &mut Workspace,
    ) -> Solution {
        let (path, shortfall) = match solution.outcome {
            Outcome::Found(path) => (path, shortfall),
            Outcome::LimitReached { limit, best } => (best, Shortfall::Limit(limit)),
            Outcome::Cancelled { best } => (best, Shortfall::Cancelled),
            _ => {
                let mut path = workspace.take_path();
                let reached = workspace.forward.records.reached();
                let nearest = reached
                    .map(|(cell, _)| cell)
                    .min_by_key(|&cell| self.nearness(cell, world));
                let attempt = self.attempt(world);
                attempt.write_path(nearest.unwrap_or(self.start), workspace, &mut path);
                (path, shortfall)
            }
        };
        let statistics = Statistics {
            lower_bound: Cost::ZERO,
            ..solution.statistics
        };
        Solution::new(Outcome::Partial { path, shortfall }, statistics)
    }

    /// What partial paths are chosen by: the smallest estimate, then cell order.
    fn nearness(&self, cell: IVec3, world: &Traversability) -> (Cost, i32, i32, i32) {
        // These two say nothing about what is near.
        let heuristic = match self.heuristic {
            Heuristic::Zero | Heuristic::Tutorial => Heuristic::Octile,
            heuristic => heuristic,
        };
        let h = match self.region {
            Some(goal) => Region::new(goal, world.bounds()).estimate(heuristic, self.moves, cell),
            None => heuristic.estimate(self.moves, cell, self.goal),
        };
        (h, cell.z, cell.y, cell.x)
    }

    /// The cell nearest to the goal of all that can be reached, where components tell and it does
    /// not take much: strict moves in space, a goal of one cell, and something to be reached near it.
    fn nearest_connected(&self, world: &Traversability) -> Option<IVec3> {
        let is_there = match self.region {
            Some(goal) => goal.contains(self.start),
            None => self.start == self.goal,
        };
        if is_there {
            return Some(self.start);
        }
        let told = self.corners == CornerRule::Strict
            && self.moves.fixed_axis().is_none()
            && self.region.is_none();
        let start = world.component(self.start).filter(|_| told)?;
        let among = Among::ConnectedTo(self.start);
        let position = self.goal.as_dvec3();
        let some = world.nearest(position, f64::INFINITY, among).ok()??;
        // No estimate is below the largest component of an offset, but for rounding.
        let reach = self.nearness(some.cell, world).0.raw() / Cost::STRAIGHT.raw() + 1;
        let reach = i32::try_from(reach).ok()?;
        let around = CellBox::new(
            self.goal.saturating_sub(IVec3::splat(reach)),
            self.goal.saturating_add(IVec3::splat(reach + 1)),
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
