//! The one best-first loop.
//!
//! Every algorithm of this crate is this loop with an expansion policy, an estimate, an open list
//! and an observer put into it. It can be run in slices, so that two searches may take turns, and set
//! aside between slices: what it knows then is its [`SearchState`], its records and its queue.
//!
//! The loop ends when no queued entry can lead to a path cheaper than the best one known: with a
//! queue in full order that is when the goal would be popped, with buckets when the lower bound of the current
//! bucket has reached the cost of the path.

use glam::IVec3;

use super::backtrace::Backtrace;
use super::frontier::{FrontierLabel, OppositeFrontier};
use super::news::Relaxation;
use super::order::Order;
use super::resumable::{MOST_SERVED, Progress};
use super::state::{Origin, Reopening, SearchState};
use crate::cost::Cost;
use crate::expansion::{Costs, Directions, Expansion, RunTarget, Successor};
use crate::goal::GoalTest;
use crate::heuristic::Estimate;
use crate::memory::{CellKey, LookUp, OutOfKeys, Record, Records};
use crate::movement::Direction;
use crate::open::{Entry, OpenList, Task};
use crate::outcome::{Observer, Watcher};

/// The policies of a search: its expansion, its estimate and its goal test.
pub(crate) struct Policies<X, E, A> {
    pub(crate) expansion: X,
    pub(crate) estimate: E,
    pub(crate) goal_test: A,
}

impl<X, E, A> Policies<X, E, A> {
    pub(crate) fn new(expansion: X, estimate: E, goal_test: A) -> Self {
        Self {
            expansion,
            estimate,
            goal_test,
        }
    }
}

/// A search from a cell to the cells that meet its goal test.
pub(crate) struct BestFirst<'a, X, E, A, Q> {
    pub(super) policies: Policies<X, E, A>,
    pub(super) open: &'a mut Q,
    pub(super) records: &'a mut Records,
    pub(super) state: &'a mut SearchState,
}

impl<'a, X: Expansion, E: Estimate, A: GoalTest, Q: OpenList> BestFirst<'a, X, E, A, Q> {
    /// Begins a search, with its start queued. `records` must have begun a query. The progress of
    /// the search is in `state` from now on.
    pub(crate) fn new(
        policies: Policies<X, E, A>,
        (open, records): (&'a mut Q, &'a mut Records),
        state: &'a mut Option<SearchState>,
        origin: Origin,
        reopening: Reopening,
    ) -> Result<Self, OutOfKeys> {
        let h = policies.estimate.h(origin.cell);
        let order = Order::first(&policies.estimate, records);
        let f = order.f(&policies.estimate, origin.g, h);
        let lower_bound = order.lower_bound(&policies.estimate, f);
        let key = records.key(origin.cell)?;
        records.find_or_insert(key, origin.g, None);
        // Priorities that fall along a path do not fall below h.
        let least = if policies.estimate.is_bounded() { h } else { f };
        open.begin(least, X::COSTS);
        open.push(f, Entry::new(key, Task::Start, origin.g), records);
        let state = state.insert(SearchState::new(origin, reopening, order, h, lower_bound));
        Ok(Self::resumed(policies, (open, records), state))
    }

    /// Resumes a search that was set aside, given the same policies, queue and records as before.
    pub(crate) fn resumed(
        policies: Policies<X, E, A>,
        (open, records): (&'a mut Q, &'a mut Records),
        state: &'a mut SearchState,
    ) -> Self {
        Self {
            policies,
            open,
            records,
            state,
        }
    }

    /// Lets the search begin at `cell` as well, at a cost below that of a move. Cost and estimate must come to those of the
    /// start at least.
    pub(crate) fn also_from(&mut self, cell: IVec3, g: Cost) -> Result<(), OutOfKeys> {
        let key = self.records.key(cell)?;
        if let LookUp::New = self.records.find_or_insert(key, g, None) {
            let f = self.f(g, self.policies.estimate.h(cell));
            let entry = Entry::new(key, Task::Start, g);
            self.open.push(f, entry, self.records);
        }
        Ok(())
    }

