//! Places where an agent can be: the nearest one to a position, and random ones.

use glam::{DVec3, IVec3};
use voxnav_occupancy::Axis;
use voxnav_occupancy::draws::Draws;
use voxnav_search::Movement;

use crate::routes::error::RouteError;
#[cfg(doc)]
use crate::routes::questions::options::RouteOptions;
use crate::routes::questions::options::check_length;
use crate::routes::views::view::View;

/// The draws in a row after which there is taken to be no place.
const TRIES: u32 = 1000;

impl View {
    /// Returns the place where the agent can be that is put at a position, in world units; `None` where there is none
    /// within a radius.
    ///
    /// A flying agent stays at the position if it touches nothing there; else it gets the center of the nearest cell
    /// where it can be. A ground agent settles below the position, however deep, or else gets the nearest place
    /// where it rests, [on the floor](RouteOptions::on_floor) if the options ask for that.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`] for a position without a cell, [`RouteError::Length`] for a radius that is negative or NaN.
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
        let place = self.kind().place_near(position.into(), radius)?;
        place.map(|place| self.shown(place)).transpose()
    }

    /// Returns random places where the agent can be, in world units, the same for the same seed, without end; none where a
    /// thousand draws in a row find none.
    ///
    /// A draw is a cell within the bounds, each as likely as any other. A flying agent is at its center if it can be;
    /// a ground agent settles below it: places below much free space come more often.
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
    /// assert!(view.random_places(7).take(100).all(|feet| feet.z == 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_places(&self, seed: u64) -> impl Iterator<Item = DVec3> + '_ {
        let mut draws = Draws::new(seed);
        let bounds = self.held.moves.bounds();
        let mut between = move |low: i32, high: i32| {
            let count = high.abs_diff(low).max(1);
            let above = draws.below(count.into());
            low.saturating_add_unsigned(u32::try_from(above).unwrap_or(0))
        };
        std::iter::from_fn(move || {
            (0..TRIES).find_map(|_| {
                let [x, y, z] = Axis::ALL.map(|it| between(it.of(bounds.min), it.of(bounds.max)));
                let cell = self.kind().settled(IVec3::new(x, y, z))?;
                let place = self.position_at(cell);
                // A cell where the agent can be has a position.
                Some(self.shown(place).unwrap_or(place))
            })
        })
    }
}
