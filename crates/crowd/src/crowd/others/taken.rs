//! Places at which agents rest, and those that others have taken meanwhile.

use std::collections::BTreeMap;

use voxnav::glam::{DVec3, I64Vec3};

use super::bodies::AvoidanceBodies;
use crate::crowd::Crowd;
use crate::crowd::member::Member;
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::move_target::MoveTarget;

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
    pub(in crate::crowd) id: CrowdAgentId,
    pub(in crate::crowd) home: DVec3,
    radius: f64,
    /// The axis along which the agent is tall; `None` for a ball around its position.
    axis: Option<DVec3>,
    /// The distances that it reaches below and above its position, along the axis along which others are tall.
    extent: [f64; 2],
    pub(in crate::crowd) priority: i32,
}

impl Rest {
    /// Returns it with another radius, in parts of its own.
    pub(in crate::crowd) fn wider(self, part: f64) -> Self {
        let radius = self.radius * part;
        Self { radius, ..self }
    }

    /// Returns it smaller by a distance on all sides: what is left is in the way wherever the agent stops within that.
    pub(in crate::crowd) fn narrower(self, by: f64) -> Self {
        Self {
            radius: (self.radius - by).max(0.0),
            extent: self.extent.map(|it| it - by),
            ..self
        }
    }

    pub(in crate::crowd) const fn radius(&self) -> f64 {
        self.radius
    }

    /// Returns whether another one is within so many sums of radii.
    pub(in crate::crowd) fn touches(&self, other: &Self, radii: f64) -> bool {
        self.wider(radii).meets(&other.wider(radii))
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
        let is_level =
            rise < self.extent[0] + other.extent[1] && -rise < self.extent[1] + other.extent[0];
        is_level && (apart - up * rise).length() < radii
    }
}

impl Resting {
    fn cell(&self, at: DVec3) -> I64Vec3 {
        (at / self.width).floor().as_i64vec3()
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

impl AvoidanceBodies {
    /// Returns an agent as it rests at a place.
    pub(in crate::crowd) fn rest(&self, id: CrowdAgentId, member: &Member, home: DVec3) -> Rest {
        Rest {
            id,
            home,
            radius: self.radius_of(member),
            axis: self.upright(member).map(|it| it.0),
            extent: self.extent(member),
            priority: member.agent.priority,
        }
    }
}

impl Crowd {
    /// Returns the places of agents that rest somewhere, to look up those within so many radii of two of the largest.
    pub(in crate::crowd) fn resting(
        &self,
        radii: f64,
        place: impl Fn(&Member) -> Option<DVec3>,
    ) -> Resting {
        let mut resting = self.no_rest(radii);
        for (&id, member) in &self.members {
            if let Some(home) = place(member) {
                resting.insert(self.avoiding.rest(id, member, home));
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

    /// Lets agents that were pushed off their places rest where they are, if others now rest at their places.
    pub(in crate::crowd) fn settle(&mut self) {
        let is_off = |crowd: &Self, member: &Member, home: DVec3| {
            home.distance(member.place) > OFF * crowd.avoiding.radius_of(member)
        };
        let home = |member: &Member| {
            let rests = member.move_target.is_none()
                && !member.is_planned
                && member.yielding.away.is_none();
            member.home.filter(|_| rests)
        };
        let pushed: Vec<(CrowdAgentId, DVec3)> = (self.members.iter())
            .filter_map(|(&id, member)| Some((id, home(member)?)))
            .filter(|&(id, home)| is_off(self, &self.members[&id], home))
            .collect();
        if pushed.is_empty() {
            return;
        }
        // One that follows another rests where it has arrived, and one whose goal is taken where it waits.
        let rests = |member: &Member| {
            let follows = matches!(member.move_target, Some(MoveTarget::Follow { .. }));
            let is_there = follows && member.told.has_arrived && member.motion.to.is_none();
            let is_there = is_there || member.waiting.waits();
            home(member).or_else(|| is_there.then_some(member.place))
        };
        let resting = self.resting(2.0, |it| rests(it).filter(|&home| !is_off(self, it, home)));
        for (id, home) in pushed {
            let Some(one) = self
                .members
                .get(&id)
                .map(|it| self.avoiding.rest(id, it, home))
            else {
                continue;
            };
            // In a group, places are exchanged.
            let group = |id| {
                self.members
                    .get(&id)
                    .and_then(|it| Some(it.own_place?.group))
            };
            let are_one_group = |other| group(id).is_some() && group(id) == group(other);
            let is_taken = |rest: &Rest| {
                rest.priority >= one.priority && rest.meets(&one) && !are_one_group(rest.id)
            };
            let taken = resting.first(home, is_taken);
            if let Some(member) = self.members.get_mut(&id).filter(|_| taken.is_some()) {
                (member.home, member.is_returning) = (Some(member.place), false);
            }
        }
    }
}
