//! Values as bytes. Each type says once what it has, in which order, for writing and for reading.

use voxnav::glam::DVec3;

use super::SavedError;

/// Bytes, which may be anything, as far as they are not read yet.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    /// The version of the format.
    version: u16,
    left: &'a [u8],
    length: usize,
}

impl<'a> Reader<'a> {
    /// Begins after `read` bytes of all of them, which are of a version.
    pub(super) fn after(read: usize, bytes: &'a [u8], version: u16) -> Self {
        let left = bytes.get(read..).unwrap_or_default();
        let length = bytes.len();
        Self {
            version,
            left,
            length,
        }
    }

    /// Returns the place of what is read next.
    pub(super) fn at(&self) -> usize {
        self.length - self.left.len()
    }

    /// Checks that all bytes are read.
    pub(super) fn end(&self) -> Result<(), SavedError> {
        let length = SavedError::Length { at: self.at() };
        self.left.is_empty().then_some(()).ok_or(length)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], SavedError> {
        let at = self.length;
        let split = self.left.split_first_chunk();
        let (taken, left) = split.ok_or(SavedError::Length { at })?;
        self.left = left;
        Ok(*taken)
    }
}

/// A value that can be written and read.
pub(super) trait BinaryForm: Sized {
    /// Appends the bytes; `None` for a value that has none.
    fn write(&self, to: &mut Vec<u8>) -> Option<()>;

    /// Reads the bytes that [`write`](Self::write) appends. Memory follows them, not what they claim.
    fn read(from: &mut Reader<'_>) -> Result<Self, SavedError>;
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl BinaryForm for $number {
            fn write(&self, to: &mut Vec<u8>) -> Option<()> {
                to.extend(self.to_le_bytes());
                Some(())
            }

            fn read(from: &mut Reader<'_>) -> Result<Self, SavedError> {
                Ok(Self::from_le_bytes(from.array()?))
            }
        })*
    };
}

numbers!(u8, u16, u32, u64, i32, f64);

impl<T: BinaryForm> BinaryForm for Option<T> {
    fn write(&self, to: &mut Vec<u8>) -> Option<()> {
        to.push(u8::from(self.is_some()));
        self.iter().try_for_each(|it| it.write(to))
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, SavedError> {
        let at = from.at();
        match u8::read(from)? {
            0 => Ok(None),
            1 => T::read(from).map(Some),
            kind => {
                let of = "option";
                Err(SavedError::Kind { kind, of, at })
            }
        }
    }
}

impl<T: BinaryForm> BinaryForm for Vec<T> {
    fn write(&self, to: &mut Vec<u8>) -> Option<()> {
        count(self.len(), to)?;
        self.iter().try_for_each(|it| it.write(to))
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, SavedError> {
        let count = u32::read(from)?;
        (0..count).map(|_| T::read(from)).collect()
    }
}

/// A value that versions before one have not, and that is none by default.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Since<const VERSION: u16, T>(pub(super) T);

impl<const VERSION: u16, T: BinaryForm + Default> BinaryForm for Since<VERSION, T> {
    fn write(&self, to: &mut Vec<u8>) -> Option<()> {
        self.0.write(to)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, SavedError> {
        if from.version < VERSION {
            return Ok(Self::default());
        }
        T::read(from).map(Self)
    }
}

/// Writes how many follow. A crowd has no more than 2^32 of anything.
pub(super) fn count(count: usize, to: &mut Vec<u8>) -> Option<()> {
    u32::try_from(count).unwrap_or(u32::MAX).write(to)
}

/// Defines the bytes of a type: its parts in order, and the type made of them; for one of several kinds, after a byte
/// for the kind, as the number before each. Types that end in `..` may have other kinds, which have no bytes.
macro_rules! stored {
    ($type:ty: ($($part:ident),*) => [$($it:tt)*]) => {
        impl BinaryForm for $type {
            fn write(&self, to: &mut Vec<u8>) -> Option<()> {
                let $($it)* = self;
                $($part.write(to)?;)*
                Some(())
            }

            fn read(from: &mut Reader<'_>) -> Result<Self, SavedError> {
                $(let $part = BinaryForm::read(from)?;)*
                Ok($($it)*)
            }
        }
    };
    ($of:literal $type:ty {
        $($kind:literal: ($($part:ident),*) => [$($it:tt)*],)*
        $(.. $others:ident)?
    }) => {
        impl BinaryForm for $type {
            fn write(&self, to: &mut Vec<u8>) -> Option<()> {
                match self {
                    $($($it)* => {
                        to.push($kind);
                        $($part.write(to)?;)*
                    })*
                    $(_ => return $others,)?
                }
                Some(())
            }

            fn read(from: &mut Reader<'_>) -> Result<Self, SavedError> {
                let at = from.at();
                Ok(match u8::read(from)? {
                    $($kind => {
                        $(let $part = BinaryForm::read(from)?;)*
                        $($it)*
                    })*
                    kind => return Err(SavedError::Kind { kind, of: $of, at }),
                })
            }
        }
    };
}
pub(super) use stored;

stored!(DVec3: (x, y, z) => [DVec3 { x, y, z }]);
