//! The weights that a search reads.

use std::cell::Cell;

use glam::IVec3;
use voxnav_occupancy::ChunkCoord;

use super::convention::Prices;
use super::{Terrain, index_in_chunk};
use crate::cost::Cost;
use crate::movement::{Direction, MoveCosts};

/// Terrain for one search, whose cells lie close together: the chunk that was read last is not looked up again.
#[derive(Clone)]
pub(crate) struct TerrainReader<'t> {
    terrain: &'t Terrain,
    prices: Prices,
    /// The chunk of the last cell, and its weights if any were set.
    last: Cell<(ChunkCoord, Option<&'t [u16]>)>,
}

impl<'t> TerrainReader<'t> {
    /// Reads terrain at the costs of moves over cells of some shape.
    pub(crate) fn new(terrain: &'t Terrain, costs: &MoveCosts) -> Self {
        let first = ChunkCoord::of(IVec3::ZERO);
        Self {
            terrain,
            prices: terrain.prices(costs),
            last: Cell::new((first, terrain.chunk(first))),
        }
    }

    pub(crate) fn terrain(&self) -> &'t Terrain {
        self.terrain
    }

    /// Returns the cost of a move, as [`Terrain::cost_of_move`] does for cubes.
    #[inline]
    pub(crate) fn cost_of_move(&self, direction: Direction, from: IVec3, to: IVec3) -> Cost {
        let weight = |cell| self.weight(cell);
        self.terrain
            .cost_by(&self.prices, direction, [from, to], weight)
    }

    /// Returns the cost of a move by the weights of the cell that it leaves and of the one that it enters.
    pub(crate) fn cost_by_weights(&self, direction: Direction, weights: [u32; 2]) -> Cost {
        self.terrain.priced(&self.prices, direction, weights)
    }

    /// Returns the cost of a move for each part of the weight that counts: of the sum of both for
    /// [`CostConvention::Mean`](super::CostConvention::Mean).
    pub(crate) fn cost_for_part(&self, direction: Direction) -> Cost {
        self.prices.of(direction, Some(1))
    }

    /// Returns [`Terrain::weight`].
    #[inline]
    pub(crate) fn weight(&self, cell: IVec3) -> u32 {
        self.terrain.weighed(cell, self.own_weight(cell))
    }

    #[inline]
    fn own_weight(&self, cell: IVec3) -> u16 {
        let chunk = ChunkCoord::of(cell);
        let (last, mut weights) = self.last.get();
        if last != chunk {
            weights = self.terrain.chunk(chunk);
            self.last.set((chunk, weights));
        }
        weights.map_or(self.terrain.scale.base(), |weights| {
            weights[index_in_chunk(cell)]
        })
    }
}
