//! The jump index: for each cell, which straight runs that come to it meet a jump point.
//!
//! A search in open space asks the same question over and over: does the straight run from here meet a
//! jump point? Almost always the answer is no, and the scan was for nothing. The index has the answers,
//! six flags a cell, so that a search can pass by cells at which nothing begins.
//!
//! # What a flag says
//!
//! The flag of a heading is set at a traversable cell if a run that reaches it meets a jump point
//! ([`ScanEnd::JumpPoint`] with all eight rows watched and [`ForcedRule::BesideOpen`]), there or further on,
//! however far. So it is set wherever the run *from* the cell meets one, and else at the jump points themselves, which
//! have obstacles next to them.
//!
//! # How it is stored
//!
//! The flags of a heading are rows along its axis, as the cells are, of which those of zero are left out: [`Plane`]. Each
//! chunk has up to six planes, which snapshots share where edits did not change them.
//!
//! [`ForcedRule::BesideOpen`]: super::ForcedRule::BesideOpen
//! [`ScanEnd::JumpPoint`]: super::ScanEnd::JumpPoint

mod bricks;
mod derivation;
mod kept;
mod line;
mod stale;
mod walk;

use std::sync::Arc;

use glam::IVec3;

use super::directory::{DenseDirectory, Directory};
use super::grid::Grid;
use super::pages::Pages;
use crate::coordinates::{Axis, ChunkCoord, Heading};
use bricks::{Plane, bit_of};
pub(super) use kept::{IndexBefore, KeptIndex};

/// The number of the flags of cells near obstacles; the others are those of the headings, by [`Heading::index`].
const NEAR: usize = 6;

/// The flags of a chunk; `None` where none is set.
type ChunkFlags = [Option<Arc<Plane>>; 7];

/// The flags of each cell that report whether straight runs that come to it meet jump points.
#[derive(Clone, Debug)]
pub struct JumpIndex {
    directory: DenseDirectory,
    /// The flags by the number of the chunk in the directory.
    chunks: Pages<ChunkFlags>,
}

impl JumpIndex {
    /// Returns an index with no flag set; `None` for a world whose chunks are not all listed.
    fn blank(grid: &Grid) -> Option<Self> {
        let Directory::Dense(directory) = &grid.directory else {
            return None;
        };
        Some(Self {
            directory: directory.clone(),
            chunks: (0..grid.entries.len())
                .map(|_| ChunkFlags::default())
                .collect(),
        })
    }

    /// Returns whether a straight run that reaches a traversable cell meets a jump point, there or further on.
    ///
    /// # Complexity
    ///
    /// Constant.
    #[must_use]
    #[inline]
    pub fn meets_jump_point(&self, cell: IVec3, heading: Heading) -> bool {
        self.is_set(cell, heading.index(), heading.axis)
    }

    /// Returns whether a cell is traversable and one of the 26 around it is not.
    ///
    /// # Complexity
    ///
    /// Constant.
    #[must_use]
    #[inline]
    pub fn is_near_obstacle(&self, cell: IVec3) -> bool {
        self.is_set(cell, NEAR, Axis::X)
    }

    /// Returns the bytes held; what it shares with the indices of other snapshots counts.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let planes = self.chunks.iter().flatten().flatten();
        self.chunks.memory_bytes() + planes.map(|plane| plane.memory_bytes()).sum::<usize>()
    }

    /// Returns the first chunk in which two indices of worlds with the same bounds differ.
    fn first_difference(&self, other: &Self) -> Option<ChunkCoord> {
        let pairs = self.chunks.iter().zip(other.chunks.iter());
        let differs = pairs.skip(1).position(|(own, others)| own != others)?;
        Some(self.directory.chunk(differs + 1))
    }

    #[inline]
    fn is_set(&self, cell: IVec3, number: usize, axis: Axis) -> bool {
        let entry = self.directory.entry(ChunkCoord::of(cell)) as usize;
        let plane = self.plane(entry, number);
        plane.is_some_and(|flags| flags.brick(axis, cell) >> bit_of(axis, cell) & 1 != 0)
    }

    #[inline]
    fn plane(&self, entry: usize, number: usize) -> Option<&Plane> {
        self.chunks[entry][number].as_deref()
    }
}
