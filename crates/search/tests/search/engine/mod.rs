//! The library as the tests see it: plain worlds translated for it, everything that can be asked, and the one
//! place that runs a query.

mod answer;
mod asked;
mod entry;
mod flying;
mod stopping;
mod target;
mod walking;
mod world;

use voxnav_search::{CellShape, CornerRule, Cost, MoveSet};

use crate::oracle::{Corners, Moves};

pub(crate) use answer::Answer;
pub(crate) use asked::{Asked, Slices};
pub(crate) use entry::{Entry, entries, excess_axes};
pub(crate) use flying::{Flying, Setting, keeps_guarantee};
pub(crate) use stopping::Stopping;
pub(crate) use target::Target;
pub(crate) use walking::{EveryMove, Judge, Place, Walking, cautious, hold as hold_on_ground};
pub(crate) use world::World;

/// The library's word for a move set.
pub(crate) fn move_set(moves: Moves) -> MoveSet {
    use voxnav_occupancy::Axis;
    match moves {
        Moves::Vertex26 => MoveSet::Vertex26,
        Moves::Edge18 => MoveSet::Edge18,
        Moves::Face6 => MoveSet::Face6,
        Moves::Planar8(fixed) => MoveSet::Planar8(Axis::ALL[fixed]),
        Moves::Planar4(fixed) => MoveSet::Planar4(Axis::ALL[fixed]),
    }
}

/// The library's word for cells with these sides, the longest 2^30.
pub(crate) fn cell_shape(sides: [u64; 3]) -> CellShape {
    #[expect(clippy::cast_precision_loss, reason = "of 31 bits")]
    let shape = CellShape::new(sides.map(|side| side as f64)).expect("ratios to 64");
    assert_eq!(shape.sides().map(Cost::raw), sides);
    shape
}

/// The library's word for a corner rule.
pub(crate) fn corner_rule(corners: Corners) -> CornerRule {
    match corners {
        Corners::Strict => CornerRule::Strict,
        Corners::OneSide => CornerRule::OneSide,
        Corners::Lenient => CornerRule::Lenient,
    }
}
