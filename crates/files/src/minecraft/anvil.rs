//! Worlds in regions (Anvil), from Minecraft 1.13 on.
//!
//! Of a folder, such as `saves/mine/region` or `saves/mine` (the overworld), or `saves/mine/DIM-1` (the Nether), all
//! regions are read; of a file `r.X.Z.mca` one region, whose place its name says, or that of `r.0.0.mca` if it does
//! not. Cells of chunks that are there are known; of those that
//! are not, and between regions, they are [`Import::unknown`]. The world is as high as the sections that
//! hold blocks; a chunk without such a section, as in a void world, is air.
//!
//! Left unknown, and noted: chunks from before 1.13, whose blocks are numbers; chunks whose generation
//! was not finished; chunks compressed by LZ4, and those too large for their region (`.mcc`).
//!
//! While a world is read, its chunks are held as runs of equal blocks, about as large as what comes of
//! them.
//!
//! # Errors
//!
//! [`FileReason::Malformed`] with the number of a chunk, counted along x and then z,
//! [`FileReason::Empty`] if there is no chunk, [`FileReason::Unsupported`] if none of them can be
//! read. Of a folder they have the path of the region.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use fastnbt::LongArray;
use flate2::read::{GzDecoder, ZlibDecoder};
use serde::Deserialize;
use serde::de::IgnoredAny;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, MAX_COORDINATE};

use super::packed::{Packing, bits};
use super::{BlockState, Blocks, nbt};
use crate::error::{Fault, FileError, FileReason, Place, malformed, unsupported};
use crate::import::{Import, Imported, note};

/// The number of blocks along the edge of a section.
const SECTION: i32 = 16;

/// The number of chunks along the side of a region.
const REGION: usize = 32;

/// The number of bytes of what tells where the chunks of a region are, and of a unit of space in it.
const SECTOR: usize = 4096;

/// A limit of bytes that is more than any chunk has unpacked.
const LARGEST: u64 = 1 << 24;

/// Reads the world in a region of a name.
pub(crate) fn read(bytes: &[u8], name: &str, import: &Import) -> Result<Imported, Fault> {
    let mut world = Chunks::default();
    world.add_region(bytes, place(Path::new(name)).unwrap_or([0, 0]))?;
    world.build(import)
}

/// Reads the world in the regions of a folder, each read through what `watch` makes of it.
pub(crate) fn read_folder<R: Read>(
    folder: &Path,
    import: &Import,
    watch: impl Fn(File) -> R,
) -> Result<Imported, FileError> {
    let regions = regions(folder).map_err(|error| FileError::new(folder, error))?;
    let mut world = Chunks::default();
    for (place, path) in regions {
        let mut bytes = Vec::new();
        let read = File::open(&path).and_then(|file| watch(file).read_to_end(&mut bytes));
        read.map_err(|error| FileError::new(&path, FileReason::Unreadable(error)))?;
        // Regions that nothing was saved to yet.
        if !bytes.is_empty() {
            world
                .add_region(&bytes, place)
                .map_err(|fault| fault.of(&path))?;
        }
    }
    world.build(import).map_err(|fault| fault.of(folder))
}

/// Returns the regions of a folder and their places, or of its folder `region`.
fn regions(folder: &Path) -> io::Result<Vec<([i32; 2], PathBuf)>> {
    let own = folder.join("region");
    let folder = if own.is_dir() { &own } else { folder };
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(place) = place(&path) {
            all.push((place, path));
        }
    }
    all.sort_unstable();
    Ok(all)
}

/// Returns the place of a region by its name, `r.X.Z.mca`.
fn place(path: &Path) -> Option<[i32; 2]> {
    let name = path.file_name()?.to_str()?;
    let place = name.strip_prefix("r.")?.strip_suffix(".mca")?;
    let (x, z) = place.split_once('.')?;
    Some([x.parse().ok()?, z.parse().ok()?])
}

