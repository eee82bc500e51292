//! Knowledge of one search that another, coming toward it, can use.

use glam::IVec3;

use super::best_first::BestFirst;
use crate::cost::Cost;
use crate::expansion::Expansion;
use crate::goal::GoalTest;
use crate::heuristic::Estimate;
use crate::memory::Record;
use crate::open::OpenList;

/// The knowledge of a search that another one can use.
pub(crate) trait OppositeFrontier {
    /// Returns the cost of the path from a cell to the start of that search, if it has reached the
    /// cell.
    fn rest(&self, cell: IVec3) -> Option<FrontierLabel>;

    /// Returns whether a cell reached at cost `g` leads to no path below `best` that is not known.
    fn makes_useless(&self, cell: IVec3, g: Cost, best: Cost) -> bool;
}

/// The rest of the path from a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrontierLabel {
    /// The smallest cost found so far.
    pub(crate) cost: Cost,
    /// The finality of that cost.
    pub(crate) settled: bool,
}

/// The frontier of no search: none comes from the other side.
impl OppositeFrontier for () {
    #[inline]
    fn rest(&self, _: IVec3) -> Option<FrontierLabel> {
        None
    }

    #[inline]
    fn makes_useless(&self, _: IVec3, _: Cost, _: Cost) -> bool {
        false
    }
}

impl<X: Expansion, E: Estimate, A: GoalTest, Q: OpenList> OppositeFrontier
    for BestFirst<'_, X, E, A, Q>
{
    #[inline]
    fn rest(&self, cell: IVec3) -> Option<FrontierLabel> {
        self.records.find(cell).map(|record| FrontierLabel {
            cost: record.g(),
            settled: record.is_closed(),
        })
    }

    #[inline]
    fn makes_useless(&self, cell: IVec3, g: Cost, best: Cost) -> bool {
        let settled = self.records.find(cell).is_some_and(Record::is_closed);
        settled || g + (self.state.lower_bound - self.policies.estimate.h(cell)) >= best
    }
}
