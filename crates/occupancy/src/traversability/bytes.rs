//! Numbers and words as bytes: the form in which a file keeps what a snapshot has in addition to its bits.

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
    /// The bytes were derived from other bits.
    #[error("it was derived from other cells, or for another agent")]
    OtherBits,
    /// The world is too large and empty for labels.
    #[error("it has components, which a world so large and empty cannot have")]
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
