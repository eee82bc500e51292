//! Procedural worlds by name: `generated:KIND:X,Y,Z:SEED`.

use std::fmt;
use std::str::FromStr;

use glam::IVec3;
use thiserror::Error;
use voxnav_occupancy::Occupancy;

use crate::{WorldError, WorldKind, WorldKindError, generate};

/// The arguments of [`generate`], which a text names.
///
/// ```
/// use voxnav_worlds::GeneratedWorld;
///
/// let named: GeneratedWorld = "generated:random:40:256,256,128:7".parse()?;
/// assert_eq!(named.seed, 7);
/// assert_eq!(named.to_string(), "generated:random:40:256,256,128:7");
/// # Ok::<(), voxnav_worlds::GeneratedWorldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GeneratedWorld {
    /// The kind of the world.
    pub kind: WorldKind,
    /// The sides of the world, in cells.
    pub size: IVec3,
    /// The seed, which tells the worlds of a kind and size apart.
    pub seed: u64,
}

/// Error for a text that names no generated world.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GeneratedWorldError {
    /// A part is missing.
    #[error("`{text}` is not of the form generated:KIND:X,Y,Z:SEED")]
    Form {
        /// The text as given.
        text: String,
    },
    /// No kind of world has this name.
    #[error(transparent)]
    Kind(#[from] WorldKindError),
    /// The size is not three whole numbers.
    #[error("`{text}` is not a size: write X,Y,Z in cells")]
    Size {
        /// The size as given.
        text: String,
    },
    /// The seed is not a whole number.
    #[error("`{text}` is not a seed: write a whole number from 0 on")]
    Seed {
        /// The seed as given.
        text: String,
    },
}

impl GeneratedWorld {
    /// The beginning of names of generated worlds, which names of files should not have.
    pub const PREFIX: &'static str = "generated:";

    /// Generates the world.
    ///
    /// # Errors
    /// Those of [`generate`].
    pub fn world(&self) -> Result<Occupancy, WorldError> {
        generate(self.kind, self.size, self.seed)
    }
}

impl FromStr for GeneratedWorld {
    type Err = GeneratedWorldError;

    /// # Errors
    /// [`GeneratedWorldError`], by the part that is wrong.
    fn from_str(text: &str) -> Result<Self, GeneratedWorldError> {
        let form = || GeneratedWorldError::Form { text: text.into() };
        let description = text.strip_prefix(Self::PREFIX).ok_or_else(form)?;
        // A kind may hold a colon itself, as in `random:40`, so parts are taken from the end.
        let mut parts = description.rsplitn(3, ':');
        let (Some(seed), Some(size), Some(kind)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(form());
        };
        Ok(Self {
            kind: kind.parse()?,
            size: parse_size(size)
                .ok_or_else(|| GeneratedWorldError::Size { text: size.into() })?,
            seed: seed
                .parse()
                .map_err(|_| GeneratedWorldError::Seed { text: seed.into() })?,
        })
    }
}

fn parse_size(text: &str) -> Option<IVec3> {
    let mut sides = text.split(',').map(|side| side.trim().parse().ok());
    let size = IVec3::new(sides.next()??, sides.next()??, sides.next()??);
    sides.next().is_none().then_some(size)
}

impl fmt::Display for GeneratedWorld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, size, seed } = self;
        let [x, y, z] = size.to_array();
        f.pad(&format!("{}{kind}:{x},{y},{z}:{seed}", Self::PREFIX))
    }
}
