//! Goals that are taken: an agent whose goal another one rests at waits for it nearby.

use std::collections::BTreeMap;

use rayon::prelude::*;
use voxnav::glam::{DVec3, I64Vec3};

use crate::crowd::keeper::Keeper;
use crate::crowd::member::{Member, in_parallel};
use crate::crowd::{Crowd, Errand, Event, MoverId};

/// The distance from a taken goal at which an agent waits, in sums of the two radii.
const RING: f64 = 2.0;

/// The distance from its place at which an agent that rests counts as pushed off, in radii.
const OFF: f64 = 0.25;

/// The places at which agents rest, by cells of a grid as wide as the two largest sizes.
#[derive(Clone, Debug, Default)]
pub(in crate::crowd) struct Resting {
    width: f64,
    by_cell: BTreeMap<[i64; 3], Vec<Rest>>,
}

/// A place at which an agent rests.
#[derive(Clone, Copy, Debug)]
pub(in crate::crowd) struct Rest {
    pub(in crate::crowd) id: MoverId,
    pub(in crate::crowd) home: DVec3,
    radius: f64,
    /// The axis along which the agent is tall; `None` for a ball around its position.
    axis: Option<DVec3>,
    /// The distances that it reaches below and above its position, along the axis along which others are tall.
    extent: [f64; 2],
    priority: i32,
}

impl Rest {
    /// Returns it with another radius, in parts of its own.
    pub(in crate::crowd) fn wider(self, part: f64) -> Self {
        let radius = self.radius * part;
        Self { radius, ..self }
    }

    /// Returns how far apart two agents are where they rest, as if both were balls.
    pub(in crate::crowd) fn room(&self, other: &Self) -> f64 {
        self.home.distance(other.home) - self.radius - other.radius
    }

    /// Returns whether two agents cannot both be where they rest.
    pub(in crate::crowd) fn meets(&self, other: &Self) -> bool {
        let (radii, apart) = (self.radius + other.radius, self.home - other.home);
        let Some(up) = self.axis.or(other.axis) else {
            return apart.length() < radii;
        };
        let rise = apart.dot(up);
        let is_level = rise < self.extent[0] + other.extent[1]
            && -rise < self.extent[1] + other.extent[0];
        is_level && (apart - up * rise).length() < radii
    }
}

impl Resting {
    fn cell(&self, at: DVec3) -> I64Vec3 {
        (at / self.width).floor().as_i64vec3()
    }

    /// Returns the first agent that rests at a place, of no lower priority.
    fn at(&self, place: DVec3, radius: f64, priority: i32) -> Option<(MoverId, f64)> {
        let is_near = |rest: &Rest| rest.home.distance(place) < radius + rest.radius;
        let found = self.first(place, |it| it.priority >= priority && is_near(it));
        found.map(|rest| (rest.id, radius + rest.radius))
    }

    /// Takes note of an agent that rests.
    pub(in crate::crowd) fn insert(&mut self, rest: Rest) {
        let cell = self.cell(rest.home).to_array();
        self.by_cell.entry(cell).or_default().push(rest);
    }

    /// Returns the first agent of those that rest around a place and meet a condition.
    pub(in crate::crowd) fn first(
        &self,
        place: DVec3,
        meets: impl Fn(&Rest) -> bool,
    ) -> Option<Rest> {
        let center = self.cell(place);
        let mut found: Option<Rest> = None;
        for number in 0..27 {
            let offset = I64Vec3::new(number % 3, number / 3 % 3, number / 9) - 1;
            let cell = center.saturating_add(offset).to_array();
            for rest in self.by_cell.get(&cell).into_iter().flatten() {
                if meets(rest) && found.is_none_or(|first| rest.id < first.id) {
                    found = Some(*rest);
                }
            }
        }
        found
    }
}

impl Crowd {
    /// Returns an agent as it rests at a place.
    pub(in crate::crowd) fn rest(&self, id: MoverId, member: &Member, home: DVec3) -> Rest {
        Rest {
            id,
            home,
            radius: self.avoiding.radius_of(member),
            axis: self.avoiding.upright(member).map(|it| it.0),
            extent: self.avoiding.extent(member),
            priority: member.mover.priority,
        }
    }

