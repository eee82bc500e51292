//! The speeds along a way, and the phases of its least time.
//!
//! Each piece has a greatest speed. From the end back, a speed is allowed from which the agent slows down in time; from the
//! start on, it is as fast as it gets and as is allowed. For limits of acceleration that is the least time, since no speed
//! can be higher anywhere; with jerk, it is the least in which there is no acceleration where pieces meet.
//!
//! Source: Bobrow, Dubowsky, Gibson, "Time-Optimal Control of Robotic Manipulators Along Specified Paths", International
//! Journal of Robotics Research 4(3), 1985.

use super::ramp::{Ramp, Stretch, largest};

/// A piece of the way as timing sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) length: f64,
    /// The greatest speed on it, above zero.
    pub(super) most: f64,
    /// The greatest speed at its begin.
    pub(super) most_at_begin: f64,
}

/// The limits of changes of speed, up and down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ramps {
    pub(super) up: Ramp,
    pub(super) down: Ramp,
}

/// A part of the time in which the jerk stays as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Phase {
    /// The time at its begin.
    pub(super) begin: f64,
    /// The place in the list of pieces.
    pub(super) piece: usize,
    /// The distance from the begin of the piece, and its changes, at the begin of the phase.
    pub(super) along: f64,
    pub(super) speed: f64,
    pub(super) acceleration: f64,
    pub(super) jerk: f64,
    /// A sixth of the jerk: states are asked for more often than phases are made.
    pub(super) sixth: f64,
}

impl Ramps {
    /// Returns the speeds where parts meet: at the begin of each of them, and at the end, where a speed is the greatest.
    pub(super) fn speeds(&self, parts: &[Part], [start, end]: [f64; 2]) -> Vec<f64> {
        let mut allowed = vec![end; parts.len() + 1];
        for (place, part) in parts.iter().enumerate().rev() {
            let next = allowed[place + 1].min(part.most);
            allowed[place + 1] = next;
            let in_time = self.down.fastest(next, part.length);
            allowed[place] = in_time.min(part.most).min(part.most_at_begin);
        }
        let mut speeds = vec![start];
        let mut speed = start;
        for (part, ends) in parts.iter().zip(allowed.windows(2)) {
            speed = if speed <= ends[0] {
                self.up.fastest(speed, part.length).min(ends[1])
            } else if self.down.length(speed, ends[1]) <= part.length {
                ends[1]
            } else {
                self.down.slowest(speed, part.length)
            };
            speeds.push(speed);
        }
        speeds
    }

    /// Adds the phases of a part between two speeds, and returns the time at their end.
    pub(super) fn push_phases(
        &self,
        (part, piece): (&Part, usize),
        [from, to]: [f64; 2],
        begin: f64,
        phases: &mut Vec<Phase>,
    ) -> f64 {
        let least = from.max(to);
        let most = largest(least, part.most.max(least), |most| {
            self.up.length(from, most) + self.down.length(most, to) <= part.length
        });
        let changes = self.up.length(from, most) + self.down.length(most, to);
        let cruise = Stretch {
            seconds: (part.length - changes).max(0.0) / most,
            acceleration: 0.0,
            jerk: 0.0,
        };
        let up = self.up.stretches(from, most).map(|it| (it, None));
        let down = self.down.stretches(most, to).map(|it| (it, None));
        let mut at = Phase {
            begin,
            piece,
            along: 0.0,
            speed: from,
            acceleration: 0.0,
            jerk: 0.0,
            sixth: 0.0,
        };
        for (stretch, speed) in up.chain([(cruise, Some(most))]).chain(down) {
            at.speed = speed.unwrap_or(at.speed);
            (at.acceleration, at.jerk) = (stretch.acceleration, stretch.jerk);
            at.sixth = stretch.jerk / 6.0;
            if stretch.seconds > 0.0 {
                phases.push(at);
                at = at.after(stretch.seconds);
            }
        }
        at.begin
    }
}

impl Phase {
    /// Returns the phase as it would begin some seconds later.
    pub(super) fn after(&self, seconds: f64) -> Self {
        let Self {
            along,
            speed,
            acceleration,
            jerk,
            sixth,
            ..
        } = *self;
        Self {
            begin: self.begin + seconds,
            along: along + seconds * (speed + seconds * (acceleration / 2.0 + seconds * sixth)),
            speed: speed + seconds * (acceleration + seconds * (jerk / 2.0)),
            acceleration: acceleration + seconds * jerk,
            ..*self
        }
    }
}
