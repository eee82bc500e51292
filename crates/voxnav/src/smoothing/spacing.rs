//! Spacing: points along the segments, so that none is far from the next.

use glam::DVec3;

use super::clear::Space;
use super::polyline::on_grain;

/// The most halvings of one segment: a million parts.
const MOST_HALVINGS: u32 = 20;

/// Halves segments until none is longer than `at_most`, in cells.
///
/// The middle of a segment lies on it exactly while it is a multiple of the grain, which a clear
/// segment that touches something on either side needs. Where it is not, and the way over the
/// rounded middle is not clear, the segment stays whole.
pub(super) fn spaced(points: &[DVec3], space: &Space, at_most: f64) -> Vec<DVec3> {
    let mut done = vec![points[0]];
    for ends in points.windows(2) {
        let mut ahead = vec![(ends[1], 0)];
        let mut from = ends[0];
        while let Some(&(to, halvings)) = ahead.last() {
            if halvings < MOST_HALVINGS
                && from.distance(to) > at_most
                && let Some(middle) = middle(from, to, space)
            {
                ahead.pop();
                ahead.extend([(to, halvings + 1), (middle, halvings + 1)]);
            } else {
                done.push(to);
                from = to;
                ahead.pop();
            }
        }
    }
    done
}

/// Returns the middle of a segment, if it leaves the way as clear as it was.
fn middle(from: DVec3, to: DVec3, space: &Space) -> Option<DVec3> {
    let exact = from.midpoint(to);
    let middle = on_grain(exact);
    if middle == from || middle == to {
        return None;
    }
    let stays = middle == exact || space.is_clear(from, middle) && space.is_clear(middle, to);
    stays.then_some(middle)
}
