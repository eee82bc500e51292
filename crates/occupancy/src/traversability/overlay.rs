//! Cells and colliders in one world.
//!
//! A bake reports where the *center* of one agent can be; cells are there for all agents, and some may be
//! unknown. Laid over the bake for the box of cells that the agent covers, they give a world in which
//! the center is blocked by either, and unknown where it would cover unknown cells and nothing blocks.
//!
//! INVARIANT: `both` is what [`Overlay::new`] gives for `anchors` and `cells`, whatever came before;
//! chunks in which nothing changed keep their version and memory.

use super::Dilation;
use crate::agent::Footprint;
use crate::coordinates::{CellBox, ChunkCoord, Rows, WHOLE_CHUNK, chunks_of, no_bits};
use crate::occupancy::{CellState, ChangeSet, Occupancy};

/// A bake with cells laid over it for one agent, kept up under edits of both.
///
/// For an agent of one cell the overlay is made of cells again: they keep their materials, but for
/// those that are no longer there because something is baked in their place.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{Footprint, CellBox, CellState, OccupancyBuilder, Overlay};
///
/// let bounds = CellBox::from_size(IVec3::splat(100));
/// let baked = OccupancyBuilder::new(bounds)?.commit();
/// let mut cells = OccupancyBuilder::new(bounds)?;
/// cells.set(IVec3::splat(50), CellState::Unknown)?;
/// let agent = Footprint::new(CellBox::new(IVec3::splat(-1), IVec3::splat(2)))?;
/// let both = Overlay::new(&baked, &cells.commit(), agent)?;
/// assert_eq!(both.occupancy().state(IVec3::splat(49)), CellState::Unknown);
/// assert_eq!(both.occupancy().count(CellState::Unknown), 27);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Overlay {
    anchors: Occupancy,
    cells: Occupancy,
    agent: Footprint,
    both: Occupancy,
}

/// Error for two worlds that do not have the same bounds.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, Footprint, OccupancyBuilder, Overlay};
///
/// let world = |size| OccupancyBuilder::new(CellBox::from_size(IVec3::splat(size)));
/// let (baked, cells) = (world(9)?.commit(), world(8)?.commit());
/// assert!(Overlay::new(&baked, &cells, Footprint::ONE).is_err());
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cells with the bounds {cells} cannot be laid over a bake of {baked}")]
pub struct DifferentBounds {
    /// The bounds of the bake.
    pub baked: CellBox,
    /// The bounds of the cells.
    pub cells: CellBox,
}

impl Overlay {
    /// Lays cells over a bake. What the agent covers outside the bounds counts as free; the state
    /// outside is that of `baked`.
    ///
    /// # Complexity
    ///
    /// Linear in the chunks that either stores and those that the agent reaches from there.
    ///
    /// # Errors
    ///
    /// [`DifferentBounds`].
    pub fn new(
        baked: &Occupancy,
        cells: &Occupancy,
        agent: Footprint,
    ) -> Result<Self, DifferentBounds> {
        if baked.bounds() != cells.bounds() {
            return Err(DifferentBounds {
                baked: baked.bounds(),
                cells: cells.bounds(),
            });
        }
        // As if everything had been free, and the same.
        let nothing = Self {
            anchors: baked.clone(),
            cells: cells.clone(),
            agent,
            both: baked.clone(),
        };
        let [baked_boxes, cell_boxes] =
            [baked, cells].map(|world| world.stored_chunks().map(ChunkCoord::cells));
        Ok(nothing.rewritten(baked, cells, baked_boxes, cell_boxes))
    }

    /// Brings the overlay up to date after edits of the bake, the cells or both.
    ///
    /// # Complexity
    ///
    /// Linear in the chunks that changed cells reach.
    ///
    /// # Errors
    ///
    /// [`DifferentBounds`].
    pub fn updated(&self, baked: &Occupancy, cells: &Occupancy) -> Result<Self, DifferentBounds> {
        let changes = [(baked, &self.anchors), (cells, &self.cells)]
            .map(|(after, before)| after.changes_since(before));
        if changes.iter().any(ChangeSet::is_total) {
            return Self::new(baked, cells, self.agent);
        }
        let [baked_boxes, cell_boxes] = changes.each_ref().map(ChangeSet::boxes);
        Ok(self.rewritten(baked, cells, baked_boxes, cell_boxes))
    }

    /// Returns the bake with the cells laid over it, as one world.
    #[must_use]
    pub fn occupancy(&self) -> &Occupancy {
        &self.both
    }

    /// Returns the same, derived again in the chunks with a cell of the boxes of the bake and in those from which
    /// the agent reaches a cell of the others.
    fn rewritten(
        &self,
        baked: &Occupancy,
        cells: &Occupancy,
        baked_boxes: impl Iterator<Item = CellBox>,
        cell_boxes: impl Iterator<Item = CellBox>,
    ) -> Self {
        let bounds = baked.bounds();
        let reached =
            cell_boxes.map(|changed| (self.agent.anchors_touching(&changed)).intersection(&bounds));
        let chunks = chunks_of(baked_boxes.chain(reached));
        let background = joined(baked.world.background(), cells.world.background());
        let mut builder = self.both.edit();
        if self.both.world.background() != background {
            // Never refused: the box is the whole world.
            let _ = builder.set_box(baked.bounds(), background);
        }
        if self.agent == Footprint::ONE && !cells.palette().is_empty() {
            builder.take_materials(cells, &chunks);
        }
        let [open, known] = Dilation::both(cells, self.agent);
        let mut margin = Vec::new();
        for chunk in chunks {
            let [open, known] = [&open, &known].map(|dilation| {
                let mut rows = no_bits();
                dilation.derive_rows(chunk, &WHOLE_CHUNK, &mut margin, &mut rows);
                rows
            });
            let own = baked.chunk(chunk);
            let beside = |state, clear: &Rows| {
                let mut rows = own.rows(state);
                for (row, clear) in rows.iter_mut().zip(clear) {
                    *row |= !clear;
                }
                rows
            };
            let occupied = beside(CellState::Occupied, &open);
            let unknown = beside(CellState::Unknown, &known);
            builder.set_chunk(chunk, &occupied, &unknown);
        }
        Self {
            anchors: baked.clone(),
            cells: cells.clone(),
            agent: self.agent,
            both: builder.commit(),
        }
    }
}

/// Returns the state of a cell that has two: occupied if either is, otherwise unknown if either is.
fn joined(one: CellState, other: CellState) -> CellState {
    match (one, other) {
        (CellState::Occupied, _) | (_, CellState::Occupied) => CellState::Occupied,
        (CellState::Unknown, _) | (_, CellState::Unknown) => CellState::Unknown,
        (CellState::Free, CellState::Free) => CellState::Free,
    }
}
