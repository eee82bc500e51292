//! A box against a triangle, a box or a half-space, by separating axes in double precision.
//!
//! For a convex polytope and an axis-aligned box with half sides `e`, the box centers that
//! overlap form a convex polytope again (their Minkowski sum), cut out by *slabs*: for each of a
//! few axes `n`, the projection `n . (part - center)` must come within `|n| . e` of zero. The same
//! slabs answer a single query ([`Slabbed::meets`]) and fill whole rows of cells (`bake::raster`).
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
        !self.oblique().any(|slab| {
            let at = slab.axis.dot(anchor);
            let reach = slab.axis.abs().dot(half_extents);
            at + slab.low > reach || at + slab.high < -reach
        })
    }
}

/// A triangle anchored at its first vertex, by the edges from there to the other two.
///
/// Degenerate triangles are welcome: a segment `(edge, edge)`, a point `(0, 0)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    pub(crate) to_second: DVec3,
    pub(crate) to_third: DVec3,
}

impl Slabbed for Triangle {
    fn corners(&self) -> (DVec3, DVec3) {
        let Self {
            to_second,
            to_third,
        } = *self;
        (
            DVec3::ZERO.min(to_second).min(to_third),
            DVec3::ZERO.max(to_second).max(to_third),
        )
    }

    fn oblique(&self) -> impl Iterator<Item = Slab> {
        let Self {
            to_second,
            to_third,
        } = *self;
        let [ax, ay, az] = products_with_axes(to_second);
        let [bx, by, bz] = products_with_axes(to_third);
        let [cx, cy, cz] = products_with_axes(to_third - to_second);
        let normal = to_second.cross(to_third);
        [normal, ax, ay, az, bx, by, bz, cx, cy, cz]
            .into_iter()
            .map(move |axis| {
                let (second, third) = (axis.dot(to_second), axis.dot(to_third));
                Slab {
                    axis,
                    low: second.min(third).min(0.0),
                    high: second.max(third).max(0.0),
                }
            })
    }
}

/// A box anchored at its center, the columns of `rotation` its axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuboid {
    pub(crate) rotation: DMat3,
    pub(crate) half_extents: DVec3,
}

impl Slabbed for Cuboid {
    fn corners(&self) -> (DVec3, DVec3) {
        let high = self.rotation.abs() * self.half_extents;
        (-high, high)
    }

    fn oblique(&self) -> impl Iterator<Item = Slab> {
        let Self {
            rotation,
            half_extents,
        } = *self;
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
                Slab {
                    axis,
                    low: -span,
                    high: span,
                }
            })
    }
}

/// Everything behind a plane through the anchor with this unit normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfSpace {
    pub(crate) normal: DVec3,
}

impl Slabbed for HalfSpace {
    fn corners(&self) -> (DVec3, DVec3) {
        (DVec3::NEG_INFINITY, DVec3::INFINITY)
    }

    fn oblique(&self) -> impl Iterator<Item = Slab> {
        std::iter::once(Slab {
            axis: self.normal,
            low: f64::NEG_INFINITY,
            high: 0.0,
        })
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
            let triangle = Triangle {
                to_second: DVec3::Y * distance - corner,
                to_third: DVec3::Z * distance - corner,
            };
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
        let triangle = |to_second, to_third| Triangle {
            to_second,
            to_third,
        };
        let segment = triangle(DVec3::new(4.0, 4.0, 0.0), DVec3::new(4.0, 4.0, 0.0));
        assert!(segment.meets(DVec3::new(-2.0, -2.0, 0.0), DVec3::splat(0.1)));
        assert!(!segment.meets(DVec3::new(-1.0, -2.0, 0.0), DVec3::splat(0.1)));
        let point = triangle(DVec3::ZERO, DVec3::ZERO);
        assert!(point.meets(DVec3::splat(0.1), DVec3::splat(0.1)));
        assert!(!point.meets(DVec3::splat(0.2), DVec3::splat(0.1)));
    }
}
