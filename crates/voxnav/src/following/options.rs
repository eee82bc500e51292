//! From a path in cells to a trail in the world.

use glam::DVec3;
use voxnav_occupancy::{Lattice, LatticeError, Traversability};
use voxnav_search::Path;

use super::{Anchor, Trail};
use crate::smoothing::{Polyline, Smoothing, Space};

/// How a path becomes a [`Trail`]: smoothed by default, from the center of its first cell to that
/// of its last, for positions that mean the center of the agent.
///
/// ```
/// use voxnav::{Anchor, Smoothing, TrailOptions};
/// let spaced = Smoothing::new().pull_string().space(2.0)?;
/// let options = TrailOptions::default().smoothing(spaced).starting_at([0.2, 0.0, 0.1]);
/// assert_eq!(options.anchor, Anchor::CENTER);
/// # Ok::<(), voxnav::SmoothingError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TrailOptions {
    /// What is done to the path.
    pub smoothing: Smoothing,
    /// The place of the agent that waypoints and positions mean.
    pub anchor: Anchor,
    /// Where the agent is: the trail starts here instead of at a center of a cell.
    pub start: Option<DVec3>,
    /// Where it is to end instead of at a center of a cell.
    pub end: Option<DVec3>,
}

impl TrailOptions {
    /// The same with this smoothing.
    #[must_use]
    pub fn smoothing(self, smoothing: Smoothing) -> Self {
        Self { smoothing, ..self }
    }

    /// The same for positions of this place of the agent.
    #[must_use]
    pub fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The same with a trail that starts at a position, in world units, if the way from there to
    /// the first cell of the path is clear. If the agent's box is clear at a position, the way to
    /// the center of the position's cell is.
    ///
    /// A position on a line that touches an obstacle is rounded into it as often as not. It is moved
    /// out, by at most a two hundred and fifty-sixth of a cell.
    #[must_use]
    pub fn starting_at(self, position: impl Into<DVec3>) -> Self {
        Self {
            start: Some(position.into()),
            ..self
        }
    }

    /// The same with a trail that ends at a position, likewise.
    #[must_use]
    pub fn ending_at(self, position: impl Into<DVec3>) -> Self {
        Self {
            end: Some(position.into()),
            ..self
        }
    }
}

impl Trail {
    /// The trail along a path in a snapshot.
    ///
    /// # Errors
    ///
    /// [`LatticeError`] for a start or end that is not finite or has no cell.
    ///
    /// ```
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav::{
    ///     CellBox, Lattice, OccupancyBuilder, Query, Trail, TrailOptions, Traversability,
    ///     UnknownPolicy, Workspace,
    /// };
    ///
    /// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(30)))?.commit();
    /// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// let query = Query::new(IVec3::ONE, IVec3::new(20, 9, 4));
    /// let solution = query.solve(&world, &mut Workspace::new());
    /// let path = solution.outcome.path().ok_or("no way")?;
    /// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
    /// let trail = Trail::along_path(path, &lattice, &world, &TrailOptions::default())?;
    /// assert_eq!(trail.waypoints(), [DVec3::splat(0.5), DVec3::new(10.0, 4.5, 2.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn along_path(
        path: &Path,
        lattice: &Lattice,
        world: &Traversability,
        options: &TrailOptions,
    ) -> Result<Self, LatticeError> {
        Self::along_path_in(path, lattice, &Space::entered(world), options)
    }

    /// The same with all that segments are to be checked against.
    pub(crate) fn along_path_in(
        path: &Path,
        lattice: &Lattice,
        space: &Space,
        options: &TrailOptions,
    ) -> Result<Self, LatticeError> {
        let clear_end = |position: Option<DVec3>, cell: glam::IVec3| {
            let Some(position) = position else {
                return Ok(None);
            };
            let point = lattice.coordinates_of(position - options.anchor.offset())?;
            let center = cell.as_dvec3();
            let mut points = Space::moved_out(point).map(Polyline::rounded).into_iter();
            Ok(points.find(|&point| space.is_clear(point, center)))
        };
        let start = clear_end(options.start, path.start())?;
        let end = clear_end(options.end, path.goal())?;
        let line = Polyline::from(path).between(start, end);
        let smooth = options.smoothing.apply_in(&line, space);
        Ok(Self::new(&smooth, lattice, options.anchor))
    }
}
