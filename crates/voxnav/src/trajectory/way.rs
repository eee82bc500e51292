//! Ways: the pieces that an agent passes one after another, and the law of its time on each.

use glam::DVec3;

use super::limits::{MotionLimits, TrajectoryError};
use super::piece::{Piece, Place};

/// The difference of two directions below which they are one.
pub(super) const STRAIGHT: f64 = 1e-9;

/// The law of the time on a piece of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Law {
    /// The agent goes within its limits, and no faster than a speed.
    Within { speed: f64 },
    /// The agent is thrown up, so that it stops at the end.
    Rise,
    /// The agent falls from rest.
    Fall,
    /// The agent is carried evenly, for some seconds.
    Carried { seconds: f64 },
}

/// A piece of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Section {
    pub(super) piece: Piece,
    pub(super) law: Law,
    /// The number of the leg of a route that it is on.
    pub(super) leg: usize,
    /// The angle by which the agent turns on the spot at the begin, if it rests there.
    pub(super) turn: Option<f64>,
}

/// A way that is being made.
#[derive(Clone, Debug)]
pub(crate) struct Way<'l> {
    pub(super) limits: &'l MotionLimits,
    pub(super) sections: Vec<Section>,
    leg: usize,
}

impl Law {
    /// Returns whether the agent rests at both ends, whatever its limits.
    pub(super) fn is_own(&self) -> bool {
        !matches!(self, Self::Within { .. })
    }

    /// Returns the speed at the begin, the acceleration and the seconds of a law of its own over a length.
    pub(super) fn motion(&self, length: f64, gravity: f64) -> Option<[f64; 3]> {
        let (fast, seconds) = (
            (2.0 * gravity * length).sqrt(),
            (2.0 * length / gravity).sqrt(),
        );
        match *self {
            Self::Within { .. } => None,
            Self::Rise => Some([fast, -gravity, seconds]),
            Self::Fall => Some([0.0, gravity, seconds]),
            Self::Carried { seconds } => Some([length / seconds, 0.0, seconds]),
        }
    }
}

impl<'l> Way<'l> {
    /// Makes a way of no pieces yet.
    ///
    /// # Errors
    ///
    /// As [`MotionLimits::check`].
    pub(crate) fn new(limits: &'l MotionLimits) -> Result<Self, TrajectoryError> {
        limits.check()?;
        Ok(Self {
            limits,
            sections: Vec::new(),
            leg: 0,
        })
    }

    /// Returns the greatest speed.
    pub(crate) fn speed(&self) -> f64 {
        self.limits.speed
    }

    /// Puts the pieces that follow on the next leg.
    pub(crate) fn end_leg(&mut self) {
        self.leg += 1;
    }

    /// Adds a straight line in world units; none between equal points.
    pub(crate) fn go(&mut self, [from, to]: [DVec3; 2], law: Law) -> Result<(), TrajectoryError> {
        Piece::between(from, to).map_or(Ok(()), |line| self.push(line, law))
    }

    /// Adds a piece. Where it does not lead on straight, the agent rests and turns, if it has to.
    pub(super) fn push(&mut self, piece: Piece, law: Law) -> Result<(), TrajectoryError> {
        let turn = match self.sections.last() {
            Some(before) if !before.law.is_own() && !law.is_own() => {
                let into = before.piece.at(before.piece.length()).ahead;
                self.turn(into, piece.at(0.0))?
            }
            _ => None,
        };
        let leg = self.leg;
        self.sections.push(Section {
            piece,
            law,
            leg,
            turn,
        });
        Ok(())
    }

    fn turn(&self, into: DVec3, out: Place) -> Result<Option<f64>, TrajectoryError> {
        let (apart, along) = ((out.ahead - into).length(), (out.ahead + into).length());
        if apart <= STRAIGHT || self.limits.turns_at_once() {
            return Ok(None);
        }
        let (at, radius) = (out.position, self.limits.turning_radius);
        if radius > 0.0 {
            return Err(TrajectoryError::TooNarrow { at, radius });
        }
        Ok(Some(2.0 * libm::atan2(apart, along)))
    }
}
