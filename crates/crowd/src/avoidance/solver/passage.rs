//! Narrow places: lines that are free where no box of cells is.
//!
//! A body that goes straight to a point which it gets to, as its planner knows, is free on that line though cells tell
//! otherwise: obstacles take up parts of cells, and steps lead from cell to cell over corners. Other lines are free where a
//! sweep among the obstacles finds them so: the way back to where a body stays, and the way to the next free cell for one
//! that is to make way.

use std::iter;

use glam::DVec3;

use super::{Choice, Scratch, VelocitySolver};
use crate::avoidance::body::MotionGoal;
use crate::avoidance::free_space::FreeSpace;
use crate::avoidance::planes::program::{HalfSpace, shortened};

/// The way in which a body keeps clear of walls in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::avoidance) enum Passage {
    /// The body stays in a box of free cells, or where it is if it has no room.
    Box,
    /// The body is at the edge of such boxes: it stays in one as long as it gets on there, and then goes on straight to
    /// the point.
    Edge(DVec3),
    /// The body goes straight to the point.
    Line(DVec3),
    /// The body makes way in a place where there is no such box.
    Out,
}

/// The part of its speed by which a body may be off its line to count as going along it.
const ALONG: f64 = 1e-9;

/// The share of its wanted speed below which a body does not get on in a box.
const EDGE: f64 = 0.1;

/// The same at the center of a cell, from which a diagonal way may lead over the corner of one that is not free: half of
/// the speed is left next to that cell, and its planner finds no way from there but back.
const CORNER: f64 = 0.6;

