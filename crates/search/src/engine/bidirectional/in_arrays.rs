//! Two searches in arrays that come toward each other and meet, for cells of many costs.
//!
//! They share what they know as those of [ordered queues](super) do, without estimates. Both go on by
//! buckets, the one with fewer places queued first, until no path can be shorter than the bounds of both together.
//!
//! # References
//!
//! Pijls, Post, "Yet another bidirectional algorithm for finding the shortest path", Econometric Institute Report
//! 2009-10 (NBA*), with an estimate of nothing.

use glam::IVec3;

use crate::cost::Cost;
use crate::dense::{Cells, Frontier, Grid};
use crate::engine::problem::{Coverage, Problem, Slice, Target};
use crate::engine::runner::{Stop, stopped};
use crate::heuristic::Heuristic;
use crate::kernel::Progress;
use crate::movement::{Direction, Terrain, TerrainReader};
use crate::outcome::{Limit, Observer, Outcome, Side, Solution, Statistics};
use crate::path::Path;
use crate::query::{Algorithm, SearchSettings};

/// Expansions of one side before the queues are compared again.
const TURN: u64 = 256;

/// The least part of the world that searches reach where arrays of all of it pay.
const LEAST_PART: u64 = 64;

/// The bytes of a cell in the arrays of both searches, of a queued entry, and of what an expansion may look at and queue.
const CELL_BYTES: u32 = 22;
const ENTRY_BYTES: u32 = 4;
const EXPANSION_BYTES: u32 = 26 * (CELL_BYTES + ENTRY_BYTES);

/// The progress of a search from both ends.
#[derive(Clone, Debug)]
pub(crate) struct InArrays {
    grid: Grid,
    from_start: Frontier,
    from_goal: Frontier,
    side: Side,
    /// The expansions after which the other side may have its turn.
    turn_ends: u64,
    meeting: Meeting,
    /// True if a path was found that costs more than a number holds.
    is_out_of_range: bool,
}

/// The cheapest path known: its cost, and a place on it that both have reached.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    cost: u64,
    place: u32,
}

impl InArrays {
    /// Returns the effort so far, with no bound proved.
    pub(in crate::engine) fn statistics(&self) -> Statistics {
        let mut sum = *self.from_start.statistics();
        sum.add(self.from_goal.statistics());
        sum
    }

    /// Returns the cost of the cheapest path known, [`Cost::MAX`] if none is.
    pub(in crate::engine) fn incumbent(&self) -> Cost {
        Cost::from_raw(self.meeting.cost)
    }

    /// Returns the lower bound on the cost of every path.
    pub(in crate::engine) fn lower_bound(&self) -> Cost {
        Cost::from_raw(self.bound().min(self.meeting.cost))
    }

    fn is_out_of_range(&self) -> bool {
        let ends = [&self.from_start, &self.from_goal];
        self.is_out_of_range || ends.into_iter().any(Frontier::is_out_of_range)
    }

    fn bound(&self) -> u64 {
        let ends = [&self.from_start, &self.from_goal].map(Frontier::lower_bound);
        ends[0].saturating_add(ends[1])
    }

    pub(in crate::engine) fn memory_bytes(&self) -> usize {
        self.grid.places() * CELL_BYTES as usize
    }

    /// Returns the bytes of what was looked at, and of what is queued.
    pub(in crate::engine) fn used_bytes(&self) -> u64 {
        let queued = self.from_start.queued() + self.from_goal.queued();
        u64::from(CELL_BYTES) * self.grid.looked_at() + u64::from(ENTRY_BYTES) * queued
    }

    /// Goes on until so many expansions, within so many bytes.
    fn advance(
        &mut self,
        cells: &Cells<'_>,
        until: u64,
        bytes: u64,
        observer: &mut impl Observer,
    ) -> Progress {
        loop {
            let expanded = self.statistics().expanded;
            if expanded >= until {
                return Progress::Running;
            }
            if self.used_bytes().saturating_add(EXPANSION_BYTES.into()) > bytes {
                return Progress::OutOfMemory;
            }
            self.take_turns(expanded);
            if !self.take_one(cells, observer) {
                return Progress::Done;
            }
        }
    }

