//! The view that an agent on the ground has of the world at one moment.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, LatticeError};
use voxnav_search::{Cost, Ground, Remedy, Workspace};

use super::question::{Feet, Question};
use super::{GroundRoute, GroundSearch};
use crate::routes::{Destination, RouteError, RouteOptions, answer_all};

/// A snapshot of the world of one agent on the ground, with options: finds routes in world units, on
/// any thread, while the world is edited.
///
/// Taken by [`Navigator::ground_view`](crate::Navigator::ground_view), or made of any cells by
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
/// assert_eq!((route.length, route.waypoints[0].position.z), (8.0, 0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GroundView {
    lattice: Lattice,
    ground: Ground,
    options: RouteOptions,
}

impl GroundView {
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
            ground,
            options: *options,
        })
    }

    /// Returns the lattice.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Returns the cells, the agent and the links that searches see.
    #[must_use]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Returns the options of all searches of the view.
    #[must_use]
    pub fn options(&self) -> &RouteOptions {
        &self.options
    }

    /// Finds the cheapest route from a position to a destination, each of which
    /// [settles](GroundView#positions) on the ground.
    ///
    /// That there is none, or that an end is blocked or outside the bounds, is an outcome. Destinations
    /// of many cells are the cells where the agent is, whose centers count.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`] for positions that are not finite or too far away for any cell;
    /// [`RouteError::Length`] for a destination whose radius is negative or NaN.
    pub fn find_route(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<GroundRoute, RouteError> {
        self.find_route_in(from, to, &mut Workspace::new())
    }

    /// Finds a route as [`find_route`](Self::find_route) does, with memory to be kept from one search to
    /// the next.
    ///
    /// # Errors
    ///
    /// As [`GroundView::find_route`].
    pub fn find_route_in(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
        workspace: &mut Workspace,
    ) -> Result<GroundRoute, RouteError> {
        let question = self.question(from.into(), &to.into())?;
        let solution = question.query().solve(&self.ground, workspace);
        Ok(question.answered(solution.outcome, solution.statistics))
    }

    /// Returns what would have to change for a route where there is none: see [`Ground::remedies`].
    ///
    /// # Errors
    ///
    /// As [`GroundView::find_route`].
    pub fn remedies(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<Vec<Remedy>, RouteError> {
        let question = self.question(from.into(), &to.into())?;
        Ok(self
            .ground
            .remedies(&question.query(), &mut Workspace::new()))
    }

    /// Finds many routes on all processors. Answers are in the order of the requests, and each is that
    /// of [`find_route`](Self::find_route). Runs in the rayon pool of the caller.
    pub fn find_routes<F: Into<DVec3>, T: Into<Destination>>(
        &self,
        requests: impl IntoIterator<Item = (F, T)>,
    ) -> Vec<Result<GroundRoute, RouteError>> {
        answer_all(requests, |from, to, workspace| {
            self.find_route_in(from, to, workspace)
        })
    }

    /// Begins a search that is done in slices, such as a few in every frame.
    ///
    /// # Errors
    ///
    /// As [`GroundView::find_route`].
    pub fn search(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<GroundSearch, RouteError> {
        self.search_in(from, to, Workspace::new())
    }

    /// Begins a search as [`search`](Self::search) does, with the memory of an earlier search
    /// ([`GroundSearch::finish`]).
    ///
    /// # Errors
    ///
    /// As [`GroundView::find_route`].
    pub fn search_in(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
        workspace: Workspace,
    ) -> Result<GroundSearch, RouteError> {
        GroundSearch::new(self.clone(), from.into(), to.into(), workspace)
    }

    /// Returns the position of the feet if the agent is at a cell.
    pub(crate) fn feet_at(&self, cell: IVec3) -> DVec3 {
        Feet::of(&self.lattice, self.ground.locomotion()).position_at(cell)
    }

    /// Returns the position of the body, in cells, if its feet are at a position.
    pub(crate) fn in_cells(&self, position: DVec3) -> Result<DVec3, LatticeError> {
        let feet = Feet::of(&self.lattice, self.ground.locomotion());
        feet.cell_at(position)?;
        Ok(feet.in_cells(position))
    }

    /// Returns the view with its searches limited to paths of at most this cost.
    pub(crate) fn up_to(&self, cost: Option<Cost>) -> Self {
        Self {
            options: self.options.up_to(cost),
            ..self.clone()
        }
    }

    pub(crate) fn question(
        &self,
        from: DVec3,
        to: &Destination,
    ) -> Result<Question<'_>, RouteError> {
        Question::new(&self.ground, &self.lattice, &self.options, from, to)
    }
}