    /// Offers a path to `cell` that costs `g` and ends in `arrival`, found outside the loop.
    pub(crate) fn offer(
        &mut self,
        cell: IVec3,
        g: Cost,
        arrival: Direction,
        upper_bound: Cost,
    ) -> Result<(), OutOfKeys> {
        let successor = Successor { cell, cost: g };
        let watcher = &mut Watcher(None);
        self.relax(Cost::ZERO, successor, arrival, &(), upper_bound, watcher)
    }

    /// Returns the cost at which a cell within the bounds has been reached; final where it is not
    /// above the lower bound and the estimate of the cell is zero.
    pub(crate) fn reached(&self, cell: IVec3) -> Option<Cost> {
        self.records.find(cell).map(Record::g)
    }

    /// Returns the number of queued entries.
    pub(crate) fn queued(&self) -> usize {
        self.open.len()
    }

    /// Advances as [`Resumable::advance`] does, with another search coming from the goal, and uses
    /// the costs that the other one knows.
    pub(crate) fn advance_toward(
        &mut self,
        opposite: &impl OppositeFrontier,
        until: u64,
        upper_bound: Cost,
        observer: &mut impl Observer,
    ) -> Progress {
        if self.open.is_full() {
            return Progress::OutOfMemory;
        }
        let mut served = 0;
        while served < MOST_SERVED && self.state.statistics.expanded < until {
            let best = self.state.incumbent.min(upper_bound);
            if self.state.lower_bound >= best || self.has_first_path() {
                return Progress::Done;
            }
            if self.records.are_many() && self.go_on_for_long().is_err() {
                return Progress::OutOfMemory;
            }
            let queued = self.open.len();
            let next = self.open.pop(self.records);
            let taken = queued - self.open.len();
            served += taken;
            let Some((least, entry)) = next else {
                self.state.lower_bound = Cost::MAX;
                return Progress::Done;
            };
            self.state.statistics.stale += taken as u64 - 1;
            let SearchState { order, .. } = *self.state;
            let lower_bound = order.lower_bound(&self.policies.estimate, least);
            self.state.lower_bound = self.state.lower_bound.max(lower_bound);
            if self.state.lower_bound < best
                && self.serve(entry, opposite, upper_bound, observer).is_err()
            {
                return Progress::OutOfMemory;
            }
        }
        Progress::Running
    }

    /// Changes the records and the order of the queue to those that pay in a long search.
    #[cold]
    fn go_on_for_long(&mut self) -> Result<(), OutOfKeys> {
        if self.records.are_of_long_search() {
            if self.state.runs.are_long() || self.records.are_many_early() {
                self.records.remember_runs();
            } else {
                self.records.go_on_growing();
            }
        } else if self.records.fit_in_bricks() {
            if let Some(keys) = self.records.go_on_for_long()? {
                self.open.rekey(&keys);
            }
            if self.state.order == Order::BySum {
                self.order_by_priority();
            }
        }
        Ok(())
    }

    /// Returns the priority by which a cell with cost so far `g` and estimate `h` is queued.
    #[inline]
    fn f(&self, g: Cost, h: Cost) -> Cost {
        self.state.order.f(&self.policies.estimate, g, h)
    }

    fn has_first_path(&self) -> bool {
        self.state.reopening == Reopening::Never && self.state.incumbent != Cost::MAX
    }

