//! Polylines in index space: what smoothing works on.
//!
//! INVARIANT: a polyline has at least one point, no two points that follow each other are equal, and
//! every coordinate is a multiple of [`GRAIN`] within the cells there can be. Such coordinates, and
//! the differences of two of them, are exact in `f64`.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, MAX_COORDINATE};
use voxnav_search::Path;

use crate::following::Anchor;

/// Coordinates are multiples of this, in cells: 2^-20. With coordinates below 2^30 that is 50 bits.
pub(crate) const GRAIN: f64 = 1.0 / 1_048_576.0;

/// Error for points that do not make a polyline.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PolylineError {
    /// A polyline has at least one point.
    #[error("the polyline has no point")]
    Empty,
    /// A coordinate is not a number or beyond the cells there can be.
    #[error("point {point} at position {index} of the polyline is beyond all cells")]
    OutOfRange {
        /// Position in the list, from 0.
        index: usize,
        /// The refused point, in cells.
        point: DVec3,
    },
}

/// A chain of straight segments in index space: cell `i` has its center at `i` and owns
/// `[i - 1/2, i + 1/2)` on each axis.
///
/// Coordinates are rounded to multiples of 2^-20 of a cell; points equal to the one before them are
/// left out.
///
/// ```
/// use voxnav::glam::DVec3;
/// use voxnav::smoothing::Polyline;
///
/// let corner = Polyline::new([DVec3::ZERO, DVec3::X * 3.0, DVec3::new(3.0, 4.0, 0.0)])?;
/// assert_eq!(corner.length(), 7.0);
/// assert!(Polyline::new([DVec3::NAN]).is_err());
/// # Ok::<(), voxnav::smoothing::PolylineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::stored::StoredPolyline"))]
pub struct Polyline {
    points: Vec<DVec3>,
}

impl Polyline {
    /// The chain of some points, in cells.
    ///
    /// # Errors
    ///
    /// - [`PolylineError::Empty`] without a point.
    /// - [`PolylineError::OutOfRange`] for a point that is not finite or has no cell.
    pub fn new(points: impl IntoIterator<Item = DVec3>) -> Result<Self, PolylineError> {
        let mut chain = Vec::new();
        for (index, point) in points.into_iter().enumerate() {
            if !is_in_range(point) {
                return Err(PolylineError::OutOfRange { index, point });
            }
            chain.push(on_grain(point));
        }
        if chain.is_empty() {
            return Err(PolylineError::Empty);
        }
        Ok(Self::of_points(chain))
    }

    /// The chain of points that obey the invariant, but for points that repeat.
    pub(super) fn of_points(mut points: Vec<DVec3>) -> Self {
        debug_assert!(!points.is_empty());
        debug_assert!(points.iter().all(|&point| on_grain(point) == point));
        points.dedup();
        Self { points }
    }

    /// The point as a polyline has it.
    pub(crate) fn rounded(point: DVec3) -> DVec3 {
        on_grain(point)
    }

    /// The same chain with points before and behind it that obey the invariant.
    pub(crate) fn between(self, start: Option<DVec3>, end: Option<DVec3>) -> Self {
        let points = start.into_iter().chain(self.points).chain(end);
        Self::of_points(points.collect())
    }

    /// The points, at least one.
    #[must_use]
    pub fn points(&self) -> &[DVec3] {
        &self.points
    }

    /// The length in cells.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.points
            .windows(2)
            .map(|ends| ends[0].distance(ends[1]))
            .sum()
    }

    /// The same chain with another first point put before it: where an agent really is, within the
    /// cell that the path starts from.
    ///
    /// If the agent's box is clear at a position, so it is on the way from there to the center of
    /// the cell that owns the position.
    ///
    /// # Errors
    ///
    /// [`PolylineError::OutOfRange`] for a point that is not finite or has no cell.
    pub fn starting_at(self, point: DVec3) -> Result<Self, PolylineError> {
        if !is_in_range(point) {
            return Err(PolylineError::OutOfRange { index: 0, point });
        }
        Ok(self.between(Some(on_grain(point)), None))
    }

    /// The same chain with another last point put behind it.
    ///
    /// # Errors
    ///
    /// As [`Polyline::starting_at`].
    pub fn ending_at(self, point: DVec3) -> Result<Self, PolylineError> {
        let index = self.points.len();
        if !is_in_range(point) {
            return Err(PolylineError::OutOfRange { index, point });
        }
        Ok(self.between(None, Some(on_grain(point))))
    }

    /// The points in world units, at the place of the agent that `anchor` names.
    ///
    /// ```
    /// use voxnav::glam::DVec3;
    /// use voxnav::following::Anchor;
    /// use voxnav::smoothing::Polyline;
    /// use voxnav::Lattice;
    ///
    /// let line = Polyline::new([DVec3::ZERO, DVec3::X * 3.0])?;
    /// let lattice = Lattice::new(DVec3::Y, 0.5)?;
    /// assert_eq!(line.in_world(&lattice, Anchor::CENTER)[1], DVec3::new(1.5, 1.0, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_world(&self, lattice: &Lattice, anchor: Anchor) -> Vec<DVec3> {
        let points = self.points.iter();
        points
            .map(|&point| lattice.position_of(point) + anchor.offset())
            .collect()
    }
}

/// Every cell of the path, as its center.
impl From<&Path> for Polyline {
    fn from(path: &Path) -> Self {
        Self::of_points(path.cells().map(IVec3::as_dvec3).collect())
    }
}

/// The nearest point whose coordinates are multiples of [`GRAIN`].
pub(super) fn on_grain(point: DVec3) -> DVec3 {
    (point / GRAIN).round() * GRAIN
}

fn is_in_range(point: DVec3) -> bool {
    let limit = f64::from(MAX_COORDINATE);
    // One cell less than there can be, so that rounding cannot leave the range.
    point.is_finite() && point.abs().max_element() <= limit - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_polyline_is_refused_with_its_place() {
        assert_eq!(Polyline::new([]), Err(PolylineError::Empty));
        for bad in [f64::NAN, f64::INFINITY, -1e10] {
            let point = DVec3::new(0.0, bad, 0.0);
            let refused = Polyline::new([DVec3::ZERO, point]);
            assert!(matches!(
                refused,
                Err(PolylineError::OutOfRange { index: 1, .. })
            ));
            let line = Polyline::new([DVec3::ZERO]).unwrap();
            assert!(line.clone().starting_at(point).is_err());
            assert!(line.ending_at(point).is_err());
        }
    }

    #[test]
    fn repeated_points_count_once() {
        let tiny = DVec3::splat(1e-9);
        let line = Polyline::new([DVec3::ZERO, tiny, DVec3::X, DVec3::X]).unwrap();
        assert_eq!(line.points(), [DVec3::ZERO, DVec3::X]);
        let same = line.clone().starting_at(DVec3::ZERO).unwrap();
        assert_eq!(same, line);
    }
}