/// The chunks of a world, and what was not read.
#[derive(Default)]
struct Chunks {
    columns: Vec<Column>,
    /// Every block that occurs, numbered as they come.
    palette: BTreeMap<BlockState, u32>,
    old: usize,
    unfinished: usize,
    lz4: usize,
    apart: usize,
}

/// A chunk: sections one above the other.
struct Column {
    /// The lowest block of the column, at height 0.
    corner: IVec3,
    sections: Vec<Runs>,
}

/// A section of 16^3 blocks.
struct Runs {
    /// The height of the section, in sections.
    y: i32,
    /// The number of a block in the palette of all, and how many of it follow, x fastest, then z.
    runs: Vec<(u32, u16)>,
}

/// The fields that are read of a chunk.
#[derive(Deserialize)]
struct Chunk {
    #[serde(rename = "DataVersion")]
    version: Option<i32>,
    #[serde(rename = "Status")]
    status: Option<String>,
    #[serde(alias = "Sections")]
    sections: Option<Vec<Section>>,
    /// All of it but the version, before 1.18.
    #[serde(rename = "Level")]
    level: Option<Box<Chunk>>,
}

#[derive(Deserialize)]
struct Section {
    #[serde(rename = "Y")]
    y: Option<i8>,
    block_states: Option<States>,
    // Before 1.18.
    #[serde(rename = "Palette")]
    palette: Option<Vec<BlockState>>,
    #[serde(rename = "BlockStates")]
    states: Option<LongArray>,
    // Before 1.13.
    #[serde(rename = "Blocks")]
    numbered: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct States {
    palette: Vec<BlockState>,
    data: Option<LongArray>,
}

impl Chunks {
    fn add_region(&mut self, bytes: &[u8], place: [i32; 2]) -> Result<(), Fault> {
        let Some(table) = bytes.get(..SECTOR) else {
            return Err(malformed("the file ends too early").at(Place::Header));
        };
        for (number, entry) in table.chunks_exact(4).enumerate() {
            let first =
                usize::from(entry[0]) << 16 | usize::from(entry[1]) << 8 | usize::from(entry[2]);
            if first == 0 {
                continue;
            }
            let in_chunk = |fault: Fault| fault.in_part("chunk", number);
            let chunk = self.content(bytes, first * SECTOR).map_err(in_chunk)?;
            if let Some(chunk) = chunk {
                let corner = corner(place, number).map_err(in_chunk)?;
                let chunk = nbt::parse(&chunk).map_err(in_chunk)?;
                self.add_chunk(chunk, corner).map_err(in_chunk)?;
            }
        }
        Ok(())
    }

    /// Returns what is in the chunk that begins at a byte, unless that is noted.
    fn content(&mut self, bytes: &[u8], at: usize) -> Result<Option<Vec<u8>>, Fault> {
        let early = || malformed("it lies beyond the end of the file");
        let (header, rest) = bytes
            .get(at..)
            .and_then(|rest| rest.split_first_chunk::<5>())
            .ok_or_else(early)?;
        let [length @ .., kind] = *header;
        // The kind counts.
        let length = (u32::from_be_bytes(length) as usize).saturating_sub(1);
        let content = || rest.get(..length).ok_or_else(early);
        let unpacked = match kind {
            1 => nbt::decompressed(GzDecoder::new(content()?), LARGEST)?,
            2 => nbt::decompressed(ZlibDecoder::new(content()?), LARGEST)?,
            3 => content()?.to_vec(),
            4 => {
                self.lz4 += 1;
                return Ok(None);
            }
            129..=132 => {
                self.apart += 1;
                return Ok(None);
            }
            _ => return Err(unsupported(format!("chunks compressed by method {kind}"))),
        };
        Ok(Some(unpacked))
    }

