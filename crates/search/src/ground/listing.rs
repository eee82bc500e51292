//! Successors of a cell as a search sees them: runs over even ground, elsewhere each move.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::moves::GroundMoves;
use super::remaining::{Flood, part};
use crate::movement::{Direction, Listed, Move, Pruned, Successors};
use crate::outcome::Side;

impl GroundMoves<'_> {
    /// Lists the moves from a cell. Each gets the walk by which its end is reached as arrival,
    /// where successors depend on it: on even ground.
    fn list_moves(&self, cell: IVec3, listed: &mut Vec<Listed>) {
        let other = Direction::along(self.ground.locomotion.up);
        {
            let seen = &mut *self.seen.borrow_mut();
            let steps = &self.ground.table.steps;
            listed.extend(seen.moves(cell).map(|kept| {
                let step = &steps[kept.row()];
                let walk = step.walk.filter(|_| kept.is_onto_even_ground());
                let to = cell + step.offset;
                Listed {
                    to,
                    cost: self.ground.weighed(to, self.ground.price(step, kept)),
                    arrival: walk.unwrap_or(other),
                }
            }));
        }
        if !self.ground.links.is_empty() && self.can_be_at(cell) {
            let moves = &mut *self.listed.borrow_mut();
            moves.clear();
            self.links(cell, Side::Start, moves);
            listed.extend(moves.iter().map(|&Move { to, cost, .. }| Listed {
                to,
                cost,
                arrival: other,
            }));
        }
    }
}

impl Pruned for GroundMoves<'_> {
    fn minds_arrival(&self, cell: IVec3, goal: &CellBox) -> bool {
        let runs = self.runs.as_ref();
        runs.is_some_and(|runs| runs.borrow_mut().begin_at(cell, goal))
    }

    fn list(
        &self,
        cell: IVec3,
        arrival: Option<Direction>,
        goal: &CellBox,
        listed: &mut Vec<Listed>,
    ) {
        if let Some(runs) = &self.runs {
            let mut runs = runs.borrow_mut();
            if runs.begin_at(cell, goal) {
                runs.list(cell, arrival, goal, listed);
                return;
            }
        }
        self.list_moves(cell, listed);
    }

    fn is_cut_off(&self, start: IVec3, goal: &CellBox, looks: u64) -> bool {
        if let Some(landmarks) = &self.ground.landmarks
            && goal.max == goal.min + 1
            && part(landmarks, start, goal.min)
        {
            return true;
        }
        let agent = &self.ground.locomotion;
        let links = self.ground.links.iter();
        let mut flood = Flood {
            reader: &mut self.seen.borrow_mut().sources.reader,
            reaches: &self.ground.table.reaches,
            links: links.filter(|link| link.is_for(agent)).copied().collect(),
            resting: agent.resting(),
        };
        flood.is_cut_off(start, goal, looks)
    }

    fn write_run(&self, from: IVec3, to: IVec3, goal: &CellBox, moves: &mut Vec<Move>) -> bool {
        let Some(runs) = &self.runs else { return false };
        let mut runs = runs.borrow_mut();
        let is_run = runs.begin_at(from, goal);
        if is_run {
            runs.write(from, to, moves);
        }
        is_run
    }
}
