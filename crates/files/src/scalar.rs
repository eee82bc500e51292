//! Numbers as binary files have them.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Returns the bytes of a number that begins at a byte; `None` where they end too early.
pub(crate) fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    F32,
    F64,
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ByteOrder {
    LittleEndian,
    BigEndian,
}

/// The type of the numbers of a file, such as `u8`, `i16` or `f32`, with the order of their bytes.
///
/// As text, `be` at the end says that the higher bytes come first. The names of `NumPy` are read as well.
///
/// ```
/// use voxnav_files::NumberType;
///
/// let number: NumberType = "u16be".parse()?;
/// assert_eq!(number.bytes(), 2);
/// assert_eq!("uint16".parse::<NumberType>()?.to_string(), "u16");
/// assert!("u12".parse::<NumberType>().is_err());
/// # Ok::<(), voxnav_files::NumberTypeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberType {
    pub(crate) scalar: Scalar,
    pub(crate) byte_order: ByteOrder,
}

/// Error for a text that is no [`NumberType`].
///
/// ```
/// let error = "u12".parse::<voxnav_files::NumberType>().unwrap_err();
/// assert!(error.to_string().starts_with("choose one of i8, u8, i16, "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "choose one of {}, the longer ones also with be for big-endian numbers",
    listed()
)]
#[non_exhaustive]
pub struct NumberTypeError;

fn listed() -> String {
    Scalar::NAMES.map(|(name, _)| name).join(", ")
}

impl NumberType {
    /// Returns the number of bytes of a number.
    ///
    /// ```
    /// assert_eq!("f64".parse::<voxnav_files::NumberType>()?.bytes(), 8);
    /// # Ok::<(), voxnav_files::NumberTypeError>(())
    /// ```
    #[must_use]
    pub fn bytes(self) -> usize {
        self.scalar.size()
    }
}

impl FromStr for NumberType {
    type Err = NumberTypeError;

    fn from_str(text: &str) -> Result<Self, NumberTypeError> {
        let (name, byte_order) = match text.strip_suffix("be") {
            Some(name) => (name, ByteOrder::BigEndian),
            None => (text, ByteOrder::LittleEndian),
        };
        let long = ["uint", "int", "float"].into_iter();
        let bits = long.zip(["u", "i", "f"]).find_map(|(long, short)| {
            let bits = name.strip_prefix(long)?;
            Some(format!("{short}{bits}"))
        });
        let name = bits.as_deref().unwrap_or(name);
        let mut all = Scalar::NAMES.into_iter();
        let (_, scalar) = all
            .find(|(known, _)| *known == name)
            .ok_or(NumberTypeError)?;
        Ok(Self { scalar, byte_order })
    }
}

impl fmt::Display for NumberType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Scalar::NAMES.into_iter();
        let name = all.find(|(_, scalar)| *scalar == self.scalar);
        f.write_str(name.map_or("", |(name, _)| name))?;
        let is_big = self.byte_order == ByteOrder::BigEndian && self.bytes() > 1;
        f.write_str(if is_big { "be" } else { "" })
    }
}

impl Scalar {
    /// The types by their names.
    const NAMES: [(&str, Self); 11] = [
        ("i8", Self::I8),
        ("u8", Self::U8),
        ("i16", Self::I16),
        ("u16", Self::U16),
        ("i32", Self::I32),
        ("u32", Self::U32),
        ("i64", Self::I64),
        ("u64", Self::U64),
        ("f16", Self::F16),
        ("f32", Self::F32),
        ("f64", Self::F64),
    ];

    /// Returns the number of bytes of a number.
    pub(crate) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 | Self::F16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    pub(crate) fn is_integer(self) -> bool {
        !matches!(self, Self::F16 | Self::F32 | Self::F64)
    }

    /// Returns the range of integers of a type; `None` of other numbers.
    pub(crate) fn range(self) -> Option<RangeInclusive<f64>> {
        let count = 256_f64.powi(i32::try_from(self.size()).unwrap_or(8));
        match self {
            Self::I8 | Self::I16 | Self::I32 | Self::I64 => Some(-count / 2.0..=count / 2.0 - 1.0),
            Self::U8 | Self::U16 | Self::U32 | Self::U64 => Some(0.0..=count - 1.0),
            Self::F16 | Self::F32 | Self::F64 => None,
        }
    }

    /// Returns the number in as many bytes as it has. Integers of 64 bits are rounded: none but 0 becomes 0, and none
    /// but -1 becomes -1.
    pub(crate) fn value(self, bytes: &[u8], order: ByteOrder) -> f64 {
        let mut all = [0; 8];
        for (place, byte) in all.iter_mut().zip(bytes) {
            *place = *byte;
        }
        if order == ByteOrder::BigEndian {
            all[..self.size()].reverse();
        }
        let word = u64::from_le_bytes(all);
        let [a, b, c, d, ..] = all;
        #[expect(clippy::cast_precision_loss, reason = "as the documentation says")]
        match self {
            Self::I8 => a.cast_signed().into(),
            Self::I16 => i16::from_le_bytes([a, b]).into(),
            Self::I32 => i32::from_le_bytes([a, b, c, d]).into(),
            Self::I64 => word.cast_signed() as f64,
            Self::U8 | Self::U16 | Self::U32 | Self::U64 => word as f64,
            Self::F16 => half(u16::from_le_bytes([a, b])),
            Self::F32 => f32::from_le_bytes([a, b, c, d]).into(),
            Self::F64 => f64::from_bits(word),
        }
    }
}

/// Returns the number of 16 bits: a sign, five bits of an exponent and ten of a fraction (IEEE 754, binary16).
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2_f64.powi(exponent - 25),
    };
    if bits >> 15 == 0 { size } else { -size }
}
