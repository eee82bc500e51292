//! The proofs that each kind of part allows about cells, and how far proofs must keep from the
//! surface.

use glam::DVec3;

use super::bit_sheet::{Grid, LocalShape, Sheet};
use crate::colliders::narrow_phase::separating_axes::{Cuboid, HalfSpace, Slabbed};
use crate::colliders::shapes::part::{Geometry, Part};

/// Rounding of a coordinate as a share of the largest number involved: 2^9 half units in the last
/// place. Between an input and a comparison it goes through fewer than 20 operations.
pub(super) const ROUNDING: f64 = f64::EPSILON * 256.0;

/// The same where a distance is iterated for. The iteration tells gaps and depths of 1e-12 of the
/// shapes' size apart (its tests ask for 1e-10), and 1.5e-10 where a shape is 10^9 times as long as
/// wide, whose nearest points are known worst; this is 7.5e-9.
const ITERATION: f64 = ROUNDING * 131_072.0;

impl Part {
    /// Marks the cells of a grid for which the part proves that it blocks them, or doubts it.
    pub(super) fn mark(&self, grid: &Grid, sheet: &mut Sheet) {
        let motion = self.motion.seen_from(grid.origin);
        let reach = grid.half_extents.max_element() + grid.reach().max_element() + grid.slack;
        let margin = self.margin(grid.origin, reach);
        let anchor = motion.translation;
        match &self.geometry {
            Geometry::Cuboid(sides) => {
                LocalShape::new((anchor, Cuboid::turned(&motion, *sides)), margin)
                    .mark(grid, sheet);
            }
            Geometry::HalfSpace(normal) => {
                LocalShape::new((anchor, HalfSpace(*normal)), margin).mark(grid, sheet);
            }
            Geometry::Convex(shape) => {
                let reach = grid.half_extents + margin;
                let (low, high) = (self.bounds.min - grid.origin, self.bounds.max - grid.origin);
                let near = grid.between(low - reach, high + reach);
                LocalShape::new((motion, &**shape), margin).mark(grid, &near, sheet);
            }
            Geometry::Mesh(mesh) => LocalShape::new((motion, mesh), margin).mark(grid, sheet),
            Geometry::Boxes(boxes) => {
                let (middle, half) = grid.span(&grid.block);
                let reach = half + grid.half_extents + margin;
                for cuboid in boxes.near(&motion, middle, reach) {
                    LocalShape::new(cuboid, margin).mark(grid, sheet);
                }
            }
        }
    }

    /// Returns whether a box at a point in the world is proved to overlap the part. For parts that
    /// are convex the proof extends to the hull of such points; others prove nothing here.
    pub(super) fn holds(&self, center: DVec3, half_extents: DVec3) -> bool {
        let motion = self.motion.seen_from(center);
        let margin = self.margin(center, half_extents.max_element());
        let (anchor, shrunk) = (motion.translation, half_extents - margin);
        match &self.geometry {
            Geometry::Cuboid(sides) => Cuboid::turned(&motion, *sides).meets(anchor, shrunk),
            Geometry::HalfSpace(normal) => HalfSpace(*normal).meets(anchor, shrunk),
            Geometry::Convex(shape) => {
                LocalShape::new((motion, &**shape), margin).holds(half_extents, DVec3::ZERO)
            }
            Geometry::Mesh(_) | Geometry::Boxes(_) => false,
        }
    }

    /// Returns a distance that exceeds the rounding of coordinates seen from `origin` as far as
    /// `reach`.
    fn margin(&self, origin: DVec3, reach: f64) -> f64 {
        let size = if self.bounds.is_bounded() {
            let (low, high) = (self.bounds.min - origin, self.bounds.max - origin);
            low.abs().max(high.abs()).max_element()
        } else {
            0.0
        };
        let away = (self.motion.translation - origin).abs().max_element();
        let scale = origin.abs().max_element() + away + size + reach;
        match &self.geometry {
            Geometry::Convex(shape) => scale * ITERATION + size * 2.0 * shape.core.support_error(),
            _ => scale * ROUNDING,
        }
    }
}
