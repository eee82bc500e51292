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
use crate::expansion::{Directions, Expansion, Reached, Successor, Ties};
use crate::meeting::{Opposite, Rest};
use crate::observer::{Observer, Side};
use crate::open::{Entry, OpenList, Priority, Task};
use crate::path::Path;
use crate::workspace::{CellKey, Found, OutOfKeys, Record, Records};
use crate::{Cost, Direction, Statistics};

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

/// The ends of a search. One that has no goal goes to [`NOWHERE`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    pub(crate) from: IVec3,
    pub(crate) to: IVec3,
    pub(crate) side: Side,
}

/// A cell that no search reaches: it lies outside every world.
pub(crate) const NOWHERE: IVec3 = IVec3::MAX;

/// A search from one cell to another.
pub(crate) struct BestFirst<'a, X, E, Q> {
    expansion: X,
    estimate: E,
    open: &'a mut Q,
    records: &'a mut Records,
    ends: Ends,
    reopening: Reopening,
    /// The cost of the best path known to this search.
    incumbent: Cost,
    /// Where that path ends for this search: at the goal, or where another search takes over.
    meeting: IVec3,
    /// No path of which this search does not know yet costs less.
    floor: Cost,
    /// The reached cell with the smallest estimate.
    nearest: (Cost, IVec3),
    statistics: Statistics,
}

impl<'a, X: Expansion, E: Estimate, Q: OpenList> BestFirst<'a, X, E, Q> {
    /// A search whose start is queued. `records` must have begun a query.
    pub(crate) fn new(
        expansion: X,
        estimate: E,
        open: &'a mut Q,
        records: &'a mut Records,
        ends: Ends,
        reopening: Reopening,
    ) -> Result<Self, OutOfKeys> {
        let h = estimate.h(ends.from);
        let f = estimate.f(Cost::ZERO, h);
        let key = records.key(ends.from)?;
        records.find_or_insert(key, Cost::ZERO, None);
        open.begin(f);
        let entry = Entry {
            key,
            task: Task::Start,
            g: Cost::ZERO,
        };
        open.push(Priority { f, cell: ends.from }, entry);
        Ok(Self {
            expansion,
            estimate,
            open,
            records,
            ends,
            reopening,
            incumbent: Cost::MAX,
            meeting: ends.to,
            floor: f,
            nearest: (h, ends.from),
            statistics: Statistics::default(),
        })
    }

    /// Lets the search begin at `cell` as well, whose estimate must be that of the start at least.
    pub(crate) fn also_from(&mut self, cell: IVec3) -> Result<(), OutOfKeys> {
        let key = self.records.key(cell)?;
        if let Found::New = self.records.find_or_insert(key, Cost::ZERO, None) {
            let f = self.estimate.f(Cost::ZERO, self.estimate.h(cell));
            let entry = Entry {
                key,
                task: Task::Start,
                g: Cost::ZERO,
            };
            self.open.push(Priority { f, cell }, entry);
        }
        Ok(())
    }

    /// Offers a way to `cell` that costs `g` and ends in `arrival`, found outside the loop.
    pub(crate) fn offer(
        &mut self,
        cell: IVec3,
        g: Cost,
        arrival: Direction,
        ceiling: Cost,
    ) -> Result<(), OutOfKeys> {
        let successor = Successor { cell, cost: g };
        self.relax(Cost::ZERO, successor, arrival, &(), ceiling, &mut ())
    }