    fn add_chunk(&mut self, chunk: Chunk, corner: IVec3) -> Result<(), Fault> {
        /// The version from which on blocks have names.
        const FLATTENED: i32 = 1451;
        /// The version from which on no number begins in a word and ends in the next.
        const PADDED: i32 = 2529;
        let version = chunk.version.unwrap_or(0);
        let (status, sections) = match chunk.level {
            Some(level) => (level.status, level.sections),
            None => (chunk.status, chunk.sections),
        };
        let sections = sections.unwrap_or_default();
        if version < FLATTENED || sections.iter().any(|section| section.numbered.is_some()) {
            self.old += 1;
            return Ok(());
        }
        if status.is_some_and(|status| is_unfinished(&status)) {
            self.unfinished += 1;
            return Ok(());
        }
        let packing = if version < PADDED {
            Packing::Dense
        } else {
            Packing::Padded
        };
        let mut column = Column {
            corner,
            sections: Vec::new(),
        };
        for section in sections {
            let y = section.y;
            let content = match (section.block_states, section.palette) {
                (Some(content), _) => content,
                (None, Some(palette)) => States {
                    palette,
                    data: section.states,
                },
                // Light alone.
                (None, None) => continue,
            };
            let y = y.ok_or_else(|| {
                malformed("a section with blocks does not say at what height it is")
            })?;
            let runs = self.runs(content, packing)?;
            column.sections.push(Runs { y: y.into(), runs });
        }
        self.columns.push(column);
        Ok(())
    }

    /// Returns the blocks of a section.
    fn runs(&mut self, states: States, packing: Packing) -> Result<Vec<(u32, u16)>, Fault> {
        const BLOCKS: u16 = 4096;
        let count = states.palette.len();
        if count == 0 || count > BLOCKS.into() {
            return Err(malformed(format!("a palette has {count} blocks")));
        }
        let own = states.palette.into_iter().map(|block| {
            let next = u32::try_from(self.palette.len()).unwrap_or(u32::MAX);
            *self.palette.entry(block).or_insert(next)
        });
        let own: Vec<u32> = own.collect();
        let data = match (own.as_slice(), states.data) {
            ([only], _) => return Ok(vec![(*only, BLOCKS)]),
            (_, Some(data)) => data,
            (_, None) => return Err(malformed("a section has a palette and no blocks")),
        };
        let width = bits(count, 4);
        let words = packing.words(BLOCKS.into(), width);
        if words != data.len() as u64 {
            let what = format!(
                "a section has {} words where {words} would be right",
                data.len()
            );
            return Err(malformed(what));
        }
        let mut runs: Vec<(u32, u16)> = Vec::new();
        for number in packing.numbers(&data, width).take(BLOCKS.into()) {
            let Some(&block) = own.get(number as usize) else {
                let what = format!("a palette of {count} has no number {number}");
                return Err(malformed(what));
            };
            match runs.last_mut() {
                Some((last, length)) if *last == block => *length += 1,
                _ => runs.push((block, 1)),
            }
        }
        Ok(runs)
    }

    fn build(self, import: &Import) -> Result<Imported, Fault> {
        let left_out = self.left_out();
        let Some(content) = self.content_box() else {
            return Err(match left_out.iter().find(|(count, _)| *count > 0) {
                Some((_, what)) => unsupported(what),
                None if self.columns.is_empty() => FileReason::Empty { what: "chunk" }.into(),
                None => FileReason::Empty { what: "block" }.into(),
            });
        };
        let mut notes = Vec::new();
        for (count, what) in left_out {
            note(&mut notes, count, format!("{what} were left unknown"));
        }
        let mut blocks = Blocks::new(&content, import.unknown, import)?;
        let mut materials = vec![None; self.palette.len()];
        for (block, number) in &self.palette {
            materials[*number as usize] = blocks.material(block)?;
        }
        for column in &self.columns {
            let mut all = CellBox::new(column.corner, column.corner + SECTION);
            (all.min.y, all.max.y) = (content.min.y, content.max.y);
            blocks.set_box(&all, None)?;
            for section in &column.sections {
                let corner = column.corner + IVec3::Y * (section.y * SECTION);
                let mut at = 0;
                for &(block, length) in &section.runs {
                    let end = at + i32::from(length);
                    if let Some(material) = materials[block as usize] {
                        for cells in rows(at, end) {
                            let cells = CellBox::new(corner + cells.min, corner + cells.max);
                            blocks.set_box(&cells, Some(material))?;
                        }
                    }
                    at = end;
                }
            }
        }
        Ok(blocks.finish(notes))
    }

