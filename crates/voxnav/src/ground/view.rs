//! The view that an agent on the ground has of the world at one moment.

use glam::{DVec3, IVec3};
use voxnav_occupancy::Lattice;
use voxnav_search::{Action, Ground, Remedy, SnapPolicy, Workspace};

use super::standing::query_of;
use crate::routes::{Destination, Held, Question, Route, RouteError, RouteOptions, Stand, View};

/// A snapshot of the world of one agent on the ground, with options: finds routes in world units, on
/// any thread, while the world is edited.
///
/// Taken by [`Navigator::view`](crate::Navigator::view), or made of any cells by
/// [`GroundView::new`]. It owns what it needs, and later edits do not change it.
///
/// # Positions
///
/// A position is where the feet are, anywhere above or at most half a cell below the ground: the agent
/// *settles* on the first cell straight below, that of the position included, where it stands, swims
/// or climbs (or flies, if it can). [`GroundRoute::start`] and [`GroundRoute::goal`] say where that is
/// another cell.
///
/// # Options
///
/// Of the [`RouteOptions`] the algorithm, ties, limits, partial routes and both radii of snapping count:
/// where the agent cannot settle it is moved to the nearest cell where it can rest. Moves, corners,
/// heuristic and what to keep away from say nothing here: moves are those of the
/// [`Locomotion`](super::Locomotion).
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
/// use voxnav::ground::{Ground, GroundView, Locomotion};
/// use voxnav::{Lattice, RouteOptions};
///
/// let mut world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 20, 8)))?;
/// world.set_box(CellBox::from_size(IVec3::new(20, 20, 1)), CellState::Occupied)?;
/// let ground = Ground::new(&world.commit(), &Locomotion::walker())?;
/// let view = GroundView::new(Lattice::new(DVec3::ZERO, 0.5)?, ground, &RouteOptions::default())?;
/// let route = view.find_route([1.0, 1.0, 2.5], [9.0, 1.0, 0.25])?;
/// assert_eq!((route.length, route.waypoints[0].z), (8.0, 0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type GroundView = View<Ground>;

/// The answer to a question for a route over the ground, in world units: a waypoint for each cell of the path, where
/// the feet are, and with [`Route::actions`] the action that leads to each. An end is joined if the agent rests in the
/// very cell of its position, snapped if it settles below or was moved.
///
/// The waypoints begin at a joined start. The second one can be reached straight, in one move: at every position on the
/// line the agent is at the first cell of the path or at the second. Where the line to the second cell would lead past
/// a ledge or into a wall, waypoints before it lead over the middle of the first cell, and from there up over a step of
/// several layers, or over the edge before down a drop. An agent in the air that gets straight to the second cell has
/// no waypoint for its position; else the waypoints lead down to where it lands first.
///
/// ```
/// use voxnav::ground::{Action, Locomotion};
/// use voxnav::grid::{CellBox, CellState};
/// use voxnav::{Agent, Navigator};
///
/// // A ledge one cell high, from x = 4.5 on.
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3])?;
/// navigator.set_cells(CellBox::new([5, 0, 0].into(), [10, 10, 1].into()), CellState::Occupied)?;
/// let walker = navigator.add_agent((Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker()))?;
/// let route = navigator.find_route(walker, [3.0, 2.0, -0.5], [6.0, 2.0, 0.5])?;
/// let way: Vec<_> = route.waypoints[1..].iter().map(|at| at.x).zip(route.actions()).collect();
/// let (walk, step) = (Action::Walk, Action::StepUp);
/// assert_eq!(way, [(4.0, walk), (5.0, step), (6.0, walk)]);
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
pub type GroundRoute = Route<Action>;

impl View<Ground> {
    /// Makes a view of moves over cells, such as those of a map file.
    ///
    /// # Errors
    ///
    /// [`RouteError::Length`] and [`RouteError::Weight`] for options that are none.
    pub fn new(
        lattice: Lattice,
        ground: Ground,
        options: &RouteOptions,
    ) -> Result<Self, RouteError> {
        options.check()?;
        Ok(Held::new(lattice, ground, options).into())
    }

    /// Returns the cell at which an agent at a position rests: that of the position, or the one that it settles at
    /// straight below; `None` where there is none.
    ///
    /// ```
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
    /// use voxnav::ground::{Ground, GroundView, Locomotion};
    /// use voxnav::{Lattice, RouteOptions};
    ///
    /// let mut world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 20, 8)))?;
    /// world.set_box(CellBox::from_size(IVec3::new(20, 20, 1)), CellState::Occupied)?;
    /// let ground = Ground::new(&world.commit(), &Locomotion::walker())?;
    /// let view = GroundView::new(Lattice::new(DVec3::ZERO, 0.5)?, ground, &RouteOptions::default())?;
    /// let cell = view.cell_at([2.0, 2.0, 1.5])?.ok_or("no ground")?;
    /// assert_eq!(view.position_at(cell), DVec3::new(2.0, 2.0, 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`].
    pub fn cell_at(&self, position: impl Into<DVec3>) -> Result<Option<IVec3>, RouteError> {
        Ok(Ground::end(self, position.into(), SnapPolicy::Exact)?.cell)
    }

    /// Returns what would have to change for a route where there is none: see [`Ground::remedies`].
    ///
    /// # Errors
    ///
    /// As [`find_route`](Self::find_route).
    pub fn remedies(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<Vec<Remedy>, RouteError> {
        let question = Question::new(self, from.into(), &to.into())?;
        let query = query_of(self, &question);
        Ok(self.held.moves.remedies(&query, &mut Workspace::new()))
    }
}
