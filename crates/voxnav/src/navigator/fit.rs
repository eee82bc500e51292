//! The largest agent that fits at a place, and along a route.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Agent, CellBox, CellState, Footprint, FootprintError, UnknownPolicy};

use super::{Navigator, NavigatorError};
use crate::routes::Route;
use crate::routes::views::surroundings::largest_of;

impl Navigator {
    /// Returns the largest agent that fits at the center of the cell of a position: `largest`, or the same box
    /// scaled down until it overlaps no obstacle on its layers and covers no blocked cell. `None` if not even a
    /// point fits.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`](crate::RouteError::Lattice) for a position too far away for any cell;
    /// [`NavigatorError::Agent`] for half extents that are negative or not finite;
    /// [`RouteError::Footprint`](crate::RouteError::Footprint) if cells were set and a box that fits between the
    /// obstacles reaches more than 63 cells.
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::parry3d::shape::SharedShape;
    /// use voxnav::{Agent, Navigator, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [-20.0; 3], [20.0; 3])?;
    /// for side in [-5.0, 3.0] {
    ///     let wall = Obstacle::new(SharedShape::cuboid(0.5, 40.0, 40.0));
    ///     navigator.insert(wall.at([side, 0.0, 0.0]))?;
    /// }
    /// let cube = Agent::new(Vec3::splat(10.0));
    /// let fit = navigator.largest_fit(&cube, [-1.0, 0.0, 0.0])?.expect("a point fits");
    /// assert!((fit.half_extents - 3.5).abs().max_element() < 0.01);
    ///
    /// let route = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
    /// let route = navigator.find_route(route, [-2.0, 0.0, -9.0], [1.0, 0.0, 9.0])?;
    /// let fit = navigator.largest_fit_along(&cube, &route)?.expect("a point fits");
    /// assert!((fit.half_extents - 1.5).abs().max_element() < 0.01);
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn largest_fit(
        &self,
        largest: &Agent,
        at: impl Into<DVec3>,
    ) -> Result<Option<Agent>, NavigatorError> {
        let cell = self.scene.lattice.cell_at(at.into())?;
        self.fit_in(largest, [cell])
    }

    /// Returns the largest agent that can go a route with strict corners: as [`largest_fit`](Self::largest_fit),
    /// in every cell that the moves of the route sweep over, and on the straight ways between its waypoints.
    /// `largest` itself for a route without waypoints.
    ///
    /// Its own bake may block cells of the route for obstacles between cells next to it, see
    /// [`Baking::Swept`](crate::grid::Baking::Swept).
    ///
    /// # Errors
    ///
    /// As [`Navigator::largest_fit`].
    pub fn largest_fit_along(
        &self,
        largest: &Agent,
        route: &Route,
    ) -> Result<Option<Agent>, NavigatorError> {
        let cells: Vec<IVec3> = route
            .path()
            .map_or_else(Vec::new, |path| path.cells().collect());
        let first = cells.first().copied();
        let swept = cells.windows(2).flat_map(|step| {
            let [from, to] = [step[0], step[1]];
            CellBox::new(from.min(to), from.max(to) + 1).cells()
        });
        let Some(fit) = self.fit_in(largest, first.into_iter().chain(swept))? else {
            return Ok(None);
        };
        largest_of(fit, 24, |agent| self.sweeps_along(agent, &route.waypoints))
    }

    /// Returns whether the box of an agent meets no obstacle on the straight ways between positions.
    fn sweeps_along(&self, agent: &Agent, positions: &[DVec3]) -> Result<bool, NavigatorError> {
        for ends in positions.windows(2) {
            let (half_extents, layers) = (agent.half_extents, agent.layers);
            let hit = self
                .scene
                .obstacles
                .sweep(ends[0], ends[1], half_extents, layers)?;
            if hit.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fit_in(
        &self,
        largest: &Agent,
        cells: impl IntoIterator<Item = IVec3>,
    ) -> Result<Option<Agent>, NavigatorError> {
        let mut fit = *largest;
        for cell in cells {
            let center = self.scene.lattice.center(cell);
            let share = self
                .scene
                .obstacles
                .largest_share(center, fit.half_extents, fit.layers)?;
            let Some(share) = share else {
                return Ok(None);
            };
            fit.half_extents *= share;
            match self.between_cells(cell, fit)? {
                Some(smaller) => fit = smaller,
                None => return Ok(None),
            }
        }
        Ok(Some(fit))
    }

    /// Returns an agent, or the largest of its shape that covers no cell that blocks it.
    fn between_cells(&self, cell: IVec3, agent: Agent) -> Result<Option<Agent>, NavigatorError> {
        let Some(cells) = &self.scene.cells else {
            return Ok(Some(agent));
        };
        let is_free = |state| match state {
            CellState::Occupied => false,
            CellState::Unknown => agent.unknown != UnknownPolicy::Blocked,
            CellState::Free => true,
        };
        let fits = |agent: &Agent| -> Result<bool, FootprintError> {
            let skin = self.scene.obstacles.skin();
            let covered = Footprint::of(agent, &self.scene.lattice, skin)?.offsets();
            let inside = CellBox::new(cell + covered.min, cell + covered.max);
            let mut inside = inside.intersection(&self.scene.bounds).cells();
            Ok(inside.all(|cell| is_free(cells.state(cell))))
        };
        Ok(largest_of(agent, 24, fits)?)
    }
}
