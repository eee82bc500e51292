//! Destinations of routes, in world units.

use glam::{DVec2, DVec3, I64Vec3, IVec3, Vec3};
use voxnav_occupancy::{CellBox, Lattice, MAX_COORDINATE};
use voxnav_search::{Cost, Goal};

use crate::routes::error::RouteError;
use crate::routes::questions::options::check_length;
use crate::routes::questions::sides::shape_of;

/// The destination of a route: a position, or the nearest of many.
///
/// Whatever converts into a position converts into a destination: `[f64; 3]`, tuples, `DVec3` and
/// `Vec3`. So does a [`Goal`], whose cells are those of the lattice.
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::{Destination, Lattice, RouteOptions, Terrain, UnknownPolicy, View};
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(41)))?.commit();
/// let world = Traversability::new(&room, UnknownPolicy::Blocked);
/// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
/// let view = View::flying(lattice, world, &Terrain::new(), &RouteOptions::default())?;
///
/// let end = |to: Destination| view.find_route([1.0; 3], to).map(|route| route.waypoints.last().copied());
/// let there = DVec3::new(12.0, 1.0, 1.0);
/// assert_eq!(end(there.into())?, Some(there));
/// assert_eq!(end(Destination::within(there, 3.0))?, Some(there - DVec3::X * 3.0));
/// assert_eq!(end(Destination::inside([5.0, 0.0, 0.0], [9.0; 3]))?, Some(DVec3::new(5.0, 1.0, 1.0)));
/// assert_eq!(end(Destination::any_of([[19.0; 3].into(), there]))?, Some(there));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Destination {
    /// A position, in world units.
    Position(DVec3),
    /// Any cell whose center is at most a distance from a position, which counts to a 256th of a cell.
    Within {
        /// The position, in world units.
        center: DVec3,
        /// The distance, in world units.
        radius: f64,
    },
    /// Any cell whose center is in a box, its faces included, in world units.
    Inside {
        /// The corner with the smallest coordinates.
        min: DVec3,
        /// The corner with the largest coordinates.
        max: DVec3,
    },
    /// The one of many positions that is the cheapest to reach, up to the cell that it is joined to.
    AnyOf(Vec<DVec3>),
    /// Cells of the lattice.
    Cells(Goal),
}

impl Destination {
    /// Makes a destination of any cell whose center is within `radius` of a position, in world units.
    #[must_use]
    pub fn within(center: impl Into<DVec3>, radius: f64) -> Self {
        let center = center.into();
        Self::Within { center, radius }
    }

    /// Makes a destination of any cell whose center is in a box between two corners, in world units.
    #[must_use]
    pub fn inside(min: impl Into<DVec3>, max: impl Into<DVec3>) -> Self {
        let (min, max) = (min.into(), max.into());
        Self::Inside { min, max }
    }

    /// Makes a destination of any of many positions.
    #[must_use]
    pub fn any_of(positions: impl IntoIterator<Item = DVec3>) -> Self {
        Self::AnyOf(positions.into_iter().collect())
    }
}

macro_rules! from_positions {
    ($($position:ty),*) => {
        $(impl From<$position> for Destination {
            fn from(position: $position) -> Self {
                Self::Position(position.into())
            }
        })*
    };
}

from_positions!(DVec3, Vec3, IVec3, [f64; 3], (f64, f64, f64), (DVec2, f64));

impl From<Goal> for Destination {
    fn from(goal: Goal) -> Self {
        Self::Cells(goal)
    }
}

impl From<&Goal> for Destination {
    fn from(goal: &Goal) -> Self {
        Self::Cells(goal.clone())
    }
}

/// Returns the cells whose centers are within `radius` world units of a position.
pub(in crate::routes) fn goal_within(
    lattice: &Lattice,
    center: DVec3,
    radius: f64,
) -> Result<Goal, RouteError> {
    check_length("radius of the goal", radius)?;
    let coordinates = lattice.coordinates_of(center)?;
    #[expect(clippy::cast_precision_loss, reason = "a power of two")]
    let scale = Goal::POINT_SCALE as f64;
    let parts = (coordinates * scale).round();
    #[expect(clippy::cast_possible_truncation, reason = "finite, and below 2^40")]
    let point = I64Vec3::from_array(parts.to_array().map(|part| part as i64));
    let within = Cost::of_length(radius / lattice.longest_side());
    Ok(Goal::within_of_point_by(shape_of(lattice)?, point, within))
}

/// Returns the cells whose centers are in a box, cut off at the cells there can be.
pub(in crate::routes) fn goal_inside(
    lattice: &Lattice,
    [min, max]: [DVec3; 2],
) -> Result<Goal, RouteError> {
    for corner in [min, max] {
        if !corner.is_finite() {
            // For its error.
            lattice.coordinates_of(corner)?;
        }
    }
    let limit = DVec3::splat(f64::from(MAX_COORDINATE));
    let in_cells = |corner: DVec3| (corner - lattice.origin()) / lattice.sizes();
    let low = in_cells(min).ceil().clamp(-limit, limit).as_ivec3();
    let high = in_cells(max).floor().clamp(-limit, limit).as_ivec3();
    Ok(Goal::inside(CellBox::new(low, high + 1)))
}
