//! The cells where runs of straight moves stop; see the section on runs in the documentation of
//! [`super`].

use glam::IVec3;
use voxnav_occupancy::runs::{ForcedRule, ScanMask};
use voxnav_occupancy::{Axis, Heading};

use super::neighborhood::{bit_at, offsets};
use crate::movement::{CornerRule, Direction, MoveSet};

/// Finds rows that are blocked next to a cell and free next to the following one along a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FirstTurn {
    /// The watched cells next to the cell; none if turns show only one cell further on.
    beside: u32,
    /// The distance from the bits of one cell to those of the next: left, then right.
    shift: [u32; 2],
}

impl FirstTurn {
    pub(super) fn of(direction: Direction, moves: MoveSet, corners: CornerRule) -> Self {
        let step = direction.offset();
        let beside =
            beside(step, moves.fixed_axis()).fold(0, |cells, offset| cells | bit_at(offset));
        let distance = step.x + 3 * step.y + 9 * step.z;
        let shift = [-distance, distance].map(|places| places.max(0).unsigned_abs());
        match run_rule(moves, corners) {
            ForcedRule::BesideBlocked => Self::default(),
            _ => Self { beside, shift },
        }
    }

    #[inline]
    pub(super) fn turns(self, neighborhood: u32) -> bool {
        let next = neighborhood << self.shift[0] >> self.shift[1];
        next & !neighborhood & self.beside != 0
    }
}

/// Returns the offsets of the cells next to one on a run, in its plane where one axis is fixed.
fn beside(step: IVec3, fixed: Option<Axis>) -> impl Iterator<Item = IVec3> {
    offsets()
        .filter(move |&offset| offset != IVec3::ZERO && offset * step == IVec3::ZERO)
        .filter(move |&offset| fixed.is_none_or(|axis| axis.of(offset) == 0))
}

/// Returns the rule by which runs of a move set must stop; see the module documentation.
pub(super) fn run_rule(moves: MoveSet, corners: CornerRule) -> ForcedRule {
    match (corners, moves) {
        // No runs are followed under the rule of one side.
        (CornerRule::Strict | CornerRule::OneSide, _) => ForcedRule::BesideOpen,
        (CornerRule::Lenient, MoveSet::Vertex26 | MoveSet::Planar8(_)) => ForcedRule::BesideBlocked,
        (CornerRule::Lenient, _) => ForcedRule::Either,
    }
}

/// Returns the heading and the scan mask of runs in a direction; the mask holds the rows adjacent to a run that a move
/// of the set can reach from it.
pub(super) fn run_along(
    moves: MoveSet,
    corners: CornerRule,
    direction: Direction,
) -> Option<(Heading, ScanMask)> {
    let heading = Heading::from_step(direction.offset())?;
    let rule = run_rule(moves, corners);
    let fixed = moves.fixed_axis();
    let watched = |offset: IVec3| fixed.is_none_or(|axis: Axis| axis.of(offset) == 0);
    Some((heading, ScanMask::new(heading, rule, watched)))
}

#[cfg(test)]
mod tests {
    use voxnav_testkit::Draws;

    use super::super::Pruning;
    use super::super::drawn::{moves_that_are_pruned, neighborhood};
    use super::*;

    /// Checks the claim under "Runs" in the documentation of [`pruning`](super::super).
    #[test]
    fn where_no_row_turns_a_run_only_goes_on() {
        let mut draws = Draws::new(2);
        let mut quiet = 0;
        for (moves, corners, shape) in moves_that_are_pruned(2) {
            let pruning = Pruning::of(moves, corners, shape);
            for direction in moves.directions().filter(|&d| pruning.run(d).is_some()) {
                for _ in 0..8_000 {
                    let neighborhood = neighborhood(&mut draws, direction);
                    if turns(moves, corners, direction, neighborhood) {
                        continue;
                    }
                    quiet += 1;
                    let survivors = pruning.successors(Some(direction), neighborhood);
                    assert_eq!(
                        survivors.0 & !direction.bit(),
                        0,
                        "{moves:?} {corners:?} {shape:?} {direction:?} {neighborhood:027b}"
                    );
                }
            }
        }
        assert!(
            quiet > 10_000,
            "{quiet} neighborhoods without a turn were seen"
        );
    }

    /// Returns whether a run in `direction` stops at the center of `neighborhood`.
    fn turns(moves: MoveSet, corners: CornerRule, direction: Direction, neighborhood: u32) -> bool {
        let step = direction.offset();
        let free = |offset: IVec3| neighborhood & bit_at(offset) != 0;
        let cuts = corners == CornerRule::Lenient;
        let has_all_diagonals = matches!(moves, MoveSet::Vertex26 | MoveSet::Planar8(_));
        beside(step, moves.fixed_axis()).any(|row| {
            let opens_here = free(row) && !free(row - step);
            let opens_next = !free(row) && free(row + step);
            (opens_here && !(cuts && has_all_diagonals)) || (opens_next && cuts)
        })
    }
}
