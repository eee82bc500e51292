//! Requests that are planned together: which are answered by one search, and in which order
//! workers take them.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ahash::{AHashMap, AHashSet};
use glam::IVec3;

use super::request::{AgentIndex, BatchSharing, Request};
use crate::movement::{CellShape, CornerRule, MoveSet};
use crate::outcome::Side;
use crate::query::{Algorithm, Guarantee, Partial, Query, SnapPolicy};
use crate::solve::Movement;

/// The fewest requests with a common end for which a field is considered: twice the probes needed
/// to find out whether a field pays.
const FEWEST_SHARING: usize = 16;

/// A task of a worker: a group answered by one search, or the place of a single request.
pub(super) enum Task<'b> {
    Shared(&'b Group),
    Single(usize),
}

/// Requests with a common end.
#[derive(Debug)]
pub(super) struct Group {
    /// The end that they share.
    pub(super) side: Side,
    /// The places of the requests in the block.
    pub(super) members: Vec<usize>,
}

/// Planned requests, taken one by one by any number of workers.
pub(super) struct Block<'q, M> {
    pub(super) requests: Cow<'q, [Request<'q>]>,
    /// The moves by agent; every request names one of them.
    agents: Arc<[M]>,
    /// Largest first, so that none of them begins last.
    groups: Vec<Group>,
    /// The requests in no group, those with the ends farthest apart first: a long search must not
    /// begin last, and distance is the only hint before the search.
    singles: Vec<usize>,
    next: AtomicUsize,
}

impl<'q, M: Movement> Block<'q, M> {
    pub(super) fn new(
        requests: Cow<'q, [Request<'q>]>,
        agents: Arc<[M]>,
        sharing: BatchSharing,
    ) -> Self {
        let may_share = agents.iter().any(|moves| moves.flown().is_some());
        let mut block = Self {
            singles: (0..requests.len()).collect(),
            requests,
            agents,
            groups: Vec::new(),
            next: AtomicUsize::new(0),
        };
        if sharing == BatchSharing::WhereCheaper && may_share {
            block.group();
        }
        let requests = &block.requests;
        block.singles.sort_by_cached_key(|&place| {
            let query = &requests[place].query;
            let apart = query.start.as_i64vec3() - query.goal.as_i64vec3();
            (Reverse(apart.abs().max_element()), place)
        });
        block
    }

    /// Returns the query of a request, and the moves of its agent.
    pub(super) fn query(&self, place: usize) -> (Query<'_>, &M) {
        let request = &self.requests[place];
        // INVARIANT: requests for agents that do not exist are refused before they are planned.
        let moves = &self.agents[request.agent.0 as usize];
        (moves.asked(request.query), moves)
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

    /// Groups requests by the end that more of them share. Which requests go together depends on
    /// the set of requests, not on their order.
    fn group(&mut self) {
        let ends = |place: &usize| self.ends(*place);
        let common = in_common(self.singles.iter().filter_map(ends).flatten());
        if common.is_empty() {
            return;
        }
        let mut counts = AHashMap::<End, usize, _>::with_hasher(hasher());
        for end in self.singles.iter().filter_map(ends).flatten() {
            if common.contains(&hasher().hash_one(end)) {
                *counts.entry(end).or_default() += 1;
            }
        }
        counts.retain(|_, count| *count >= FEWEST_SHARING);
        let mut groups = AHashMap::<End, Vec<usize>, _>::with_hasher(hasher());
        let mut singles = Vec::new();
        let count = |end: &End| counts.get(end).copied().unwrap_or(0);
        for &place in &self.singles {
            // Of equals the goal.
            let most = self
                .ends(place)
                .and_then(|it| it.into_iter().max_by_key(count));
            match most.filter(|end| count(end) > 0) {
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
        (self.groups, self.singles) = (groups, singles);
    }

    /// Returns the ends of a request that it may share: start, then goal. `None` where the answer
    /// depends on the course of the search: by a bound, by a limit, or because an algorithm was asked
    /// for by name.
    fn ends(&self, place: usize) -> Option<[End; 2]> {
        let (query, _) = self.query(place);
        let shareable = query.settings.algorithm == Algorithm::Auto
            && query.guarantee() == Guarantee::Optimal
            && !query.settings.fewest_turns
            && query.settings.limits.expanded.is_none()
            && query.settings.limits.cost.is_none()
            && query.region.is_none()
            && query.snap_start == SnapPolicy::Exact
            && query.snap_goal == SnapPolicy::Exact
            && query.partial == Partial::Refused
            && query.cancel.is_none();
        let end = |side, cell| End {
            side,
            cell,
            agent: self.requests[place].agent,
            moves: query.settings.moves,
            corners: query.settings.corners,
            shape: query.settings.shape,
            memory: query.settings.limits.memory,
            terrain: query
                .terrain
                .map(|terrain| std::ptr::from_ref(terrain).addr()),
        };
        shareable.then(|| [end(Side::Start, query.start), end(Side::Goal, query.goal)])
    }
}

/// An end of a request, with the settings that others must have in common to share a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct End {
    side: Side,
    cell: IVec3,
    agent: AgentIndex,
    moves: MoveSet,
    corners: CornerRule,
    shape: CellShape,
    /// The most search memory, which a shared search keeps as well.
    memory: Option<u64>,
    /// The address of the terrain, for uniform terrain none.
    terrain: Option<usize>,
}

fn hasher() -> ahash::RandomState {
    ahash::RandomState::with_seeds(13, 14, 15, 16)
}

/// Returns the hashes that enough ends have in common to share a search: most requests share nothing,
/// and that is found out without a table of all their ends.
fn in_common(ends: impl Iterator<Item = End>) -> AHashSet<u64, ahash::RandomState> {
    let mut hashes: Vec<u64> = ends.map(|end| hasher().hash_one(end)).collect();
    hashes.sort_unstable();
    let mut common = AHashSet::with_hasher(hasher());
    let runs = hashes.chunk_by(|a, b| a == b);
    common.extend(
        runs.filter(|run| run.len() >= FEWEST_SHARING)
            .map(|run| run[0]),
    );
    common
}
