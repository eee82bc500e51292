//! The header of a `.ply` file: the elements that follow, and the numbers of each.

use crate::error::{Fault, malformed, unsupported};
use crate::scalar::{ByteOrder, Scalar};
use crate::text::lines::header_line;

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
    Binary(ByteOrder),
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

fn scalar(name: &str) -> Result<Scalar, Fault> {
    Ok(match name {
        "char" | "int8" => Scalar::I8,
        "uchar" | "uint8" => Scalar::U8,
        "short" | "int16" => Scalar::I16,
        "ushort" | "uint16" => Scalar::U16,
        "int" | "int32" => Scalar::I32,
        "uint" | "uint32" => Scalar::U32,
        "float" | "float32" => Scalar::F32,
        "double" | "float64" => Scalar::F64,
        _ => return Err(malformed(format!("no number is of the type {name:?}"))),
    })
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
            let wrong = || malformed(format!("{line:?} is no line of a header"));
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
                ["property", types @ .., name] => {
                    let property = match types {
                        ["list", length, number] => Property::of(name, Some(length), number),
                        [number] => Property::of(name, None, number),
                        _ => Err(wrong()),
                    }?;
                    let element = elements.last_mut().ok_or_else(wrong)?;
                    element.properties.push(property);
                }
                _ => return Err(wrong()),
            }
        }
        Ok(Self {
            encoding: encoding.ok_or_else(|| malformed("the line `format` is missing"))?,
            elements,
            end: bytes.len() - rest.len(),
        })
    }
}

impl Encoding {
    fn named(name: &str) -> Result<Self, Fault> {
        match name {
            "ascii" => Ok(Self::Text),
            "binary_little_endian" => Ok(Self::Binary(ByteOrder::LittleEndian)),
            "binary_big_endian" => Ok(Self::Binary(ByteOrder::BigEndian)),
            _ => Err(unsupported(format!("files of the format {name:?}"))),
        }
    }
}

impl<'b> Property<'b> {
    fn of(name: &'b str, length: Option<&str>, number: &str) -> Result<Self, Fault> {
        let length = length.map(scalar).transpose()?;
        let number = scalar(number)?;
        if length.is_some_and(|length| !length.is_integer()) {
            return Err(malformed(format!("the length of {name:?} is no integer")));
        }
        Ok(Self {
            name,
            length,
            number,
        })
    }
}
