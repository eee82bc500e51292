//! Paths rebuilt from records.

use glam::IVec3;

use crate::cost::Cost;
use crate::memory::Records;
use crate::movement::Direction;
use crate::path::Path;

/// Reconstructs paths by following records back from reached cells.
pub(crate) struct Backtrace<'r, C> {
    pub(crate) records: &'r Records,
    /// The cost of the move from a cell in a direction in this search.
    pub(crate) move_cost: C,
}

impl<C: Fn(IVec3, Direction) -> Cost> Backtrace<'_, C> {
    /// Writes the path from the start of the search to a reached cell.
    ///
    /// A record does not name its predecessor: that is the first cell straight back whose record is
    /// good enough to have produced this one. The moves between are known to be legal, because the
    /// record was reached over them.
    pub(crate) fn write(&self, cell: IVec3, path: &mut Path) {
        path.restart(cell);
        self.go_back(cell, path);
        path.reverse();
    }

    /// Continues from `cell`, where `path` ends, back to the start of the search.
    pub(crate) fn go_back(&self, mut cell: IVec3, path: &mut Path) {
        while let Some((direction, moves)) = self.last_run(cell) {
            for _ in 0..moves {
                cell -= direction.offset();
                path.fly_at(direction.reverse(), 1, (self.move_cost)(cell, direction));
            }
        }
    }

    /// Returns the moves by which a reached cell was reached; `None` for the start.
    fn last_run(&self, cell: IVec3) -> Option<(Direction, u32)> {
        let record = self.records.find(cell)?;
        let direction = record.first_arrival()?;
        let mut moves = 0;
        let mut at = cell;
        let mut cost = Cost::ZERO;
        loop {
            at -= direction.offset();
            cost = cost + (self.move_cost)(at, direction);
            moves += 1;
            match self.records.find(at) {
                Some(before) if before.g() + cost <= record.g() => {
                    return Some((direction, moves));
                }
                _ if cost > record.g() => return None,
                _ => {}
            }
        }
    }
}
