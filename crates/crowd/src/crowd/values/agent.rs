//! Agents as they are added to a crowd.

use voxnav::AgentId;
use voxnav::glam::DVec3;
use voxnav::ground::Action;
use voxnav::spatial::KeepAway;

use super::error::CrowdError;
use super::id::CrowdAgentId;

/// An agent of a crowd: a body at a position, of a speed of 1 unit a second that stops within a tenth of a unit unless
/// set.
///
/// ```
/// use voxnav::{Agent, Navigator};
/// use voxnav_crowd::crowd::CrowdAgent;
///
/// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
/// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
/// let agent = CrowdAgent::new(drone, [1.0; 3]).speed(3.0).stopping_distance(0.2);
/// assert_eq!((agent.speed, agent.stopping_distance), (3.0, 0.2));
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CrowdAgent {
    /// The body: an agent of a navigator. Many agents of a crowd may share one.
    pub body: AgentId,
    /// The position: of a ground agent, of its feet.
    pub position: DVec3,
    /// The speed, in world units a second.
    pub speed: f64,
    /// The greatest change of the velocity, in world units a second squared; `None` for an agent that starts and stops
    /// at once. With it, the agent slows down in time for the corners of its way, by
    /// [`Follower::speed_toward`](voxnav::Follower::speed_toward), and stops at the end. It brakes with 0.8 of it and turns
    /// with 0.6, so that it can do both at once. It counts where agents avoid each other.
    pub acceleration: Option<f64>,
    /// The distance from its destination at which the agent has arrived, in world units.
    pub stopping_distance: f64,
    /// The condition on which it has, at that distance.
    pub arrival: Arrival,
    /// The code that moves the agent.
    pub moved_by: MovedBy,
    /// The radius of the agent for others, in world units; `None` for half of its greatest width, on the ground of that
    /// across.
    pub radius: Option<f64>,
    /// The room that a flying agent keeps from what blocks it, in world units; `None` for that of the
    /// [options](crate::crowd::CrowdSettings::options) of the crowd, and [`KeepAway::new(0.0, 1)`](KeepAway::new) for none
    /// whatever these say. Its routes then cost least by [these costs](KeepAway#guarantees), up to the
    /// [detour](crate::crowd::CrowdSettings::max_suboptimality) of the crowd, and
    /// [smoothing](voxnav::smoothing::Smoothing#guarantees) makes them no more expensive.
    pub keep_away: Option<KeepAway>,
    /// The priority: others make way for an agent of a higher one.
    pub priority: i32,
    /// The key that decides ties; agents without one come after those with one, in the order in which they were added.
    pub key: Option<u64>,
}

/// The condition on which an agent has arrived at a destination, besides the distance of
/// [`CrowdAgent::stopping_distance`]. It never does during a jump, a climb or another action.
///
/// ```
/// use voxnav_crowd::crowd::Arrival;
///
/// assert_eq!(Arrival::default(), Arrival::AlongRoute);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Arrival {
    /// The agent is as near as that along its route, and straight.
    #[default]
    AlongRoute,
    /// The agent is as near as that straight, whatever stands between; also to a position that no way leads to.
    Near,
    /// The agent is as near as that straight, and the rest of its route is straight but for a thousandth: nothing stands
    /// between.
    Seen,
}

/// The code that moves an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovedBy {
    /// The crowd, in each update.
    #[default]
    Crowd,
    /// Other code, such as physics, which reports with [`Crowd::set_position`](crate::crowd::Crowd::set_position) where
    /// the agent is: it moves the agent by the [velocity](AgentMotion::velocity) of its
    /// [motion](crate::crowd::Crowd::motion) or, as ground agents do more than walk, to the [point](AgentMotion::to) of it.
    Others,
}

impl CrowdAgent {
    /// Makes an agent at a position.
    #[must_use]
    pub fn new(body: AgentId, position: impl Into<DVec3>) -> Self {
        Self {
            body,
            position: position.into(),
            speed: 1.0,
            acceleration: None,
            stopping_distance: 0.1,
            arrival: Arrival::AlongRoute,
            moved_by: MovedBy::Crowd,
            radius: None,
            keep_away: None,
            priority: 0,
            key: None,
        }
    }

    voxnav::setters! {
        /// Sets the speed, in world units a second.
        speed(speed: f64) => speed = speed;

        /// Sets the greatest change of the velocity, in world units a second squared.
        acceleration(most: f64) => acceleration = Some(most);

        /// Sets the distance at which the agent has arrived, in world units.
        stopping_distance(distance: f64) => stopping_distance = distance;

        /// Sets the condition on which the agent has arrived, at that distance.
        arrival(arrival: Arrival) => arrival = arrival;

        /// Sets the code that moves the agent.
        moved_by(by: MovedBy) => moved_by = by;

        /// Sets the radius of the agent for others, in world units.
        radius(radius: f64) => radius = Some(radius);

        /// Keeps a flying agent away from what blocks it.
        keep_away(keep_away: KeepAway) => keep_away = Some(keep_away);

        /// Sets the priority: others make way for an agent of a higher one.
        priority(priority: i32) => priority = priority;

        /// Sets the key that decides ties.
        key(key: u64) => key = Some(key);
    }

    pub(in crate::crowd) fn check(&self, id: CrowdAgentId) -> Result<(), CrowdError> {
        let (position, speed, distance) = (self.position, self.speed, self.stopping_distance);
        if !position.is_finite() {
            return Err(CrowdError::Position { id, position });
        }
        if !(speed >= 0.0 && speed.is_finite()) {
            return Err(CrowdError::Speed { id, speed });
        }
        if distance.is_nan() || distance < 0.0 {
            return Err(CrowdError::Distance { id, distance });
        }
        let is_positive = |number: f64| number > 0.0 && number.is_finite();
        if let Some(acceleration) = self.acceleration.filter(|&it| !is_positive(it)) {
            return Err(CrowdError::Acceleration { id, acceleration });
        }
        let keep_away = self.keep_away.map_or(Ok(()), |it| it.check());
        keep_away.map_err(CrowdError::navigator(id))?;
        let radius = self.radius.filter(|&it| !is_positive(it));
        radius.map_or(Ok(()), |radius| Err(CrowdError::Radius { id, radius }))
    }
}

/// The step of an agent in an update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AgentMotion {
    /// The next point of the way, which the agent gets straight to, touching nothing that stands; `None` if it stays. Over a
    /// step up that is the point above where the agent stands, then the one where the step ends; over a jump or a drop,
    /// each corner of its arc.
    pub to: Option<DVec3>,
    /// The velocity, in world units a second: where agents avoid each other, it may lead past the point or away from
    /// it. An agent that moves at it for the time of the update touches neither obstacles nor agents, with one
    /// exception: over a step up, that of an agent that [others move](MovedBy::Others) leads straight to where the step
    /// ends, so that it has a horizontal part for controllers that walk and let the ground lift them. It is vertical
    /// only over climbs, falls and the begin of jumps.
    pub velocity: DVec3,
    /// The action of a ground agent that is on its way: over a [step up](Action::StepUp), a
    /// [jump](Action::Jump) or a [climb](Action::Climb), a controller that cannot do that by itself goes to
    /// [`to`](Self::to).
    pub action: Option<Action>,
}
