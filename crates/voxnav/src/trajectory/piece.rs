//! Pieces of a way: lines and arcs, in world units, or in cells while a way is made.

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
    /// Returns the line between two points; none between equal ones.
    pub(super) fn between(from: DVec3, to: DVec3) -> Option<Self> {
        let length = from.distance(to);
        (length > 0.0).then(|| Self::Line {
            from,
            ahead: (to - from) / length,
            length,
        })
    }

    /// Returns the part between two distances from the begin.
    pub(super) fn part(&self, [begin, end]: [f64; 2]) -> Self {
        match *self {
            Self::Line { ahead, .. } => Self::Line {
                from: self.at(begin).position,
                ahead,
                length: end - begin,
            },
            Self::Arc { center, radius, .. } => {
                let place = self.at(begin);
                Self::Arc {
                    center,
                    out: place.curvature * -radius,
                    ahead: place.ahead,
                    radius,
                    angle: (end - begin) / radius,
                }
            }
        }
    }

    /// Divides the piece evenly into so many parts at least, and returns the distances of both ends of each from the begin.
    pub(super) fn parts(&self, count: f64) -> impl Iterator<Item = [f64; 2]> + use<> {
        let (count, length) = (count.ceil().max(1.0), self.length());
        let numbers = std::iter::successors(Some(0.0), |number| Some(number + 1.0));
        let numbers = numbers.take_while(move |number| *number < count);
        numbers.map(move |number| [number, number + 1.0].map(|end| length * (end / count)))
    }

    /// Returns the lowest and the highest corner of a box around the part between two distances from the begin, of less
    /// than half a turn.
    pub(super) fn hull(&self, alongs: [f64; 2]) -> [DVec3; 2] {
        let [from, to] = alongs.map(|along| self.at(along).position);
        let (low, high) = (from.min(to), from.max(to));
        match *self {
            Self::Line { .. } => [low, high],
            Self::Arc { center, radius, .. } => {
                // The arc lies in the triangle of its ends and the corner of the tangents there.
                let half = (alongs[1] - alongs[0]) / radius / 2.0;
                let middle = self.at(f64::midpoint(alongs[0], alongs[1])).position;
                let corner = center + (middle - center) / libm::cos(half);
                [low.min(corner), high.max(corner)]
            }
        }
    }

    /// Returns the distance from the begin of the point nearest to a position.
    pub(super) fn nearest(&self, position: DVec3) -> f64 {
        let along = match *self {
            Self::Line { from, ahead, .. } => (position - from).dot(ahead),
            Self::Arc {
                center,
                out,
                ahead,
                radius,
                angle,
            } => {
                let away = position - center;
                let at = libm::atan2(away.dot(ahead), away.dot(out));
                // Behind the begin, or beyond the end: the nearer one of the two.
                let past = f64::midpoint(std::f64::consts::TAU, angle);
                let at = if at < 0.0 && at + std::f64::consts::TAU <= past {
                    angle
                } else {
                    at
                };
                at * radius
            }
        };
        along.clamp(0.0, self.length())
    }

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