impl VelocitySolver<'_> {
    /// Returns how the body keeps clear of walls.
    pub(in crate::avoidance) fn passage(&self) -> Passage {
        let body = self.body;
        if let MotionGoal::MoveAlong { to, .. } = body.goal {
            return self.on_line(to);
        }
        let Some(room) = self.room() else {
            return Passage::Box;
        };
        let position = body.position;
        if let Some(to) = self.own.way_out {
            return self.way_out(room, to);
        }
        let is_clear = room.covers(position, DVec3::ZERO);
        if is_clear {
            let way = body.wanted(self.tick.seconds) * self.tick.seconds;
            if room.covers(position, way) {
                return Passage::Box;
            }
        } else if self.own.is_pushed || self.own.presses {
            return Passage::Out;
        }
        self.past_cells(is_clear)
    }

    /// Returns how a body that makes way in a narrow place keeps clear of walls.
    fn way_out(&self, room: &FreeSpace, to: DVec3) -> Passage {
        let position = self.body.position;
        let is_covered = room.covers(position, self.own.wanted * self.tick.seconds);
        if !is_covered && room.leads(position, to - position) {
            return self.on_line(to);
        }
        Passage::Box
    }

    /// Returns how the body keeps clear of walls where there is no box of free cells on its way.
    fn past_cells(&self, is_clear: bool) -> Passage {
        let (body, position) = (self.body, self.body.position);
        let Some(room) = self.room() else {
            return Passage::Box;
        };
        let is_free = |at: DVec3| room.leads(position, at - position);
        let to = match body.goal {
            MotionGoal::Hold { at } => {
                let swims = |at: DVec3| room.swims(position, at - position);
                Some(at).filter(|&at| is_free(at) || swims(at))
            }
            _ => body.goal.goes_to(),
        };
        match to.map(|to| self.on_line(to)) {
            Some(Passage::Line(to)) if is_clear => Passage::Edge(to),
            Some(passage) => passage,
            None if is_clear => Passage::Box,
            None => Passage::Out,
        }
    }

    /// Returns whether the body can keep to its line: it can unless it has to brake off the line.
    fn on_line(&self, to: DVec3) -> Passage {
        let (velocity, way) = (self.own.velocity, to - self.body.position);
        let across = velocity.cross(way).length_squared();
        let is_along = across <= ALONG * ALONG * velocity.length_squared() * way.length_squared()
            && velocity.dot(way) >= 0.0;
        if self.own.reach.stopping == DVec3::ZERO || is_along {
            Passage::Line(to)
        } else {
            Passage::Box
        }
    }

    /// Returns whether a sweep among the obstacles finds the way of a velocity blocked, though the body is in none.
    pub(in crate::avoidance) fn enters(&self, velocity: DVec3) -> bool {
        let way = velocity * self.time;
        let sweeps = |way| (self.room()).and_then(|room| room.sweeps(self.body.position, way));
        sweeps(way) == Some(false) && sweeps(DVec3::ZERO) == Some(true)
    }

    /// Chooses in a box of free cells, or, where the walls alone keep the body from getting on there, on its line.
    pub(in crate::avoidance) fn choose_at_edge(
        &self,
        to: DVec3,
        place: usize,
        scratch: &mut Scratch,
    ) -> Choice {
        let choice = self.choose_in_box(place, scratch);
        let wanted = self.body.wanted(self.tick.seconds);
        let is_at_center = (self.room()).is_some_and(|room| room.is_at_center(self.body.position));
        let least = if is_at_center { CORNER } else { EDGE };
        let gets_on = choice.velocity.dot(wanted) >= least * wanted.length_squared();
        // From a place from which its planner finds no straight way on, it would be led back.
        let next = self.body.position + choice.velocity * self.tick.seconds;
        let sees = (self.room()).and_then(|room| room.sweeps(next, to - next));
        if gets_on && sees != Some(false) || choice.blocked_by.is_some() || self.own.is_pushed {
            return choice;
        }
        self.choose_on_line(to, place, scratch)
    }

    /// Chooses the way back to free cells, the one that the body is pushed to, one along the walk that it is on, or the one
    /// that it wants.
    pub(in crate::avoidance) fn choose_out(&self, place: usize, scratch: &mut Scratch) -> Choice {
        let position = self.body.position;
        if let Some(room) = self.room() {
            let pushed = self.own.wanted * self.tick.seconds;
            let mut hindered = None;
            let ways = [room.way_to_cells(position), pushed].into_iter();
            let of_walk = iter::once_with(|| room.ways_of_walk(position, pushed)).flatten();
            for way in ways.chain(of_walk) {
                let is_free = || room.leads(position, way);
                if let Passage::Line(to) = self.on_line(position + way)
                    && is_free()
                {
                    let choice = self.choose_on_line(to, place, scratch);
                    if choice.velocity.length() > EDGE * self.body.max_speed.min(way.length()) {
                        return choice;
                    }
                    hindered = choice.blocked_by.map(|_| choice);
                }
            }
            if hindered.is_some()
                && let Some(choice) = self.slid(room, place, scratch)
            {
                return choice;
            }
            // It hands the push on to who is in the way that it is pushed, and not to who pushes.
            if let Some(choice) = hindered.filter(|_| self.own.is_pushed) {
                return choice;
            }
        }
        match self.past_cells(false) {
            Passage::Line(to) => self.choose_on_line(to, place, scratch),
            _ => self.choose_in_box(place, scratch),
        }
    }

    /// Chooses the velocity nearest to the wanted one that leads past those that the body touches, if it gets on at it
    /// and a sweep finds the way free: next to one that never moves, every straight way may lead into that.
    fn slid(&self, room: &FreeSpace, place: usize, scratch: &mut Scratch) -> Option<Choice> {
        let position = self.body.position;
        scratch.begin_choice();
        let mut wanted = shortened(self.own.wanted, self.body.max_speed);
        self.meet(place, &mut wanted, &mut Choice::default(), scratch);
        let way = self.nearest_to(wanted, scratch) * self.tick.seconds;
        let least = EDGE * self.body.max_speed * self.tick.seconds;
        let is_way = way.length() > least && room.leads(position, way);
        let Passage::Line(to) = self.on_line(position + way) else {
            return None;
        };
        let choice = is_way.then(|| self.choose_on_line(to, place, scratch))?;
        (choice.velocity.length() > EDGE * self.body.max_speed).then_some(choice)
    }

    /// Chooses a velocity straight to a point, and to rest there.
    pub(in crate::avoidance) fn choose_on_line(
        &self,
        to: DVec3,
        place: usize,
        scratch: &mut Scratch,
    ) -> Choice {
        let mut choice = Choice::default();
        scratch.begin_choice();
        let way = to - self.body.position;
        let length = way.length_squared().sqrt();
        let speed = match self.body.goal {
            MotionGoal::MoveTo { speed, .. } | MotionGoal::MoveAlong { speed, .. } => {
                speed.min(self.body.max_speed)
            }
            _ => self.body.max_speed,
        };
        let straight = shortened(way / self.tick.seconds, speed);
        // Where it overlaps another, it parts no other way.
        self.meet(place, &mut straight.clone(), &mut choice, scratch);
        if length > 0.0 {
            let normal = way / length;
            let offset = length.max(self.own.reach.farthest(normal));
            scratch.hard.push(HalfSpace { normal, offset });
        }
        let is_held = |plane: &HalfSpace| plane.normal.dot(straight) * self.time > plane.offset;
        choice.is_held = scratch.hard.iter().any(is_held);
        choice.velocity = self.kept(straight, &scratch.hard);
        choice
    }
}
