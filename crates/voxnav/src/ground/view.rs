//! Questions about the ground to the view of an agent on it.

use glam::{DVec3, IVec3};
#[cfg(doc)]
use voxnav_search::Ground;
use voxnav_search::{Remedy, Workspace};

use super::standing::{RestingPlace, grounded, query_of, stance_of};
use crate::routes::{Destination, GroundView, Question, RouteError};

impl GroundView<'_> {
    /// Returns the cell at which an agent at a position rests: that of the position, or the one that it settles at
    /// straight below; `None` where there is none.
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
    /// let ground = view.ground().ok_or("it walks")?;
    /// let cell = ground.cell_at([2.0, 2.0, 1.5])?.ok_or("no ground")?;
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
        let found = stance_of(self.ground, self.lattice(), position.into());
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
    /// let view = view.ground().ok_or("it walks")?;
    /// assert_eq!(view.grounded([2.1, 2.1, 0.08])?, DVec3::new(2.1, 2.1, 0.0));
    /// assert_eq!(view.grounded([2.1, 2.1, 1.5])?, DVec3::new(2.1, 2.1, 1.5), "in the air");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`] for a position that is not finite or has no cell.
    pub fn grounded(&self, position: impl Into<DVec3>) -> Result<DVec3, RouteError> {
        let feet = grounded(self.ground, self.lattice(), position.into());
        Ok(feet?)
    }

    /// Returns what would have to change for a route where there is none: see [`Ground::remedies`].
    ///
    /// # Errors
    ///
    /// As [`View::find_route`](crate::View::find_route).
    pub fn remedies(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<Vec<Remedy>, RouteError> {
        let question = Question::new(self.view, from.into(), &to.into())?;
        let query = query_of(*self, &question);
        Ok(self.ground.remedies(&query, &mut Workspace::new()))
    }
}
