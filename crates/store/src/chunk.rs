//! The block of a chunk: its cells and what they are made of.
//!
//! ```text
//! u8        bit 0: some cells are occupied; bit 1: some are unknown
//! plane     the occupied cells, if any
//! plane     the unknown cells, if any
//! u8        how many materials there are
//! for each, in ascending order:
//! u8        the number of the material
//! plane     its cells
//! ```
//!
//! Cells outside the bounds have no bit. A chunk of one state and no materials has no block.

use voxnav_occupancy::bits::{Rows, no_bits, row_mask, row_places, rows_of};
use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, ChunkView, MaterialId, MaterialSet, Occupancy,
    OccupancyBuilder, Palette,
};

use crate::bytes::Bytes;
use crate::error::Flaw;
use crate::plane;

/// The content of a chunk in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Uniform(CellState),
    /// The bytes of its block.
    Block(Vec<u8>),
}

impl Content {
    pub(crate) fn of(world: &Occupancy, chunk: ChunkCoord) -> Self {
        let inside = chunk.local(&world.bounds());
        let within =
            |row: &dyn Fn(i32, i32) -> u64| rows_of(|y, z| row(y, z) & row_mask(&inside, y, z));
        let view = world.chunk(chunk);
        let materials: Vec<MaterialId> = world.materials_in(chunk).collect();
        let planes = [CellState::Occupied, CellState::Unknown].map(|state| match view {
            ChunkView::Uniform(other) if other != state => no_bits(),
            _ => within(&|y, z| view.row(state, y, z)),
        });
        if materials.is_empty()
            && let Some(state) = uniform(&planes, &inside)
        {
            return Self::Uniform(state);
        }
        let mut block = vec![0];
        for (bit, rows) in planes.iter().enumerate() {
            if rows.iter().any(|&row| row != 0) {
                block[0] |= 1 << bit;
                plane::encode(rows, &mut block);
            }
        }
        block.push(u8::try_from(materials.len()).unwrap_or(u8::MAX));
        for id in materials {
            let mut only = MaterialSet::default();
            only.insert(id);
            let rows = within(&|y, z| world.material_row(chunk, &only, y, z));
            block.push(id.number());
            plane::encode(&rows, &mut block);
        }
        Self::Block(block)
    }
}

/// Returns the state that all cells have, if they have one.
fn uniform(planes: &[Box<Rows>; 2], inside: &CellBox) -> Option<CellState> {
    let cells = inside.volume();
    let counts = planes.each_ref().map(|rows| {
        let counts = rows.iter().map(|row| u64::from(row.count_ones()));
        counts.sum::<u64>()
    });
    match counts {
        [0, 0] => Some(CellState::Free),
        [occupied, _] if occupied == cells => Some(CellState::Occupied),
        [_, unknown] if unknown == cells => Some(CellState::Unknown),
        _ => None,
    }
}

/// A chunk as it was read.
pub(crate) struct ReadChunk {
    occupied: Box<Rows>,
    unknown: Box<Rows>,
    materials: Vec<(MaterialId, Box<Rows>)>,
}

impl ReadChunk {
    pub(crate) fn decode(block: &[u8], inside: &CellBox, palette: &Palette) -> Result<Self, Flaw> {
        let mut bytes = Bytes::new(block);
        let which = bytes.byte()?;
        if which > 3 {
            return Err(Flaw::Unknown {
                what: "choice of states",
                found: which,
            });
        }
        let mut plane = |bit: u8| match which >> bit & 1 {
            0 => Ok(no_bits()),
            _ => plane::decode(&mut bytes),
        };
        let (occupied, unknown) = (plane(0)?, plane(1)?);
        for ((a, b), (y, z)) in occupied.iter().zip(unknown.iter()).zip(row_places()) {
            if a & b != 0 {
                return Err(Flaw::Contradiction);
            } else if (a | b) & !row_mask(inside, y, z) != 0 {
                return Err(Flaw::Outside);
            }
        }
        let mut chunk = Self {
            occupied,
            unknown,
            materials: Vec::new(),
        };
        for _ in 0..bytes.byte()? {
            chunk.read_material(&mut bytes, inside, palette)?;
        }
        bytes.end()?;
        Ok(chunk)
    }

    fn read_material(
        &mut self,
        bytes: &mut Bytes<'_>,
        inside: &CellBox,
        palette: &Palette,
    ) -> Result<(), Flaw> {
        let found = bytes.byte()?;
        let unknown = Flaw::Unknown {
            what: "material",
            found,
        };
        let id = MaterialId::new(found).ok_or(unknown.clone())?;
        let material = palette.get(id).ok_or(unknown)?;
        if self.materials.last().is_some_and(|(last, _)| *last >= id) {
            return Err(Flaw::Order);
        }
        let rows = plane::decode(bytes)?;
        let fills = material.kind.fills_the_cell();
        for (at, (row, (y, z))) in rows.iter().zip(row_places()).enumerate() {
            let may_be = if fills {
                self.occupied[at]
            } else {
                row_mask(inside, y, z) & !(self.occupied[at] | self.unknown[at])
            };
            let taken = self
                .materials
                .iter()
                .fold(0, |all, (_, rows)| all | rows[at]);
            if row & (!may_be | taken) != 0 {
                return Err(Flaw::Contradiction);
            }
        }
        self.materials.push((id, rows));
        Ok(())
    }

    /// Puts the chunk into a world whose palette has its materials.
    pub(crate) fn put(
        &self,
        chunk: ChunkCoord,
        builder: &mut OccupancyBuilder,
    ) -> Result<(), Flaw> {
        self.put_states(chunk, builder);
        for (id, rows) in &self.materials {
            builder.set_material_rows(chunk, *id, rows)?;
        }
        Ok(())
    }

    /// Puts the states of the cells into a world.
    pub(crate) fn put_states(&self, chunk: ChunkCoord, builder: &mut OccupancyBuilder) {
        builder.set_chunk(chunk, &self.occupied, &self.unknown);
    }
}
