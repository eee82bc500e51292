//! Lazy Theta*: paths that leave the lattice, in the one loop.
//!
//! A cell takes as its predecessor not the neighbor that it was found from but the predecessor of
//! that one, however far away, as if the straight line between them were free: its cost is
//! *presumed*. Whether the line is free is looked at when the cell is served, once for each cell and
//! not for each move. If it is not, the best confirmed neighbor becomes the predecessor, and the
//! cell waits for its turn at the cost that it has then.
//!
//! INVARIANT: a confirmed cost is that of a real path, and never rises. So a cell that has been
//! confirmed is reached again only at a cost whose line was looked at there and then.
//!
//! # Why the path costs no more than the best one over the lattice
//!
//! Let P be that path, `u` and `v` neighbors on it, and `u` expanded at no more than its cost along
//! P. That offers `v` to the queue at no more than `v`'s cost along P, because a line is taken for a
//! move only where it is not more expensive; and where the line is not free, `u` is a confirmed neighbor of
//! `v`. So while the goal has not been confirmed at the cost of P or less, some cell of P is queued at
//! an f of no more than that, given an estimate that does not overestimate moves over the lattice;
//! and the goal ends the search only when it is confirmed and comes first. The argument needs cells
//! to be expanded again at smaller costs, which the published algorithm does not do.
//!
//! # References
//!
//! Nash, Koenig, Tovey, "Lazy Theta*: Any-Angle Path Planning and Path Length Analysis in 3D", AAAI
//! 2010. Here a line of sight is the sweep of the agent's whole cell, confirmed cells are looked at
//! again, and a cell whose line is not free goes back to the queue before it is expanded.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::pruning::Pruning;
use super::{Costs, Directions, Expansion, Stride, Successor, Ties};
use crate::cost::Cost;
use crate::memory::{CellKey, Parent, Parents, Records};
use crate::movement::{Direction, MoveCosts};
use crate::path::{Path, straight_length};

/// Every legal move, and from there straight lines. For uniform terrain and strict corners.
pub(crate) struct LazyTheta<'w> {
    world: &'w Traversability,
    pruning: &'static Pruning,
    costs: &'static MoveCosts,
    parents: &'w mut Parents,
    /// The cell being expanded.
    current: Option<CellKey>,
    /// The parent by which a successor is being reached.
    next: Option<Parent>,
}

impl<'w> LazyTheta<'w> {
    pub(crate) fn new(
        world: &'w Traversability,
        pruning: &'static Pruning,
        costs: &'static MoveCosts,
        parents: &'w mut Parents,
    ) -> Self {
        Self {
            world,
            pruning,
            costs,
            parents,
            current: None,
            next: None,
        }
    }

    /// Returns the confirmed neighbor over which a cell costs least, and the move from there; the
    /// first in canonical rank among equals.
    fn best_neighbor(&self, records: &Records, cell: IVec3) -> Option<(Cost, CellKey, Direction)> {
        let legal = self
            .pruning
            .legal(self.pruning.neighborhood(self.world, cell));
        let confirmed = legal.iter().filter_map(|direction| {
            let (key, record) = records.known(cell + direction.offset())?;
            let cost = record.g() + self.costs.of(direction);
            // Under strict corners a move is legal both ways.
            self.parents[key.index()]
                .confirmed
                .then_some((cost, key, direction.reverse()))
        });
        confirmed.min_by_key(|&(cost, ..)| cost)
    }
}

impl Expansion for LazyTheta<'_> {
    const TIES: Ties = Ties::Ignore;
    const COSTS: Costs = Costs::Presumed;

    #[inline]
    fn directions(&self, cell: IVec3, _: Option<Direction>, _: Stride) -> Directions {
        let neighborhood = self.pruning.neighborhood(self.world, cell);
        Directions::moves(self.pruning.legal(neighborhood))
    }

    #[inline]
    fn cost(&self, direction: Direction) -> Cost {
        self.costs.of(direction)
    }

    fn reach(&mut self, records: &Records, g: Cost, Successor { cell, cost }: Successor) -> Cost {
        let Some(current) = self.current else {
            return g + cost;
        };
        let by_move = g + cost;
        self.next = Some(Parent {
            from: current,
            confirmed: true,
        });
        let before = self.parents[current.index()].from;
        if before == current {
            return by_move;
        }
        let from = records.cell(before);
        let by_line = records.record(before).g() + straight_length(cell - from, self.costs);
        if by_line >= by_move {
            return by_move;
        }
        let known = records.known(cell);
        let was_confirmed = known
            .filter(|(key, _)| self.parents[key.index()].confirmed)
            .map(|(_, record)| record.g());
        let confirmed = match was_confirmed {
            None => false,
            Some(known) if by_line >= known => return by_line,
            Some(_) if self.world.has_line_of_sight(from, cell) => true,
            Some(_) => return by_move,
        };
        self.next = Some(Parent {
            from: before,
            confirmed,
        });
        by_line
    }

    fn note(&mut self, key: CellKey) {
        let Some(parent) = self.next else { return };
        if key.index() >= self.parents.len() {
            self.parents.resize(key.index() + 1, parent);
        }
        self.parents[key.index()] = parent;
    }

    fn confirm(
        &mut self,
        records: &Records,
        key: CellKey,
        arrival: Option<Direction>,
        g: Cost,
    ) -> (Cost, Option<Direction>) {
        self.current = Some(key);
        if arrival.is_none() {
            self.next = Some(Parent {
                from: key,
                confirmed: true,
            });
            self.note(key);
            return (g, arrival);
        }
        let parent = self.parents[key.index()];
        let cell = records.cell(key);
        let is_free = parent.confirmed || {
            let from = records.cell(parent.from);
            self.world.has_line_of_sight(from, cell)
        };
        if is_free {
            self.parents[key.index()].confirmed = true;
            return (g, arrival);
        }
        match self.best_neighbor(records, cell) {
            Some((cost, from, direction)) => {
                let confirmed = true;
                self.parents[key.index()] = Parent { from, confirmed };
                (cost, Some(direction))
            }
            // Not reached: the neighbor that the cell was found from is confirmed.
            None => (Cost::MAX, arrival),
        }
    }

    fn way_to(&self, records: &Records, cell: IVec3, path: &mut Path) -> Option<()> {
        write_path((records, self.parents), self.costs, cell, path);
        Some(())
    }
}

/// Writes the path to a confirmed cell to `path`.
pub(crate) fn write_path(
    (records, parents): (&Records, &Parents),
    costs: &MoveCosts,
    cell: IVec3,
    path: &mut Path,
) {
    path.begin_straight(cell);
    let mut place = records.known(cell).map(|(key, _)| key);
    // The start was reached by no move. It has no parent before it is expanded.
    while let Some(key) = place.filter(|&key| records.record(key).first_arrival().is_some()) {
        let from = parents[key.index()].from;
        path.go_straight(records.cell(from), costs);
        place = Some(from);
    }
    path.reverse();
}
