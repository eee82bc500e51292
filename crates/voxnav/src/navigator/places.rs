//! Places where agents can be.

use glam::DVec3;
#[cfg(feature = "colliders")]
use glam::Vec3;
use voxnav_occupancy::{CellState, Stance};

use super::{AgentId, Navigator, NavigatorError};
use crate::routes::RouteOptions;

impl Navigator {
    /// Returns the place where an agent can be that is put at a position, in world units; `None` where there is none within
    /// a radius. See [`View::nearest_place`](crate::View::nearest_place).
    ///
    /// # Errors
    ///
    /// As [`Navigator::view`]; [`RouteError::Lattice`](crate::RouteError::Lattice) for a position without a cell, and
    /// [`RouteError::Length`](crate::RouteError::Length) for a radius that is negative or NaN.
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::glam::DVec3;
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
    /// level.insert(Obstacle::between([4.0, 4.0, 0.0], [6.0, 6.0, 2.0]))?;
    /// let drone = level.add_agent(Agent::new([0.2; 3].into()))?;
    /// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker()))?;
    /// let [free, inside] = [[2.1, 2.1, 1.0], [4.3, 5.0, 1.0]];
    /// assert_eq!(level.nearest_place(drone, free, 2.0)?, Some(free.into()), "where it is");
    /// assert_eq!(level.nearest_place(walker, free, 2.0)?, Some(DVec3::new(2.25, 2.25, 0.0)));
    /// assert_eq!(level.nearest_place(drone, inside, 2.0)?.map(|at| at.x), Some(3.75));
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn nearest_place(
        &mut self,
        agent: AgentId,
        position: impl Into<DVec3>,
        radius: f64,
    ) -> Result<Option<DVec3>, NavigatorError> {
        let view = self.view(agent, &RouteOptions::default())?;
        Ok(view.nearest_place(position, radius)?)
    }

    /// Returns a random place where an agent can be, in world units, the same for the same seed; `None` where a thousand
    /// draws find none. See [`View::random_places`](crate::View::random_places), which draws many.
    ///
    /// # Errors
    ///
    /// As [`Navigator::view`].
    ///
    /// ```
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
    /// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker()))?;
    /// let feet = level.random_place(walker, 7)?.ok_or("there is a floor")?;
    /// assert_eq!(level.find_route(walker, feet, feet)?.waypoints, [feet]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_place(
        &mut self,
        agent: AgentId,
        seed: u64,
    ) -> Result<Option<DVec3>, NavigatorError> {
        let view = self.view(agent, &RouteOptions::default())?;
        let place = view.random_places(seed).next();
        Ok(place)
    }

    /// Returns the point of the floor below an agent on the ground, where its feet are seen to stand: straight below the
    /// position, on the obstacle that is there, or where only its sides are above ground, at the height of that. Cells have
    /// their floor at their upper face. `None` where the agent does not stand: in water, on a ladder, in the air, where it
    /// can be nowhere.
    ///
    /// Routes lead over the lower faces of cells, which are up to the height of a cell above the floor: a program that
    /// shows an agent puts it here, without a ray of its own. What routes cost does not depend on it.
    ///
    /// # Guarantees
    ///
    /// Within two [skins](voxnav_occupancy::Skin) of the obstacle.
    ///
    /// # Complexity
    ///
    /// Two sweeps over the height of a cell, or on slopes of as many cells as a body leans on.
    ///
    /// # Errors
    ///
    /// As [`Navigator::view`]; [`NavigatorError::Flying`] for an agent that flies, and
    /// [`RouteError::Lattice`](crate::RouteError::Lattice) for a position without a cell.
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut level = Navigator::between_faces([0.5, 0.5, 0.125], [0.0; 3], [20.0, 20.0, 4.0])?;
    /// level.insert(Obstacle::between([4.0, 4.0, -1.0], [6.0, 6.0, 0.3]))?;
    /// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker()))?;
    /// let on_slab = level.floor_under(walker, [5.1, 5.2, 0.35])?.ok_or("a slab")?;
    /// assert!((on_slab.z - 0.3).abs() < 1e-3, "{on_slab}");
    /// let beside = level.floor_under(walker, [8.0, 8.0, 0.1])?.ok_or("the floor of all")?;
    /// assert_eq!(beside.z, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn floor_under(
        &mut self,
        agent: AgentId,
        position: impl Into<DVec3>,
    ) -> Result<Option<DVec3>, NavigatorError> {
        let view = self.view(agent, &RouteOptions::default())?;
        let ground = view.ground().ok_or(NavigatorError::Flying {
            id: agent.to_bits(),
        })?;
        let position = position.into();
        let Some(place) = ground.stance_at(position)? else {
            return Ok(None);
        };
        let stances = ground.moves().stances();
        let lattice = *view.lattice();
        let up = ground.moves().locomotion().up;
        let axis = up.axis.index();
        let height = lattice.sizes()[axis];
        if !stances.at(place.cell).has(Stance::STANDING) || place.above >= height {
            return Ok(None);
        }
        let mut face = position;
        face[axis] = view.position_at(place.cell)[axis];
        let up = up.step().as_dvec3();
        // On a slope the floor below the middle is lower than the cell below the feet.
        let layers = 1 + ground.moves().uphill();
        let cells = self.scene.cells.as_ref();
        let mut depth = None;
        for layer in (0..layers).map(f64::from).take_while(|_| cells.is_some()) {
            let below = lattice.cell_at(face - up * (height * (layer + 0.5)))?;
            if cells.is_some_and(|it| it.state(below) == CellState::Occupied) {
                depth = Some(height * layer);
                break;
            }
        }
        let least = depth.unwrap_or(height * f64::from(layers));
        if least > 0.0 {
            depth = self.depth_below(agent, face, up * least)?.or(depth);
        }
        Ok(Some(face - up * depth.unwrap_or(0.0)))
    }

    /// Returns how far below a point on a face the obstacle is on which an agent stands, up to a height.
    #[cfg(feature = "colliders")]
    fn depth_below(
        &self,
        agent: AgentId,
        face: DVec3,
        height: DVec3,
    ) -> Result<Option<f64>, NavigatorError> {
        let (body, obstacles) = (self.resident(agent)?.agent(), &self.scene.obstacles);
        let skin = obstacles.skin().depth();
        // What sinks into the cell by less than the skin does not fill it.
        let up = height.normalize();
        let (from, to) = (face + up * (2.0 * skin), face - height);
        let across = body.half_extents * (DVec3::ONE - up.abs()).as_vec3();
        for half in [Vec3::ZERO, across] {
            let hit = obstacles.sweep(from, to, half, body.layers)?;
            if let Some(hit) = hit {
                return Ok(Some((hit.distance - 3.0 * skin).max(0.0)));
            }
        }
        Ok(None)
    }

    #[cfg(not(feature = "colliders"))]
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as with colliders"
    )]
    fn depth_below(&self, _: AgentId, _: DVec3, _: DVec3) -> Result<Option<f64>, NavigatorError> {
        Ok(None)
    }
}
