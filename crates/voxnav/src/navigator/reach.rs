//! Goals of many cells, what can be reached, and what keeps a goal out of reach.

use std::num::NonZeroU8;

use glam::{DVec3, I64Vec3, IVec3};
use voxnav_occupancy::{Agent, CellState, EuclideanClearance};
use voxnav_search::{Cost, FieldError, FieldQuery, Goal, Outcome, PartialReason, Query, Workspace};

use super::fit::largest_of;
use super::resident::{Resident, Sources};
use super::route::{Enclosure, Explain, cells, check_length};
use super::{AgentId, Navigator, NavigatorError, Route, RouteOptions};

impl Navigator {
    /// The best route of an agent from a position to a goal of any kind, in the world as it is now.
    /// The cells of the goal are those of the [lattice](Self::lattice).
    ///
    /// # Errors
    ///
    /// As [`Navigator::find_path`].
    ///
    /// ```
    /// use voxnav::{Agent, Navigator, RouteOptions, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0, 4.0, 20.0])?;
    /// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
    /// let near = navigator.goal_within([12.0, 1.0, 1.0], 3.0)?;
    /// let options = RouteOptions::default();
    /// let route = navigator.find_path_to(drone, [1.0, 1.0, 1.0], &near, &options)?;
    /// assert_eq!(route.waypoints.last().map(|at| at.x), Some(9.0));
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn find_path_to(
        &mut self,
        agent: AgentId,
        from: impl Into<DVec3>,
        goal: &Goal,
        options: &RouteOptions,
    ) -> Result<Route, NavigatorError> {
        let (world, terrain) = self.world_and_terrain(agent, options)?;
        let mut workspace = std::mem::take(&mut self.workspace);
        let question = self.question(agent, &world, options, &terrain);
        let route =
            question.and_then(|question| question.toward(from.into(), goal, &mut workspace));
        self.workspace = workspace;
        route
    }

    /// The cells whose centers are within `radius` world units of a position, which counts to a 256th
    /// of a cell.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Lattice`] for a position that is not finite or too far away for any cell;
    /// [`NavigatorError::Length`] for a radius that is negative or not a number.
    pub fn goal_within(
        &self,
        position: impl Into<DVec3>,
        radius: f64,
    ) -> Result<Goal, NavigatorError> {
        check_length("radius of the goal", radius)?;
        let coordinates = self.lattice.coordinates_of(position.into())?;
        #[expect(clippy::cast_precision_loss, reason = "a power of two")]
        let scale = Goal::POINT_SCALE as f64;
        let parts = (coordinates * scale).round();
        #[expect(clippy::cast_possible_truncation, reason = "finite, and below 2^40")]
        let point = I64Vec3::from_array(parts.to_array().map(|part| part as i64));
        Ok(Goal::within_of_point(
            point,
            cells(radius / self.lattice.size()),
        ))
    }

