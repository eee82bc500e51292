//! Corners: arcs in space that is proved clear, or rests at which the agent turns.
//!
//! An arc lies in the hull of its ends and of the corner. It is looked at in short parts, each within the box around its
//! ends and the corner of its tangents: where the agent is clear everywhere in these boxes, it is clear on the arc.

use glam::DVec3;

use super::limits::{MotionLimits, TrajectoryError};
use super::piece::Piece;
use crate::following::SmoothPath;
use crate::smoothing::Space;

/// The length of the parts in which an arc is looked at, in cells.
const PART: f64 = 1.0 / 8.0;

/// The most parts of an arc; one with more is made smaller.
const MOST_PARTS: f64 = 65_536.0;

/// The number of times that a radius is halved before the agent rests at a corner.
const HALVINGS: u32 = 6;

/// The difference of two directions below which a corner is none.
const STRAIGHT: f64 = 1e-9;

/// A piece of a way, and the angle by which the agent turns on the spot at its begin, if it rests there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    pub(super) piece: Piece,
    pub(super) turn: Option<f64>,
}

/// A corner of a way, in cells: the directions to it and from it, and half of the angle between them.
#[derive(Clone, Copy, Debug)]
struct Corner {
    at: DVec3,
    into: DVec3,
    out: DVec3,
    /// The tangent of half the angle; infinite where the way turns back.
    tangent: f64,
}

/// An arc in cells.
#[derive(Clone, Copy, Debug)]
struct Arc {
    center: DVec3,
    /// The directions from the center to the begin, and ahead from there.
    out: DVec3,
    ahead: DVec3,
    radius: f64,
    angle: f64,
    /// The distance of both ends from the corner.
    trim: f64,
}

/// Returns the pieces of the way along a path.
pub(super) fn sections(
    path: &SmoothPath,
    limits: &MotionLimits,
    space: &Space<'_>,
) -> Result<Vec<Section>, TrajectoryError> {
    let points = path.line().points();
    let world = |point: DVec3| path.lattice().position_of(point) + path.anchor().offset();
    if let Some(ends) = points
        .windows(2)
        .find(|ends| !space.is_clear(ends[0], ends[1]))
    {
        let (from, to) = (world(ends[0]), world(ends[1]));
        return Err(TrajectoryError::Blocked { from, to });
    }
    let size = path.lattice().size();
    let mut sections = Vec::new();
    let (mut from, mut turn) = (points[0], None);
    let line_to = |from: DVec3, to: DVec3, turn| {
        let length = from.distance(to);
        (length > 0.0).then(|| Section {
            piece: Piece::Line {
                from: world(from),
                ahead: (to - from) / length,
                length: length * size,
            },
            turn,
        })
    };
    let last = points.len().saturating_sub(2);
    for (place, ends) in points.windows(3).enumerate() {
        let Some(corner) = Corner::of([ends[0], ends[1], ends[2]]) else {
            continue;
        };
        // What is left of a leg between two corners is shared evenly.
        let share = |is_end: bool| if is_end { 1.0 } else { 0.5 };
        let room = [
            ends[0].distance(ends[1]) * share(place == 0),
            ends[1].distance(ends[2]) * share(place + 2 == last + 1),
        ];
        let arc = if limits.turns_at_once() {
            None
        } else {
            corner.arc(room[0].min(room[1]), limits, (space, size))
        };
        let to = arc.map_or(corner.at, |arc| corner.at - corner.into * arc.trim);
        let line = line_to(from, to, turn.take());
        sections.extend(line);
        if let Some(arc) = arc {
            sections.push(Section {
                piece: arc.piece(world(arc.center), size),
                turn: None,
            });
            from = corner.at + corner.out * arc.trim;
        } else if limits.turns_at_once() {
            from = corner.at;
        } else if limits.turning_radius > 0.0 {
            let (at, radius) = (world(corner.at), limits.turning_radius);
            return Err(TrajectoryError::TooNarrow { at, radius });
        } else {
            from = corner.at;
            turn = Some(corner.angle());
        }
    }
    sections.extend(line_to(from, points[points.len() - 1], turn));
    Ok(sections)
}

impl Corner {
    /// Returns the corner of three points that follow each other, unless they lie on a line.
    fn of([before, at, after]: [DVec3; 3]) -> Option<Self> {
        let [into, out] = [at - before, after - at].map(DVec3::normalize);
        let (apart, along) = ((out - into).length(), (out + into).length());
        (apart > STRAIGHT).then(|| Self {
            at,
            into,
            out,
            tangent: if along > STRAIGHT {
                apart / along
            } else {
                f64::INFINITY
            },
        })
    }

    fn angle(&self) -> f64 {
        2.0 * libm::atan(self.tangent)
    }

    /// Returns the arc at a corner, as wide as is of use, as there is room on both legs, and as is clear.
    fn arc(
        &self,
        room: f64,
        limits: &MotionLimits,
        (space, size): (&Space<'_>, f64),
    ) -> Option<Arc> {
        let least = limits.turning_radius / size;
        let most = room / self.tangent;
        let wanted = (limits.wide_enough() / size).max(least).min(most);
        let radii = (0..=HALVINGS).map(|halvings| wanted * 0.5_f64.powi(halvings.cast_signed()));
        radii
            .map(|radius| radius.max(least))
            .filter(|&radius| radius > 0.0 && radius <= most)
            .map(|radius| self.arc_of(radius))
            .find(|arc| arc.is_clear(space))
    }

    fn arc_of(&self, radius: f64) -> Arc {
        let trim = radius * self.tangent;
        let inward = (self.out - self.into * self.into.dot(self.out)).normalize();
        Arc {
            center: self.at - self.into * trim + inward * radius,
            out: -inward,
            ahead: self.into,
            radius,
            angle: self.angle(),
            trim,
        }
    }
}

impl Arc {
    fn piece(&self, center: DVec3, size: f64) -> Piece {
        Piece::Arc {
            center,
            out: self.out,
            ahead: self.ahead,
            radius: self.radius * size,
            angle: self.angle,
        }
    }

    /// Returns the direction from the center to a point of the arc.
    fn away(&self, angle: f64) -> DVec3 {
        let (sin, cos) = libm::sincos(angle);
        self.out * cos + self.ahead * sin
    }

    /// Returns whether the agent is clear in all boxes around parts of the arc.
    fn is_clear(&self, space: &Space<'_>) -> bool {
        let parts = (self.radius * self.angle / PART).ceil().max(1.0);
        if parts > MOST_PARTS {
            return false;
        }
        let part = self.angle / parts;
        let tangents = self.radius / libm::cos(part / 2.0);
        let (mut number, mut from) = (0.0, self.center + self.out * self.radius);
        while number < parts {
            let middle = self.center + self.away((number + 0.5) * part) * tangents;
            number += 1.0;
            let to = self.center + self.away(number * part) * self.radius;
            let (low, high) = (from.min(to).min(middle), from.max(to).max(middle));
            if !space.is_clear_within(low, high) {
                return false;
            }
            from = to;
        }
        true
    }
}
