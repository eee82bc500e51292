//! Errors of a crowd.

use voxnav::NavigatorError;
use voxnav::glam::{DVec3, IVec3};
use voxnav::guidance::TrajectoryError;

use super::id::CrowdAgentId;
use crate::avoidance::AvoidanceError;
#[cfg(feature = "mapf")]
use crate::mapf::JointPlanError;

/// Error for a call that a [`Crowd`](crate::crowd::Crowd) refused. All agents are as before.
///
/// ```
/// use voxnav::{Agent, Navigator};
/// use voxnav_crowd::crowd::{Crowd, CrowdError, CrowdAgent, CrowdSettings};
///
/// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
/// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
/// let mut crowd = Crowd::new(CrowdSettings::default());
/// let backward = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]).speed(-1.0));
/// assert!(matches!(backward, Err(CrowdError::Speed { speed: -1.0, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// No agent of the crowd has this id: it was removed, or is of another crowd.
    #[error("no agent of the crowd has the id {id}")]
    Unknown {
        /// The id as given.
        id: CrowdAgentId,
    },
    /// A position is not finite.
    #[error("agent {id}: the position {position} is not finite")]
    Position {
        /// The agent.
        id: CrowdAgentId,
        /// The position as given.
        position: DVec3,
    },
    /// A position is so far from zero that numbers are too coarse there: more than 2^-20 of a cell apart.
    #[error(
        "agent {id}: at {position} numbers are {spacing} apart, more than 2^-20 of a cell of {cell}; \
         move the world nearer to zero"
    )]
    Coarse {
        /// The agent.
        id: CrowdAgentId,
        /// The position as given.
        position: DVec3,
        /// The distance between a coordinate of the position and the next number.
        spacing: f64,
        /// The side of a cell.
        cell: f64,
    },
    /// The balls of a joint plan are not [among](crate::mapf::CollisionModel::among) the cells of an agent, so that their radius
    /// counts other sides.
    #[error("agent {id}: the balls of the plan are not among cells of {} x {} x {}", .sizes.x, .sizes.y, .sizes.z)]
    Cells {
        /// The agent.
        id: CrowdAgentId,
        /// The sides of a cell, in world units.
        sizes: DVec3,
    },
    /// A position is more than 2^30 radii of the agent away from the origin of the cells, where agents that
    /// [avoid](crate::crowd::CrowdSettings::avoidance) each other cannot be.
    #[error(
        "agent {id}: {position} is more than 2^30 radii of {radius} away from the origin {origin} of the cells; \
         make the agent larger or the world smaller"
    )]
    TooFar {
        /// The agent.
        id: CrowdAgentId,
        /// The position as given.
        position: DVec3,
        /// The radius of the agent.
        radius: f64,
        /// The origin of the lattice of cells.
        origin: DVec3,
    },
    /// A speed is negative or not finite.
    #[error("agent {id}: a speed must be finite and not negative, not {speed}")]
    Speed {
        /// The agent.
        id: CrowdAgentId,
        /// The speed as given.
        speed: f64,
    },
    /// A velocity is not finite.
    #[error("agent {id}: the velocity {velocity} is not finite")]
    Velocity {
        /// The agent.
        id: CrowdAgentId,
        /// The velocity as given.
        velocity: DVec3,
    },
    /// A greatest acceleration is not finite or not above zero.
    #[error(
        "agent {id}: a greatest acceleration must be finite and above zero, not {acceleration}"
    )]
    Acceleration {
        /// The agent.
        id: CrowdAgentId,
        /// The acceleration as given.
        acceleration: f64,
    },
    /// A distance is negative or not a number.
    #[error("agent {id}: a distance must not be negative, and a number, not {distance}")]
    Distance {
        /// The agent.
        id: CrowdAgentId,
        /// The distance as given.
        distance: f64,
    },
    /// A radius is not finite or not above zero.
    #[error("agent {id}: a radius must be finite and above zero, not {radius}")]
    Radius {
        /// The agent.
        id: CrowdAgentId,
        /// The radius as given.
        radius: f64,
    },
    /// A neighbor that does not cooperate cannot be.
    #[error("a neighbor of the crowd: {source}")]
    Character {
        /// The reason.
        source: AvoidanceError,
    },
    /// The body of the agent does not fit at its position.
    #[error("agent {id}: its body does not fit at {position}")]
    NoRoom {
        /// The agent, as it would have been called.
        id: CrowdAgentId,
        /// The position as given.
        position: DVec3,
    },
    /// An agent is named twice in a group.
    #[error("agent {id} is twice in the group")]
    Twice {
        /// The agent.
        id: CrowdAgentId,
    },
    /// A group has more agents of a body and radius than there are places for them around a point.
    #[error(
        "agent {id} has no place around {point}: there are {places} for {agents} agents of its body and radius"
    )]
    NoPlace {
        /// The first agent that has none.
        id: CrowdAgentId,
        /// The point as given.
        point: DVec3,
        /// The number of places.
        places: usize,
        /// The number of agents of the group that have the same body and radius.
        agents: usize,
    },
    /// The time that passed is negative or not finite.
    #[error("the time of an update must be finite and not negative, not {dt} seconds")]
    Time {
        /// The time as given.
        dt: f64,
    },
    /// The navigator refused a question about the agent: its body was removed, for one.
    #[error("agent {id}: {source}")]
    Navigator {
        /// The agent.
        id: CrowdAgentId,
        /// The error of the navigator.
        source: NavigatorError,
    },
    /// The route of an agent has no trajectory.
    #[error("agent {id}: {source}")]
    Trajectory {
        /// The agent.
        id: CrowdAgentId,
        /// The reason.
        source: TrajectoryError,
    },
    /// A joint plan is for other agents, or one is named twice.
    #[error("{agents} agents are to follow a joint plan of {planned}")]
    Agents {
        /// The number of agents, each counted once.
        agents: usize,
        /// The number of agents of the plan.
        planned: usize,
    },
    /// An agent is not in the cell that it has at the begin of a joint plan.
    #[error("agent {id} is not in {cell}, where the joint plan has it begin")]
    OffPlan {
        /// The agent.
        id: CrowdAgentId,
        /// The cell where the plan has it begin.
        cell: IVec3,
    },
    /// A joint plan cannot be followed.
    #[cfg(feature = "mapf")]
    #[error("{source}")]
    Joint {
        /// The reason.
        source: JointPlanError,
    },
    /// All 2^32 ids were given out.
    #[error("more agents than 32-bit ids can name")]
    TooMany,
}

impl CrowdError {
    pub(in crate::crowd) fn navigator<E: Into<NavigatorError>>(
        id: CrowdAgentId,
    ) -> impl FnOnce(E) -> Self {
        move |source| {
            let source = source.into();
            Self::Navigator { id, source }
        }
    }
}
