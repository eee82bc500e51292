//! Where plans of agents that stop before unknown cells leave known space.
//!
//! Such a plan takes unknown cells for whatever it needs. INVARIANT: a move stays in known space if and only
//! if it is one at the same cost where they are blocked, so that what is left of a path is one for an agent
//! that never enters them.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState};

use super::super::GroundMoves;
use super::super::table::Action;
use crate::cost::Cost;
use crate::movement::{Confined, Move, Successors};

impl Confined<Action> for GroundMoves<'_> {
    fn unknown_at(&self, start: IVec3) -> Option<IVec3> {
        let is_known = self.ground.in_known_space().can_rest(start);
        (!is_known).then(|| self.first_unknown(start, start))
    }

    fn known_move(&self, from: IVec3, to: IVec3, action: Action) -> Result<Cost, IVec3> {
        let known = self.ground.in_known_space().moves();
        let cheapest = |moves: &GroundMoves<'_>| -> Option<Move<Action>> {
            let mut there_are = Vec::new();
            moves.moves_from(from, &mut there_are);
            let fitting = there_are.into_iter().filter(|it| it.to == to);
            fitting.min_by_key(|it| it.cost)
        };
        let planned = cheapest(self);
        match cheapest(&known) {
            Some(made) if made.action == action && planned == Some(made) => Ok(made.cost),
            _ => Err(self.first_unknown(from, to)),
        }
    }
}

impl GroundMoves<'_> {
    /// An unknown cell that counts for a move: of those that the body covers at its end or stands on there,
    /// or else on the way, the first in cell order.
    fn first_unknown(&self, from: IVec3, to: IVec3) -> IVec3 {
        let agent = &self.ground.locomotion;
        let world = self.ground.stances.occupancy();
        let up = agent.up.step();
        let around = |cell: IVec3| {
            let body = agent.body.offsets();
            let body = CellBox::new(cell + body.min, cell + body.max);
            body.hull(&CellBox::new(body.min - up, body.max - up))
        };
        let rise = agent.jump.map_or(0, |jump| jump.rise).max(1);
        let high = around(to + up * i32::from(rise.max(agent.step_up)));
        let boxes = [
            around(to),
            around(from).hull(&around(to)),
            around(from).hull(&high),
        ];
        let unknown = |cell: &IVec3| world.state(*cell) == CellState::Unknown;
        let mut found = boxes
            .into_iter()
            .filter_map(|cells| cells.cells().find(unknown));
        found.next().unwrap_or(to)
    }
}
