//! Value noise in fixed point: random values at the points of a coarse lattice, blended smoothly
//! between them.
//!
//! INVARIANT: integers only, so that a value is the same on every platform.
//!
//! # References
//! Perlin, "An Image Synthesizer", SIGGRAPH 1985, for the blend `3 t^2 - 2 t^3`; values at lattice
//! points instead of gradients, because they keep an even spread at any distance from the points.

use crate::draws::Draws;

/// Fractional bits of a blend weight.
const WEIGHT_BITS: u32 = 12;

/// Bits of a random value. With [`WEIGHT_BITS`] a product stays within 31 bits.
const VALUE_BITS: u32 = 16;

/// The middle of the values.
pub(crate) const MIDDLE: i32 = 1 << (VALUE_BITS - 1);

/// Noise of one scale over a whole world. Values are in `0..2^16`, on average [`MIDDLE`].
#[derive(Debug, Clone)]
pub(crate) struct Noise {
    /// The scale: cells between lattice points are `1 << shift`.
    shift: u32,
    /// Lattice points along x and y.
    points: [usize; 2],
    /// The random values, x fastest, then y, then z.
    values: Vec<i32>,
    /// The share of the next lattice point for each cell between two, in `1 / 2^WEIGHT_BITS`.
    weights: Vec<i32>,
}

impl Noise {
    /// Makes noise for a world of `size` cells with a lattice point every `1 << shift` cells,
    /// `shift` at most 10.
    pub(crate) fn new(size: [usize; 3], shift: u32, draws: &mut Draws) -> Self {
        // One point beyond the last cell on each axis, to blend toward.
        let points = size.map(|side| (side >> shift) + 2);
        let values = (0..points.iter().product()).map(|_| value(draws)).collect();
        let weights = (0..1_i64 << shift)
            .map(|step| smooth_step(step, shift))
            .collect();
        Self {
            shift,
            points: [points[0], points[1]],
            values,
            weights,
        }
    }

    /// Adds `factor` times the values along the row of a y and z within the size.
    pub(crate) fn add_row(&self, y: usize, z: usize, factor: i32, sums: &mut [i32]) {
        let spacing = 1 << self.shift;
        let mut near = self.along_row(y, z, 0);
        for (at, cells) in sums.chunks_mut(spacing).enumerate() {
            let far = self.along_row(y, z, at + 1);
            for (sum, &weight) in cells.iter_mut().zip(&self.weights) {
                *sum += factor * blend(near, far, weight);
            }
            near = far;
        }
    }

    /// Returns the value at lattice coordinate `at` along x, blended along y and z.
    fn along_row(&self, y: usize, z: usize, at: usize) -> i32 {
        let [width, height] = self.points;
        let mask = self.weights.len() - 1;
        let first = ((z >> self.shift) * height + (y >> self.shift)) * width + at;
        let plane = width * height;
        let along = self.weights[y & mask];
        let lower = blend(self.values[first], self.values[first + width], along);
        let upper = blend(
            self.values[first + plane],
            self.values[first + plane + width],
            along,
        );
        blend(lower, upper, self.weights[z & mask])
    }
}

fn value(draws: &mut Draws) -> i32 {
    i32::try_from(draws.word() >> (64 - VALUE_BITS)).unwrap_or(MIDDLE)
}

/// Returns a value from `near` at weight 0 toward `far` at full weight.
fn blend(near: i32, far: i32, weight: i32) -> i32 {
    near + (((far - near) * weight) >> WEIGHT_BITS)
}

/// Returns `3 t^2 - 2 t^3` at `t = step / 2^shift`, in `1 / 2^WEIGHT_BITS`.
fn smooth_step(step: i64, shift: u32) -> i32 {
    let full = 1_i64 << shift;
    let cubic = step * step * (3 * full - 2 * step);
    i32::try_from((cubic << WEIGHT_BITS) >> (3 * shift)).unwrap_or(0)
}
