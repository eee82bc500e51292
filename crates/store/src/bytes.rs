//! Numbers in bytes: little endian, read with an end that is never passed.

use voxnav_occupancy::glam::IVec3;

use crate::error::Flaw;

/// The rest of a block.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) const fn new(block: &'a [u8]) -> Self {
        Self(block)
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], Flaw> {
        let (taken, left) = self.0.split_at_checked(count).ok_or(Flaw::TooShort)?;
        self.0 = left;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Flaw> {
        let (taken, left) = self.0.split_first_chunk().ok_or(Flaw::TooShort)?;
        self.0 = left;
        Ok(*taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Flaw> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Flaw> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Flaw> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Flaw> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub(crate) fn f64(&mut self) -> Result<f64, Flaw> {
        Ok(f64::from_le_bytes(self.array()?))
    }

    pub(crate) fn vector(&mut self) -> Result<IVec3, Flaw> {
        let mut next = || self.array().map(i32::from_le_bytes);
        Ok(IVec3::new(next()?, next()?, next()?))
    }

    /// Reads a text with its length in front.
    pub(crate) fn text(&mut self) -> Result<&'a str, Flaw> {
        let length = self.u16()?;
        std::str::from_utf8(self.take(length.into())?).map_err(|_| Flaw::NotUtf8)
    }

    /// Returns the rest of the block.
    pub(crate) const fn rest(self) -> &'a [u8] {
        self.0
    }

    /// Checks that the block ends here, as it must.
    pub(crate) const fn end(&self) -> Result<(), Flaw> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Flaw::TooLong)
        }
    }
}

pub(crate) fn put_vector(out: &mut Vec<u8>, vector: IVec3) {
    for along in vector.to_array() {
        out.extend(along.to_le_bytes());
    }
}