    /// Takes the next place of the side whose turn it is and goes on from there; returns whether a cheaper path is
    /// possible.
    fn take_one(&mut self, cells: &Cells<'_>, observer: &mut impl Observer) -> bool {
        let Self {
            grid,
            from_start,
            from_goal,
            side,
            meeting,
            is_out_of_range,
            ..
        } = self;
        let (own, other) = match side {
            Side::Start => (from_start, from_goal),
            Side::Goal => (from_goal, from_start),
        };
        let Some(place) = own.take() else {
            return false;
        };
        let bound = other.lower_bound();
        let least = own.lower_bound().saturating_add(bound);
        *is_out_of_range |= least == u64::MAX && !other.is_at_end();
        if least >= meeting.cost {
            return false;
        }
        let g = own.cost(place).unwrap_or(u64::MAX);
        if other.is_final(place) || g.saturating_add(bound) >= meeting.cost {
            own.leave();
            return true;
        }
        let f = |g: u64| Cost::from_raw(g.saturating_add(bound));
        observer.expanded(*side, grid.cell(place), Cost::from_raw(g), f(g));
        let mut admits = |grid: &Grid, to, cost: u64| {
            let back = other.cost(to).unwrap_or(u64::MAX);
            let whole = cost.saturating_add(back);
            if whole < meeting.cost {
                *meeting = Meeting {
                    cost: whole,
                    place: to,
                };
            }
            let least = cost.saturating_add(bound);
            *is_out_of_range |= least == u64::MAX || whole == u64::MAX && back != u64::MAX;
            let is_useful = !other.is_final(to) && least < meeting.cost;
            if is_useful {
                observer.queued(*side, grid.cell(to), Cost::from_raw(cost), f(cost));
            }
            is_useful
        };
        own.expand(grid, cells, place, &mut admits);
        true
    }

    /// Gives the other side its turn if this one has had its own and has more places queued.
    fn take_turns(&mut self, expanded: u64) {
        if expanded >= self.turn_ends {
            let is_shorter = self.from_start.queued() <= self.from_goal.queued();
            self.side = if is_shorter { Side::Start } else { Side::Goal };
            self.turn_ends = expanded + TURN;
        }
    }

    /// Writes the cheapest path known; if none is, the one from the start to the cell nearest to the goal.
    pub(in crate::engine) fn write(&self, problem: &Problem<'_>, path: &mut Path) {
        path.restart(problem.start);
        if self.meeting.cost != u64::MAX {
            self.go_to(self.meeting.place, path);
            self.go_on_to_goal(self.meeting.place, path);
        } else if let Target::Cell(goal) = problem.target {
            let SearchSettings { moves, shape, .. } = problem.settings;
            let estimate = |cell| Heuristic::Octile.estimate_by(moves, shape, cell, goal);
            let reached = self.grid.bounds().cells();
            let reached = reached.filter(|&cell| self.from_start.is_final(self.grid.place(cell)));
            let nearest = reached.min_by_key(|&cell: &IVec3| estimate(cell));
            if let Some(cell) = nearest {
                self.go_to(self.grid.place(cell), path);
            }
        }
    }

    /// Writes the moves from the start to a place.
    fn go_to(&self, place: u32, path: &mut Path) {
        let mut moves = Vec::new();
        let mut at = place;
        while let Some((direction, cost, before)) = last_move(&self.grid, &self.from_start, at) {
            moves.push((direction, cost));
            at = before;
        }
        for (direction, cost) in moves.into_iter().rev() {
            path.fly_at(direction, 1, cost);
        }
    }

    /// Writes the moves from a place to the goal.
    fn go_on_to_goal(&self, place: u32, path: &mut Path) {
        let mut at = place;
        while let Some((direction, cost, before)) = last_move(&self.grid, &self.from_goal, at) {
            path.fly_at(direction.reverse(), 1, cost);
            at = before;
        }
    }
}