    /// Returns the blocks of all chunks, as high as the sections that hold blocks; none without such a
    /// section.
    fn content_box(&self) -> Option<CellBox> {
        let sections = self.columns.iter().flat_map(|column| &column.sections);
        let heights = sections.map(|section| section.y);
        let (lowest, highest) = (heights.clone().min()?, heights.max()?);
        let mut content = CellBox::EMPTY;
        for column in &self.columns {
            let mut blocks = CellBox::new(column.corner, column.corner + SECTION);
            (blocks.min.y, blocks.max.y) = (lowest * SECTION, (highest + 1) * SECTION);
            content = content.hull(&blocks);
        }
        Some(content)
    }

    /// Returns what was not read, and how many chunks of it there are.
    fn left_out(&self) -> [(usize, &'static str); 4] {
        [
            (self.old, "chunks from before Minecraft 1.13"),
            (
                self.unfinished,
                "chunks that are not generated to their end",
            ),
            (self.lz4, "chunks compressed by LZ4"),
            (self.apart, "chunks in files of their own (.mcc)"),
        ]
    }
}

/// Returns the lowest block of a chunk of a region.
fn corner([x, z]: [i32; 2], number: usize) -> Result<IVec3, Fault> {
    let along = |region: i32, chunk: usize| {
        let chunk = i64::from(region) * 32 + i64::try_from(chunk).unwrap_or(0);
        let block = chunk * i64::from(SECTION);
        i32::try_from(block)
            .ok()
            .filter(|block| block.unsigned_abs() < MAX_COORDINATE.unsigned_abs())
            .ok_or_else(|| malformed("it lies beyond every world"))
    };
    Ok(IVec3::new(
        along(x, number % REGION)?,
        0,
        along(z, number / REGION)?,
    ))
}

/// Returns whether a chunk of this status has not all its blocks yet.
fn is_unfinished(status: &str) -> bool {
    let status = status.strip_prefix("minecraft:").unwrap_or(status);
    matches!(
        status,
        "empty"
            | "structure_starts"
            | "structure_references"
            | "biomes"
            | "noise"
            | "surface"
            | "carvers"
            | "liquid_carvers"
            | "base"
            | "carved"
            | "liquid_carved"
            | "decorated"
    )
}

/// Returns the boxes of a section that its blocks from one number to another fill: parts of rows, or rows,
/// or layers.
fn rows(mut at: i32, end: i32) -> impl Iterator<Item = CellBox> {
    const LAYER: i32 = SECTION * SECTION;
    std::iter::from_fn(move || {
        if at >= end {
            return None;
        }
        let min = IVec3::new(at % SECTION, at / LAYER, at / SECTION % SECTION);
        let left = end - at;
        let size = if at % LAYER == 0 && left >= LAYER {
            IVec3::new(SECTION, left / LAYER, SECTION)
        } else if at % SECTION == 0 && left >= SECTION {
            IVec3::new(SECTION, 1, (left / SECTION).min(SECTION - min.z))
        } else {
            IVec3::new(left.min(SECTION - min.x), 1, 1)
        };
        at += size.element_product();
        Some(CellBox::new(min, min + size))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_blocks_are_boxes_in_their_order() {
        for (from, to) in [
            (0, 4096),
            (5, 4090),
            (16, 300),
            (3, 4),
            (250, 800),
            (256, 512),
        ] {
            let mut cells: Vec<i32> = rows(from, to)
                .flat_map(|part| part.cells().collect::<Vec<_>>())
                .map(|cell| (cell.y * 16 + cell.z) * 16 + cell.x)
                .collect();
            cells.sort_unstable();
            assert!(cells.iter().copied().eq(from..to), "{from}..{to}");
        }
    }
}
