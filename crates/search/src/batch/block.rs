//! Requests that are planned together: which are answered by one search, and in which order
//! workers take them.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ahash::AHashMap;
use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::request::{AgentIndex, Request, Sharing};
use crate::movement::{CornerRule, MoveSet};
use crate::outcome::Side;
use crate::query::{Algorithm, Guarantee, Partial, SnapPolicy};

/// The fewest requests with a common end for which a field is considered: twice the probes needed
/// to find out whether a field pays.
pub(super) const FEWEST_SHARING: usize = 16;

/// A place in the block.
pub(super) type Place = u32;

/// A task of a worker: a group answered by one search, or a single request.
pub(super) enum Task<'b> {
    Shared(&'b Group),
    Single(Place),
}

/// Requests with a common end.
#[derive(Debug)]
pub(super) struct Group {
    /// The end that they share.
    pub(super) side: Side,
    pub(super) members: Vec<Place>,
}

/// Planned requests, taken one by one by any number of workers.
pub(super) struct Block<'q> {
    pub(super) requests: Cow<'q, [Request<'q>]>,
    /// The snapshots by agent; every request names one of them.
    worlds: Arc<[Traversability]>,
    /// Largest first, so that none of them begins last.
    groups: Vec<Group>,
    /// The requests in no group, those with the ends farthest apart first: a long search must not
    /// begin last, and distance is the only hint before the search.
    singles: Vec<Place>,
    next: AtomicUsize,
}

impl<'q> Block<'q> {
    pub(super) fn new(
        requests: Cow<'q, [Request<'q>]>,
        worlds: Arc<[Traversability]>,
        sharing: Sharing,
    ) -> Self {
        let (groups, mut singles) = match sharing {
            Sharing::WhereCheaper => plan(&requests),
            Sharing::Never => (Vec::new(), places(&requests).collect()),
        };
        singles.sort_by_cached_key(|&place| {
            let query = &requests[place as usize].query;
            let apart = query.start.as_i64vec3() - query.goal.as_i64vec3();
            (Reverse(apart.abs().max_element()), place)
        });
        Self {
            requests,
            worlds,
            groups,
            singles,
            next: AtomicUsize::new(0),
        }
    }

    pub(super) fn request(&self, place: Place) -> &Request<'q> {
        &self.requests[place as usize]
    }

    /// Returns the world as the agent of a request sees it.
    pub(super) fn world(&self, request: &Request<'_>) -> &Traversability {
        // INVARIANT: requests for agents that do not exist are refused before they are planned.
        &self.worlds[request.agent.0 as usize]
    }

    /// Takes the next task. Requests come one by one, so that a long one holds up no other.
    pub(super) fn take(&self) -> Option<Task<'_>> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        if let Some(group) = self.groups.get(next) {
            return Some(Task::Shared(group));
        }
        let single = self.singles.get(next - self.groups.len());
        single.copied().map(Task::Single)
    }
}

fn places(requests: &[Request<'_>]) -> impl Iterator<Item = Place> + use<> {
    0..Place::try_from(requests.len()).unwrap_or(Place::MAX)
}

/// The settings that requests must have in common, besides the cell, to share a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    agent: AgentIndex,
    moves: MoveSet,
    corners: CornerRule,
    /// The most search memory, which a shared search keeps as well.
    memory: Option<u64>,
    /// The address of the terrain, for uniform terrain none.
    terrain: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct End {
    kind: Kind,
    side: Side,
    cell: IVec3,
}

/// Returns the ends of a request that it may share: start, then goal. `None` where the answer
/// depends on the course of the search: by a bound, by a limit, or because an algorithm was asked
/// for by name.
fn ends(request: &Request<'_>) -> Option<[End; 2]> {
    let query = &request.query;
    let shareable = query.settings.algorithm == Algorithm::Auto
        && query.guarantee() == Guarantee::Optimal
        && query.settings.limits.expanded.is_none()
        && query.settings.limits.cost.is_none()
        && query.region.is_none()
        && query.snap_start == SnapPolicy::Exact
        && query.snap_goal == SnapPolicy::Exact
        && query.partial == Partial::Refused
        && query.cancel.is_none();
    let kind = Kind {
        agent: request.agent,
        moves: query.settings.moves,
        corners: query.settings.corners,
        memory: query.settings.limits.memory,
        terrain: query
            .terrain
            .map(|terrain| std::ptr::from_ref(terrain).addr()),
    };
    let end = |side, cell| End { kind, side, cell };
    shareable.then(|| [end(Side::Start, query.start), end(Side::Goal, query.goal)])
}

/// Counts of ends by their hash, which are never too small: most requests share nothing, and that
/// is found out without a table of all their ends.
struct RoughCounts {
    hasher: ahash::RandomState,
    counts: Vec<u16>,
}

impl RoughCounts {
    /// Counts ends in at most 2^20 slots by hash, 2 MB.
    fn of(ends: impl Iterator<Item = End>, requests: usize) -> Self {
        let size = (8 * requests).next_power_of_two().min(1 << 20);
        let mut rough = Self {
            hasher: hasher(),
            counts: vec![0; size],
        };
        for end in ends {
            let place = rough.place(&end);
            rough.counts[place] = rough.counts[place].saturating_add(1);
        }
        rough
    }

    fn may_be_shared(&self, end: &End) -> bool {
        usize::from(self.counts[self.place(end)]) >= FEWEST_SHARING
    }

    fn place(&self, end: &End) -> usize {
        let hash = self.hasher.hash_one(end);
        usize::try_from(hash & (self.counts.len() as u64 - 1)).unwrap_or_default()
    }
}

fn hasher() -> ahash::RandomState {
    ahash::RandomState::with_seeds(13, 14, 15, 16)
}

/// Groups requests by the end that more of them share; returns the groups and the rest. Which
/// requests go together depends on the set of requests, not on their order.
fn plan(requests: &[Request<'_>]) -> (Vec<Group>, Vec<Place>) {
    let all_ends = || requests.iter().filter_map(ends).flatten();
    let rough = RoughCounts::of(all_ends(), requests.len());
    let mut counts = AHashMap::<End, usize, _>::with_hasher(hasher());
    for end in all_ends().filter(|end| rough.may_be_shared(end)) {
        *counts.entry(end).or_default() += 1;
    }
    counts.retain(|_, count| *count >= FEWEST_SHARING);
    if counts.is_empty() {
        return (Vec::new(), places(requests).collect());
    }
    let mut groups = AHashMap::<End, Vec<Place>, _>::with_hasher(hasher());
    let mut singles = Vec::new();
    for place in places(requests) {
        let shared = ends(&requests[place as usize]).and_then(|[start, goal]| {
            let count = |end| counts.get(&end).copied().unwrap_or(0);
            let most = if count(start) > count(goal) {
                start
            } else {
                goal
            };
            (count(most) > 0).then_some(most)
        });
        match shared {
            Some(end) => groups.entry(end).or_default().push(place),
            None => singles.push(place),
        }
    }
    let (mut groups, small) = groups
        .into_iter()
        .map(|(End { side, .. }, members)| Group { side, members })
        .partition::<Vec<_>, _>(|group| group.members.len() >= FEWEST_SHARING);
    singles.extend(small.into_iter().flat_map(|group| group.members));
    groups.sort_by_key(|group| (Reverse(group.members.len()), group.members[0]));
    (groups, singles)
}
