//! The view that a ground agent has of the world at one moment; what it tells of the ground is in `ground/`.

use std::ops::Deref;

use voxnav_search::{Ground, Terrain};

#[cfg(doc)]
use crate::routes::answers::route::Route;
#[cfg(doc)]
use crate::routes::questions::options::RouteOptions;
use crate::routes::views::view::{View, ViewInner};

/// The view of a ground agent: what it has besides what all [views](View) have.
///
/// # Positions
///
/// A position is where the feet are. The agent *is* at the cell where it settles, falling from the first layer of
/// cells at which it fits: the layer whose lower face is the nearest to its feet, the one above, the one below. It
/// settles where it stands, swims or climbs (or flies, if it can). Among cells lower than wide, and on slopes, feet on
/// a ramp are deeper below the layer at which the body fits: then it stands there, up to a step above its feet. If it
/// settles nowhere in its nearest column of cells, the other columns that its body touches are tried, nearest first,
/// for cells within one layer of its feet.
///
/// So feet may be a little above or below the floor, as character controllers hold them, and the top of a floor may lie
/// anywhere in a cell. [`Route::start`] and [`Route::goal`] report where the agent falls to another cell.
/// Routes, followers, replanners, links and crowds share the rule.
///
/// # Options
///
/// Of the [`RouteOptions`] the algorithm, ties, limits, partial routes and both radii of snapping count:
/// where the agent cannot settle it is moved to the nearest cell where it can rest. Moves, corners and heuristic say
/// nothing here: moves are those of the [`Locomotion`](crate::ground::Locomotion).
/// [`keep_away`](RouteOptions::keep_away) is refused.
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav::{Lattice, RouteOptions, View};
///
/// let mut world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 20, 8)))?;
/// world.set_box(CellBox::from_size(IVec3::new(20, 20, 1)), CellState::Occupied)?;
/// let ground = Ground::new(&world.commit(), &Locomotion::walker())?;
/// let view = View::on_ground(Lattice::new(DVec3::ZERO, 0.5)?, ground, &RouteOptions::default())?;
/// let route = view.find_route([1.0, 1.0, 2.5], [9.0, 1.0, 0.25])?;
/// assert_eq!((route.length, route.waypoints[0].z), (8.0, 0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GroundView<'v> {
    pub(crate) view: &'v View,
    pub(crate) ground: &'v Ground,
}

impl Deref for GroundView<'_> {
    type Target = View;

    fn deref(&self) -> &View {
        self.view
    }
}

impl<'v> GroundView<'v> {
    /// Returns the moves: the cells, the abilities and the links.
    #[must_use]
    pub fn moves(&self) -> &'v Ground {
        self.ground
    }

    /// Returns the view with other costs of moves, as for one search alone: each costs its own
    /// [times the weight of the cell that it leads to](Ground::with_terrain).
    ///
    /// ```
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator, RouteOptions, Terrain};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [8.0, 8.0, 4.0])?;
    /// let walker = navigator.add_agent((Agent::new([0.3, 0.3, 0.9].into()), &Locomotion::walker()))?;
    /// let view = navigator.view(walker, &RouteOptions::default())?;
    /// let mut crowded = Terrain::new();
    /// crowded.set([4, 4, 0].into(), 20)?;
    /// let ends = [[1.0, 4.0, 0.0], [7.0, 4.0, 0.0]];
    /// let straight = view.find_route(ends[0], ends[1])?;
    /// let view = view.ground().ok_or("it walks")?.with_terrain(crowded);
    /// assert!(view.find_route(ends[0], ends[1])?.length > straight.length);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_terrain(&self, terrain: Terrain) -> View {
        let moves = self.ground.clone().with_terrain(terrain).into();
        ViewInner {
            moves,
            ..ViewInner::clone(&self.view.held)
        }
        .into()
    }
}
