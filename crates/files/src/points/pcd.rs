//! `.pcd`: clouds of the Point Cloud Library, as text, binary or compressed.
//!
//! The fields `x`, `y` and `z`. Not read: the viewpoint, and all other fields.

use pcd_rs::{DynReader, Field};
use voxnav_occupancy::glam::DVec3;

use super::{Cloud, world};
use crate::error::{Fault, Place, malformed};
use crate::import::{Import, Imported};

/// Reads the world of the points in a PCD file.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    world(import, |cloud| points(bytes, cloud))
}

fn points(bytes: &[u8], cloud: &mut Cloud<'_>) -> Result<(), Fault> {
    check_claims(bytes).map_err(|fault| fault.at(Place::Header))?;
    let reader = DynReader::from_bytes(bytes).map_err(malformed)?;
    let names: Vec<String> = reader
        .meta()
        .field_defs
        .iter()
        // Records leave out what fills the gaps between fields.
        .filter(|field| !field.is_padding())
        .map(|field| field.name.clone())
        .collect();
    let of = |wanted: &str| {
        let found = names.iter().position(|name| name == wanted);
        found.ok_or_else(|| malformed(format!("it has no field called {wanted}")).at(Place::Header))
    };
    let axes = [of("x")?, of("y")?, of("z")?];
    for (index, record) in reader.enumerate() {
        let record = record.map_err(|error| malformed(error).in_part("point", index))?;
        let [x, y, z] = axes.map(|axis| record.0.get(axis).map_or(f64::NAN, number));
        cloud.add(DVec3::new(x, y, z))?;
    }
    Ok(())
}

/// Refuses a header with more fields or larger records than its points could have, and compressed points
/// that claim more bytes than they can become: the parser reserves what they claim.
fn check_claims(bytes: &[u8]) -> Result<(), Fault> {
    /// No byte of the compression stands for more than 264 / 3.
    const LARGEST_RATIO: usize = 88;
    const LARGEST_COUNT: u64 = 1 << 10;
    let marker = b"\nDATA ";
    let data = bytes.windows(marker.len()).position(|part| part == marker);
    let data = data.ok_or_else(|| malformed("the line DATA is missing"))?;
    for line in bytes[..data].split(|byte| *byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_ascii_whitespace();
        let is_of_fields = matches!(words.next(), Some("COUNT" | "SIZE"));
        let is_large = |word: &str| word.parse().map_or(true, |n: u64| n > LARGEST_COUNT);
        if is_of_fields && words.any(is_large) {
            return Err(malformed("no field is as large"));
        }
    }
    let rest = &bytes[data + marker.len()..];
    let Some(end) = rest.iter().position(|byte| *byte == b'\n') else {
        return Ok(());
    };
    let (kind, content) = rest.split_at(end + 1);
    if !kind.starts_with(b"binary_compressed") {
        return Ok(());
    }
    let sizes = content.first_chunk::<8>().copied().unwrap_or_default();
    let word =
        |at: usize| u32::from_le_bytes([sizes[at], sizes[at + 1], sizes[at + 2], sizes[at + 3]]);
    let (packed, whole) = (word(0) as usize, word(4) as usize);
    if packed > content.len() || whole > content.len().saturating_mul(LARGEST_RATIO) {
        return Err(malformed(
            "the compressed points claim more bytes than there are",
        ));
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a position")]
fn number(field: &Field) -> f64 {
    let first = match field {
        Field::I8(all) => all.first().map(|one| f64::from(*one)),
        Field::I16(all) => all.first().map(|one| f64::from(*one)),
        Field::I32(all) => all.first().map(|one| f64::from(*one)),
        Field::I64(all) => all.first().map(|one| *one as f64),
        Field::U8(all) => all.first().map(|one| f64::from(*one)),
        Field::U16(all) => all.first().map(|one| f64::from(*one)),
        Field::U32(all) => all.first().map(|one| f64::from(*one)),
        Field::U64(all) => all.first().map(|one| *one as f64),
        Field::F32(all) => all.first().map(|one| f64::from(*one)),
        Field::F64(all) => all.first().copied(),
    };
    first.unwrap_or(f64::NAN)
}
