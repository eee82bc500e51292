//! The interface of a search that runs under limits.

use glam::IVec3;

use super::best_first::BestFirst;
use super::state::SearchState;
use crate::cost::Cost;
use crate::expansion::Expansion;
use crate::goal::GoalTest;
use crate::heuristic::Estimate;
use crate::open::OpenList;
use crate::outcome::Observer;
use crate::path::Path;

/// The end of a slice of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The slice is used up, or much was done for few expansions.
    Running,
    /// No queued entry can lead to anything cheaper than the best path known.
    Done,
    /// No room is left for further records.
    OutOfMemory,
}

/// Queue entries that are served in one go: not every one leads to an expansion, and long queues may
/// hold hardly any that does.
pub(crate) const MOST_SERVED: usize = 1 << 13;

/// A search that goes on slice by slice.
pub(crate) trait Resumable {
    /// Expands until the count of expansions reaches `until`, or nothing cheaper than `upper_bound` or
    /// the best known path can be found; or until [`MOST_SERVED`] entries have been served, so that
    /// limits and cancellation come to their right.
    fn advance(&mut self, until: u64, upper_bound: Cost, observer: &mut impl Observer) -> Progress;

    /// Returns what the search knows besides its records and its queue.
    fn state(&self) -> &SearchState;

    fn expanded(&self) -> u64 {
        self.state().statistics.expanded
    }

    /// Returns the number of bytes of the records and queue entries in use.
    fn used_bytes(&self) -> u64;

    /// Lets the search use so many bytes of records at most.
    fn allow_bytes(&mut self, most: u64);

    /// Writes the path to a reached cell, from the end where this search began, to `path`.
    fn write(&self, cell: IVec3, path: &mut Path);

    /// Writes the best path known to `path`; `None` if the goal was not reached.
    fn best_path(&self, path: &mut Path) -> Option<()> {
        let &SearchState {
            incumbent, goal, ..
        } = self.state();
        (incumbent != Cost::MAX).then(|| self.write(goal, path))
    }

    /// Writes the path to the reached cell with the smallest estimate to `path`.
    fn nearest_path(&self, path: &mut Path) {
        self.write(self.state().nearest.1, path);
    }
}

impl<X: Expansion, E: Estimate, A: GoalTest, Q: OpenList> Resumable for BestFirst<'_, X, E, A, Q> {
    fn advance(&mut self, until: u64, upper_bound: Cost, observer: &mut impl Observer) -> Progress {
        self.advance_toward(&(), until, upper_bound, observer)
    }

    fn state(&self) -> &SearchState {
        self.state
    }

    fn used_bytes(&self) -> u64 {
        self.records.used_bytes() + self.open.used_bytes()
    }

    fn allow_bytes(&mut self, most: u64) {
        self.records.allow_bytes(most);
    }

    fn write(&self, cell: IVec3, path: &mut Path) {
        let known = self.policies.expansion.way_to(self.records, cell, path);
        known.unwrap_or_else(|| self.backtrace().write(cell, path));
    }
}
