//! Corners: arcs in space that is proved clear, or rests at which the agent turns.
//!
//! All of it is in longest sides of a cell, in which arcs are round whatever the sides of cells are.
//!
//! An arc is looked at in short parts, each within the [`hull`](Piece::hull) of the part: where the agent is clear
//! everywhere in these boxes, it is clear on the arc.

use glam::DVec3;

use super::limits::{MotionLimits, TrajectoryError};
use super::piece::Piece;
use super::walls::{Nearness, Walls};
use super::way::{Law, STRAIGHT, Way};
use crate::following::Course;
use crate::routes::questions::sides::shape_of_cells;
use crate::smoothing::Space;

/// The length of the parts in which an arc is looked at, in sides of a cell.
const PART: f64 = 1.0 / 8.0;

/// The most parts of an arc; one with more is made smaller.
const MOST_PARTS: f64 = 65_536.0;

/// The number of times that a radius is halved before the agent rests at a corner.
const HALVINGS: u32 = 6;

/// A corner of a way: the directions to it and from it, and half of the angle between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    at: DVec3,
    into: DVec3,
    out: DVec3,
    /// The tangent of half the angle; infinite where the way turns back.
    tangent: f64,
}

/// An arc, and the distance of both its ends from the corner.
#[derive(Clone, Copy, Debug)]
struct Arc {
    piece: Piece,
    trim: f64,
}

impl Way<'_> {
    /// Adds the way along a course, within the space that its path was made for. Walls next to the
    /// agent slow it down along the axes of which `beside` is 1, and not 0.
    pub(crate) fn follow(
        &mut self,
        course: &Course,
        space: &Space<'_>,
        beside: DVec3,
    ) -> Result<(), TrajectoryError> {
        let size = course.lattice.longest_side();
        let distance = beside * (self.limits.wall_distance / size);
        let shape = shape_of_cells(&course.lattice);
        let walls = Walls {
            space,
            distance,
            shape,
        };
        let first = std::iter::once(course.begin).chain(course.points[1..].iter().copied());
        if let Some((from, to)) =
            (first.zip(&course.points[1..])).find(|(from, to)| !space.is_clear(*from, **to))
        {
            let [from, to] = [from, *to].map(|end| course.position_of(end));
            return Err(TrajectoryError::Blocked { from, to });
        }
        let points: Vec<DVec3> = course.points.iter().map(|point| *point * shape).collect();
        let mut from = points[0];
        for (place, ends) in points.windows(3).enumerate() {
            // Two corners share the leg between them evenly.
            let left = |is_end: bool| if is_end { 1.0 } else { 0.5 };
            let room = [
                ends[0].distance(ends[1]) * left(place == 0),
                ends[1].distance(ends[2]) * left(place + 3 == points.len()),
            ];
            let Some(corner) = Corner::of([ends[0], ends[1], ends[2]]) else {
                continue;
            };
            let arc = corner.arc(room[0].min(room[1]), self.limits, (&walls, size));
            let trim = arc.map_or(0.0, |arc| arc.trim);
            self.add(
                (course, &walls),
                Piece::between(from, corner.at - corner.into * trim),
            )?;
            self.add((course, &walls), arc.map(|arc| arc.piece))?;
            from = corner.at + corner.out * trim;
        }
        self.add(
            (course, &walls),
            Piece::between(from, points[points.len() - 1]),
        )
    }

    /// Adds a piece, if there is one: by parts, if walls slow the agent down.
    fn add(
        &mut self,
        (course, walls): (&Course, &Walls<'_>),
        piece: Option<Piece>,
    ) -> Result<(), TrajectoryError> {
        let Some(piece) = piece else {
            return Ok(());
        };
        let limits = self.limits;
        if limits.wall_distance == 0.0 || limits.wall_speed >= limits.speed {
            let speed = limits.speed;
            return self.push(placed(course, piece), Law::Within { speed });
        }
        for (alongs, nearness) in walls.parts_of(&piece) {
            let speed = match nearness {
                Nearness::Near => limits.wall_speed,
                Nearness::Far => limits.speed,
            };
            self.push(placed(course, piece.part(alongs)), Law::Within { speed })?;
        }
        Ok(())
    }
}

/// Returns a piece in sides of a cell as one in world units.
fn placed(course: &Course, piece: Piece) -> Piece {
    let size = course.lattice.longest_side();
    let shape = shape_of_cells(&course.lattice);
    match piece {
        Piece::Line {
            from,
            ahead,
            length,
        } => Piece::Line {
            from: course.position_of(from / shape),
            ahead,
            length: length * size,
        },
        Piece::Arc {
            center,
            out,
            ahead,
            radius,
            angle,
        } => Piece::Arc {
            center: course.position_of(center / shape),
            out,
            ahead,
            radius: radius * size,
            angle,
        },
    }
}

impl Corner {
    /// Returns the corner of three points that follow each other, unless they lie on a line.
    pub(super) fn of([before, at, after]: [DVec3; 3]) -> Option<Self> {
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

    /// Returns the arc at a corner, as wide as is of use, as there is room on both legs, and as is clear.
    fn arc(
        &self,
        room: f64,
        limits: &MotionLimits,
        (walls, size): (&Walls<'_>, f64),
    ) -> Option<Arc> {
        if limits.turns_at_once() {
            return None;
        }
        let least = limits.turning_radius / size;
        let most = room / self.tangent;
        let wanted = (limits.wide_enough() / size).max(least).min(most);
        let radii = (0..=HALVINGS).map(|halvings| wanted * 0.5_f64.powi(halvings.cast_signed()));
        radii
            .map(|radius| radius.max(least))
            .filter(|&radius| radius > 0.0 && radius <= most)
            .map(|radius| self.arc_of(radius))
            .find(|arc| arc.is_clear(walls))
    }

    /// Returns the radius of the widest arc that is so far off the corner at most, and begins no farther from it.
    pub(super) fn radius(&self, off: f64, room: f64) -> f64 {
        let secant = (1.0 + self.tangent * self.tangent).sqrt();
        (off / (secant - 1.0)).min(room / self.tangent)
    }

    fn arc_of(&self, radius: f64) -> Arc {
        let trim = radius * self.tangent;
        let inward = (self.out - self.into * self.into.dot(self.out)).normalize();
        let piece = Piece::Arc {
            center: self.at - self.into * trim + inward * radius,
            out: -inward,
            ahead: self.into,
            radius,
            angle: 2.0 * libm::atan(self.tangent),
        };
        Arc { piece, trim }
    }
}

impl Arc {
    /// Returns whether the agent is clear in all boxes around parts of the arc.
    fn is_clear(&self, walls: &Walls<'_>) -> bool {
        let parts = self.piece.length() / PART;
        let is_clear = |alongs| walls.are_clear_of(self.piece.hull(alongs));
        parts <= MOST_PARTS && self.piece.parts(parts).all(is_clear)
    }
}
