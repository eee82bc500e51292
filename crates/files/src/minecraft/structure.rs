//! `.nbt`: structures, as structure blocks of the game and many mods save them.
//!
//! The lowest block is at (0, 0, 0). A file lists the blocks that it has: every other cell of its size is free, and so
//! are air and structure voids. Where two blocks have one place, the later one is seen. Of a structure with several
//! palettes, of which the game picks one by chance, the first is read.
//!
//! # Errors
//!
//! [`FileReason::Malformed`] for files that are not as the format says, with the number of the block that is wrong;
//! [`FileReason::Unpacked`] for those that are larger unpacked than any structure.

use serde::Deserialize;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, MAX_COORDINATE};

use super::{BlockState, Blocks, nbt};
use crate::error::{Fault, FileReason, malformed};
use crate::import::{Import, Imported, note};

#[derive(Deserialize)]
struct Structure {
    size: Option<[i32; 3]>,
    palette: Option<Vec<BlockState>>,
    /// The palettes of a structure that looks different each time.
    palettes: Option<Vec<Vec<BlockState>>>,
    blocks: Option<Vec<PlacedBlock>>,
}

#[derive(Deserialize)]
struct PlacedBlock {
    /// The number of the block in the palette.
    state: i32,
    pos: [i32; 3],
}

/// Reads the world in a structure.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let file: Structure = nbt::parse(&nbt::schematic(bytes)?)?;
    let mut palettes = file.palettes.unwrap_or_default().into_iter();
    let palette = file.palette.or_else(|| palettes.next());
    let (Some(size), Some(palette), Some(placed)) = (file.size, palette, file.blocks) else {
        let what = "it has no size, palette and blocks, as a structure of Minecraft has";
        return Err(malformed(what));
    };
    let size = IVec3::from_array(size);
    if size.min_element() < 0 || size.max_element() > MAX_COORDINATE {
        return Err(malformed(format!("no structure has a size of {size}")));
    }
    let cells = CellBox::from_size(size);
    if cells.is_empty() {
        return Err(FileReason::Empty { what: "block" }.into());
    }
    let mut blocks = Blocks::new(&cells, CellState::Free, import)?;
    let mut materials = Vec::with_capacity(palette.len());
    for block in &palette {
        materials.push(blocks.material(block)?);
    }
    for (number, block) in placed.iter().enumerate() {
        let mut put = || {
            let at = IVec3::from_array(block.pos);
            if !cells.contains(at) {
                return Err(malformed(format!("{at} is outside of the structure")));
            }
            let index = usize::try_from(block.state).ok();
            let material = index.and_then(|index| materials.get(index)).copied();
            let unknown = || malformed(format!("the palette has no number {}", block.state));
            blocks.put(at, material.ok_or_else(unknown)?)
        };
        put().map_err(|fault| fault.in_part("block", number))?;
    }
    let mut notes = Vec::new();
    note(
        &mut notes,
        palettes.count(),
        "more palettes were left out, of which the game picks one by chance",
    );
    Ok(blocks.finish(notes))
}
