//! Steps, drops, jumps, climbs and links: crossed as a whole by one agent at a time.
//!
//! An agent claims the box around its way over all of them that follow each other before it takes the first. It is
//! given the box if no other agent has one that overlaps it; until then it stays where the way begins, and makes way.
//! One in the way of an agent with such a box may go on over it, and one stuck within goes back (`away.rs`).

use std::cmp::Reverse;

use rayon::prelude::*;
use voxnav::glam::DVec3;

use super::bodies::AvoidanceBodies;
use crate::crowd::Crowd;
use crate::crowd::member::{Member, in_parallel};
use crate::crowd::values::event::{Event, Neighbor};
use crate::crowd::values::id::CrowdAgentId;

/// The box around a way that an agent has to itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::crowd) struct Claim {
    low: DVec3,
    high: DVec3,
}

impl Claim {
    /// Returns the box around points, grown by the size of a body on both sides; `None` for no points.
    fn around(points: &[DVec3], body: DVec3) -> Option<Self> {
        let first = *points.first()?;
        let low = points.iter().fold(first, |low, point| low.min(*point));
        let high = points.iter().fold(first, |high, point| high.max(*point));
        let (low, high) = (low - body, high + body);
        Some(Self { low, high })
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.low.cmplt(other.high).all() && other.low.cmplt(self.high).all()
    }
}

/// The time for which one that has a way stands before another, which is then let go on over the same way, in seconds.
const LETS: f64 = 1.0;

/// The rank of an agent that asks for a way: on a move before at rest, then by priority.
type Rank = (bool, Reverse<i32>);

impl Member {
    /// Returns the way that the agent is to have to itself, if there is one, with its rank unless it already has the
    /// way.
    fn asks(&mut self, avoiding: &AvoidanceBodies) -> Option<(Claim, Option<Rank>)> {
        let had = self.claim.take();
        let keeper = self.keeper.as_ref().filter(|_| self.motion.to.is_some())?;
        let claim = Claim::around(&keeper.own_way(), avoiding.half_of(self))?;
        if self.yielding.goes_back > 0.0 && keeper.begin_of_move().is_none() {
            (self.motion.to, self.motion.velocity) = (None, DVec3::ZERO);
            return None;
        }
        // One that is on its way over a move finishes that; one that was pushed there is the first to be given it.
        let rank = (keeper.is_at_rest(), Reverse(self.agent.priority));
        self.claim = had.map(|_| claim);
        Some((claim, had.is_none().then_some(rank)))
    }
}

impl Crowd {
    /// Gives agents the ways that they are to have to themselves; those that have to wait stay.
    pub(in crate::crowd) fn claim(&mut self, events: &mut Vec<Event>) {
        let avoiding = &self.avoiding;
        let claims = in_parallel(&mut self.members).filter_map(|(id, member)| {
            let claim = member.asks(avoiding)?;
            Some((id, claim))
        });
        let mut given: Vec<(CrowdAgentId, Claim)> = Vec::new();
        let mut asked = Vec::new();
        for (id, (claim, rank)) in claims.collect::<Vec<_>>() {
            match rank {
                Some(rank) => asked.push(((rank, id), claim)),
                None => given.push((id, claim)),
            }
        }
        asked.sort_by_key(|it| it.0);
        for ((_, id), claim) in asked {
            // One that is in the way of who has it goes on, or both would stand forever.
            let is_let = |holder: CrowdAgentId| {
                (self.members.get(&holder)).is_some_and(|it| {
                    it.yielding.stands > LETS && it.yielding.behind == Some(Neighbor::Agent(id))
                })
            };
            let holder = (given.iter()).find(|it| it.1.overlaps(&claim) && !is_let(it.0));
            let holder = holder.map(|&(holder, _)| holder);
            let Some(member) = self.members.get_mut(&id) else {
                continue;
            };
            if let Some(holder) = holder {
                events.extend(member.wait_for(id, holder));
            } else {
                member.told.waits_for = None;
                member.claim = Some(claim);
                given.push((id, claim));
            }
        }
    }
}
