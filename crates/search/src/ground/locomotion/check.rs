//! The checks of the abilities of an agent.

use thiserror::Error;
use voxnav_occupancy::{Palette, StanceError};

use super::{Fall, Locomotion};
use crate::cost::Cost;

/// Error for a way of moving that is contradictory or out of range; it names the field.
///
/// ```
/// use voxnav_search::{Locomotion, LocomotionError};
///
/// let refused = Locomotion { step_up: 64, ..Locomotion::walker() }.check();
/// assert_eq!(refused, Err(LocomotionError::TooFar { field: "step_up", cells: 64, limit: 63 }));
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LocomotionError {
    /// The agent can do nothing at all.
    #[error("`walk`, `climb`, `swim` and `fly` are all missing: the agent cannot move")]
    NoMoves,
    /// A field has a meaning only for agents that walk.
    #[error("`{field}` needs `walk`, which is missing")]
    NeedsWalk {
        /// The field.
        field: &'static str,
    },
    /// A cost is zero where it must not be, or larger than the limit.
    #[error("`{field}` costs {cost}, which is not {least} to {most}")]
    Cost {
        /// The field.
        field: &'static str,
        /// The refused cost.
        cost: Cost,
        /// The smallest cost allowed.
        least: Cost,
        /// The largest cost allowed.
        most: Cost,
    },
    /// A height or a distance is larger than the limit.
    #[error("`{field}` is {cells} cells; the limit is {limit}")]
    TooFar {
        /// The field.
        field: &'static str,
        /// The number of cells asked for.
        cells: u8,
        /// The largest allowed.
        limit: u8,
    },
    /// The limit of slopes is not below 90 degrees.
    #[error("`slope` is {degrees} degrees; the limit is {limit}")]
    TooSteep {
        /// The angle asked for, in degrees.
        degrees: u8,
        /// The largest allowed.
        limit: u8,
    },
    /// A length in world units is negative or not a number.
    #[error("`{field}` must be a length of 0 or more, not {length}")]
    Length {
        /// The field.
        field: &'static str,
        /// The refused length.
        length: f64,
    },
    /// The table of falls ends before the heights that the agent may drop.
    #[error("`fall` has {entries} costs, but the agent drops up to {heights} cells")]
    FallTable {
        /// The number of costs in the table.
        entries: usize,
        /// The number of costs needed: one for each cell of the largest drop.
        heights: u8,
    },
    /// The crouched body is no lower, or does not cover the cell where it is.
    #[error("`crouch`: {0}")]
    Crouch(#[from] StanceError),
}

impl Locomotion {
    /// Checks that everything fits together. Takes no longer for large numbers than for small ones.
    ///
    /// # Errors
    ///
    /// - [`LocomotionError::NoMoves`] for an agent that can do nothing.
    /// - [`LocomotionError::NeedsWalk`] for steps, drops or jumps of an agent that does not walk.
    /// - [`LocomotionError::Cost`] if the cost of walking, climbing, swimming or flying is zero, or any
    ///   cost exceeds [`Locomotion::MOST`].
    /// - [`LocomotionError::TooFar`] for heights and gaps past their limits.
    /// - [`LocomotionError::TooSteep`] for a slope of 90 degrees or more.
    /// - [`LocomotionError::FallTable`] for a table without an entry for each drop.
    /// - [`LocomotionError::Crouch`] for a crouched body that is not lower or leaves its cell.
    pub fn check(&self) -> Result<(), LocomotionError> {
        self.stance_rules(&Palette::new()).map(drop)
    }

    pub(super) fn check_numbers(&self) -> Result<(), LocomotionError> {
        let swim = self.swim.map(|swim| [swim.below, swim.surface]);
        if self.walk.is_none() && self.climb.is_none() && swim.is_none() && self.fly.is_none() {
            return Err(LocomotionError::NoMoves);
        }
        if self.walk.is_none() {
            let heights = [("step_up", self.step_up), ("drop", self.drop)];
            let into_liquid = ("drop_into_liquid", self.drop_into_liquid);
            let jump = ("jump", u8::from(self.jump.is_some()));
            let mut fields = heights.into_iter().chain([into_liquid, jump]);
            if let Some((field, _)) = fields.find(|&(_, cells)| cells > 0) {
                return Err(LocomotionError::NeedsWalk { field });
            }
        }
        let jump = self
            .jump
            .map_or([0; 3], |jump| [jump.gap, jump.rise, jump.arc]);
        let distances = [
            ("step_up", self.step_up, Self::MOST_STEP),
            ("drop", self.drop, Self::MOST_DROP),
            ("drop_into_liquid", self.drop_into_liquid, Self::MOST_DROP),
            ("jump.gap", jump[0], Self::MOST_JUMP),
            ("jump.rise", jump[1], Self::MOST_JUMP),
            ("jump.arc", jump[2], Self::MOST_JUMP),
        ];
        for (field, cells, limit) in distances {
            if cells > limit {
                return Err(LocomotionError::TooFar {
                    field,
                    cells,
                    limit,
                });
            }
        }
        let limit = Self::MOST_SLOPE;
        if let Some(degrees) = self.slope.filter(|degrees| *degrees > limit) {
            return Err(LocomotionError::TooSteep { degrees, limit });
        }
        let (one, zero) = (Cost::from_raw(1), Cost::ZERO);
        let costs = [
            ("walk", self.walk, one),
            ("climb", self.climb, one),
            ("swim.below", swim.map(|costs| costs[0]), one),
            ("swim.surface", swim.map(|costs| costs[1]), one),
            ("fly", self.fly, one),
            ("step", Some(self.step), zero),
            ("jump.cost", self.jump.map(|jump| jump.cost), zero),
            ("open_door", self.open_door, zero),
        ];
        let falls = match &self.fall {
            Fall::PerCell(cost) => std::slice::from_ref(cost),
            Fall::Table(costs) => costs,
        };
        let falls = falls.iter().map(|&cost| ("fall", Some(cost), zero));
        for (field, cost, least) in costs.into_iter().chain(falls) {
            let most = Self::MOST;
            if let Some(cost) = cost.filter(|cost| !(least..=most).contains(cost)) {
                return Err(LocomotionError::Cost {
                    field,
                    cost,
                    least,
                    most,
                });
            }
        }
        let heights = self.drop.max(self.drop_into_liquid);
        match &self.fall {
            Fall::Table(costs) if costs.len() < heights.into() => Err(LocomotionError::FallTable {
                entries: costs.len(),
                heights,
            }),
            _ => Ok(()),
        }
    }
}
