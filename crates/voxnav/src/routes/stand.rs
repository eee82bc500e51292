//! The way from positions to cells and back, for each kind of agents: those that fly are joined to cells by straight
//! clear ways (`question.rs`), those on the ground settle on it (`ground/question.rs`).

use std::fmt::Debug;

use glam::{DVec3, IVec3};
use voxnav_occupancy::Lattice;
use voxnav_search::{Movement, Query, Solution, Workspace};

use super::question::leads_nowhere;
use super::{Destination, Route, RouteError, View};
use crate::following::Anchor;

/// Moves of agents that have a position in the world.
pub(crate) trait Stand: Movement<Action: Send> + Clone + Debug + Sync {
    /// One question for a route.
    type Question<'a>: Asks<Self::Action>
    where
        Self: 'a;

    /// Returns the question for a route between a position and a destination.
    fn question<'a>(
        view: &'a View<Self>,
        from: DVec3,
        to: &Destination,
    ) -> Result<Self::Question<'a>, RouteError>;

    /// Returns the point of a body that its position is, beside the center of its cell.
    fn anchor(&self, lattice: &Lattice) -> Anchor;

    /// Returns whether agents stop before unknown cells.
    fn stops_at_unknown(&self) -> bool;

    /// Returns the cell where an agent is for its position, if it can be anywhere.
    fn rest(view: &View<Self>, position: DVec3) -> Result<Option<IVec3>, RouteError>;

    /// Returns whether the agent gets from a position, for which it is at `rest`, to a cell by itself.
    fn reaches(view: &View<Self>, position: DVec3, rest: Option<IVec3>, cell: IVec3) -> bool;

    /// Returns whether a route that ended well at a cell still does.
    fn leads_to(
        view: &View<Self>,
        route: Option<&Route<Self::Action>>,
        cell: IVec3,
        to: &Destination,
    ) -> Result<bool, RouteError>;

    /// Returns whether a route leads to the destination itself.
    fn ends_well(route: &Route<Self::Action>) -> bool {
        route.is_found()
    }

    /// Returns a route with the reason why it leads nowhere, where that is asked for.
    fn explained(
        view: &View<Self>,
        route: Route<Self::Action>,
        question: &Self::Question<'_>,
    ) -> Result<Route<Self::Action>, RouteError> {
        let _ = (view, question);
        Ok(route)
    }
}

/// The cells at the two ends of a search: `None` where an end is at no cell of its own.
pub(crate) type Pair = [Option<IVec3>; 2];

/// The answer to a pair of cells, if it is known without a search.
pub(crate) enum Asked<'q, A> {
    Query(Query<'q>),
    Answered(Route<A>),
}

/// One question for a route, whose ends may be met at several pairs of cells.
pub(crate) trait Asks<A> {
    /// Returns the pair of cells that is tried first.
    fn first(&self) -> Pair;

    /// Returns the pairs to be tried where the first leads nowhere.
    fn others(&self, first: Pair) -> Vec<Pair>;

    /// Returns the query for a pair of cells, or its answer.
    fn asked(&self, pair: Pair) -> Asked<'_, A>;

    /// Returns the route of a solution for a pair of cells.
    fn answered(&self, pair: Pair, solution: Solution<A>) -> Result<Route<A>, RouteError>;

    /// Returns a route with the ends that it is asked to have.
    fn with_ends(&self, route: Route<A>, pair: Pair) -> Route<A>;
}

/// Answers a question at once: for the first pair of cells, and where that leads nowhere for the next ones.
pub(super) fn solved<M: Stand>(
    question: &M::Question<'_>,
    moves: &M,
    workspace: &mut Workspace,
) -> Result<Route<M::Action>, RouteError> {
    let mut tried = |pair: Pair| match question.asked(pair) {
        Asked::Answered(route) => Ok(route),
        Asked::Query(query) => question.answered(pair, query.solve(moves, workspace)),
    };
    let first = question.first();
    let route = tried(first)?;
    if leads_nowhere(&route) {
        for pair in question.others(first) {
            let other = tried(pair)?;
            if !leads_nowhere(&other) {
                return Ok(other);
            }
        }
    }
    Ok(route)
}
