//! The interface of a search that runs under limits.

use super::best_first::BestFirst;
use super::state::CostRange;
use crate::cost::Cost;
use crate::expansion::{Expansion, Stride};
use crate::goal::GoalTest;
use crate::heuristic::Estimate;
use crate::open::OpenList;
use crate::outcome::{Observer, Statistics};
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

    /// Returns the cost of the best path known, [`Cost::MAX`] if none.
    fn incumbent(&self) -> Cost;

    /// Returns a lower bound on every path of which this search does not know yet.
    fn lower_bound(&self) -> Cost;

    /// Returns the lower bound that the search had when it began.
    fn first_lower_bound(&self) -> Cost;

    fn expanded(&self) -> u64 {
        self.statistics().expanded
    }

    fn statistics(&self) -> &Statistics;

    /// Returns whether costs were left out because no [`Cost`] holds them.
    fn cost_range(&self) -> CostRange;

    /// Returns the stride of the search in general.
    fn stride(&self) -> Stride {
        Stride::Run
    }

    /// Returns the number of bytes of the records and queue entries in use.
    fn used_bytes(&self) -> u64;

    /// Lets the search use so many bytes of records at most.
    fn allow_bytes(&mut self, most: u64);

    /// Writes the best path known, from the end where this search began, to `path`; `None` if the
    /// goal was not reached.
    fn best_path(&self, path: &mut Path) -> Option<()>;

    /// Writes the path to the reached cell with the smallest estimate to `path`.
    fn nearest_path(&self, path: &mut Path);
}

impl<X: Expansion, E: Estimate, A: GoalTest, Q: OpenList> Resumable for BestFirst<'_, X, E, A, Q> {
    fn incumbent(&self) -> Cost {
        self.state.incumbent
    }

    fn lower_bound(&self) -> Cost {
        self.state.lower_bound
    }

    fn first_lower_bound(&self) -> Cost {
        self.state.first_lower_bound
    }

    fn expanded(&self) -> u64 {
        self.state.statistics.expanded
    }

    fn statistics(&self) -> &Statistics {
        &self.state.statistics
    }

    fn cost_range(&self) -> CostRange {
        self.state.cost_range
    }

    fn stride(&self) -> Stride {
        self.state.runs.verdict(&self.state.statistics)
    }

    fn used_bytes(&self) -> u64 {
        self.records.used_bytes() + self.open.used_bytes()
    }

    fn allow_bytes(&mut self, most: u64) {
        self.records.allow_bytes(most);
    }

    fn advance(&mut self, until: u64, upper_bound: Cost, observer: &mut impl Observer) -> Progress {
        self.advance_toward(&(), until, upper_bound, observer)
    }

    fn best_path(&self, path: &mut Path) -> Option<()> {
        let reached = self.state.incumbent != Cost::MAX;
        reached.then(|| self.write(self.state.goal, path))
    }

    fn nearest_path(&self, path: &mut Path) {
        self.write(self.state.nearest.1, path);
    }
}
