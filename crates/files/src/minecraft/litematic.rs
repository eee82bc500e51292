//! `.litematic`: what the mod Litematica saves.
//!
//! A file has regions; each stands where its position says, counted from the origin of the schematic,
//! and reaches from there into the direction of its size, which may be negative. Cells of regions are
//! known, and air is free; cells between regions are [`Import::unknown`]. Where regions overlap, the one
//! that comes later by its name is seen. Words after the last block of a region are passed over.
//!
//! # Errors
//!
//! Those of [`schem`](super::schem).

use std::collections::BTreeMap;

use fastnbt::LongArray;
use serde::Deserialize;
use voxnav_occupancy::CellBox;
use voxnav_occupancy::glam::IVec3;

use super::packed::{Packing, bits};
use super::{BlockState, Blocks, nbt};
use crate::error::{Fault, FileReason, malformed, unsupported};
use crate::import::{Import, Imported};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Schematic {
    version: Option<i32>,
    regions: Option<BTreeMap<String, Region>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Region {
    position: Triple,
    size: Triple,
    block_state_palette: Vec<BlockState>,
    block_states: LongArray,
}

#[derive(Clone, Copy, Deserialize)]
struct Triple {
    x: i32,
    y: i32,
    z: i32,
}

impl From<Triple> for IVec3 {
    fn from(Triple { x, y, z }: Triple) -> Self {
        Self::new(x, y, z)
    }
}

/// Reads the world in a schematic.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let file: Schematic = nbt::parse(&nbt::schematic(bytes)?)?;
    match file.version {
        // From 4 on blocks have names, and sizes their signs.
        Some(4..=7) => {}
        Some(version) => {
            return Err(unsupported(format!("schematics of version {version}")));
        }
        None => return Err(malformed("it does not say of what version it is")),
    }
    let regions: Vec<_> = file.regions.unwrap_or_default().into_values().collect();
    let mut content = CellBox::EMPTY;
    let mut boxes = Vec::with_capacity(regions.len());
    for (number, region) in regions.iter().enumerate() {
        let cells = region
            .cells()
            .map_err(|fault| fault.in_part("region", number))?;
        content = content.hull(&cells);
        boxes.push(cells);
    }
    if content.is_empty() {
        return Err(FileReason::Empty { what: "region" }.into());
    }
    let mut blocks = Blocks::new(&content, import.unknown, import)?;
    for (number, (region, cells)) in regions.iter().zip(boxes).enumerate() {
        let put = region.put(cells, &mut blocks);
        put.map_err(|fault| fault.in_part("region", number))?;
    }
    Ok(blocks.finish(Vec::new()))
}

impl Region {
    fn cells(&self) -> Result<CellBox, Fault> {
        let (position, size) = (IVec3::from(self.position), IVec3::from(self.size));
        let beyond = || malformed("it lies beyond every world");
        if size.to_array().contains(&0) {
            return Err(malformed("it has a size of 0"));
        }
        // The corner at the other end, which belongs to it.
        let step = size.checked_sub(size.signum()).ok_or_else(beyond)?;
        let other = position.checked_add(step).ok_or_else(beyond)?;
        let end = position.max(other).checked_add(IVec3::ONE);
        Ok(CellBox::new(position.min(other), end.ok_or_else(beyond)?))
    }

    fn put(&self, cells: CellBox, blocks: &mut Blocks<'_>) -> Result<(), Fault> {
        let width = bits(self.block_state_palette.len(), 2);
        let words = Packing::Dense.words(cells.volume(), width);
        // Litematica asks for no more, and some writers leave words over.
        if words > self.block_states.len() as u64 {
            let what = format!(
                "it has {} words of blocks, and {words} are needed",
                self.block_states.len()
            );
            return Err(malformed(what));
        }
        let mut materials = Vec::with_capacity(self.block_state_palette.len());
        for block in &self.block_state_palette {
            materials.push(blocks.material(block)?);
        }
        // Air may stand where another region has a block.
        blocks.cells.clear(&cells)?;
        let mut numbers = Packing::Dense.numbers(&self.block_states, width);
        blocks.fill(&cells, || {
            // INVARIANT: there are as many numbers as cells, by the number of words.
            let number = numbers.next().unwrap_or_default();
            let unknown = || malformed(format!("the palette has no number {number}"));
            let material = materials.get(number as usize);
            material.copied().ok_or_else(unknown)
        })
    }
}
