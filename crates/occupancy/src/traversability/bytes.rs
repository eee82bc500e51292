//! Numbers and words as bytes: what a file keeps of a snapshot beside its bits consists of them.

use thiserror::Error;

/// Error for bytes that are not what was derived from the bits of a snapshot.
///
/// ```
/// use voxnav_occupancy::bits::DerivedFlaw;
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// let world = Traversability::new(&world, UnknownPolicy::Free).with_components();
/// let bytes = world.derived_bytes();
/// assert!(world.clone().with_derived_bytes(&bytes).is_ok());
/// let cut = world.with_derived_bytes(&bytes[..3]);
/// assert_eq!(cut.err(), Some(DerivedFlaw::TooShort));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DerivedFlaw {
    /// The bytes end within a value.
    #[error("it ends too early")]
    TooShort,
    /// Bytes follow the last value.
    #[error("bytes follow its end")]
    TooLong,
    /// A number has no meaning where it stands.
    #[error("the number {0} has no meaning")]
    Unknown(u64),
    /// Labels are not those of the runs of the chunk.
    #[error("its labels are not numbered in the order of the runs that have them")]
    Labels,
    /// A brick without a bit is stored.
    #[error("it stores a brick that is empty")]
    EmptyBrick,
    /// The bytes were derived from other bits.
    #[error("it was derived from other cells, or for another agent")]
    OtherBits,
    /// The world is too large and empty for labels or an index.
    #[error("it has components or a jump index, which a world so large and empty cannot have")]
    Sparse,
}

/// The rest of the bytes.
pub(super) struct Bytes<'b>(pub(super) &'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], DerivedFlaw> {
        let taken = self.0.split_at_checked(count);
        let (taken, left) = taken.ok_or(DerivedFlaw::TooShort)?;
        self.0 = left;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, DerivedFlaw> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn word(&mut self) -> Result<u64, DerivedFlaw> {
        let (word, left) = self.0.split_first_chunk().ok_or(DerivedFlaw::TooShort)?;
        self.0 = left;
        Ok(u64::from_le_bytes(*word))
    }

    pub(super) fn number(&mut self) -> Result<u32, DerivedFlaw> {
        let mut number = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return u32::try_from(number).map_err(|_| DerivedFlaw::Unknown(number));
            }
        }
        Err(DerivedFlaw::Unknown(number))
    }

    /// Reads a word of which only the bytes that are not zero are there.
    pub(super) fn sparse_word(&mut self) -> Result<u64, DerivedFlaw> {
        let mut which = self.byte()?;
        let stored = self.take(which.count_ones() as usize)?;
        let mut word = 0;
        for &byte in stored {
            word |= u64::from(byte) << (8 * which.trailing_zeros());
            which &= which - 1;
        }
        Ok(word)
    }

    /// Checks that no bytes are left.
    pub(super) fn end(&self) -> Result<(), DerivedFlaw> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(DerivedFlaw::TooLong)
        }
    }
}

pub(super) fn put_number(out: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(super) fn put_sparse_word(out: &mut Vec<u8>, word: u64) {
    let place = out.len();
    out.push(0);
    for (k, byte) in word.to_le_bytes().into_iter().enumerate() {
        if byte != 0 {
            out[place] |= 1 << k;
            out.push(byte);
        }
    }
}
