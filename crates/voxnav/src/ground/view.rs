//! The view that an agent on the ground has of the world at one moment.

use glam::{DVec3, IVec3};
use voxnav_occupancy::Lattice;
use voxnav_search::{Ground, Remedy, Workspace};

use super::standing::{RestingPlace, grounded, query_of, stance_of};
#[cfg(doc)]
use crate::routes::Route;
use crate::routes::{Destination, Held, Question, RouteError, RouteOptions, View};

/// A snapshot of the world of one agent on the ground, with options: finds routes in world units, on
/// any thread, while the world is edited.
///
/// Taken by [`Navigator::view`](crate::Navigator::view), or made of any cells by
/// [`GroundView::new`]. It owns what it needs, and later edits do not change it.
///
/// # Positions
///
/// A position is where the feet are. The agent *is* at the cell where it comes to rest, falling from the first layer of
/// cells at which it fits: the layer whose lower face is the nearest to its feet, the one above, the one below. It comes
/// to rest where it stands, swims or climbs (or flies, if it can). If it comes to rest nowhere in the column of cells that
/// it is nearest to, the other columns that its body touches are tried, nearest first, for cells within one layer of its
/// feet.
///
/// So feet may be a little above or below the floor, as character controllers hold them, and the top of a floor may lie
/// anywhere in a cell. [`Route::start`] and [`Route::goal`] report where the agent falls to another cell.
/// Routes, followers, replanners, links and crowds share the rule.
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
        Ok(self.stance_at(position)?.map(|place| place.cell))
    }

    /// Returns where an agent is for a position: the cell at which it rests, by the [rule](Self#positions) that routes,
    /// followers, replanners and crowds share, and how high its feet are above it. `None` where it can be nowhere.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`] for a position that is not finite or has no cell.
    pub fn stance_at(
        &self,
        position: impl Into<DVec3>,
    ) -> Result<Option<RestingPlace>, RouteError> {
        let found = stance_of(&self.held.moves, &self.held.lattice, position.into());
        Ok(found?)
    }

    /// Returns a position at the height of the ground on which the agent stands there, for code that follows paths by
    /// itself: feet off the floor count as on it. The position itself where the agent swims, climbs, flies, is a cell or
    /// more above the ground, or can be nowhere.
    ///
    /// ```
    /// use voxnav::glam::DVec3;
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator, RouteOptions};
    ///
    /// let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [9.0, 9.0, 4.0])?;
    /// let walker = navigator.add_agent((Agent::new([0.25, 0.25, 0.9].into()), &Locomotion::walker()))?;
    /// let view = navigator.view(walker, &RouteOptions::default())?;
    /// assert_eq!(view.grounded([2.1, 2.1, 0.08])?, DVec3::new(2.1, 2.1, 0.0));
    /// assert_eq!(view.grounded([2.1, 2.1, 1.5])?, DVec3::new(2.1, 2.1, 1.5), "in the air");
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`] for a position that is not finite or has no cell.
    pub fn grounded(&self, position: impl Into<DVec3>) -> Result<DVec3, RouteError> {
        let feet = grounded(&self.held.moves, &self.held.lattice, position.into());
        Ok(feet?)
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
