//! Reading stances cell by cell.

use glam::IVec3;

use super::StanceMap;
use super::derive::ChunkStances;
use super::recent::RecentChunks;
use super::stance::Stance;
use crate::coordinates::{CellBox, ChunkCoord};

/// Reads stances and remembers the chunks that it read last.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, Footprint, OccupancyBuilder, Stance, StanceRules, StanceMap};
///
/// let air = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// let stances = StanceMap::new(&air, &StanceRules::new(Footprint::ONE));
/// let mut reader = stances.reader();
/// assert!(reader.at(IVec3::ONE).has(Stance::FITS));
/// assert_eq!(reader.at(IVec3::splat(8)), Stance::NONE);
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct StanceReader<'s> {
    stances: &'s StanceMap,
    bounds: CellBox,
    /// The chunks that the bounds touch.
    chunks: CellBox,
    recent: RecentChunks<ChunkStances>,
}

impl<'s> StanceReader<'s> {
    pub(super) fn new(stances: &'s StanceMap) -> Self {
        Self {
            stances,
            bounds: stances.occupancy.bounds(),
            chunks: stances.occupancy.bounds().chunk_box(),
            recent: RecentChunks::none(),
        }
    }

    /// Returns the stance of the body at a cell; [`Stance::NONE`] outside the bounds.
    #[must_use]
    #[inline]
    pub fn at(&mut self, cell: IVec3) -> Stance {
        if !self.bounds.contains(cell) {
            return Stance::NONE;
        }
        self.chunk(ChunkCoord::of(cell)).at(cell)
    }

    /// Returns the cells of a row of a chunk, those with the y and z of `cell` from x down to a
    /// multiple of 64 on, at which the body can be in one of some ways: a bit each.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, Footprint, OccupancyBuilder, Stance, StanceRules, StanceMap};
    ///
    /// let air = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
    /// let stances = StanceMap::new(&air, &StanceRules::new(Footprint::ONE));
    /// assert_eq!(stances.reader().row(IVec3::ONE, Stance::FITS), 0b1111_1111);
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn row(&mut self, cell: IVec3, among: Stance) -> u64 {
        let chunk = ChunkCoord::of(cell);
        if !self.chunks.contains(chunk.0) {
            return 0;
        }
        self.chunk(chunk).row(cell, among)
    }

    #[inline]
    fn chunk(&mut self, chunk: ChunkCoord) -> &ChunkStances {
        self.recent.of(chunk, || self.stances.chunk(chunk))
    }

    /// Returns the stances that are read.
    #[must_use]
    pub fn stances(&self) -> &'s StanceMap {
        self.stances
    }
}
