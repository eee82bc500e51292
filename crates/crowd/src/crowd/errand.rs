//! Errands: where agents are sent.

use voxnav::Destination;
use voxnav::glam::DVec3;

use super::{CrowdError, MoverId};

/// The errand of an agent: a destination, another agent to stay near to, or a velocity.
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
    /// The agent follows another one, and has arrived whenever it is near enough: within the distance, straight in space, so
    /// heights count, or next to it, above it or below it, where it gets no nearer.
    Follow {
        /// The other agent.
        leader: MoverId,
        /// The distance that is near enough, in world units. A flying follower measures it straight. One on the ground
        /// measures it from the place where it would come to rest below its leader: it has arrived below a drone, and not
        /// below the floor that its leader stands on. Where it could not rest, heights do not count.
        within: f64,
    },
    /// The agent moves at a velocity of the caller's as far as walls and others let it, until it is sent elsewhere or
    /// stopped; it plans nothing and never arrives. One on the ground stays on the plane that it stands on. It takes a
    /// [`Policy`](super::Policy) by which agents avoid each other, else the agent stays.
    Move {
        /// The velocity, in world units a second; a longer one counts as the speed of the agent.
        velocity: DVec3,
    },
}

impl Errand {
    /// Makes the errand to move at a velocity, in world units a second.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, Errand, Mover, Policy};
    ///
    /// let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(Policy::default());
    /// let ann = crowd.add(&mut navigator, Mover::new(drone, [1.0; 3]).speed(2.0))?;
    /// crowd.send(ann, Errand::moving([2.0, 0.0, 0.0]))?;
    /// for _ in 0..10 {
    ///     crowd.update(&mut navigator, 0.125)?;
    /// }
    /// assert_eq!(crowd.position(ann)?.x, 3.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moving(velocity: impl Into<DVec3>) -> Self {
        let velocity = velocity.into();
        Self::Move { velocity }
    }

    pub(super) const fn velocity(&self) -> Option<DVec3> {
        match *self {
            Self::Move { velocity } => Some(velocity),
            _ => None,
        }
    }

    /// Makes the errand to follow another agent up to a distance, in world units.
    #[must_use]
    pub const fn following(leader: MoverId, within: f64) -> Self {
        Self::Follow { leader, within }
    }

    /// Refuses positions and velocities that are not finite, and distances that are negative or NaN.
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
            &Self::Move { velocity } if !velocity.is_finite() => {
                Err(CrowdError::Velocity { id, velocity })
            }
            Self::Go(Destination::Position(at)) => position(at),
            Self::Go(Destination::Within { center, radius }) => {
                position(center)?;
                distance(*radius)
            }
            Self::Go(Destination::Inside { min, max }) => {
                [min, max].into_iter().try_for_each(position)
            }
            Self::Go(Destination::AnyOf(all)) => all.iter().try_for_each(position),
            Self::Go(_) | Self::Move { .. } => Ok(()),
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
