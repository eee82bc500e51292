//! The header of a `.npy` file.
//!
//! ```text
//! bytes  0  6      8         8 + n                    n is 2 in version 1, 4 from version 2 on
//!        magic     version   length   text            length bytes of text
//!        \x93NUMPY major.minor        {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4, 5), }
//! ```
//!
//! The text is a dictionary as Python writes it, padded by spaces and a line break, so that the numbers
//! begin at a multiple of 64 bytes.

use std::io::Read;

use crate::import_error::{Fault, malformed, unsupported};

const MAGIC: &[u8] = b"\x93NUMPY";

/// A limit of bytes that is more than any text has that describes plain numbers.
const LONGEST: u32 = 1 << 16;

/// A limit of numbers that is more than any file has; products of axes up to here do not overflow.
const MOST: u64 = 1 << 60;

/// The type of the numbers of a file, their order and their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    kind: Kind,
    /// The bytes of a number.
    pub(super) width: usize,
    is_big_endian: bool,
    pub(super) order: Order,
    /// The number of numbers along each axis.
    pub(super) shape: Vec<u64>,
}

/// The order of the axes of an array in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The last index changes from one number to the next.
    C,
    /// The first index does.
    Fortran,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bool,
    Signed,
    Unsigned,
    Float,
}

/// A number of an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Flag(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
}

