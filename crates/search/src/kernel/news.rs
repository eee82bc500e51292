//! The check whether a way to a cell is news, by its record, and single moves looked at together.

use glam::IVec3;

use super::best_first::BestFirst;
use super::frontier::OppositeFrontier;
use super::state::{CostRange, Reopening};
use crate::cost::Cost;
use crate::expansion::{Costs, Expansion, Successor, Ties};
use crate::goal::GoalTest;
use crate::heuristic::Estimate;
use crate::memory::{Around, CellKey, LookUp, OutOfKeys};
use crate::movement::{Direction, DirectionSet};
use crate::open::OpenList;
use crate::outcome::Observer;

/// The number of single moves from which finding the records around a cell together pays.
const WORTH_A_LOOK_AROUND: u32 = 4;

/// The news about a way to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relaxation {
    None,
    /// The cell was not reached before, or at a larger cost.
    Cheaper,
    /// The cell was reached at the same cost, but not in this direction.
    Tied,
}

impl<X: Expansion, E: Estimate, A: GoalTest, Q: OpenList> BestFirst<'_, X, E, A, Q> {
    /// Returns the single moves, from a cell reached at cost `g`, that may be news: the others lead
    /// to cells that have been reached at no larger cost. Most moves are no news where all are
    /// looked at, and they need no estimate then.
    #[inline]
    fn possible_news(
        &self,
        cell: IVec3,
        g: Cost,
        steps: DirectionSet,
        around: &Around,
    ) -> DirectionSet {
        let expansion = &self.policies.expansion;
        let known = if expansion.is_even() {
            self.records
                .reached_within(around, steps, |direction| g + expansion.cost(direction))
        } else {
            self.records.reached_within(around, steps, |direction| {
                g + expansion.step(cell, direction).cost
            })
        };
        DirectionSet(steps.0 & !known.0)
    }

    /// Returns whether single moves from a cell are tried together: then the records around it are
    /// found once.
    #[inline]
    pub(super) fn try_together(steps: DirectionSet) -> bool {
        X::TIES == Ties::Ignore
            && X::COSTS == Costs::Known
            && steps.0.count_ones() >= WORTH_A_LOOK_AROUND
    }

    /// Queues the successors by single moves, from a cell reached at cost `g`, that are news.
    #[inline]
    pub(super) fn relax_together(
        &mut self,
        g: Cost,
        cell: IVec3,
        steps: DirectionSet,
        opposite: &impl OppositeFrontier,
        upper_bound: Cost,
        observer: &mut impl Observer,
    ) -> Result<(), OutOfKeys> {
        let mut around = self.records.around(cell);
        let news = self.possible_news(cell, g, steps, &around);
        self.state.statistics.generated += u64::from(steps.0.count_ones());
        for direction in news.iter_reversed() {
            let successor = self.policies.expansion.step(cell, direction);
            let g = self.policies.expansion.reach(self.records, g, successor);
            let h = self.policies.estimate.h(successor.cell);
            if self.leads_nowhere(g, h, upper_bound) {
                continue;
            }
            let place = self
                .records
                .key_around(successor.cell, &mut around, direction)?;
            let reached = Successor {
                cell: successor.cell,
                cost: g,
            };
            self.reach(place, reached, h, direction, opposite, observer);
        }
        Ok(())
    }

    /// Returns whether it is useless to reach a cell with estimate `h` at cost `g`.
    #[inline]
    pub(super) fn leads_nowhere(&mut self, g: Cost, h: Cost, upper_bound: Cost) -> bool {
        let bar = self.policies.estimate.bar(g, h);
        let is_useless = self.state.reopening != Reopening::Never
            && bar >= upper_bound.min(self.state.incumbent);
        if is_useless || g == Cost::MAX {
            self.note_range(bar.max(g));
            return true;
        }
        false
    }

    /// Notes a cost for which something is left out.
    #[inline]
    pub(super) fn note_range(&mut self, cost: Cost) {
        if cost == Cost::MAX {
            self.state.cost_range = CostRange::Exceeded;
        }
    }

    /// Returns whether a cell was reached at a smaller cost, or in the same direction. Then it
    /// needs no estimate.
    #[inline]
    pub(super) fn is_known(&self, g: Cost, cell: IVec3, arrival: Direction) -> bool {
        let record = self.records.known(cell).map(|(_, record)| record);
        record.is_some_and(|record| {
            record.g() < g || record.g() == g && record.has_arrival(Some(arrival))
        })
    }

    /// Notes that a cell was reached; returns the news about it.
    ///
    /// INVARIANT: a cell is queued once for each cost and arrival, so an entry whose cost is still
    /// that of the record has not been served before.
    #[inline]
    pub(super) fn news(
        &mut self,
        key: CellKey,
        cell: IVec3,
        g: Cost,
        arrival: Direction,
    ) -> Relaxation {
        let LookUp::Known(record) = self.records.find_or_insert(key, g, Some(arrival)) else {
            return Relaxation::Cheaper;
        };
        let is_open = match self.state.reopening {
            Reopening::Allowed => true,
            Reopening::OfQueued => !record.is_closed(),
            Reopening::Never => false,
        };
        let cheaper = g < record.g() && is_open;
        // The start was reached by no move, and so has all of its successors; where moves are free a way
        // may lead back there.
        let tied = X::TIES == Ties::Merge
            && g == record.g()
            && record.first_arrival().is_some()
            && !record.has_arrival(Some(arrival))
            && self.policies.expansion.minds_arrival(cell);
        if !cheaper && !tied {
            return Relaxation::None;
        }
        self.state.statistics.reopened += u64::from(record.is_closed());
        if cheaper {
            record.reach(g, Some(arrival));
            Relaxation::Cheaper
        } else {
            record.add_arrival(Some(arrival));
            Relaxation::Tied
        }
    }
}
