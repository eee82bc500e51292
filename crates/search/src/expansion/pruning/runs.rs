//! Where runs of straight moves stop; see the section on runs in the documentation of [`super`].

use glam::IVec3;
use voxnav_occupancy::internals::{ForcedRule, ScanMask};
use voxnav_occupancy::{Axis, Heading};

use super::bit_at;
use crate::movement::{CornerRule, Direction, MoveSet};

/// Finds rows that are blocked beside a cell and free beside the next one along a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FirstTurn {
    /// The watched cells beside the cell; none if turns show only one cell further on.
    beside: u32,
    /// How far the bits of the next cell are from those of this one: left, then right.
    shift: [u32; 2],
}

impl FirstTurn {
    pub(super) fn of(direction: Direction, moves: MoveSet, corners: CornerRule) -> Self {
        let step = direction.offset();
        let fixed = moves.fixed_axis();
        let beside = (0..27)
            .map(|n| IVec3::new(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1))
            .filter(|offset| *offset != IVec3::ZERO && *offset * step == IVec3::ZERO)
            .filter(|offset| fixed.is_none_or(|axis| axis.of(*offset) == 0))
            .fold(0, |cells, offset| cells | bit_at(offset));
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

/// Where runs of a move set must stop; see the module documentation.
pub(super) fn run_rule(moves: MoveSet, corners: CornerRule) -> ForcedRule {
    match (corners, moves) {
        // No runs are followed under the rule of one side.
        (CornerRule::Strict | CornerRule::OneSide, _) => ForcedRule::BesideOpen,
        (CornerRule::Lenient, MoveSet::Vertex26 | MoveSet::Planar8(_)) => ForcedRule::BesideBlocked,
        (CornerRule::Lenient, _) => ForcedRule::Either,
    }
}

/// The rows beside a run that can matter: those that a move of the set can reach from it.
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
