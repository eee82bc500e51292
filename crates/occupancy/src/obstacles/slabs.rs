//! A box against a triangle, a box or a half-space, by separating axes in double precision.
//!
//! For a convex polytope and an axis-aligned box with half sides `e`, the box centers that
//! overlap form a convex polytope again (their Minkowski sum), cut out by *slabs*: for each of a
//! few axes `n`, the projection `n . (part - center)` must come within `|n| . e` of zero. The same
//! slabs answer a single query ([`Slabs::meets`]) and fill whole rows of cells (`bake::raster`).
//!
//! INVARIANT: axes and spans depend on the part's shape and rotation alone, never on where it is
//! or who asks. A perturbed axis is still a valid slab, so rounding cannot separate what
//! overlaps; and since the axes are the same doubles for every asker, a query and a baked row
//! differ only by the rounding of the one anchor projection.
//!
//! Reference: S. Gottschalk, M. C. Lin, D. Manocha, "`OBBTree`", SIGGRAPH 1996, section 5;
//! T. Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", JGT 6(1), 2001. Unlike parry3d
//! (single precision, edges shorter than 3e-4 units not tried) no axis is skipped.

use glam::{DMat3, DVec3};

/// One axis and the part's projection on it, relative to the part's anchor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slab {
    pub(crate) axis: DVec3,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// A box has three face normals of its own and nine edge products with the world's axes.
const MOST_OBLIQUE: usize = 12;

/// The slabs of one polytope: the three world axes, and its own.
#[derive(Clone, Debug)]
pub(crate) struct Slabs {
    /// Least corner of the part relative to its anchor.
    pub(crate) low: DVec3,
    /// Greatest corner of the part relative to its anchor.
    pub(crate) high: DVec3,
    oblique: [Slab; MOST_OBLIQUE],
    count: usize,
}

impl Slabs {
    fn new(low: DVec3, high: DVec3) -> Self {
        let unused = Slab {
            axis: DVec3::ZERO,
            low: 0.0,
            high: 0.0,
        };
        Self {
            low,
            high,
            oblique: [unused; MOST_OBLIQUE],
            count: 0,
        }
    }

    fn push(&mut self, slab: Slab) {
        // A zero axis separates nothing. It comes from edges parallel to a world axis.
        if slab.axis != DVec3::ZERO {
            self.oblique[self.count] = slab;
            self.count += 1;
        }
    }

    /// A triangle anchored at its first vertex, with the edges from there to the other two.
    ///
    /// Degenerate triangles are welcome: a segment `(edge, edge)`, a point `(0, 0)`.
    pub(crate) fn of_triangle(to_second: DVec3, to_third: DVec3) -> Self {
        let low = DVec3::ZERO.min(to_second).min(to_third);
        let high = DVec3::ZERO.max(to_second).max(to_third);
        let mut slabs = Self::new(low, high);
        let mut push = |axis: DVec3| {
            let (second, third) = (axis.dot(to_second), axis.dot(to_third));
            slabs.push(Slab {
                axis,
                low: second.min(third).min(0.0),
                high: second.max(third).max(0.0),
            });
        };
        push(to_second.cross(to_third));
        for edge in [to_second, to_third, to_third - to_second] {
            products_with_axes(edge).into_iter().for_each(&mut push);
        }
        slabs
    }

    /// A box anchored at its center, the columns of `rotation` its axes.
    pub(crate) fn of_cuboid(rotation: &DMat3, half_extents: DVec3) -> Self {
        let reach = rotation.abs() * half_extents;
        let mut slabs = Self::new(-reach, reach);
        let sides = [rotation.x_axis, rotation.y_axis, rotation.z_axis];
        if sides.iter().all(|side| is_along_an_axis(*side)) {
            return slabs;
        }
        let mut push = |axis: DVec3| {
            let span = half_extents.dot((rotation.transpose() * axis).abs());
            slabs.push(Slab {
                axis,
                low: -span,
                high: span,
            });
        };
        sides.into_iter().for_each(&mut push);
        for side in sides {
            products_with_axes(side).into_iter().for_each(&mut push);
        }
        slabs
    }

