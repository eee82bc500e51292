//! Cells around which all weights are the same, where pruning holds.

use glam::IVec3;
use voxnav_occupancy::{CellBox, ChunkCoord};

use super::{Terrain, index_in_chunk};

impl Terrain {
    /// Returns whether the cells, out of the 27 around and including `cell`, for which `among` has
    /// a bit by the order of a neighborhood have the weight of `cell`: both the weights set and
    /// those by distance are the same.
    ///
    /// # Complexity
    ///
    /// One look-up where nothing was set in the chunk of `cell` or in those that it touches, and no
    /// distance counts; otherwise up to 27 weights.
    pub(crate) fn is_even_around(&self, cell: IVec3, among: u32) -> bool {
        self.is_own_even_around(cell, among) && self.is_distance_even_around(cell, among)
    }

    fn is_own_even_around(&self, cell: IVec3, among: u32) -> bool {
        let local = cell & 63;
        if local.min_element() > 0 && local.max_element() < 63 {
            let Some(chunk) = self.chunks.get(&ChunkCoord::of(cell)) else {
                return true;
            };
            let own = chunk[index_in_chunk(cell)];
            return (0..9).all(|row| {
                let beside = cell + IVec3::new(-1, row % 3 - 1, row / 3 - 1);
                let first = index_in_chunk(beside);
                let weights = chunk[first..first + 3].iter().zip(3 * row..);
                weights
                    .into_iter()
                    .all(|(&weight, bit)| weight == own || among >> bit & 1 == 0)
            });
        }
        let around = CellBox::new(cell - 1, cell + 2);
        if !around
            .chunks()
            .any(|chunk| self.chunks.contains_key(&chunk))
        {
            return true;
        }
        let own = self.own_weight(cell);
        let mut cells = around.cells().zip(0..);
        cells.all(|(cell, bit)| among >> bit & 1 == 0 || self.own_weight(cell) == own)
    }

    fn is_distance_even_around(&self, cell: IVec3, among: u32) -> bool {
        let Some(distance) = &self.distance else {
            return true;
        };
        let own = distance.weight(cell);
        let around = CellBox::new(cell - 1, cell + 2);
        let mut cells = around.cells().zip(0..);
        cells.all(|(cell, bit)| among >> bit & 1 == 0 || distance.weight(cell) == own)
    }
}
