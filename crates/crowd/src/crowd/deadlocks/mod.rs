//! Deadlocks: agents that stand before each other are given an order by a joint plan, and follow it until they are apart.
//!
//! An agent that has come no nearer to its destination for some time (`standstill.rs`) is the *seed* of a deadlock: all that
//! touch it and stand are members, and so are those that touch these. Where one of them gets on, it is a queue, and no
//! deadlock. Members stay where they are while an order is looked for in slices (`order.rs`), a joint plan over the cells
//! around. Then they are led to centers of cells of their own (`scene.rs`), and from there, by the order of the plan, each to
//! a cell on its way beyond the others, or back to where it rested. Where no plan is found, they go on as before, and ask
//! again after twice the time, among more cells and as far as these lead.
//!
//! On the ground members walk and swim: none is ever in the middle of a step or a jump, so they may be released anywhere.
//!
//! INVARIANT: at most one deadlock is solved at a time, within the work of updates.
//!
//! # Guarantees
//!
//! Let all agents in a room be of one body, at most [`MOST`], and let the room be as large as a scene at most. If no
//! agent comes nearer to its destination, all are members of one deadlock that asks again and again; from its second
//! time on, goals of the plan are the cells of all destinations. The search is complete but for its limit of work.
//! All members arrive, by the guarantee of [`PlanExecutor`], if it finds a plan and they get to the centers of the cells
//! at which they begin: no others are in their way, and one that waits does so for a finite time.
//!
//! Not proved is that members get to these centers: they are less than a cell away, and avoid each other on the way there. A
//! law plays it in narrow rooms (`tests/crowd/liveness.rs`).

mod cells;
mod order;
mod scene;
mod standstill;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use order::{Search, SearchState};
use scene::Scene;
pub(in crate::crowd) use standstill::Standstill;

use super::Crowd;
use super::keeper::Keeper;
use super::member::Member;
use super::values::agent::MovedBy;
use super::values::id::CrowdAgentId;
use super::values::move_target::MoveTarget;
use crate::mapf::PlanExecutor;

/// The distance within which one agent stands before another, in the distance where they touch.
const BEFORE: f64 = 1.5;

/// The most agents of a deadlock.
const MOST: usize = 64;

/// A deadlock that is being solved.
#[derive(Debug)]
pub(in crate::crowd) struct Solving {
    scene: Scene,
    search: Search,
}

impl Crowd {
    /// Goes on solving a deadlock, or begins with one that is due, and gives its members the order that is found.
    pub(in crate::crowd) fn solve_deadlocks(&mut self) {
        let left = self.settings.budget.saturating_sub(self.work.total());
        if left == 0 || self.settings.avoidance.is_none() {
            return;
        }
        let Some(mut solving) = self.solving.take() else {
            self.begin_solving();
            return;
        };
        match solving.search.advance(left, &mut self.work) {
            SearchState::Running => self.solving = Some(solving),
            SearchState::Nothing => {
                self.release(&solving.scene);
                self.ask_later(&solving.scene);
            }
            SearchState::Order(order) => self.take_order(&solving, order),
        }
    }

    /// Begins with the deadlock that has lasted longest of those that are due, so that all have their turn. Its members stay
    /// where they are until the search has ended.
    fn begin_solving(&mut self) {
        let due = self.members.iter().filter(|it| it.1.is_seed());
        let seed = due.max_by_key(|it| (it.1.standstill.waited(), Reverse(*it.0)));
        let Some((&seed, _)) = seed else {
            return;
        };
        let Some(solving) = self.solving_around(seed) else {
            if let Some(member) = self.members.get_mut(&seed) {
                if member.standstill.is_long() {
                    member.rest_here();
                }
                member.standstill.ask_soon();
            }
            return;
        };
        for placed in solving.scene.agents() {
            if let Some(member) = self.members.get_mut(&placed.id) {
                member.is_planned = true;
            }
        }
        self.solving = Some(Box::new(solving));
    }

    fn solving_around(&mut self, seed: CrowdAgentId) -> Option<Solving> {
        let members = self.deadlock_of(seed)?;
        let scene = Scene::around(self, &members)?;
        let standstill = self.members.get(&seed)?.standstill;
        let has_lasted = standstill.has_lasted_for(scene.agents().len());
        let asked = has_lasted.then(|| standstill.asked())?;
        let search = Search::new(&scene, asked, &mut self.work)?;
        Some(Solving { scene, search })
    }

