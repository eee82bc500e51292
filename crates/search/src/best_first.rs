//! The one best-first loop.
//!
//! Every algorithm of this crate is this loop with an expansion policy, an estimate, an open list
//! and an observer put into it. It can be run in slices, so that two searches may take turns.
//!
//! The loop ends when no queued entry can lead to a path cheaper than the best one known: with a
//! binary heap that is when the goal would be popped, with buckets when the floor of the current
//! bucket has reached the cost of the path.

use glam::IVec3;

use crate::estimate::Estimate;
use crate::expansion::{Expansion, Successor, Ties};
use crate::observer::{Observer, Side};
use crate::open::{Entry, OpenList, Priority};
use crate::path::Path;
use crate::workspace::{Bricks, OutOfRecords, Record, RecordId};
use crate::{Cost, Statistics};

/// Whether cells that are reached again at a smaller cost are queued again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reopening {
    /// Yes, as proofs about the cost need it.
    Allowed,
    /// No: the first way to a cell stays, and the first path ends the search.
    Never,
}

/// How a slice of a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The slice is used up.
    Running,
    /// Nothing that is left can lead to anything cheaper than what is known.
    Done,
    /// There is no room for further records.
    OutOfMemory,
}

/// The ends of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    pub(crate) from: IVec3,
    pub(crate) to: IVec3,
    pub(crate) side: Side,
}

/// A search from one cell to another.
pub(crate) struct BestFirst<'a, X, E, Q> {
    expansion: X,
    estimate: E,
    open: &'a mut Q,
    bricks: &'a mut Bricks,
    ends: Ends,
    reopening: Reopening,
    /// The cost of the best path known to this search.
    incumbent: Cost,
    /// No path of which this search does not know yet costs less.
    floor: Cost,
    /// The reached cell with the smallest estimate.
    nearest: (Cost, IVec3),
    statistics: Statistics,
}

impl<'a, X: Expansion, E: Estimate, Q: OpenList> BestFirst<'a, X, E, Q> {
    /// A search whose start is queued. `bricks` must have begun a query.
    pub(crate) fn new(
        expansion: X,
        estimate: E,
        open: &'a mut Q,
        bricks: &'a mut Bricks,
        ends: Ends,
        reopening: Reopening,
    ) -> Result<Self, OutOfRecords> {
        let h = estimate.h(ends.from);
        let f = estimate.f(Cost::ZERO, h);
        let record = bricks.id(ends.from)?;
        *bricks.record_mut(record) = Record::new(bricks.epoch(), Cost::ZERO, 0);
        open.begin(f);
        open.push(
            Priority {
                f,
                g: Cost::ZERO,
                cell: ends.from,
            },
            Entry {
                record,
                arrival: None,
            },
        );
        Ok(Self {
            expansion,
            estimate,
            open,
            bricks,
            ends,
            reopening,
            incumbent: Cost::MAX,
            floor: f,
            nearest: (h, ends.from),
            statistics: Statistics::default(),
        })
    }

    /// The cost of the best path known, [`Cost::MAX`] if none.
    pub(crate) fn incumbent(&self) -> Cost {
        self.incumbent
    }

    /// A lower bound on every path of which this search does not know yet.
    pub(crate) fn floor(&self) -> Cost {
        self.floor
    }

    pub(crate) fn expanded(&self) -> u64 {
        self.statistics.expanded
    }

    pub(crate) fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Expands until the count of expansions reaches `until`, or nothing cheaper than `ceiling` or
    /// the best known path can be found.
    pub(crate) fn advance(
        &mut self,
        until: u64,
        ceiling: Cost,
        observer: &mut impl Observer,
    ) -> Progress {
        while self.statistics.expanded < until {
            let best = self.incumbent.min(ceiling);
            if self.floor >= best || self.has_first_path() {
                return Progress::Done;
            }
            let Some((floor, entry)) = self.open.pop() else {
                self.floor = Cost::MAX;
                return Progress::Done;
            };
            self.floor = self.floor.max(floor);
            if self.floor < best && self.expand(entry, ceiling, observer).is_err() {
                return Progress::OutOfMemory;
            }
        }
        Progress::Running
    }

    fn has_first_path(&self) -> bool {
        self.reopening == Reopening::Never && self.incumbent != Cost::MAX
    }

