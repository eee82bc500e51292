//! The bits of one chunk while it is baked, and where they are in the world.
//!
//! A cell is *certain* when the direct query is proved to say "blocked", *doubtful* when nothing
//! is proved, and proved free when neither. Only what is doubtful and not certain is asked.
//!
//! ```text
//! word  z * 64 + y        bit  x        (local coordinates, 0..64)
//! ```

use glam::{DVec3, IVec3};

use super::slab_rows::Prepared;
use crate::colliders::placement::Motion;
use crate::coordinates::{CellBox, EDGE, Rows, mask, no_bits, rows_within};

/// The largest edge of blocks that are settled row by row; larger ones are first tried as a whole.
pub(super) const ROWS_FROM_EDGE: i32 = 16;

/// Certain and doubtful cells of a chunk, and memory for working them out.
pub(super) struct Sheet {
    pub(super) certain: Box<Rows>,
    pub(super) doubtful: Box<Rows>,
    pub(super) prepared: Prepared,
}

impl Sheet {
    pub(super) fn new() -> Self {
        Self {
            certain: no_bits(),
            doubtful: no_bits(),
            prepared: Prepared::default(),
        }
    }

    /// Clears the rows that touch a block, on which the next marks are made.
    pub(super) fn clear(&mut self, block: &CellBox) {
        for rows in rows_within(block) {
            self.certain[rows.clone()].fill(0);
            self.doubtful[rows].fill(0);
        }
    }

    /// Proves every cell of a block blocked.
    pub(super) fn fill(&mut self, block: &CellBox) {
        let mask = mask(block.min.x, block.max.x);
        for row in rows_within(block).flatten() {
            self.certain[row] |= mask;
        }
    }

    /// Returns whether every cell of a block is proved blocked.
    pub(super) fn is_full(&self, block: &CellBox) -> bool {
        is_full(&self.certain, block)
    }
}

/// Returns whether every cell of a block is set.
pub(super) fn is_full(cells: &Rows, block: &CellBox) -> bool {
    let mask = mask(block.min.x, block.max.x);
    rows_within(block)
        .flatten()
        .all(|row| cells[row] & mask == mask)
}

/// Returns a block cut in two across its longest side.
pub(super) fn halves(block: &CellBox) -> [CellBox; 2] {
    let size = block.max - block.min;
    let axis = (0..3).max_by_key(|axis| size[*axis]).unwrap_or(0);
    cut(block, axis, block.max[axis] - size[axis] / 2)
}

/// Returns the parts of a block below a coordinate along an axis and from there on.
pub(super) fn cut(block: &CellBox, axis: usize, at: i32) -> [CellBox; 2] {
    let (mut lower, mut upper) = (*block, *block);
    (lower.max[axis], upper.min[axis]) = (at, at);
    [lower, upper]
}

/// The positions of the cells of a chunk.
///
/// All baking is done relative to the center of the chunk's first cell, at which `part` shapes are
/// seen and from which cell `(x, y, z)` lies `sizes * (x, y, z)` away.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// World position of the center of local cell zero.
    pub(super) origin: DVec3,
    pub(super) sizes: DVec3,
    /// One over the sizes.
    pub(super) per_unit: DVec3,
    /// The cells concerned, within `0..64` on each axis and not empty.
    pub(super) block: CellBox,
    /// Half the sides of the agent's box, the touching rule applied.
    pub(super) half_extents: DVec3,
    /// A distance by which proofs are shifted afterwards; it counts as rounding.
    pub(super) slack: f64,
}

impl Grid {
    /// Returns the box around the centers of some cells, as middle and half sides.
    pub(super) fn span(&self, block: &CellBox) -> (DVec3, DVec3) {
        let low = block.min.as_dvec3() * self.sizes;
        let high = (block.max - IVec3::ONE).as_dvec3() * self.sizes;
        ((low + high) * 0.5, (high - low) * 0.5)
    }

    /// Returns the cells of the block whose centers lie in a closed box.
    pub(super) fn between(&self, low: DVec3, high: DVec3) -> CellBox {
        let (low, high) = (low * self.per_unit, high * self.per_unit);
        let min = IVec3::from_array(low.to_array().map(ceiled));
        let max = IVec3::from_array(high.to_array().map(floored));
        let end = max.saturating_add(IVec3::ONE);
        CellBox::new(min.max(self.block.min), end.min(self.block.max))
    }

    /// Returns the cells of a box whose centers lie in a closed interval along x, as the first of
    /// them and one past the last.
    pub(super) fn along_x(&self, low: f64, high: f64, cells: &CellBox) -> (i32, i32) {
        let (first, last) = (
            ceiled(low * self.per_unit.x),
            floored(high * self.per_unit.x),
        );
        (
            first.max(cells.min.x),
            last.saturating_add(1).min(cells.max.x),
        )
    }

    /// Returns the greatest distance along each axis that coordinates in the block reach.
    pub(super) fn reach(&self) -> DVec3 {
        f64::from(EDGE) * self.sizes
    }
}

/// A shape with its place, both as seen from a grid's origin.
///
/// The place of what slabs describe is that of its anchor, that of other shapes their motion.
pub(super) struct LocalShape<S, P = Motion> {
    pub(super) shape: S,
    pub(super) place: P,
    /// A distance that exceeds the rounding of a coordinate here and in the direct query.
    pub(super) margin: f64,
}

impl<S, P> LocalShape<S, P> {
    pub(super) fn new((place, shape): (P, S), margin: f64) -> Self {
        Self {
            shape,
            place,
            margin,
        }
    }
}

/// Returns the least integer not below, saturating. Where the target has no instruction for it,
/// `f64::ceil` is a call that the baking of small triangles would spend a tenth of its time in.
#[expect(clippy::cast_possible_truncation, reason = "saturates")]
fn ceiled(value: f64) -> i32 {
    let toward_zero = value as i32;
    toward_zero.saturating_add(i32::from(f64::from(toward_zero) < value))
}

/// Returns the greatest integer not above, saturating.
fn floored(value: f64) -> i32 {
    ceiled(-value).saturating_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centers_on_the_ends_of_an_interval_are_in_it() {
        let grid = Grid {
            origin: DVec3::ZERO,
            sizes: DVec3::splat(0.5),
            per_unit: DVec3::splat(2.0),
            block: CellBox::from_size(IVec3::splat(64)),
            half_extents: DVec3::ZERO,
            slack: 0.0,
        };
        let along = |low: f64, high: f64| grid.along_x(low, high, &grid.block);
        assert_eq!(along(1.0, 2.0), (2, 5));
        assert_eq!(along(1.1, 1.9), (3, 4));
        assert_eq!(along(-0.1, 0.1), (0, 1));
        assert_eq!(along(f64::NEG_INFINITY, f64::INFINITY), (0, 64));
        assert_eq!(along(-3.0, -2.0), (0, -3));
        let cells = grid.between(DVec3::splat(-1e300), DVec3::new(0.49, 0.5, 1e300));
        assert_eq!(cells, CellBox::new(IVec3::ZERO, IVec3::new(1, 2, 64)));
    }
}
