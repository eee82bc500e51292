//! The end of known space on plans of agents that stop before unknown cells.
//!
//! Such a plan takes unknown cells for what is best for each move. INVARIANT: a move stays in known space if and only
//! if there is one at the same cost where they are blocked, so that what is left of a path is one for an agent
//! that never enters them.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState};

use super::super::GroundMoves;
use crate::movement::{Confined, Move, Successors};

impl Confined for GroundMoves<'_> {
    fn unknown_at(&self, start: IVec3) -> Option<IVec3> {
        let is_known = self.known_space().can_be_at(start);
        (!is_known).then(|| self.first_unknown(start, &[start]))
    }

    fn known_move(&self, from: IVec3, to: IVec3) -> Result<Move, IVec3> {
        let cheapest = |moves: &dyn Successors| -> Option<Move> {
            let mut there_are = Vec::new();
            moves.moves_from(from, &mut there_are);
            let fitting = there_are.into_iter().filter(|it| it.to == to);
            fitting.min_by_key(|it| it.cost)
        };
        let (planned, made) = (cheapest(self), cheapest(self.known_space()));
        match made.filter(|made| planned.is_some_and(|planned| planned.cost == made.cost)) {
            Some(made) => Ok(made),
            None => Err(self.first_unknown(to, &self.swept(from, planned))),
        }
    }

    fn known_space(&self) -> &dyn Successors {
        self.known.as_deref().unwrap_or(self)
    }
}

impl GroundMoves<'_> {
    /// Returns the cells of a planned move at which the body is asked about, from its end back to
    /// its beginning.
    fn swept(&self, from: IVec3, planned: Option<Move>) -> Vec<IVec3> {
        let mut swept = Vec::new();
        for row in &self.ground.table.rows {
            let is_planned = |planned: &Move| planned.to == from + row.offset;
            if planned.as_ref().is_some_and(is_planned) {
                let cells = row.swept.iter().chain(&row.falling).rev();
                swept.extend(cells.map(|cell| from + cell));
            }
        }
        swept.push(from);
        swept
    }

    /// Returns an unknown cell that counts where the body is at a cell, or else at one of others:
    /// one that it covers or stands on there, the first of them in cell order.
    fn first_unknown(&self, at: IVec3, others: &[IVec3]) -> IVec3 {
        let world = self.ground.stances.occupancy();
        let unknown = |cell: &IVec3| world.state(*cell) == CellState::Unknown;
        let counting = |cell: &IVec3| {
            let offsets = self.ground.locomotion.body.offsets();
            let body = CellBox::new(cell + offsets.min, cell + offsets.max);
            let soil = self.ground.soil(*cell, &body);
            let leaning = self.ground.leaning(*cell, &soil);
            body.cells()
                .chain(soil.cells())
                .chain(leaning.cells())
                .filter(unknown)
                .min_by_key(|it| (it.z, it.y, it.x))
        };
        std::iter::once(&at)
            .chain(others)
            .find_map(counting)
            .unwrap_or(at)
    }
}
