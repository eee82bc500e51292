//! The view that an agent on the ground has of the world at one moment.

use glam::{DVec3, IVec3};
use voxnav_occupancy::draws::Draws;
use voxnav_occupancy::{Axis, Lattice};
use voxnav_search::{Action, Ground, Remedy, SnapPolicy, Workspace};

use super::standing::query_of;
use crate::routes::{
    Destination, Question, Route, RouteError, RouteOptions, Stand, View, check_length,
};

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
        Ok(Self {
            lattice,
            moves: ground,
            options: *options,
            guide: None,
            #[cfg(feature = "colliders")]
            surroundings: None,
        })
    }

    /// Returns the place where the agent rests that is put at a position: where it settles below, or else the nearest one
    /// within a radius in world units; `None` where there is none.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`] for a position without a cell, [`RouteError::Length`] for a radius that is negative or NaN.
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
    /// let place = view.nearest_place([2.0, 2.0, 2.0], 1.0)?;
    /// assert_eq!(place, Some(DVec3::new(2.0, 2.0, 0.25)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest_place(
        &self,
        position: impl Into<DVec3>,
        radius: f64,
    ) -> Result<Option<DVec3>, RouteError> {
        check_length("radius", radius)?;
        let snapping = SnapPolicy::Nearest { radius };
        let end = Ground::end(self, position.into(), snapping)?;
        Ok(end.cell.map(|cell| self.position_at(cell)))
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

    /// Returns random places where the agent rests, the same for the same seed, without end; none where a thousand
    /// draws in a row find none.
    ///
    /// A draw is a cell within the bounds, each as likely as any other, from which the agent settles on the ground
    /// below: places below much free space come more often.
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
    /// assert!(view.random_places(7).take(100).all(|feet| feet.z == 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_places(&self, seed: u64) -> impl Iterator<Item = DVec3> + '_ {
        const TRIES: u32 = 1000;

        let mut draws = Draws::new(seed);
        let bounds = self.moves.stances().occupancy().bounds();
        let mut between = move |low: i32, high: i32| {
            let count = high.abs_diff(low).max(1);
            let above = draws.below(count.into());
            low.saturating_add_unsigned(u32::try_from(above).unwrap_or(0))
        };
        std::iter::from_fn(move || {
            (0..TRIES).find_map(|_| {
                let [x, y, z] = Axis::ALL.map(|it| between(it.of(bounds.min), it.of(bounds.max)));
                let cell = self.moves.settled(IVec3::new(x, y, z), u32::MAX)?;
                Some(self.position_at(cell))
            })
        })
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
        Ok(self.moves.remedies(&query, &mut Workspace::new()))
    }
}
