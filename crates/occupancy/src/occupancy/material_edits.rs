//! Edits that describe what cells are made of.

use std::sync::Arc;

use glam::IVec3;

use super::builder::{MAX_CHUNKS_PER_BOX, OccupancyBuilder};
use super::error::OccupancyError;
use super::snapshot::Occupancy;
use crate::coordinates::{CellBox, ChunkCoord};
use crate::materials::{Material, MaterialError, MaterialId, Palette};

impl OccupancyBuilder {
    /// Adds a material to the palette of the world and returns its id.
    ///
    /// # Errors
    ///
    /// As [`Palette::add`].
    pub fn add_material(&mut self, material: Material) -> Result<MaterialId, MaterialError> {
        self.palette.add(material)
    }

    /// Returns the materials that cells can be made of.
    #[must_use]
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// Returns the material of a cell as edited so far.
    #[must_use]
    pub fn material(&self, cell: IVec3) -> Option<MaterialId> {
        let edit = self.edits.get(&ChunkCoord::of(cell));
        edit.map_or_else(
            || self.base.material(cell),
            |edit| edit.materials.as_ref()?.material(cell),
        )
    }

    /// Makes one cell of a material, which sets its state too: to occupied for solid materials and
    /// doors, to free for all others.
    ///
    /// Material and state are one statement. A state that is set afterwards keeps the material if it
    /// is the state that the material gives, and otherwise forgets it.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, Material, MaterialKind, OccupancyBuilder};
    /// use voxnav_occupancy::glam::IVec3;
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?;
    /// let stone = builder.add_material(Material::new("stone", MaterialKind::Solid))?;
    /// builder.set_material(IVec3::ONE, stone)?;
    /// assert_eq!(builder.state(IVec3::ONE), CellState::Occupied);
    /// builder.set(IVec3::ONE, CellState::Free)?;
    /// assert_eq!(builder.commit().material(IVec3::ONE), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// - [`OccupancyError::OutsideBounds`] if the cell lies outside the bounds.
    /// - [`OccupancyError::NoSuchMaterial`] if the palette does not have the material.
    pub fn set_material(&mut self, cell: IVec3, id: MaterialId) -> Result<(), OccupancyError> {
        self.check_cell(cell)?;
        self.set_material_box(CellBox::of_cell(cell), id)
    }

    /// Makes every cell of a box of a material, as [`set_material`](Self::set_material) does for
    /// one. An empty box changes nothing.
    ///
    /// # Errors
    ///
    /// - [`OccupancyError::BoxOutsideBounds`] if a cell of the box lies outside the bounds.
    /// - [`OccupancyError::NoSuchMaterial`] if the palette does not have the material.
    /// - [`OccupancyError::BoxTooLarge`] if the box touches more than [`MAX_CHUNKS_PER_BOX`] chunks.
    pub fn set_material_box(
        &mut self,
        cells: CellBox,
        id: MaterialId,
    ) -> Result<(), OccupancyError> {
        self.checked_bounds(cells)?;
        self.check_material(id)?;
        if cells.chunk_box().volume() > MAX_CHUNKS_PER_BOX {
            return Err(OccupancyError::box_too_large(cells));
        }
        for chunk in cells.chunks() {
            if let Some(edit) = self.edited(chunk) {
                edit.set_material(&chunk.local(&cells), id);
            }
        }
        Ok(())
    }

    /// Forgets what the cells of a box are made of. Their states stay as they are.
    ///
    /// Takes time by the chunks written so far, whatever the size of the box.
    ///
    /// # Errors
    ///
    /// [`OccupancyError::BoxOutsideBounds`] if a cell of the box lies outside the bounds.
    pub fn clear_materials(&mut self, cells: CellBox) -> Result<(), OccupancyError> {
        self.checked_bounds(cells)?;
        for chunk in self.written_chunks() {
            let part = chunk.local(&cells);
            let materials = self
                .edited(chunk)
                .and_then(|edit| edit.chunk.materials.as_mut());
            if let Some(materials) = materials.filter(|_| !part.is_empty()) {
                Arc::make_mut(materials).clear(&part, |_| true);
            }
        }
        Ok(())
    }

    /// Makes chunks of the materials that they have in another world, and the palette that of it. States
    /// stay, and are to be set next: materials that disagree with them are forgotten then.
    pub(crate) fn take_materials(&mut self, world: &Occupancy, chunks: &[ChunkCoord]) {
        self.palette = world.palette().clone();
        for &chunk in chunks {
            let materials = &world.world.chunk(chunk).materials;
            if let Some(edit) = self.edited(chunk) {
                edit.chunk.materials.clone_from(materials);
            }
        }
    }
}
