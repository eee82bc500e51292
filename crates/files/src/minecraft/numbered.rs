//! `.schematic`: schematics of `MCEdit`, whose blocks are numbers.
//!
//! These are the files of Minecraft up to 1.12. The number of a block and the four bits of its data become the name
//! that the block has had since 1.13, by the table `numbers.txt` next to the source of this module. The table has all
//! numbers of 1.12. Blocks of other numbers, which are those of mods, are solid, with materials such as
//! `block_1024`, and noted.
//!
//! Of the properties of blocks, the data of slabs, doors, gates, trapdoors and snow are read.
//!
//! # Errors
//!
//! Those of [`schem`](super::schem).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use fastnbt::ByteArray;
use serde::Deserialize;
use voxnav_occupancy::CellState;
use voxnav_occupancy::glam::IVec3;

use super::schem::{box_of, size_of};
use super::{BlockState, Blocks, nbt};
use crate::error::{Fault, malformed, unsupported};
use crate::import::{Import, Imported, note};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Schematic {
    width: Option<i32>,
    height: Option<i32>,
    length: Option<i32>,
    /// The game that the numbers belong to.
    materials: Option<String>,
    /// The lower eight bits of the numbers, x fastest, then z.
    blocks: ByteArray,
    /// The upper four bits of two numbers a byte, the first of them in the lower half.
    add_blocks: Option<ByteArray>,
    data: ByteArray,
    #[serde(rename = "WEOffsetX")]
    offset_x: Option<i32>,
    #[serde(rename = "WEOffsetY")]
    offset_y: Option<i32>,
    #[serde(rename = "WEOffsetZ")]
    offset_z: Option<i32>,
}

/// Reads the world in the tags of a schematic.
pub(super) fn read(tags: &[u8], import: &Import) -> Result<Imported, Fault> {
    let file: Schematic = nbt::parse(tags)?;
    if let Some(game) = file.materials.as_deref().filter(|game| *game != "Alpha") {
        return Err(unsupported(format!(
            "schematics with the blocks of {game:?}"
        )));
    }
    let size = size_of(file.width, file.height, file.length)?;
    let low = IVec3::new(
        file.offset_x.unwrap_or_default(),
        file.offset_y.unwrap_or_default(),
        file.offset_z.unwrap_or_default(),
    );
    let cells = box_of(low, size)?;
    let count = cells.volume();
    for (name, bytes) in [("Blocks", &file.blocks), ("Data", &file.data)] {
        if bytes.len() as u64 != count {
            let found = bytes.len();
            let what = format!("`{name}` has {found} bytes, and the size is {count} blocks");
            return Err(malformed(what));
        }
    }
    let numbered = NumberedBlocks {
        file: &file,
        layer: (size.x * size.z).unsigned_abs() as usize,
    };
    // In their order, so that equal files make equal palettes.
    let kinds: BTreeSet<Kind> = (0..file.blocks.len())
        .map(|index| numbered.kind(index))
        .collect();
    let mut blocks = Blocks::new(&cells, CellState::Free, import)?;
    let (mut materials, mut unknown) = (BTreeMap::new(), BTreeSet::new());
    for kind in kinds {
        if kind.name().is_none() {
            unknown.insert(kind.number);
        }
        materials.insert(kind, blocks.material(&kind.block())?);
    }
    let mut indices = 0..file.blocks.len();
    blocks.fill(&cells, || {
        let kind = indices.next().map(|index| numbered.kind(index));
        Ok(kind.and_then(|kind| materials.get(&kind).copied().flatten()))
    })?;
    let listed: Vec<_> = unknown.iter().take(8).map(u16::to_string).collect();
    let more = if unknown.len() > 8 { ", ..." } else { "" };
    let listed = listed.join(", ");
    let what = format!("numbers of blocks are not of Minecraft ({listed}{more}): these are solid");
    let mut notes = Vec::new();
    note(&mut notes, unknown.len(), what);
    Ok(blocks.finish(notes))
}

/// The blocks of a file, by their indices.
struct NumberedBlocks<'f> {
    file: &'f Schematic,
    /// The number of blocks of a layer, which is the step from a block to the one above.
    layer: usize,
}

impl NumberedBlocks<'_> {
    fn number(&self, index: usize) -> u16 {
        let byte = |bytes: &ByteArray, at: usize| {
            let byte = bytes.get(at).copied().unwrap_or_default();
            u16::from(byte.cast_unsigned())
        };
        let pair = self.file.add_blocks.as_ref();
        let pair = pair.map_or(0, |add| byte(add, index / 2));
        (pair >> (4 * (index % 2)) & 0xf) << 8 | byte(&self.file.blocks, index)
    }

    fn data(&self, index: usize) -> u8 {
        let data = self.file.data.get(index).copied().unwrap_or_default();
        data.cast_unsigned() & 0xf
    }

    /// Returns the kind of a block. The upper halves of doors and plants have that of the lower ones.
    fn kind(&self, index: usize) -> Kind {
        let (number, mut data) = (self.number(index), self.data(index));
        if is_two_high(number)
            && data & 8 != 0
            && let Some(below) = index.checked_sub(self.layer)
            && self.number(below) == number
        {
            data = self.data(below);
        }
        Kind { number, data }
    }
}

