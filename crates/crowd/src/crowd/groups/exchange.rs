//! Agents of a group that exchange their places: one that stands before another of its kind, which rests at its place,
//! takes that over, and the other one goes on.
//!
//! Each exchange lowers the sum of the squares of the distances that are left. So an agent that comes late takes a place at
//! the rim, whose agent goes on inward, and none is pushed off its place.

use std::collections::BTreeSet;

use voxnav::glam::DVec3;

use crate::crowd::Crowd;
use crate::crowd::keeper::Keeper;
use crate::crowd::member::Member;
use crate::crowd::others::jams::STANDS;
use crate::crowd::values::agent::MovedBy;
use crate::crowd::values::event::Event;
use crate::crowd::values::id::CrowdAgentId;

/// The place of an agent in a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::crowd) struct OwnPlace {
    /// The number of the group.
    pub(in crate::crowd) group: u32,
    pub(in crate::crowd) place: DVec3,
    /// The distance from the place within which the agent has arrived.
    pub(in crate::crowd) within: f64,
    pub(in crate::crowd) arrival: Arrival,
}

/// The arrival of an agent of a group, of which there is one event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::crowd) enum Arrival {
    /// The agent is on its way.
    #[default]
    Due,
    /// The agent has arrived, and the event waits until it is at rest with all that arrived earlier.
    Pending,
    /// The event was given out.
    Reported,
}

/// The distance within which one agent stands before another, in sums of their radii.
const BEFORE: f64 = 2.0;

/// The part of the sum of squares by which an exchange lowers it at least, above rounding.
const LESS: f64 = 1.0 / 64.0;

/// The share of its speed up to which an agent is at rest, above rounding.
const STILL: f64 = 1.0 / 65_536.0;

impl Crowd {
    /// Has agents of groups exchange places with those that they stand before.
    pub(in crate::crowd) fn exchange_places(&mut self) {
        let on_their_way: Vec<CrowdAgentId> = (self.members.iter())
            .filter(|it| it.1.own_place.is_some() && !it.1.is_settled() && it.1.may_exchange())
            .map(|it| *it.0)
            .collect();
        if on_their_way.is_empty() {
            return;
        }
        let others = self.resting(2.0 * BEFORE, |it| it.may_exchange().then_some(it.place));
        let mut done = BTreeSet::new();
        for id in on_their_way {
            let Some(member) = self.members.get(&id) else {
                continue;
            };
            let gains =
                |other: CrowdAgentId| !done.contains(&other) && self.gain_by_exchange(id, other);
            if done.contains(&id) {
                continue;
            }
            let Some(other) = others.first(member.place, |it| gains(it.id)) else {
                continue;
            };
            done.extend([id, other.id]);
            self.exchange(id, other.id);
        }
    }

    /// Returns whether two agents of a group have less left to go with their places exchanged.
    fn gain_by_exchange(&self, id: CrowdAgentId, other: CrowdAgentId) -> bool {
        let [Some(one), Some(two)] = [id, other].map(|it| self.members.get(&it)) else {
            return false;
        };
        let group = |it: &Member| it.own_place.map(|it| it.group);
        let [radius, other_radius] = [one, two].map(|it| self.avoiding.radius_of(it));
        let are_alike = group(one) == group(two)
            && one.agent.body == two.agent.body
            && radius.to_bits() == other_radius.to_bits();
        let are_near = one.place.distance(two.place) <= BEFORE * (radius + other_radius);
        let (Some(to), Some(other_to)) = (one.own_place, two.own_place) else {
            return false;
        };
        let (to, other_to) = (to.place, other_to.place);
        let squares = |to: DVec3, other_to: DVec3| {
            one.place.distance_squared(to) + two.place.distance_squared(other_to)
        };
        let now = squares(to, other_to);
        are_alike && are_near && squares(other_to, to) < now * (1.0 - LESS)
    }

    /// Exchanges the places of two agents.
    fn exchange(&mut self, id: CrowdAgentId, other: CrowdAgentId) {
        let [one, two] = [id, other].map(|it| self.members.get(&it)?.own_place);
        for (id, from, to) in [(id, one, two), (other, two, one)] {
            if let (Some(member), Some(from), Some(to)) = (self.members.get_mut(&id), from, to) {
                member.send(to.place.into());
                member.own_place = Some(from.exchanged_for(to));
            }
        }
    }

    /// Tells of the arrival of agents of groups in which all that have arrived are at rest.
    pub(in crate::crowd) fn tell_arrivals(&mut self, events: &mut Vec<Event>) {
        let unsettled: BTreeSet<u32> = (self.members.values())
            .filter(|it| it.moves_on())
            .filter_map(|it| Some(it.own_place?.group))
            .collect();
        for (&id, member) in &mut self.members {
            let own = member.own_place.as_mut();
            let held =
                own.filter(|it| it.arrival == Arrival::Pending && !unsettled.contains(&it.group));
            if let Some(own) = held {
                own.arrival = Arrival::Reported;
                events.push(Event::Arrived(id));
            }
        }
    }
}

impl OwnPlace {
    /// Returns the place of another agent as that of this one, which is on its way there.
    fn exchanged_for(self, other: Self) -> Self {
        let arrival = match self.arrival {
            Arrival::Pending => Arrival::Due,
            arrival => arrival,
        };
        Self { arrival, ..other }
    }
}

impl Member {
    /// Returns whether the agent has arrived at its place in a group, and is there.
    fn is_settled(&self) -> bool {
        let is_off = self.told.is_aside || self.is_returning || self.yielding.away.is_some();
        self.move_target.is_none() && !is_off
    }

    /// Returns whether the agent is in the middle of nothing.
    fn may_exchange(&self) -> bool {
        self.own_place.is_some()
            && !self.is_planned
            && self.claim.is_none()
            && self.keeper.as_ref().is_none_or(Keeper::is_at_rest)
    }

    /// Returns whether the agent is not at rest though it arrived earlier. One that others move may tremble at its place.
    fn moves_on(&self) -> bool {
        let Some(own) = self.own_place.filter(|it| it.arrival != Arrival::Due) else {
            return false;
        };
        let is_off = (self.home).is_some_and(|home| home.distance(self.place) > own.within);
        let still = match self.agent.moved_by {
            MovedBy::Others if !is_off => STANDS,
            _ => STILL,
        };
        self.velocity.length() > still * self.agent.speed || self.is_sent
    }

    /// Takes note of an arrival, and returns whether there is an event of it now.
    pub(in crate::crowd) fn arrive(&mut self) -> bool {
        match &mut self.own_place {
            None => true,
            Some(own) => {
                if own.arrival == Arrival::Due {
                    own.arrival = Arrival::Pending;
                }
                false
            }
        }
    }
}
