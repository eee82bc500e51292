//! A view of the cells of a chunk for readers.
//!
//! A row is the word of the 64 cells along x at one y and z of a chunk: bit x, least significant
//! first, stands for the cell at local x.

use super::cell_state::CellState;
use super::chunk_cells::{ChunkCells, all_if};
use crate::coordinates::{CellBox, Rows, WHOLE_CHUNK, no_bits, row_mask, rows_within};

/// The cells of one chunk of a snapshot, all 64^3 of them: those outside the world's bounds have
/// the world's outside state.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, ChunkCoord, ChunkView, OccupancyBuilder, glam::IVec3};
///
/// let slab = CellBox::from_size(IVec3::new(3, 100, 100));
/// let world = OccupancyBuilder::new(slab)?.commit();
/// let chunk = world.chunk(ChunkCoord(IVec3::ZERO));
/// assert_eq!(chunk.row(CellState::Free, 0, 0), 0b111);
/// assert_eq!(chunk.row(CellState::Occupied, 0, 0), !0b111);
/// let beyond = world.chunk(ChunkCoord(IVec3::X));
/// assert!(matches!(beyond, ChunkView::Uniform(CellState::Occupied)));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub enum ChunkView<'a> {
    /// Every cell has this state.
    Uniform(CellState),
    /// The cells by rows; two states or three occur.
    Mixed(MixedChunk<'a>),
}

impl ChunkView<'_> {
    /// Returns the row of cells at local `y` and `z` (taken modulo 64): bit x is set where the cell
    /// at local x has the given state. The rows of the three states are disjoint and together full.
    #[must_use]
    pub fn row(&self, state: CellState, y: i32, z: i32) -> u64 {
        match self {
            Self::Uniform(uniform) => all_if(*uniform == state),
            Self::Mixed(mixed) => mixed.row(state, y, z),
        }
    }

    /// Returns all rows of cells that have the given state.
    pub(crate) fn rows(&self, state: CellState) -> Box<Rows> {
        match self {
            Self::Uniform(uniform) => {
                let mut rows = no_bits();
                rows.fill(all_if(*uniform == state));
                rows
            }
            Self::Mixed(mixed) => mixed.rows(state),
        }
    }
}

/// A chunk with at least two states; see [`ChunkView::Mixed`].
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, ChunkCoord, ChunkView, OccupancyBuilder, glam::IVec3};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(64)))?;
/// builder.set(IVec3::new(5, 0, 0), CellState::Occupied)?;
/// let world = builder.commit();
/// let ChunkView::Mixed(chunk) = world.chunk(ChunkCoord(IVec3::ZERO)) else {
///     return Err("two states occur".into());
/// };
/// assert_eq!(chunk.row(CellState::Occupied, 0, 0), 1 << 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct MixedChunk<'a> {
    cells: &'a ChunkCells,
    inside: CellBox,
    outside: CellState,
}

impl MixedChunk<'_> {
    /// Returns the same as [`ChunkView::row`].
    #[must_use]
    pub fn row(&self, state: CellState, y: i32, z: i32) -> u64 {
        let (y, z) = (y & 63, z & 63);
        let inside = row_mask(&self.inside, y, z);
        self.cells.row(state, y, z) & inside | all_if(self.outside == state) & !inside
    }

    /// Returns the same as [`ChunkView::rows`]: within the bounds slice by slice, without a look at each row.
    fn rows(&self, state: CellState) -> Box<Rows> {
        let outside = all_if(self.outside == state);
        let mask = row_mask(&self.inside, self.inside.min.y, self.inside.min.z);
        let mut rows = no_bits();
        rows.fill(outside);
        for within in rows_within(&self.inside) {
            self.cells
                .copy_rows(state, within.clone(), &mut rows[within.clone()]);
            for row in &mut rows[within] {
                *row = *row & mask | outside & !mask;
            }
        }
        rows
    }

    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        self.cells.is_shared_with(other.cells)
            && (self.inside, self.outside) == (other.inside, other.outside)
    }
}

/// Returns the view of a chunk whose cells `inside` (local) are stored as `cells` and whose others
/// have the state `outside`.
pub(crate) fn view(cells: &ChunkCells, inside: CellBox, outside: CellState) -> ChunkView<'_> {
    match cells {
        _ if inside.is_empty() => ChunkView::Uniform(outside),
        ChunkCells::Uniform(state) if *state == outside || inside.contains_box(&WHOLE_CHUNK) => {
            ChunkView::Uniform(*state)
        }
        _ => ChunkView::Mixed(MixedChunk {
            cells,
            inside,
            outside,
        }),
    }
}
