//! Terrain: what it costs to enter a cell.

use ahash::AHashMap;
use glam::IVec3;
use voxnav_occupancy::ChunkCoord;

/// Multipliers of the cost of moving into cells, one or more; cells that were not set have one.
///
/// A weight of at least one keeps every admissible estimate admissible. Stored in chunks of 64^3
/// cells (512 KB each) where weights were set.
///
/// ```
/// use voxnav_search::Terrain;
/// use glam::IVec3;
///
/// let mut terrain = Terrain::new();
/// terrain.set(IVec3::new(-3, 0, 7), 10).expect("ten is a weight");
/// assert_eq!(terrain.weight(IVec3::new(-3, 0, 7)), 10);
/// assert_eq!(terrain.weight(IVec3::ZERO), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Terrain {
    chunks: AHashMap<ChunkCoord, Box<[u16]>, ahash::RandomState>,
}

/// A weight of zero, which would make moves free and every estimate wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the terrain weight of cell {cell} is zero; weights start at one")]
pub struct ZeroWeight {
    /// The cell that was to get it.
    pub cell: IVec3,
}

impl Default for Terrain {
    fn default() -> Self {
        let hasher = ahash::RandomState::with_seeds(9, 10, 11, 12);
        Self {
            chunks: AHashMap::with_hasher(hasher),
        }
    }
}

impl Terrain {
    /// Terrain of weight one everywhere.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes moves into `cell` cost `weight` times their length.
    ///
    /// # Errors
    ///
    /// [`ZeroWeight`] if `weight` is zero.
    pub fn set(&mut self, cell: IVec3, weight: u16) -> Result<(), ZeroWeight> {
        if weight == 0 {
            return Err(ZeroWeight { cell });
        }
        let chunk = self
            .chunks
            .entry(ChunkCoord::of(cell))
            .or_insert_with(|| vec![1; 1 << 18].into_boxed_slice());
        chunk[index_in_chunk(cell)] = weight;
        Ok(())
    }

    /// What the length of a move into `cell` is multiplied by.
    #[must_use]
    pub fn weight(&self, cell: IVec3) -> u16 {
        self.chunks
            .get(&ChunkCoord::of(cell))
            .map_or(1, |chunk| chunk[index_in_chunk(cell)])
    }
}

fn index_in_chunk(cell: IVec3) -> usize {
    let local = cell & 63;
    ((local.z << 6 | local.y) << 6 | local.x).unsigned_abs() as usize
}