    /// The positions that an agent reaches from another one by routes no longer than `length` world
    /// units, with what the shortest is long: nearest first, then in cell order. Where terrain or
    /// [`keep_away`](RouteOptions::keep_away) weigh moves, lengths are weighed likewise.
    ///
    /// Lengths count from the position itself, as those of routes do. None if the agent cannot be where
    /// it starts.
    ///
    /// # Complexity
    ///
    /// One expansion for each of them.
    ///
    /// # Errors
    ///
    /// As [`Navigator::find_path`].
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
        check_length("length of the routes", length)?;
        let (world, terrain) = self.world_and_terrain(agent, options)?;
        let question = self.question(agent, &world, options, &terrain)?;
        let Some((start, gone)) = question.start_cell(from.into())? else {
            return Ok(Vec::new());
        };
        let within = cells((length - gone) / self.lattice.size());
        if gone > length {
            return Ok(Vec::new());
        }
        let query = FieldQuery::from_start(start)
            .moves(options.moves)
            .corners(options.corners)
            .within(within);
        let field = if terrain.is_uniform() {
            query.solve(&world)
        } else {
            query.terrain(&terrain).solve(&world)
        };
        let field = match field {
            Ok(field) => field,
            Err(FieldError::Memory) => return Err(NavigatorError::TooManyCells),
            Err(_) => return Ok(Vec::new()),
        };
        let reached = field.cells_within(within).into_iter();
        let in_world = |(cell, cost): (IVec3, Cost)| {
            let length = gone + cost.length() * self.lattice.size();
            (self.lattice.center(cell), length)
        };
        Ok(reached.map(in_world).collect())
    }

    /// How far the nearest cell that blocks an agent is from a position, in world units, from center
    /// to center: its box has been taken off already. Zero where the cell of the position is blocked,
    /// and no more than `most`, which is clamped to 1 to 254 cells. The bounds of the world do not
    /// count.
    ///
    /// # Complexity
    ///
    /// That of the distances of one chunk, and of the chunks around it; for many positions keep an
    /// [`EuclideanClearance`] of the snapshot's [occupancy](crate::Traversability::occupancy).
    ///
    /// # Errors
    ///
    /// As [`Navigator::find_path`].
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
        let cell = self.lattice.cell_at(at.into())?;
        let size = self.lattice.size();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped, and NaN becomes zero"
        )]
        let cap = (most / size).ceil().clamp(1.0, 254.0) as u8;
        let cap = NonZeroU8::new(cap).unwrap_or(NonZeroU8::MIN);
        let boundless = world.occupancy().edit().with_outside(CellState::Free);
        let policy = world.unknown_policy();
        let clearance = EuclideanClearance::new(&boundless.commit(), policy, cap);
        let cells = f64::from(clearance.squared_at(cell)).sqrt();
        let most = most.max(size).min(f64::from(cap.get()) * size);
        Ok((cells * size).min(most))
    }

    /// The largest agent that gets from one position to another by moves that cut no corners: the
    /// agent itself, or the same box scaled down, to a 128th. `None` if not even a point gets there.
    ///
    /// # Complexity
    ///
    /// Up to nine bakes of the world from scratch.
    ///
    /// # Errors
    ///
    /// As [`Navigator::find_path`] and [`Navigator::add_agent`].
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::parry3d::shape::SharedShape;
    /// use voxnav::{Agent, Explain, Navigator, Outcome, RouteOptions, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [-8.0, 0.0, -8.0], [8.0, 4.0, 8.0])?;
    /// for z in [-5.5, 5.5] {
    ///     let half = SharedShape::cuboid(0.5, 5.0, 4.5); // leaves a gap two units wide
    ///     navigator.insert(Obstacle::new(half).at([0.0, 2.0, z]))?;
    /// }
    /// let truck = navigator.add_agent(Agent::new(Vec3::new(1.5, 0.5, 1.5)))?;
    /// let options = RouteOptions::default().explain(Explain::LargestAgent);
    /// let (from, to) = ([-5.0, 2.0, 0.0], [5.0, 2.0, 0.0]);
    /// let route = navigator.find_path_with(truck, from, to, &options)?;
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
        let ends = [from.into(), to.into()];
        let [from, to] = [
            self.lattice.cell_at(ends[0])?,
            self.lattice.cell_at(ends[1])?,
        ];
        largest_of(*agent, 7, |agent| -> Result<bool, NavigatorError> {
            let mut resident = Resident::new(*agent);
            let sources = Sources {
                obstacles: &self.obstacles,
                lattice: &self.lattice,
                bounds: self.bounds,
                cells: self.cells.as_ref(),
            };
            let world = resident.refreshed(&sources)?;
            // Where components cannot be listed only a search can tell.
            let by_search = |_| {
                let solution = Query::new(from, to).solve(world, &mut Workspace::new());
                solution.outcome.path().is_some()
            };
            Ok(world.is_connected(from, to).unwrap_or_else(by_search))
        })
    }

    /// Adds to a route what its options ask to be told of a goal out of reach.
    pub(super) fn explained(
        &self,
        mut route: Route,
        agent: AgentId,
        ends: [DVec3; 2],
        options: &RouteOptions,
    ) -> Result<Route, NavigatorError> {
        let is_enclosed = matches!(
            route.outcome,
            Outcome::Unreachable
                | Outcome::GoalBlocked
                | Outcome::Partial {
                    shortfall: PartialReason::Unreachable | PartialReason::GoalBlocked,
                    ..
                }
        );
        if is_enclosed
            && options.explain == Explain::LargestAgent
            && let Some(agent) = self.agent(agent)
        {
            let largest = self.largest_agent_between(agent, ends[0], ends[1])?;
            route.enclosure = Some(Enclosure { largest });
        }
        Ok(route)
    }
}