    /// The cost at which a cell within the bounds has been reached; final where it is not above
    /// the floor and the estimate of the cell is zero.
    pub(crate) fn reached(&self, cell: IVec3) -> Option<Cost> {
        self.records.find(cell).map(Record::g)
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

    /// How many entries are queued.
    pub(crate) fn queued(&self) -> usize {
        self.open.len()
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
        self.advance_towards(&(), until, ceiling, observer)
    }

    /// The same with another search coming from the goal: what that one knows is used.
    pub(crate) fn advance_towards(
        &mut self,
        opposite: &impl Opposite,
        until: u64,
        ceiling: Cost,
        observer: &mut impl Observer,
    ) -> Progress {
        if self.open.is_full() {
            return Progress::OutOfMemory;
        }
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
            if self.floor < best && self.serve(entry, opposite, ceiling, observer).is_err() {
                return Progress::OutOfMemory;
            }
        }
        Progress::Running
    }

    fn has_first_path(&self) -> bool {
        self.reopening == Reopening::Never && self.incumbent != Cost::MAX
    }

    /// Does what a queue entry asks for.
    #[inline]
    fn serve(
        &mut self,
        entry: Entry,
        opposite: &impl Opposite,
        ceiling: Cost,
        observer: &mut impl Observer,
    ) -> Result<(), OutOfKeys> {
        let Entry { key, task, g } = entry;
        let cell = self.records.cell(key);
        let arrival = match task {
            Task::Follow(direction) => {
                return match self.expansion.run(cell, direction) {
                    Some(Reached::Successor(end)) => {
                        self.relax(g, end, direction, opposite, ceiling, observer)
                    }
                    Some(Reached::Midway(Successor { cell, cost })) => {
                        let key = self.records.key(cell)?;
                        self.put_off(key, g + cost, cell, direction, ceiling);
                        Ok(())
                    }
                    None => Ok(()),
                };
            }
            Task::Expand(arrival) => Some(arrival),
            Task::Start => None,
        };
        let record = self.records.record_mut(key);
        if g > record.g() {
            self.statistics.stale += 1;
            return Ok(());
        }
        record.close();
        if opposite.makes_useless(cell, g, ceiling.min(self.incumbent)) {
            self.statistics.stale += 1;
            return Ok(());
        }
        self.statistics.expanded += 1;
        observer.expanded(self.ends.side, cell, g, self.floor);
        let Directions { steps, runs } = self.expansion.directions(cell, arrival);
        for direction in runs.iter_reversed() {
            self.put_off(key, g, cell, direction, ceiling);
        }
        for direction in steps.iter_reversed() {
            let successor = self.expansion.step(cell, direction);
            self.relax(g, successor, direction, opposite, ceiling, observer)?;
        }
        Ok(())
    }

    /// Queues a run to be followed when its first move is due.
    #[inline]
    fn put_off(&mut self, key: CellKey, g: Cost, cell: IVec3, direction: Direction, ceiling: Cost) {
        let first = cell + direction.offset();
        let f = self
            .estimate
            .f(g + direction.cost(), self.estimate.h(first));
        if f < ceiling.min(self.incumbent) {
            let entry = Entry {
                key,
                task: Task::Follow(direction),
                g,
            };
            self.open.push(Priority { f, cell: first }, entry);
        }
    }

    /// Queues a successor of a cell reached at cost `g`, unless that is useless.
    #[inline]
    fn relax(
        &mut self,
        g: Cost,
        successor: Successor,
        arrival: Direction,
        opposite: &impl Opposite,
        ceiling: Cost,
        observer: &mut impl Observer,
    ) -> Result<(), OutOfKeys> {
        self.statistics.generated += 1;
        let Successor { cell, cost } = successor;
        let g = g + cost;
        let h = self.estimate.h(cell);
        let f = self.estimate.f(g, h);
        if self.reopening == Reopening::Allowed && f >= ceiling.min(self.incumbent) {
            return Ok(());
        }
        let key = self.records.key(cell)?;
        if !self.is_news(key, g, arrival) {
            return Ok(());
        }
        if h < self.nearest.0 {
            self.nearest = (h, cell);
        }
        if let Some(Rest { cost, settled }) = opposite.rest(cell) {
            if g + cost < self.incumbent {
                (self.incumbent, self.meeting) = (g + cost, cell);
            }
            if settled {
                return Ok(());
            }
        }
        if cell == self.ends.to {
            self.incumbent = g;
            return Ok(());
        }
        self.open.push(
            Priority { f, cell },
            Entry {
                key,
                task: Task::Expand(arrival),
                g,
            },
        );
        self.statistics.peak_open = self.statistics.peak_open.max(self.open.len() as u64);
        observer.queued(self.ends.side, cell, g, f);
        Ok(())
    }