    #[inline]
    fn expand(
        &mut self,
        entry: Entry,
        ceiling: Cost,
        observer: &mut impl Observer,
    ) -> Result<(), OutOfRecords> {
        let record = self.bricks.record_mut(entry.record);
        if let Some(arrival) = entry.arrival {
            if !record.was_reached(arrival) || record.was_expanded(arrival) {
                self.statistics.stale += 1;
                return Ok(());
            }
            record.set_expanded(arrival);
        }
        let g = record.g();
        let cell = self.bricks.cell(entry.record);
        self.statistics.expanded += 1;
        observer.expanded(self.ends.side, cell, g, self.floor);
        let Self {
            expansion,
            estimate,
            open,
            bricks,
            ends,
            incumbent,
            nearest,
            statistics,
            ..
        } = self;
        let mut relaxation = Relaxation {
            estimate,
            open: *open,
            bricks,
            ends: *ends,
            ties: X::TIES,
            reopening: self.reopening,
            ceiling,
            incumbent,
            nearest,
            statistics,
        };
        let mut result = Ok(());
        expansion.expand(cell, entry.arrival, |successor| {
            if let Err(full) = relaxation.relax(g, successor, observer) {
                result = Err(full);
            }
        });
        result
    }

    /// Writes the best path known, from the end where this search began, to `path`; `None` if the
    /// goal was not reached.
    pub(crate) fn best_path(&self, path: &mut Path) -> Option<()> {
        (self.incumbent != Cost::MAX).then(|| self.path_to(self.ends.to, path))
    }

    /// Writes the path to the reached cell with the smallest estimate to `path`.
    pub(crate) fn nearest_path(&self, path: &mut Path) {
        self.path_to(self.nearest.1, path);
    }

    /// Follows the records back from a reached cell.
    ///
    /// A record does not name its predecessor: that is the first cell straight back whose record is
    /// good enough to have produced this one. The moves between are known to be legal, because the
    /// record was reached over them.
    fn path_to(&self, cell: IVec3, path: &mut Path) {
        path.restart(cell);
        let mut cell = cell;
        while let Some((direction, moves, cost)) = self.last_run(cell) {
            path.extend(direction.reverse(), moves, cost);
            cell -= direction.offset() * moves.cast_signed();
        }
        path.reverse();
    }

    /// The moves by which a reached cell was reached, and their cost; `None` for the start.
    fn last_run(&self, cell: IVec3) -> Option<(crate::Direction, u32, Cost)> {
        let record = self.bricks.find(cell)?;
        let direction = record.first_reached()?;
        let mut moves = 0;
        let mut at = cell;
        let mut cost = Cost::ZERO;
        loop {
            let weight = self.expansion.weight(at);
            cost = cost + direction.cost() * weight;
            at -= direction.offset();
            moves += 1;
            match self.bricks.find(at) {
                Some(before) if before.g() + cost <= record.g() => {
                    return Some((direction, moves, cost));
                }
                _ if cost > record.g() => return None,
                _ => {}
            }
        }
    }
}

/// The parts of a search that a successor may change.
struct Relaxation<'s, E, Q> {
    estimate: &'s E,
    open: &'s mut Q,
    bricks: &'s mut Bricks,
    ends: Ends,
    ties: Ties,
    reopening: Reopening,
    ceiling: Cost,
    incumbent: &'s mut Cost,
    nearest: &'s mut (Cost, IVec3),
    statistics: &'s mut Statistics,
}

impl<E: Estimate, Q: OpenList> Relaxation<'_, E, Q> {
    #[inline]
    fn relax(
        &mut self,
        from_g: Cost,
        successor: Successor,
        observer: &mut impl Observer,
    ) -> Result<(), OutOfRecords> {
        self.statistics.generated += 1;
        let Successor {
            cell,
            cost,
            arrival,
        } = successor;
        let g = from_g + cost;
        let h = self.estimate.h(cell);
        let f = self.estimate.f(g, h);
        if self.reopening == Reopening::Allowed && f >= self.ceiling.min(*self.incumbent) {
            return Ok(());
        }
        let record = self.bricks.id(cell)?;
        if !self.improve(record, g, arrival) {
            return Ok(());
        }
        if h < self.nearest.0 {
            *self.nearest = (h, cell);
        }
        if cell == self.ends.to {
            *self.incumbent = g;
            return Ok(());
        }
        self.open.push(
            Priority { f, g, cell },
            Entry {
                record,
                arrival: Some(arrival),
            },
        );
        self.statistics.peak_open = self.statistics.peak_open.max(self.open.len() as u64);
        observer.queued(self.ends.side, cell, g, f);
        Ok(())
    }

    /// Notes that a cell was reached; whether that was news.
    #[inline]
    fn improve(&mut self, id: RecordId, g: Cost, arrival: crate::Direction) -> bool {
        let epoch = self.bricks.epoch();
        let record = self.bricks.record_mut(id);
        if !record.is_of(epoch) {
            *record = Record::new(epoch, g, arrival.bit());
            return true;
        }
        let cheaper = g < record.g() && self.reopening == Reopening::Allowed;
        let tied = self.ties == Ties::Merge && g == record.g() && !record.was_reached(arrival);
        if !cheaper && !tied {
            return false;
        }
        self.statistics.reopened += u64::from(record.is_closed());
        if cheaper {
            *record = Record::new(epoch, g, arrival.bit());
        } else {
            record.add_reached(arrival);
        }
        true
    }
}
