//! Worlds under construction: what a kind draws before the first cell is known, and layers of cells made of
//! that, one slab after the other.
//!
//! INVARIANT: slabs in order are what the whole world is, cell by cell; [`crate::generate`] is one slab.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, MAX_CHUNKS_PER_BOX, Occupancy, OccupancyBuilder};

use crate::random::RandomRows;
use crate::rows::Rows;
use crate::terrain::Terrain;
use crate::until::Until;
use crate::{WorldError, WorldKind, caves, maze, rooms, towers};

/// The most memory that a [`WorldStream`] may need, in bytes.
pub const MAX_STREAM_MEMORY: u64 = 8 << 30;

/// Layers in a slab: as many as a chunk has, so that the cells of one slab after the other are in the
/// order of [`Occupancy::occupied_cells`].
pub(crate) const SLAB: i32 = 64;

/// A world slab by slab, from z = 0 upwards, for worlds that are larger than memory.
///
/// The slabs of a world, put together, are what [`generate`](crate::generate) makes of the same
/// arguments. Each is 64 layers high, the last may be lower, and its bounds report which they are.
///
/// ```
/// use voxnav_occupancy::{CellState, glam::IVec3};
/// use voxnav_worlds::{WorldKind, WorldStream, generate};
///
/// let size = IVec3::new(80, 80, 150);
/// let whole = generate(WorldKind::Towers, size, 7)?;
/// let mut occupied = 0;
/// for slab in WorldStream::new(WorldKind::Towers, size, 7)? {
///     occupied += slab?.count(CellState::Occupied);
/// }
/// assert_eq!(occupied, whole.count(CellState::Occupied));
/// # Ok::<(), voxnav_worlds::WorldError>(())
/// ```
#[derive(Debug)]
pub struct WorldStream {
    size: IVec3,
    /// The layer that the next slab begins with.
    next: i32,
    source: Source,
}

impl WorldStream {
    /// Draws what the layers of a world are made from.
    ///
    /// # Complexity
    /// Memory for one slab: 8 bytes a column of cells. Besides, about a quarter of a byte a cell for
    /// caves and mazes, a third of one for rooms, and a byte a column for towers, 8 for random worlds and 32 for
    /// terrain.
    ///
    /// # Errors
    /// [`WorldError::SideNotPositive`] and [`WorldError::TooLargeToStream`] (more than
    /// [`MAX_STREAM_MEMORY`]) for the size, [`WorldError::PercentAbove100`] for
    /// [`WorldKind::Random`].
    pub fn new(kind: WorldKind, size: IVec3, seed: u64) -> Result<Self, WorldError> {
        if size.cmplt(IVec3::ONE).any() {
            return Err(WorldError::SideNotPositive { size });
        }
        let bytes = memory(kind, size);
        let limit = u128::from(MAX_STREAM_MEMORY);
        if bytes > limit {
            return Err(WorldError::TooLargeToStream { size, bytes, limit });
        }
        Ok(Self {
            size,
            next: 0,
            source: Source::new(kind, size, seed, Until::WHOLE)?,
        })
    }
}

impl Iterator for WorldStream {
    type Item = Result<Occupancy, WorldError>;

    fn next(&mut self) -> Option<Self::Item> {
        let from = self.next;
        if from >= self.size.z {
            return None;
        }
        self.next = from.saturating_add(SLAB).min(self.size.z);
        let slab = CellBox::new(IVec3::ZERO.with_z(from), self.size.with_z(self.next));
        Some(self.source.build(slab, Until::WHOLE))
    }
}