/// Writes the header of an array of signed bytes with three axes in C order.
pub(crate) fn text(shape: [u32; 3]) -> Vec<u8> {
    const START: usize = 10;
    let [x, y, z] = shape;
    let mut text =
        format!("{{'descr': '|i1', 'fortran_order': False, 'shape': ({x}, {y}, {z}), }}");
    // Padded to 64 bytes or 128, with a line break at the end.
    while !(START + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = [MAGIC, &[1, 0]].concat();
    // INVARIANT: less than 128.
    bytes.extend(u16::try_from(text.len()).unwrap_or(u16::MAX).to_le_bytes());
    bytes.extend(text.into_bytes());
    bytes
}

impl Header {
    pub(super) fn read(source: &mut impl Read) -> Result<Self, Fault> {
        let mut start = [0; 8];
        source.read_exact(&mut start)?;
        if !start.starts_with(MAGIC) {
            return Err(malformed("this is no .npy file"));
        }
        let mut length = [0; 4];
        match start[6] {
            1 => source.read_exact(&mut length[..2])?,
            2 | 3 => source.read_exact(&mut length)?,
            version => return Err(unsupported(format!("files of version {version}"))),
        }
        let length = u32::from_le_bytes(length);
        if length > LONGEST {
            return Err(malformed(format!("it claims to have {length} bytes")));
        }
        let mut text = Vec::new();
        source.take(length.into()).read_to_end(&mut text)?;
        if text.len() < length as usize {
            return Err(malformed("the file ends too early"));
        }
        Self::parse(str::from_utf8(&text).map_err(malformed)?)
    }

    fn parse(text: &str) -> Result<Self, Fault> {
        let mut words = Words(text);
        let (mut descr, mut order, mut shape) = (None, None, None);
        words.expect(Word::Mark('{'))?;
        loop {
            let key = match words.next()? {
                Word::Mark('}') => break,
                Word::Text(key) => key,
                _ => return Err(no_dictionary()),
            };
            words.expect(Word::Mark(':'))?;
            let is_new = match key {
                "descr" => match words.next()? {
                    Word::Text(value) => descr.replace(value).is_none(),
                    Word::Mark('[') => return Err(unsupported("structured arrays")),
                    _ => return Err(no_dictionary()),
                },
                "fortran_order" => {
                    let value = match words.next()? {
                        Word::Name("False") => Order::C,
                        Word::Name("True") => Order::Fortran,
                        _ => return Err(no_dictionary()),
                    };
                    order.replace(value).is_none()
                }
                "shape" => shape.replace(words.shape()?).is_none(),
                _ => return Err(malformed(format!("nothing is called {key:?} in it"))),
            };
            if !is_new {
                return Err(malformed(format!("{key} is said twice")));
            }
            match words.next()? {
                Word::Mark(',') => {}
                Word::Mark('}') => break,
                _ => return Err(no_dictionary()),
            }
        }
        if !words.0.trim().is_empty() {
            return Err(no_dictionary());
        }
        let (Some(descr), Some(order), Some(shape)) = (descr, order, shape) else {
            return Err(malformed("it lacks descr, fortran_order or shape"));
        };
        let (kind, width, is_big_endian) = numbers(descr)?;
        Ok(Self {
            kind,
            width,
            is_big_endian,
            order,
            shape,
        })
    }

    /// Returns the number in as many bytes as it has.
    pub(super) fn number(&self, bytes: &[u8]) -> Number {
        let mut all = [0; 8];
        for (at, byte) in bytes.iter().enumerate() {
            let at = if self.is_big_endian {
                self.width - 1 - at
            } else {
                at
            };
            all[at] = *byte;
        }
        let unused = u64::BITS - 8 * u32::try_from(self.width).unwrap_or(8);
        let word = u64::from_le_bytes(all);
        match self.kind {
            Kind::Bool => Number::Flag(word != 0),
            Kind::Unsigned => Number::Unsigned(word),
            Kind::Signed => Number::Signed((word << unused).cast_signed() >> unused),
            Kind::Float if self.width == 8 => Number::Float(f64::from_bits(word)),
            Kind::Float => {
                let [a, b, c, d, ..] = all;
                Number::Float(f32::from_le_bytes([a, b, c, d]).into())
            }
        }
    }
}

/// Parses the type of numbers: their kind, the bytes of each, and whether the highest comes first.
fn numbers(descr: &str) -> Result<(Kind, usize, bool), Fault> {
    let of_order = |kind: &str| {
        Some(match kind {
            "b1" => (Kind::Bool, 1),
            "i1" => (Kind::Signed, 1),
            "i2" => (Kind::Signed, 2),
            "i4" => (Kind::Signed, 4),
            "i8" => (Kind::Signed, 8),
            "u1" => (Kind::Unsigned, 1),
            "u2" => (Kind::Unsigned, 2),
            "u4" => (Kind::Unsigned, 4),
            "u8" => (Kind::Unsigned, 8),
            "f4" => (Kind::Float, 4),
            "f8" => (Kind::Float, 8),
            _ => return None,
        })
    };
    let found = descr.split_at_checked(1).and_then(|(order, kind)| {
        let (kind, width) = of_order(kind)?;
        match order {
            "<" => Some((kind, width, false)),
            ">" => Some((kind, width, true)),
            "|" if width == 1 => Some((kind, width, false)),
            _ => None,
        }
    });
    found.ok_or_else(|| unsupported(format!("arrays of the type '{descr}'")))
}

fn no_dictionary() -> Fault {
    malformed("it is no dictionary of descr, fortran_order and shape")
}

/// The words of a dictionary that are left.
struct Words<'t>(&'t str);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word<'t> {
    Mark(char),
    /// A text without its quotes.
    Text(&'t str),
    /// A number, or a name such as `True`.
    Name(&'t str),
}

impl<'t> Words<'t> {
    fn next(&mut self) -> Result<Word<'t>, Fault> {
        let text = self.0.trim_start();
        let first = text.chars().next().ok_or_else(no_dictionary)?;
        let (word, rest) = if let '\'' | '"' = first {
            let (word, rest) = text[1..].split_once(first).ok_or_else(no_dictionary)?;
            (Word::Text(word), rest)
        } else if first.is_alphanumeric() {
            let is_other = |letter: char| !letter.is_alphanumeric();
            let (word, rest) = text.split_at(text.find(is_other).unwrap_or(text.len()));
            (Word::Name(word), rest)
        } else {
            (Word::Mark(first), &text[first.len_utf8()..])
        };
        self.0 = rest;
        Ok(word)
    }

    fn expect(&mut self, expected: Word<'_>) -> Result<(), Fault> {
        match self.next()? {
            word if word == expected => Ok(()),
            _ => Err(no_dictionary()),
        }
    }

    /// Parses the lengths of axes in parentheses.
    fn shape(&mut self) -> Result<Vec<u64>, Fault> {
        let (mut shape, mut product) = (Vec::new(), 1_u64);
        let impossible = || malformed("no array has such a shape");
        self.expect(Word::Mark('('))?;
        loop {
            match self.next()? {
                Word::Mark(')') => return Ok(shape),
                Word::Name(number) => {
                    let length: u64 = number.parse().map_err(|_| impossible())?;
                    let larger = product.checked_mul(length.max(1));
                    product = larger.filter(|all| *all < MOST).ok_or_else(impossible)?;
                    shape.push(length);
                }
                _ => return Err(no_dictionary()),
            }
            match self.next()? {
                Word::Mark(',') => {}
                Word::Mark(')') => return Ok(shape),
                _ => return Err(no_dictionary()),
            }
        }
    }
}
