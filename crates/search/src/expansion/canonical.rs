//! The moves that survive pruning, one cell at a time.

use glam::IVec3;
use voxnav_occupancy::{Axis, Traversability};

use super::every_move::cost_of_move;
use super::pruning::Pruning;
use super::{Directions, Expansion, Stride, Successor, Ties};
use crate::cost::Cost;
use crate::movement::{Direction, MoveCosts, Terrain, TerrainReader};

/// The moves that survive pruning, one cell at a time; where the terrain is not even around a cell,
/// every legal move.
///
/// A detour that prunes a successor stays within the traversable ones of the 27 cells around the cell.
/// If these have one weight, it multiplies the cost of the detour and of the way through the cell alike, so what is
/// cheaper stays so, and ties stay ties. The argument that pruning is exact asks no more than that
/// each pruned successor has such a detour: it need not be the same everywhere what is pruned.
pub(crate) struct Canonical<'w> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
    pub(crate) costs: &'static MoveCosts,
    pub(crate) terrain: Option<TerrainReader<'w>>,
}

impl Expansion for Canonical<'_> {
    const TIES: Ties = Ties::Merge;

    #[inline]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>, _: Stride) -> Directions {
        let arrival = arrival.filter(|_| self.minds_arrival(cell));
        let neighborhood = self.pruning.neighborhood(self.world, cell);
        Directions::moves(self.pruning.successors(arrival, neighborhood))
    }

    #[inline]
    fn minds_arrival(&self, cell: IVec3) -> bool {
        let is_even =
            |terrain: &Terrain| terrain.is_even_around(cell, self.world.neighborhood(cell));
        let terrain = self.terrain.as_ref();
        terrain.is_none_or(|terrain| is_even(terrain.terrain()))
    }

    #[inline]
    fn fixed_axis(&self) -> Option<Axis> {
        self.pruning.fixed()
    }

    #[inline]
    fn cost(&self, direction: Direction) -> Cost {
        self.costs.of(direction)
    }

    #[inline]
    fn step(&self, cell: IVec3, direction: Direction) -> Successor {
        let to = cell + direction.offset();
        Successor {
            cell: to,
            cost: cost_of_move(direction, self.costs, self.terrain.as_ref(), [cell, to]),
        }
    }
}
