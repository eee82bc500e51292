//! The difference between the metrics: how lengths along the axes make up one value.

use std::cmp::Ordering;

use glam::DVec3;

use crate::coordinates::{Axis, Lattice};

/// A metric whose distances are built up one axis at a time.
///
/// INVARIANT: `straight` and `join` grow with each argument, and `join(v, straight(_, 0)) == v`, so that
/// a step of length `s` makes no value less than `straight(_, s)`. No cell is nearer along an axis than at its number of
/// cells: `straight(_, n) >= most(n)`.
pub trait Metric: Clone + PartialEq {
    /// Distances as stored; the default is zero.
    type Value: Copy + Default + Ord;

    /// Returns the value of a distance along one axis, in cells.
    fn straight(&self, axis: Axis, cells: u8) -> Self::Value;

    /// Returns the value that stands for a distance of `cap` or more.
    fn most(&self, cap: u8) -> Self::Value;

    /// Returns the value of the distance that is made up of one within some axes and one along a
    /// further axis; saturates above every value that is stored.
    fn join(within: Self::Value, along: Self::Value) -> Self::Value;
}

/// The largest of the differences along the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chebyshev;

impl Metric for Chebyshev {
    type Value = u8;

    fn straight(&self, _: Axis, cells: u8) -> u8 {
        cells
    }

    fn most(&self, cap: u8) -> u8 {
        cap
    }

    fn join(within: u8, along: u8) -> u8 {
        within.max(along)
    }
}

/// The squared length: the sum of the squared differences.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SquaredEuclidean;

impl Metric for SquaredEuclidean {
    type Value = u16;

    /// Returns the square of `cells`, at most 255^2, which fits.
    fn straight(&self, _: Axis, cells: u8) -> u16 {
        u16::from(cells).saturating_mul(u16::from(cells))
    }

    fn most(&self, cap: u8) -> u16 {
        u16::from(cap).saturating_mul(u16::from(cap))
    }

    fn join(within: u16, along: u16) -> u16 {
        within.saturating_add(along)
    }
}

/// The squared length among cells of any sides, in shortest sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquaredInWorld {
    /// The shortest side of a cell, in world units.
    pub(super) shortest: f64,
    /// The squares of the sides, of which the shortest is 1.
    squares: DVec3,
}

impl SquaredInWorld {
    pub(super) fn of(lattice: &Lattice) -> Self {
        let shortest = lattice.shortest_side();
        let sides = lattice.sizes() / shortest;
        Self {
            shortest,
            squares: sides * sides,
        }
    }
}

impl Metric for SquaredInWorld {
    type Value = Square;

    fn straight(&self, axis: Axis, cells: u8) -> Square {
        Square(f64::from(cells) * f64::from(cells) * self.squares[axis.index()])
    }

    fn most(&self, cap: u8) -> Square {
        Square(f64::from(cap) * f64::from(cap))
    }

    fn join(within: Square, along: Square) -> Square {
        Square(within.0 + along.0)
    }
}

/// A squared distance in shortest sides: never negative, never NaN.
#[derive(Clone, Copy, Debug, Default)]
pub struct Square(pub(super) f64);

impl PartialEq for Square {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Square {}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The order of lengths; the lesser and the greater of two take one instruction each.
impl Ord for Square {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }

    fn min(self, other: Self) -> Self {
        if other.0 < self.0 { other } else { self }
    }

    fn max(self, other: Self) -> Self {
        if other.0 > self.0 { other } else { self }
    }
}
