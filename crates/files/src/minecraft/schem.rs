//! `.schem` and `.schematic`: schematics of Sponge and `WorldEdit`, versions 1 to 3.
//!
//! What a file has says more than its version, which some writers leave out or get wrong: its blocks are where version
//! 3 has them, or where versions 1 and 2 do. Both extensions are of both kinds of schematics: a file whose blocks are
//! numbers is one of `MCEdit` ([`numbered`]).
//!
//! The lowest block is at the file's offset, which `WorldEdit` counts from where the player stood, or at
//! (0, 0, 0). All cells of the box are known; air is free.
//!
//! # Errors
//!
//! [`FileReason::Malformed`] for files that are not as the format says,
//! [`FileReason::Unsupported`] for other versions, [`FileReason::Unpacked`] for those that are larger
//! unpacked than anybody's.

use std::collections::HashMap;

use fastnbt::{ByteArray, IntArray};
use serde::Deserialize;
use serde::de::IgnoredAny;
use voxnav_occupancy::CellBox;
use voxnav_occupancy::CellState;
use voxnav_occupancy::glam::IVec3;

use super::{BlockState, Blocks, nbt, numbered};
use crate::error::{Fault, FileReason, malformed, unsupported};
use crate::import::{Import, Imported};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Schematic {
    /// All of it, in version 3.
    #[serde(rename = "Schematic")]
    inner: Option<Box<Schematic>>,
    version: Option<i32>,
    // Unsigned numbers of 16 bits, though tags are not; some writers have larger ones.
    width: Option<i32>,
    height: Option<i32>,
    length: Option<i32>,
    offset: Option<IntArray>,
    palette: Option<HashMap<String, i32>>,
    block_data: Option<ByteArray>,
    /// The same in version 3.
    blocks: Option<Content>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Content {
    palette: HashMap<String, i32>,
    data: ByteArray,
}

/// The tags that schematics of `MCEdit` have and no others.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct McEditTags {
    materials: Option<IgnoredAny>,
    /// Numbers, and no compound as in version 3.
    blocks: Option<ByteArray>,
}

/// Reads the world in a schematic.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let bytes = nbt::schematic(bytes)?;
    let is_numbered = |it: McEditTags| it.materials.is_some() || it.blocks.is_some();
    let root: Result<Schematic, _> = nbt::parse(&bytes);
    match root {
        Ok(Schematic {
            inner: Some(inner), ..
        }) => read_parts(*inner, import),
        Ok(root) if root.palette.is_some() || root.version.is_some() => read_parts(root, import),
        _ if nbt::parse(&bytes).is_ok_and(is_numbered) => numbered::read(&bytes, import),
        root => read_parts(root?, import),
    }
}

fn read_parts(file: Schematic, import: &Import) -> Result<Imported, Fault> {
    let content = match (file.version, file.blocks, file.palette, file.block_data) {
        (None | Some(1..=3), Some(content), ..) => content,
        (None | Some(1..=3), _, Some(palette), Some(data)) => Content { palette, data },
        (Some(1..=3), ..) => return Err(malformed("it has no blocks and their palette")),
        (Some(version), ..) => {
            return Err(unsupported(format!("schematics of version {version}")));
        }
        (None, ..) => {
            let what = "it has neither a version nor blocks and their palette";
            return Err(malformed(what));
        }
    };
    let size = size_of(file.width, file.height, file.length)?;
    let low = match file.offset.as_deref() {
        None => IVec3::ZERO,
        Some(&[x, y, z]) => IVec3::new(x, y, z),
        Some(_) => return Err(malformed("its offset is none")),
    };
    let cells = box_of(low, size)?;
    let mut blocks = Blocks::new(&cells, CellState::Free, import)?;
    let mut materials = HashMap::with_capacity(content.palette.len());
    // In the order of the numbers, so that equal files make equal palettes.
    let mut palette: Vec<_> = content.palette.iter().collect();
    palette.sort_unstable_by_key(|(_, number)| **number);
    for (text, number) in palette {
        let block = parsed(text)?;
        materials.insert(*number, blocks.material(&block)?);
    }
    let (mut numbers, mut at) = (Numbers(&content.data), 0);
    blocks.fill(&cells, || {
        let material = numbers.next().and_then(|number| {
            let unknown = || malformed(format!("the palette has no number {number}"));
            materials.get(&number).copied().ok_or_else(unknown)
        });
        at += 1;
        material.map_err(|fault| fault.in_part("block", at - 1))
    })?;
    if !numbers.0.is_empty() {
        return Err(malformed("it has more blocks than its size holds"));
    }
    Ok(blocks.finish(Vec::new()))
}

/// Returns the size of a schematic, of 1 to 65,535 blocks a side.
pub(super) fn size_of(
    width: Option<i32>,
    height: Option<i32>,
    length: Option<i32>,
) -> Result<IVec3, Fault> {
    let along = |cells: Option<i32>, name: &str| {
        let cells = cells.ok_or_else(|| malformed(format!("it has no {name}")))?;
        let unsigned = i16::try_from(cells).map_or(cells, |cells| cells.cast_unsigned().into());
        let fits = (0..=u16::MAX.into()).contains(&unsigned);
        fits.then_some(unsigned)
            .ok_or_else(|| malformed(format!("its {name} is {cells}")))
    };
    let size = IVec3::new(
        along(width, "width")?,
        along(height, "height")?,
        along(length, "length")?,
    );
    if size.min_element() == 0 {
        return Err(FileReason::Empty { what: "block" }.into());
    }
    Ok(size)
}

/// Returns the cells of a schematic whose lowest block is at its offset.
pub(super) fn box_of(low: IVec3, size: IVec3) -> Result<CellBox, Fault> {
    let end = low.checked_add(size);
    let end = end.ok_or_else(|| malformed("its offset is beyond every world"))?;
    Ok(CellBox::new(low, end))
}

/// Parses a block from text: `minecraft:ladder[facing=north,waterlogged=false]`.
fn parsed(text: &str) -> Result<BlockState, Fault> {
    let wrong = || malformed(format!("{text:?} is no block"));
    let (name, properties) = match text.split_once('[') {
        None => (text, ""),
        Some((name, rest)) => (name, rest.strip_suffix(']').ok_or_else(wrong)?),
    };
    let pairs = properties.split(',').filter(|pair| !pair.is_empty());
    let pair = |pair: &str| {
        let (key, value) = pair.split_once('=').ok_or_else(wrong)?;
        Ok((key.trim().to_owned(), value.trim().to_owned()))
    };
    Ok(BlockState {
        name: name.to_owned(),
        properties: pairs.map(pair).collect::<Result<_, Fault>>()?,
    })
}

/// Numbers in groups of seven bits, the lowest first; the top bit of a byte says that there are more.
struct Numbers<'b>(&'b [i8]);

impl Numbers<'_> {
    fn next(&mut self) -> Result<i32, Fault> {
        let mut number = 0_u32;
        for shift in (0..35).step_by(7) {
            let (byte, rest) = self
                .0
                .split_first()
                .ok_or_else(|| malformed("the blocks end too early"))?;
            self.0 = rest;
            number |= u32::from(byte.cast_unsigned() & 0x7f) << shift;
            if *byte >= 0 {
                return Ok(number.cast_signed());
            }
        }
        Err(malformed("a number has too many bytes"))
    }
}
