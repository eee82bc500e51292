//! Errands: where agents are sent.

use voxnav::Destination;
use voxnav::glam::DVec3;

use super::{CrowdError, MoverId};

/// The errand of an agent: a destination, or another agent to stay near to.
///
/// Positions and [`Destination`]s convert into errands.
///
/// ```
/// use voxnav::Destination;
/// use voxnav_crowd::crowd::Errand;
///
/// let there = Errand::from([4.0, 1.0, 2.0]);
/// let near = Errand::from(Destination::within([4.0, 1.0, 2.0], 3.0));
/// assert!(matches!((there, near), (Errand::Go(_), Errand::Go(_))));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Errand {
    /// The agent goes to a destination.
    Go(Destination),
    /// The agent follows another one, and has arrived whenever it is near enough.
    Follow {
        /// The other agent.
        leader: MoverId,
        /// The distance that is near enough, in world units.
        within: f64,
    },
}

impl Errand {
    /// Makes the errand to follow another agent up to a distance, in world units.
    #[must_use]
    pub const fn following(leader: MoverId, within: f64) -> Self {
        Self::Follow { leader, within }
    }

    /// Refuses positions that are not finite, and distances that are negative or NaN.
    pub(super) fn check(&self, id: MoverId) -> Result<(), CrowdError> {
        let position = |at: &DVec3| {
            let position = *at;
            let refused = CrowdError::Position { id, position };
            position.is_finite().then_some(()).ok_or(refused)
        };
        let distance = |distance: f64| {
            let refused = CrowdError::Distance { id, distance };
            (distance >= 0.0).then_some(()).ok_or(refused)
        };
        match self {
            Self::Follow { within, .. } => distance(*within),
            Self::Go(Destination::Position(at)) => position(at),
            Self::Go(Destination::Within { center, radius }) => {
                position(center)?;
                distance(*radius)
            }
            Self::Go(Destination::Inside { min, max }) => {
                [min, max].into_iter().try_for_each(position)
            }
            Self::Go(Destination::AnyOf(all)) => all.iter().try_for_each(position),
            Self::Go(_) => Ok(()),
        }
    }
}

impl From<Destination> for Errand {
    fn from(destination: Destination) -> Self {
        Self::Go(destination)
    }
}

impl From<DVec3> for Errand {
    fn from(position: DVec3) -> Self {
        Self::Go(position.into())
    }
}

impl From<[f64; 3]> for Errand {
    fn from(position: [f64; 3]) -> Self {
        Self::Go(position.into())
    }
}
