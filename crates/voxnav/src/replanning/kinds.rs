//! What a [`Replanner`](super::Replanner) has to know of a kind of agents: those that fly, and those on the ground.
//!
//! Both see a world in a view, go along a trail of moves, and are told of changes. How a view is searched, what a move
//! needs and what a change can make cheaper is their own; everything else is the replanner's.

use std::fmt::Debug;
use std::ops::Range;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Lattice};
use voxnav_search::{Cost, Limits, Workspace};

use crate::routes::{Destination, RouteError, RouteOptions};

/// A snapshot of the world of one agent, with options.
pub(super) trait View: Clone + Debug {
    /// Moves one after the other.
    type Trail: Trail<Self>;
    /// A trail that is kept up with a world.
    type Course: Course<Self>;
    /// What differs between two views.
    type Changes: Difference;
    /// What is told to the agent.
    type Route: Debug;
    /// A search in slices.
    type Search: Slices<Self>;

    /// Whether a move that was begun is finished, such as a jump, and what comes next begins with it.
    const FINISHES_MOVES: bool;

    fn lattice(&self) -> &Lattice;

    fn options(&self) -> &RouteOptions;

    fn bounds(&self) -> CellBox;

    /// With its searches limited to paths of at most this cost.
    fn up_to(&self, limit: Option<Cost>) -> Self;

    fn changes_since(&self, before: &Self) -> Self::Changes;

    /// Whether moves that both views have cost the same in both, as far as changes do not tell.
    fn costs_as(&self, before: &Self) -> bool;

    /// A position in cells: a cell's own is the cell.
    fn in_cells(&self, position: DVec3) -> Result<DVec3, RouteError>;

    /// The position of an agent at a cell.
    fn spot(&self, cell: IVec3) -> DVec3;

    /// Where a route ends, in cells.
    fn end(&self, route: &Self::Route) -> Option<DVec3>;

    /// The cell where an agent is for its position, if it can be anywhere.
    fn rest(&self, position: DVec3) -> Result<Option<IVec3>, RouteError>;

    /// Whether the agent gets from a position, for which it is at `rest`, to a cell by itself.
    fn reaches(&self, position: DVec3, rest: Option<IVec3>, cell: IVec3) -> bool;

    /// The cell to which paths to a destination lead, if that is a single position.
    fn goal_cell(&self, at: DVec3, to: &Destination) -> Result<Option<IVec3>, RouteError>;

    /// Whether a route that ended well at a cell still does.
    fn leads_to(
        &self,
        route: Option<&Self::Route>,
        cell: IVec3,
        to: &Destination,
    ) -> Result<bool, RouteError>;

    /// Whether all moves of a trail are legal.
    fn allows(&self, trail: &Self::Trail) -> bool;

    /// The best trail between two cells within some limits, and how many cells were expanded.
    fn short_path(
        &self,
        ends: [IVec3; 2],
        limits: Limits,
        workspace: &mut Workspace,
    ) -> (Option<Self::Trail>, u64);

    fn search_in(
        &self,
        from: DVec3,
        to: &Destination,
        workspace: Workspace,
    ) -> Result<Self::Search, RouteError>;

    /// The route along a trail that was not searched for from here.
    fn route_along(
        &self,
        trail: Self::Trail,
        reach: Reach,
        at: DVec3,
        to: &Destination,
    ) -> Result<Self::Route, RouteError>;
}

/// How far a path leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    Goal,
    /// To the best cell known, before unknown cells, or to where the goal was.
    Part,
}

/// Moves one after the other.
pub(super) trait Trail<V: View>: Clone + Debug {
    /// All cells in order.
    fn cells(&self) -> impl Iterator<Item = IVec3> + '_;

    /// The first cell.
    fn start(&self) -> IVec3;

    /// The last cell.
    fn goal(&self) -> IVec3;

    fn move_count(&self) -> u64;

    fn cost(&self) -> Cost;

    /// The positions through which an agent may make a move: a box in cells; `None` if it goes straight.
    fn room(&self, number: u64, view: &V) -> Option<[DVec3; 2]>;

    /// Some of the moves; `None` where there are not so many, or moves do not go from cell to cell.
    fn part(&self, moves: Range<u64>, view: &V) -> Option<Self>;

    /// This trail and then `rest`; `None` unless that begins where this one ends.
    fn joined(self, rest: &Self) -> Option<Self>;

    /// The trail from its end to its beginning, where moves lead back.
    fn reversed(&self, view: &V) -> Option<Self>;
}

/// A trail to a goal, how many of its moves an agent has made, and what of the rest is legal.
pub(super) trait Course<V: View>: Clone + Debug {
    /// Of a trail that may end anywhere in `goal`.
    fn of(trail: V::Trail, goal: CellBox, view: &V) -> Self;

    fn trail(&self) -> &V::Trail;

    /// Moves made.
    fn passed(&self) -> u64;

    /// What the rest costs.
    fn cost(&self) -> Cost;

    /// How many moves are legal, those made included, if not all of the rest are.
    fn blocked(&self) -> Option<u64>;

    /// Takes so many moves as made, if they are more than are already.
    fn pass(&mut self, moves: u64, view: &V);

    /// Takes note of changes, after which the view is as given.
    fn look_at(&mut self, changes: &V::Changes, view: &V);

    /// Takes note that moves cost something else.
    fn weigh(&mut self, view: &V);

    /// What any path from a cell to the goal costs at least.
    fn least(&self, from: IVec3, view: &V) -> Cost;

    /// What a path from a cell that there was not before some changes costs at least, if that is less than `below`.
    fn least_through(
        &self,
        from: IVec3,
        changes: &V::Changes,
        below: Cost,
        view: &V,
    ) -> Option<Cost>;
}

/// What differs between two views.
pub(super) trait Difference {
    /// Whether no move differs.
    fn is_empty(&self) -> bool;

    /// Whether there may be moves that there were not.
    fn frees_any(&self) -> bool;
}

/// A search that is done in slices.
pub(super) trait Slices<V: View>: Debug {
    fn view(&self) -> &V;

    /// Cells expanded so far.
    fn expanded(&self) -> u64;

    /// Searches on for so many expansions; whether it has ended.
    fn step(&mut self, most: u64) -> Result<bool, RouteError>;

    /// The answer, if it has ended, and the memory for other searches.
    fn finish(self) -> (Option<Answer<V>>, Workspace);
}

/// What came of a search.
pub(super) struct Answer<V: View> {
    pub(super) route: V::Route,
    pub(super) trail: Option<(V::Trail, Reach)>,
    /// What any path costs at least.
    pub(super) least: Cost,
    /// Whether it is proved that all paths cost more than was asked for.
    pub(super) is_beyond_limit: bool,
}
