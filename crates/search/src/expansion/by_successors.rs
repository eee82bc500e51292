//! Moves that the caller supplies, in the one loop.
//!
//! The loop lists the successors of a cell by number, and predecessors are kept beside the records,
//! because a move may lead anywhere. What a move is called is asked again when the path is written, so
//! that nothing but the predecessor is stored.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::{Directions, Expansion, Successor, Ties};
use crate::cost::Cost;
use crate::memory::{CellKey, Parent, Parents, Records};
use crate::movement::{Direction, DirectionSet, Move, Successors};
use crate::outcome::Side;
use crate::path::{LegPath, Path};

/// The moves of the caller.
pub(crate) struct BySuccessors<'w, S: Successors> {
    successors: &'w S,
    bounds: CellBox,
    parents: &'w mut Parents,
    /// The cell being expanded.
    current: Option<CellKey>,
    /// Its moves.
    listed: Vec<Move<S::Action>>,
}

impl<'w, S: Successors> BySuccessors<'w, S> {
    pub(crate) fn new(successors: &'w S, parents: &'w mut Parents) -> Self {
        Self {
            bounds: successors.bounds(),
            successors,
            parents,
            current: None,
            listed: Vec::new(),
        }
    }
}

impl<S: Successors> Expansion for BySuccessors<'_, S> {
    const TIES: Ties = Ties::Ignore;

    fn directions(&self, _: IVec3, _: Option<Direction>) -> Directions {
        Directions::moves(DirectionSet::default())
    }

    fn step(&self, cell: IVec3, direction: Direction) -> Successor {
        // Never asked for: no direction is offered.
        let (cell, cost) = (cell + direction.offset(), Cost::MAX);
        Successor { cell, cost }
    }

    fn list(&mut self, key: CellKey, cell: IVec3) -> usize {
        self.current = Some(key);
        self.listed.clear();
        self.successors.moves_from(cell, &mut self.listed);
        let bounds = self.bounds;
        self.listed.retain(|listed| bounds.contains(listed.to));
        self.listed.len()
    }

    fn listed(&self, number: usize) -> Successor {
        let Move { to, cost, .. } = self.listed[number];
        Successor { cell: to, cost }
    }

    fn note(&mut self, key: CellKey) {
        let Some(from) = self.current else { return };
        let parent = Parent {
            from,
            confirmed: true,
        };
        if key.index() >= self.parents.len() {
            self.parents.resize(key.index() + 1, parent);
        }
        self.parents[key.index()] = parent;
    }

    fn way_to(&self, records: &Records, cell: IVec3, path: &mut Path) -> Option<()> {
        // The legs are written by whoever knows what moves are called.
        let (_, record) = records.known(cell)?;
        path.restart(cell);
        path.set_cost(record.g());
        Some(())
    }
}

/// The path from the start to a reached cell, or from there to the goal that the search began at.
pub(crate) fn legs_to<S: Successors>(
    successors: &S,
    records: &Records,
    parents: &Parents,
    cell: IVec3,
    origin: Side,
) -> LegPath<S::Action> {
    let mut cells = vec![cell];
    let mut place = records.known(cell).map(|(key, _)| key);
    // The start was reached by no move.
    while let Some(key) = place.filter(|&key| records.record(key).first_arrival().is_some()) {
        let from = parents[key.index()].from;
        cells.push(records.cell(from));
        place = Some(from);
    }
    if origin == Side::Start {
        cells.reverse();
    }
    let mut path = LegPath::at(cells[0]);
    let mut moves = Vec::new();
    for ends in cells.windows(2) {
        moves.clear();
        successors.moves_from(ends[0], &mut moves);
        let leading = moves.iter().filter(|leading| leading.to == ends[1]);
        if let Some(cheapest) = leading.min_by_key(|leading| leading.cost) {
            path.go(cheapest.action, ends[1], cheapest.cost);
        }
    }
    path
}
