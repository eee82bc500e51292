//! The difference between the two metrics: how lengths along the axes make up one value.

/// A metric whose distances are built up one axis at a time.
///
/// INVARIANT: `straight` and `join` grow with each argument, and `join(v, straight(0)) == v`, so that
/// a step of length `s` makes no value less than `straight(s)`.
pub trait Metric: Clone {
    /// Distances as stored; the default is zero.
    type Value: Copy + Default + Ord;

    /// Returns the value of a distance along one axis.
    fn straight(cells: u8) -> Self::Value;

    /// Returns the value of the distance that is made up of one within some axes and one along a
    /// further axis; saturates above every value that is stored.
    fn join(within: Self::Value, along: Self::Value) -> Self::Value;
}

/// The largest of the differences along the axes.
#[derive(Clone, Copy, Debug)]
pub struct Chebyshev;

impl Metric for Chebyshev {
    type Value = u8;

    fn straight(cells: u8) -> u8 {
        cells
    }

    fn join(within: u8, along: u8) -> u8 {
        within.max(along)
    }
}

/// The squared length: the sum of the squared differences.
#[derive(Clone, Copy, Debug)]
pub struct SquaredEuclidean;

impl Metric for SquaredEuclidean {
    type Value = u16;

    /// Returns the square of `cells`, at most 255^2, which fits.
    fn straight(cells: u8) -> u16 {
        u16::from(cells).saturating_mul(u16::from(cells))
    }

    fn join(within: u16, along: u16) -> u16 {
        within.saturating_add(along)
    }
}
