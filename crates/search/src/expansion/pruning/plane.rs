//! Survivors within a plane, looked up: the eight cells around one leave 256 neighborhoods, and
//! moves within a plane nine ways to have come.

use glam::IVec3;
use voxnav_occupancy::runs::ForcedRule;
use voxnav_occupancy::{Axis, Heading};

use super::{OPEN_NEIGHBORHOOD, Pruning, bit_at};
use crate::movement::{DIRECTION_COUNT, Direction, DirectionSet};

/// The number of neighborhoods that a traversable cell of a plane has.
const NEIGHBORHOODS: usize = 1 << 8;

/// The neighborhood of nine traversable cells.
pub(crate) const OPEN_PLANE: u32 = (1 << 9) - 1;

/// The successors in a plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneMoves {
    /// Single moves.
    pub(crate) steps: DirectionSet,
    /// Runs of more than one move.
    pub(crate) runs: DirectionSet,
}

/// The successors of each cell of a plane, by the arrival at the cell and by the cells around it,
/// as [`PlaneReader::around`] reads them.
///
/// [`PlaneReader::around`]: voxnav_occupancy::runs::PlaneReader::around
#[derive(Debug)]
pub(crate) struct PlaneTable {
    /// The axis across the plane.
    pub(crate) fixed: Axis,
    /// The rule by which runs stop.
    pub(crate) rule: ForcedRule,
    /// The diagonals that may be walked where all around is traversable.
    pub(crate) walk_directions: DirectionSet,
    walks: [Option<[Heading; 2]>; DIRECTION_COUNT],
    /// The number of the part of the table for each arrival; the first part is that of a start.
    parts: [u8; DIRECTION_COUNT],
    /// Steps, then runs: a bit for each direction of the set. Searches that take turns with other work find
    /// the table cold, so it is kept small.
    moves: Vec<[[u8; 2]; NEIGHBORHOODS]>,
    /// The directions of four of these bits, the lower and the upper.
    sets: [[u32; 16]; 2],
}

impl PlaneTable {
    /// Creates the table of a move set without moves along `fixed`.
    pub(super) fn of(pruning: &Pruning, fixed: Axis) -> Self {
        let arrivals = pruning.set.iter().map(Some);
        let moves = std::iter::once(None).chain(arrivals);
        let mut table = Self {
            fixed,
            rule: pruning.rule,
            walk_directions: pruning.walk_directions,
            walks: pruning.walks,
            parts: [0; DIRECTION_COUNT],
            moves: moves
                .map(|arrival| moves_after(arrival, pruning, fixed))
                .collect(),
            sets: [[0; 16]; 2],
        };
        for (number, direction) in pruning.set.iter().enumerate() {
            table.parts[direction.index()] = number as u8 + 1;
            for (bits, set) in table.sets[number / 4].iter_mut().enumerate() {
                *set |= (bits as u32 >> (number % 4) & 1) * direction.bit();
            }
        }
        table
    }

    /// Returns the headings of the runs into which a walk may turn, if the direction is one of
    /// walks.
    #[inline]
    pub(crate) fn walk(&self, direction: Direction) -> Option<[Heading; 2]> {
        self.walks[direction.index()]
    }

    /// Returns the successors of a traversable cell with these cells around it.
    #[inline]
    pub(crate) fn moves(&self, arrival: Option<Direction>, around: u32) -> PlaneMoves {
        let part = arrival.map_or(0, |arrival| self.parts[arrival.index()]);
        let beside = around & 0xf | around >> 1 & 0xf0;
        let moves = self.moves[usize::from(part)][beside as usize % NEIGHBORHOODS];
        let [steps, runs] = moves.map(|bits| {
            let [lower, upper] = [bits & 0xf, bits >> 4].map(usize::from);
            DirectionSet(self.sets[0][lower] | self.sets[1][upper])
        });
        PlaneMoves { steps, runs }
    }
}

fn moves_after(
    arrival: Option<Direction>,
    pruning: &Pruning,
    fixed: Axis,
) -> [[u8; 2]; NEIGHBORHOODS] {
    let mut moves = [[0; 2]; NEIGHBORHOODS];
    for (beside, moves) in (0..).zip(&mut moves) {
        // With the cell in the middle, which is traversable.
        let around = beside & 0xf | 1 << 4 | (beside & 0xf0) << 1;
        let neighborhood = neighborhood(around, fixed);
        let all = pruning.successors(arrival, neighborhood);
        let runs = pruning.long_runs(all, neighborhood);
        let steps = DirectionSet(all.0 & !runs.0);
        let numbered = || (0..).zip(pruning.set.iter());
        *moves = [steps, runs].map(|set| {
            numbered().fold(0, |bits, (number, direction)| {
                bits | u8::from(set.contains(direction)) << number
            })
        });
    }
    moves
}

/// Returns nine cells of a plane as part of a neighborhood that is traversable else.
fn neighborhood(around: u32, fixed: Axis) -> u32 {
    let [u, v] = fixed.others().map(Axis::unit);
    let offset = |place: i32| -> IVec3 { u * (place % 3 - 1) + v * (place / 3 - 1) };
    (0..9)
        .filter(|place| around >> place & 1 == 0)
        .fold(OPEN_NEIGHBORHOOD, |cells, place| {
            cells & !bit_at(offset(place))
        })
}

#[cfg(test)]
mod tests {
    use voxnav_occupancy::Axis;

    use super::*;
    use crate::movement::{CellShape, CornerRule, MoveSet};

    #[test]
    fn the_table_has_what_survives_the_same_neighborhood() {
        for axis in Axis::ALL {
            for moves in [MoveSet::Planar8(axis), MoveSet::Planar4(axis)] {
                for corners in [CornerRule::Strict, CornerRule::Lenient, CornerRule::OneSide] {
                    let pruning = Pruning::of(moves, corners, CellShape::CUBIC);
                    let table = pruning.plane(pruning.fixed().unwrap());
                    let arrivals = pruning.set.iter().map(Some);
                    for arrival in std::iter::once(None).chain(arrivals) {
                        for around in (0..512).filter(|around| around >> 4 & 1 != 0) {
                            let neighborhood = neighborhood(around, axis);
                            let all = pruning.successors(arrival, neighborhood);
                            let runs = pruning.long_runs(all, neighborhood);
                            let found = table.moves(arrival, around);
                            assert_eq!(found.runs, runs, "{moves:?} {corners:?} {around:b}");
                            assert_eq!(found.steps.0 | found.runs.0, all.0);
                            assert_eq!(found.steps.0 & found.runs.0, 0);
                        }
                    }
                }
            }
        }
    }
}
