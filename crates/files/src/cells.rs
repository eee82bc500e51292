//! Cells written to a world, as many as are allowed.

use std::collections::HashSet;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, Lattice, MAX_COORDINATE, Material, MaterialId,
    OccupancyBuilder, Palette,
};

use crate::error::{Fault, FileReason};
use crate::frame::Frame;
use crate::import::{Import, Imported, Note};

/// A world under construction, written in the cells of a file.
///
/// INVARIANT: `chunks` has every chunk that was written cell by cell, and they are at most `limit`.
pub(crate) struct Cells {
    builder: OccupancyBuilder,
    frame: Frame,
    chunks: HashSet<ChunkCoord, ahash::RandomState>,
    /// The chunk written last: most cells lie in the chunk of the one before.
    last: Option<ChunkCoord>,
    limit: usize,
}

impl Cells {
    /// Makes a world over a box of the file's cells, with a margin, all of one state.
    pub(crate) fn new(
        content: &CellBox,
        background: CellState,
        frame: Frame,
        import: &Import,
    ) -> Result<Self, Fault> {
        let margin = i32::try_from(import.margin).unwrap_or(MAX_COORDINATE);
        let margin = IVec3::splat(margin.min(MAX_COORDINATE));
        let turned = frame.cells(content);
        let bounds = CellBox::new(
            turned.min.saturating_sub(margin),
            turned.max.saturating_add(margin),
        );
        let mut builder = OccupancyBuilder::new(bounds)?;
        builder.set_box(bounds, background)?;
        Ok(Self {
            builder,
            frame,
            chunks: HashSet::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
            last: None,
            limit: import.most_chunks,
        })
    }

    /// Sets a cell, which must lie in the box of the content.
    pub(crate) fn set(&mut self, cell: IVec3, state: CellState) -> Result<(), Fault> {
        let cell = self.counted(cell)?;
        Ok(self.builder.set(cell, state)?)
    }

    /// Returns the state of a cell so far.
    pub(crate) fn state(&self, cell: IVec3) -> CellState {
        self.builder.state(self.frame.cell(cell))
    }

    /// Makes a cell of a material.
    pub(crate) fn set_material(&mut self, cell: IVec3, id: MaterialId) -> Result<(), Fault> {
        let cell = self.counted(cell)?;
        Ok(self.builder.set_material(cell, id)?)
    }

    /// Sets a box of cells.
    pub(crate) fn set_box(&mut self, cells: &CellBox, state: CellState) -> Result<(), Fault> {
        let cells = self.turned(cells)?;
        Ok(self.builder.set_box(cells, state)?)
    }

    /// Makes a box of cells of a material.
    pub(crate) fn set_material_box(
        &mut self,
        cells: &CellBox,
        id: MaterialId,
    ) -> Result<(), Fault> {
        let cells = self.turned(cells)?;
        Ok(self.builder.set_material_box(cells, id)?)
    }

    /// Makes a box of cells free, whatever they were made of.
    pub(crate) fn clear(&mut self, cells: &CellBox) -> Result<(), Fault> {
        let cells = self.turned(cells)?;
        self.builder.clear_materials(cells)?;
        Ok(self.builder.set_box(cells, CellState::Free)?)
    }

    /// Returns a cell of the file as one of the world's, whose chunk is counted.
    fn counted(&mut self, cell: IVec3) -> Result<IVec3, Fault> {
        let cell = self.frame.cell(cell);
        self.count(cell)?;
        Ok(cell)
    }

    /// Returns a box of the file's cells as one of the world's, whose chunks are counted.
    fn turned(&mut self, cells: &CellBox) -> Result<CellBox, Fault> {
        let cells = self.frame.cells(cells);
        // Ends at the limit, however many chunks there are.
        for chunk in cells.chunks() {
            self.count(chunk.origin())?;
        }
        Ok(cells)
    }

    /// Returns the materials so far.
    pub(crate) fn palette(&self) -> &Palette {
        self.builder.palette()
    }

    /// Adds a material.
    pub(crate) fn add(&mut self, material: Material) -> Result<MaterialId, Fault> {
        Ok(self.builder.add_material(material)?)
    }

    /// Returns the world.
    pub(crate) fn world(self, lattice: Lattice, notes: Vec<Note>) -> Imported {
        Imported {
            occupancy: self.builder.commit(),
            lattice,
            notes,
        }
    }

    /// Counts the chunk of a cell, if it is a new one.
    fn count(&mut self, cell: IVec3) -> Result<(), Fault> {
        let chunk = ChunkCoord::of(cell);
        if self.last != Some(chunk) {
            self.last = Some(chunk);
            self.chunks.insert(chunk);
            let limit = self.limit;
            if self.chunks.len() > limit {
                return Err(FileReason::TooLarge { limit }.into());
            }
        }
        Ok(())
    }
}
