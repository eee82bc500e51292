//! The obstacles of a navigator: edited, and asked whether they would come where agents are.

use std::sync::Arc;

use glam::{DVec3, IVec3, Vec3};
use voxnav_occupancy::colliders::{Edit, Matter, Obstacle, ObstacleId, Placement};
use voxnav_occupancy::{Agent, CellBox, Lattice, Layers, MAX_CHUNKS_PER_BAKE, Occupancy, Palette};

use super::{AgentId, Navigator, NavigatorError};
use crate::obstacles::Obstacles;

impl Navigator {
    /// Makes a world of the cells of a lattice within `bounds`, half-open, with these obstacles and their touching
    /// rule.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Bounds`] if the bounds reach beyond the cells there can be.
    pub fn with_obstacles(
        obstacles: Obstacles,
        lattice: Lattice,
        bounds: CellBox,
    ) -> Result<Self, NavigatorError> {
        Self::of_obstacles(obstacles, lattice, bounds)
    }

    /// Returns the obstacles, for box queries. Edits go through the navigator, which has to know of them.
    #[must_use]
    pub fn obstacles(&self) -> &Obstacles {
        &self.scene.obstacles
    }

    /// Adds an obstacle and returns its id.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Obstacle`], as [`Obstacles::insert`]; [`RouteError::Bake`](crate::RouteError::Bake) if it
    /// comes near too many chunks of the bounds to be baked; [`NavigatorError::Matter`] if it is made of a
    /// material that was not [added](Self::add_material).
    ///
    /// ```
    /// use voxnav::colliders::{Matter, Obstacle};
    /// use voxnav::ground::{Action, Locomotion, Material, MaterialKind};
    /// use voxnav::parry3d::shape::SharedShape;
    /// use voxnav::{Agent, Navigator};
    ///
    /// // A wall with a ladder on it, both of them colliders.
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0, 3.0, 9.0])?;
    /// let ladder = navigator.add_material(Material::new("ladder", MaterialKind::Climbable))?;
    /// navigator.insert(Obstacle::new(SharedShape::cuboid(2.4, 9.0, 2.4)).at([7.0, 0.0, 2.0]))?;
    /// let rungs = Obstacle::new(SharedShape::cuboid(0.1, 0.1, 2.4)).of(Matter::Volume(ladder));
    /// navigator.insert(rungs.at([4.0, 1.0, 2.0]))?;
    /// let person = Agent::new([0.4, 0.4, 0.9].into());
    /// let person = navigator.add_agent((person, &Locomotion::walker()))?;
    /// let route = navigator.find_route(person, [1.0, 1.0, -0.5], [8.0, 1.0, 4.5])?;
    /// assert!(route.legs().iter().any(|leg| leg.action == Action::Climb));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert(&mut self, obstacle: Obstacle) -> Result<ObstacleId, NavigatorError> {
        self.check_matter(obstacle.matter())?;
        let edit = Arc::make_mut(&mut self.scene.obstacles).insert(obstacle)?;
        if let Err(refused) = self.check_bakes(&edit) {
            let _ = Arc::make_mut(&mut self.scene.obstacles).remove(edit.id)?;
            return Err(refused);
        }
        self.mark(&edit);
        Ok(edit.id)
    }

    /// Removes an obstacle.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Obstacle`] for an unknown id.
    pub fn remove(&mut self, id: ObstacleId) -> Result<(), NavigatorError> {
        let edit = Arc::make_mut(&mut self.scene.obstacles).remove(id)?;
        self.mark(&edit);
        Ok(())
    }

    /// Moves an obstacle: to a position (`[f64; 3]`, `DVec3`), a parry3d `Pose` or a [`Placement`].
    ///
    /// # Complexity
    ///
    /// That of moving it in the tree, and a note for each agent. Moves between two questions cost
    /// the next one no more than a single move.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Obstacle`] for an unknown id or a bad placement; [`RouteError::Bake`](crate::RouteError::Bake) as
    /// [`Navigator::insert`]. The obstacle is where it was then.
    pub fn move_to(
        &mut self,
        id: ObstacleId,
        placement: impl Into<Placement>,
    ) -> Result<(), NavigatorError> {
        let before = self.scene.obstacles.placement(id);
        let edit = Arc::make_mut(&mut self.scene.obstacles).move_to(id, placement)?;
        if let Err(refused) = self.check_bakes(&edit) {
            if let Some(before) = before {
                let _ = Arc::make_mut(&mut self.scene.obstacles).move_to(id, before)?;
            }
            return Err(refused);
        }
        self.mark(&edit);
        Ok(())
    }

    /// Puts an obstacle on other layers: agents that share none of them pass through it.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Obstacle`] for an unknown id.
    pub fn set_layers(&mut self, id: ObstacleId, layers: Layers) -> Result<(), NavigatorError> {
        let edit = Arc::make_mut(&mut self.scene.obstacles).set_layers(id, layers)?;
        self.mark(&edit);
        Ok(())
    }

    /// Checks that all agents, or a point if there is none, can be baked where an obstacle came.
    fn check_bakes(&self, edit: &Edit) -> Result<(), NavigatorError> {
        let Some(region) = edit.after else {
            return Ok(());
        };
        let point = Agent::new(Vec3::ZERO);
        let mut agents: Vec<&Agent> = self.flying.values().map(|it| &it.agent).collect();
        if agents.is_empty() {
            agents.push(&point);
        }
        for agent in agents {
            let cells = self
                .scene
                .obstacles
                .affected_cells(&self.scene.lattice, agent, region);
            if is_vast(cells.intersection(&self.scene.bounds)) {
                self.scene
                    .obstacles
                    .check_bake(&self.scene.lattice, agent, self.scene.bounds)?;
            }
        }
        Ok(())
    }

    fn mark(&mut self, edit: &Edit) {
        for resident in self.flying.values_mut() {
            resident.mark(edit);
        }
        for cells in &mut self.ground_cells {
            cells.mark(edit);
        }
    }

    /// Returns an obstacle as if it were placed elsewhere, to query which agents it would touch there.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Obstacle`] for an unknown id or a bad placement.
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
    /// let door = level.insert(Obstacle::between([9.0, 9.0, 0.0], [10.0, 11.0, 3.0]))?;
    /// let drone = level.add_agent(Agent::new([0.2; 3].into()))?;
    /// let shut = level.preview_move(door, [4.0, 4.0, 1.5])?;
    /// assert!(shut.touches(drone, [4.6, 4.0, 1.0])?);
    /// assert!(!shut.touches(drone, [4.8, 4.0, 1.0])?);
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn preview_move(
        &self,
        id: ObstacleId,
        placement: impl Into<Placement>,
    ) -> Result<MovePreview<'_>, NavigatorError> {
        let alone = self.scene.obstacles.alone(id, placement)?;
        let navigator = self;
        Ok(MovePreview { navigator, alone })
    }

    /// Checks that obstacles can be made of a matter.
    pub(super) fn check_matter(&self, matter: Matter) -> Result<(), NavigatorError> {
        let checked = match &self.scene.cells {
            Some(cells) => matter.check(cells.palette()),
            None => matter.check(&Palette::new()),
        };
        Ok(checked?)
    }

    /// Checks that cells have the materials that obstacles are made of.
    pub(super) fn check_matters(&self, cells: &Occupancy) -> Result<(), NavigatorError> {
        for matter in self.scene.obstacles.matters(Layers::ALL) {
            matter.check(cells.palette())?;
        }
        Ok(())
    }
}

