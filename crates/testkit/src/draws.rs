//! Random numbers, cells and boxes for tests.

use std::fmt::Debug;

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, draws};

use crate::drawn_sizes;

/// A sequence of draws from one seed: those of the library, for every type that tests count in.
///
/// Panics where there is nothing to draw from.
#[derive(Clone, Debug)]
pub struct Draws(draws::Draws);

impl Draws {
    /// Returns the draws that belong to a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(draws::Draws::new(seed))
    }

    /// Returns 64 independent bits.
    pub fn word(&mut self) -> u64 {
        self.0.word()
    }

    /// Draws a number in `0..bound`.
    pub fn below<N>(&mut self, bound: N) -> N
    where
        N: TryFrom<u64, Error: Debug> + TryInto<u64, Error: Debug>,
    {
        let bound = bound.try_into().expect("a bound that is not negative");
        assert!(bound > 0, "there is no number below zero");
        N::try_from(self.0.below(bound)).expect("a number below one of the same type")
    }

    /// Draws a number in `low..=high`.
    pub fn between<N>(&mut self, low: N, high: N) -> N
    where
        N: TryFrom<i64, Error: Debug> + Into<i64>,
    {
        let (low, high) = (low.into(), high.into());
        assert!(low <= high, "{low}..={high} is empty");
        let drawn = self.0.below(high.abs_diff(low) + 1);
        N::try_from(low.wrapping_add_unsigned(drawn)).expect("a number between two of its type")
    }

    /// Returns `true` in `share` of 100 cases.
    pub fn percent(&mut self, share: u32) -> bool {
        self.0.percent(share.into())
    }

    /// Draws one of some items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Puts items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }

    /// Draws a number from zero to less than one.
    pub fn share(&mut self) -> f64 {
        let high = u32::try_from(self.word() >> 32).expect("32 bits");
        f64::from(high) / 4_294_967_296.0
    }

    /// Draws a number from `low` to less than `high`.
    pub fn within<R: Real>(&mut self, low: R, high: R) -> R {
        R::within(low, high, self)
    }

    /// Draws a number from `low` to less than `high`, evenly among magnitudes.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        self.within(low.ln(), high.ln()).exp()
    }

    /// Draws a point in a cube from `low` to less than `high` on each axis.
    pub fn point(&mut self, low: f64, high: f64) -> DVec3 {
        DVec3::from_array([(); 3].map(|()| self.within(low, high)))
    }

    /// Draws the [sizes](drawn_sizes) of cells along x, y and z, of which the longest is `longest`.
    pub fn sides(&mut self, longest: f64) -> DVec3 {
        let sizes = DVec3::from(drawn_sizes(self));
        sizes * (longest / sizes.max_element())
    }

    /// Draws a vector from `low` to `high` on each axis, both included.
    pub fn vector(&mut self, low: IVec3, high: IVec3) -> IVec3 {
        IVec3::from_array([0, 1, 2].map(|axis| self.between(low[axis], high[axis])))
    }

    /// Draws a cell of a box.
    pub fn cell(&mut self, of: &CellBox) -> IVec3 {
        self.vector(of.min, of.max - 1)
    }
}

/// A number of positions and lengths: `f32` or `f64`.
pub trait Real: Sized {
    /// Draws a number from `low` to less than `high`.
    fn within(low: Self, high: Self, draws: &mut Draws) -> Self;
}

impl Real for f32 {
    fn within(low: Self, high: Self, draws: &mut Draws) -> Self {
        // Of 16 bits, so that nothing is rounded.
        let share = u16::try_from(draws.word() >> 48).expect("16 bits");
        low + (high - low) * Self::from(share) / 65536.0
    }
}

impl Real for f64 {
    fn within(low: Self, high: Self, draws: &mut Draws) -> Self {
        low + (high - low) * draws.share()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_those_of_the_library() {
        let (mut tests, mut library) = (Draws::new(5), draws::Draws::new(5));
        for _ in 0..100 {
            assert_eq!(u64::from(tests.below(9_u32)), library.below(9));
            assert_eq!(tests.between(-3, 3), library.between(-3, 3));
            assert_eq!(tests.word(), library.word());
        }
    }

    #[test]
    fn cells_are_drawn_from_all_of_a_box() {
        let mut draws = Draws::new(1);
        let cells = CellBox::new(IVec3::new(-1, 5, 63), IVec3::new(1, 6, 65));
        let met: Vec<IVec3> = (0..100).map(|_| draws.cell(&cells)).collect();
        assert!(cells.cells().all(|cell| met.contains(&cell)));
        assert!(met.into_iter().all(|cell| cells.contains(cell)));
    }
}
