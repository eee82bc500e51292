//! Shortening: points move toward the straight line between their neighbors, as far as the way
//! stays clear.

use glam::DVec3;

use super::clear::Space;
use super::pulling::foot;

/// The unit, in cells, of the moves of points: 2^-8, which leaves later steps bits to divide
/// segments exactly.
const STRIDE: f64 = 1.0 / 256.0;

/// The most sweeps over all points before giving up on the tolerance.
const MOST_ROUNDS: usize = 16;

/// The directions in which a point is moved, as what is left of the one toward the straight line:
/// at once, then along faces and edges of what is in the way, which are parallel to the axes.
const SLIDES: [DVec3; 7] = [
    DVec3::ONE,
    DVec3::new(1.0, 1.0, 0.0),
    DVec3::new(1.0, 0.0, 1.0),
    DVec3::new(0.0, 1.0, 1.0),
    DVec3::X,
    DVec3::Y,
    DVec3::Z,
];

/// Returns the chain drawn tight, until a round over all points gains less than the tolerance, in
/// cells.
pub(super) fn shortened(points: &[DVec3], space: &Space, tolerance: f64) -> Vec<DVec3> {
    let mut points = points.to_vec();
    for _ in 0..MOST_ROUNDS {
        let mut gained = drop_superfluous(&mut points, space);
        for index in 1..points.len().saturating_sub(1) {
            gained += tighten(&mut points[index - 1..=index + 1], space, tolerance);
        }
        if gained <= tolerance {
            break;
        }
    }
    drop_superfluous(&mut points, space);
    points
}

/// Drops every point whose neighbors see each other, and returns the length saved.
fn drop_superfluous(points: &mut Vec<DVec3>, space: &Space) -> f64 {
    let mut gained = 0.0;
    let mut kept: Vec<DVec3> = Vec::with_capacity(points.len());
    for index in 0..points.len() {
        let point = points[index];
        if let (Some(&before), Some(&after)) = (kept.last(), points.get(index + 1))
            && space.may_replace(&[before, after], &[before, point, after])
        {
            gained += detour([before, point, after]);
        } else {
            kept.push(point);
        }
    }
    *points = kept;
    gained
}

/// Returns how much longer the way over the middle point is than the straight one.
fn detour([before, point, after]: [DVec3; 3]) -> f64 {
    before.distance(point) + point.distance(after) - before.distance(after)
}

/// Moves the middle of three points and returns the length saved.
fn tighten(points: &mut [DVec3], space: &Space, tolerance: f64) -> f64 {
    let [before, start, after] = [points[0], points[1], points[2]];
    let old = [before, start, after];
    let is_clear = |point| space.may_replace(&[before, point, after], &old);
    if detour(old) <= tolerance || !is_clear(start) {
        return 0.0;
    }
    let mut point = start;
    for slide in SLIDES {
        let offset = (foot(point, before, after) - point) * slide;
        let longest = offset.abs().max_element();
        // How many strides at most: halved until the last one is decided.
        let (mut clear, mut beyond) = (0.0, (longest / STRIDE).floor() + 1.0);
        let at = |strides: f64| on_stride(point + offset * (strides * STRIDE / longest));
        let mut best = point;
        while clear + 1.0 < beyond {
            let middle = f64::midpoint(clear, beyond).floor();
            let moved = at(middle);
            let shorter = detour([before, moved, after]) < detour([before, best, after]);
            if shorter && is_clear(moved) {
                (clear, best) = (middle, moved);
            } else {
                beyond = middle;
            }
        }
        point = best;
    }
    points[1] = point;
    detour([before, start, after]) - detour([before, point, after])
}

fn on_stride(point: DVec3) -> DVec3 {
    (point / STRIDE).round() * STRIDE
}
