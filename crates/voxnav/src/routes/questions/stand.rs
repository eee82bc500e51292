//! The way from positions to cells and back, for each kind of agents: those that fly are joined to cells by straight
//! clear ways (`flying.rs`), ground agents settle on it (`ground/standing.rs`).

use glam::{DVec3, IVec3};
use voxnav_search::{AgentMoves, Query, SnapPolicy, Solution};

use crate::following::Anchor;
use crate::routes::answers::route::Route;
use crate::routes::error::RouteError;
use crate::routes::questions::destination::Destination;
use crate::routes::questions::ends::End;
use crate::routes::questions::question::{Pair, Question};

/// The answer to a pair of cells, if it is known without a search.
pub(crate) enum PairAnswer<'q> {
    Query(Query<'q>),
    Answered(Route),
}

/// The view of an agent of one kind.
pub(crate) trait PositionedMoves {
    /// Returns an end of a route at a position. Where the agent has no cell for it, the options report how far the end
    /// may be moved.
    fn end(&self, position: DVec3, snapping: SnapPolicy<f64>) -> Result<End, RouteError>;

    /// Returns whether no route may lead to an end, whatever cell it is in.
    fn is_cut_off(&self, end: &End) -> bool {
        let _ = end;
        false
    }

    /// Returns the pairs of cells to be tried where the first leads nowhere.
    fn others(&self, question: &Question) -> Vec<Pair> {
        let _ = question;
        Vec::new()
    }

    /// Returns the query for a pair of cells, or its answer.
    fn query<'q>(&'q self, question: &'q Question, pair: Pair) -> PairAnswer<'q>;

    /// Returns the route of a solution for a pair of cells.
    fn answered(
        &self,
        question: &Question,
        pair: Pair,
        solution: Solution,
    ) -> Result<Route, RouteError>;

    /// Returns a route with the ends that it is asked to have.
    fn with_ends(&self, question: &Question, route: Route, pair: Pair) -> Route;

    /// Has a route that leads somewhere set out straight, so that its second waypoint can be reached in one move.
    fn set_out(&self, question: &Question, route: Route) -> Result<Route, RouteError>;

    /// Returns the point of a body that its position is, relative to the center of its cell.
    fn anchor(&self) -> Anchor;

    /// Returns whether both are of one snapshot of the world, and of agents with the same abilities, so that they differ
    /// from any third one in the same moves.
    fn is_snapshot_of(&self, other: &AgentMoves) -> bool;

    /// Returns whether searches see the same in both: the same snapshot at the same costs, with the same index.
    fn is_same(&self, other: &AgentMoves) -> bool {
        self.is_snapshot_of(other)
    }

    /// Returns whether agents stop before unknown cells.
    fn stops_at_unknown(&self) -> bool;

    /// Returns the cell where an agent is for its position, if it can be anywhere; and the position at the height of the
    /// ground on which it stands, if it stands: heights of feet within a cell say nothing.
    fn rest(&self, position: DVec3) -> Result<(Option<IVec3>, DVec3), RouteError>;

    /// Returns the place where the agent can be that is put at a position, or else the nearest within a radius, in world
    /// units.
    fn place_near(&self, position: DVec3, radius: f64) -> Result<Option<DVec3>, RouteError>;

    /// Returns the cell where an agent put at a cell settles.
    fn settled(&self, cell: IVec3) -> Option<IVec3>;

    /// Returns whether the agent gets from a position, for which it is at `rest`, to a cell by itself.
    fn reaches(&self, position: DVec3, rest: Option<IVec3>, cell: IVec3) -> bool;

    /// Returns whether a route that ended well at a cell still does.
    fn leads_to(
        &self,
        route: Option<&Route>,
        cell: IVec3,
        to: &Destination,
    ) -> Result<bool, RouteError>;

    /// Returns whether a route leads to the destination itself.
    fn ends_well(&self, route: &Route) -> bool {
        route.is_found()
    }

    /// Returns a route with the reason why it leads nowhere, where that is asked for.
    fn explained(&self, route: Route, question: &Question) -> Result<Route, RouteError> {
        let _ = question;
        Ok(route)
    }
}
