//! Room that routes keep from what blocks an agent, where that costs them little.

use std::num::NonZeroU8;

use voxnav_occupancy::{
    CellState, Footprint, Lattice, Occupancy, OccupancyBuilder, Overlay, Traversability,
};
use voxnav_search::Terrain;

use crate::routes::error::RouteError;
use crate::routes::questions::near::Near;
use crate::routes::questions::options::check_length;
use crate::routes::questions::sides::shape_of;

/// The extra cost of routes near what blocks a flying agent.
///
/// A move into a cell adjacent to a blocked one costs `weight` times its length; the factor falls
/// linearly to one for cells that are `distance` further away, and is rounded to whole numbers. Distances are Euclidean,
/// from cell to cell, and those that the agent's center keeps: its box has been taken off already. The bounds
/// of the world are nothing to keep away from.
///
/// Among cells that are no cubes distances are in world units, too. Cells no farther apart than the longest side of a
/// cell are *adjacent*: this includes all face neighbors of a blocked cell, along every axis.
///
/// Ground agents have no such cost: they always stand on the floor, and walk along the edges of what they may
/// fall from. Their views refuse it ([`RouteError::KeepAwayOnGround`]).
///
/// # Guarantees
///
/// Let the *length* of a path be what it costs without this, and its *nearness* the sum over its moves of their
/// lengths times the factor less one. So a path costs its length and its nearness, and an exact search finds one for which
/// that sum is least. Let `P` be such a path and `S` a shortest one between the same ends.
///
/// - No move gets cheaper, and none costs more than `weight` times what it did: factors are from 1 to `weight`.
/// - `P` is at most `weight` times as long as `S`: the length of `P` is at most its cost, that is at most the cost of
///   `S`, and that is at most `weight` times the length of `S`.
/// - `P` has at most the nearness of `S`: the sums of `P` are at most those of `S`, and `P` is no shorter. So no shortest
///   path is farther from what blocks, by that measure, and `P` is longer by no more than the nearness that it saves.
/// - Where some shortest path keeps the distance all the way, `P` is a shortest path that does.
///
/// A search for paths [within](crate::search::SearchSettings::within) a factor of the optimum multiplies the second bound by
/// that factor. [First paths](crate::RouteOptions::anytime) count no weights until they are improved.
/// [Smoothing](crate::smoothing::Smoothing#guarantees) leads nearer to what blocks nowhere than the part that it replaces.
///
/// ```
/// use voxnav::colliders::Obstacle;
/// use voxnav::parry3d::shape::SharedShape;
/// use voxnav::spatial::KeepAway;
/// use voxnav::{Agent, Navigator, RouteOptions, glam::Vec3};
///
/// let mut navigator = Navigator::in_region(1.0, [-20.0, 0.0, -20.0], [20.0, 0.0, 20.0])?;
/// navigator.insert(Obstacle::new(SharedShape::cuboid(9.0, 5.0, 0.4)))?;
/// let agent = navigator.add_agent(Agent::new(Vec3::splat(0.4)))?;
/// let (from, to) = ([-15.0, 0.0, 1.0], [15.0, 0.0, 1.0]);
/// let along_the_wall = navigator.find_route(agent, from, to)?;
/// assert_eq!(along_the_wall.length, 30.0);
///
/// let wary = RouteOptions::default().keep_away(KeepAway::new(3.0, 5));
/// let with_room = navigator.find_route_with(agent, from, to, &wary)?;
/// let beside = with_room.waypoints.iter().filter(|at| at.x.abs() < 9.0);
/// assert_eq!(beside.map(|at| at.z).reduce(f64::min), Some(4.0));
/// assert!(with_room.length < 33.0);
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct KeepAway {
    /// The distance from which on cells cost no more, in world units beyond the cell adjacent to a blocked
    /// one. Rounded up to whole cells, by their shortest side, and clamped to 1 to 253 of them, less by as many as the
    /// longest side is more than one of them; negative ones and NaN are refused.
    pub distance: f64,
    /// The cost of moves into cells adjacent to blocked ones, as a multiple of their length. Zero is
    /// refused.
    pub weight: u16,
}

/// The margin between the routes of one agent and what blocks it.
#[derive(Clone, Debug)]
pub(crate) struct Margin {
    keep_away: KeepAway,
    /// The clearance in the agent's world as it was when last asked for.
    clearance: Near,
    /// The costs of nearness, on terrain of no other weights.
    costs: Terrain,
    /// The world as it was then.
    world: Occupancy,
}

impl Margin {
    /// Returns the margin in a world, with the clearance of another one of the same agent brought up to date, if that
    /// looked as far.
    pub(crate) fn of(
        keep_away: KeepAway,
        before: Option<&Self>,
        world: &Traversability,
        lattice: &Lattice,
    ) -> Self {
        let cells = world.occupancy();
        let cap = keep_away.cap(lattice);
        let before = before.filter(|before| before.clearance.cap() == cap);
        let clearance = match before {
            Some(before) if before.world.is_same_snapshot(cells) => {
                if before.keep_away == keep_away {
                    return before.clone();
                }
                before.clearance.clone()
            }
            Some(before) => before.clearance.updated(&blocked_for(world)),
            None => Near::new(&blocked_for(world), world.unknown_policy(), cap, lattice),
        };
        Self {
            costs: keep_away.costs(&clearance, lattice),
            keep_away,
            clearance,
            world: cells.clone(),
        }
    }

