//! Errors of queries for places.

use glam::DVec3;
use voxnav_search::FieldError;

use crate::routes::RouteError;

/// Error for a query for places that cannot be asked.
///
/// That there is no such place is none: the list of the best is empty.
///
/// ```
/// use voxnav::spatial::places::{PlaceError, PlaceQuery};
///
/// let refused = PlaceQuery::hide_from([], 9.0).check();
/// assert_eq!(refused, Err(PlaceError::Empty { what: "eye" }));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// A length, speed or count is too small, or not a number.
    #[error("the {what} must be a number of {least} or more, not {value}")]
    Number {
        /// The purpose of the number.
        what: &'static str,
        /// The number as given.
        value: f64,
        /// The least that it may be.
        least: f64,
    },
    /// A length is infinite that counts as a number.
    #[error("the {what} is infinite")]
    Infinite {
        /// The purpose of the length.
        what: &'static str,
    },
    /// The weight of a score is infinite or not a number.
    #[error("the weight {weight} of score {index} is not finite")]
    Weight {
        /// The place of the score in [`PlaceQuery::scores`](super::PlaceQuery::scores).
        index: usize,
        /// The weight as given.
        weight: f64,
    },
    /// A list of positions has none.
    #[error("no {what} is given")]
    Empty {
        /// The purpose of the positions.
        what: &'static str,
    },
    /// A position is not finite, or too far away for any cell.
    #[error("the {what} {index}, {at}, is not finite or is beyond all cells")]
    Position {
        /// The purpose of the position.
        what: &'static str,
        /// The place of the position in its list.
        index: usize,
        /// The position as given.
        at: DVec3,
    },
    /// The agent can be nowhere for a position from which ways are asked for.
    #[error("the agent cannot be at the {what} {index}, {at}: no way leads from there")]
    Blocked {
        /// The purpose of the position.
        what: &'static str,
        /// The place of the position in its list.
        index: usize,
        /// The position as given.
        at: DVec3,
    },
    /// Only flying agents have a clearance: ground agents always stand on the floor.
    #[error("an agent on the ground has no clearance: leave the filter `Clear` out")]
    ClearOnGround,
    /// The clearance asked for is more than 254 cells, by their shortest side.
    #[error("the clearance {distance} is more than 254 cells by their shortest side")]
    ClearTooFar {
        /// The distance as given, in world units.
        distance: f64,
    },
    /// A way could not be searched for.
    #[error(transparent)]
    Route(#[from] RouteError),
    /// The costs of ways take more memory than the options of the view allow, or than there are keys.
    #[error(transparent)]
    Field(#[from] FieldError),
}
