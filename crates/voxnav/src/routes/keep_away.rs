//! Room that routes keep from what blocks an agent, where that costs them little.

use std::num::NonZeroU8;

use voxnav_occupancy::{CellState, EuclideanClearance, Lattice, Occupancy, UnknownPolicy};
use voxnav_search::Terrain;

/// The extra cost of routes near what blocks the agent.
///
/// A move into a cell beside a blocked one costs `weight` times its length; the factor falls
/// linearly to one for cells that are `distance` further away. Distances are Euclidean, from cell
/// to cell, and those that the agent's center keeps: its box has been taken off already. The bounds
/// of the world are nothing to keep away from.
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
    /// The distance from which on cells cost no more, in world units beyond the cell beside a blocked
    /// one. Rounded up to whole cells, and clamped to 1 to 253 of them; negative ones and NaN are
    /// refused.
    pub distance: f64,
    /// The cost of moves into cells beside blocked ones, as a multiple of their length. Zero is
    /// refused.
    pub weight: u16,
}

/// The margin between the routes of one agent and what blocks it.
#[derive(Clone, Debug)]
pub(crate) struct Margin {
    keep_away: KeepAway,
    /// The clearance in the agent's bake as it was when last asked for.
    clearance: EuclideanClearance,
    revision: u64,
}

impl Margin {
    /// Returns the margin in a bake; `before` brought up to date if it was asked for alike.
    pub(crate) fn of(
        keep_away: KeepAway,
        before: Option<Self>,
        (baked, unknown): (&Occupancy, UnknownPolicy),
        lattice: &Lattice,
    ) -> Self {
        let revision = baked.revision();
        if let Some(before) = &before
            && (before.keep_away, before.revision) == (keep_away, revision)
        {
            return before.clone();
        }
        // In a world of one layer every cell is beside the outside.
        let baked = &baked.edit().with_outside(CellState::Free).commit();
        let clearance = match before {
            Some(before) if before.keep_away == keep_away => before.clearance.updated(baked),
            _ => EuclideanClearance::new(baked, unknown, keep_away.cap(lattice)),
        };
        Self {
            keep_away,
            clearance,
            revision,
        }
    }

    /// Returns terrain with what nearness adds to it.
    pub(crate) fn over(&self, terrain: Terrain) -> Terrain {
        self.keep_away.over(terrain, &self.clearance)
    }
}

impl KeepAway {
    /// Makes room of `distance` world units, with moves beside what blocks at `weight` times their
    /// length.
    #[must_use]
    pub const fn new(distance: f64, weight: u16) -> Self {
        Self { distance, weight }
    }

    /// Returns how far to look for blocked cells, in cells: those beside which moves cost most are one
    /// away.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped, and NaN becomes zero"
    )]
    fn cap(self, lattice: &Lattice) -> NonZeroU8 {
        let cells = (self.distance / lattice.size()).ceil().clamp(1.0, 253.0);
        NonZeroU8::new(cells as u8)
            .unwrap_or(NonZeroU8::MIN)
            .saturating_add(1)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between one and the weight"
    )]
    fn over(self, terrain: Terrain, clearance: &EuclideanClearance) -> Terrain {
        let reach = f64::from(clearance.cap().get() - 1);
        let excess = f64::from(self.weight.max(1) - 1);
        terrain.weighed_by(clearance, |squared| {
            let beyond = (f64::from(squared).sqrt() - 1.0).max(0.0);
            (1.0 + excess * (1.0 - beyond / reach)).round() as u16
        })
    }
}
