//! Moves that the caller supplies, in the one loop.
//!
//! The loop lists the successors of a cell by number, and predecessors are kept next to the records,
//! because a move may lead anywhere. Actions are asked for again when the path is written, so that
//! nothing but the predecessor is stored.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::{Directions, Expansion, Stride, Successor, Ties};
use crate::cost::Cost;
use crate::memory::{CellKey, Parent, Parents, Records};
use crate::movement::{Direction, DirectionSet, Listed, Move, Pruned, Successors};
use crate::outcome::Side;
use crate::path::Path;

/// The moves of the caller.
pub(crate) struct BySuccessors<'w, S: Successors> {
    successors: &'w S,
    /// The pruned moves and the goal cells for which they are pruned, if they can be.
    pruned: Option<(&'w dyn Pruned, CellBox)>,
    bounds: CellBox,
    parents: &'w mut Parents,
    /// The cell being expanded.
    current: Option<CellKey>,
    /// The moves of that cell.
    moves: Vec<Move>,
    listed: Vec<Listed>,
}

impl<'w, S: Successors> BySuccessors<'w, S> {
    /// Creates the policy; moves are pruned for the cells of a box, if at all.
    pub(crate) fn new(
        successors: &'w S,
        pruned_for: Option<CellBox>,
        parents: &'w mut Parents,
    ) -> Self {
        Self {
            bounds: successors.bounds(),
            pruned: pruned_for.and_then(|goal| Some((successors.pruned()?, goal))),
            successors,
            parents,
            current: None,
            moves: Vec::new(),
            listed: Vec::new(),
        }
    }
}

impl<S: Successors> Expansion for BySuccessors<'_, S> {
    const TIES: Ties = Ties::Merge;

    fn directions(&self, _: IVec3, _: Option<Direction>, _: Stride) -> Directions {
        Directions::moves(DirectionSet::default())
    }

    /// Returns nothing: no moves lead in directions.
    fn cost(&self, _: Direction) -> Cost {
        Cost::ZERO
    }

    fn minds_arrival(&self, cell: IVec3) -> bool {
        let pruned = self.pruned.as_ref();
        pruned.is_some_and(|(pruned, goal)| pruned.minds_arrival(cell, goal))
    }

    fn list(&mut self, key: CellKey, cell: IVec3, arrival: Option<Direction>) -> usize {
        self.current = Some(key);
        self.listed.clear();
        if let Some((pruned, goal)) = &self.pruned {
            pruned.list(cell, arrival, goal, &mut self.listed);
        } else {
            self.moves.clear();
            self.successors.moves_from(cell, &mut self.moves);
            // Any will do: no successors depend on it.
            let arrival = Direction::from_index(0);
            let moves = self.moves.iter();
            let inside = moves.filter(|listed| self.bounds.contains(listed.to));
            self.listed
                .extend(inside.map(|&Move { to, cost, .. }| Listed { to, cost, arrival }));
        }
        self.listed.len()
    }

    fn listed(&self, number: usize) -> (Successor, Direction) {
        let Listed { to, cost, arrival } = self.listed[number];
        (Successor { cell: to, cost }, arrival)
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
        let known = (records, &*self.parents);
        let pruned_for = self.pruned.as_ref().map(|(_, goal)| *goal);
        *path = legs_to(self.successors, pruned_for, known, cell, Side::Start);
        Some(())
    }
}

/// Returns the path from the start to a reached cell, or from the cell to the goal at which the
/// search began. The moves of the search were pruned for the cells of a box, if at all.
pub(crate) fn legs_to<S: Successors>(
    successors: &S,
    pruned_for: Option<CellBox>,
    (records, parents): (&Records, &Parents),
    cell: IVec3,
    origin: Side,
) -> Path {
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
    let pruned = pruned_for.and_then(|goal| Some((successors.pruned()?, goal)));
    let mut path = Path::at(cells[0]);
    let mut moves: Vec<Move> = Vec::new();
    for ends in cells.windows(2) {
        moves.clear();
        if let Some((pruned, goal)) = &pruned
            && pruned.write_run(ends[0], ends[1], goal, &mut moves)
        {
            path.go_on(ends[0], moves.iter().copied());
            continue;
        }
        successors.moves_from(ends[0], &mut moves);
        let leading = moves.iter().filter(|leading| leading.to == ends[1]);
        if let Some(&cheapest) = leading.min_by_key(|leading| leading.cost) {
            path.go(ends[0], cheapest);
        }
    }
    path
}
