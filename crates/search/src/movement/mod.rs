//! Moves of agents: their directions, the corners that they pass, and their costs.

mod action;
mod cell_shape;
mod confined;
mod corner_rule;
mod direction;
mod flight;
mod move_costs;
mod move_set;
mod pruned;
#[cfg(feature = "serde")]
mod stored;
mod successors;
mod terrain;
mod turns;

pub use action::Action;
pub use cell_shape::{CellShape, CellShapeError};
#[expect(unreachable_pub, reason = "as above")]
pub use confined::Confined;
pub use corner_rule::CornerRule;
pub use direction::Direction;
pub(crate) use direction::{DIRECTION_COUNT, DirectionSet, OFFSETS};
pub use flight::Flight;
pub(crate) use move_costs::MoveCosts;
pub use move_set::MoveSet;
#[expect(
    unreachable_pub,
    reason = "a method of `Successors` names them, and callers have no use for them"
)]
pub use pruned::{Listed, Pruned};
pub use successors::{Move, Predecessors, Successors};
pub(crate) use terrain::TerrainReader;
pub use terrain::{CostConvention, CostError, CostScale, CostVolume, Terrain};
pub(crate) use turns::{lowest_terms, seen_from_above};
