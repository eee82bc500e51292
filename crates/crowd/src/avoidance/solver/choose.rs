//! The velocity of one body in one tick.
//!
//! Half-spaces of *ways* hold always: a way is the displacement until the body is at rest again, if it goes on at a
//! velocity for the tick and brakes then. The linear program works on velocities; the way of its answer is checked, and
//! an answer whose way leaves a half-space is drawn back toward braking, whose way leaves none.

use glam::DVec3;
use voxnav::guidance::Braking;

use super::passage::Passage;
use super::{Choice, Scratch, Tick, VelocitySolver};
use crate::avoidance::body::{Body, MotionGoal};
use crate::avoidance::free_space::{FreeMotion, FreeSpace};
use crate::avoidance::planes::orca::Encounter;
use crate::avoidance::planes::program::{HalfSpace, nearest, shortened};
use crate::avoidance::reaching::{slowed, way};

/// The part of the greatest speed by which a velocity may be rounded.
const ROUNDING: f64 = 1e-12;

/// The look-ahead time of bodies that push or are pushed, in seconds. In a crowd, a body that keeps its distance makes
/// no progress.
const PRESSED: f64 = 0.1;

impl Tick<'_> {
    /// Returns what the body at a place among those seen does.
    pub(in crate::avoidance) fn choose(
        &self,
        place: usize,
        body: &Body,
        scratch: &mut Scratch,
    ) -> Choice {
        let own = self.seen[place];
        let gain = |most: f64| most * self.seconds;
        let fastest = match body.max_acceleration {
            Some(most) => (own.velocity.length() + gain(most)).min(body.max_speed),
            None => body.max_speed,
        };
        let braking = body
            .max_acceleration
            .map_or(0.0, |most| fastest / (2.0 * most));
        let time = self.seconds + braking;
        let chooser = VelocitySolver {
            tick: self,
            own,
            body,
            time,
            far: (fastest * time).max(own.reach.stopping.length()),
        };
        chooser.choose(place, scratch)
    }
}

