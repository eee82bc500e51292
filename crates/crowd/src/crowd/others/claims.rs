//! Steps, drops, jumps, climbs and links: crossed as a whole by one agent at a time.
//!
//! An agent claims the box around its way over all of them that follow each other before it takes the first. It is given
//! the box if no other agent has one that overlaps it; until then it stays where the way begins, and makes way. One that stands
//! in the way of who has such a box is let go on over it, and who is stuck within goes back (`away.rs`).

use std::cmp::Reverse;

use voxnav::glam::DVec3;

use crate::crowd::{Crowd, Event, MoverId, Other};

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

impl Crowd {
    /// Gives agents the ways that they are to have to themselves; those that have to wait stay.
    pub(in crate::crowd) fn claim(&mut self, events: &mut Vec<Event>) {
        let mut given: Vec<(MoverId, Claim)> = Vec::new();
        let mut asked = Vec::new();
        for (&id, member) in &mut self.members {
            let had = member.claim.take();
            let Some(keeper) = member.keeper.as_ref().filter(|_| member.step.to.is_some()) else {
                continue;
            };
            let half = self.avoiding.half_of(member);
            let Some(claim) = Claim::around(&keeper.own_way(), half) else {
                continue;
            };
            if member.yielding.goes_back > 0.0 && keeper.begin_of_move().is_none() {
                member.step.to = None;
                member.step.velocity = DVec3::ZERO;
                continue;
            }
            // One that is on its way over a move finishes that; one that was pushed there is the first to be given it.
            if had.is_some() {
                member.claim = Some(claim);
                given.push((id, claim));
            } else {
                let rank = (keeper.is_at_rest(), Reverse(member.mover.priority), id);
                asked.push((rank, claim));
            }
        }
        asked.sort_by_key(|it| it.0);
        for ((.., id), claim) in asked {
            // One that is in the way of who has it goes on, or both would stand for ever.
            let is_let = |holder: MoverId| {
                (self.members.get(&holder)).is_some_and(|it| {
                    it.yielding.stands > LETS && it.yielding.behind == Some(Other::Mover(id))
                })
            };
            let holder = (given.iter()).find(|it| it.1.overlaps(&claim) && !is_let(it.0));
            let holder = holder.map(|&(holder, _)| holder);
            let Some(member) = self.members.get_mut(&id) else {
                continue;
            };
            if let Some(holder) = holder {
                member.step.to = None;
                member.step.velocity = DVec3::ZERO;
                if member.told.waits_for.replace(holder) != Some(holder) {
                    events.push(Event::WaitsFor(id, Other::Mover(holder)));
                }
            } else {
                member.told.waits_for = None;
                member.claim = Some(claim);
                given.push((id, claim));
            }
        }
    }
}
