//! First paths over moves that prune: a race against the exact search.
//!
//! Weighted A* expands each cell of every dead end that it enters, while pruned moves run past thousands of them: over even
//! ground the exact search is often the cheaper one. So both take turns, and the first to end has the answer. The exact
//! search has two turns of three, and the first one: a first path never takes more than one and a half times the
//! expansions of the exact one.
//!
//! INVARIANT: whose turn it is depends on the expansions of both alone, and so does the answer, however it is sliced.

use crate::engine::ProblemState;
use crate::kernel::SearchState;
use crate::movement::Successors;
use crate::outcome::{Solution, Watcher};
use crate::query::{Algorithm, Query};
use crate::workspace::Workspace;

/// The expansions of a turn of the search for a first path, and of one of the exact search.
const TURNS: [u64; 2] = [16, 32];

/// Returns the place of the search whose turn it is, and up to how many expansions, given those of the search for a first
/// path and of the exact one.
const fn turn([first, exact]: [u64; 2]) -> (usize, u64) {
    let rounds = exact / TURNS[1];
    if first < rounds * TURNS[0] {
        (0, rounds * TURNS[0])
    } else {
        (1, (rounds + 1) * TURNS[1])
    }
}

fn expanded(search: Option<&SearchState>) -> u64 {
    search.map_or(0, |it| it.statistics.expanded)
}

impl Query<'_> {
    /// Returns the exact query against which this one for a first path races, if it does.
    pub(super) fn rival<S: Successors>(&self, successors: &S) -> Option<Self> {
        let exact = self.algorithm(Algorithm::Auto);
        let is_first = self.settings.algorithm == Algorithm::Hierarchical;
        let prunes = successors.pruned().is_some() && exact.pruned_for(successors).is_some();
        (is_first && prunes).then_some(exact)
    }

    /// Continues this search and an exact one by turns, for `budget` expansions of both.
    pub(super) fn advance_raced<S: Successors>(
        &self,
        exact: &Self,
        successors: &S,
        problem: &mut ProblemState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        let searches = problem.both_searches_mut();
        let mut left = budget;
        while left > 0 {
            let done = searches.each_ref().map(|it| expanded(it.as_ref()));
            let (place, until) = turn(done);
            // Limits hold for both together.
            let mut query = if place == 0 { *self } else { *exact };
            let limits = &mut query.settings.limits;
            *limits = limits.after(done[1 - place]);
            limits.memory = limits.memory.map(|most| most / 2);
            let slice = left.min(until - done[place]);
            // Each search finds the memory that it left in the place of the one from the start.
            let swap = |workspace: &mut Workspace| {
                if place == 1 {
                    std::mem::swap(&mut workspace.forward, &mut workspace.backward);
                }
            };
            swap(workspace);
            let search = &mut searches[place];
            let ended = query.advance_alone(successors, search, slice, workspace, observer);
            swap(workspace);
            if let Some(mut solution) = ended {
                if let Some(other) = &searches[1 - place] {
                    solution.statistics.add(&other.statistics);
                }
                return Some(solution);
            }
            let spent = expanded(searches[place].as_ref()) - done[place];
            left = if spent > 0 { left - spent } else { 0 };
        }
        None
    }
}
