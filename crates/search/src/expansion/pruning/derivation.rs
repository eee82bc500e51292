//! The tables of a move set, derived from the rule of [`pruning`](super).

use std::sync::OnceLock;

use glam::IVec3;

use super::Pruning;
use super::alternatives::Detours;
use super::neighborhood::{OPEN_NEIGHBORHOOD, bit_at, offsets};
use super::runs::{FirstTurn, run_along, run_rule};
use super::sieve::{Sieve, sieves};
use crate::movement::{CornerRule, DIRECTION_COUNT, Direction, DirectionSet, MoveCosts, MoveSet};

impl Pruning {
    /// Derives the tables of `moves`, which cost so much. Under the rule of one side nothing is pruned, so there the
    /// tables hold the legal moves.
    pub(super) fn derive(moves: MoveSet, corners: CornerRule, costs: &'static MoveCosts) -> Self {
        let set = moves.direction_set();
        let mut required = [1 << 27; DIRECTION_COUNT];
        for direction in set.iter() {
            required[direction.index()] = direction.required(corners);
        }
        let mut pruning = Self {
            set,
            corners,
            fixed: moves.fixed_axis(),
            required,
            sieves: [const { Vec::new() }; DIRECTION_COUNT],
            one_move: [Sieve::of_moves(set, corners); DIRECTION_COUNT],
            natural: [DirectionSet::default(); DIRECTION_COUNT],
            runs: [const { None }; DIRECTION_COUNT],
            run_directions: DirectionSet::default(),
            first_turns: [FirstTurn::default(); DIRECTION_COUNT],
            rule: run_rule(moves, corners),
            walks: [None; DIRECTION_COUNT],
            walk_directions: DirectionSet::default(),
            plane: OnceLock::new(),
        };
        if corners == CornerRule::OneSide {
            return pruning;
        }
        let of_moves = Sieve::of_moves(set, corners);
        let mut detours = Detours::new(set, corners, costs);
        for arrival in set.iter() {
            let one_move = &mut pruning.one_move[arrival.index()];
            for (successor, cells) in one_move_detours(arrival, set, corners) {
                one_move.add_detour(successor, 0, cells);
            }
            detours.find(arrival);
            pruning.sieves[arrival.index()] = sieves(&of_moves, set, &mut detours);
            let natural = pruning.survivors(arrival, OPEN_NEIGHBORHOOD);
            pruning.natural[arrival.index()] = natural;
            if arrival.is_straight() && natural.0 == arrival.bit() {
                pruning.runs[arrival.index()] = run_along(moves, corners, arrival);
                pruning.run_directions.0 |= arrival.bit();
                pruning.first_turns[arrival.index()] = FirstTurn::of(arrival, moves, corners);
            }
        }
        pruning.find_walks();
        pruning
    }

    /// Notes the diagonals that go on or turn into runs alone where all around is traversable.
    fn find_walks(&mut self) {
        for direction in Direction::all() {
            let turns = DirectionSet(self.natural[direction.index()].0 & !direction.bit());
            let sum = turns.iter().fold(IVec3::ZERO, |sum, it| sum + it.offset());
            let headings = turns.iter().map(|turn| Some(self.run(turn)?.0));
            let headings = headings.collect::<Option<Vec<_>>>();
            if let Some(&[a, b]) = headings.as_deref()
                && sum == direction.offset()
            {
                self.walks[direction.index()] = Some([a, b]);
                self.walk_directions.0 |= direction.bit();
            }
        }
    }
}

/// Returns the successors that are one move of the set from the cell before, with the cells around
/// the one in the middle that this move needs; the cell before itself needs none.
fn one_move_detours(
    arrival: Direction,
    set: DirectionSet,
    corners: CornerRule,
) -> impl Iterator<Item = (Direction, u32)> {
    set.iter().filter_map(move |successor| {
        let apart = arrival.offset() + successor.offset();
        if apart == IVec3::ZERO {
            return Some((successor, 0));
        }
        let detour = Direction::from_offset(apart).filter(|&detour| set.contains(detour))?;
        let needed = offsets().filter(|&at| detour.required(corners) & bit_at(at) != 0);
        let cells = needed.fold(0, |cells, at| cells | bit_at(at - arrival.offset()));
        Some((successor, cells))
    })
}

#[cfg(test)]
mod tests {
    use voxnav_testkit::Draws;

    use super::super::drawn::{moves_that_are_pruned, neighborhood};
    use super::*;

    #[test]
    fn what_survives_is_legal_and_has_no_open_detour() {
        let mut draws = Draws::new(3);
        for (moves, corners, shape) in moves_that_are_pruned(1) {
            let pruning = Pruning::of(moves, corners, shape);
            let mut detours = Detours::new(moves.direction_set(), corners, shape.costs());
            for arrival in moves.directions() {
                detours.find(arrival);
                for _ in 0..200 {
                    let neighborhood = neighborhood(&mut draws, arrival);
                    let free = |cells: u32| cells & !neighborhood == 0;
                    let expected = moves
                        .directions()
                        .filter(|direction| free(direction.required(corners)))
                        .filter(|&legal| !detours.of(legal).iter().any(|&cells| free(cells)))
                        .fold(0, |set, direction| set | direction.bit());
                    assert_eq!(
                        pruning.successors(Some(arrival), neighborhood).0,
                        expected,
                        "{moves:?} {corners:?} {arrival:?} {neighborhood:027b}"
                    );
                }
            }
        }
    }
}
