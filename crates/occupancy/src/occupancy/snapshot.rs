//! The immutable, cheaply cloned state of a world.
//!
//! A snapshot stores the chunks that were changed; every other cell inside the bounds has the
//! background state, every cell outside them the outside state. Memory therefore grows with what
//! was written and never with the bounds.
//!
//! INVARIANT: bounds lie within the supported coordinates and hold a cell of every stored chunk;
//! versions are at most the revision; a stored chunk differs from an unstored one in content or in
//! version; chunk contents are in normal form. Nothing iterates the chunk map where its order could
//! show.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::IVec3;

use super::builder::OccupancyBuilder;
use super::cell_state::CellState;
use super::chunk_cells::{ChunkCells, PLANE_BYTES, agree};
use super::chunk_map::ChunkMap;
use super::chunk_view;
use super::chunk_view::ChunkView;
use crate::coordinates::{CellBox, ChunkCoord, SUPPORTED_CELLS};
use crate::materials::{ChunkMaterials, MaterialId, Palette};

/// A snapshot of a world: the state of every cell, and what cells are made of where that was said.
///
/// Cloning costs one reference count. Snapshots made from one another share the chunks in which
/// they agree, so keeping an old one costs what changed since.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
///
/// let before = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// let mut edit = before.edit();
/// edit.set(IVec3::ONE, CellState::Occupied)?;
/// let after = edit.commit();
/// assert_eq!(before.state(IVec3::ONE), CellState::Free);
/// assert_eq!(after.state(IVec3::ONE), CellState::Occupied);
/// assert_eq!(after.state(IVec3::NEG_ONE), after.outside());
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Occupancy {
    pub(crate) world: Arc<World>,
}

/// The content of a snapshot. Bounds stay the same from one snapshot to the next.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) bounds: CellBox,
    /// The content of every chunk that is not stored; uniform.
    pub(crate) unstored: StoredChunk,
    pub(crate) outside: CellState,
    /// The revision in which `outside` was last changed.
    pub(crate) outside_version: u64,
    pub(crate) revision: u64,
    pub(crate) chunks: ChunkMap<StoredChunk>,
    /// The palette, which has every material that a chunk names.
    pub(crate) palette: Palette,
}

/// A chunk's cells, what they are made of, and the revision in which either last changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredChunk {
    pub(crate) cells: ChunkCells,
    /// The materials of the cells; if there, then not empty.
    pub(crate) materials: Option<Arc<ChunkMaterials>>,
    pub(crate) version: u64,
}

impl StoredChunk {
    /// Returns a chunk of which no material is said.
    pub(crate) fn plain(cells: ChunkCells, version: u64) -> Self {
        Self {
            cells,
            materials: None,
            version,
        }
    }

    /// Returns whether both are certainly equal, by their place in memory.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        self.shares_materials_with(other) && self.cells.is_shared_with(&other.cells)
    }

    fn shares_materials_with(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|stored| stored.materials.as_ref());
        agree(own, others, Arc::ptr_eq)
    }
}

impl World {
    /// Returns a world of free cells in occupied ones.
    pub(crate) fn free(bounds: CellBox) -> Self {
        Self {
            bounds,
            unstored: StoredChunk::plain(ChunkCells::Uniform(CellState::Free), 0),
            outside: CellState::Occupied,
            outside_version: 0,
            revision: 0,
            chunks: ChunkMap::default(),
            palette: Palette::default(),
        }
    }

    /// Returns the chunk as stored: only its cells inside the bounds mean anything.
    pub(crate) fn chunk(&self, chunk: ChunkCoord) -> &StoredChunk {
        self.chunks.get(chunk).unwrap_or(&self.unstored)
    }

    /// Returns the state of the cells inside the bounds that no stored chunk holds.
    pub(crate) fn background(&self) -> CellState {
        self.unstored.cells.state(IVec3::ZERO)
    }

