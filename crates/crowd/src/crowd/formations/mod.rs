//! Formations: agents that follow a leader at places that go with it.
//!
//! Followers have the target to follow their leader, and each update gives each of them another point to follow in its
//! stead (`update.rs`): its place in the shape (`shape.rs`) where a way leads there (`reach.rs`), else one on the trail of
//! the leader (`trail.rs`). One that sees its point goes there without a route (`post.rs`).

mod post;
mod posting;
mod reach;
mod shape;
mod trail;
mod update;

use std::collections::BTreeMap;

use voxnav::AgentId;
use voxnav::glam::DVec3;

use super::Crowd;
use super::member::Member;
use super::values::error::CrowdError;
use super::values::id::CrowdAgentId;
use super::values::move_target::MoveTarget;
pub(super) use post::Post;
use reach::Reach;
pub use shape::{Formation, FormationShape};
pub(super) use trail::Trail;

/// A formation of a crowd.
#[derive(Debug)]
pub(super) struct Formed {
    pub(super) formation: Formation,
    pub(super) leader: CrowdAgentId,
    /// The followers, by their places in the shape.
    pub(super) order: Vec<CrowdAgentId>,
    /// The direction that it faces, without a part upward: zero before it is known.
    pub(super) facing: DVec3,
    /// The direction for which places were assigned; zero before they were.
    pub(super) assigned: DVec3,
    pub(super) trail: Trail,
    /// The place where the leader rests, if it does.
    pub(super) rest: Option<DVec3>,
    /// True until there was an event of another leader.
    pub(super) is_handed_over: bool,
    /// The point that is drawn along behind the leader.
    drawn: Option<DVec3>,
    /// The place of the leader in the last update, and the time since then.
    last: Option<(DVec3, f64)>,
    /// True if the leader halted for stragglers.
    halts: bool,
    /// The followers that go in a file on the trail, in their order.
    file: Vec<CrowdAgentId>,
    /// The cells to which ways lead from the leader, by bodies.
    reach: BTreeMap<AgentId, Reach>,
}

impl Formed {
    /// Makes a formation of what is saved of one.
    pub(super) fn new(
        formation: Formation,
        leader: CrowdAgentId,
        order: Vec<CrowdAgentId>,
    ) -> Self {
        Self {
            formation,
            leader,
            order,
            facing: DVec3::ZERO,
            assigned: DVec3::ZERO,
            trail: Trail::default(),
            rest: None,
            is_handed_over: false,
            drawn: None,
            last: None,
            halts: false,
            file: Vec::new(),
            reach: BTreeMap::new(),
        }
    }

    /// Forgets all that is not saved.
    pub(super) fn forget(&mut self) {
        (self.drawn, self.last, self.halts) = (None, None, false);
        self.file.clear();
        self.reach.clear();
    }
}

