//! Groups: agents that are sent to one point, and settle next to each other around it.
//!
//! Each agent is given a place (`places.rs`) by the assignment that joint plans have (`ways.rs`), and goes there like any
//! other agent. It stops so near to its place that it is not in the way of those at the places next to it, and exchanges
//! places with one that stands in its way (`exchange.rs`).

mod exchange;
mod places;
mod ways;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use voxnav::glam::DVec3;
use voxnav::{AgentId, Navigator};

use super::Crowd;
use super::values::error::CrowdError;
use super::values::id::CrowdAgentId;
use super::values::move_target::MoveTarget;
use super::view::View;
pub(super) use exchange::{Arrival, OwnPlace};
use places::Places;
pub(super) use places::ways_around;
pub(super) use ways::assigned;

/// The part of the room between two places that each of two agents may use up.
const USED: f64 = 0.25;

/// The distance from a point at which a place counts as at it, in addition to the size of the body, in cells.
const NEAR: f64 = 1.0;

/// The least distance from its place at which an agent of a group has arrived, in its radius.
const LEAST: f64 = 1.0 / 64.0;

impl Crowd {
    /// Sends agents to one point, where they settle next to each other. Returns the place of each, in the order of `group`.
    ///
    /// Of agents that are [sent](Self::send) to one point one by one, the first arrives, and the others
    /// [stop short](super::NoPathReason::Taken).
    ///
    /// Each agent then has a target as if it were [sent](Self::send) to its place: it has an event when it has arrived, may
    /// be sent elsewhere alone, and is saved with the crowd.
    ///
    /// # Guarantees
    ///
    /// Places are distinct: agents at them touch neither each other, nor agents that rest, nor the goals of others that are
    /// sent to a position. A way leads from the point to each place and back by moves of the body, so no place is behind a
    /// wall. The largest agents have the first choice, and take the places that cost least to get to from the point. A
    /// flying agent may have the point itself; all others stand at the centers of cells.
    ///
    /// Among agents of one body and radius, the sum of the squares of straight distances is least: if they go straight
    /// and arrive at the same time, no two of them meet. More than 256 are divided into blocks of 256, from the front to the
    /// rear of their way, each of which is assigned alone.
    ///
    /// On the way, an agent exchanges places with another one of its body and radius that it stands before, if both then have
    /// less left to go by that sum. So the places stay those that are returned, and their agents may be others.
    ///
    /// An agent has arrived within [`CrowdAgent::stopping_distance`](super::CrowdAgent::stopping_distance) or a quarter of the room between its
    /// place and the next one, whichever is less. There is one event of it, once the agent is at rest with all of its group that
    /// have arrived.
    ///
    /// That all arrive is not guaranteed: where places are as dense as bodies allow, agents may push each other on and on in
    /// updates of a tenth of a second or longer, in which they get past each other's places at once.
    ///
    /// # Complexity
    ///
    /// A search from the point for each body and radius, as far as the farthest place, and the cube of the number of
    /// agents, in blocks: it is not part of the [work](super::PlanningStats) of updates.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Twice`] for an agent that is named twice; [`CrowdError::Position`] for a point
    /// that is not finite; [`CrowdError::NoRoom`] for the first agent whose body cannot be at the point, nor within its own
    /// size and a cell of it, nor as far as the options [snap goals](voxnav::RouteOptions::snap_goal);
    /// [`CrowdError::NoPlace`] for the first agent that has no place; [`CrowdError::Navigator`] as [`add`](Self::add), and for
    /// a search of more cells than there is memory for. No agent is sent then.
    ///
    /// ```
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, Event, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
    /// let walker = navigator.add_agent((Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let mut group = Vec::new();
    /// for row in 1..10 {
    ///     let agent = CrowdAgent::new(walker, [1.0, f64::from(row), 0.0]).speed(3.0);
    ///     group.push(crowd.add(&mut navigator, agent)?);
    /// }
    /// let places = crowd.send_group(&mut navigator, &group, [15.0, 5.0, 0.0])?;
    /// let mut arrived = 0;
    /// while arrived < group.len() {
    ///     let events = crowd.update(&mut navigator, 1.0 / 30.0)?;
    ///     arrived += events.iter().filter(|it| matches!(it, Event::Arrived(_))).count();
    /// }
    /// for place in places {
    ///     assert!(crowd.agents().any(|(_, agent)| agent.position.distance(place) < 0.1));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn send_group(
        &mut self,
        navigator: &mut Navigator,
        group: &[CrowdAgentId],
        point: impl Into<DVec3>,
    ) -> Result<Vec<DVec3>, CrowdError> {
        let point = point.into();
        self.check_group(group)?;
        for &id in group {
            MoveTarget::from(point).check(id)?;
        }
        let views = self.views_of(navigator, group)?;
        let mut places = Places::around(self, group, point);
        let mut given = BTreeMap::new();
        for alike in self.alike(group) {
            let (view, reach) = &views[&self.member(alike[0])?.agent.body];
            let found = places.find(&alike, view, *reach)?;
            let from: Vec<DVec3> = alike.iter().map(|id| self.members[id].place).collect();
            let place_of = assigned(&from, &found);
            given.extend((alike.iter().zip(place_of)).map(|(&id, place)| (id, found[place])));
        }
        let rooms: BTreeMap<CrowdAgentId, f64> = (given.iter())
            .map(|(&id, &at)| (id, places.room_at(id, at)))
            .collect();
        let number = self.groups;
        self.groups = self.groups.wrapping_add(1);
        for (&id, &place) in &given {
            self.send(id, place)?;
            let radius = self.avoiding.radius_of(self.member(id)?);
            self.member_mut(id)?.own_place = Some(OwnPlace {
                group: number,
                place,
                within: (USED * rooms[&id]).max(LEAST * radius),
                arrival: Arrival::Due,
            });
        }
        Ok(group.iter().map(|id| given[id]).collect())
    }

    /// Refuses agents that are unknown, or named twice.
    pub(super) fn check_group(&self, group: &[CrowdAgentId]) -> Result<(), CrowdError> {
        let mut named = BTreeSet::new();
        group.iter().try_for_each(|&id| {
            self.member(id)?;
            let is_new = named.insert(id);
            is_new.then_some(()).ok_or(CrowdError::Twice { id })
        })
    }

    /// Returns the worlds of the bodies of a group as they are now, with the distance from a point up to which a place
    /// counts as at it: by a wall or a floor, a body has room for itself.
    fn views_of(
        &mut self,
        navigator: &mut Navigator,
        group: &[CrowdAgentId],
    ) -> Result<BTreeMap<AgentId, (View, f64)>, CrowdError> {
        let mut views = BTreeMap::new();
        for &id in group {
            let body = self.member(id)?.agent.body;
            if views.contains_key(&body) {
                continue;
            }
            let view = View::of(navigator, (id, body), &self.settings)?;
            // A crowd that was loaded does not know its bodies before the first update.
            if self.settings.avoidance.is_some() && !self.avoiding.knows(body) {
                self.avoiding.learn(navigator, body, &view);
            }
            let half = navigator
                .agent(body)
                .map_or(0.0, |it| it.half_extents.as_dvec3().length());
            let reach = half + NEAR * view.cell_size();
            views.insert(body, (view, reach));
        }
        Ok(views)
    }

    /// Returns the agents of a group by their radius and body, the largest first.
    fn alike(&self, group: &[CrowdAgentId]) -> Vec<Vec<CrowdAgentId>> {
        let mut alike: BTreeMap<_, Vec<CrowdAgentId>> = BTreeMap::new();
        for &id in group {
            let member = &self.members[&id];
            // The bits of numbers that are not negative are in the order of the numbers.
            let radius = self.avoiding.radius_of(member).to_bits();
            let key = (Reverse(radius), member.agent.body);
            alike.entry(key).or_default().push(id);
        }
        alike.into_values().collect()
    }
}
