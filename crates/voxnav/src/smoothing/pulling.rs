//! Fewer points: those that turn nothing, those near the chain without them, and string pulling.

use glam::DVec3;

use super::clear::Space;

/// Returns the points at which the chain turns. The segments cover what they covered before.
pub(super) fn without_collinear(points: &[DVec3]) -> Vec<DVec3> {
    turns(points).into_iter().map(|turn| points[turn]).collect()
}

/// Returns the places of the points at which the chain turns, with both ends.
fn turns(points: &[DVec3]) -> Vec<usize> {
    let mut turns = vec![0];
    for place in 1..points.len() {
        let straight = points.get(place + 1).is_some_and(|&next| {
            let point = points[place];
            let (before, after) = (point - points[place - 1], next - point);
            // Exact for the cells of a path, whose differences are small integers.
            before.cross(after) == DVec3::ZERO && before.dot(after) > 0.0
        });
        if !straight {
            turns.push(place);
        }
    }
    turns
}

/// Simplifies by the rule of Ramer, Douglas and Peucker: of the points between two kept ones those
/// go that lie within the tolerance of the segment between the two, if that segment is clear.
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
        if distance <= tolerance && space.may_replace(&[from, to], &points[first..=last]) {
            kept.push(to);
        } else {
            ranges.push((first + farthest, last));
            ranges.push((first, first + farthest));
        }
    }
    kept
}

/// Returns the inner point farthest from the segment between the ends, with its distance; the
/// middle one if all lie on it.
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

/// Returns the point of a segment nearest to a point.
pub(crate) fn foot(point: DVec3, from: DVec3, to: DVec3) -> DVec3 {
    let along = to - from;
    let squared = along.length_squared();
    if squared <= 0.0 {
        return from;
    }
    from + along * ((point - from).dot(along) / squared).clamp(0.0, 1.0)
}

/// Leads from each kept point straight to the farthest one that was found in sight: first the end
/// of the straight run that it is on, then farther turns by doubling how many are skipped and by
/// halving, then the points before the first turn out of sight. Sight is not monotone, so that a
/// farther one may be missed; every segment is clear or lies on one of the chain.
pub(super) fn pulled(points: &[DVec3], space: &Space) -> Vec<DVec3> {
    let turns = turns(points);
    let last = turns.len() - 1;
    let mut kept = vec![points[0]];
    let (mut here, mut turn) = (0, 0);
    while here < turns[last] {
        let is_in_sight =
            |there: usize| space.may_replace(&[points[here], points[there]], &points[here..=there]);
        // The first turn ahead.
        while turns[turn] <= here {
            turn += 1;
        }
        let (mut near, mut far, mut skip) = (turn, last + 1, 1);
        while near < last {
            let there = (turn + skip).min(last);
            if !is_in_sight(turns[there]) {
                far = there;
                break;
            }
            near = there;
            skip *= 2;
        }
        let near = farthest(near, far, |there| is_in_sight(turns[there]));
        here = match turns.get(near + 1) {
            Some(&beyond) => farthest(turns[near], beyond, is_in_sight),
            None => turns[near],
        };
        kept.push(points[here]);
    }
    kept
}

/// Returns the largest number from `near` to below `far` that satisfies, if those that do not
/// follow those that do, and `near` does.
fn farthest(mut near: usize, mut far: usize, satisfies: impl Fn(usize) -> bool) -> usize {
    while near + 1 < far {
        let middle = near.midpoint(far);
        if satisfies(middle) {
            near = middle;
        } else {
            far = middle;
        }
    }
    near
}
