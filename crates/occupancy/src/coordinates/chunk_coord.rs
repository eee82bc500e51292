//! The coordinates of chunks.

use std::cmp::Ordering;

use glam::IVec3;

use super::cell_box::CellBox;

/// Cells along an edge of a chunk.
pub(crate) const EDGE: i32 = 64;

/// All cells of a chunk, relative to its origin.
pub(crate) const WHOLE_CHUNK: CellBox = CellBox {
    min: IVec3::ZERO,
    max: IVec3::splat(EDGE),
};

/// The position of a chunk: its cells' coordinates divided by 64, rounded down.
///
/// Ordered by z, then y, then x, as cells are.
///
/// ```
/// use voxnav_occupancy::{ChunkCoord, glam::IVec3};
///
/// let chunk = ChunkCoord::of(IVec3::new(-1, 0, 64));
/// assert_eq!(chunk, ChunkCoord(IVec3::new(-1, 0, 1)));
/// assert_eq!(chunk.origin(), IVec3::new(-64, 0, 64));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ChunkCoord(pub IVec3);

impl ChunkCoord {
    /// Returns the chunk of a cell.
    #[must_use]
    #[inline]
    pub fn of(cell: IVec3) -> Self {
        Self(cell >> 6)
    }

    /// Returns the chunk's lowest cell. Saturates for chunks that hold no representable cell.
    #[must_use]
    pub fn origin(self) -> IVec3 {
        self.0.saturating_mul(IVec3::splat(EDGE))
    }

    /// Returns the cells of the chunk. Saturates at `i32::MAX`, far outside the supported
    /// coordinates.
    #[must_use]
    pub fn cells(self) -> CellBox {
        let origin = self.origin();
        CellBox::new(origin, origin.saturating_add(IVec3::splat(EDGE)))
    }

    /// Returns the part of a box that lies in this chunk, relative to the chunk's origin.
    #[doc(hidden)]
    #[must_use]
    pub fn local(self, cells: &CellBox) -> CellBox {
        let part = self.cells().intersection(cells);
        if part.is_empty() {
            return part;
        }
        CellBox::new(part.min - self.origin(), part.max - self.origin())
    }

    /// Returns the cells of a box that is given relative to the chunk's origin.
    pub(crate) fn global(self, local: &CellBox) -> CellBox {
        CellBox::new(self.origin() + local.min, self.origin() + local.max)
    }
}

impl Ord for ChunkCoord {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |chunk: &Self| (chunk.0.z, chunk.0.y, chunk.0.x);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for ChunkCoord {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the offsets of a chunk or a cell and the 26 around it: x fastest, then y, then z.
pub(crate) fn offsets_around() -> [IVec3; 27] {
    let along = |n: usize| [-1, 0, 1][n % 3];
    std::array::from_fn(|n| IVec3::new(along(n), along(n / 3), along(n / 9)))
}

/// Returns the chunks that share a cell with one of the boxes, each once, in ascending order.
pub(crate) fn chunks_of(boxes: impl Iterator<Item = CellBox>) -> Vec<ChunkCoord> {
    let mut chunks: Vec<_> = boxes.flat_map(|cells| cells.chunks()).collect();
    chunks.sort_unstable();
    chunks.dedup();
    chunks
}
