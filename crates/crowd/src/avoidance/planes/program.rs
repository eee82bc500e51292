//! The velocity nearest to a wanted one in half-spaces and a ball: a linear program in three dimensions.
//!
//! Half-spaces are added one by one; an answer that the next one excludes moves onto its plane, which is the same
//! problem one dimension lower. *Hard* half-spaces come first and hold always. Where the *soft* ones behind them
//! exclude everything, they are moved outward together, as little as will do.
//!
//! # References
//!
//! van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance", 2011, section 5; de Berg et al.,
//! "Computational Geometry", chapter 4. The order of half-spaces is the caller's instead of random: answers are
//! the same on every machine.

use glam::DVec3;

/// The set of vectors `v` with `normal . v <= offset`.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct HalfSpace {
    /// The direction out of the set, of length one.
    pub(in crate::avoidance) normal: DVec3,
    pub(in crate::avoidance) offset: f64,
}

/// The length of a cross product of unit normals below which two planes count as parallel.
const PARALLEL: f64 = 1e-7;

/// The part of the radius by which rounding may put a vector out of a half-space on whose border it is.
const ROUNDING: f64 = 1e-14;

/// The objective of a program.
#[derive(Clone, Copy, Debug)]
enum Objective {
    /// Come as near to the vector as possible.
    Near(DVec3),
    /// Go as far as possible in the direction, of length one.
    Far(DVec3),
}

/// The memory of programs, kept from one to the next.
#[derive(Debug, Default)]
pub(in crate::avoidance) struct Scratch {
    projected: Vec<HalfSpace>,
}

/// Returns the vector of length at most `radius` nearest to `wanted` in all half-spaces, of which the first `hard` are
/// never given up: the zero vector must be in those.
pub(in crate::avoidance) fn nearest(
    wanted: DVec3,
    radius: f64,
    planes: &[HalfSpace],
    hard: usize,
    scratch: &mut Scratch,
) -> DVec3 {
    match within(planes, radius, Objective::Near(wanted)) {
        Ok(best) => best,
        // Only rounding makes the hard ones exclude zero.
        Err((first, _)) if first < hard => DVec3::ZERO,
        Err((first, best)) => relaxed(planes, hard, first, radius, best, scratch),
    }
}

/// Returns the best vector, or the first half-space that leaves none and the best one without it.
fn within(planes: &[HalfSpace], radius: f64, aim: Objective) -> Result<DVec3, (usize, DVec3)> {
    let mut best = match aim {
        Objective::Far(direction) => direction * radius,
        Objective::Near(wanted) => shortened(wanted, radius),
    };
    for (number, plane) in planes.iter().enumerate() {
        if plane.normal.dot(best) > plane.offset {
            match on_plane(plane, &planes[..number], radius, aim) {
                Some(found) => best = found,
                None => return Err((number, best)),
            }
        }
    }
    Ok(best)
}

/// Returns a vector made no longer than the radius.
pub(in crate::avoidance) fn shortened(vector: DVec3, radius: f64) -> DVec3 {
    let squared = vector.length_squared();
    if squared > radius * radius {
        vector * (radius / squared.sqrt())
    } else {
        vector
    }
}

/// Returns the best vector on a plane in the half-spaces before it.
fn on_plane(plane: &HalfSpace, before: &[HalfSpace], radius: f64, aim: Objective) -> Option<DVec3> {
    if plane.offset.abs() > radius {
        return None;
    }
    let center = plane.normal * plane.offset;
    let disc = radius * radius - plane.offset * plane.offset;
    let mut best = match aim {
        Objective::Far(direction) => {
            let along = direction - plane.normal * direction.dot(plane.normal);
            let squared = along.length_squared();
            if squared <= PARALLEL * PARALLEL {
                center
            } else {
                center + along * (disc / squared).sqrt()
            }
        }
        Objective::Near(wanted) => {
            let foot = wanted + plane.normal * (plane.offset - plane.normal.dot(wanted));
            if foot.length_squared() > radius * radius {
                let along = foot - center;
                center + along * (disc / along.length_squared()).sqrt()
            } else {
                foot
            }
        }
    };
    for (number, other) in before.iter().enumerate() {
        if other.normal.dot(best) <= other.offset {
            continue;
        }
        let cross = other.normal.cross(plane.normal);
        let squared = cross.length_squared();
        if squared <= PARALLEL * PARALLEL {
            return None;
        }
        let direction = cross / squared.sqrt();
        let within = plane.normal.cross(direction);
        let slope = other.normal.dot(within);
        let point = center + within * ((other.offset - other.normal.dot(center)) / slope);
        best = on_line(point, direction, &before[..number], radius, aim)?;
    }
    Some(best)
}

/// Returns the best vector on a line in half-spaces.
fn on_line(
    point: DVec3,
    direction: DVec3,
    planes: &[HalfSpace],
    radius: f64,
    aim: Objective,
) -> Option<DVec3> {
    let middle = point.dot(direction);
    let discriminant = middle * middle + radius * radius - point.length_squared();
    if discriminant < 0.0 {
        return None;
    }
    let (half, rounding) = (discriminant.sqrt(), radius * ROUNDING);
    let (mut low, mut high) = (-middle - half, -middle + half);
    for plane in planes {
        let room = plane.offset - plane.normal.dot(point);
        let slope = plane.normal.dot(direction);
        if slope.abs() <= PARALLEL {
            if room < -rounding {
                return None;
            }
            continue;
        }
        let at = room / slope;
        if slope > 0.0 {
            high = high.min(at);
        } else {
            low = low.max(at);
        }
        if low > high + rounding {
            return None;
        }
    }
    let along = match aim {
        Objective::Far(toward) if toward.dot(direction) > 0.0 => high,
        Objective::Far(_) => low,
        Objective::Near(wanted) => (wanted - point).dot(direction).max(low).min(high),
    };
    Some(point + direction * along)
}

/// Returns the vector in the hard half-spaces that leaves the soft ones by as little as possible, from the first soft
/// one that leaves nothing on.
fn relaxed(
    planes: &[HalfSpace],
    hard: usize,
    first: usize,
    radius: f64,
    mut best: DVec3,
    scratch: &mut Scratch,
) -> DVec3 {
    let mut distance = 0.0;
    for number in first..planes.len() {
        let plane = &planes[number];
        if plane.normal.dot(best) - plane.offset <= distance {
            continue;
        }
        let projected = &mut scratch.projected;
        projected.clear();
        projected.extend_from_slice(&planes[..hard]);
        // Where another soft one is left by as much: a vector has to be on its better side.
        projected.extend(
            planes[hard..number]
                .iter()
                .filter_map(|other| equal_depth(plane, other)),
        );
        if let Ok(found) = within(projected, radius, Objective::Far(-plane.normal)) {
            best = found;
        }
        distance = plane.normal.dot(best) - plane.offset;
    }
    best
}

/// Returns the vectors that leave `other` by no more than `plane`; `None` where all that matter do.
fn equal_depth(plane: &HalfSpace, other: &HalfSpace) -> Option<HalfSpace> {
    let difference = other.normal - plane.normal;
    let squared = difference.length_squared();
    if squared <= PARALLEL * PARALLEL {
        return None;
    }
    let length = squared.sqrt();
    Some(HalfSpace {
        normal: difference / length,
        offset: (other.offset - plane.offset) / length,
    })
}
