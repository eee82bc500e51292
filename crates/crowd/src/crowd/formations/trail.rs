//! The trail of a leader: where it went, back to where the last of its followers may be.

use voxnav::glam::DVec3;

/// The way that a leader went.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::crowd) struct Trail {
    /// The points, the oldest first.
    pub(in crate::crowd) points: Vec<DVec3>,
}

impl Trail {
    /// Takes note of where the leader is, if it is a step from where it was noted last; all that is farther back than a
    /// length is forgotten.
    pub(super) fn push(&mut self, at: DVec3, step: f64, length: f64) {
        let is_far = |last: &DVec3| last.distance(at) >= step;
        if self.points.last().is_none_or(is_far) {
            self.points.push(at);
        }
        let mut back = Back::from(self, at);
        while back.passed <= length && back.next() {}
        self.points.drain(..back.left);
    }

    /// Forgets the loop by which a leader came back to a point of its trail, if it is within a distance of one.
    pub(super) fn cut_loop(&mut self, at: DVec3, near: f64) {
        let crossing = self.crossing(at, near);
        if let Some(point) = crossing {
            self.points.truncate(point + 1);
        }
    }

    /// Returns the number of an earlier point within a distance, to which the way back is longer.
    pub(super) fn crossing(&self, at: DVec3, near: f64) -> Option<usize> {
        let mut back = Back::from(self, at);
        let mut found = None;
        while back.next() {
            if back.passed > 4.0 * near && back.at.distance(at) <= near {
                found = Some(back.left);
            }
        }
        found
    }

    /// Returns how far back on the trail an agent is: by the nearest point, and from there.
    pub(super) fn along(&self, head: DVec3, place: DVec3) -> f64 {
        let mut back = Back::from(self, head);
        let (mut nearest, mut along) = (head.distance(place), head.distance(place));
        while back.next() {
            let off = back.at.distance(place);
            if off < nearest {
                (nearest, along) = (off, back.passed + off);
            }
        }
        along
    }
}

/// A walk back along a trail from where the leader is.
pub(super) struct Back<'t> {
    trail: &'t Trail,
    /// The points that are left.
    left: usize,
    at: DVec3,
    /// The length of the way from the leader to the point.
    passed: f64,
    before: (DVec3, f64),
}

impl<'t> Back<'t> {
    pub(super) fn from(trail: &'t Trail, head: DVec3) -> Self {
        Self {
            trail,
            left: trail.points.len(),
            at: head,
            passed: 0.0,
            before: (head, 0.0),
        }
    }

    /// Goes to the next point; returns whether there is one.
    fn next(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.before = (self.at, self.passed);
        let to = self.trail.points[left];
        self.passed += to.distance(self.at);
        (self.at, self.left) = (to, left);
        true
    }

    /// Returns the point at a length from the leader, which is no less than that asked for before; `None` past the end.
    pub(super) fn point_at(&mut self, length: f64) -> Option<DVec3> {
        while self.passed < length {
            if !self.next() {
                return None;
            }
        }
        let (from, passed) = self.before;
        let way = self.passed - passed;
        let share = if way > 0.0 {
            ((length - passed) / way).clamp(0.0, 1.0)
        } else {
            1.0
        };
        Some(from.lerp(self.at, share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn straight() -> Trail {
        let mut trail = Trail::default();
        for number in 0..10 {
            trail.push(DVec3::X * f64::from(number), 1.0, 6.0);
        }
        trail
    }

    #[test]
    fn a_trail_is_walked_back_and_ends() {
        let trail = straight();
        let mut back = Back::from(&trail, DVec3::X * 9.5);
        let points = [0.25, 2.0, 5.5].map(|it| back.point_at(it));
        assert_eq!(points, [9.25, 7.5, 4.0].map(|it| Some(DVec3::X * it)));
        assert_eq!(back.point_at(8.0), None);
        let along = trail.along(DVec3::X * 9.5, DVec3::new(7.0, 1.0, 0.0));
        assert!((along - 3.5).abs() < 1e-12, "{along}");
    }

    #[test]
    fn one_that_turns_back_forgets_the_way_there() {
        let mut trail = straight();
        for back in [8.0, 7.0] {
            trail.push(DVec3::X * back, 1.0, 20.0);
        }
        trail.cut_loop(DVec3::X * 7.0, 0.4);
        assert_eq!(trail.points.last(), Some(&(DVec3::X * 7.0)));
        let mut back = Back::from(&trail, DVec3::X * 7.0);
        assert_eq!(back.point_at(2.0), Some(DVec3::X * 5.0));
    }
}
