//! Named binary tags, as far as they are read at all.
//!
//! `fastnbt` makes values of them. What it trusts is looked at before: that every tag and length is what
//! the bytes can hold, that lists and compounds are not nested without end (it descends into them as deep
//! as they go), and that lists are not longer than what they are made of would take up.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::{GzDecoder, ZlibDecoder};
use serde::de::DeserializeOwned;

use crate::error::{Fault, FileReason, Place, malformed};

/// The depth to which tags may be nested. The format allows 512; what Minecraft writes is far below this.
const DEEPEST: usize = 128;

/// The tag of a compound.
const COMPOUND: u8 = 10;

/// The most elements of a list of compounds, each of which takes a byte at least.
const LONGEST: usize = 1 << 22;

/// Parses a value out of the bytes of a compound.
pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    check(bytes)?;
    fastnbt::from_bytes(bytes).map_err(malformed)
}

/// Returns the tags of a schematic, which may be compressed by gzip or zlib, or plain: the first bytes report which.
pub(super) fn schematic(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Fault> {
    /// A limit of bytes that is more than any schematic has unpacked: a byte a block, and 800 blocks a side.
    const LARGEST: u64 = 1 << 29;
    match bytes {
        [COMPOUND, ..] => Ok(bytes.into()),
        [0x1f, 0x8b, ..] => Ok(decompressed(GzDecoder::new(bytes), LARGEST)?.into()),
        // Deflated, and the two bytes are a multiple of 31.
        [first, second, ..]
            if first & 0xf == 8 && u16::from_be_bytes([*first, *second]).is_multiple_of(31) =>
        {
            Ok(decompressed(ZlibDecoder::new(bytes), LARGEST)?.into())
        }
        _ => {
            let what = "these are no tags of Minecraft, compressed by gzip or zlib or plain";
            Err(malformed(what).at(Place::Header))
        }
    }
}

/// Returns the decompressed bytes, if they are at most `limit`.
pub(super) fn decompressed(source: impl Read, limit: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(FileReason::Unpacked { limit }.into());
    }
    Ok(bytes)
}

/// The rest of a compound, or of a list, that is open.
enum Open {
    Compound,
    List { tag: u8, left: usize },
}

/// Goes over all tags.
fn check(bytes: &[u8]) -> Result<(), Fault> {
    let mut tags = Tags { bytes, at: 0 };
    if tags.byte()? != COMPOUND {
        return Err(tags.wrong("this is no compound"));
    }
    tags.text()?;
    let mut open = vec![Open::Compound];
    while let Some(last) = open.last_mut() {
        let tag = match last {
            Open::Compound => match tags.byte()? {
                0 => None,
                tag => {
                    tags.text()?;
                    Some(tag)
                }
            },
            Open::List { left: 0, .. } => None,
            Open::List { tag, left } => {
                *left -= 1;
                Some(*tag)
            }
        };
        match tag.map(|tag| tags.value(tag)).transpose()? {
            None => {
                open.pop();
            }
            Some(Some(inner)) if open.len() < DEEPEST => open.push(inner),
            Some(Some(_)) => return Err(tags.wrong("tags are nested too deep")),
            Some(None) => {}
        }
    }
    Ok(())
}

struct Tags<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Tags<'_> {
    fn wrong(&self, what: impl std::fmt::Display) -> Fault {
        malformed(what).at(Place::Byte(self.at as u64))
    }

    fn skip(&mut self, count: usize) -> Result<(), Fault> {
        if count > self.bytes.len() - self.at {
            return Err(self.wrong("the file ends too early"));
        }
        self.at += count;
        Ok(())
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        self.skip(1)?;
        Ok(self.bytes[self.at - 1])
    }

    /// Goes over a name or a text.
    fn text(&mut self) -> Result<(), Fault> {
        let length = [self.byte()?, self.byte()?];
        self.skip(u16::from_be_bytes(length).into())
    }

    fn length(&mut self) -> Result<usize, Fault> {
        let length = [self.byte()?, self.byte()?, self.byte()?, self.byte()?];
        let length = i32::from_be_bytes(length);
        usize::try_from(length).map_err(|_| self.wrong(format!("a length is {length}")))
    }

    /// Goes over a value, or says that it is one of many.
    fn value(&mut self, tag: u8) -> Result<Option<Open>, Fault> {
        match tag {
            1 => self.skip(1)?,
            2 => self.skip(2)?,
            3 | 5 => self.skip(4)?,
            4 | 6 => self.skip(8)?,
            7 | 11 | 12 => {
                let length = self.length()?;
                let each = match tag {
                    7 => 1,
                    11 => 4,
                    _ => 8,
                };
                self.skip(length.saturating_mul(each))?;
            }
            8 => self.text()?,
            9 => {
                let (tag, left) = (self.byte()?, self.length()?);
                if tag > 12 || tag == 0 && left > 0 {
                    return Err(self.wrong(format!("no list has {left} of tag {tag}")));
                }
                if left > LONGEST && matches!(tag, 8..=10) {
                    return Err(self.wrong(format!("a list has {left} elements")));
                }
                return Ok(Some(Open::List { tag, left }));
            }
            10 => return Ok(Some(Open::Compound)),
            _ => return Err(self.wrong(format!("there is no tag {tag}"))),
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(bytes: &[u8]) -> String {
        let fault = parse::<fastnbt::Value>(bytes).unwrap_err();
        format!("{}: {}", fault.place, fault.reason)
    }

    #[test]
    fn claims_that_the_bytes_do_not_hold_are_refused() {
        // A long array of 2^31 - 1 longs.
        let array = [10, 0, 0, 12, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0];
        assert_eq!(said(&array), "byte 10: the file ends too early");
        let ends = [10, 0, 0, 9, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0];
        assert_eq!(said(&ends), "byte 11: no list has 2147483647 of tag 0");
        let lists = [10, 0, 0, 9, 0, 0, 9, 0x7f, 0xff, 0xff, 0xff, 0];
        assert_eq!(said(&lists), "byte 11: a list has 2147483647 elements");
        let negative = [10, 0, 0, 7, 0, 0, 0xff, 0xff, 0xff, 0xff, 0];
        assert_eq!(said(&negative), "byte 10: a length is -1");
        assert_eq!(said(&[10, 0, 0, 13, 0, 0]), "byte 6: there is no tag 13");
        assert_eq!(said(&[8]), "byte 1: this is no compound");
    }

    #[test]
    fn tags_are_not_nested_without_end() {
        let mut lists = vec![10, 0, 0, 9, 0, 0];
        for _ in 0..1_000_000 {
            lists.extend([9, 0, 0, 0, 1]);
        }
        assert!(said(&lists).contains("nested too deep"));
        let mut compounds = vec![10, 0, 0];
        for _ in 0..1_000_000 {
            compounds.extend([10, 0, 0]);
        }
        assert!(said(&compounds).contains("nested too deep"));
    }

    #[test]
    fn what_is_as_deep_as_allowed_is_read_on_a_small_stack() {
        let mut deep = vec![10, 0, 0];
        for _ in 1..DEEPEST {
            deep.extend([10, 0, 1, b'a']);
        }
        deep.extend(vec![0; DEEPEST]);
        parse::<fastnbt::Value>(&deep).unwrap();
    }

    #[test]
    fn what_unpacks_to_too_much_is_refused() {
        let bomb = std::io::repeat(0).take(1 << 40);
        let fault = decompressed(bomb, 1 << 20).unwrap_err();
        assert!(matches!(
            fault.reason,
            FileReason::Unpacked { limit: 0x0010_0000 }
        ));
    }
}
