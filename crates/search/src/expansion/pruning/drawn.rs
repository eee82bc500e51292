//! Cases for tests of pruning: every move set and corner rule under which anything is pruned, and
//! random neighborhoods.

use voxnav_occupancy::Axis;
use voxnav_testkit::Draws;

use super::bit_at;
use crate::movement::{CornerRule, Direction, MoveSet};

/// Returns every move set under both corner rules under which anything is pruned.
pub(super) fn moves_that_are_pruned() -> impl Iterator<Item = (MoveSet, CornerRule)> {
    let planes = Axis::ALL.map(|axis| [MoveSet::Planar8(axis), MoveSet::Planar4(axis)]);
    let spaces = [MoveSet::Vertex26, MoveSet::Edge18, MoveSet::Face6];
    let sets = spaces.into_iter().chain(planes.into_iter().flatten());
    sets.flat_map(|moves| [CornerRule::Strict, CornerRule::Lenient].map(|corners| (moves, corners)))
}

/// Returns a neighborhood of any density in which a search can have arrived by `arrival`.
pub(super) fn neighborhood(draws: &mut Draws, arrival: Direction) -> u32 {
    let [first, second, third] = [(); 3].map(|()| (draws.word() >> 37) as u32);
    let bits = match draws.below(4) {
        0 => first,
        1 => first | second,
        2 => first | second | third,
        _ => first & second,
    };
    bits | 1 << 13 | bit_at(-arrival.offset())
}