    /// Returns the places of agents that rest somewhere, to look up those within so many radii of two of the largest.
    pub(in crate::crowd) fn resting(
        &self,
        radii: f64,
        place: impl Fn(&Member) -> Option<DVec3>,
    ) -> Resting {
        let mut resting = self.no_rest(radii);
        for (&id, member) in &self.members {
            if let Some(home) = place(member) {
                resting.insert(self.rest(id, member, home));
            }
        }
        resting
    }

    /// Returns no places, to look up those within so many radii of two of the largest agents.
    pub(in crate::crowd) fn no_rest(&self, radii: f64) -> Resting {
        let halves = self.members.values().map(|it| self.avoiding.half_of(it));
        let most = halves.map(DVec3::max_element).fold(0.0, f64::max);
        Resting {
            width: (radii * most).max(f64::MIN_POSITIVE),
            ..Resting::default()
        }
    }

    /// Has agents that were pushed off their places rest where they are, if others rest there by now.
    pub(in crate::crowd) fn settle(&mut self) {
        let is_off = |crowd: &Self, member: &Member, home: DVec3| {
            home.distance(member.place) > OFF * crowd.avoiding.radius_of(member)
        };
        let home = |member: &Member| {
            let rests =
                member.errand.is_none() && !member.is_planned && member.yielding.away.is_none();
            member.home.filter(|_| rests)
        };
        let pushed: Vec<(MoverId, DVec3)> = (self.members.iter())
            .filter_map(|(&id, member)| Some((id, home(member)?)))
            .filter(|&(id, home)| is_off(self, &self.members[&id], home))
            .collect();
        if pushed.is_empty() {
            return;
        }
        // One that follows another rests where it has arrived.
        let rests = |member: &Member| {
            let follows = matches!(member.errand, Some(Errand::Follow { .. }));
            let is_there = follows && member.told.has_arrived && member.step.to.is_none();
            home(member).or_else(|| is_there.then_some(member.place))
        };
        let resting = self.resting(2.0, |it| rests(it).filter(|&home| !is_off(self, it, home)));
        for (id, home) in pushed {
            let Some(one) = self.members.get(&id).map(|it| self.rest(id, it, home)) else {
                continue;
            };
            let is_taken = |rest: &Rest| rest.priority >= one.priority && rest.meets(&one);
            let taken = resting.first(home, is_taken);
            if let Some(member) = self.members.get_mut(&id).filter(|_| taken.is_some()) {
                (member.home, member.is_returning) = (Some(member.place), false);
            }
        }
    }

    /// Has agents wait whose goal is taken.
    pub(in crate::crowd) fn wait_for_goals(&mut self, events: &mut Vec<Event>) {
        let rests = |member: &Member| {
            let is_there =
                member.errand.is_none() && (member.step.to.is_none() || member.is_returning);
            is_there.then(|| member.home.unwrap_or(member.place))
        };
        let resting = self.resting(2.0, rests);
        let avoiding = &self.avoiding;
        let waiting = in_parallel(&mut self.members).filter_map(|(id, member)| {
            member.wait_for_goal(id, avoiding.radius_of(member), &resting)
        });
        events.extend(waiting.collect::<Vec<_>>());
    }
}

impl Member {
    /// Has the agent wait if its goal is taken.
    fn wait_for_goal(&mut self, id: MoverId, radius: f64, resting: &Resting) -> Option<Event> {
        let is_sent = matches!(self.errand, Some(Errand::Go(_)));
        let to = self.step.to.filter(|_| is_sent)?;
        let left = self.remaining().unwrap_or(f64::INFINITY);
        if left > RING * (radius + resting.width / 2.0) {
            return None;
        }
        let goal = self.keeper.as_ref().and_then(Keeper::end);
        let taken = resting.at(goal.unwrap_or(to), radius, self.mover.priority);
        let (other, radii) = taken.filter(|it| it.0 != id)?;
        if left > RING * radii || self.claim.is_some() {
            return None;
        }
        self.wait_for(id, other)
    }
}
