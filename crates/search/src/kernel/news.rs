//! Whether it is news that a cell is reached, by its record.

use glam::IVec3;

use super::best_first::BestFirst;
use super::state::Reopening;
use crate::cost::Cost;
use crate::expansion::{Expansion, Ties};
use crate::goal::GoalTest;
use crate::heuristic::Estimate;
use crate::memory::{CellKey, Found};
use crate::movement::{Direction, DirectionSet};
use crate::open::OpenList;

/// So many single moves pay for finding the records around a cell together.
const WORTH_A_LOOK_AROUND: u32 = 4;

/// What is new about a way to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    None,
    /// The cell was not reached before, or at a larger cost.
    Cheaper,
    /// It was reached at the same cost, but not like this.
    Tied,
}

impl<X: Expansion, E: Estimate, A: GoalTest, Q: OpenList> BestFirst<'_, X, E, A, Q> {
    /// Those of single moves from a cell reached at cost `g` that may be news: others lead to cells that
    /// have been reached at no larger cost. Of most moves that is true where all are looked at, and they
    /// need no estimate then.
    #[inline]
    pub(super) fn possible_news(&self, cell: IVec3, g: Cost, steps: DirectionSet) -> DirectionSet {
        if steps.0.count_ones() < WORTH_A_LOOK_AROUND {
            return steps;
        }
        let around = self.records.around(cell);
        let known = steps.iter().fold(0, |known, direction| {
            let reached = g + self.policies.expansion.step(cell, direction).cost;
            let is_known = around.is_reached_within(reached, direction);
            known | u32::from(is_known) << direction.index()
        });
        DirectionSet(steps.0 & !known)
    }

    /// Whether a cell was reached at a smaller cost, or in the same way. Then it needs no estimate.
    #[inline]
    pub(super) fn is_known(&self, g: Cost, cell: IVec3, arrival: Direction) -> bool {
        let record = self.records.known(cell).map(|(_, record)| record);
        record.is_some_and(|record| {
            record.g() < g || record.g() == g && record.has_arrival(Some(arrival))
        })
    }

    /// Notes that a cell was reached; what is new about that.
    ///
    /// INVARIANT: a cell is queued once for each cost and arrival, so an entry whose cost is still
    /// that of the record has not been served before.
    #[inline]
    pub(super) fn news(&mut self, key: CellKey, cell: IVec3, g: Cost, arrival: Direction) -> News {
        let Found::Known(record) = self.records.find_or_insert(key, g, Some(arrival)) else {
            return News::Cheaper;
        };
        let cheaper = g < record.g() && self.state.reopening == Reopening::Allowed;
        // The start was reached by no move, and so has all of its successors; where moves are free a way
        // may lead back there.
        let tied = X::TIES == Ties::Merge
            && g == record.g()
            && record.first_arrival().is_some()
            && !record.has_arrival(Some(arrival))
            && self.policies.expansion.minds_arrival(cell);
        if !cheaper && !tied {
            return News::None;
        }
        self.state.statistics.reopened += u64::from(record.is_closed());
        if cheaper {
            record.reach(g, Some(arrival));
            News::Cheaper
        } else {
            record.add_arrival(Some(arrival));
            News::Tied
        }
    }
}
