//! Cases for tests of pruning: every move set and corner rule under which anything is pruned, and
//! random neighborhoods.

use voxnav_occupancy::Axis;
use voxnav_testkit::{Draws, drawn_uneven_sizes};

use super::bit_at;
use crate::movement::{CellShape, CornerRule, Direction, MoveSet};

/// Returns every move set under both corner rules under which anything is pruned, over cubes and so many other shapes.
pub(super) fn moves_that_are_pruned(
    shapes: u32,
) -> impl Iterator<Item = (MoveSet, CornerRule, CellShape)> {
    let planes = Axis::ALL.map(|axis| [MoveSet::Planar8(axis), MoveSet::Planar4(axis)]);
    let spaces = [MoveSet::Vertex26, MoveSet::Edge18, MoveSet::Face6];
    let sets = spaces.into_iter().chain(planes.into_iter().flatten());
    let rules = sets.flat_map(|moves| {
        [CornerRule::Strict, CornerRule::Lenient].map(|corners| (moves, corners))
    });
    let mut draws = Draws::new(7);
    rules.flat_map(move |(moves, corners)| {
        let uneven = (0..shapes).map(|_| CellShape::new(drawn_uneven_sizes(&mut draws)).unwrap());
        let shapes: Vec<_> = std::iter::once(CellShape::CUBIC).chain(uneven).collect();
        shapes.into_iter().map(move |shape| (moves, corners, shape))
    })
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
