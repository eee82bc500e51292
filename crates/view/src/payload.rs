//! The numbers of a page as one block of bytes: arrays of one kind after the other, compressed.
//!
//! Each array begins at a multiple of four bytes, little-endian, so that the page reads it where it
//! lies. The page decompresses the block by what every browser has (zlib, `DecompressionStream`).

use std::io::{self, Write};

use base64::Engine;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::json::{ToJson, object};

/// Arrays by name.
#[derive(Debug, Default)]
pub(crate) struct Payload {
    bytes: Vec<u8>,
    arrays: Vec<Array>,
}

/// The place of an array, for the page.
#[derive(Debug)]
struct Array {
    name: String,
    /// The constructor of the array in the page.
    kind: &'static str,
    offset: usize,
    length: usize,
}

object!(Array {
    name,
    kind,
    offset,
    length
});

/// A number that typed arrays of pages hold.
pub(crate) trait Element {
    const KIND: &'static str;

    fn write(self, bytes: &mut Vec<u8>);
}

macro_rules! element {
    ($type:ty, $kind:literal) => {
        impl Element for $type {
            const KIND: &'static str = $kind;

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
        }
    };
}

element!(u8, "Uint8Array");
element!(u16, "Uint16Array");
element!(u32, "Uint32Array");
element!(f32, "Float32Array");

impl Payload {
    pub(crate) fn add<E: Element>(
        &mut self,
        name: impl Into<String>,
        values: impl Iterator<Item = E>,
    ) {
        let offset = self.bytes.len();
        let mut length = 0;
        for value in values {
            value.write(&mut self.bytes);
            length += 1;
        }
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.arrays.push(Array {
            name: name.into(),
            kind: E::KIND,
            offset,
            length,
        });
    }

    /// Adds an array for each coordinate of some places: `prefix` with X, Y and Z.
    pub(crate) fn add_places<T, E: Element>(
        &mut self,
        prefix: &str,
        places: &(impl Iterator<Item = T> + Clone),
        along: impl Fn(T, usize) -> E,
    ) {
        for (axis, letter) in ["X", "Y", "Z"].into_iter().enumerate() {
            let values = places.clone().map(|place| along(place, axis));
            self.add(format!("{prefix}{letter}"), values);
        }
    }

    /// Returns the places of the arrays, as JSON.
    pub(crate) fn arrays(&self) -> &impl ToJson {
        &self.arrays
    }

    /// Returns the bytes, compressed, as text.
    pub(crate) fn text(&self) -> io::Result<String> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&self.bytes)?;
        Ok(base64::prelude::BASE64_STANDARD.encode(encoder.finish()?))
    }
}

/// Returns a length or a coordinate as pages hold it.
#[expect(clippy::cast_possible_truncation, reason = "a number to be shown")]
pub(crate) fn single(number: f64) -> f32 {
    number as f32
}

/// Returns a place in an array as pages hold it.
pub(crate) fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the number of a name among others, to which it is added if it is new.
pub(crate) fn number_of(name: &str, names: &mut Vec<String>) -> u32 {
    let known = names.iter().position(|known| known == name);
    small(known.unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    }))
}
