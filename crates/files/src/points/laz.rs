//! The positions in compressed LAS files (`.laz`), chunk by chunk. Not read: chunks of points one by one that
//! differ in their number of points.
//!
//! The crate `laz` undoes the compression. What it would believe is checked before: it is given one chunk
//! at a time, whose layers lie within the file, and never the table of chunks, which a seek alone needs.
//! Its decoder relies on a number below 2^32 - 1 at the start of what it decodes, which is checked too.
//! With debug assertions it panics where bytes that were damaged decode to numbers that no encoder writes;
//! such a panic is caught and told as the error that it is.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use las::Header;
use laz::las::selective::DecompressionSelection;
use laz::{LasZipDecompressor, LazItemRecordBuilder, LazItemType, LazVlr};
use voxnav_occupancy::glam::DVec3;

use super::Cloud;
use crate::error::{Fault, malformed, unsupported};
use crate::scalar::bytes_at;

/// The offset in the header of where the points are.
const OFFSET_OF_POINTS: usize = 96;

/// Adds the points of a file with this header.
pub(super) fn points(bytes: &[u8], header: &Header, cloud: &mut Cloud<'_>) -> Result<(), Fault> {
    let decoded = catch_unwind(AssertUnwindSafe(|| {
        Compressed::of(bytes, header)?.points(cloud)
    }));
    decoded.unwrap_or_else(|_| Err(malformed("its compressed points are damaged")))
}

/// A file whose items are of known sizes and fit its points.
struct Compressed<'f> {
    bytes: &'f [u8],
    header: &'f Header,
    /// The same items, said to be in one chunk: the decoder then looks for no table.
    one_chunk: LazVlr,
    layout: Layout,
    /// The number of bytes of a point.
    record: usize,
    /// The byte at which the points begin.
    start: usize,
}

/// The division of points into chunks.
enum Layout {
    /// A layer for each kind of number. Chunks tell how long they are, and how many points they have.
    Layers { layers: usize },
    /// Point by point, and as many in each chunk, but for the last.
    Equal { points: u64 },
}

impl<'f> Compressed<'f> {
    fn of(bytes: &'f [u8], header: &'f Header) -> Result<Self, Fault> {
        // In the record that speaks of the compression: how chunks are made, and how many points one has.
        const CHUNKED: usize = 0;
        const CHUNK_SIZE: usize = 12;
        let is_ours =
            |vlr: &&las::Vlr| vlr.user_id == LazVlr::USER_ID && vlr.record_id == LazVlr::RECORD_ID;
        let vlr = header.vlrs().iter().find(is_ours);
        let vlr = vlr.ok_or_else(|| malformed("nothing says how its points are compressed"))?;
        let told = LazVlr::from_buffer(&vlr.data).map_err(malformed)?;
        let mut data = vlr.data.clone();
        data[CHUNK_SIZE..CHUNK_SIZE + 4].copy_from_slice(&1_u32.to_le_bytes());
        data[CHUNKED..CHUNKED + 2].copy_from_slice(&1_u16.to_le_bytes());
        let one_chunk = LazVlr::from_buffer(&data).map_err(malformed)?;
        let record = usize::from(header.point_format().len());
        let items = one_chunk.items();
        let sizes: usize = items.iter().map(|item| usize::from(item.size())).sum();
        let is_odd = |item: &laz::LazItem| {
            let sound = LazItemRecordBuilder::new()
                .add_item(item.item_type())
                .build();
            sound[0].size() != item.size()
        };
        if sizes != record || items.iter().any(is_odd) {
            return Err(malformed("what is compressed is not what its points have"));
        }
        let is_chunked = vlr.data[CHUNKED] != 1;
        let layout = match items.first().map(|item| (item.item_type(), item.version())) {
            Some((LazItemType::Point14, 3 | 4)) => Layout::Layers {
                layers: items.iter().map(|item| layers(item.item_type())).sum(),
            },
            Some((LazItemType::Point10, 1 | 2)) if !is_chunked => {
                Layout::Equal { points: u64::MAX }
            }
            Some((LazItemType::Point10, 1 | 2)) if told.uses_variable_size_chunks() => {
                return Err(unsupported(
                    "chunks of points one by one that differ in number",
                ));
            }
            Some((LazItemType::Point10, 1 | 2)) => Layout::Equal {
                points: told.chunk_size().into(),
            },
            _ => return Err(unsupported("points of this compression")),
        };
        let start = word(bytes, OFFSET_OF_POINTS)? as usize;
        Ok(Self {
            bytes,
            header,
            one_chunk,
            layout,
            record,
            // The offset of the table of chunks comes first.
            start: start.saturating_add(if is_chunked { 8 } else { 0 }),
        })
    }