/// Returns the move by which a search has reached a place, its cost, and the place before; `None` where the search began.
fn last_move(grid: &Grid, search: &Frontier, place: u32) -> Option<(Direction, Cost, u32)> {
    let direction = search.arrival(place)?;
    let before = grid.before(place, direction);
    let cost = search.cost(place)?.checked_sub(search.cost(before)?)?;
    Some((direction, Cost::from_raw(cost), before))
}

impl Problem<'_> {
    /// Returns a search in arrays, not begun, if it pays and the arrays hold the world.
    pub(in crate::engine) fn in_arrays(&self) -> Option<InArrays> {
        let terrain = self.terrain?;
        let Target::Cell(goal) = self.target else {
            return None;
        };
        let is_alone = !self.is_limited();
        let is_plain = self.estimator.is_none() && self.coverage == Coverage::Needed;
        let is_asked = self.settings.algorithm == Algorithm::Auto && is_alone && is_plain;
        if !is_asked || !self.is_far(goal) || !self.weights().make_estimates_useless() {
            return None;
        }
        let cells = self.cells(terrain);
        let mut grid = Grid::new(&cells)?;
        Some(InArrays {
            from_start: Frontier::new(&mut grid, &cells, Side::Start, &[self.start]),
            from_goal: Frontier::new(&mut grid, &cells, Side::Goal, &[goal]),
            grid,
            side: Side::Start,
            turn_ends: 0,
            meeting: Meeting {
                cost: u64::MAX,
                place: 0,
            },
            is_out_of_range: false,
        })
    }

    fn cells<'t>(&'t self, terrain: &'t Terrain) -> Cells<'t> {
        Cells {
            world: self.world,
            pruning: self.pruning(),
            costs: self.costs(),
            terrain: TerrainReader::new(terrain, self.costs()),
        }
    }

    /// Returns whether the goal is so far that searches reach a part of the world that is worth arrays of all of it.
    fn is_far(&self, goal: IVec3) -> bool {
        let distance = Heuristic::Chebyshev.estimate(self.settings.moves, self.start, goal);
        let margin = distance.raw() / Cost::STRAIGHT.raw() / 2;
        let bounds = self.world.bounds();
        let reached = i32::try_from(margin).map_or(bounds, |margin| {
            self.around_ends(margin).intersection(&bounds)
        });
        reached.volume().saturating_mul(LEAST_PART) >= bounds.volume()
    }

    /// Continues the search in arrays that the state has; returns the solution if the budget is enough.
    pub(in crate::engine) fn meet_in_arrays(
        &self,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Option<Solution> {
        let Slice {
            budget,
            state,
            workspace,
            observer,
        } = slice;
        let (search, spare) = (state.in_arrays.as_deref_mut()?, &mut workspace.spare);
        let (runner, cells) = (self.runner(), self.cells(self.terrain?));
        let end = search.statistics().expanded.saturating_add(*budget);
        let stop = loop {
            let expanded = search.statistics().expanded;
            if expanded >= end {
                return None;
            }
            if let Some(stop) = runner.stop(expanded) {
                break Some(stop);
            }
            let until = runner.allowed(expanded.saturating_add(TURN)).min(end);
            let bytes = runner.limits.memory.unwrap_or(u64::MAX);
            match search.advance(&cells, until, bytes, *observer) {
                Progress::Running => {}
                Progress::Done => break None,
                Progress::OutOfMemory => break Some(Stop::Limit(Limit::Memory)),
            }
        };
        let mut path = spare.take();
        search.write(self, &mut path);
        let mut statistics = search.statistics();
        statistics.lower_bound = runner.proved_so_far(search.lower_bound());
        let is_found = search.incumbent() != Cost::MAX;
        Some(match stop {
            Some(stop) => stopped(stop, path, statistics),
            None if is_found => runner.found(path, statistics),
            None if search.is_out_of_range() => {
                stopped(Stop::Limit(Limit::CostRange), path, statistics)
            }
            None => {
                spare.put(path);
                Solution::new(Outcome::Unreachable, statistics)
            }
        })
    }
}
