//! Numbers as binary files have them.

use std::ops::RangeInclusive;

/// Returns the bytes of a number that begins at a byte; `None` where they end too early.
pub(crate) fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    LittleEndian,
    BigEndian,
}

impl Scalar {
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
