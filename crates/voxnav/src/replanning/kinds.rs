//! Kinds of agents that a [`Replanner`](super::Replanner) knows: those that fly, and those on the ground.
//!
//! Both see a world in a view, go along a path of [`Moves`], and are told of changes. How positions become cells, and
//! how a view is searched, is their own; everything else is the replanner's.

use std::fmt::Debug;

use glam::{DVec3, IVec3};
use voxnav_occupancy::Lattice;
use voxnav_search::{Cost, Limits, Movement, Path, Workspace};

use super::moves::Moves;
use crate::routes::{Destination, RouteError, RouteOptions};

/// The path of an agent of some kind.
pub(super) type PathOf<V> = Path<<<V as View>::Moves as Movement>::Action>;

/// The differences between two views of an agent of some kind.
pub(super) type ChangesOf<V> = <<V as View>::Moves as Moves>::Changes;

/// A snapshot of the world of one agent, with options.
pub(super) trait View: Clone + Debug {
    /// The moves of the agent.
    type Moves: Moves;
    /// The answer that the agent is told.
    type Route: Debug;
    /// A search in slices.
    type Search: Slices<Self>;

    fn lattice(&self) -> &Lattice;

    fn options(&self) -> &RouteOptions;

    fn moves(&self) -> &Self::Moves;

    /// Returns the view with its searches limited to paths of at most this cost.
    fn up_to(&self, limit: Option<Cost>) -> Self;

    /// Returns a position in cells: a cell's own is the cell.
    fn in_cells(&self, position: DVec3) -> Result<DVec3, RouteError>;

    /// Returns the position of an agent at a cell.
    fn spot(&self, cell: IVec3) -> DVec3;

    /// Returns the position where a route ends, in cells.
    fn end(&self, route: &Self::Route) -> Option<DVec3>;

    /// Returns the cell where an agent is for its position, if it can be anywhere.
    fn rest(&self, position: DVec3) -> Result<Option<IVec3>, RouteError>;

    /// Returns whether the agent gets from a position, for which it is at `rest`, to a cell by itself.
    fn reaches(&self, position: DVec3, rest: Option<IVec3>, cell: IVec3) -> bool;

    /// Returns the cell to which paths to a destination lead, if that is a single position.
    fn goal_cell(&self, at: DVec3, to: &Destination) -> Result<Option<IVec3>, RouteError>;

    /// Returns whether a route that ended well at a cell still does.
    fn leads_to(
        &self,
        route: Option<&Self::Route>,
        cell: IVec3,
        to: &Destination,
    ) -> Result<bool, RouteError>;

    /// Returns the best path between two cells within some limits, and how many cells were expanded.
    fn short_path(
        &self,
        ends: [IVec3; 2],
        limits: Limits,
        workspace: &mut Workspace,
    ) -> (Option<PathOf<Self>>, u64);

    fn search_in(
        &self,
        from: DVec3,
        to: &Destination,
        workspace: Workspace,
    ) -> Result<Self::Search, RouteError>;

    /// Returns the route along a path that was not searched for from here.
    fn route_along(
        &self,
        path: PathOf<Self>,
        reach: Reach,
        at: DVec3,
        to: &Destination,
    ) -> Result<Self::Route, RouteError>;
}

/// The extent of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    Goal,
    /// The path leads to the best cell known, before unknown cells, or to where the goal was.
    Part,
}

/// A search that is done in slices.
pub(super) trait Slices<V: View>: Debug {
    fn view(&self) -> &V;

    /// Returns the number of cells expanded so far.
    fn expanded(&self) -> u64;

    /// Searches on for so many expansions, and returns whether the search has ended.
    fn step(&mut self, most: u64) -> Result<bool, RouteError>;

    /// Returns the answer, if it has ended, and the memory for other searches.
    fn finish(self) -> (Option<Answer<V>>, Workspace);
}

/// The result of a search.
pub(super) struct Answer<V: View> {
    pub(super) route: V::Route,
    pub(super) path: Option<(PathOf<V>, Reach)>,
    /// A lower bound on the cost of any path.
    pub(super) least: Cost,
    /// True if it is proved that all paths cost more than was asked for.
    pub(super) is_beyond_limit: bool,
}
