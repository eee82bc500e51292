//! One question for a route, from what was asked for to the cells at its ends.

use glam::{DVec3, IVec3};
use voxnav_search::{Goal, Outcome, PartialReason, Workspace};

use crate::routes::answers::route::Route;
use crate::routes::error::RouteError;
use crate::routes::questions::destination::Destination;
use crate::routes::questions::destination::{goal_inside, goal_within};
use crate::routes::questions::ends::{End, RouteEnd};
use crate::routes::questions::stand::PairAnswer;
use crate::routes::views::view::View;

/// The destination of a route, in cells.
#[derive(Debug)]
pub(crate) enum Target {
    Position(End),
    Cells(Goal),
    AnyOf(Vec<End>, Goal),
}

/// The cells at the two ends of a search: `None` where an end is at no cell of its own.
pub(crate) type Pair = [Option<IVec3>; 2];

/// A start and a goal in the world of an agent, whose ends may be met at several pairs of cells.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) start: End,
    pub(crate) target: Target,
}

impl Question {
    pub(crate) fn new(view: &View, from: DVec3, to: &Destination) -> Result<Self, RouteError> {
        let kind = view.kind();
        let start = kind.end(from, view.held.options.start)?;
        let lattice = &view.held.lattice;
        let goal = |position: &DVec3| kind.end(*position, view.held.options.goal);
        let target = match to {
            Destination::Position(position) => Target::Position(goal(position)?),
            Destination::Within { center, radius } => {
                Target::Cells(goal_within(lattice, *center, *radius)?)
            }
            Destination::Inside { min, max } => Target::Cells(goal_inside(lattice, [*min, *max])?),
            Destination::Cells(goal) => Target::Cells(goal.clone()),
            Destination::AnyOf(positions) => {
                let ends = positions.iter().map(goal);
                let mut ends = ends.collect::<Result<Vec<End>, _>>()?;
                ends.retain(|end| !kind.is_cut_off(end));
                let goal = Goal::any_of(ends.iter().map(End::searched));
                Target::AnyOf(ends, goal)
            }
        };
        Ok(Self { start, target })
    }

    /// Returns the pair of cells that is tried first.
    pub(crate) fn first(&self) -> Pair {
        let last = match &self.target {
            Target::Position(goal) => goal.cell,
            Target::Cells(_) | Target::AnyOf(..) => None,
        };
        [self.start.cell, last]
    }

    /// Returns the cell of the start, and those of the goal if it is no single position.
    pub(in crate::routes) fn cells(&self) -> (IVec3, Result<IVec3, &Goal>) {
        let goal = match &self.target {
            Target::Position(goal) => Ok(goal.own),
            Target::Cells(goal) | Target::AnyOf(_, goal) => Err(goal),
        };
        (self.start.own, goal)
    }

    /// Answers at once: for the first pair of cells, and where that leads nowhere for the next ones.
    pub(in crate::routes) fn solved(
        &self,
        view: &View,
        workspace: &mut Workspace,
    ) -> Result<Route, RouteError> {
        let kind = view.kind();
        let mut tried = |pair: Pair| match kind.query(self, pair) {
            PairAnswer::Answered(route) => Ok(route),
            PairAnswer::Query(query) => {
                let solution = query.solve(&view.held.moves, workspace);
                kind.answered(self, pair, solution)
            }
        };
        let first = self.first();
        let route = tried(first)?;
        if leads_nowhere(&route) {
            for pair in kind.others(self) {
                let other = tried(pair)?;
                if !leads_nowhere(&other) {
                    return Ok(other);
                }
            }
        }
        Ok(route)
    }
}

/// Returns whether other cells at the ends may do better.
pub(in crate::routes) fn leads_nowhere(route: &Route) -> bool {
    let is_proved = matches!(
        route.outcome,
        Outcome::Unreachable
            | Outcome::Partial {
                reason: PartialReason::Unreachable,
                ..
            }
    );
    is_proved || matches!(route.goal, RouteEnd::Snapped { .. })
}
