//! Pushes of one tick: which body pushes which, and for how long those that made way stay out of it.

use std::cmp::Reverse;

use glam::DVec3;

use super::body::{Body, MotionGoal};
use super::crowd::Avoidance;
use super::grid::Rows;
use super::planes::program::shortened;
use super::solver::NeighborState;
use super::yielding::escape::InWay;
use super::yielding::push::Push;

/// The time for which a body that only wants a velocity counts as on its way, in seconds; and that for which one that is
/// itself on its way keeps out of the way of another.
const AHEAD: f64 = 1.0;

/// The distance from which a body pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contact {
    /// The body touches the other.
    Touch,
    /// The body goes slower for the other, which rests.
    Afar,
}

impl Avoidance {
    /// Has bodies that are held push those in their way.
    pub(in crate::avoidance) fn pushes(&mut self, seconds: f64) {
        for member in &mut self.bodies {
            member.push = member.push.and_then(|push| push.after(seconds));
        }
        let mut rows = Rows::default();
        let mut pushing: Vec<(NeighborState, NeighborState, Contact)> = Vec::new();
        let choices = self.memory.choices.iter();
        for (one, choice) in self.memory.seen.iter().zip(choices) {
            let Some(number) = one.body else { continue };
            let pushes = self.bodies[number as usize].is_held(one, choice, seconds);
            let touched = choice.blocked_by.map(|place| (place, Contact::Touch));
            let in_way = touched.or(choice.slowed_by.map(|place| (place, Contact::Afar)));
            if let Some((place, from)) = in_way.filter(|_| pushes) {
                pushing.push((*one, self.memory.seen[place as usize], from));
            }
        }
        // The first of a chain before those that it pushes.
        pushing.sort_by_key(|(one, ..)| Reverse(one.rank));
        for (one, in_way, from) in pushing {
            let (Some(by), Some(own)) = (one.body, in_way.body) else {
                continue;
            };
            let push = self.push_of([&one, &in_way], [by, own], &mut rows);
            // Where there is room beside it, one that is far yet needs none.
            let push = push.filter(|push| push.to.is_some() || from == Contact::Touch);
            if let Some(push) = push {
                self.bodies[own as usize].push = Some(push);
            }
        }
    }

    /// Returns the push that a body takes from another, if it takes it.
    fn push_of(
        &self,
        [one, in_way]: [&NeighborState; 2],
        [by, own]: [u32; 2],
        rows: &mut Rows,
    ) -> Option<Push> {
        let up = self.settings.up.unit().as_dvec3();
        let [pusher, member] = [by, own].map(|it| &self.bodies[it as usize]);
        let apart = in_way.reach.position - one.reach.position;
        let push = Push::new(
            (pusher.id, pusher.push),
            one,
            apart,
            up,
            member.body.shape.is_disc(),
        );
        let may_leave = !matches!(member.body.goal, MotionGoal::MoveAlong { .. });
        let is_first = member.push.is_none_or(|known| known.rank <= push.rank);
        if !(may_leave && is_first && push.rank >= in_way.rank) {
            return None;
        }
        let aside = push.aside(apart, one.reach.shape.radius() + member.body.shape.radius());
        let room = self.room_of(&member.body);
        let is_narrow = room.is_some_and(|room| !room.covers(member.body.position, aside));
        let way_out = is_narrow.then(|| self.way_out([by, own], f64::INFINITY, rows));
        Some(push.with_way_out(way_out.flatten()))
    }

    /// Has bodies that made way in a narrow place stay out of it while the one that pushed them comes through.
    pub(in crate::avoidance) fn let_pass(&mut self) {
        let rows = &mut Rows::default();
        for own in 0..self.bodies.len() {
            let member = &self.bodies[own];
            let Some(push) = member.push.filter(|push| push.to.is_some()) else {
                continue;
            };
            let Ok(by) = self.number(push.by) else {
                continue;
            };
            let pusher = &self.bodies[by];
            let (goes, most) = match member.body.goal {
                MotionGoal::Hold { .. } => (pusher.goes(), f64::INFINITY),
                _ => (pusher.goes() && pusher.gets_on(), AHEAD),
            };
            let numbers = [by, own].map(|it| u32::try_from(it).unwrap_or(u32::MAX));
            let in_way = self.in_way(numbers, most);
            let position = member.body.position;
            let to = end_of(&member.body);
            if !goes || !in_way.holds(position, to) {
                continue;
            }
            let to = if in_way.holds(position, position) {
                self.way_out(numbers, most, rows).or(push.to)
            } else {
                Some(position)
            };
            let renewed = push.renewed(to);
            self.bodies[own].push = Some(renewed);
        }
    }

    /// Returns the way of a body, for at most some seconds, as another one is in it.
    fn in_way(&self, [by, own]: [u32; 2], most: f64) -> InWay {
        let [pusher, member] = [by, own].map(|it| &self.bodies[it as usize]);
        let from = pusher.body.position;
        let to = match pusher.push.and_then(|push| push.to) {
            Some(to) => to,
            None => end_of(&pusher.body),
        };
        let most = most * pusher.body.max_speed;
        let level = member.body.shape.is_disc() || pusher.body.shape.is_disc();
        InWay {
            way: [from, from + shortened(to - from, most)],
            radii: pusher.body.shape.radius() + member.body.shape.radius(),
            level: level.then(|| self.settings.up.unit().as_dvec3()),
        }
    }

    /// Returns the next place on the way of a body out of that of another.
    fn way_out(&self, [by, own]: [u32; 2], most: f64, rows: &mut Rows) -> Option<DVec3> {
        let member = &self.bodies[own as usize];
        let room = self.room_of(&member.body)?;
        let (seen, grid) = (&self.memory.seen, &self.memory.grid);
        let radius = member.body.shape.radius();
        let reach = seen.iter().map(|it| it.reach.shape.radius());
        let reach = radius + reach.fold(0.0, f64::max);
        let is_taken = |place: DVec3| {
            grid.around(place, reach, rows).any(|number| {
                let other = &seen[number];
                let is_other = other.body != Some(own) && other.body != Some(by);
                let radii = radius + other.reach.shape.radius();
                is_other && other.reach.position.distance(place) < radii
            })
        };
        let mut in_way = self.in_way([by, own], most);
        let position = member.body.position;
        if !in_way.holds(position, position) {
            // The other goes around a corner first, and is in its way from there on.
            in_way.way[1] = position;
        }
        in_way.way_out(room, member.body.position, is_taken)
    }
}

/// Returns where a body goes straight to.
fn end_of(body: &Body) -> DVec3 {
    match body.goal {
        MotionGoal::MoveTo { to, .. } | MotionGoal::MoveAlong { to, .. } => to,
        MotionGoal::Hold { at } => at,
        MotionGoal::Velocity { velocity } => body.position + velocity * AHEAD,
    }
}
