//! Polylines in index space: what smoothing works on.
//!
//! INVARIANT: a polyline has at least one point, no two points that follow each other are equal, and
//! every coordinate is a multiple of [`GRAIN`] within the cells there can be. Such coordinates, and
//! the differences of two of them, are exact in `f64`.

use glam::{DVec3, IVec3};
use voxnav_occupancy::MAX_COORDINATE;
use voxnav_search::Path;

/// The most cells of a path that are listed one by one, as points or as waypoints: 2^24, 400 MB of them.
/// A path of a few runs may claim more than there is memory.
pub(crate) const MAX_LISTED: u64 = 1 << 24;

/// The unit of coordinates, in cells: all are multiples of 2^-20. With coordinates below 2^30 that is 50
/// bits.
pub(crate) const GRAIN: f64 = 1.0 / 1_048_576.0;

/// A point that is not finite or beyond the cells there can be, or none at all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NoPolyline {
    Empty,
    OutOfRange { index: usize },
}

/// A chain of straight segments in index space: cell `i` has its center at `i` and owns
/// `[i - 1/2, i + 1/2)` on each axis.
///
/// Coordinates are rounded to multiples of 2^-20 of a cell; points equal to the one before them are
/// left out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Polyline {
    points: Vec<DVec3>,
}

impl Polyline {
    /// Makes the chain of some points, in cells.
    pub(crate) fn new(points: impl IntoIterator<Item = DVec3>) -> Result<Self, NoPolyline> {
        let mut chain = Vec::new();
        for (index, point) in points.into_iter().enumerate() {
            if !is_in_range(point) {
                return Err(NoPolyline::OutOfRange { index });
            }
            chain.push(on_grain(point));
        }
        if chain.is_empty() {
            return Err(NoPolyline::Empty);
        }
        Ok(Self::of_points(chain))
    }

    /// Returns the center of every cell of a path; `None` if they are more than [`MAX_LISTED`].
    pub(crate) fn along(path: &Path) -> Option<Self> {
        let is_listed = path.move_count() < MAX_LISTED;
        is_listed.then(|| Self::of_points(path.cells().map(IVec3::as_dvec3).collect()))
    }

    /// Returns the chain of points that obey the invariant, but for points that repeat.
    pub(super) fn of_points(mut points: Vec<DVec3>) -> Self {
        debug_assert!(!points.is_empty());
        debug_assert!(points.iter().all(|&point| on_grain(point) == point));
        points.dedup();
        Self { points }
    }

    /// Returns the point as a polyline has it.
    pub(crate) fn rounded(point: DVec3) -> DVec3 {
        on_grain(point)
    }

    /// Returns the same chain with points before and behind it that obey the invariant.
    pub(crate) fn between(self, start: Option<DVec3>, end: Option<DVec3>) -> Self {
        let points = start.into_iter().chain(self.points).chain(end);
        Self::of_points(points.collect())
    }

    /// Returns the points, at least one.
    pub(crate) fn points(&self) -> &[DVec3] {
        &self.points
    }
}

/// Returns the nearest point whose coordinates are multiples of [`GRAIN`].
pub(super) fn on_grain(point: DVec3) -> DVec3 {
    (point / GRAIN).round() * GRAIN
}

fn is_in_range(point: DVec3) -> bool {
    let limit = f64::from(MAX_COORDINATE);
    // One cell less than there can be, so that rounding cannot leave the range.
    point.is_finite() && point.abs().max_element() <= limit - 1.0
}