    /// Notes that a cell was reached; whether that was news.
    ///
    /// INVARIANT: a cell is queued once for each cost and arrival, so an entry whose cost is still
    /// that of the record has not been served before.
    #[inline]
    fn is_news(&mut self, key: CellKey, g: Cost, arrival: Direction) -> bool {
        let Found::Known(record) = self.records.find_or_insert(key, g, Some(arrival)) else {
            return true;
        };
        let cheaper = g < record.g() && self.reopening == Reopening::Allowed;
        let tied = X::TIES == Ties::Merge && g == record.g() && !record.has_arrival(Some(arrival));
        if !cheaper && !tied {
            return false;
        }
        self.statistics.reopened += u64::from(record.is_closed());
        if cheaper {
            record.reach(g, Some(arrival));
        } else {
            record.add_arrival(Some(arrival));
        }
        true
    }

    /// Writes the best path known, from the end where this search began, to `path`; `None` if the
    /// goal was not reached. Where another search takes over, the path ends at the meeting.
    pub(crate) fn best_path(&self, path: &mut Path) -> Option<()> {
        (self.incumbent != Cost::MAX).then(|| self.path_to(self.meeting, path))
    }

    /// Writes the path to the reached cell with the smallest estimate to `path`.
    pub(crate) fn nearest_path(&self, path: &mut Path) {
        self.path_to(self.nearest.1, path);
    }

    /// Writes the path to a reached cell to `path`, following the records back.
    ///
    /// A record does not name its predecessor: that is the first cell straight back whose record is
    /// good enough to have produced this one. The moves between are known to be legal, because the
    /// record was reached over them.
    pub(crate) fn path_to(&self, cell: IVec3, path: &mut Path) {
        path.restart(cell);
        self.go_back(cell, path);
        path.reverse();
    }

    /// Goes on from `cell`, where `path` ends, back to where this search began.
    pub(crate) fn go_back(&self, mut cell: IVec3, path: &mut Path) {
        while let Some((direction, moves, cost)) = self.last_run(cell) {
            path.extend(direction.reverse(), moves, cost);
            cell -= direction.offset() * moves.cast_signed();
        }
    }

    /// The moves by which a reached cell was reached, and their cost; `None` for the start.
    fn last_run(&self, cell: IVec3) -> Option<(Direction, u32, Cost)> {
        let record = self.records.find(cell)?;
        let direction = record.first_arrival()?;
        let mut moves = 0;
        let mut at = cell;
        let mut cost = Cost::ZERO;
        loop {
            at -= direction.offset();
            cost = cost + self.expansion.step(at, direction).cost;
            moves += 1;
            match self.records.find(at) {
                Some(before) if before.g() + cost <= record.g() => {
                    return Some((direction, moves, cost));
                }
                _ if cost > record.g() => return None,
                _ => {}
            }
        }
    }
}

impl<X: Expansion, E: Estimate, Q: OpenList> Opposite for BestFirst<'_, X, E, Q> {
    #[inline]
    fn rest(&self, cell: IVec3) -> Option<Rest> {
        self.records.find(cell).map(|record| Rest {
            cost: record.g(),
            settled: record.is_closed(),
        })
    }

    #[inline]
    fn makes_useless(&self, cell: IVec3, g: Cost, best: Cost) -> bool {
        let settled = self.records.find(cell).is_some_and(Record::is_closed);
        settled || g + (self.floor - self.estimate.h(cell)) >= best
    }
}
