//! Tests whether a box overlaps a rounded convex shape. With a certificate either way.
//!
//! The Gilbert-Johnson-Keerthi iteration on the difference `core - box`: a simplex of at most
//! four of its points closes in on the origin. *Overlap* is answered with points of the
//! difference that surround the origin or come within the rounding radius of it; *separated*
//! with a direction along which the two are provably apart. Both are checked where they are
//! returned, so no rounding inside the iteration can make either wrong by more than a few
//! roundings of the coordinates; a pair so close to touching that neither is found overlaps.
//!
//! Why not parry3d's own: a baked cell must equal the query, and near the surface its
//! single-precision test loses hits to a larger box. Over 10^5 boxes per shape, one or two hits on
//! unit shapes were lost to a box grown by 1e-4, and on cylinders 1000 units across a thousand to
//! one grown by 1e-2.
//!
//! References: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the
//! distance between complex objects in three-dimensional space", IEEE J. Robotics and Automation
//! 4(2), 1988; C. Ericson, "Real-Time Collision Detection", 2005, sections 5.1.5, 5.1.6 and 9.5.

use glam::DVec3;

use super::convex::{Convex, along};
use crate::colliders::placement::Motion;

/// Steps after which a pair that is neither separated nor overlapping counts as overlapping.
///
/// Over 10^6 boxes bisected to within one single-precision step of touching, polytopes ended
/// within 18 steps and all but a few cylinders and cones within 31.
const MOST_STEPS: usize = 64;

/// Relative gap between upper and lower bound of the distance below which the iteration ends.
const CONVERGED: f64 = 1e-12;

/// Share of the coordinates below which a distance is rounding.
const ROUNDING: f64 = 1e-15;

/// The distance past its ends, as a share of its length, up to which an edge still counts, and a
/// face past its edges.
///
/// Where two faces all but touch, the nearest point lies on the border of the simplex to within
/// rounding, and dropping the point beyond that border would drop the only accurate direction,
/// that of the face, and cycle.
const BEYOND: f64 = 1e-13;

/// The result of a test, with its proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Contact {
    /// Box and shape share a point.
    Overlap,
    /// The box and the shape are apart along a unit vector from the box toward the shape, by `gap`
    /// units: the box may move by any `d` with `d . normal < gap` and stays clear.
    Separated { normal: DVec3, gap: f64 },
}

/// Tests a box around the origin against a shape whose frame is `motion` seen from the box's
/// center.
pub(crate) fn contact(shape: &Convex, motion: &Motion, half_extents: DVec3) -> Contact {
    contact_with(shape, motion, half_extents, 0.0)
}

/// Tests the same, where a gap that is answered is at least half the distance between the two.
pub(crate) fn distant_contact(shape: &Convex, motion: &Motion, half_extents: DVec3) -> Contact {
    contact_with(shape, motion, half_extents, 0.5)
}

/// Tests the same, where a gap that is answered is at least `part` of the distance between the two,
/// or as much of it as rounding leaves.
fn contact_with(shape: &Convex, motion: &Motion, half_extents: DVec3, part: f64) -> Contact {
    let to_local = motion.rotation.transpose();
    let support = |direction: DVec3| {
        let of_core = motion.rotation * shape.core.support(to_local * direction);
        of_core + motion.translation - along(half_extents, -direction)
    };
    let mut simplex = Simplex::default();
    let mut nearest = support(-motion.translation);
    let mut scale = nearest.length();
    simplex.push(nearest);
    for _ in 0..MOST_STEPS {
        let distance = nearest.length();
        if distance <= shape.rounding + ROUNDING * scale {
            return Contact::Overlap;
        }
        let normal = nearest / distance;
        let point = support(-normal);
        let lower = normal.dot(point);
        let is_final = distance - lower <= CONVERGED * distance || simplex.holds(point);
        let gap = lower - shape.rounding;
        if gap > 0.0 && (is_final || gap >= part * (distance - shape.rounding)) {
            return Contact::Separated { normal, gap };
        }
        if is_final {
            return Contact::Overlap;
        }
        scale = scale.max(point.length());
        simplex.push(point);
        match simplex.reduce() {
            Some(reduced) => nearest = reduced,
            None => return Contact::Overlap,
        }
    }
    Contact::Overlap
}