    fn points(&self, cloud: &mut Cloud<'_>) -> Result<(), Fault> {
        let mut at = self.start;
        let mut left = self.header.number_of_points();
        let mut number = 0;
        while left > 0 {
            let in_chunk = |fault: Fault| fault.in_part("chunk", number);
            let rest = self.bytes.get(at..).unwrap_or_default();
            let (chunk, count) = match self.layout {
                Layout::Layers { layers } => self.layered(rest, layers).map_err(in_chunk)?,
                Layout::Equal { points } => (self.pointwise(rest).map_err(in_chunk)?, points),
            };
            let count = count.min(left);
            if count == 0 {
                return Err(in_chunk(malformed("it has no points")));
            }
            let read = self.decode(chunk, count, cloud).map_err(in_chunk)?;
            at += match self.layout {
                Layout::Layers { .. } => chunk.len(),
                Layout::Equal { .. } => read,
            };
            left -= count;
            number += 1;
        }
        Ok(())
    }

    /// Returns the chunk that bytes begin with, whose layers end where they should, and how many points it
    /// has.
    fn layered<'b>(&self, rest: &'b [u8], layers: usize) -> Result<(&'b [u8], u64), Fault> {
        let count = word(rest, self.record)?;
        let sizes = self.record + 4;
        let first = sizes + 4 * layers;
        let mut end = first;
        for layer in 0..layers {
            let size = word(rest, sizes + 4 * layer)? as usize;
            // Of the others nothing is decoded.
            let is_decoded = layer < LAYERS_OF_POSITIONS && size > 0;
            if is_decoded && word(rest, end)? == u32::MAX {
                return Err(malformed("a layer begins as none does"));
            }
            end = end.saturating_add(size);
            if end > rest.len() {
                return Err(malformed("its layers end after the file"));
            }
        }
        Ok((&rest[..end], count.into()))
    }

    /// Returns bytes that a chunk of points one by one begins with.
    fn pointwise<'b>(&self, rest: &'b [u8]) -> Result<&'b [u8], Fault> {
        match rest.len() {
            // A chunk of one point may end here.
            length if length < self.record + 4 => Ok(rest),
            _ if word(rest, self.record)? == u32::MAX => Err(malformed("it begins as none does")),
            _ => Ok(rest),
        }
    }

    /// Decodes points, and tells how many bytes that took.
    fn decode(&self, chunk: &[u8], count: u64, cloud: &mut Cloud<'_>) -> Result<usize, Fault> {
        let wanted = DecompressionSelection::xy_returns_channel().decompress_z();
        let source = Cursor::new(chunk);
        let decoder = LasZipDecompressor::selective(source, self.one_chunk.clone(), wanted);
        let mut decoder = decoder.map_err(malformed)?;
        let mut record = vec![0; self.record];
        let transforms = self.header.transforms();
        for _ in 0..count {
            decoder.decompress_one(&mut record)?;
            // A point of every format begins with its position.
            let along = |axis: usize| word(&record, 4 * axis).map(u32::cast_signed);
            cloud.add(DVec3::new(
                transforms.x.direct(along(0)?),
                transforms.y.direct(along(1)?),
                transforms.z.direct(along(2)?),
            ))?;
        }
        Ok(usize::try_from(decoder.get().position()).unwrap_or(usize::MAX))
    }
}

/// The number of layers that a position is in: x and y are in the first, z in the second.
const LAYERS_OF_POSITIONS: usize = 2;

fn layers(item: LazItemType) -> usize {
    match item {
        LazItemType::Point14 => 9,
        LazItemType::RGBNIR14 => 2,
        LazItemType::Byte14(count) => count.into(),
        _ => 1,
    }
}

fn word(bytes: &[u8], at: usize) -> Result<u32, Fault> {
    let word = bytes_at(bytes, at).map(u32::from_le_bytes);
    word.ok_or_else(|| malformed("the file ends too early"))
}
