//! The header of a `.ply` file: the elements that follow, and the numbers of each.

use std::ops::RangeInclusive;

use crate::import_error::{Fault, malformed, unsupported};
use crate::lines::header_line;

/// The lines up to `end_header`.
#[derive(Debug)]
pub(super) struct Header<'b> {
    pub(super) encoding: Encoding,
    pub(super) elements: Vec<Element<'b>>,
    /// The byte at which the content begins.
    pub(super) end: usize,
}

/// The way numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// A kind of element, and how many of them follow.
#[derive(Debug)]
pub(super) struct Element<'b> {
    pub(super) name: &'b str,
    pub(super) count: u64,
    pub(super) properties: Vec<Property<'b>>,
}

/// A number or a list of numbers that each element of a kind has.
#[derive(Debug)]
pub(super) struct Property<'b> {
    pub(super) name: &'b str,
    /// The type of the length, if it is a list.
    pub(super) length: Option<Scalar>,
    pub(super) number: Scalar,
}

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn named(name: &str) -> Result<Self, Fault> {
        Ok(match name {
            "char" | "int8" => Self::I8,
            "uchar" | "uint8" => Self::U8,
            "short" | "int16" => Self::I16,
            "ushort" | "uint16" => Self::U16,
            "int" | "int32" => Self::I32,
            "uint" | "uint32" => Self::U32,
            "float" | "float32" => Self::F32,
            "double" | "float64" => Self::F64,
            _ => return Err(malformed(format!("no number is of the type {name:?}"))),
        })
    }

    pub(super) fn is_integer(self) -> bool {
        self.range().is_some()
    }

    /// Returns the range of integers of a type.
    pub(super) fn range(self) -> Option<RangeInclusive<f64>> {
        Some(match self {
            Self::I8 => i8::MIN.into()..=i8::MAX.into(),
            Self::U8 => u8::MIN.into()..=u8::MAX.into(),
            Self::I16 => i16::MIN.into()..=i16::MAX.into(),
            Self::U16 => u16::MIN.into()..=u16::MAX.into(),
            Self::I32 => i32::MIN.into()..=i32::MAX.into(),
            Self::U32 => u32::MIN.into()..=u32::MAX.into(),
            Self::F32 | Self::F64 => return None,
        })
    }
}

impl<'b> Header<'b> {
    pub(super) fn of(bytes: &'b [u8]) -> Result<Self, Fault> {
        let mut rest = bytes;
        let mut next = || header_line(&mut rest, "end_header");
        if next()? != "ply" {
            return Err(malformed("this is no .ply file"));
        }
        let (mut encoding, mut elements) = (None, Vec::<Element<'_>>::new());
        loop {
            let line = next()?;
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words.as_slice() {
                ["end_header"] => break,
                [] | ["comment" | "obj_info", ..] => {}
                ["format", name, _version] => encoding = Some(Encoding::named(name)?),
                ["element", name, count] => {
                    let count = count.parse();
                    elements.push(Element {
                        name,
                        count: count.map_err(|_| malformed(format!("{line:?} is no count")))?,
                        properties: Vec::new(),
                    });
                }
                ["property", rest @ ..] => {
                    let property = Property::of(rest);
                    let property = property.ok_or_else(|| malformed(wrong(line)))??;
                    let element = elements.last_mut().ok_or_else(|| malformed(wrong(line)))?;
                    element.properties.push(property);
                }
                _ => return Err(malformed(wrong(line))),
            }
        }
        Ok(Self {
            encoding: encoding.ok_or_else(|| malformed("the line `format` is missing"))?,
            elements,
            end: bytes.len() - rest.len(),
        })
    }
}

fn wrong(line: &str) -> String {
    format!("{line:?} is no line of a header")
}

impl Encoding {
    fn named(name: &str) -> Result<Self, Fault> {
        match name {
            "ascii" => Ok(Self::Text),
            "binary_little_endian" => Ok(Self::LittleEndian),
            "binary_big_endian" => Ok(Self::BigEndian),
            _ => Err(unsupported(format!("files of the format {name:?}"))),
        }
    }
}

impl<'b> Property<'b> {
    fn of(words: &[&'b str]) -> Option<Result<Self, Fault>> {
        let (length, number, name) = match words {
            ["list", length, number, name] => (Some(*length), *number, *name),
            [number, name] => (None, *number, *name),
            _ => return None,
        };
        let types = || {
            let length = length.map(Scalar::named).transpose()?;
            Ok((length, Scalar::named(number)?))
        };
        Some(types().and_then(|(length, number)| {
            if length.is_some_and(|length| !length.is_integer()) {
                return Err(malformed(format!("the length of {name:?} is no integer")));
            }
            Ok(Self {
                name,
                length,
                number,
            })
        }))
    }
}
