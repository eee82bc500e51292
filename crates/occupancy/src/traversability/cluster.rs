//! The cells of a cluster of 8^3 cells as eight words.

use glam::IVec3;

use super::Traversability;
use crate::coordinates::{Axis, ChunkCoord};

/// Clusters along each axis of a chunk, less one.
const LAST: u32 = 7;

impl Traversability {
    /// Returns the traversable cells of the cluster at `cluster`, the coordinates of a cell divided by 8 and rounded
    /// down: a word for each layer along z, in which bit `8 y + x` stands for a cell.
    ///
    /// # Complexity
    ///
    /// Constant: 64 bytes are read.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let free = CellBox::new(IVec3::new(8, 0, 0), IVec3::new(10, 2, 1));
    /// let world = OccupancyBuilder::new(free)?.commit();
    /// let world = Traversability::new(&world, UnknownPolicy::Blocked);
    /// assert_eq!(world.cluster(IVec3::X), [0x0303, 0, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!(world.cluster(IVec3::ZERO), [0; 8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cluster(&self, cluster: IVec3) -> [u64; 8] {
        let entry = self.entry(ChunkCoord::of(cluster << 3));
        let rows = entry.bits.along(Axis::X);
        let first = (cluster.as_uvec3() & LAST) << 3u32;
        std::array::from_fn(|z| {
            let layer = (first.z as usize + z) * 64 + first.y as usize;
            let rows = &rows[layer..layer + 8];
            let byte = |row: &u64| row >> first.x & 0xff;
            rows.iter().rev().fold(0, |word, row| word << 8 | byte(row))
        })
    }
}