    /// Returns whether the materials of a chunk are in normal form and agree with the states of its
    /// cells.
    fn holds_of_materials(&self, stored: &StoredChunk, inside: &CellBox) -> bool {
        let Some(materials) = &stored.materials else {
            return true;
        };
        let may_be = |id, y, z| match self.palette.get(id) {
            Some(material) if material.kind.fills_the_cell() => {
                stored.cells.row(CellState::Occupied, y, z)
            }
            Some(_) => stored.cells.row(CellState::Free, y, z),
            None => 0,
        };
        !materials.is_empty() && materials.is_valid(inside, may_be)
    }

    /// Returns the smallest box around the cells of all chunks that are not stored. Takes time by
    /// the number of stored chunks, however large the bounds.
    fn hull_of_unstored(&self) -> CellBox {
        let chunks = self.bounds.chunk_box();
        let mut hull = chunks;
        for axis in 0..3 {
            let mut stored_in_layer = BTreeMap::<i32, u64>::new();
            for chunk in self.chunks.chunks() {
                *stored_in_layer.entry(chunk.0[axis]).or_default() += 1;
            }
            let mut layer = chunks;
            layer.max[axis] = layer.min[axis] + 1;
            let whole = layer.volume();
            let is_stored = |layer: &i32| stored_in_layer.get(layer) == Some(&whole);
            let mut open = (chunks.min[axis]..chunks.max[axis]).skip_while(is_stored);
            let Some(first) = open.next() else {
                return CellBox::EMPTY;
            };
            let last = (first..chunks.max[axis])
                .rev()
                .find(|layer| !is_stored(layer));
            (hull.min[axis], hull.max[axis]) = (first, last.unwrap_or(first) + 1);
        }
        let first = ChunkCoord(hull.min).cells();
        let last = ChunkCoord(hull.max - IVec3::ONE).cells();
        first.hull(&last).intersection(&self.bounds)
    }
}

impl Occupancy {
    /// Returns a world of chunks in normal form, occupied outside of some bounds, which hold a cell of each, and free
    /// elsewhere.
    pub(crate) fn of_chunks(
        bounds: CellBox,
        chunks: impl IntoIterator<Item = (ChunkCoord, StoredChunk)>,
    ) -> Self {
        let mut world = World::free(bounds);
        world.revision = 1;
        let chunks = chunks.into_iter().filter(|(_, it)| *it != world.unstored);
        world.chunks = chunks.collect();
        let world = Arc::new(world);
        Self { world }
    }

    /// Returns the cells that the world declares; what lies outside has the state
    /// [`outside`](Self::outside).
    #[must_use]
    pub fn bounds(&self) -> CellBox {
        self.world.bounds
    }

    /// Returns the state of every cell outside the bounds.
    #[must_use]
    pub fn outside(&self) -> CellState {
        self.world.outside
    }

    /// Returns the state of a cell, which may lie outside the bounds.
    #[must_use]
    pub fn state(&self, cell: IVec3) -> CellState {
        if self.world.bounds.contains(cell) {
            self.world.chunk(ChunkCoord::of(cell)).cells.state(cell)
        } else {
            self.world.outside
        }
    }

    /// Returns the material of a cell, if it was set; cells outside the bounds have none.
    #[must_use]
    pub fn material(&self, cell: IVec3) -> Option<MaterialId> {
        let stored = self.world.chunks.get(ChunkCoord::of(cell))?;
        stored.materials.as_ref()?.material(cell)
    }

    /// Returns the materials that cells can be made of.
    #[must_use]
    pub fn palette(&self) -> &Palette {
        &self.world.palette
    }