/// A block as it was up to 1.12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    number: u16,
    /// Four bits.
    data: u8,
}

/// Returns whether a number is that of a door or of a plant of two blocks, whose upper half has the bit 8.
fn is_two_high(number: u16) -> bool {
    matches!(number, 64 | 71 | 175 | 193..=197)
}

/// The colors of blocks, by their data.
const COLORS: [&str; 16] = [
    "white",
    "orange",
    "magenta",
    "light_blue",
    "yellow",
    "lime",
    "pink",
    "gray",
    "light_gray",
    "cyan",
    "purple",
    "blue",
    "brown",
    "green",
    "red",
    "black",
];

impl Kind {
    /// Returns the name, in which `*` stands for the color; `None` of numbers that Minecraft does not have.
    fn name(self) -> Option<&'static str> {
        static NAMES: OnceLock<Vec<Vec<&'static str>>> = OnceLock::new();
        let names = NAMES.get_or_init(|| {
            let lines = include_str!("numbers.txt").lines();
            lines.map(|line| line.split('|').collect()).collect()
        });
        let variants = names.get(usize::from(self.number))?;
        // The other bits of the data are those of the way that a block faces.
        let mask = variants.len().next_power_of_two() - 1;
        let variant = variants.get(usize::from(self.data) & mask);
        variant
            .or(variants.first())
            .copied()
            .filter(|it| *it != "-")
    }

    /// Returns the block that it has been since 1.13.
    fn block(self) -> BlockState {
        let color = COLORS[usize::from(self.data & 0xf)];
        let name = match self.name() {
            Some(name) => name.replace('*', color),
            None => format!("block_{}", self.number),
        };
        let is_set = |bit: u8| (self.data & bit != 0).to_string();
        let property = match self.number {
            43 | 125 | 181 | 204 => Some(("type", "double".to_owned())),
            44 | 126 | 182 | 205 => {
                let half = if self.data & 8 == 0 { "bottom" } else { "top" };
                Some(("type", half.to_owned()))
            }
            64 | 71 | 96 | 107 | 167 | 183..=187 | 193..=197 => Some(("open", is_set(4))),
            78 => Some(("layers", ((self.data & 7) + 1).to_string())),
            _ => None,
        };
        BlockState {
            name,
            properties: property
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_number_of_1_12() {
        let missing: Vec<u16> = (0..=300)
            .filter(|number| {
                let kind = Kind {
                    number: *number,
                    data: 0,
                };
                kind.name().is_none()
            })
            .collect();
        let expected: Vec<u16> = [253, 254].into_iter().chain(256..=300).collect();
        assert_eq!(missing, expected);
    }

    #[test]
    fn numbers_and_data_become_the_names_since_1_13() {
        for (number, data, expected) in [
            (1, 0, "stone"),
            (1, 4, "polished_diorite"),
            (5, 5, "dark_oak_planks"),
            (9, 0, "water"),
            // Logs that lie.
            (17, 6, "birch_log"),
            (31, 2, "fern"),
            (35, 14, "red_wool"),
            (44, 11, "cobblestone_slab"),
            (54, 3, "chest"),
            (65, 5, "ladder"),
            (78, 7, "snow"),
            (98, 1, "mossy_stone_bricks"),
            (106, 1, "vine"),
            (139, 1, "mossy_cobblestone_wall"),
            (162, 13, "dark_oak_log"),
            (171, 15, "black_carpet"),
            (213, 0, "magma_block"),
            (219, 0, "white_shulker_box"),
            (235, 2, "white_glazed_terracotta"),
            (250, 0, "black_glazed_terracotta"),
            (252, 3, "light_blue_concrete_powder"),
            (253, 0, "block_253"),
            (255, 0, "structure_block"),
            (4095, 9, "block_4095"),
        ] {
            let block = Kind { number, data }.block();
            assert_eq!(block.name, expected, "{number}:{data}");
        }
        let properties = |number, data| {
            let block = Kind { number, data }.block();
            format!("{:?}", block.properties)
        };
        assert_eq!(properties(44, 8), r#"{"type": "top"}"#);
        assert_eq!(properties(71, 4), r#"{"open": "true"}"#);
        assert_eq!(properties(78, 2), r#"{"layers": "3"}"#);
        assert_eq!(properties(1, 15), "{}");
    }
}
