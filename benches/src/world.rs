//! The world of a comparison: where it comes from, and what loading it took.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;
use voxnav::UnknownPolicy;
use voxnav::grid::{Occupancy, Traversability};
use voxnav_formats::{FileError, read_map};
use voxnav_worlds::{GeneratedWorld, GeneratedWorldError, WorldError};

use crate::clock::Clock;

/// A source of a world.
///
/// As text: the path of a map file, or `generated:KIND:X,Y,Z:SEED`.
///
/// ```
/// use voxnav_benches::world::WorldSource;
///
/// let source: WorldSource = "generated:random:40:256,256,128:7".parse()?;
/// assert!(matches!(source, WorldSource::Generated(named) if named.seed == 7));
/// assert_eq!(source.to_string(), "generated:random:40:256,256,128:7");
/// # Ok::<(), voxnav_worlds::GeneratedWorldError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorldSource {
    /// A map file, its format known by its extension.
    File(PathBuf),
    /// A procedural world.
    Generated(GeneratedWorld),
}

impl FromStr for WorldSource {
    type Err = GeneratedWorldError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.starts_with(GeneratedWorld::PREFIX) {
            text.parse().map(Self::Generated)
        } else {
            Ok(Self::File(text.into()))
        }
    }
}

impl fmt::Display for WorldSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Generated(named) => named.fmt(f),
        }
    }
}

/// Error for a world that could not be loaded.
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
    /// The traversability made from the cells, for searches.
    pub traversability: Traversability,
    /// Reading and parsing the file, or generating the cells.
    pub occupancy_time: Duration,
    /// The time from the cells to the traversability.
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
        let (traversability, traversability_time) = clock.time(|| {
            Traversability::new(&occupancy, UnknownPolicy::Blocked)
                .with_components()
                .with_corridors()
        });
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
        WorldSource::Generated(named) => named.world()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_a_file_or_a_name() {
        let named = "generated:towers:64,32,16:9".parse();
        assert!(matches!(named, Ok(WorldSource::Generated(world)) if world.seed == 9));
        assert_eq!(
            "maps/DA1.3dmap".parse(),
            Ok(WorldSource::File("maps/DA1.3dmap".into()))
        );
        assert!("generated:town:1,2,3:4".parse::<WorldSource>().is_err());
    }
}
