//! A box against a triangle, a box or a half-space, by separating axes in double precision.
//!
//! For a convex polytope and an axis-aligned box with half sides `e`, the box centers that
//! overlap form a convex polytope again (their Minkowski sum), cut out by *slabs*: for each of a
//! few axes `n`, the projection `n . (part - center)` must come within `|n| . e` of zero. The same
//! slabs answer a single query ([`Slabbed::meets`]) and fill whole rows of cells (`bake::raster`).
//!
//! INVARIANT: axes and spans depend on the part's shape and rotation alone, never on its position or on the caller. A
//! perturbed axis is still a valid slab, so rounding cannot separate what overlaps; and since the axes are the same
//! doubles for every caller, a query and a baked row differ only by the rounding of the one anchor projection.
//!
//! Reference: S. Gottschalk, M. C. Lin, D. Manocha, "`OBBTree`", SIGGRAPH 1996, section 5;
//! T. Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", JGT 6(1), 2001. Unlike parry3d
//! (single precision, edges shorter than 3e-4 units not tried) no axis is skipped.

use glam::{DMat3, DVec3};

use crate::colliders::placement::Motion;

/// One axis and the part's projection on it, relative to the part's anchor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slab {
    pub(crate) axis: DVec3,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Slab {
    const fn new(axis: DVec3, low: f64, high: f64) -> Self {
        Self { axis, low, high }
    }

    /// Returns the slab of the part at an anchor, grown by a box: it contains zero if the box around
    /// the origin reaches as far as the part along the axis.
    pub(crate) fn grown(self, anchor: DVec3, half_extents: DVec3) -> Self {
        let at = self.axis.dot(anchor);
        let reach = self.axis.abs().dot(half_extents);
        Self::new(self.axis, at + self.low - reach, at + self.high + reach)
    }
}

/// A polytope that slabs describe: the three world axes, and its own.
pub(crate) trait Slabbed {
    /// Returns the least and the greatest corner of the part relative to its anchor.
    fn corners(&self) -> (DVec3, DVec3);

    /// Returns the slabs whose axes are not the world's.
    fn oblique(&self) -> impl Iterator<Item = Slab>;

    /// Returns whether a box around the origin shares a point with the part, its anchor at
    /// `anchor`.
    fn meets(&self, anchor: DVec3, half_extents: DVec3) -> bool {
        let (low, high) = self.corners();
        let (low, high) = (anchor + low, anchor + high);
        if low.cmpgt(half_extents).any() || high.cmplt(-half_extents).any() {
            return false;
        }
        let mut slabs = (self.oblique()).map(|slab| slab.grown(anchor, half_extents));
        !slabs.any(|slab| slab.low > 0.0 || slab.high < 0.0)
    }
}

/// A triangle anchored at its first vertex, by the edges from there to the other two.
///
/// Degenerate triangles are welcome: a segment `[edge, edge]`, a point `[0, 0]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle(pub(crate) [DVec3; 2]);

impl Slabbed for Triangle {
    fn corners(&self) -> (DVec3, DVec3) {
        let Self([second, third]) = *self;
        (
            DVec3::ZERO.min(second).min(third),
            DVec3::ZERO.max(second).max(third),
        )
    }

    fn oblique(&self) -> impl Iterator<Item = Slab> {
        let Self([to_second, to_third]) = *self;
        let [ax, ay, az] = products_with_axes(to_second);
        let [bx, by, bz] = products_with_axes(to_third);
        let [cx, cy, cz] = products_with_axes(to_third - to_second);
        let normal = to_second.cross(to_third);
        [normal, ax, ay, az, bx, by, bz, cx, cy, cz]
            .into_iter()
            .map(move |axis| {
                let (second, third) = (axis.dot(to_second), axis.dot(to_third));
                let (low, high) = (second.min(third), second.max(third));
                Slab::new(axis, low.min(0.0), high.max(0.0))
            })
    }
}

/// A box anchored at its center, the columns of `rotation` its axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuboid {
    pub(crate) rotation: DMat3,
    pub(crate) half_extents: DVec3,
}

impl Cuboid {
    /// Returns a box with these half sides, turned as by a motion.
    pub(crate) fn turned(motion: &Motion, half_extents: DVec3) -> Self {
        Self {
            rotation: motion.rotation,
            half_extents,
        }
    }
}

impl Slabbed for Cuboid {
    fn corners(&self) -> (DVec3, DVec3) {
        let high = self.rotation.abs() * self.half_extents;
        (-high, high)
    }

    fn oblique(&self) -> impl Iterator<Item = Slab> {
        let (rotation, half_extents) = (self.rotation, self.half_extents);
        let sides = [rotation.x_axis, rotation.y_axis, rotation.z_axis];
        let is_straight = sides.iter().all(|side| is_along_an_axis(*side));
        let [xx, xy, xz] = products_with_axes(sides[0]);
        let [yx, yy, yz] = products_with_axes(sides[1]);
        let [zx, zy, zz] = products_with_axes(sides[2]);
        let products = [xx, xy, xz, yx, yy, yz, zx, zy, zz];
        sides
            .into_iter()
            .chain(products)
            .take(if is_straight { 0 } else { usize::MAX })
            .map(move |axis| {
                let span = half_extents.dot((rotation.transpose() * axis).abs());
                Slab::new(axis, -span, span)
            })
    }
}

/// Everything behind a plane through the anchor with this unit normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfSpace(pub(crate) DVec3);

impl Slabbed for HalfSpace {
    fn corners(&self) -> (DVec3, DVec3) {
        (DVec3::NEG_INFINITY, DVec3::INFINITY)
    }

    fn oblique(&self) -> impl Iterator<Item = Slab> {
        std::iter::once(Slab::new(self.0, f64::NEG_INFINITY, 0.0))
    }
}

/// Returns the cross products of the three world axes with an edge.
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
            let triangle = Triangle([DVec3::Y, DVec3::Z].map(|end| end * distance - corner));
            triangle.meets(corner, half)
        };
        assert!(meets(2.999));
        assert!(!meets(3.001));
    }

    #[test]
    fn two_crossed_edges_need_their_own_axis() {
        let rotation = DMat3::from_rotation_x(0.7) * DMat3::from_rotation_z(0.8);
        let stick = Cuboid {
            rotation,
            half_extents: DVec3::new(0.1, 3.0, 0.1),
        };
        let reach = 1.0 + stick.corners().1.x;
        let hits = (0..400)
            .filter(|step| stick.meets(DVec3::new(f64::from(*step) * 0.01, 0.5, 0.0), DVec3::ONE))
            .count();
        let bounds_alone = (0..400)
            .filter(|step| f64::from(*step) * 0.01 <= reach)
            .count();
        assert!(hits > 0 && hits < bounds_alone, "{hits} of {bounds_alone}");
    }

    #[test]
    fn a_segment_and_a_point_are_triangles() {
        let segment = Triangle([DVec3::new(4.0, 4.0, 0.0); 2]);
        assert!(segment.meets(DVec3::new(-2.0, -2.0, 0.0), DVec3::splat(0.1)));
        assert!(!segment.meets(DVec3::new(-1.0, -2.0, 0.0), DVec3::splat(0.1)));
        let point = Triangle([DVec3::ZERO; 2]);
        assert!(point.meets(DVec3::splat(0.1), DVec3::splat(0.1)));
        assert!(!point.meets(DVec3::splat(0.2), DVec3::splat(0.1)));
    }
}
