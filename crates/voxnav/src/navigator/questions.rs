//! Routes of a navigator's agents, in the world as it is now, and views of it for searches elsewhere.

use glam::DVec3;
use voxnav_occupancy::Agent;
use voxnav_occupancy::colliders::Obstacles;
use voxnav_search::{Flight, Ground};

use super::flying::FlyingResident;
use super::on_ground::GroundResident;
use super::places::{are_cells_touched, is_box_touched};
use super::residents::{Residents, Resides};
use super::{AgentId, Navigator, NavigatorError};
use crate::ground::GroundView;
use crate::routes::surroundings::{Scene, Surroundings};
use crate::routes::{AgentView, Destination, Route, RouteOptions, View};

#[expect(
    private_bounds,
    reason = "there are two kinds of agents, and no others"
)]
impl Navigator {
    /// Finds the best route of an agent from a position to a destination, in the world as it is now,
    /// under the [options](Self::options) of the navigator.
    ///
    /// A destination is a position, or a [`Destination`] for the nearest of many.
    /// [`AgentView::find_route`] says how routes begin and end; positions of agents on the ground are where the feet
    /// are, and [settle](GroundView#positions) on the ground below. That there is no route, or that an end is
    /// blocked or outside the bounds, is an [`Outcome`](crate::Outcome), not an error.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`](crate::RouteError::Lattice) for positions that are not finite or too far away for any cell;
    /// [`RouteError::Length`](crate::RouteError::Length) and [`RouteError::Weight`](crate::RouteError::Weight) for options
    /// with a negative length, NaN, or a weight of zero; else as
    /// [`Navigator::traversability`].
    ///
    /// ```
    /// use voxnav::{Agent, Destination, Navigator, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0, 4.0, 20.0])?;
    /// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
    /// let near = Destination::within([12.0, 1.0, 1.0], 3.0);
    /// let route = navigator.find_route(drone, [1.0; 3], near)?;
    /// assert_eq!(route.waypoints.last().map(|at| at.x), Some(9.0));
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    #[doc(alias = "find_path")]
    pub fn find_route<M: Resides>(
        &mut self,
        agent: AgentId<M>,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<Route<M::Action>, NavigatorError> {
        let options = self.options;
        self.find_route_with(agent, from, to, &options)
    }

    /// Finds a route as [`find_route`](Self::find_route) does, under options for this one search.
    ///
    /// # Errors
    ///
    /// As [`Navigator::find_route`].
    pub fn find_route_with<M: Resides>(
        &mut self,
        agent: AgentId<M>,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
        options: &RouteOptions,
    ) -> Result<Route<M::Action>, NavigatorError> {
        let view = self.view(agent, options)?;
        Ok(view.find_route_in(from, to, &mut self.workspace)?)
    }

    /// Returns a snapshot of an agent's world as it is now, with all that searches need, for any thread: later edits do
    /// not change it.
    ///
    /// # Complexity
    ///
    /// Constant if nothing was edited since the last question about the agent; else that of baking the cells near what
    /// was edited ([`traversability`](Self::traversability)), and with
    /// [`keep_away`](RouteOptions::keep_away) that of the distances near what changed. Where the body of an agent on
    /// the ground stands is derived by the first search that comes near. The first edit of
    /// an obstacle while a view is alive copies the table of obstacles.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownAgent`]; [`RouteError::Bake`](crate::RouteError::Bake) if too many chunks are near
    /// obstacles; [`RouteError::Length`](crate::RouteError::Length) and
    /// [`RouteError::Weight`](crate::RouteError::Weight) for options with a negative length, NaN, or a weight
    /// of zero.
    pub fn view<M: Resides>(
        &mut self,
        agent: AgentId<M>,
        options: &RouteOptions,
    ) -> Result<View<M>, NavigatorError> {
        options.check()?;
        M::view(self, agent, options)
    }
}

impl Resides for Flight {
    type Resident = FlyingResident;

    fn residents(navigator: &Navigator) -> &Residents<Self> {
        &navigator.flying
    }

    fn residents_mut(navigator: &mut Navigator) -> &mut Residents<Self> {
        &mut navigator.flying
    }

    fn agent(resident: &FlyingResident) -> &Agent {
        &resident.agent
    }

    fn is_touched(
        resident: &FlyingResident,
        _: &Scene,
        obstacles: &Obstacles,
        position: DVec3,
    ) -> Result<bool, NavigatorError> {
        is_box_touched(&resident.agent, obstacles, position)
    }

    fn view(
        navigator: &mut Navigator,
        id: AgentId,
        options: &RouteOptions,
    ) -> Result<AgentView, NavigatorError> {
        let world = navigator.traversability(id)?;
        let mut terrain = navigator.terrain.clone();
        let (resident, scene) = navigator.flying(id)?;
        if let Some(keep_away) = options.keep_away {
            let margin = resident.margin(keep_away, &world, &scene.lattice);
            terrain = margin.over(terrain);
        }
        let surroundings = Surroundings {
            agent: resident.agent,
            scene: navigator.scene.clone(),
        };
        Ok(AgentView::among(surroundings, world, terrain, options))
    }
}

impl Resides for Ground {
    type Resident = GroundResident;

    fn residents(navigator: &Navigator) -> &Residents<Self> {
        &navigator.on_ground
    }

    fn residents_mut(navigator: &mut Navigator) -> &mut Residents<Self> {
        &mut navigator.on_ground
    }

    fn agent(resident: &GroundResident) -> &Agent {
        &resident.agent
    }

    fn is_touched(
        resident: &GroundResident,
        scene: &Scene,
        obstacles: &Obstacles,
        position: DVec3,
    ) -> Result<bool, NavigatorError> {
        are_cells_touched(resident, scene, obstacles, position)
    }

    fn view(
        navigator: &mut Navigator,
        id: AgentId<Self>,
        options: &RouteOptions,
    ) -> Result<GroundView, NavigatorError> {
        let lattice = navigator.scene.lattice;
        let ground = navigator.ground(id)?.clone();
        Ok(GroundView::new(lattice, ground, options)?)
    }
}
