//! The moves that conflict whatever their times are, worked out exactly in integers.
//!
//! Two bodies that each may be anywhere on a segment are as near as the segments are. The square of the distance of two
//! segments with integer ends is a fraction: it is least between two inner points, where the lines are skew or cross, or
//! at an end of one of them.

use voxnav::glam::{I64Vec3, IVec3};

use crate::together::options::Bodies;

/// A move from a cell by an offset.
pub(super) type Sweep = (IVec3, IVec3);

/// Returns whether bodies that may be anywhere on their segments conflict somewhere; `scale` is the side of a cell.
pub(super) fn conflict(bodies: Bodies, one: Sweep, other: Sweep, scale: i64) -> bool {
    let [(a, u), (b, v)] = [one, other].map(|(from, by)| (from.as_i64vec3(), by.as_i64vec3()));
    let apart = b - a;
    let (threshold, parts) = match bodies {
        Bodies::Points => (0, 1),
        Bodies::Balls(radius) => {
            let (numerator, denominator) = radius.parts();
            let twice = 2 * i128::from(numerator) * i128::from(scale);
            (twice * twice, i128::from(denominator).pow(2))
        }
    };
    let is_near = |(squared, under): (i128, i128)| match bodies {
        Bodies::Points => squared == 0,
        Bodies::Balls(_) => squared * parts < threshold * under,
    };
    is_near(from_point(-apart, v))
        || is_near(from_point(u - apart, v))
        || is_near(from_point(apart, u))
        || is_near(from_point(apart + v, u))
        || between_lines(apart, u, v).is_some_and(is_near)
}

/// Returns the square of the distance of a point from a segment that begins at the origin, as a fraction.
fn from_point(point: I64Vec3, by: I64Vec3) -> (i128, i128) {
    let (length, along) = (by.dot(by), point.dot(by));
    let (squared, parts) = if along <= 0 {
        (point.dot(point), 1)
    } else if along >= length {
        let beyond = point - by;
        (beyond.dot(beyond), 1)
    } else {
        (point.dot(point) * length - along * along, length)
    };
    (squared.into(), parts.into())
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

/// Returns the number of cells along each axis within which another move that conflicts with one begins.
pub(super) fn reach(bodies: Bodies) -> i32 {
    match bodies {
        Bodies::Points => 2,
        Bodies::Balls(radius) => {
            let (numerator, denominator) = radius.parts();
            (2 * numerator).div_ceil(denominator) as i32 + 2
        }
    }
}
