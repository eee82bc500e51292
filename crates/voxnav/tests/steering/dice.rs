//! Random numbers from a seed.

use rand_pcg::{Pcg64, rand_core::Rng};
use voxnav::glam::{DVec3, IVec3};

pub(crate) struct Dice(Pcg64);

impl Dice {
    pub(crate) fn new(seed: u128) -> Self {
        Self(Pcg64::new(seed, 0))
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        u32::try_from((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32).unwrap()
    }

    /// From zero to less than one.
    pub(crate) fn share(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / 4_294_967_296.0
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    /// Evenly among magnitudes.
    pub(crate) fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }

    pub(crate) fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(u32::try_from(of.len()).unwrap()) as usize]
    }

    pub(crate) fn cell(&mut self, size: IVec3) -> IVec3 {
        let sides = size.to_array().map(i32::cast_unsigned);
        IVec3::from_array(sides.map(|side| self.below(side).cast_signed()))
    }

    /// In a cube of twice this around zero.
    pub(crate) fn offset(&mut self, reach: f64) -> DVec3 {
        DVec3::from([(); 3].map(|()| self.between(-reach, reach)))
    }
}