    /// Serves a queue entry: expands its cell or follows its run.
    #[inline]
    fn serve(
        &mut self,
        entry: Entry,
        opposite: &impl OppositeFrontier,
        upper_bound: Cost,
        observer: &mut impl Observer,
    ) -> Result<(), OutOfKeys> {
        let Entry { key, task, g } = entry;
        let cell = self.records.cell(key);
        if self.has_become_useless(g, cell, upper_bound) {
            self.state.statistics.stale += 1;
            return Ok(());
        }
        let arrival = match task {
            Task::Follow(direction) => {
                let followed = self.run(g, cell, direction);
                self.state.runs.note(followed.skipped);
                return match followed.reached {
                    RunTarget::Successor(end) => {
                        self.relax(g, end, direction, opposite, upper_bound, observer)
                    }
                    RunTarget::Midway(Successor { cell, cost }) => {
                        // The work of one expansion is bounded: going on counts as another.
                        let g = g + cost;
                        let SearchState {
                            origin,
                            lower_bound,
                            ..
                        } = *self.state;
                        self.state.statistics.expanded += 1;
                        observer.expanded(origin.side, cell, g, lower_bound);
                        let key = self.records.key_apart(cell)?;
                        self.put_off(key, g, cell, direction, upper_bound);
                        Ok(())
                    }
                    RunTarget::Nothing => Ok(()),
                };
            }
            Task::Expand(arrival) => Some(arrival),
            Task::Start => None,
        };
        let record = self.records.record_mut(key);
        let is_stale = match X::COSTS {
            Costs::Known => g > record.g(),
            // A cost that was presumed may have risen.
            Costs::Presumed => g != record.g(),
        };
        if is_stale {
            self.state.statistics.stale += 1;
            return Ok(());
        }
        if X::COSTS == Costs::Presumed && !self.settle(key, cell, arrival, g) {
            return Ok(());
        }
        self.records.record_mut(key).close();
        let best = upper_bound.min(self.state.incumbent);
        if opposite.makes_useless(cell, g, best) {
            // While no path is known, nothing but a sum that saturates is as much.
            self.note_range(best);
            self.state.statistics.stale += 1;
            return Ok(());
        }
        self.state.statistics.expanded += 1;
        observer.expanded(self.state.origin.side, cell, g, self.state.lower_bound);
        let directions = self.directions(cell, arrival);
        let Some(runs) = self.unknown_runs(g, cell, directions.runs) else {
            return Ok(());
        };
        for direction in runs.iter_reversed() {
            let Some(followed) = self.policies.expansion.run_at_once(cell, direction) else {
                self.put_off(key, g, cell, direction, upper_bound);
                continue;
            };
            self.state.runs.note(followed.skipped);
            if let RunTarget::Successor(end) = followed.reached {
                self.relax(g, end, direction, opposite, upper_bound, observer)?;
            }
        }
        self.state.statistics.generated += u64::from(directions.known);
        let steps = directions.steps;
        if Self::try_together(steps) {
            self.relax_together(g, cell, steps, opposite, upper_bound, observer)?;
        } else {
            for direction in steps.iter_reversed() {
                let successor = self.policies.expansion.step(cell, direction);
                self.relax(g, successor, direction, opposite, upper_bound, observer)?;
            }
        }
        for number in 0..self.policies.expansion.list(key, cell, arrival) {
            let (successor, arrival) = self.policies.expansion.listed(number);
            if self.is_known(g + successor.cost, successor.cell, arrival) {
                self.state.statistics.generated += 1;
                continue;
            }
            self.relax(g, successor, arrival, opposite, upper_bound, observer)?;
        }
        Ok(())
    }

    /// Returns whether a path found since an entry was queued makes it useless. Where f is the bar,
    /// the lower bound tells as much.
    #[inline]
    fn has_become_useless(&self, g: Cost, cell: IVec3, upper_bound: Cost) -> bool {
        let estimate = &self.policies.estimate;
        let best = upper_bound.min(self.state.incumbent);
        estimate.is_bounded() && best != Cost::MAX && estimate.bar(g, estimate.h(cell)) >= best
    }

