//! The kinds of worlds and their names.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A kind of procedural world.
///
/// The text form is the name in lower case, with the percentage of random worlds after a colon:
///
/// ```
/// use voxnav_worlds::WorldKind;
///
/// assert_eq!("caves".parse(), Ok(WorldKind::Caves));
/// assert_eq!("random:40".parse(), Ok(WorldKind::Random { percent: 40 }));
/// assert_eq!(WorldKind::Random { percent: 40 }.to_string(), "random:40");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WorldKind {
    /// Every cell is free.
    Empty,
    /// Smooth caverns joined by tunnels. From 64 cells a side, 40 to 60 % of the cells are free and
    /// nearly all of these hang together; worlds of a few cells may have none.
    Caves,
    /// Each cell is occupied with the same probability, independently of all others.
    Random {
        /// The probability of an occupied cell in percent, 0 to 100.
        percent: u8,
    },
    /// A maze in three dimensions with corridors and walls one cell thick, all of it connected
    /// through faces, with a few loops.
    Maze,
    /// Rooms of 7 x 7 x 7 free cells with walls one cell thick, joined by doors of 1 to 3 cells a
    /// side. Some neighboring rooms have no door between them, but all rooms are connected through
    /// faces.
    Rooms,
    /// A city under an open sky: a ground plane at z = 0, towers of many heights and footprints,
    /// and some bridges.
    Towers,
    /// Hills and lakes for agents that walk, climb and swim: caves, trees, lava, towers with stairs,
    /// ladders and doors, and bridges. The one kind with materials.
    Terrain,
}

impl WorldKind {
    /// The names that [`FromStr`] accepts, in the order of the variants. `random` may be followed
    /// by a colon and a percentage, and means `random:20` without.
    pub const NAMES: [&'static str; 7] = [
        "empty", "caves", "random", "maze", "rooms", "towers", "terrain",
    ];

    /// The kinds that the bare names stand for.
    const NAMED: [Self; 7] = [
        Self::Empty,
        Self::Caves,
        Self::Random { percent: 20 },
        Self::Maze,
        Self::Rooms,
        Self::Towers,
        Self::Terrain,
    ];

    /// Returns the share of cells that are occupied in large worlds of this kind, in percent, within
    /// a third of itself: to know beforehand how large a file becomes.
    #[must_use]
    pub fn usual_share(self) -> u8 {
        match self {
            Self::Empty => 0,
            Self::Caves => 53,
            Self::Random { percent } => percent.min(100),
            Self::Maze => 71,
            Self::Rooms => 32,
            Self::Towers => 9,
            Self::Terrain => 31,
        }
    }
}

impl fmt::Display for WorldKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Random { percent } = self {
            return f.pad(&format!("random:{percent}"));
        }
        let place = Self::NAMED.iter().position(|kind| kind == self);
        f.pad(place.map_or("", |place| Self::NAMES[place]))
    }
}

/// Error for a text that names no kind of world.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WorldKindError {
    /// No kind has this name.
    #[error("no kind of world is called `{name}`; there are {}", WorldKind::NAMES.join(", "))]
    UnknownName {
        /// The name as given.
        name: String,
    },
    /// The text after `random:` is not a whole number from 0 to 100.
    #[error("`{text}` is not a percentage: write random:N with a whole number N from 0 to 100")]
    NotAPercentage {
        /// The text after the colon as given.
        text: String,
    },
}

impl FromStr for WorldKind {
    type Err = WorldKindError;

    /// Reads a name in any mix of cases.
    ///
    /// # Errors
    /// [`WorldKindError::UnknownName`] for any other name; [`WorldKindError::NotAPercentage`] when
    /// the percentage of a random world is not a whole number from 0 to 100.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.trim().to_ascii_lowercase();
        if let Some(digits) = lower.strip_prefix("random:") {
            let percent = percentage(digits)?;
            return Ok(Self::Random { percent });
        }
        let place = Self::NAMES.iter().position(|name| *name == lower);
        let unknown = || WorldKindError::UnknownName {
            name: text.to_owned(),
        };
        Ok(Self::NAMED[place.ok_or_else(unknown)?])
    }
}

fn percentage(text: &str) -> Result<u8, WorldKindError> {
    text.strip_suffix('%')
        .unwrap_or(text)
        .parse()
        .ok()
        .filter(|&percent| percent <= 100)
        .ok_or_else(|| WorldKindError::NotAPercentage {
            text: text.to_owned(),
        })
}
