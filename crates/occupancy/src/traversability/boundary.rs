//! Where known space ends, for an agent and its policy.
//!
//! The bits of a snapshot do not tell free cells from unknown ones that its policy admits. The
//! occupancy that it keeps does, and is asked only about the few cells of a path.

use std::sync::Arc;

use glam::IVec3;

use super::dilation::Dilation;
use super::grid::Grid;
use super::{Snapshot, Traversability};
use crate::agent::UnknownPolicy;
use crate::coordinates::{CellBox, ChunkCoord};
use crate::occupancy::CellState;
use crate::occupancy::chunk_cells::{PlainCells, row_mask};

impl Traversability {
    /// What the agent does about unknown cells.
    #[must_use]
    pub fn unknown_policy(&self) -> UnknownPolicy {
        self.0.grid.dilation.unknown
    }

    /// Whether none of the cells that the agent covers at `cell` is unknown. What it covers outside
    /// the bounds counts by [`Occupancy::outside`](crate::Occupancy::outside).
    ///
    /// # Complexity
    ///
    /// A look at each chunk that the agent covers a cell of, and for those that hold unknown cells
    /// at each row of its cells.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// builder.set(IVec3::ONE, CellState::Unknown)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary);
    /// assert!(world.is_traversable(IVec3::ONE) && !world.is_known(IVec3::ONE));
    /// assert!(world.is_known(IVec3::ZERO));
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    #[must_use]
    pub fn is_known(&self, cell: IVec3) -> bool {
        !self.0.grid.dilation.covers_unknown(cell)
    }

    /// The snapshot of the same world for the same agent under another policy; a clone if it is
    /// the same. [`UnknownPolicy::Blocked`] gives the known space in which paths that were cut at
    /// the boundary lie, to shorten or smooth them in.
    ///
    /// # Complexity
    ///
    /// As [`Traversability::for_agent`].
    #[must_use]
    pub fn with_unknown(&self, unknown: UnknownPolicy) -> Self {
        if unknown == self.unknown_policy() {
            return self.clone();
        }
        let grid = Grid::new(Dilation {
            unknown,
            ..self.0.grid.dilation.clone()
        });
        Self(Arc::new(Snapshot::new(grid, None)))
    }
}

impl Dilation {
    /// Whether an unknown cell is among those that the agent covers at an anchor.
    fn covers_unknown(&self, anchor: IVec3) -> bool {
        let (world, offsets) = (&*self.occupancy.world, self.agent.offsets());
        let [min, max] = [offsets.min, offsets.max].map(|side| anchor.saturating_add(side));
        let covered = CellBox::new(min, max);
        if world.outside == CellState::Unknown && !world.bounds.contains_box(&covered) {
            return true;
        }
        let inside = covered.intersection(&world.bounds);
        inside.chunks().any(|chunk: ChunkCoord| {
            let part = chunk.local(&inside);
            match world.chunk(chunk).cells.plain() {
                PlainCells::Uniform(state) => state == CellState::Unknown,
                PlainCells::Mixed { unknown, .. } => {
                    unknown.is_some_and(|plane| has_bit_in(plane, &part))
                }
            }
        })
    }
}

/// Whether a cell of a local box has its bit set in a plane.
fn has_bit_in(plane: &[u64], part: &CellBox) -> bool {
    let mask = row_mask(part, part.min.y, part.min.z);
    let rows = |z: i32| (part.min.y..part.max.y).map(move |y| (z << 6 | y) as usize);
    (part.min.z..part.max.z)
        .flat_map(rows)
        .any(|row| plane[row] & mask != 0)
}