    /// Returns the 64^3 cells of a chunk by rows; any chunk, stored or not.
    #[must_use]
    pub fn chunk(&self, chunk: ChunkCoord) -> ChunkView<'_> {
        let inside = chunk.local(&self.world.bounds);
        chunk_view::view(&self.world.chunk(chunk).cells, inside, self.world.outside)
    }

    /// Returns the chunks that take memory, in the order of [`ChunkCoord`]. All others are uniform
    /// inside the bounds, and alike.
    ///
    /// # Complexity
    ///
    /// Sorts the stored chunks on each call.
    pub fn stored_chunks(&self) -> impl Iterator<Item = ChunkCoord> + use<> {
        let mut chunks: Vec<_> = self.world.chunks.chunks().collect();
        chunks.sort_unstable();
        chunks.into_iter()
    }

    /// Returns the occupied cells inside the bounds, always in the same order: by chunk, in the
    /// order of [`ChunkCoord`], and within a chunk z slowest, then y, x fastest.
    ///
    /// Lazy after sorting the stored chunks.
    pub fn occupied_cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        let chunks: Box<dyn Iterator<Item = ChunkCoord>> =
            if self.world.background() == CellState::Occupied {
                Box::new(self.world.bounds.chunks())
            } else {
                Box::new(self.stored_chunks())
            };
        chunks.flat_map(|chunk| {
            let inside = chunk.local(&self.world.bounds);
            let cells = &self.world.chunk(chunk).cells;
            cells
                .cells(CellState::Occupied, &inside)
                .map(move |cell| chunk.origin() + cell)
        })
    }

    /// Returns the smallest box around the occupied cells inside the bounds, if there are any.
    ///
    /// # Complexity
    ///
    /// Linear in the stored chunks.
    #[must_use]
    pub fn occupied_bounds(&self) -> Option<CellBox> {
        let mut hull = if self.world.background() == CellState::Occupied {
            self.world.hull_of_unstored()
        } else {
            CellBox::EMPTY
        };
        for (chunk, stored) in self.world.chunks.iter() {
            let inside = chunk.local(&self.world.bounds);
            let found = stored.cells.hull(CellState::Occupied, &inside);
            if !found.is_empty() {
                hull = hull.hull(&chunk.global(&found));
            }
        }
        (!hull.is_empty()).then_some(hull)
    }

    /// Returns the number of cells inside the bounds that have a state; `u64::MAX` stands for that
    /// many or more, which only the unwritten part of an enormous world can reach.
    ///
    /// # Complexity
    ///
    /// Linear in the stored chunks, whatever the bounds.
    #[must_use]
    pub fn count(&self, state: CellState) -> u64 {
        let world = &*self.world;
        let (mut counted, mut stored) = (0_u128, 0_u128);
        for (chunk, StoredChunk { cells, .. }) in world.chunks.iter() {
            let inside = chunk.local(&world.bounds);
            counted += u128::from(cells.count(state, &inside));
            stored += inside.exact_volume();
        }
        if state == world.background() {
            counted += world.bounds.exact_volume() - stored;
        }
        u64::try_from(counted).unwrap_or(u64::MAX)
    }

    /// Returns the number of commits behind this snapshot that changed a cell.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.world.revision
    }

    /// Returns the revision in which a cell of the chunk last changed; 0 if none ever did.
    ///
    /// Of two snapshots, one made from the other by edits, a chunk has the same cells if it has the
    /// same version. Two snapshots edited apart from a common one reuse numbers: compare those with
    /// [`shares_chunk`](Self::shares_chunk).
    #[must_use]
    pub fn version(&self, chunk: ChunkCoord) -> u64 {
        let world = &*self.world;
        let cells = chunk.cells();
        let inside = cells.intersection(&world.bounds);
        let (stored, outside) = (world.chunk(chunk).version, world.outside_version);
        if inside.is_empty() {
            outside
        } else if inside == cells {
            stored
        } else {
            stored.max(outside)
        }
    }

    /// Returns whether both are the same snapshot: one value and its clones. Two snapshots made
    /// separately differ even where their cells do not.
    #[must_use]
    pub fn is_same_snapshot(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.world, &other.world)
    }

    /// Returns whether both snapshots hold the chunk in the same memory, or as the same tag, so
    /// that its cells are certainly equal. A constant-time test; equal cells stored twice give
    /// `false`.
    #[must_use]
    pub fn shares_chunk(&self, other: &Self, chunk: ChunkCoord) -> bool {
        let [own, others] = [self, other].map(|world| world.world.chunk(chunk));
        let cells = match (self.chunk(chunk), other.chunk(chunk)) {
            (ChunkView::Uniform(a), ChunkView::Uniform(b)) => a == b,
            (ChunkView::Mixed(a), ChunkView::Mixed(b)) => a.is_shared_with(&b),
            _ => false,
        };
        cells && own.shares_materials_with(others)
    }

    /// Returns the bytes that this snapshot keeps allocated, those shared with other snapshots
    /// included.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let chunks = &self.world.chunks;
        let counters = 2 * size_of::<usize>();
        let planes = chunks.iter().flat_map(|(_, chunk)| chunk.cells.planes());
        let planes = planes.map(|plane| (plane, PLANE_BYTES));
        let said = chunks
            .iter()
            .filter_map(|(_, chunk)| chunk.materials.as_ref());
        let said = said.map(|it| (Arc::as_ptr(it).addr(), counters + it.memory_bytes()));
        let shared: BTreeSet<(usize, usize)> = planes.chain(said).collect();
        size_of::<Self>()
            + counters
            + size_of::<World>()
            + chunks.memory_bytes()
            + shared.into_iter().map(|(_, bytes)| bytes).sum::<usize>()
            + self.world.palette.memory_bytes()
    }

    /// Returns a builder that starts from this snapshot and leaves it as it is.
    #[must_use]
    pub fn edit(&self) -> OccupancyBuilder {
        OccupancyBuilder::from_snapshot(self.clone())
    }

    /// Checks that the snapshot is in normal form, so that equal worlds compare equal. For tests of
    /// code that makes snapshots: every one of this crate is.
    ///
    /// # Errors
    ///
    /// The first [`BrokenInvariant`] found.
    pub fn validate(&self) -> Result<(), BrokenInvariant> {
        let world = &*self.world;
        if !SUPPORTED_CELLS.contains_box(&world.bounds) {
            return Err(BrokenInvariant::BoundsOutOfRange(world.bounds));
        }
        for (chunk, stored) in world.chunks.iter() {
            let inside = chunk.local(&world.bounds);
            if inside.is_empty() {
                return Err(BrokenInvariant::ChunkOutsideBounds(chunk));
            } else if stored.version > world.revision {
                return Err(BrokenInvariant::VersionAfterRevision(chunk));
            } else if *stored == world.unstored {
                return Err(BrokenInvariant::RedundantChunk(chunk));
            } else if !stored.cells.is_valid(&inside) {
                return Err(BrokenInvariant::CellsNotNormal(chunk));
            } else if !world.holds_of_materials(stored, &inside) {
                return Err(BrokenInvariant::MaterialsNotNormal(chunk));
            }
        }
        Ok(())
    }
}

