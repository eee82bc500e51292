//! The worlds of a navigator's agents, brought up to date.

use voxnav_occupancy::Traversability;
use voxnav_search::{Ground, SearchSettings};

use super::residents::{FlyingResident, GroundCells};
use super::{AgentId, Navigator, NavigatorError};
use crate::routes::views::surroundings::Scene;

impl Navigator {
    /// Brings the worlds of all agents up to date, with their connected components, so that the next
    /// questions need not: for a loading screen, or the quiet moment of a frame. Never needed.
    ///
    /// Where no moment is quiet enough, refresh on another thread, and ask the last snapshots
    /// meanwhile:
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::parry3d::shape::SharedShape;
    /// use voxnav::glam::{IVec3, Vec3};
    /// use voxnav::search::Query;
    /// use voxnav::{Agent, Navigator, Workspace};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [99.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.4)))?;
    /// let last = navigator.traversability(drone)?;
    /// navigator.insert(Obstacle::new(SharedShape::ball(20.0)).at([50.0; 3]))?;
    /// let refreshing = std::thread::spawn(move || navigator.refresh().map(|()| navigator));
    /// let query = Query::new(IVec3::ZERO, IVec3::splat(99));
    /// let before = query.solve(&last, &mut Workspace::new());
    /// let mut navigator = refreshing.join().expect("refreshing does not panic")?;
    /// let after = query.solve(&navigator.traversability(drone)?, &mut Workspace::new());
    /// assert!(before.outcome.path().map(|path| path.cost()) < after.outcome.path().map(|path| path.cost()));
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    ///
    /// # Complexity
    ///
    /// For each agent that of [`Navigator::traversability`] and of
    /// [`Traversability::component`], asked for the first time.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Navigator::traversability`]; agents before the refused one are up to date then.
    pub fn refresh(&mut self) -> Result<(), NavigatorError> {
        let agents: Vec<AgentId> = self.flying.keys().copied().collect();
        for agent in agents {
            let _ = self.traversability(agent)?.with_components();
        }
        let on_ground: Vec<AgentId> = self.on_ground.keys().copied().collect();
        for agent in on_ground {
            let _ = self.ground(agent)?;
        }
        Ok(())
    }

    /// Returns the world that searches see for an agent, as it is now: a snapshot, which later edits do not change.
    ///
    /// # Complexity
    ///
    /// Constant if nothing that concerns the agent was edited since the last question about it;
    /// else that of baking the cells near what was edited and of refreshing the chunks that
    /// changed; for the first question that of [`Obstacles::bake`](crate::colliders::Obstacles::bake).
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownAgent`]; [`NavigatorError::OnGround`] for an agent that does not fly;
    /// [`RouteError::Bake`](crate::RouteError::Bake) if too many chunks are near
    /// obstacles; [`RouteError::Footprint`](crate::RouteError::Footprint) if cells were set and the agent reaches more
    /// than 63 cells.
    pub fn traversability(&mut self, agent: AgentId) -> Result<Traversability, NavigatorError> {
        let (resident, scene) = self.flying(agent)?;
        Ok(resident.refreshed(scene)?.clone())
    }

    /// Makes the index of an agent's world as it is now, for the moves and corners of some settings, and returns whether
    /// there is one: in buildings, ships, dungeons, mazes and mines routes go from doorway to doorway and from junction to
    /// junction, and are found several to hundreds of times sooner. In other worlds, but for noise, the index tells where
    /// straight runs lead, and routes that take long are found up to twice as soon. Routes cost the same.
    ///
    /// Edits keep up an index of runs, and drop one of doorways and junctions: ask again when the world rests. Views keep
    /// that of their snapshot. See [`SearchSettings::prepare_index`].
    ///
    /// # Complexity
    ///
    /// That of [`Navigator::traversability`] and of [`SearchSettings::prepare_index`]: 100 to 300 ns for each free cell
    /// of rooms and passages, as a rule, and some 3 ns of other worlds.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Navigator::traversability`].
    ///
    /// ```
    /// use voxnav::grid::{CellBox, CellState};
    /// use voxnav::{Agent, Navigator, RouteOptions};
    ///
    /// // Two rooms of 12 x 12 x 4 cells, and a door.
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [24.0, 11.0, 3.0])?;
    /// navigator.set_cells(CellBox::new([12, 0, 0].into(), [13, 12, 4].into()), CellState::Occupied)?;
    /// navigator.set_cells(CellBox::new([12, 5, 0].into(), [13, 6, 2].into()), CellState::Free)?;
    /// let robot = navigator.add_agent(Agent::new([0.4; 3].into()))?;
    /// let before = navigator.find_route(robot, [1.0; 3], [23.0, 1.0, 1.0])?;
    /// assert!(navigator.prepare_index(robot, &RouteOptions::default().settings)?);
    /// let after = navigator.find_route(robot, [1.0; 3], [23.0, 1.0, 1.0])?;
    /// assert_eq!(after.path().map(|path| path.cost()), before.path().map(|path| path.cost()));
    /// assert!(after.statistics.expanded < before.statistics.expanded);
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn prepare_index(
        &mut self,
        agent: AgentId,
        settings: &SearchSettings,
    ) -> Result<bool, NavigatorError> {
        // Snapshots share their index.
        Ok(settings.prepare_index(&self.traversability(agent)?))
    }

    /// Returns a flying agent, and what its world is made of.
    pub(super) fn flying(
        &mut self,
        id: AgentId,
    ) -> Result<(&mut FlyingResident, &Scene), NavigatorError> {
        self.flying_resident(id)?;
        let resident = self.flying.get_mut(&id);
        let unknown = NavigatorError::UnknownAgent { id: id.to_bits() };
        Ok((resident.ok_or(unknown)?, &self.scene))
    }

    /// Returns the moves of a ground agent as they are now.
    pub(super) fn ground(&mut self, agent: AgentId) -> Result<&Ground, NavigatorError> {
        self.ground_resident(agent)?;
        let id = agent.to_bits();
        let resident = self.on_ground.get_mut(&agent);
        let resident = resident.ok_or(NavigatorError::UnknownAgent { id })?;
        let cells = GroundCells::of(&mut self.ground_cells, resident.agent.layers);
        resident.refreshed(cells, &self.scene, &self.links)
    }
}
