//! What a search looks at from a cell: runs over even ground, elsewhere the moves that no others make up
//! for.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::Ground;
use super::made_up_for::Around;
use super::moves::{GroundMoves, Seen, is_in};
use super::rest::Flood;
use super::rows::{leads_in, words_of};
use super::runs::Runs;
use super::table::Action;
use crate::movement::{Direction, Listed, Move, Pruned, Successors};

/// Memory for what is being listed.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// Rows of the table, a bit each: those that lead from the cell before, where that is even.
    walks_before: Vec<u64>,
    moves: Vec<Move<Action>>,
}

/// Whether a row leads from a cell.
fn leads_from(
    ground: &Ground,
    number: u16,
    (runs, seen): (&mut Runs<'_>, &mut Seen<'_>),
    cell: IVec3,
) -> bool {
    if runs.is_even(cell) {
        let table = &*ground.table;
        let row = &table.rows[usize::from(number)];
        let is_walk = table.made_up_for.is_walk_from_ground(usize::from(number));
        return is_walk && runs.walks(cell, row.offset);
    }
    seen.leads(ground, number, cell)
}

impl GroundMoves<'_> {
    /// Lists the moves from a cell that was reached like this, but for those that others make up for.
    fn list_moves(&self, cell: IVec3, arrival: Option<Direction>, listed: &mut Vec<Listed>) {
        let table = &*self.ground.table;
        let Some(runs) = &self.runs else {
            self.list_all(cell, listed);
            return;
        };
        let runs = &mut *runs.borrow_mut();
        let mut listing = self.listed.borrow_mut();
        let Listing {
            walks_before,
            moves,
        } = &mut *listing;
        let after = arrival.filter(|&arrival| table.made_up_for.is_after(arrival));
        {
            let seen = &mut *self.seen.borrow_mut();
            let [keeper, keeper_before] = &mut *self.keepers.borrow_mut();
            let words = words_of(table);
            let kept = seen.kept(self.ground, keeper, cell);
            let (leads, special) = leads_in(kept, words, cell);
            let (mut leads_before, mut special_before): (&[u64], &[u64]) = (&[], &[]);
            if let Some(arrival) = after {
                let before = cell - arrival.offset();
                if runs.is_even(before) {
                    table
                        .made_up_for
                        .walks_from_ground(walks_before, |step| runs.walks(before, step));
                    leads_before = walks_before;
                } else {
                    let kept = seen.kept(self.ground, keeper_before, before);
                    (leads_before, special_before) = leads_in(kept, words, before);
                }
            }
            for word in 0..leads.len() {
                let mut left = leads[word];
                while left != 0 {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    let number = word * 64 + bit as usize;
                    let row = &table.rows[number];
                    let to = cell + row.offset;
                    if special[word] >> bit & 1 != 0 {
                        let (cost, _) = self.priced(row, seen, [cell, to]);
                        let arrival = runs.other();
                        listed.push(Listed { to, cost, arrival });
                        continue;
                    }
                    if let Some(arrival) = after {
                        let before = cell - arrival.offset();
                        let goes_around = |around: Around| {
                            !is_in(special_before, around.first)
                                && leads_from(
                                    self.ground,
                                    around.second,
                                    (runs, seen),
                                    before + around.step,
                                )
                        };
                        let by = (arrival, number);
                        if table
                            .made_up_for
                            .is_made_up_for(by, leads_before, goes_around)
                        {
                            continue;
                        }
                    }
                    let arrival = table.made_up_for.told(number);
                    listed.push(Listed {
                        to,
                        cost: row.cost,
                        arrival: arrival.unwrap_or(runs.other()),
                    });
                }
            }
        }
        if !self.ground.links.is_empty() && self.can_be_at(cell) {
            moves.clear();
            self.links_from(cell, moves);
            listed.extend(moves.iter().map(|&Move { to, cost, .. }| Listed {
                to,
                cost,
                arrival: runs.other(),
            }));
        }
    }

    fn list_all(&self, cell: IVec3, listed: &mut Vec<Listed>) {
        let mut moves = std::mem::take(&mut self.listed.borrow_mut().moves);
        moves.clear();
        self.moves_from(cell, &mut moves);
        let arrival = Direction::along(self.ground.locomotion.up);
        listed.extend(
            moves
                .iter()
                .map(|&Move { to, cost, .. }| Listed { to, cost, arrival }),
        );
        self.listed.borrow_mut().moves = moves;
    }
}

impl Pruned<Action> for GroundMoves<'_> {
    fn minds_arrival(&self, _: IVec3, _: &CellBox) -> bool {
        self.runs.is_some()
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
        self.list_moves(cell, arrival, listed);
    }

    fn is_cut_off(&self, start: IVec3, goal: &CellBox, looks: u64) -> bool {
        if let Some(landmarks) = &self.ground.landmarks
            && goal.max == goal.min + 1
            && landmarks.part(start, goal.min)
        {
            return true;
        }
        let agent = &self.ground.locomotion;
        let links = self.ground.links.iter();
        let mut flood = Flood {
            reader: &mut self.seen.borrow_mut().reader,
            reaches: &self.ground.table.reaches,
            links: links.filter(|link| link.is_for(agent)).copied().collect(),
            resting: agent.resting(),
        };
        flood.is_cut_off(start, goal, looks)
    }

    fn write_run(
        &self,
        from: IVec3,
        to: IVec3,
        goal: &CellBox,
        moves: &mut Vec<Move<Action>>,
    ) -> bool {
        let Some(runs) = &self.runs else { return false };
        let mut runs = runs.borrow_mut();
        let is_run = runs.begin_at(from, goal);
        if is_run {
            runs.write(from, to, moves);
        }
        is_run
    }
}