    /// Returns terrain with what nearness adds to it.
    pub(crate) fn over(&self, terrain: Terrain) -> Terrain {
        terrain.weighed_as(&self.costs)
    }
}

/// The margins between the routes of one agent and what blocks it, those asked for last first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Margins(Vec<Margin>);

impl Margins {
    /// The most margins that are kept.
    const MOST: usize = 16;

    /// Returns a margin in a world, and keeps it up to date from now on.
    pub(crate) fn of(
        &mut self,
        keep_away: KeepAway,
        world: &Traversability,
        lattice: &Lattice,
    ) -> &Margin {
        let is_alike = |it: &Margin| it.keep_away == keep_away;
        let looks_as_far = |it: &&Margin| it.clearance.cap() == keep_away.cap(lattice);
        let alike = self.0.iter().position(is_alike).map(|at| self.0.remove(at));
        let before = alike.as_ref().or_else(|| self.0.iter().find(looks_as_far));
        let margin = Margin::of(keep_away, before, world, lattice);
        self.0.insert(0, margin);
        self.0.truncate(Self::MOST);
        &self.0[0]
    }
}

/// Returns the world with the cells blocked where the agent cannot be for what is in it.
pub(crate) fn blocked_for(world: &Traversability) -> Occupancy {
    let (cells, agent) = (world.occupancy(), world.footprint());
    let laid = || {
        let nothing = OccupancyBuilder::new(cells.bounds()).ok()?.commit();
        Some(
            Overlay::new(&nothing, cells, agent)
                .ok()?
                .occupancy()
                .clone(),
        )
    };
    // The bounds were taken before, and are the same: nothing is refused.
    let laid = (agent != Footprint::ONE).then(laid).flatten();
    let laid = laid.as_ref().unwrap_or(cells);
    // In a world of one layer every cell is beside the outside.
    laid.edit().with_outside(CellState::Free).commit()
}

impl KeepAway {
    /// Keeps `distance` world units from obstacles; moves adjacent to them cost `weight` times their
    /// length.
    #[must_use]
    pub const fn new(distance: f64, weight: u16) -> Self {
        Self { distance, weight }
    }

    /// Refuses a distance that is negative or NaN, and a weight of zero: what searches would refuse.
    ///
    /// # Errors
    ///
    /// [`RouteError::Length`] and [`RouteError::Weight`].
    pub fn check(&self) -> Result<(), RouteError> {
        check_length("distance to keep away", self.distance)?;
        let is_weight = self.weight > 0;
        is_weight.then_some(()).ok_or(RouteError::Weight)
    }

    /// Returns terrain with what nearness costs an agent in a world of cells: for searches that are given both. Views and
    /// navigators do this by their options. Weights by distance that the terrain had are replaced.
    ///
    /// Costs are derived where searches come, chunk by chunk: see
    /// [`EuclideanClearance`](crate::spatial::EuclideanClearance).
    ///
    /// # Errors
    ///
    /// Those of [`check`](Self::check); [`RouteError::Cells`] for sides that searches cannot count with.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
    /// use voxnav::spatial::KeepAway;
    /// use voxnav::{Lattice, Terrain, UnknownPolicy};
    ///
    /// let mut cells = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// cells.set(IVec3::ZERO, CellState::Occupied)?;
    /// let world = Traversability::new(&cells.commit(), UnknownPolicy::Blocked);
    /// let costs = KeepAway::new(2.0, 5).over(Terrain::new(), &world, &Lattice::default())?;
    /// assert_eq!([1, 2, 3].map(|x| costs.weight(IVec3::X * x)), [5, 3, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn over(
        self,
        terrain: Terrain,
        world: &Traversability,
        lattice: &Lattice,
    ) -> Result<Terrain, RouteError> {
        self.check()?;
        shape_of(lattice)?;
        Ok(Margin::of(self, None, world, lattice).over(terrain))
    }

    /// Returns how far to look for blocked cells, in shortest sides: moves cost most within a longest side of a blocked
    /// cell.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped, and NaN becomes zero"
    )]
    fn cap(self, lattice: &Lattice) -> NonZeroU8 {
        let shortest = lattice.shortest_side();
        let longest = (lattice.longest_side() / shortest).ceil().min(253.0);
        let further = (self.distance / shortest).ceil();
        let cap = longest + further.clamp(1.0, 254.0 - longest);
        NonZeroU8::new(cap as u8).unwrap_or(NonZeroU8::MIN)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between one and the weight"
    )]
    fn costs(self, near: &Near, lattice: &Lattice) -> Terrain {
        let ratio = lattice.longest_side() / lattice.shortest_side();
        let reach = f64::from(near.cap().get()) - ratio.ceil();
        let excess = f64::from(self.weight.max(1) - 1);
        let weight = move |squared: f64| {
            let beyond = (squared.sqrt() - ratio).max(0.0);
            (1.0 + excess * (1.0 - beyond / reach).max(0.0)).round() as u16
        };
        near.weights(self.weight, weight)
    }
}
