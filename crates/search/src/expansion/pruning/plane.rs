//! What survives within a plane, looked up: nine cells leave 512 neighborhoods, and moves within a plane nine
//! ways to have come.

use glam::IVec3;
use voxnav_occupancy::internals::ForcedRule;
use voxnav_occupancy::{Axis, Heading};

use super::{OPEN_NEIGHBORHOOD, Pruning, bit_at};
use crate::movement::{DIRECTION_COUNT, Direction, DirectionSet};

/// How many neighborhoods a cell of a plane has.
const NEIGHBORHOODS: usize = 1 << 9;

/// All nine cells traversable.
pub(crate) const OPEN_PLANE: u32 = (1 << 9) - 1;

/// The successors in a plane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlaneMoves {
    /// Single moves.
    pub(crate) steps: DirectionSet,
    /// Runs of more than one move.
    pub(crate) runs: DirectionSet,
}

/// The successors of each cell of a plane, by how it was reached and by what is around it, as
/// [`PlaneReader::around`] says.
///
/// [`PlaneReader::around`]: voxnav_occupancy::internals::PlaneReader::around
#[derive(Debug)]
pub(crate) struct PlaneTable {
    /// The axis across the plane.
    pub(crate) fixed: Axis,
    /// The rule by which runs stop.
    pub(crate) rule: ForcedRule,
    /// The diagonals that may be walked where all around is traversable.
    pub(crate) walk_directions: DirectionSet,
    walks: [Option<[Heading; 2]>; DIRECTION_COUNT],
    /// For each arrival the number of its part of the table; the first is that of a start.
    parts: [u8; DIRECTION_COUNT],
    moves: Vec<[PlaneMoves; NEIGHBORHOODS]>,
}

impl PlaneTable {
    /// The table of a move set without moves along `fixed`.
    pub(super) fn of(pruning: &Pruning, fixed: Axis) -> Self {
        let mut table = Self {
            fixed,
            rule: pruning.rule,
            walk_directions: pruning.walk_directions,
            walks: pruning.walks,
            parts: [0; DIRECTION_COUNT],
            moves: vec![moves_after(None, pruning, fixed)],
        };
        for (part, arrival) in (1..).zip(pruning.set.iter()) {
            table.parts[arrival.index()] = part;
            table.moves.push(moves_after(Some(arrival), pruning, fixed));
        }
        table
    }

    /// The headings of the runs into which a walk may turn, if the direction is one of walks.
    #[inline]
    pub(crate) fn walk(&self, direction: Direction) -> Option<[Heading; 2]> {
        self.walks[direction.index()]
    }

    /// The successors of a cell with these cells around it.
    #[inline]
    pub(crate) fn moves(&self, arrival: Option<Direction>, around: u32) -> PlaneMoves {
        let part = arrival.map_or(0, |arrival| self.parts[arrival.index()]);
        self.moves[usize::from(part)][around as usize % NEIGHBORHOODS]
    }
}

fn moves_after(
    arrival: Option<Direction>,
    pruning: &Pruning,
    fixed: Axis,
) -> [PlaneMoves; NEIGHBORHOODS] {
    let mut moves = [PlaneMoves::default(); NEIGHBORHOODS];
    for (around, moves) in (0..).zip(&mut moves) {
        let neighborhood = neighborhood(around, fixed);
        let all = pruning.successors(arrival, neighborhood);
        let runs = pruning.long_runs(all, neighborhood);
        let steps = DirectionSet(all.0 & !runs.0);
        *moves = PlaneMoves { steps, runs };
    }
    moves
}

/// Nine cells of a plane as part of a neighborhood that is traversable else.
fn neighborhood(around: u32, fixed: Axis) -> u32 {
    let [u, v] = fixed.others().map(Axis::unit);
    let offset = |place: i32| -> IVec3 { u * (place % 3 - 1) + v * (place / 3 - 1) };
    (0..9)
        .filter(|place| around >> place & 1 == 0)
        .fold(OPEN_NEIGHBORHOOD, |cells, place| {
            cells & !bit_at(offset(place))
        })
}