    /// Has the members of a deadlock for which no order was found ask again after twice the time. Those that do not get back
    /// to where they rested rest where they are from now on; in a group, places are exchanged.
    fn ask_later(&mut self, scene: &Scene) {
        for placed in scene.agents() {
            let Some(member) = self.members.get_mut(&placed.id) else {
                continue;
            };
            if member.standstill.is_due() {
                member.rest_here();
            }
            member.standstill.ask_later();
        }
    }

    /// Has the members of a deadlock go on as before.
    fn release(&mut self, scene: &Scene) {
        for placed in scene.agents() {
            if let Some(member) = self.members.get_mut(&placed.id) {
                member.is_planned = false;
            }
        }
    }

    /// Returns whether an agent stays where it is while an order is looked for.
    pub(super) fn is_held(&self, id: CrowdAgentId) -> bool {
        let solving = self.solving.as_ref();
        solving.is_some_and(|it| it.scene.agents().iter().any(|placed| placed.id == id))
    }

    /// Has all go on as before that stay where they are with an agent, if it does; returns whether it did.
    pub(super) fn stop_solving(&mut self, id: CrowdAgentId) -> bool {
        let is_held = self.is_held(id);
        if let Some(solving) = self.solving.take_if(|_| is_held) {
            self.release(&solving.scene);
        }
        is_held
    }

    /// Has the members of a deadlock follow the order that was found.
    fn take_order(&mut self, solving: &Solving, order: PlanExecutor) {
        let ids: Vec<CrowdAgentId> = solving.scene.agents().iter().map(|it| it.id).collect();
        self.begin_order(ids, order);
    }

    /// Returns the agents that stand before each other around one of them, that one first; `None` where there are no
    /// others, or one of them gets on.
    fn deadlock_of(&self, seed: CrowdAgentId) -> Option<Vec<CrowdAgentId>> {
        let (mut members, mut known) = (vec![seed], BTreeSet::from([seed]));
        let waits_for_all = !self.members.get(&seed)?.standstill.is_long();
        let mut next = 0;
        while let Some(one) = members.get(next).and_then(|id| self.members.get(id)) {
            next += 1;
            for (&other, two) in &self.members {
                if known.contains(&other) || !self.stand_before(one, two) {
                    continue;
                }
                if waits_for_all && two.gets_on() {
                    return None;
                }
                if two.is_member() {
                    known.insert(other);
                    members.push(other);
                }
            }
        }
        members.truncate(MOST);
        (members.len() > 1).then_some(members)
    }

    /// Returns whether two agents touch each other, or nearly do.
    fn stand_before(&self, one: &Member, two: &Member) -> bool {
        let near = BEFORE * self.avoiding.touching(one, two);
        one.agent.position.distance(two.agent.position) <= near
    }
}

impl Member {
    /// Takes note of a time in seconds, for an agent of a radius in a world of cells of a size.
    pub(super) fn pass_standstill(&mut self, [radius, cell]: [f64; 2], dt: f64) {
        if self.is_planned {
            return;
        }
        let goes =
            matches!(self.move_target, Some(MoveTarget::Destination(_))) && !self.waiting.waits();
        let left = if goes {
            self.remaining().filter(|_| self.motion.to.is_some())
        } else {
            let off = self.home.map(|home| home.distance(self.place));
            off.filter(|&off| self.move_target.is_none() && off > radius)
        };
        self.standstill.pass(left, self.place, [radius, cell], dt);
    }

    /// Has an agent that does not get back to where it rested rest where it is from now on. In a group, places are exchanged.
    fn rest_here(&mut self) {
        if self.move_target.is_none() && self.own_place.is_none() {
            self.home = self.home.map(|_| self.place);
            self.is_returning = false;
        }
    }

    fn is_seed(&self) -> bool {
        self.standstill.is_due() && self.is_member()
    }

    /// Returns whether the agent stands, and may be given an order: it rests, or goes to a destination.
    fn is_member(&self) -> bool {
        let is_free = !self.is_planned && self.claim.is_none() && self.agent.speed > 0.0;
        let is_at_rest = self.keeper.as_ref().is_none_or(Keeper::is_at_rest);
        is_free
            && is_at_rest
            && self.may_hold()
            && (self.rests() || self.standstill.is_long_enough())
    }

    /// Returns whether the agent has no destination, or waits for it, and may be led away and back.
    fn rests(&self) -> bool {
        let may_be_led = self.agent.moved_by == MovedBy::Crowd;
        may_be_led && (self.move_target.is_none() || self.waiting.waits())
    }

    /// Returns whether the agent gets on.
    fn gets_on(&self) -> bool {
        let goes = self.move_target.is_some() && !self.waiting.waits();
        self.is_planned || goes && !self.standstill.has_lasted()
    }
}
