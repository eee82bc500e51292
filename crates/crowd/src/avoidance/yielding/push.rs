//! Pushes: bodies that are held push those in their way, and these push on.
//!
//! A body that gets nowhere pushes the one that is in its way, if that is of a lower rank: the pushed one takes over the
//! rank, leaves its own goal and gets out of the way, off the line of the other where it can and ahead of it where it
//! cannot. A body that is in its way in turn is pushed, too. So room is made through a crowd, and of two that stand
//! face to face one goes back. Where walls leave no room next to the line, it goes to the nearest place that is out of
//! the way of the other (`escape.rs`), and stays there until that has come through.
//!
//! Bodies that go somewhere come before those that stay, and those that may not leave their line before others, whatever
//! their priorities: they could not make way. Then ranks are by priority, the distance left to go, and the order of keys.
//!
//! # References
//!
//! Okumura, Machida, Défago, Tamura, "Priority inheritance with backtracking for iterative multi-agent path finding",
//! 2022: the same in discrete time.

use glam::DVec3;

use crate::avoidance::body::{Body, MotionGoal};
use crate::avoidance::id::BodyId;
use crate::avoidance::planes::separation::sideways;
use crate::avoidance::rank::Rank;
use crate::avoidance::solver::NeighborState;

/// A push that a body gives way to.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct Push {
    /// The rank that it takes over.
    pub(in crate::avoidance) rank: Rank,
    /// The one that pushes.
    pub(in crate::avoidance) by: BodyId,
    /// The next place on the way out of the way of the other, where it is narrow.
    pub(in crate::avoidance) to: Option<DVec3>,
    /// The direction in which the other goes, and the one out of its line; of length one, or zero.
    ahead: DVec3,
    beside: DVec3,
    /// The time for which it still does, in seconds.
    left: f64,
}

/// The time for which a body has to be held until it pushes, in seconds.
pub(in crate::avoidance) const PUSHES: f64 = 0.2;

/// The time for which a pushed body gets out of the way after the last push, in seconds.
const LASTS: f64 = 0.4;

/// The time after which a pushed body that is held tries another direction, in seconds.
const TRIES: f64 = 0.5;

/// The squared part of the distance by which another body may be off a line and count as straight ahead.
const STRAIGHT: f64 = 1e-6;

/// The parts of forward and lateral motion that it tries.
const WAYS: [[f64; 2]; 4] = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [1.0, -1.0]];

/// The share of the speed that it would reach below which a body is held.
pub(in crate::avoidance) const HELD: f64 = 0.3;

impl Push {
    /// Makes the push that a body gives one at `apart` from it. One that is pushed itself, for some time yet, pushes no
    /// longer than that.
    pub(in crate::avoidance) fn new(
        pusher: (BodyId, Option<Self>),
        seen: &NeighborState,
        apart: DVec3,
        up: DVec3,
        is_level: bool,
    ) -> Self {
        let flat = |vector: DVec3| {
            if is_level {
                vector - up * up.dot(vector)
            } else {
                vector
            }
        };
        let ahead = unit(flat(seen.wanted));
        let apart = flat(apart);
        let mut beside = apart - ahead * ahead.dot(apart);
        if beside.length_squared() <= STRAIGHT * apart.length_squared() {
            // Straight ahead: to its right, as it turns by itself. A way straight up or down has no right side.
            beside = up.cross(ahead);
            if beside.length_squared() <= STRAIGHT {
                beside = sideways(up);
            }
        }
        Self {
            rank: seen.rank.handed_on(),
            by: pusher.0,
            to: None,
            ahead,
            beside: unit(beside),
            left: pusher.1.map_or(LASTS, |push| push.left),
        }
    }

    /// Returns the shortest way out of the line of the other for a body at `apart` from it.
    pub(in crate::avoidance) fn aside(&self, apart: DVec3, radii: f64) -> DVec3 {
        self.beside * (radii - self.beside.dot(apart).max(0.0)).max(0.0)
    }

    /// Returns the push with the next place on the way out.
    pub(in crate::avoidance) fn with_way_out(self, to: Option<DVec3>) -> Self {
        Self { to, ..self }
    }

    /// Returns the push as it lasts from now on, to a place.
    pub(in crate::avoidance) fn renewed(self, to: Option<DVec3>) -> Self {
        let left = LASTS;
        Self { to, left, ..self }
    }

    /// Returns the place that a body held for some time makes way to, where it is narrow. A body kept from it by
    /// another that touches it at an angle backs off from that one every other time.
    pub(in crate::avoidance) fn place(&self, held: f64) -> Option<DVec3> {
        self.to.filter(|_| tried(held).is_multiple_of(2))
    }

    /// Returns the velocity that a body is pushed to, which has been held for some time, in a tick of some seconds.
    pub(in crate::avoidance) fn velocity(&self, body: &Body, held: f64, seconds: f64) -> DVec3 {
        if let Some(to) = self.place(held) {
            let goal = MotionGoal::move_to(to, body.max_speed);
            return Body { goal, ..*body }.wanted(seconds);
        }
        if self.to.is_some() {
            return self.ahead * body.max_speed;
        }
        let [ahead, beside] = WAYS[tried(held) % WAYS.len()];
        unit(self.ahead * ahead + self.beside * beside) * body.max_speed
    }

    /// Lets time pass, and returns the push while it lasts.
    pub(in crate::avoidance) fn after(self, seconds: f64) -> Option<Self> {
        let left = self.left - seconds;
        (left > 0.0).then_some(Self { left, ..self })
    }
}

/// Returns the number of directions that a body has tried in the time for which it has been held.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small"
)]
fn tried(held: f64) -> usize {
    (held / TRIES) as usize
}

fn unit(vector: DVec3) -> DVec3 {
    let length = vector.length_squared().sqrt();
    if length > 0.0 {
        vector / length
    } else {
        DVec3::ZERO
    }
}