/// Returns an upper bound on the bytes that a stream needs.
fn memory(kind: WorldKind, size: IVec3) -> u128 {
    let [width, height, depth] = size.to_array().map(|side| u128::from(side.unsigned_abs()));
    let slab = (width.div_ceil(64) * height.div_ceil(64)) << 15;
    let rows = width.div_ceil(64) * 8 * height * depth;
    let parts_of = |side: u128| width.div_ceil(side) * height.div_ceil(side) * depth.div_ceil(side);
    slab + match kind {
        WorldKind::Empty => return 0,
        WorldKind::Random { .. } => width.div_ceil(64) * 8 * height * 64,
        // The cells before and after smoothing.
        WorldKind::Caves => 2 * rows,
        // The cells, and how each junction was reached.
        WorldKind::Maze => rows + parts_of(2),
        // Of each room three walls of 16 bytes, two doors of 28 and its area, and all lists with
        // room to grow.
        WorldKind::Rooms => 160 * parts_of(8),
        // Of each lot at most five boxes of 28 bytes, and room to grow.
        WorldKind::Towers => 280 * (width.div_ceil(16) * height.div_ceil(16)),
        WorldKind::Terrain => Terrain::memory(width, height),
    }
}

/// A box of cells in one state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    cells: CellBox,
    state: CellState,
}

impl Piece {
    pub(crate) fn occupied(cells: CellBox) -> Self {
        let state = CellState::Occupied;
        Self { cells, state }
    }

    pub(crate) fn free(cells: CellBox) -> Self {
        let state = CellState::Free;
        Self { cells, state }
    }
}

/// The source of the layers of a world.
#[derive(Debug)]
pub(crate) enum Source {
    /// Boxes, the later over the earlier.
    Pieces(Vec<Piece>),
    /// The cells themselves, a bit each.
    Rows(Rows),
    /// Draws, row by row.
    Random(RandomRows),
    /// Ground, and what is on it and in it.
    Terrain(Terrain),
}

impl Source {
    /// Makes the source of a world of a size of at least one cell.
    pub(crate) fn new(
        kind: WorldKind,
        size: IVec3,
        seed: u64,
        until: Until<'_>,
    ) -> Result<Self, WorldError> {
        Ok(match kind {
            WorldKind::Empty => Self::Pieces(Vec::new()),
            WorldKind::Caves => Self::Rows(caves::rows(size, seed, until)?),
            WorldKind::Random { percent } => Self::Random(RandomRows::new(seed, percent)?),
            WorldKind::Maze => Self::Rows(maze::rows(size, seed, until)?),
            WorldKind::Rooms => Self::Pieces(rooms::pieces(size, seed, until)?),
            WorldKind::Towers => Self::Pieces(towers::pieces(size, seed, until)?),
            WorldKind::Terrain => Self::Terrain(Terrain::new(size, seed, until)?),
        })
    }

    /// Returns the cells of some layers. They must be asked for in order.
    pub(crate) fn build(
        &mut self,
        slab: CellBox,
        until: Until<'_>,
    ) -> Result<Occupancy, WorldError> {
        let mut builder = OccupancyBuilder::new(slab)?;
        match self {
            Self::Pieces(pieces) => {
                for Piece { cells, state } in pieces {
                    until.check()?;
                    fill(&mut builder, cells.intersection(&slab), *state)?;
                }
            }
            Self::Rows(rows) => rows.write(&mut builder, &slab, 0, until)?,
            Self::Random(rows) => rows.write(&mut builder, until)?,
            Self::Terrain(terrain) => terrain.write(&mut builder, until)?,
        }
        Ok(builder.commit())
    }
}

/// Sets the cells of a box, in parts where it spans more chunks than can be set at once.
fn fill(
    builder: &mut OccupancyBuilder,
    cells: CellBox,
    state: CellState,
) -> Result<(), WorldError> {
    if cells.is_empty() {
        return Ok(());
    }
    let size = cells.size();
    // One more along each axis where the box begins within a chunk.
    let chunks = size.to_array().map(|side| u64::from(side / 64 + 2));
    if chunks.iter().product::<u64>() <= MAX_CHUNKS_PER_BOX {
        return Ok(builder.set_box(cells, state)?);
    }
    // The longest, so that parts get smaller.
    let axis = size.max_position();
    let mut middle = cells.max;
    middle[axis] = cells.min[axis] + (cells.max[axis] - cells.min[axis]) / 2;
    let mut after = cells.min;
    after[axis] = middle[axis];
    fill(builder, CellBox::new(cells.min, middle), state)?;
    fill(builder, CellBox::new(after, cells.max), state)
}
