//! Errors of bodies that avoid each other.

use super::id::BodyId;

/// Error for a body, a neighbor or a tick that cannot be.
///
/// ```
/// use voxnav_crowd::avoidance::{Avoidance, AvoidanceError, Body, Settings};
///
/// let mut crowd = Avoidance::new(Settings::default());
/// let nowhere = Body::ball(0.5, [f64::NAN, 0.0, 0.0]);
/// assert!(matches!(crowd.add(nowhere), Err(AvoidanceError::Value { what: "position", .. })));
/// assert_eq!(crowd.tick(-0.1).err(), Some(AvoidanceError::Time { seconds: -0.1 }));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AvoidanceError {
    /// A number of a body is not finite, negative, or zero where it must not be.
    #[error("the {what} of {} must be {rule}, not {value}", name(*.body))]
    Value {
        /// The body; `None` for one that is being added, or a neighbor.
        body: Option<BodyId>,
        /// The refused property.
        what: &'static str,
        /// The rule that it breaks.
        rule: &'static str,
        /// The value as given; of a vector the coordinate at fault.
        value: f64,
    },
    /// A coordinate is more than 2^30 radii of the body away from zero: rounding would move the body.
    #[error("{} is at {coordinate}, more than 2^30 radii away from zero", name(*.body))]
    TooFar {
        /// The body; `None` for one that is being added, or a neighbor.
        body: Option<BodyId>,
        /// The coordinate at fault.
        coordinate: f64,
    },
    /// The body was removed, or is one of another crowd.
    #[error("there is no {body}")]
    UnknownBody {
        /// The id as given.
        body: BodyId,
    },
    /// The room of a body is none of this crowd.
    #[error("there is no room {room} for {}", name(*.body))]
    UnknownRoom {
        /// The body; `None` for one that is being added.
        body: Option<BodyId>,
        /// The number of the room.
        room: u32,
    },
    /// A tick is negative, infinite or not a number. Nothing has moved.
    #[error("a tick takes a finite time that is not negative, not {seconds} s")]
    Time {
        /// The time as given.
        seconds: f64,
    },
}

fn name(body: Option<BodyId>) -> String {
    body.map_or_else(|| "the body".to_owned(), |body| body.to_string())
}
