//! Fewer points: those that turn nothing, those near the chain without them, and string pulling.

use glam::DVec3;

use super::clear::Space;

/// The points at which the chain turns. The segments cover what they covered before.
pub(super) fn without_collinear(points: &[DVec3]) -> Vec<DVec3> {
    let mut kept: Vec<DVec3> = Vec::with_capacity(points.len());
    for (index, &point) in points.iter().enumerate() {
        let next = points.get(index + 1);
        let turns = match (kept.last(), next) {
            (Some(&last), Some(&next)) => {
                let (before, after) = (point - last, next - point);
                // Exact for the cells of a path, whose differences are small integers.
                before.cross(after) != DVec3::ZERO || before.dot(after) <= 0.0
            }
            _ => true,
        };
        if turns {
            kept.push(point);
        }
    }
    kept
}

/// Ramer, Douglas and Peucker: of the points between two kept ones those go that lie within the
/// tolerance of the segment between the two, if that segment is clear.
pub(super) fn simplified(points: &[DVec3], space: &Space, tolerance: f64) -> Vec<DVec3> {
    let mut kept = vec![points[0]];
    // Ranges still to be done, the first on top.
    let mut ranges = vec![(0, points.len() - 1)];
    while let Some((first, last)) = ranges.pop() {
        let (from, to) = (points[first], points[last]);
        if last <= first + 1 {
            if last > first {
                kept.push(to);
            }
            continue;
        }
        let (farthest, distance) = farthest_between(&points[first..=last]);
        if distance <= tolerance && space.is_clear(from, to) {
            kept.push(to);
        } else {
            ranges.push((first + farthest, last));
            ranges.push((first, first + farthest));
        }
    }
    kept
}

/// The inner point farthest from the segment between the ends, with its distance; the middle one if
/// all lie on it.
fn farthest_between(points: &[DVec3]) -> (usize, f64) {
    let (from, to) = (points[0], points[points.len() - 1]);
    let mut farthest = (points.len() / 2, 0.0);
    for (index, &point) in points.iter().enumerate().skip(1).rev().skip(1) {
        let distance = point.distance(foot(point, from, to));
        if distance > farthest.1 {
            farthest = (index, distance);
        }
    }
    farthest
}

/// The point of a segment nearest to a point.
pub(crate) fn foot(point: DVec3, from: DVec3, to: DVec3) -> DVec3 {
    let along = to - from;
    let squared = along.length_squared();
    if squared <= 0.0 {
        return from;
    }
    from + along * ((point - from).dot(along) / squared).clamp(0.0, 1.0)
}

/// From each kept point straight to the farthest one that was found in sight: by doubling the
/// number of points skipped until one is out of sight, then by halving. Sight is not monotone, so
/// that a farther one may be missed; every segment is clear or was one of the chain.
pub(super) fn pulled(points: &[DVec3], space: &Space) -> Vec<DVec3> {
    let last = points.len() - 1;
    let mut kept = vec![points[0]];
    let mut here = 0;
    while here < last {
        let is_in_sight = |there: usize| space.is_clear(points[here], points[there]);
        let (mut near, mut far) = (here + 1, last + 1);
        let mut skip = 2;
        while near < last {
            let there = (here + skip).min(last);
            if !is_in_sight(there) {
                far = there;
                break;
            }
            near = there;
            skip *= 2;
        }
        while near + 1 < far {
            let middle = near.midpoint(far);
            if is_in_sight(middle) {
                near = middle;
            } else {
                far = middle;
            }
        }
        kept.push(points[near]);
        here = near;
    }
    kept
}