/// Up to four points of the difference.
#[derive(Clone, Copy, Debug, Default)]
struct Simplex {
    points: [DVec3; 4],
    count: usize,
}

impl Simplex {
    fn push(&mut self, point: DVec3) {
        self.points[self.count] = point;
        self.count += 1;
    }

    fn of(points: &[DVec3]) -> Self {
        let mut simplex = Self::default();
        for point in points {
            simplex.push(*point);
        }
        simplex
    }

    fn holds(&self, point: DVec3) -> bool {
        self.points[..self.count].contains(&point)
    }

    /// Keeps the face nearest the origin and returns its nearest point; `None` when the simplex
    /// surrounds the origin.
    fn reduce(&mut self) -> Option<DVec3> {
        let [a, b, c, d] = self.points;
        let (kept, nearest) = match self.count {
            1 => (*self, a),
            2 => nearest_on_segment(a, b),
            3 => nearest_on_triangle(a, b, c),
            _ => nearest_on_tetrahedron([a, b, c, d])?,
        };
        *self = kept;
        Some(nearest)
    }
}

fn nearest_on_segment(a: DVec3, b: DVec3) -> (Simplex, DVec3) {
    let edge = b - a;
    let length_squared = edge.length_squared();
    let share = -a.dot(edge) / length_squared;
    if share < -BEYOND || length_squared == 0.0 {
        (Simplex::of(&[a]), a)
    } else if share > 1.0 + BEYOND {
        (Simplex::of(&[b]), b)
    } else {
        // Once more, because the first difference may be far shorter than its rounding is good for.
        let nearest = a + edge * share;
        let nearest = nearest - edge * (nearest.dot(edge) / length_squared);
        (Simplex::of(&[a, b]), nearest)
    }
}

/// Finds the point of a triangle nearest to the origin (Ericson 5.1.5); needles are left to their
/// edges.
fn nearest_on_triangle(a: DVec3, b: DVec3, c: DVec3) -> (Simplex, DVec3) {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let area_squared = normal.length_squared();
    let is_needle = area_squared <= 1e-26 * ab.length_squared() * ac.length_squared();
    // Signed areas of the triangles that the origin's projection makes with the edges.
    let weights = [b.cross(c), c.cross(a), a.cross(b)].map(|area| area.dot(normal));
    if !is_needle
        && weights
            .iter()
            .all(|weight| *weight >= -BEYOND * area_squared)
    {
        let nearest = normal * (a.dot(normal) / area_squared);
        return (Simplex::of(&[a, b, c]), nearest);
    }
    nearer(
        nearer(nearest_on_segment(a, b), nearest_on_segment(b, c)),
        nearest_on_segment(c, a),
    )
}

/// Finds the point nearest to the origin on the faces that the origin lies outside of (Ericson
/// 5.1.6), `None` if there are none. A flat tetrahedron has no inside; all its faces are tried.
fn nearest_on_tetrahedron(points: [DVec3; 4]) -> Option<(Simplex, DVec3)> {
    let [a, b, c, d] = points;
    let (ab, ac, ad) = (b - a, c - a, d - a);
    let volume = ab.cross(ac).dot(ad);
    let is_flat = volume.abs() <= 1e-13 * ab.length() * ac.length() * ad.length();
    let mut best: Option<(Simplex, DVec3)> = None;
    for [p, q, r, opposite] in [[a, b, c, d], [a, c, d, b], [a, d, b, c], [b, d, c, a]] {
        let normal = (q - p).cross(r - p);
        let is_outside = -p.dot(normal) * (opposite - p).dot(normal) <= 0.0;
        if is_flat || is_outside {
            let face = nearest_on_triangle(p, q, r);
            best = Some(best.map_or(face, |best| nearer(best, face)));
        }
    }
    best
}

