//! Pieces of a way: lines and arcs, in world units.

use glam::DVec3;

/// A piece of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Piece {
    Line {
        from: DVec3,
        /// The direction, of length 1.
        ahead: DVec3,
        length: f64,
    },
    Arc {
        center: DVec3,
        /// The directions from the center to the begin, and ahead from there, of length 1.
        out: DVec3,
        ahead: DVec3,
        radius: f64,
        /// The angle in radians, at most half a turn.
        angle: f64,
    },
}

/// A point of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) position: DVec3,
    /// The direction, of length 1.
    pub(super) ahead: DVec3,
    /// The change of the direction by the length.
    pub(super) curvature: DVec3,
}

impl Piece {
    pub(super) fn length(&self) -> f64 {
        match self {
            Self::Line { length, .. } => *length,
            Self::Arc { radius, angle, .. } => radius * angle,
        }
    }

    /// Returns the point at a distance from the begin.
    pub(super) fn at(&self, along: f64) -> Place {
        match *self {
            Self::Line { from, ahead, .. } => Place {
                position: from + ahead * along,
                ahead,
                curvature: DVec3::ZERO,
            },
            Self::Arc {
                center,
                out,
                ahead,
                radius,
                ..
            } => {
                let (sin, cos) = libm::sincos(along / radius);
                let away = out * cos + ahead * sin;
                Place {
                    position: center + away * radius,
                    ahead: ahead * cos - out * sin,
                    curvature: -away / radius,
                }
            }
        }
    }

    /// Returns the largest part of the direction along an axis, of length 1, at any point.
    pub(super) fn steepest(&self, axis: DVec3) -> f64 {
        match *self {
            Self::Line { ahead, .. } => ahead.dot(axis).abs(),
            Self::Arc {
                out, ahead, angle, ..
            } => {
                // The part is a sine along the arc: largest at an end, or where the point is at the side of the axis.
                let (begin, across) = (ahead.dot(axis), -out.dot(axis));
                let (sin, cos) = libm::sincos(angle);
                let end = begin * cos + across * sin;
                let peak = libm::atan2(across, begin);
                let turns = [
                    peak,
                    peak + std::f64::consts::PI,
                    peak - std::f64::consts::PI,
                ];
                let is_inside = turns.iter().any(|it| (0.0..=angle).contains(it));
                let most = (begin * begin + across * across).sqrt();
                let inside = if is_inside { most } else { 0.0 };
                begin.abs().max(end.abs()).max(inside)
            }
        }
    }
}