impl Crowd {
    /// Has agents follow a leader in a formation that goes and turns with it.
    ///
    /// Places are next to and behind the leader, by its direction of travel: on the floor of its feet, for flying
    /// agents at its height. A flying agent with a leader on the ground goes at the height of its head, and a ground
    /// agent below a flying leader. Followers are assigned to places such that the sum of squared distances is
    /// least, and again when the leader has turned by more than 60 degrees and that saves a quarter of the sum.
    ///
    /// A follower heads for its place while it can be there, and a way from the leader leads there: straight, or, for places
    /// that are not ahead of the leader, no longer than half as much again. Else it goes on the trail of the leader, in a
    /// file with others, and takes its place again where it is wide. So a formation passes a door, one after the other.
    /// Ways that are not straight are found within half of the [work](super::CrowdSettings::budget) of an update, up to some 9
    /// cells from the leader by default.
    ///
    /// The leader goes wherever it is [sent](Self::send), before or after this call, or is [moved](Self::set_position) by others.
    /// When it rests, its followers come to rest: each [arrives](super::Event::Arrived) at its place, or as near as it gets,
    /// once it has come no nearer for 5 seconds. They have the [target](super::MoveTarget::Follow) to follow the leader, and
    /// leave the formation when they are sent elsewhere or stopped. A leader has one formation: followers of an earlier one
    /// that are not named again stop.
    ///
    /// With [`wait`](Formation::wait), the leader slows down for stragglers, and halts while one is farther from its place
    /// than that. It does not wait for one without a way, or that has come no nearer for 5 seconds while the leader stood.
    ///
    /// If the leader is [removed](Self::remove), the first follower in the order of places, the nearest one, leads the
    /// others from then on. It takes over the target of the leader, or stays where it is if there was none, and has an
    /// [event](super::Event::Leads).
    ///
    /// # Complexity
    ///
    /// Each update takes time that grows by the product of the followers and the length of the trail, which is that of a
    /// file of all; an assignment takes the cube of the number of followers, in blocks as in
    /// [`send_group`](Self::send_group).
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Twice`] for an agent that is named twice, or as the leader, too;
    /// [`CrowdError::Distance`] with the leader for a spacing or a wait that is negative or not finite. No agent is sent
    /// then.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, Event, Formation, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [30.0, 20.0, 4.0])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let leader = crowd.add(&mut navigator, CrowdAgent::new(drone, [4.0, 10.0, 2.0]).speed(2.0))?;
    /// let mut wings = Vec::new();
    /// for row in 0..4 {
    ///     let at = [2.0, 7.0 + 2.0 * f64::from(row), 2.0];
    ///     wings.push(crowd.add(&mut navigator, CrowdAgent::new(drone, at).speed(3.0))?);
    /// }
    /// crowd.follow_in_formation(leader, &wings, Formation::line().spacing(2.0))?;
    /// crowd.send(leader, [24.0, 10.0, 2.0])?;
    /// let mut arrived = 0;
    /// while arrived < 5 {
    ///     let events = crowd.update(&mut navigator, 1.0 / 30.0)?;
    ///     arrived += events.iter().filter(|it| matches!(it, Event::Arrived(_))).count();
    /// }
    /// for wing in wings {
    ///     assert!((crowd.position(wing)?.x - crowd.position(leader)?.x).abs() < 0.5);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow_in_formation(
        &mut self,
        leader: CrowdAgentId,
        followers: &[CrowdAgentId],
        formation: Formation,
    ) -> Result<(), CrowdError> {
        self.member(leader)?;
        self.check_group(followers)?;
        if followers.contains(&leader) {
            return Err(CrowdError::Twice { id: leader });
        }
        formation.check(leader)?;
        let earlier: Vec<u32> = (self.formations.iter())
            .filter(|it| it.1.leader == leader)
            .map(|it| *it.0)
            .collect();
        for number in earlier {
            for id in self.followers_of(number) {
                self.stop(id)?;
            }
            self.formations.remove(&number);
        }
        let number = self.groups;
        self.groups = self.groups.wrapping_add(1);
        for &id in followers {
            self.send(id, MoveTarget::following(leader, 0.0))?;
            self.member_mut(id)?.post = Some(Post::new(number));
        }
        let formed = Formed::new(formation, leader, followers.to_vec());
        self.formations.insert(number, formed);
        Ok(())
    }

    /// Returns the point that a follower in a formation heads for, as of the last update: its place, or one on the trail
    /// of its leader; `None` for one that is in no formation, and where it can do no more than follow its leader.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn formation_place(&self, id: CrowdAgentId) -> Result<Option<DVec3>, CrowdError> {
        let member = self.member(id)?;
        Ok(member.post().and_then(|post| post.target))
    }

    /// Returns the formation that an agent leads, if it does.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn formation(&self, leader: CrowdAgentId) -> Result<Option<Formation>, CrowdError> {
        self.member(leader)?;
        let mut all = self.formations.values();
        let found = all.find(|it| it.leader == leader);
        Ok(found.map(|it| it.formation))
    }

    /// Returns the agents that are in a formation, by their places.
    fn followers_of(&self, number: u32) -> Vec<CrowdAgentId> {
        let order = self.formations.get(&number).map(|it| it.order.as_slice());
        let is_there = |id: &&CrowdAgentId| self.members.get(id).is_some_and(|it| it.is_in(number));
        let followers = order.unwrap_or_default().iter().filter(is_there);
        followers.copied().collect()
    }

    /// Forgets followers that have left their formations.
    pub(super) fn prune_formations(&mut self) {
        let numbers: Vec<u32> = self.formations.keys().copied().collect();
        for number in numbers {
            let order = self.followers_of(number);
            if let Some(formed) = self.formations.get_mut(&number) {
                formed.order = order;
            }
        }
        self.formations.retain(|_, it| !it.order.is_empty());
    }

    /// Leaves formations as they are loaded.
    pub(super) fn forget_formations(&mut self) {
        for (&number, formed) in &mut self.formations {
            formed.forget();
            for id in &formed.order {
                if let Some(member) = self.members.get_mut(id) {
                    member.post = Some(Post::new(number));
                }
            }
        }
    }

    /// Gives an agent that follows, and has no post, one in a formation; returns whether it has it now.
    pub(super) fn takes_post(&mut self, id: CrowdAgentId, number: u32) -> bool {
        let follows = |it: &&mut Member| matches!(it.move_target, Some(MoveTarget::Follow { .. }));
        let member = self.members.get_mut(&id).filter(follows);
        let Some(member) = member.filter(|it| it.post.is_none()) else {
            return false;
        };
        member.post = Some(Post::new(number));
        true
    }

    /// Has the first follower of an agent that is to be removed take over its formation, and its target.
    pub(super) fn hand_over(&mut self, id: CrowdAgentId) {
        let led = self.formations.iter().find(|it| it.1.leader == id);
        let Some(number) = led.map(|it| *it.0) else {
            return;
        };
        let followers = self.followers_of(number);
        let (Some(&next), Some(before)) = (followers.first(), self.members.get(&id)) else {
            self.formations.remove(&number);
            return;
        };
        let is_own = |it: &MoveTarget| matches!(it, MoveTarget::Follow { leader, .. } if followers.contains(leader));
        let move_target = before.move_target.clone().filter(|it| !is_own(it));
        let (own_place, post) = (before.own_place, before.post);
        self.lead_on(next, move_target.as_ref());
        if let Some(member) = self.members.get_mut(&next) {
            (member.own_place, member.post) = (own_place, post);
        }
        // In a formation in which the leader followed another one, its place is that of its successor.
        for formed in self.formations.values_mut() {
            formed
                .order
                .iter_mut()
                .filter(|it| **it == id)
                .for_each(|it| *it = next);
        }
        for id in &followers[1..] {
            if let Some(member) = self.members.get_mut(id) {
                member.follow_other(next);
            }
        }
        if let Some(formed) = self.formations.get_mut(&number) {
            formed.forget();
            (formed.leader, formed.rest) = (next, None);
            (formed.order, formed.assigned) = (followers[1..].to_vec(), DVec3::ZERO);
            formed.is_handed_over = true;
        }
    }

    /// Sends an agent to the target of its leader, or stops it where there is none.
    fn lead_on(&mut self, id: CrowdAgentId, move_target: Option<&MoveTarget>) {
        let Some(member) = self.members.get_mut(&id) else {
            return;
        };
        member.send(move_target.cloned().unwrap_or_else(|| member.place.into()));
        if move_target.is_none() {
            (member.move_target, member.home) = (None, Some(member.position_at_rest()));
        }
    }
}

impl Member {
    /// Returns the post of an agent that is in a formation.
    pub(super) fn post(&self) -> Option<&Post> {
        let follows =
            matches!(self.move_target, Some(MoveTarget::Follow { .. })) && !self.is_planned;
        self.post.as_ref().filter(|_| follows)
    }

    fn is_in(&self, number: u32) -> bool {
        self.post().is_some_and(|it| it.formation == number)
    }

    /// Has a follower go on after another leader.
    fn follow_other(&mut self, leader: CrowdAgentId) {
        if let Some(MoveTarget::Follow { leader: before, .. }) = &mut self.move_target {
            *before = leader;
        }
        self.told.has_arrived = false;
    }
}
