//! The scenes of pathfinding tutorials: one layer at z = 0, with a start and a goal.
//!
//! Tutorials show a search on an open floor, on a floor with a wall between start and goal, and in a
//! maze of 50 x 50 cells. Their cells were not published, so these are worlds of the same description
//! and not the same worlds.

use std::fmt;
use std::str::FromStr;

use glam::IVec3;
use thiserror::Error;
use voxnav_occupancy::{CellBox, CellState, Occupancy, OccupancyBuilder};

use crate::{WorldError, WorldKind, generate};

/// A scene: a world of 50 x 50 x 1 cells, and one problem on it for 8 moves across z.
///
/// ```
/// use voxnav_occupancy::CellState;
/// use voxnav_worlds::Scene;
///
/// let scene: Scene = "wall".parse()?;
/// let world = scene.world()?;
/// assert_eq!(world.state(scene.start()), CellState::Free);
/// assert_eq!(world.state(scene.goal()), CellState::Free);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scene {
    /// An open floor: the way is a straight line.
    Straight,
    /// A wall between start and goal, which leaves two cells free at one end.
    Wall,
    /// A maze with corridors one cell wide, from corner to corner.
    Maze,
}

/// The cells along each side of a scene.
const SIDE: i32 = 50;

/// The seed of the maze, and so which maze it is.
const MAZE_SEED: u64 = 1;

impl Scene {
    /// Every scene.
    pub const ALL: [Self; 3] = [Self::Straight, Self::Wall, Self::Maze];

    /// The names that [`FromStr`] accepts, in the order of [`Scene::ALL`].
    pub const NAMES: [&'static str; 3] = ["straight", "wall", "maze"];

    /// Returns the cells of the scene.
    ///
    /// # Errors
    /// None that occurs: scenes have a size that every occupancy takes.
    pub fn world(self) -> Result<Occupancy, WorldError> {
        let size = IVec3::new(SIDE, SIDE, 1);
        if self == Self::Maze {
            return generate(WorldKind::Maze, size, MAZE_SEED);
        }
        let mut builder = OccupancyBuilder::new(CellBox::from_size(size))?;
        if self == Self::Wall {
            let middle = SIDE / 2;
            let wall = CellBox::new(
                IVec3::new(middle, 0, 0),
                IVec3::new(middle + 1, SIDE - 2, 1),
            );
            builder.set_box(wall, CellState::Occupied)?;
        }
        Ok(builder.commit())
    }

    /// Returns the cell at which the path begins.
    #[must_use]
    pub const fn start(self) -> IVec3 {
        match self {
            Self::Straight | Self::Wall => IVec3::new(4, SIDE / 2, 0),
            Self::Maze => IVec3::ZERO,
        }
    }

    /// Returns the cell at which the path ends.
    #[must_use]
    pub const fn goal(self) -> IVec3 {
        match self {
            Self::Straight | Self::Wall => IVec3::new(SIDE - 5, SIDE / 2, 0),
            // Along an even side the last layer of a maze is wall.
            Self::Maze => IVec3::new(SIDE - 2, SIDE - 2, 0),
        }
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::NAMES[*self as usize])
    }
}

/// No scene has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no scene is called `{name}`; there are {}", Scene::NAMES.join(", "))]
pub struct UnknownScene {
    /// The name as given.
    pub name: String,
}

impl FromStr for Scene {
    type Err = UnknownScene;

    /// Reads a name in any mix of cases.
    ///
    /// # Errors
    /// [`UnknownScene`] for any other name.
    fn from_str(text: &str) -> Result<Self, UnknownScene> {
        let lower = text.trim().to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|scene| scene.to_string() == lower)
            .ok_or_else(|| UnknownScene {
                name: text.to_owned(),
            })
    }
}