    /// Everything behind a plane through the anchor with this unit normal.
    pub(crate) fn of_half_space(normal: DVec3) -> Self {
        let mut slabs = Self::new(DVec3::NEG_INFINITY, DVec3::INFINITY);
        slabs.push(Slab {
            axis: normal,
            low: f64::NEG_INFINITY,
            high: 0.0,
        });
        slabs
    }

    /// The axes other than the world's.
    pub(crate) fn oblique(&self) -> &[Slab] {
        &self.oblique[..self.count]
    }

    /// Whether a box around the origin shares a point with the part, its anchor at `anchor`.
    pub(crate) fn meets(&self, anchor: DVec3, half_extents: DVec3) -> bool {
        let clear_of = |low: f64, high: f64, reach: f64| low > reach || high < -reach;
        let (low, high) = (anchor + self.low, anchor + self.high);
        if low.cmpgt(half_extents).any() || high.cmplt(-half_extents).any() {
            return false;
        }
        !self.oblique().iter().any(|slab| {
            let at = slab.axis.dot(anchor);
            clear_of(
                at + slab.low,
                at + slab.high,
                slab.axis.abs().dot(half_extents),
            )
        })
    }
}

/// The cross products of the three world axes with an edge.
fn products_with_axes(edge: DVec3) -> [DVec3; 3] {
    [
        DVec3::new(0.0, -edge.z, edge.y),
        DVec3::new(edge.z, 0.0, -edge.x),
        DVec3::new(-edge.y, edge.x, 0.0),
    ]
}

fn is_along_an_axis(direction: DVec3) -> bool {
    direction
        .to_array()
        .iter()
        .filter(|component| **component != 0.0)
        .count()
        == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_cutting_a_corner_is_told_from_one_passing_by() {
        let half = DVec3::ONE;
        // The plane x + y + z = d, near the corner (1, 1, 1) at d = 3.
        let meets = |distance: f64| {
            let corner = DVec3::X * distance;
            let slabs =
                Slabs::of_triangle(DVec3::Y * distance - corner, DVec3::Z * distance - corner);
            slabs.meets(corner, half)
        };
        assert!(meets(2.999));
        assert!(!meets(3.001));
    }

    #[test]
    fn two_crossed_edges_need_their_own_axis() {
        let rotation = DMat3::from_rotation_x(0.7) * DMat3::from_rotation_z(0.8);
        let slabs = Slabs::of_cuboid(&rotation, DVec3::new(0.1, 3.0, 0.1));
        let hits = (0..400)
            .filter(|step| slabs.meets(DVec3::new(f64::from(*step) * 0.01, 0.5, 0.0), DVec3::ONE))
            .count();
        let bounds_alone = (0..400)
            .filter(|step| f64::from(*step) * 0.01 <= 1.0 + slabs.high.x)
            .count();
        assert!(hits > 0 && hits < bounds_alone, "{hits} of {bounds_alone}");
    }

    #[test]
    fn a_segment_and_a_point_are_triangles() {
        let segment = Slabs::of_triangle(DVec3::new(4.0, 4.0, 0.0), DVec3::new(4.0, 4.0, 0.0));
        assert!(segment.meets(DVec3::new(-2.0, -2.0, 0.0), DVec3::splat(0.1)));
        assert!(!segment.meets(DVec3::new(-1.0, -2.0, 0.0), DVec3::splat(0.1)));
        let point = Slabs::of_triangle(DVec3::ZERO, DVec3::ZERO);
        assert!(point.meets(DVec3::splat(0.1), DVec3::splat(0.1)));
        assert!(!point.meets(DVec3::splat(0.2), DVec3::splat(0.1)));
    }
}