    /// Returns the directions in which the cell that was expanded last has successors.
    #[inline]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>) -> Directions {
        let SearchState {
            runs, statistics, ..
        } = &*self.state;
        let stride = X::stride(runs, statistics);
        self.policies.expansion.directions(cell, arrival, stride)
    }

    /// Finds the true cost of a cell whose cost was presumed; returns whether the cell is to be
    /// expanded. If it costs more, it waits for its turn; if it is a goal, a path ends there.
    fn settle(
        &mut self,
        key: CellKey,
        cell: IVec3,
        arrival: Option<Direction>,
        presumed: Cost,
    ) -> bool {
        let (g, arrival) = self
            .policies
            .expansion
            .confirm(self.records, key, arrival, presumed);
        let h = self.policies.estimate.h(cell);
        if g > presumed {
            self.records.record_mut(key).reach(g, arrival);
            let f = self.f(g, h);
            let task = arrival.map_or(Task::Start, Task::Expand);
            self.open.push(f, Entry { key, task, g }, self.records);
            return false;
        }
        if h < self.state.nearest.0 {
            self.state.nearest = (h, cell);
        }
        let is_goal = self.policies.goal_test.is_met(cell);
        if is_goal {
            self.note_goal(cell, g);
        }
        !is_goal
    }

    /// Notes a path to a goal. A search that takes the first path may reach a costlier goal in the same expansion.
    #[inline(never)]
    fn note_goal(&mut self, cell: IVec3, g: Cost) {
        let goal_test = self.policies.goal_test;
        let (rank, known) = (goal_test.rank(cell), goal_test.rank(self.state.goal));
        // By costs first: those that differ by less than the ranks do tell goals apart, too.
        if (g, rank) < (self.state.incumbent - known, known) {
            self.state.incumbent = g + rank;
            self.state.goal = cell;
        }
    }

    /// Queues a run to be followed when its first move is due.
    #[inline]
    fn put_off(
        &mut self,
        key: CellKey,
        g: Cost,
        cell: IVec3,
        direction: Direction,
        upper_bound: Cost,
    ) {
        let first = cell + direction.offset();
        let estimate = &self.policies.estimate;
        let each = self.policies.expansion.cost(direction);
        let (g_first, h) = (g + each, estimate.h(first));
        if estimate.bar(g_first, h) < upper_bound.min(self.state.incumbent) {
            let f = self.f(g_first, h);
            let entry = Entry {
                key,
                task: Task::Follow(direction),
                g,
            };
            self.open.push(f, entry, self.records);
        } else {
            self.note_range(g_first + h);
        }
    }

    /// Queues a successor of a cell reached at cost `g`, unless that is useless.
    #[inline]
    fn relax(
        &mut self,
        g: Cost,
        successor: Successor,
        arrival: Direction,
        opposite: &impl OppositeFrontier,
        upper_bound: Cost,
        observer: &mut impl Observer,
    ) -> Result<(), OutOfKeys> {
        self.state.statistics.generated += 1;
        let cell = successor.cell;
        let g = self.policies.expansion.reach(self.records, g, successor);
        let h = self.policies.estimate.h(cell);
        if self.leads_nowhere(g, h, upper_bound) {
            return Ok(());
        }
        let key = self.records.key(cell)?;
        let reached = Successor { cell, cost: g };
        self.reach(key, reached, h, arrival, opposite, observer);
        Ok(())
    }

    /// Notes that a cell with estimate `h` was reached at a cost, and queues the cell if that is
    /// news.
    #[inline]
    pub(super) fn reach(
        &mut self,
        key: CellKey,
        Successor { cell, cost: g }: Successor,
        h: Cost,
        arrival: Direction,
        opposite: &impl OppositeFrontier,
        observer: &mut impl Observer,
    ) {
        match self.news(key, cell, g, arrival) {
            Relaxation::None => return,
            Relaxation::Cheaper => self.policies.expansion.note(key),
            Relaxation::Tied => {}
        }
        if X::COSTS == Costs::Known && h < self.state.nearest.0 {
            self.state.nearest = (h, cell);
        }
        if let Some(FrontierLabel { cost, settled }) = opposite.rest(cell) {
            if g + cost < self.state.incumbent {
                self.state.incumbent = g + cost;
                self.state.goal = cell;
            }
            self.note_range(g + cost);
            if settled {
                return;
            }
        }
        if X::COSTS == Costs::Known && self.policies.goal_test.is_met(cell) {
            self.note_goal(cell, g);
            return;
        }
        let f = self.f(g, h);
        self.open.push(
            f,
            Entry {
                key,
                task: Task::Expand(arrival),
                g,
            },
            self.records,
        );
        self.state.statistics.peak_open =
            self.state.statistics.peak_open.max(self.open.len() as u64);
        observer.queued(self.state.origin.side, cell, g, f);
    }

    /// Reconstructs paths from the records of this search.
    pub(crate) fn backtrace(&self) -> Backtrace<'_, impl Fn(IVec3, Direction) -> Cost> {
        Backtrace {
            records: self.records,
            move_cost: |cell, direction| self.policies.expansion.step(cell, direction).cost,
        }
    }
}