fn nearer(first: (Simplex, DVec3), second: (Simplex, DVec3)) -> (Simplex, DVec3) {
    if second.1.length_squared() < first.1.length_squared() {
        second
    } else {
        first
    }
}

#[cfg(test)]
mod tests {
    use glam::{DMat3, DQuat};

    use super::*;
    use crate::colliders::narrow_phase::convex::{Core, Turned};
    use crate::draws::Draws;

    /// Gaps and depths, in units, of shapes of about one unit that must be told apart.
    const NEAR: [f64; 4] = [1e-4, 1e-7, 1e-9, 1e-10];

    struct Dice(Draws);

    impl Dice {
        fn within(&mut self, low: f64, high: f64) -> f64 {
            low + (high - low) * f64::from(u32::try_from(self.0.word() >> 32).unwrap())
                / f64::from(u32::MAX)
        }

        fn vector(&mut self) -> DVec3 {
            DVec3::from_array([(); 3].map(|()| self.within(-1.0, 1.0)))
        }

        fn shape(&mut self, index: usize) -> Convex {
            let half_height = self.within(0.001, 1.0);
            let radius = self.within(0.001, 1.0);
            let core = match index % 4 {
                0 => Core::Points((0..8).map(|_| self.vector()).collect()),
                1 => Core::Cuboid(self.vector().abs()),
                2 => Core::Cylinder(Turned {
                    half_height,
                    radius,
                }),
                _ => Core::Cone(Turned {
                    half_height,
                    radius,
                }),
            };
            let rounding = [0.2, 0.0, 0.0][index % 3];
            Convex { core, rounding }
        }

        fn rotation(&mut self, index: usize) -> DMat3 {
            match index % 3 {
                0 => DMat3::IDENTITY,
                1 => DMat3::from_quat(DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2)),
                _ => DMat3::from_quat(DQuat::from_scaled_axis(self.vector() * 3.0)),
            }
        }
    }

    /// Faces against faces, edges and corners, apart or sunk in by little along a direction.
    #[test]
    fn near_misses_and_near_hits_are_told_apart() {
        let mut dice = Dice(Draws::new(7));
        for index in 0..12_000 {
            let (shape, rotation) = (dice.shape(index), dice.rotation(index / 4));
            let half_extents = dice.vector().abs();
            let normal = [DVec3::Y, rotation * DVec3::Y, dice.vector().normalize()][index / 12 % 3];
            let near = NEAR[index / 36 % 4];
            let reach = rotation * shape.core.support(rotation.transpose() * -normal);
            let nearest = reach - normal * shape.rounding;
            let slide = dice.vector() * f64::from(u8::from(index % 5 > 0));
            let apart = normal * (normal.abs().dot(half_extents) + near - nearest.dot(normal));
            let translation = apart + slide - normal * slide.dot(normal);
            let answer = contact(
                &shape,
                &Motion {
                    translation,
                    rotation,
                },
                half_extents,
            );
            assert_ne!(
                answer,
                Contact::Overlap,
                "{shape:?} {rotation} {near} case {index}"
            );

            let inner = half_extents - near;
            if inner.min_element() > 0.0 {
                let corner = along(inner, normal);
                let random = corner * dice.vector();
                let aligned = normal.cmpeq(DVec3::ZERO);
                let translation = DVec3::select(aligned, random, corner) - nearest;
                let answer = contact(
                    &shape,
                    &Motion {
                        translation,
                        rotation,
                    },
                    half_extents,
                );
                assert_eq!(
                    answer,
                    Contact::Overlap,
                    "{shape:?} {rotation} {near} case {index}"
                );
            }
        }
    }
}
