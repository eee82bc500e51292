//! Whole chunks at once, a word a row: for callers that have cells as bits already.
//!
//! A chunk's 4096 rows are in the order z slowest, then y: row `z * 64 + y` is the word of 64 cells
//! along x, least significant first.

use super::builder::OccupancyBuilder;
use super::cell_state::CellState;
use super::error::OccupancyError;
use super::snapshot::Occupancy;
use crate::coordinates::{ChunkCoord, WHOLE_CHUNK, row_index};
use crate::materials::{ChunkMaterials, MaterialId, MaterialSet};

impl OccupancyBuilder {
    /// Sets all cells of a chunk that lie within the bounds: occupied where `occupied` has a bit, else
    /// unknown where `unknown` has one, else free. Row `z * 64 + y` has the cells along x at local `y`
    /// and `z`. Materials are treated as by [`set`](Self::set).
    ///
    /// The fastest way in for cells that are bits already. Bits of cells outside the bounds mean
    /// nothing.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, ChunkCoord, OccupancyBuilder, glam::IVec3};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(64)))?;
    /// let (mut occupied, mut unknown) = ([0; 4096], [0; 4096]);
    /// occupied[3 * 64 + 2] = 0b10;
    /// unknown[3 * 64 + 2] = u64::MAX;
    /// builder.set_chunk(ChunkCoord(IVec3::ZERO), &occupied, &unknown);
    /// let world = builder.commit();
    /// assert_eq!(world.state(IVec3::new(1, 2, 3)), CellState::Occupied);
    /// assert_eq!(world.count(CellState::Unknown), 63);
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    pub fn set_chunk(&mut self, chunk: ChunkCoord, occupied: &[u64; 4096], unknown: &[u64; 4096]) {
        let row = |rows: &[u64; 4096], y, z| rows[row_index(y, z)];
        if let Some(edit) = self.edited(chunk) {
            let apart = |y, z| row(unknown, y, z) & !row(occupied, y, z);
            edit.write(&WHOLE_CHUNK, |y, z| row(occupied, y, z), apart);
        }
    }

    /// Makes the cells of a chunk that have a bit of a material, as
    /// [`set_material`](Self::set_material) does for one; rows as for [`set_chunk`](Self::set_chunk).
    /// All other cells stay as they are.
    ///
    /// # Errors
    ///
    /// [`OccupancyError::NoSuchMaterial`] if the palette does not have the material.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, ChunkCoord, Material, MaterialKind, OccupancyBuilder};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(64)))?;
    /// let water = builder.add_material(Material::new("water", MaterialKind::Liquid))?;
    /// let mut rows = [0; 4096];
    /// rows[..64].fill(u64::MAX);
    /// builder.set_material_rows(ChunkCoord(IVec3::ZERO), water, &rows)?;
    /// let pond = builder.commit();
    /// assert_eq!(pond.material(IVec3::new(9, 9, 0)), Some(water));
    /// assert_eq!(pond.material(IVec3::new(9, 9, 1)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_material_rows(
        &mut self,
        chunk: ChunkCoord,
        id: MaterialId,
        rows: &[u64; 4096],
    ) -> Result<(), OccupancyError> {
        self.check_material(id)?;
        if let Some(edit) = self.edited(chunk) {
            edit.set_material_rows(rows, id);
        }
        Ok(())
    }
}

impl Occupancy {
    /// Returns the state of the cells inside the bounds of all chunks that take no memory, see
    /// [`stored_chunks`](Self::stored_chunks).
    #[must_use]
    pub fn background(&self) -> CellState {
        self.world.background()
    }

    /// Returns the materials that cells of a chunk are made of, in ascending order.
    pub fn materials_in(&self, chunk: ChunkCoord) -> impl Iterator<Item = MaterialId> + '_ {
        let materials = self.world.chunk(chunk).materials.as_deref();
        materials.into_iter().flat_map(ChunkMaterials::ids)
    }

    /// Returns the cells of a row that are made of one of some materials: bit x is set where the cell
    /// at local x of the chunk is, at local `y` and `z` (taken modulo 64).
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, ChunkCoord, Material, MaterialKind, OccupancyBuilder};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?;
    /// let water = builder.add_material(Material::new("water", MaterialKind::Liquid))?;
    /// builder.set_material(IVec3::new(5, 1, 2), water)?;
    /// let pond = builder.commit();
    /// let liquids = pond.palette().select(|material| material.kind == MaterialKind::Liquid);
    /// assert_eq!(pond.material_row(ChunkCoord(IVec3::ZERO), &liquids, 1, 2), 1 << 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn material_row(&self, chunk: ChunkCoord, among: &MaterialSet, y: i32, z: i32) -> u64 {
        let materials = self.world.chunk(chunk).materials.as_deref();
        materials.map_or(0, |materials| materials.row(among, y, z))
    }
}
