//! Narrow places: ways that are free where no box of cells is.
//!
//! A body that goes straight to a point which it gets to, as its planner knows, is free on that line though cells tell
//! otherwise: obstacles take up parts of cells, and steps lead from cell to cell over corners. Where it has no such
//! point, or is to leave the line, sweeps among the obstacles tell whether a way is free.

use glam::DVec3;

use super::body::Wish;
use super::choose::{Choice, Chooser, Scratch, wanted};
use super::planes::program::{HalfSpace, shortened};

/// The way in which a body keeps clear of walls in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passage {
    /// The body stays in a box of free cells, or where it is if it has no room.
    Box,
    /// The body goes where sweeps find it free, or on its line.
    Swept,
    /// The body keeps to its line.
    Line,
}

/// The part of its speed by which a body may be off its line to count as going along it.
const ALONG: f64 = 1e-9;

impl Chooser<'_> {
    /// Returns how the body keeps clear of walls.
    pub(super) fn passage(&self) -> Passage {
        let body = self.body;
        if let Wish::Along { to, .. } = body.wish {
            return self.on_line(to);
        }
        let Some(room) = self.room() else {
            return Passage::Box;
        };
        let position = body.position;
        let way = match body.wish.goes_to() {
            Some(_) => wanted(body, self.tick.seconds) * self.tick.seconds,
            None => DVec3::ZERO,
        };
        if room.covers(position, way) {
            return Passage::Box;
        }
        let is_swept = self.own.reach.stopping == DVec3::ZERO
            && room.sweeps(position, DVec3::ZERO) == Some(true);
        match body.wish.goes_to() {
            _ if is_swept => Passage::Swept,
            Some(to) => self.on_line(to),
            None => Passage::Box,
        }
    }

    /// Returns whether the body can keep to its line: it can unless it has to brake beside it.
    fn on_line(&self, to: DVec3) -> Passage {
        let (velocity, way) = (self.own.velocity, to - self.body.position);
        let across = velocity.cross(way).length_squared();
        let is_along = across <= ALONG * ALONG * velocity.length_squared() * way.length_squared()
            && velocity.dot(way) >= 0.0;
        if self.own.reach.stopping == DVec3::ZERO || is_along {
            Passage::Line
        } else {
            Passage::Box
        }
    }

    /// Returns what a body in a narrow place does.
    pub(super) fn pass(
        &self,
        passage: Passage,
        place: usize,
        mut choice: Choice,
        scratch: &mut Scratch,
    ) -> Choice {
        let straight = shortened(wanted(self.body, self.tick.seconds), self.body.max_speed);
        let mut aside = shortened(self.own.wanted, self.body.max_speed);
        if self.own.reach.shape.is_disc() && passage == Passage::Swept {
            let up = self.tick.up;
            let level = [up, -up].map(|normal| HalfSpace {
                normal,
                offset: 0.0,
            });
            scratch.hard.extend(level);
        }
        self.meet(place, &mut aside, &mut choice, scratch);
        if passage == Passage::Swept
            && let Some(room) = self.room()
        {
            let velocity = self.solved(aside, &mut choice, scratch);
            let way = velocity * self.tick.seconds + self.body.stopping(velocity);
            if room.sweeps(self.body.position, way) == Some(true) {
                choice.velocity = velocity;
                return choice;
            }
        }
        choice.velocity = DVec3::ZERO;
        if let Some(to) = self.body.wish.goes_to() {
            let way = to - self.body.position;
            let length = way.length_squared().sqrt();
            if length > 0.0 {
                let normal = way / length;
                let offset = length.max(self.own.reach.farthest(normal));
                scratch.hard.push(HalfSpace { normal, offset });
            }
            let is_held = |plane: &HalfSpace| plane.normal.dot(straight) * self.time > plane.offset;
            choice.is_held = scratch.hard.iter().any(is_held);
            choice.velocity = self.kept(straight, &scratch.hard);
        }
        choice
    }
}
