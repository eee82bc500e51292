//! Reciprocal half-spaces: velocities with which two bodies do not meet within a time, if both do their share.
//!
//! # References
//!
//! van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance", 2011, section 4.

use glam::DVec3;

use super::program::HalfSpace;

/// Two bodies as one sees the other.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct Encounter {
    /// The other's position, from this one's.
    pub(in crate::avoidance) apart: DVec3,
    /// Velocity of this one.
    pub(in crate::avoidance) velocity: DVec3,
    /// Velocity of this one, from that of the other.
    pub(in crate::avoidance) relative: DVec3,
    /// The sum of the radii.
    pub(in crate::avoidance) radii: f64,
    /// The part of the way out that this one takes, where they would meet.
    pub(in crate::avoidance) share: f64,
    /// The part of the room for changes that this one has, where they would not.
    pub(in crate::avoidance) room: f64,
}

impl Encounter {
    /// Returns the velocities that keep the two apart for `horizon` seconds; from an overlap, those that end it
    /// within the `tick`.
    pub(in crate::avoidance) fn half_space(&self, horizon: f64, tick: f64) -> Option<HalfSpace> {
        let squared = self.apart.length_squared();
        let radii = self.radii * self.radii;
        let (normal, way) = if squared <= radii {
            self.out_of_ball(tick)?
        } else {
            let from_end = self.relative - self.apart / horizon;
            let ahead = from_end.dot(self.apart);
            if ahead < 0.0 && ahead * ahead > radii * from_end.length_squared() {
                self.out_of_ball(horizon)?
            } else {
                self.out_of_cone(squared, radii)?
            }
        };
        // The paper's half-space is the other side of this one's: velocities v with normal . (v - point) >= 0.
        let share = if way > 0.0 { self.share } else { self.room };
        let point = self.velocity + normal * (way * share);
        Some(HalfSpace {
            normal: -normal,
            offset: -normal.dot(point),
        })
    }

    /// Returns the way out of the ball of relative velocities that lead together at a time.
    fn out_of_ball(&self, time: f64) -> Option<(DVec3, f64)> {
        let from_center = self.relative - self.apart / time;
        let length = from_center.length_squared().sqrt();
        (length > 0.0).then(|| (from_center / length, self.radii / time - length))
    }

    /// Returns the way out of the cone of relative velocities that lead together at all.
    fn out_of_cone(&self, squared: f64, radii: f64) -> Option<(DVec3, f64)> {
        let along = self.apart.dot(self.relative);
        let across = self.apart.cross(self.relative).length_squared();
        let rest = self.relative.length_squared() - across / (squared - radii);
        let root = (along * along - squared * rest).max(0.0).sqrt();
        let time = (along + root) / squared;
        let from_axis = self.relative - self.apart * time;
        let length = from_axis.length_squared().sqrt();
        (length > 0.0).then(|| (from_axis / length, self.radii * time - length))
    }
}
