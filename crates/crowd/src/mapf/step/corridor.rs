//! Corridors: rows of places that two agents can leave at their ends alone, and so cannot pass each other in.
//!
//! # References
//! Okumura, "Improving LaCAM for scalable eventually optimal multi-agent pathfinding", IJCAI 2023: the tests of the swap rule.

/// The ways on from a place, without going back and without dead ends whose agent has arrived there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mapf) enum Continuation {
    None,
    One(u32),
    Many,
}

impl Continuation {
    /// Returns what the next places are.
    #[inline]
    pub(in crate::mapf) fn of(mut next: impl Iterator<Item = u32>) -> Self {
        match (next.next(), next.next()) {
            (None, _) => Self::None,
            (Some(one), None) => Self::One(one),
            _ => Self::Many,
        }
    }
}

/// The places at which agents rest, and the ways between them.
pub(in crate::mapf) trait Corridors {
    /// Returns the number of places.
    fn places(&self) -> usize;

    /// Returns the ways on from a place to which an agent comes from another one.
    fn way_on(&mut self, behind: u32, at: u32) -> Continuation;

    /// Returns the place next to one, where the other one was: it may have another heading there.
    fn back(&self, behind: u32, ahead: u32) -> Option<u32>;

    /// Returns whether two places are one but for headings.
    fn are_one(&self, place: u32, other: u32) -> bool;

    /// Returns whether a place is nearer to the goal of an agent than another one.
    fn is_nearer(&mut self, agent: u32, from: u32, to: u32) -> bool;

    /// Returns whether a place is the goal of an agent.
    fn is_goal(&mut self, agent: u32, place: u32) -> bool;
}

/// Returns whether the agents cannot pass each other ahead: the first pushes the second along a corridor until its own
/// way leads elsewhere, and the second wants to go where the first comes from.
pub(in crate::mapf) fn is_swap_required(
    corridors: &mut impl Corridors,
    [pusher, puller]: [u32; 2],
    [mut behind, mut ahead]: [u32; 2],
) -> bool {
    for _ in 0..corridors.places() {
        if !corridors.is_nearer(pusher, behind, ahead) {
            break;
        }
        match corridors.way_on(behind, ahead) {
            Continuation::Many => return false,
            Continuation::None => break,
            Continuation::One(next) => (behind, ahead) = (ahead, next),
        }
    }
    let Some(back) = corridors.back(behind, ahead) else {
        return false;
    };
    corridors.is_nearer(puller, ahead, back)
        && (corridors.is_goal(pusher, behind) || corridors.is_nearer(pusher, behind, ahead))
}

/// Returns whether two agents that go on over these places, the second pulled by the first, come to one with room to change
/// places.
pub(in crate::mapf) fn is_swap_possible(
    corridors: &mut impl Corridors,
    [mut behind, mut ahead]: [u32; 2],
) -> bool {
    let start = behind;
    for _ in 0..corridors.places() {
        match corridors.way_on(behind, ahead) {
            Continuation::Many => return true,
            Continuation::None => return false,
            Continuation::One(next) => (behind, ahead) = (ahead, next),
        }
        if corridors.are_one(ahead, start) {
            break;
        }
    }
    false
}
