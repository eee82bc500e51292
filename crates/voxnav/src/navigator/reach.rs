//! Questions about what can be reached, and what keeps a goal out of reach.

use std::num::NonZeroU8;

use glam::DVec3;
use voxnav_occupancy::{Agent, CellState};
use voxnav_search::Query;

use super::{AgentId, Navigator, NavigatorError};
use crate::routes::{Near, RouteOptions, check_length};

impl Navigator {
    /// Returns the positions to which an agent has a route of at most `length` world units from `from`,
    /// each with the length of the shortest: nearest first, then in cell order. Where terrain or
    /// [`keep_away`](RouteOptions::keep_away) weigh moves, lengths are weighed likewise.
    ///
    /// Lengths count from `from` itself, as those of routes do. The list is empty if the agent cannot be
    /// there.
    ///
    /// # Complexity
    ///
    /// One expansion for each of them.
    ///
    /// # Errors
    ///
    /// As [`Navigator::find_route`].
    ///
    /// ```
    /// use voxnav::{Agent, Navigator, RouteOptions, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
    /// let options = RouteOptions::default();
    /// let reached = navigator.positions_within(drone, [5.0; 3], 0.5, &options)?;
    /// assert_eq!(reached.len(), 7); // here and one cell along each axis
    /// assert_eq!(reached[0], ([5.0; 3].into(), 0.0));
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn positions_within(
        &mut self,
        agent: AgentId,
        from: impl Into<DVec3>,
        length: f64,
        options: &RouteOptions,
    ) -> Result<Vec<(DVec3, f64)>, NavigatorError> {
        let view = self.view(agent, options)?;
        let id = agent.to_bits();
        let flight = view.flight().ok_or(NavigatorError::OnGround { id })?;
        Ok(flight.positions_within(from, length)?)
    }

    /// Returns the distance from the cell of a position to the nearest cell where the agent cannot be,
    /// in world units between their centers. The size of the agent is in it already, as cells are
    /// blocked where its box would touch something. Zero where the cell of the position is blocked, and
    /// at most `most`, which is clamped to 1 to 254 cells by their shortest side. The bounds of the world do not count as
    /// blocked.
    ///
    /// # Complexity
    ///
    /// That of the distances of one chunk, and of the chunks around it; for many positions keep an
    /// [`WorldClearance`](crate::spatial::WorldClearance) of the snapshot's [occupancy](crate::grid::Traversability::occupancy).
    ///
    /// # Errors
    ///
    /// As [`Navigator::find_route`].
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::parry3d::shape::SharedShape;
    /// use voxnav::{Agent, Navigator, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0; 3])?;
    /// navigator.insert(Obstacle::new(SharedShape::cuboid(0.2, 0.2, 0.2)).at([5.0; 3]))?;
    /// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
    /// assert_eq!(navigator.distance_to_blocked(drone, [5.0, 5.0, 8.0], 10.0)?, 3.0);
    /// assert_eq!(navigator.distance_to_blocked(drone, [15.0; 3], 2.0)?, 2.0);
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn distance_to_blocked(
        &mut self,
        agent: AgentId,
        at: impl Into<DVec3>,
        most: f64,
    ) -> Result<f64, NavigatorError> {
        check_length("distance to look", most)?;
        let world = self.traversability(agent)?;
        let lattice = self.scene.lattice;
        let cell = lattice.cell_at(at.into())?;
        let size = lattice.shortest_side();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped, and NaN becomes zero"
        )]
        let cap = (most / size).ceil().clamp(1.0, 254.0) as u8;
        let cap = NonZeroU8::new(cap).unwrap_or(NonZeroU8::MIN);
        let boundless = world.occupancy().edit().with_outside(CellState::Free);
        let policy = world.unknown_policy();
        let near = Near::new(&boundless.commit(), policy, cap, &lattice);
        let most = most.max(size).min(f64::from(cap.get()) * size);
        Ok((near.squared_at(cell).sqrt() * size).min(most))
    }

    /// Returns the largest agent that gets from one position to another by moves that cut no corners:
    /// the agent itself, or the same box scaled down, to a 128th. `None` if not even a point gets there.
    ///
    /// # Complexity
    ///
    /// Up to nine bakes of the world from scratch.
    ///
    /// # Errors
    ///
    /// As [`Navigator::find_route`] and [`Navigator::add_agent`].
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::parry3d::shape::SharedShape;
    /// use voxnav::{Agent, Navigator, Outcome, RouteOptions, glam::Vec3};
    /// use voxnav::search::Explain;
    ///
    /// let mut navigator = Navigator::in_region(0.5, [-8.0, 0.0, -8.0], [8.0, 4.0, 8.0])?;
    /// for z in [-5.5, 5.5] {
    ///     let half = SharedShape::cuboid(0.5, 5.0, 4.5); // leaves a gap two units wide
    ///     navigator.insert(Obstacle::new(half).at([0.0, 2.0, z]))?;
    /// }
    /// let truck = navigator.add_agent(Agent::new(Vec3::new(1.5, 0.5, 1.5)))?;
    /// let options = RouteOptions::default().explain(Explain::LargestAgent);
    /// let (from, to) = ([-5.0, 2.0, 0.0], [5.0, 2.0, 0.0]);
    /// let route = navigator.find_route_with(truck, from, to, &options)?;
    /// assert_eq!(route.outcome, Outcome::Unreachable);
    /// let largest = route.enclosure.and_then(|enclosure| enclosure.largest);
    /// let width = largest.map(|agent| 2.0 * agent.half_extents.z).ok_or("nothing fits")?;
    /// assert!((1.95..2.0).contains(&width));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest_agent_between(
        &self,
        agent: &Agent,
        from: impl Into<DVec3>,
        to: impl Into<DVec3>,
    ) -> Result<Option<Agent>, NavigatorError> {
        let from = self.scene.lattice.cell_at(from.into())?;
        let to = self.scene.lattice.cell_at(to.into())?;
        let query = Query::new(from, to);
        Ok((self.scene).largest_agent(agent, &query, Some([from, to]))?)
    }
}
