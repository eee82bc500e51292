//! Convex shapes as support maps in double precision.
//!
//! A shape is a *core* with a *rounding* radius around it: a ball is a point and a radius, a
//! capsule a segment and a radius, parry3d's `Round*` shapes their inner shape and the border.
//! Distances to cores converge in few steps where supports of rounded shapes would crawl.

use std::fmt;
use std::sync::Arc;

use glam::DVec3;
use parry3d::shape::SharedShape;

use crate::colliders::placement::Motion;
use crate::colliders::world_box::WorldBox;

/// The core of a shape, which a rounding radius goes around.
#[derive(Clone)]
pub(crate) enum Core {
    /// The hull of some points: ball, capsule, rounded triangle, convex polyhedron.
    Points(Arc<[DVec3]>),
    /// A box around the origin, by its half sides.
    Cuboid(DVec3),
    /// A cylinder along y around the origin.
    Cylinder(Turned),
    /// A cone along y, its tip up, its middle height at the origin.
    Cone(Turned),
    /// A custom shape, queried through parry3d's single-precision support map.
    Custom(SharedShape),
}

/// The lengths of a body of revolution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    pub(crate) half_height: f64,
    pub(crate) radius: f64,
}

/// A convex shape in its own frame.
#[derive(Clone, Debug)]
pub(crate) struct Convex {
    pub(crate) core: Core,
    pub(crate) rounding: f64,
}

impl Core {
    /// Returns the point of the core that lies farthest along `direction`.
    pub(crate) fn support(&self, direction: DVec3) -> DVec3 {
        match self {
            Self::Points(points) => farthest(points, direction),
            Self::Cuboid(half_extents) => along(*half_extents, direction),
            Self::Cylinder(it) => {
                rim(direction) * it.radius + DVec3::Y * it.half_height.copysign(direction.y)
            }
            Self::Cone(it) => {
                let tip = DVec3::Y * it.half_height;
                let base = rim(direction) * it.radius - tip;
                if direction.dot(base) < direction.dot(tip) {
                    tip
                } else {
                    base
                }
            }
            Self::Custom(shape) => shape.as_support_map().map_or(DVec3::NAN, |map| {
                map.local_support_point(direction.normalize_or_zero().as_vec3())
                    .as_dvec3()
            }),
        }
    }

    /// Returns how far a support may fall short of the farthest point, as a share of the shape's
    /// size.
    ///
    /// Our own supports are exact to double precision. A single-precision one is a few roundings
    /// of 2^-24 off; 2^-18 leaves sixty-four.
    pub(crate) fn support_error(&self) -> f64 {
        match self {
            Self::Custom(_) => 1.0 / f64::from(1 << 18),
            _ => 0.0,
        }
    }
}

impl Convex {
    /// Returns the smallest world box around the shape.
    pub(crate) fn bounds(&self, motion: &Motion) -> WorldBox {
        let local = motion.rotation.transpose();
        let reach = |axis: DVec3| (motion.rotation * self.core.support(local * axis)).dot(axis);
        let high = DVec3::new(reach(DVec3::X), reach(DVec3::Y), reach(DVec3::Z));
        let low = -DVec3::new(
            reach(DVec3::NEG_X),
            reach(DVec3::NEG_Y),
            reach(DVec3::NEG_Z),
        );
        let exact = WorldBox {
            min: motion.translation + low,
            max: motion.translation + high,
        };
        let slack = (high - low).max_element() * self.core.support_error();
        exact.grown(DVec3::splat(self.rounding + slack))
    }
}

/// Returns the point of a box with these half sides farthest along `direction`.
pub(crate) fn along(half_extents: DVec3, direction: DVec3) -> DVec3 {
    half_extents.copysign(direction)
}

fn farthest(points: &[DVec3], direction: DVec3) -> DVec3 {
    let mut best = (f64::NEG_INFINITY, DVec3::ZERO);
    for &point in points {
        let reach = direction.dot(point);
        if reach > best.0 {
            best = (reach, point);
        }
    }
    best.1
}

/// Returns the unit vector across y toward `direction`, or zero straight along y.
fn rim(direction: DVec3) -> DVec3 {
    DVec3::new(direction.x, 0.0, direction.z).normalize_or_zero()
}

impl fmt::Debug for Core {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => write!(formatter, "Points({})", points.len()),
            Self::Cuboid(half_extents) => write!(formatter, "Cuboid({half_extents})"),
            Self::Cylinder(turned) => write!(formatter, "Cylinder({turned:?})"),
            Self::Cone(turned) => write!(formatter, "Cone({turned:?})"),
            Self::Custom(_) => formatter.write_str("Custom"),
        }
    }
}
