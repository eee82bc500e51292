//! Navigators as files: their parts besides the cells, and how these are put back.

use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use voxnav_occupancy::{Agent, Heading, OccupancyBuilder, Skin};
use voxnav_search::Locomotion;
use voxnav_store::{FileError, World};

use super::{Navigator, NavigatorError};
use crate::ground::{LinkId, WorldLink};
use crate::obstacles::Obstacles;
use crate::routes::RouteOptions;

/// The name of the block that holds what is kept of a navigator.
const NAME: &str = "voxnav.navigator";

/// The beginning of the names of the blocks that hold what was derived for an agent; its number follows.
const DERIVED: &str = "voxnav.navigator.derived.";

/// The name of the block that holds the obstacles, if there are any.
const OBSTACLES: &str = "voxnav.obstacles";

/// Error for a navigator that cannot be saved or loaded.
///
/// ```
/// use voxnav::Navigator;
/// use voxnav::grid::store::{StoredNavigatorError, World};
///
/// let mut world = Navigator::in_region(1.0, [0.0; 3], [9.0; 3])?.to_world()?;
/// world.extras.insert("voxnav.obstacles".to_owned(), b"{}".to_vec());
/// let refused = Navigator::from_world(world).map(drop);
/// assert!(matches!(refused, Err(StoredNavigatorError::Obstacles(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoredNavigatorError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Obstacles cannot be written, because one has a shape of the engine's own, which only the engine
    /// knows: save without them, and insert them when the navigator is loaded. Or what a file has of
    /// obstacles cannot be read.
    #[error("the obstacles cannot be stored, or make no sense: {0}")]
    Obstacles(serde_json::Error),
    /// The agents, links and options in the file cannot be read.
    #[error("{NAME:?} in the file is malformed: {0}")]
    Malformed(#[from] serde_json::Error),
    /// The navigator refuses what the file says.
    #[error(transparent)]
    Refused(#[from] NavigatorError),
}

/// The part of a navigator that a file has besides its cells, lattice, bounds and terrain.
#[derive(Serialize, Deserialize)]
struct StoredParts {
    /// The depth to which a box may sink into an obstacle.
    skin: f64,
    options: RouteOptions,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    up: Option<Heading>,
    /// True if cells were set.
    has_cells: bool,
    agents: Vec<(u32, Agent)>,
    ground_agents: Vec<(u32, Agent, Locomotion)>,
    /// The numbers that no agent and no link has had.
    next: [u32; 2],
    links: Vec<(LinkId, WorldLink)>,
}

impl Navigator {
    /// Saves the navigator to the file at `path`: cells with their materials, lattice, bounds, terrain, options,
    /// up, obstacles with their names, agents and links, each under its id, which stays valid; and of what was derived for agents in space their
    /// components. All else is derived again when it is asked for.
    ///
    /// To save again and again what changed, keep a [`WorldFile`](crate::grid::store::WorldFile) and give it
    /// [`to_world`](Self::to_world).
    ///
    /// # Errors
    ///
    /// [`StoredNavigatorError::Obstacles`] for custom shapes, which only the program that has them knows;
    /// [`StoredNavigatorError::File`] if the file cannot be written.
    ///
    /// ```
    /// use voxnav::grid::{CellBox, CellState};
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0; 3])?;
    /// let wall = CellBox::new([20, 0, 0].into(), [21, 41, 30].into());
    /// navigator.set_cells(wall, CellState::Occupied)?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// # let path = std::env::temp_dir().join(format!("voxnav-nav-{}.voxnav", std::process::id()));
    /// navigator.save(&path)?;
    ///
    /// let mut loaded = Navigator::load(&path)?;
    /// # std::fs::remove_file(&path)?;
    /// let (from, to) = ([1.0, 9.0, 1.0], [19.0, 9.0, 1.0]);
    /// let [a, b] = [
    ///     navigator.find_route(drone, from, to)?,
    ///     loaded.find_route(drone, from, to)?,
    /// ];
    /// assert!(a.is_found() && a.waypoints == b.waypoints);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), StoredNavigatorError> {
        Ok(self.to_world()?.save(path)?)
    }

    /// Loads the navigator in the file at `path`, which [`save`](Self::save) wrote. A world that no navigator
    /// saved gives one with its cells and without agents.
    ///
    /// # Errors
    ///
    /// [`StoredNavigatorError`].
    pub fn load(path: impl AsRef<Path>) -> Result<Self, StoredNavigatorError> {
        Self::from_world(World::load(path)?)
    }

    /// Returns the world that [`save`](Self::save) writes.
    ///
    /// # Errors
    ///
    /// [`StoredNavigatorError::Obstacles`] for custom shapes, which only the program that has them knows.
    pub fn to_world(&self) -> Result<World, StoredNavigatorError> {
        #[cfg_attr(
            not(feature = "colliders"),
            expect(unused_mut, reason = "for obstacles")
        )]
        let mut world = self.to_world_without_obstacles()?;
        // Ids that were given out are kept with them.
        #[cfg(feature = "colliders")]
        if self.scene.obstacles.has_given_ids() {
            let stored = serde_json::to_vec(&*self.scene.obstacles);
            let stored = stored.map_err(StoredNavigatorError::Obstacles)?;
            world.extras.insert(OBSTACLES.to_owned(), stored);
        }
        Ok(world)
    }

    /// Returns the world that [`save`](Self::save) writes, without obstacles: they are to be inserted after
    /// loading, and get the ids of a new navigator.
    ///
    /// # Errors
    ///
    /// [`StoredNavigatorError::Malformed`] for values that JSON has no form for.
    pub fn to_world_without_obstacles(&self) -> Result<World, StoredNavigatorError> {
        let kept = StoredParts {
            skin: self.scene.obstacles.skin().depth(),
            options: self.options,
            up: self.up,
            has_cells: self.scene.cells.is_some(),
            agents: (self.flying.iter())
                .map(|(id, resident)| (id.to_bits(), resident.agent))
                .collect(),
            ground_agents: (self.on_ground.iter())
                .map(|(id, it)| (id.to_bits(), it.agent, it.locomotion.clone()))
                .collect(),
            next: [self.next_agent, self.next_link],
            links: self.links.iter().map(|(id, link)| (*id, *link)).collect(),
        };
        let cells = match &self.scene.cells {
            Some(cells) => cells.clone(),
            None => OccupancyBuilder::new(self.scene.bounds)
                .map_err(NavigatorError::from)?
                .commit(),
        };
        let mut world = World::new(cells);
        world.lattice = self.scene.lattice;
        world.terrain = self.terrain.clone();
        let kept = serde_json::to_vec(&kept)?;
        world.extras.insert(NAME.to_owned(), kept);
        for (id, resident) in &self.flying {
            if let Some(derived) = resident.derived() {
                world
                    .extras
                    .insert(format!("{DERIVED}{}", id.to_bits()), derived);
            }
        }
        Ok(world)
    }

    /// Makes the navigator of a world that [`to_world`](Self::to_world) made. Any other world gives one with its
    /// cells and without agents.
    ///
    /// # Errors
    ///
    /// [`StoredNavigatorError::Malformed`] and [`StoredNavigatorError::Refused`] for what no navigator could have
    /// saved.
    pub fn from_world(world: World) -> Result<Self, StoredNavigatorError> {
        let bounds = world.occupancy.bounds();
        let Some(kept) = world.extras.get(NAME) else {
            let mut navigator = Self::new(world.lattice, bounds)?;
            navigator.replace_cells(world.occupancy)?;
            navigator.terrain = world.terrain;
            return Ok(navigator);
        };
        let kept: StoredParts = serde_json::from_slice(kept)?;
        let obstacles = match world.extras.get(OBSTACLES) {
            Some(stored) => obstacles(stored).map_err(StoredNavigatorError::Obstacles)?,
            None => Obstacles::new(Skin::new(kept.skin).map_err(NavigatorError::from)?),
        };
        let mut navigator = Self::of_obstacles(obstacles, world.lattice, bounds)?;
        navigator.options = kept.options;
        (navigator.up, navigator.takes_all_ids) = (kept.up, true);
        navigator.terrain = world.terrain;
        if kept.has_cells {
            navigator.replace_cells(world.occupancy)?;
        }
        for (number, agent) in kept.agents {
            navigator.next_agent = number;
            let id = navigator.add_agent(agent)?;
            let derived = world.extras.get(&format!("{DERIVED}{number}"));
            if let (Some(derived), Some(resident)) = (derived, navigator.flying.get_mut(&id)) {
                resident.keep(derived.clone());
            }
        }
        for (number, agent, locomotion) in kept.ground_agents {
            navigator.next_agent = number;
            let up = locomotion.up;
            navigator.add_agent((agent, &locomotion, up))?;
        }
        for (LinkId(number), link) in kept.links {
            navigator.next_link = number;
            navigator.insert_link(link)?;
        }
        let [agent, link] = kept.next;
        navigator.next_agent = navigator.next_agent.max(agent);
        navigator.next_link = navigator.next_link.max(link);
        Ok(navigator)
    }
}

/// Reads the obstacles of a file.
#[cfg(feature = "colliders")]
fn obstacles(stored: &[u8]) -> Result<Obstacles, serde_json::Error> {
    serde_json::from_slice(stored)
}

/// Refuses the obstacles of a file.
#[cfg(not(feature = "colliders"))]
fn obstacles(_: &[u8]) -> Result<Obstacles, serde_json::Error> {
    Err(serde::de::Error::custom(
        "the file has obstacles, and voxnav was built without the feature `colliders`",
    ))
}
