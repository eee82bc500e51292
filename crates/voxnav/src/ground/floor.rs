//! The floor itself, which lies anywhere within a cell: where a ground agent is seen to stand.

use glam::DVec3;
#[cfg(feature = "colliders")]
use voxnav_occupancy::BakeError;
use voxnav_occupancy::{Agent, CellState, Lattice, Stance};
use voxnav_search::Ground;

use super::GroundView;
use super::standing::{feet_of, height_of, stance_of};
use crate::routes::RouteError;
use crate::routes::views::surroundings::Scene;

impl GroundView<'_> {
    /// Returns the point of the floor below an agent, where its feet are seen to stand: straight below the
    /// position, on the obstacle that is there within a step, or where only its sides are above ground, at the height of
    /// that. Cells have their floor at their upper face. The agent can be there: the point may be taken for its position.
    /// `None` where the agent does not stand: in water, on a ladder, in the air, where it can be nowhere.
    ///
    /// Routes lead over the lower faces of cells, which are up to the height of a cell above the floor: a program that
    /// shows an agent puts it here, without a ray of its own. What routes cost does not depend on it. With the option
    /// [`on_floor`](crate::RouteOptions::on_floor), waypoints and places are such points.
    ///
    /// # Guarantees
    ///
    /// Within two [skins](voxnav_occupancy::Skin) above the obstacle; of several that come so near to the line straight down,
    /// the highest counts.
    ///
    /// # Complexity
    ///
    /// Two sweeps over the height of a step and a cell.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`] for a position without a cell; [`RouteError::NoFloor`] in a view that a
    /// [`Navigator`](crate::Navigator) with obstacles took without the option `on_floor`:
    /// [`Navigator::floor_under`](crate::Navigator::floor_under) needs no option.
    ///
    #[cfg_attr(feature = "colliders", doc = "```")]
    #[cfg_attr(not(feature = "colliders"), doc = "```ignore")]
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator, RouteOptions};
    ///
    /// let mut level = Navigator::between_faces([0.5, 0.5, 0.125], [0.0; 3], [20.0, 20.0, 4.0])?;
    /// level.insert(Obstacle::between([4.0, 4.0, -1.0], [6.0, 6.0, 0.3]))?;
    /// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker()))?;
    /// let view = level.view(walker, &RouteOptions::default().on_floor(true))?;
    /// let ground = view.ground().ok_or("it walks")?;
    /// let on_slab = ground.floor_under([5.1, 5.2, 0.35])?.ok_or("a slab")?;
    /// assert!((on_slab.z - 0.3).abs() < 1e-3, "{on_slab}");
    /// let route = view.find_route([4.5, 5.0, 0.3], [5.5, 5.0, 0.3])?;
    /// assert!(route.is_found() && route.waypoints.iter().all(|at| (at.z - 0.3).abs() < 1e-3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn floor_under(&self, position: impl Into<DVec3>) -> Result<Option<DVec3>, RouteError> {
        if self.held.leaves_out_obstacles {
            return Err(RouteError::NoFloor);
        }
        let among = self.held.surroundings.as_ref();
        let floor = Floor {
            ground: self.ground,
            lattice: self.lattice(),
            among: among.map(|it| (&it.scene, &it.agent)),
        };
        floor.under(position.into())
    }
}

/// The ground of an agent, and the scene that its cells were baked from, unless there are no obstacles.
pub(crate) struct Floor<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) lattice: &'a Lattice,
    pub(crate) among: Option<(&'a Scene, &'a Agent)>,
}

impl Floor<'_> {
    /// Returns the point of the floor below an agent: see [`GroundView::floor_under`].
    pub(crate) fn under(&self, position: DVec3) -> Result<Option<DVec3>, RouteError> {
        let (ground, lattice) = (self.ground, self.lattice);
        let Some(place) = stance_of(ground, lattice, position)? else {
            return Ok(None);
        };
        let up = ground.locomotion().up;
        let height = height_of(lattice, up);
        if !ground.stances().at(place.cell).has(Stance::STANDING) || place.above >= height {
            return Ok(None);
        }
        let axis = up.axis.index();
        let up = up.step().as_dvec3();
        let mut face = position;
        let feet = feet_of(ground.locomotion(), lattice).offset();
        face[axis] = (lattice.center(place.cell) + feet)[axis];
        let depth = self.depth_below(face, up * height)?;
        Ok(Some(face - up * depth))
    }

    /// Returns how far below a point on the face of a cell the floor is, where the height of a cell is given as a way up.
    fn depth_below(&self, face: DVec3, height: DVec3) -> Result<f64, RouteError> {
        // On a slope the floor below the middle is lower than the cell below the feet: by a step over the own column, and by
        // more where a wide body leans on the slope.
        let leans = 1 + self.ground.uphill();
        let layers = leans.max(1 + i32::from(self.ground.locomotion().step_up));
        let cells = match self.among {
            Some((scene, _)) => scene.cells.as_ref(),
            None => Some(self.ground.stances().occupancy()),
        };
        let mut by_cells = None;
        if let Some(cells) = cells {
            for layer in (0..layers).map(f64::from) {
                let below = self.lattice.cell_at(face - height * (layer + 0.5))?;
                if cells.state(below) == CellState::Occupied {
                    by_cells = Some(layer);
                    break;
                }
            }
        }
        let most = by_cells.unwrap_or_else(|| f64::from(layers));
        let by_cells = by_cells.map_or(0.0, |layers| height.length() * layers);
        let Some((scene, agent)) = self.among.filter(|_| most > 0.0) else {
            return Ok(by_cells);
        };
        let sweep = |half, layers| depth_among(scene, agent, (face, half), height * layers);
        if let Some(depth) = sweep(DVec3::ZERO, most)? {
            // Else the middle is off an edge, above ground where the body cannot be.
            let feet = face - height.normalize() * depth;
            if stance_of(self.ground, self.lattice, feet)?.is_some() {
                return Ok(depth);
            }
        }
        let body = sweep(agent.half_extents.as_dvec3(), most.min(f64::from(leans)))?;
        Ok(body.unwrap_or(by_cells))
    }
}

/// Returns how far below a point on a face an obstacle is, down to the end of a way whose reverse is given: straight below
/// a box around the point that reaches so far across.
#[cfg(feature = "colliders")]
fn depth_among(
    scene: &Scene,
    agent: &Agent,
    (face, half): (DVec3, DVec3),
    height: DVec3,
) -> Result<Option<f64>, RouteError> {
    let skin = scene.obstacles.skin().depth();
    let up = height.normalize();
    // What is as thin as the skin passes through the triangles of a mesh.
    let least = 2.0 * skin;
    let half = (half * (DVec3::ONE - up.abs())).max(DVec3::splat(least));
    // What sinks into the cell by less than the skin does not fill it.
    let (from, to) = (face + up * (2.0 * skin + least), face - height + up * least);
    let hit = scene
        .obstacles
        .sweep(from, to, half.as_vec3(), agent.layers);
    let hit = hit.map_err(BakeError::from)?;
    Ok(hit.map(|hit| (hit.distance - 3.0 * skin).max(0.0)))
}

#[cfg(not(feature = "colliders"))]
#[expect(clippy::unnecessary_wraps, reason = "as with colliders")]
fn depth_among(
    _: &Scene,
    _: &Agent,
    _: (DVec3, DVec3),
    _: DVec3,
) -> Result<Option<f64>, RouteError> {
    Ok(None)
}
