//! The world of a comparison: where it comes from, and what loading it took.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;
use voxnav::glam::IVec3;
use voxnav::{Occupancy, Traversability, UnknownPolicy};
use voxnav_formats::{FileError, read_map};
use voxnav_worlds::{WorldError, WorldKind, WorldKindError, generate};

use crate::clock::Clock;

/// Where a world comes from.
///
/// As text: the path of a map file, or `generated:KIND:X,Y,Z:SEED`.
///
/// ```
/// use voxnav_benches::world::WorldSource;
///
/// let source: WorldSource = "generated:random:40:256,256,128:7".parse()?;
/// assert!(matches!(source, WorldSource::Generated { seed: 7, .. }));
/// assert_eq!(source.to_string(), "generated:random:40:256,256,128:7");
/// # Ok::<(), voxnav_benches::world::SourceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorldSource {
    /// A map file, its format known by its extension.
    File(PathBuf),
    /// A procedural world.
    Generated {
        /// What it looks like.
        kind: WorldKind,
        /// Its sides in cells.
        size: IVec3,
        /// Which of its kind it is.
        seed: u64,
    },
}

/// Why a text that begins with `generated:` names no world.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SourceError {
    /// A part is missing.
    #[error("`{text}` is not of the form generated:KIND:X,Y,Z:SEED")]
    Form {
        /// The text as given.
        text: String,
    },
    /// There is no such kind.
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

const GENERATED: &str = "generated:";

impl FromStr for WorldSource {
    type Err = SourceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some(description) = text.strip_prefix(GENERATED) else {
            return Ok(Self::File(text.into()));
        };
        // A kind may hold a colon itself, as in `random:40`, so parts are taken from the end.
        let mut parts = description.rsplitn(3, ':');
        let (Some(seed), Some(size), Some(kind)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(SourceError::Form { text: text.into() });
        };
        Ok(Self::Generated {
            kind: kind.parse()?,
            size: parse_size(size).ok_or_else(|| SourceError::Size { text: size.into() })?,
            seed: seed
                .parse()
                .map_err(|_| SourceError::Seed { text: seed.into() })?,
        })
    }
}

fn parse_size(text: &str) -> Option<IVec3> {
    let mut sides = text.split(',').map(|side| side.trim().parse().ok());
    let size = IVec3::new(sides.next()??, sides.next()??, sides.next()??);
    sides.next().is_none().then_some(size)
}

impl fmt::Display for WorldSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Generated { kind, size, seed } => {
                let [x, y, z] = size.to_array();
                write!(f, "{GENERATED}{kind}:{x},{y},{z}:{seed}")
            }
        }
    }
}

/// Why a world could not be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The map file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The generator.
    #[error(transparent)]
    World(#[from] WorldError),
}

/// A world ready for queries.
#[derive(Clone, Debug)]
pub struct LoadedWorld {
    /// The cells.
    pub occupancy: Occupancy,
    /// What searches see of them.
    pub traversability: Traversability,
    /// Reading and parsing the file, or generating the cells.
    pub occupancy_time: Duration,
    /// From the cells to the traversability.
    pub traversability_time: Duration,
}

impl LoadedWorld {
    /// Loads the world of `source`, timed by `clock`.
    ///
    /// # Errors
    /// [`LoadError::File`] when the map cannot be read, [`LoadError::World`] when there is no such
    /// procedural world.
    pub fn load(source: &WorldSource, clock: Clock) -> Result<Self, LoadError> {
        let (occupancy, occupancy_time) = clock.time(|| cells_of(source));
        let occupancy = occupancy?;
        let (traversability, traversability_time) = clock
            .time(|| Traversability::new(&occupancy, UnknownPolicy::Blocked).with_components());
        Ok(Self {
            occupancy,
            traversability,
            occupancy_time,
            traversability_time,
        })
    }

    /// Bytes of occupancy and traversability together.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.occupancy.memory_bytes() + self.traversability.memory_bytes()
    }
}

fn cells_of(source: &WorldSource) -> Result<Occupancy, LoadError> {
    Ok(match source {
        WorldSource::File(path) => read_map(path)?,
        WorldSource::Generated { kind, size, seed } => generate(*kind, *size, *seed)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_world_is_named_by_kind_size_and_seed() {
        assert_eq!(
            "generated:towers:64,32,16:9".parse(),
            Ok(WorldSource::Generated {
                kind: WorldKind::Towers,
                size: IVec3::new(64, 32, 16),
                seed: 9,
            })
        );
        assert_eq!(
            "maps/DA1.3dmap".parse(),
            Ok(WorldSource::File("maps/DA1.3dmap".into()))
        );
    }

    #[test]
    fn errors_name_the_part_that_is_wrong() {
        let error = |text: &str| text.parse::<WorldSource>().unwrap_err().to_string();
        for (text, part) in [
            ("generated:towers", "generated:KIND:X,Y,Z:SEED"),
            ("generated:town:1,2,3:4", "`town`"),
            ("generated:towers:1,2:4", "`1,2`"),
            ("generated:towers:1,2,3,4:4", "`1,2,3,4`"),
            ("generated:towers:1,2,3:x", "`x`"),
        ] {
            assert!(error(text).contains(part), "{}", error(text));
        }
    }
}