impl VelocitySolver<'_> {
    fn choose(&self, place: usize, scratch: &mut Scratch) -> Choice {
        match self.passage() {
            Passage::Box => self.choose_in_box(place, scratch),
            Passage::Edge(to) => self.choose_at_edge(to, place, scratch),
            Passage::Line(to) => self.choose_on_line(to, place, scratch),
            Passage::Out => self.choose_out(place, scratch),
        }
    }

    /// Chooses in a box of free cells.
    pub(in crate::avoidance) fn choose_in_box(
        &self,
        place: usize,
        scratch: &mut Scratch,
    ) -> Choice {
        if self.sleeps(place, scratch) {
            return Choice::default();
        }
        let mut choice = Choice::default();
        scratch.begin_choice();
        let up = self.tick.up;
        if self.own.reach.shape.is_disc() {
            let level = [up, -up].map(|normal| HalfSpace {
                normal,
                offset: 0.0,
            });
            scratch.hard.extend(level);
        }
        let mut wanted = shortened(self.own.wanted, self.body.max_speed);
        wanted = self.within_room(wanted, &mut choice, scratch);
        self.meet(place, &mut wanted, &mut choice, scratch);
        choice.velocity = self.solved(wanted, &mut choice, scratch);
        if choice.is_enclosed && self.enters(choice.velocity) {
            choice.velocity = self.kept(DVec3::ZERO, &scratch.hard);
        }
        choice
    }

    /// Returns the velocity nearest to a wanted one in the half-spaces.
    fn solved(&self, wanted: DVec3, choice: &mut Choice, scratch: &mut Scratch) -> DVec3 {
        let time = self.time;
        let velocities = scratch.hard.iter().map(|plane| HalfSpace {
            offset: plane.offset / time,
            ..*plane
        });
        scratch.planes.extend(velocities);
        let hard = scratch.planes.len();
        choice.is_held =
            (scratch.planes.iter()).any(|plane| plane.normal.dot(wanted) > plane.offset);
        choice.slowed_by = self.reciprocal(wanted, scratch);
        let Scratch {
            planes, program, ..
        } = scratch;
        let chosen = nearest(wanted, self.body.max_speed, planes, hard, program);
        let chosen = self.without_rounding(chosen, &planes[..hard]);
        self.kept(chosen, &scratch.hard)
    }

    /// Returns a velocity within half-spaces that it left by no more than rounding, the last ones first: walls come first and
    /// hold exactly, so that a body in a row of cells, with a wall on either side, is not made to stand.
    fn without_rounding(&self, chosen: DVec3, planes: &[HalfSpace]) -> DVec3 {
        let rounding = self.body.max_speed * ROUNDING;
        planes.iter().rev().fold(chosen, |velocity, plane| {
            let over = plane.normal.dot(velocity) - plane.offset;
            if over > 0.0 && over <= rounding {
                velocity - plane.normal * over
            } else {
                velocity
            }
        })
    }

    /// Returns the velocity nearest to a wanted one in the half-spaces that hold always.
    pub(in crate::avoidance) fn nearest_to(&self, wanted: DVec3, scratch: &mut Scratch) -> DVec3 {
        let Scratch {
            hard,
            planes,
            program,
            ..
        } = scratch;
        planes.extend(hard.iter().map(|plane| HalfSpace {
            offset: plane.offset / self.time,
            ..*plane
        }));
        let count = planes.len();
        nearest(wanted, self.body.max_speed, planes, count, program)
    }

    pub(in crate::avoidance) fn room(&self) -> Option<&FreeSpace> {
        let room = self.body.room?;
        self.tick.rooms.get(room.0 as usize)
    }

    /// Adds the walls, and returns the wanted velocity as it leads around edges.
    fn within_room(&self, wanted: DVec3, choice: &mut Choice, scratch: &mut Scratch) -> DVec3 {
        let Some(room) = self.room() else {
            return wanted;
        };
        let way = wanted * self.tick.seconds;
        let FreeMotion {
            low,
            high,
            wanted: around,
            is_enclosed,
        } = room.free(
            self.own.reach.position,
            self.own.reach.stopping,
            way,
            self.far,
        );
        choice.is_enclosed = is_enclosed;
        for (axis, normal) in DVec3::AXES.into_iter().enumerate() {
            let sides = [(normal, high[axis]), (-normal, -low[axis])].into_iter();
            let walls = sides.map(|(normal, offset)| HalfSpace { normal, offset });
            scratch
                .hard
                .extend(walls.filter(|wall| wall.offset < self.far));
        }
        if around == way {
            return wanted;
        }
        let mut velocity = around / self.tick.seconds;
        if let Some(most) = self.body.max_acceleration {
            // It comes to rest on the row that leads past the edge, and not beyond it.
            let by = Braking::new(most, self.tick.seconds);
            let changed = around.cmpne(way);
            for axis in (0..3).filter(|&axis| changed.test(axis)) {
                let fastest = by.fastest(0.0, around[axis].abs());
                velocity[axis] = velocity[axis].max(-fastest).min(fastest);
            }
        }
        shortened(velocity, self.body.max_speed)
    }

    /// Adds the reciprocal half-spaces of the nearest bodies, and returns the one at rest whose half-space the wanted
    /// velocity leaves the most.
    fn reciprocal(&self, wanted: DVec3, scratch: &mut Scratch) -> Option<u32> {
        let mut slowest = (0.0, None);
        let (own, tick) = (&self.own, self.tick);
        // Who is beyond the place where the body stops is not in its way.
        let left = match self.body.goal {
            MotionGoal::Hold { at } => at.distance(self.body.position),
            _ => self.body.remaining,
        };
        let time_left = left / self.body.max_speed;
        let least = 2.0 * tick.seconds;
        let mut horizon = (tick.settings.horizon).min(time_left.max(least));
        if own.is_pushed || own.presses {
            horizon = horizon.min(least.max(PRESSED));
        }
        for &(_, _, place) in &scratch.near {
            let other = &tick.seen[place as usize];
            if own.rests() && other.rank.stays() && !other.is_pushed {
                // It comes back to where it rests, next to this one, and stops there by itself.
                continue;
            }
            let is_tall = own.reach.shape.is_disc() || other.reach.shape.is_disc();
            let mut apart = other.reach.position - own.reach.position;
            let mut relative = own.velocity - other.velocity;
            if is_tall {
                let flat = |vector: DVec3| vector - tick.up * tick.up.dot(vector);
                if own.reach.is_above_or_below(&other.reach, tick.up) {
                    continue;
                }
                (apart, relative) = (flat(apart), flat(relative));
            }
            let share = match other.body {
                None => 1.0,
                Some(_) => own.share(other),
            };
            // A character, and one that rests, will not change its velocity.
            let changes = other.body.is_some() && !other.rests();
            let room = if changes { 1.0 - share } else { 1.0 };
            let encounter = Encounter {
                apart,
                velocity: own.velocity,
                relative,
                radii: own.reach.shape.radius() + other.reach.shape.radius(),
                share,
                room,
            };
            let Some(plane) = encounter.half_space(horizon, tick.seconds) else {
                continue;
            };
            let over = plane.normal.dot(wanted) - plane.offset;
            if over > slowest.0 && other.rank.stays() {
                slowest = (over, Some(place));
            }
            scratch.planes.push(plane);
        }
        slowest.1
    }

    /// Returns the velocity nearest to the chosen one that can be reached and whose way is in all half-spaces, on the
    /// line to that of braking.
    pub(in crate::avoidance) fn kept(&self, chosen: DVec3, hard: &[HalfSpace]) -> DVec3 {
        let reached = self.body.reached(chosen, self.tick.seconds);
        let Some(most) = self.body.max_acceleration else {
            return self.shortened_to(reached, hard);
        };
        let by = Braking::new(most, self.tick.seconds);
        let braking = slowed(by, self.own.velocity);
        let is_kept = |velocity: DVec3| {
            let way = way(by, velocity);
            hard.iter()
                .all(|plane| plane.normal.dot(way) <= plane.offset)
        };
        if is_kept(reached) {
            return reached;
        }
        if !reached.is_finite() {
            return braking;
        }
        let (mut kept, mut left) = (0.0, 1.0);
        let at = |share: f64| braking + (reached - braking) * share;
        for _ in 0..HALVINGS {
            let middle = (kept + left) * 0.5;
            if is_kept(at(middle)) {
                kept = middle;
            } else {
                left = middle;
            }
        }
        at(kept)
    }

    /// Returns a velocity of a body that stops at once, made as short as the half-spaces ask for.
    fn shortened_to(&self, chosen: DVec3, hard: &[HalfSpace]) -> DVec3 {
        let mut share: f64 = 1.0;
        for plane in hard {
            let way = plane.normal.dot(chosen) * self.tick.seconds;
            if way > plane.offset {
                share = share.min(plane.offset / way);
            }
        }
        let kept = chosen * share.max(0.0);
        if kept.is_finite() { kept } else { DVec3::ZERO }
    }
}

/// The number of times that the line from braking to the chosen velocity is halved.
const HALVINGS: u32 = 16;
