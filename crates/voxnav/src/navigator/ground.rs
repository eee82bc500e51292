//! Agents on the ground: their routes, and the links that they use.

use glam::DVec3;
use voxnav_occupancy::Agent;
use voxnav_search::{Ground, LinkError, LinkState, Locomotion};

use super::ground_resident::GroundResident;
use super::{AgentId, Navigator, NavigatorError};
use crate::ground::{GroundRoute, GroundView, LinkId, WorldLink};
use crate::routes::{Destination, RouteOptions};

impl Navigator {
    /// Adds an agent that walks, jumps, climbs, swims or flies by the moves of a [`Locomotion`].
    ///
    /// Its body is the box of the agent, in world units: it covers the cells that the box overlaps
    /// across, and as many from its feet up as the box is high. That and the policy for unknown cells
    /// take the place of those of the locomotion, whose heights and gaps are in cells. Nothing is
    /// derived before the first question about it.
    ///
    /// It moves among the cells that obstacles on its layers fill, in part or whole, and those that were
    /// [set](Self::set_cells), with their [materials](Self::set_material). What lies outside the bounds
    /// bears it, too.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Locomotion`] for abilities that are contradictory or out of range;
    /// [`RouteError::Footprint`](crate::RouteError::Footprint) for half extents that are negative, not
    /// finite or more than 63 cells; [`NavigatorError::Link`] if a link lies outside the bounds for
    /// its feet; [`NavigatorError::TooManyAgents`].
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::ground::{Action, Jump, Locomotion};
    /// use voxnav::parry3d::shape::SharedShape;
    /// use voxnav::{Agent, Navigator};
    ///
    /// // Two roofs, y up, with a gap of a meter between them.
    /// let mut navigator = Navigator::in_region(0.5, [0.0, 0.0, 0.0], [12.0, 8.0, 4.0])?;
    /// for x in [2.0, 8.5] {
    ///     let house = Obstacle::new(SharedShape::cuboid(2.7, 2.2, 2.2)).at([x, 2.0, 2.0]);
    ///     navigator.insert(house)?;
    /// }
    /// let jump = Some(Jump { gap: 3, ..Jump::over_one() });
    /// let hero = Locomotion { jump, ..Locomotion::walker() }.with_up(voxnav::grid::Heading::from_step([0, 1, 0].into()).ok_or("a heading")?);
    /// let hero = navigator.add_ground_agent(Agent::new([0.2, 0.9, 0.2].into()), &hero)?;
    /// let route = navigator.find_ground_route(hero, [1.0, 5.0, 2.0], [10.0, 5.0, 2.0])?;
    /// let actions: Vec<_> = route.legs().iter().map(|leg| leg.action).collect();
    /// assert_eq!(actions, [Action::Walk, Action::Jump, Action::Walk]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_ground_agent(
        &mut self,
        agent: Agent,
        locomotion: &Locomotion,
    ) -> Result<AgentId, NavigatorError> {
        let resident = GroundResident::new(agent, locomotion, &self.sources())?;
        self.check_links(&resident)?;
        let id = self.next_id()?;
        self.on_ground.insert(id, resident);
        Ok(id)
    }

    /// Removes an agent on the ground and its world. Views of it stay valid.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownAgent`].
    pub fn remove_ground_agent(&mut self, id: AgentId) -> Result<(), NavigatorError> {
        let own = id.is_of(self.number);
        let resident = own.then(|| self.on_ground.remove(&id)).flatten();
        resident
            .map(drop)
            .ok_or(NavigatorError::UnknownAgent { id })
    }

    /// Returns the agents on the ground with their ids, in the order in which they were added; the locomotion has the
    /// body in cells.
    pub fn ground_agents(&self) -> impl Iterator<Item = (AgentId, &Agent, &Locomotion)> {
        let agents = self.on_ground.iter();
        agents.map(|(id, resident)| (*id, &resident.agent, &resident.locomotion))
    }

    /// Finds the cheapest route of an agent on the ground from a position to a destination, in the world
    /// as it is now, under the [options](Self::options) of the navigator.
    ///
    /// Positions are where the feet are, and [settle](GroundView#positions) on the ground below. That
    /// there is no route, or that an end is blocked or outside the bounds, is an
    /// [`Outcome`](crate::Outcome), not an error.
    ///
    /// # Errors
    ///
    /// As [`Navigator::ground_view`] and [`GroundView::find_route`].
    pub fn find_ground_route(
        &mut self,
        agent: AgentId,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<GroundRoute, NavigatorError> {
        let options = self.options;
        let view = self.ground_view(agent, &options)?;
        Ok(view.find_route_in(from, to, &mut self.workspace)?)
    }

    /// Returns a snapshot of the world of an agent on the ground as it is now, for any thread: later edits do not
    /// change it.
    ///
    /// # Complexity
    ///
    /// Constant if nothing was edited since the last question about the agent; else that of baking the
    /// cells near what was edited. Where the body stands is derived by the first search that comes near.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownAgent`], also for agents that are not on the ground;
    /// [`RouteError::Bake`](crate::RouteError::Bake) if too many chunks are near obstacles;
    /// [`RouteError::Length`](crate::RouteError::Length) and
    /// [`RouteError::Weight`](crate::RouteError::Weight) for options with a negative length, NaN, or a weight
    /// of zero.
    pub fn ground_view(
        &mut self,
        agent: AgentId,
        options: &RouteOptions,
    ) -> Result<GroundView, NavigatorError> {
        let lattice = self.lattice;
        let ground = self.ground(agent)?.clone();
        Ok(GroundView::new(lattice, ground, options)?)
    }

    /// Returns the moves of an agent on the ground as they are now.
    pub(super) fn ground(&mut self, agent: AgentId) -> Result<&Ground, NavigatorError> {
        let sources = crate::routes::surroundings::Sources {
            obstacles: &self.obstacles,
            lattice: &self.lattice,
            bounds: self.bounds,
            cells: self.cells.as_ref(),
        };
        let resident = self.on_ground.get_mut(&agent);
        let resident = resident.filter(|_| agent.is_of(self.number));
        let resident = resident.ok_or(NavigatorError::UnknownAgent { id: agent })?;
        resident.refreshed(&sources, &self.links)
    }

    /// Adds a link, for all agents on the ground that are in one of its groups.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`](crate::RouteError::Lattice) for positions that are not finite or too far
    /// away for any cell; [`NavigatorError::Link`] if it begins or ends outside the bounds for the feet
    /// of an agent; [`NavigatorError::TooManyLinks`]. There is no new link then.
    pub fn insert_link(&mut self, link: WorldLink) -> Result<LinkId, NavigatorError> {
        for position in [link.from[0], link.from[1], link.to] {
            self.lattice.cell_at(position)?;
        }
        let id = LinkId(self.next_link);
        let next = (self.next_link.checked_add(1)).ok_or(NavigatorError::TooManyLinks)?;
        self.links.insert(id, link);
        let agents = self.on_ground.values();
        let checked: Result<Vec<()>, _> = agents.map(|agent| self.check_links(agent)).collect();
        if let Err(refused) = checked {
            self.links.remove(&id);
            return Err(refused);
        }
        self.next_link = next;
        self.mark_links();
        Ok(id)
    }

    /// Removes a link.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownLink`].
    pub fn remove_link(&mut self, id: LinkId) -> Result<WorldLink, NavigatorError> {
        let link = self.links.remove(&id);
        self.mark_links();
        link.ok_or(NavigatorError::UnknownLink { id })
    }

    /// Opens or closes a link.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownLink`].
    pub fn set_link_state(&mut self, id: LinkId, state: LinkState) -> Result<(), NavigatorError> {
        let link = self.links.get_mut(&id);
        link.ok_or(NavigatorError::UnknownLink { id })?.state = state;
        self.mark_links();
        Ok(())
    }

    /// Returns the links with their ids, in the order in which they were added.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, &WorldLink)> {
        self.links.iter().map(|(id, link)| (*id, link))
    }

    fn mark_links(&mut self) {
        for resident in self.on_ground.values_mut() {
            resident.mark_links();
        }
    }

    /// Refuses links that lie outside the bounds for the feet of an agent.
    fn check_links(&self, agent: &GroundResident) -> Result<(), NavigatorError> {
        let links = agent.in_cells(&self.links, &self.sources())?;
        for (id, link) in self.links.keys().zip(&links) {
            let ends = [
                ("from", self.bounds.contains_box(&link.from)),
                ("to", self.bounds.contains(link.to)),
            ];
            if let Some((field, _)) = ends.into_iter().find(|(_, is_inside)| !is_inside) {
                let bounds = self.bounds;
                let link = id.0 as usize;
                let error = LinkError::OutsideBounds {
                    link,
                    field,
                    bounds,
                };
                return Err(error.into());
            }
        }
        Ok(())
    }
}
