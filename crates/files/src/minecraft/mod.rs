//! Minecraft (Java Edition): worlds, structures and schematics.
//!
//! | path | module | what is read |
//! |---|---|---|
//! | a folder of regions, or one with a folder `region`; `.mca` | [`anvil`] | worlds of 1.13 and later |
//! | `.litematic` | [`litematic`] | what the mod Litematica saves |
//! | `.nbt` | [`structure`] | structures, as structure blocks of the game save them |
//! | `.schem`, `.schematic` | [`schem`] | schematics of Sponge and `WorldEdit`, versions 1 to 3 |
//! | the same | [`numbered`] | schematics of `MCEdit`, from before 1.13 |
//!
//! A block is a cell, one unit or [`Import::size`](crate::Import::size) wide: block (x, y, z) is centered at
//! (x, y, z). In the game it covers the cube from there to (x + 1, y + 1, z + 1); an
//! [`Import::origin`](crate::Import::origin) of (0.5, 0.5, 0.5) gives the game's coordinates. In these files y
//! is up.
//!
//! What a block does to a cell, the [`BlockTable`] says: air is free, water a liquid, a ladder can be
//! climbed, a door is a door, and what it does not list is solid. A material has the name of its block. A
//! palette of [`Occupancy`](voxnav_occupancy::Occupancy) holds 255 materials; where a world has more kinds
//! of blocks, the last ones share materials such as `other solid`, which is noted.
//!
//! Structures and schematics are compressed by gzip or zlib, or not at all.
//!
//! Blocks fill their cells: slabs, stairs, fences and carpets are full cubes or none. Not read: entities,
//! block entities, biomes, heights and light, the water in waterlogged blocks that fill their cell.

pub mod anvil;
pub mod litematic;
mod nbt;
pub mod numbered;
mod packed;
mod palette;
pub mod schem;
pub mod structure;

use std::collections::BTreeMap;

use serde::Deserialize;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Lattice, MaterialId};

pub use crate::block_table::{BlockRule, BlockTable, BlockTableError};

use crate::cells::Cells;
use crate::error::Fault;
use crate::frame::Frame;
use crate::import::{Import, Imported, Note, Up};
use palette::Palette;

/// A block as palettes of files name it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct BlockState {
    #[serde(rename = "Name")]
    name: String,
    #[serde(rename = "Properties", default)]
    properties: BTreeMap<String, String>,
}

/// A world of blocks under construction.
struct Blocks<'i> {
    cells: Cells,
    palette: Palette<'i>,
    lattice: Lattice,
}

impl<'i> Blocks<'i> {
    fn new(content: &CellBox, background: CellState, import: &'i Import) -> Result<Self, Fault> {
        let frame = Frame::new(Up::Y, import);
        Ok(Self {
            lattice: frame.lattice_of_cells(import)?,
            cells: Cells::new(content, background, frame, import)?,
            palette: Palette::new(&import.blocks),
        })
    }

    /// Returns the material of a block; `None` of air.
    fn material(&mut self, block: &BlockState) -> Result<Option<MaterialId>, Fault> {
        self.palette
            .material(&block.name, &block.properties, &mut self.cells)
    }

    /// Puts a block on each cell of a box; air makes it free.
    fn set_box(&mut self, cells: &CellBox, block: Option<MaterialId>) -> Result<(), Fault> {
        match block {
            Some(material) => self.cells.set_material_box(cells, material),
            None => self.cells.set_box(cells, CellState::Free),
        }
    }

    /// Puts a block on a cell, whatever is there; air makes it free.
    fn put(&mut self, cell: IVec3, block: Option<MaterialId>) -> Result<(), Fault> {
        match block {
            Some(material) => self.cells.set_material(cell, material),
            None => self.cells.clear(&CellBox::new(cell, cell + IVec3::ONE)),
        }
    }

    /// Puts blocks on the cells of a box one by one, x fastest, then z.
    fn fill(
        &mut self,
        cells: &CellBox,
        mut next: impl FnMut() -> Result<Option<MaterialId>, Fault>,
    ) -> Result<(), Fault> {
        for y in cells.min.y..cells.max.y {
            for z in cells.min.z..cells.max.z {
                // Blocks of one kind along x; rows begin with none of air.
                let (mut from, mut last) = (cells.min.x, None);
                for x in cells.min.x..=cells.max.x {
                    let block = if x < cells.max.x { next()? } else { None };
                    if block != last {
                        let run = CellBox::new(IVec3::new(from, y, z), IVec3::new(x, y + 1, z + 1));
                        if last.is_some() {
                            self.set_box(&run, last)?;
                        }
                        (from, last) = (x, block);
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(self, mut notes: Vec<Note>) -> Imported {
        self.palette.note(&mut notes);
        self.cells.world(self.lattice, notes)
    }
}
