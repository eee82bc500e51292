//! The moves that conflict whatever their times are, worked out exactly in integers; among cells that are no cubes in `f64`.
//!
//! Two bodies that each may be anywhere on a segment are as near as the segments are. The square of the distance of two
//! segments with integer ends is a fraction: it is least between two inner points, where the lines are skew or cross, or
//! at an end of one of them.

use voxnav::glam::{I64Vec3, IVec3};

use crate::mapf::options::CollisionModel;
use crate::mapf::step::conflicts::from_point;
use crate::mapf::uneven;

/// A move from a cell by an offset.
pub(super) type Sweep = (IVec3, IVec3);

/// Returns whether bodies that may be anywhere on their segments conflict somewhere; `scale` is the side of a cell.
pub(super) fn conflict(bodies: CollisionModel, one: Sweep, other: Sweep, scale: i64) -> bool {
    let [(a, u), (b, v)] = [one, other].map(|(from, by)| (from.as_i64vec3(), by.as_i64vec3()));
    if let CollisionModel::Balls(radius) = bodies
        && !radius.shape().is_cubic()
    {
        let apart = other.0 - one.0;
        return uneven::segments_conflict(radius, apart, [one.1, other.1], f64::from(scale as i32));
    }
    let apart = b - a;
    let is_near = |squared| bodies.conflict_at(squared, scale);
    is_near(from_point(-apart, v))
        || is_near(from_point(u - apart, v))
        || is_near(from_point(apart, u))
        || is_near(from_point(apart + v, u))
        || between_lines(apart, u, v).is_some_and(is_near)
}

/// Returns the square of the distance of the lines of two segments, where that lies within both.
fn between_lines(apart: I64Vec3, u: I64Vec3, v: I64Vec3) -> Option<(i128, i128)> {
    let normal = u.cross(v);
    let squared = normal.dot(normal);
    let [s, t] = [apart.cross(v), apart.cross(u)].map(|it| it.dot(normal));
    let is_within = squared > 0 && (0..=squared).contains(&s) && (0..=squared).contains(&t);
    let height = i128::from(apart.dot(normal));
    is_within.then(|| (height * height, squared.into()))
}
