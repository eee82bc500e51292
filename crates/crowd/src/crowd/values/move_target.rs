//! Targets: where agents are sent.

use voxnav::Destination;
use voxnav::glam::DVec3;

use super::error::CrowdError;
use super::id::CrowdAgentId;

/// The target of an agent: a destination, another agent to stay near to, or a velocity.
///
/// Positions and [`Destination`]s convert into targets.
///
/// ```
/// use voxnav::Destination;
/// use voxnav_crowd::crowd::MoveTarget;
///
/// let there = MoveTarget::from([4.0, 1.0, 2.0]);
/// let near = MoveTarget::from(Destination::within([4.0, 1.0, 2.0], 3.0));
/// assert!(matches!((there, near), (MoveTarget::Destination(_), MoveTarget::Destination(_))));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MoveTarget {
    /// The agent goes to a destination.
    Destination(Destination),
    /// The agent follows another one, and has arrived whenever it is near enough: within the distance, straight in space, so
    /// heights count, or next to it, above it or below it, where it gets no nearer.
    Follow {
        /// The other agent.
        leader: CrowdAgentId,
        /// The distance that is near enough, in world units. A flying follower measures it straight. A ground follower
        /// measures it from the place where it would come to rest below its leader: it has arrived below a drone, and
        /// not below the floor that its leader stands on. Where it could not rest, heights do not count.
        within: f64,
    },
    /// The agent moves at a caller-supplied velocity, limited by walls and other agents, until it is sent elsewhere or
    /// stopped; it plans nothing and never arrives. A ground agent stays on the plane that it stands on. It requires
    /// [`CrowdSettings`](crate::crowd::CrowdSettings) by which agents avoid each other, else the agent stays.
    Velocity {
        /// The velocity, in world units a second; a longer one counts as the speed of the agent.
        velocity: DVec3,
    },
}

impl MoveTarget {
    /// Makes the target to move at a velocity, in world units a second.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, MoveTarget, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]).speed(2.0))?;
    /// crowd.send(ann, MoveTarget::moving([2.0, 0.0, 0.0]))?;
    /// for _ in 0..10 {
    ///     crowd.update(&mut navigator, 0.125)?;
    /// }
    /// assert_eq!(crowd.position(ann)?.x, 3.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moving(velocity: impl Into<DVec3>) -> Self {
        let velocity = velocity.into();
        Self::Velocity { velocity }
    }

    pub(in crate::crowd) const fn velocity(&self) -> Option<DVec3> {
        match *self {
            Self::Velocity { velocity } => Some(velocity),
            _ => None,
        }
    }

    /// Makes the target to follow another agent up to a distance, in world units.
    #[must_use]
    pub const fn following(leader: CrowdAgentId, within: f64) -> Self {
        Self::Follow { leader, within }
    }

    /// Refuses positions and velocities that are not finite, and distances that are negative or NaN.
    pub(in crate::crowd) fn check(&self, id: CrowdAgentId) -> Result<(), CrowdError> {
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
            &Self::Velocity { velocity } if !velocity.is_finite() => {
                Err(CrowdError::Velocity { id, velocity })
            }
            Self::Destination(Destination::Position(at)) => position(at),
            Self::Destination(Destination::Within { center, radius }) => {
                position(center)?;
                distance(*radius)
            }
            Self::Destination(Destination::Inside { min, max }) => {
                [min, max].into_iter().try_for_each(position)
            }
            Self::Destination(Destination::AnyOf(all)) => all.iter().try_for_each(position),
            Self::Destination(_) | Self::Velocity { .. } => Ok(()),
        }
    }
}

impl From<Destination> for MoveTarget {
    fn from(destination: Destination) -> Self {
        Self::Destination(destination)
    }
}

impl From<DVec3> for MoveTarget {
    fn from(position: DVec3) -> Self {
        Self::Destination(position.into())
    }
}

impl From<[f64; 3]> for MoveTarget {
    fn from(position: [f64; 3]) -> Self {
        Self::Destination(position.into())
    }
}