/// An obstacle as if it were placed elsewhere, made by [`Navigator::preview_move`].
///
/// ```
/// use voxnav::colliders::Obstacle;
/// use voxnav::ground::Locomotion;
/// use voxnav::{Agent, Navigator};
///
/// let mut level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
/// let lift = level.insert(Obstacle::between([9.0, 9.0, 0.0], [10.0, 11.0, 0.5]))?;
/// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker()))?;
/// let lowered = level.preview_move(lift, [4.0, 4.0, 1.0])?;
/// assert!(lowered.touches(walker, [4.25, 4.25, 0.0])?, "who stands below");
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Debug)]
pub struct MovePreview<'n> {
    navigator: &'n Navigator,
    /// The obstacle at the other place.
    alone: Obstacles,
}

impl MovePreview<'_> {
    /// Returns whether the obstacle would touch an agent at a position.
    ///
    /// It touches a flying agent where it would overlap its box, and a ground agent where it would fill a cell that the
    /// body covers, of which one between two cells covers those of both. An obstacle touches no agent on whose layers
    /// it is not. One that may be entered, such as water, touches none at all.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownAgent`]; [`NavigatorError::Agent`] and
    /// [`RouteError::Lattice`](crate::RouteError::Lattice) for a position that is not finite or too far away.
    pub fn touches(
        &self,
        agent: AgentId,
        position: impl Into<DVec3>,
    ) -> Result<bool, NavigatorError> {
        let resident = self.navigator.resident(agent)?;
        let mut matters = self.alone.ids().filter_map(|id| self.alone.matter(id));
        if !matters.any(Matter::fills_cells) {
            return Ok(false);
        }
        let (position, scene) = (position.into(), &self.navigator.scene);
        scene.lattice.coordinates_of(position)?;
        // No body covers cells farther from its position than it is long, and two cells.
        let longest = f64::from(resident.agent().half_extents.max_element()) * 2.0;
        let reach = longest + scene.lattice.sizes() * 2.0;
        let mut bounds = self.alone.ids().filter_map(|id| self.alone.bounds(id));
        if !bounds.any(|it| {
            (it.min - position)
                .max(position - it.max)
                .cmple(reach)
                .all()
        }) {
            return Ok(false);
        }
        resident.is_touched(scene, &self.alone, position)
    }
}

/// Returns whether cells lie in more chunks than one bake looks into.
pub(super) fn is_vast(cells: CellBox) -> bool {
    if cells.is_empty() {
        return false;
    }
    let chunks: IVec3 = ((cells.max - 1) >> 6) - (cells.min >> 6) + 1;
    let [x, y, z] = chunks
        .to_array()
        .map(|count| u64::from(count.unsigned_abs()));
    x.saturating_mul(y).saturating_mul(z) > MAX_CHUNKS_PER_BAKE as u64
}