/// Error for an invariant that [`Occupancy::validate`] found broken.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?;
/// builder.set(IVec3::ONE, CellState::Occupied)?;
/// assert!(builder.commit().validate().is_ok());
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BrokenInvariant {
    /// The bounds reach past the coordinates a cell may have.
    BoundsOutOfRange(CellBox),
    /// A chunk without a cell within the bounds is stored.
    ChunkOutsideBounds(ChunkCoord),
    /// A chunk has a version that no commit has had.
    VersionAfterRevision(ChunkCoord),
    /// A stored chunk is as those that are not stored.
    RedundantChunk(ChunkCoord),
    /// The states of a chunk have a smaller form, or differ outside the bounds.
    CellsNotNormal(ChunkCoord),
    /// The materials of a chunk have a smaller form, or are those of cells that have none.
    MaterialsNotNormal(ChunkCoord),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_carved_world_leaves_out_its_carved_ends() {
        for axis in 0..3 {
            let mut size = IVec3::new(100, 100, 100);
            size[axis] = 640;
            let bounds = CellBox::from_size(size);
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            builder.set_box(bounds, CellState::Occupied).unwrap();
            let (mut lower, mut upper, mut rest) = (bounds, bounds, bounds);
            (lower.max[axis], upper.min[axis]) = (128, 576);
            (rest.min[axis], rest.max[axis]) = (128, 576);
            builder.set_box(lower, CellState::Free).unwrap();
            builder.set_box(upper, CellState::Unknown).unwrap();
            let world = builder.commit();
            assert_eq!(world.occupied_bounds(), Some(rest));
            assert_eq!(world.count(CellState::Occupied), rest.volume());
        }
    }
}
