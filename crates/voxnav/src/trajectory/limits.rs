//! The limits of a motion, and the errors of trajectories.

use glam::DVec3;
use voxnav_occupancy::Axis;

/// The motions that an agent is able to make: all but its speed and gravity is unlimited unless it is set.
///
/// ```
/// use voxnav::guidance::MotionLimits;
///
/// let drone = MotionLimits::new(4.0).acceleration(2.0).braking(3.0).lateral(2.5);
/// assert_eq!((drone.speed, drone.jerk), (4.0, f64::INFINITY));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, default = "MotionLimits::without_speed")
)]
#[non_exhaustive]
pub struct MotionLimits {
    /// The greatest speed, in world units a second.
    pub speed: f64,
    /// The greatest acceleration along the way, in units a second squared.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub acceleration: f64,
    /// The greatest deceleration along the way, in units a second squared.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub braking: f64,
    /// The greatest acceleration across the way, in curves, in units a second squared.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub lateral: f64,
    /// The greatest change a second of the acceleration along the way, in units a second cubed. That across the way begins
    /// and ends with a curve, at once.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub jerk: f64,
    /// The greatest change of direction, in radians a second: in curves, and on the spot at corners that stay.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub turn_rate: f64,
    /// The greatest speed up and down, along `up`, in units a second.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub climb_rate: f64,
    /// The axis along which an agent climbs.
    pub up: Axis,
    /// The least radius of a curve, in units; 0 for an agent that turns on the spot.
    pub turning_radius: f64,
    /// The distance from walls within which `wall_speed` is the limit, in units: along the axes, from the box of the agent;
    /// for a ground agent from its sides, and edges count as walls. 0 for no distance.
    pub wall_distance: f64,
    /// The greatest speed near to walls, in units a second.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub wall_speed: f64,
    /// The acceleration of falls, and of jumps up, in units a second squared.
    pub gravity: f64,
    /// The speed at the start, along the way, in units a second.
    pub start_speed: f64,
    /// The greatest speed at the end, in units a second.
    pub end_speed: f64,
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
fn is_unlimited(limit: &f64) -> bool {
    limit.is_infinite()
}

impl MotionLimits {
    /// Makes the limits of which those that are read replace some: a speed that is missing is refused as 0 is.
    #[cfg(feature = "serde")]
    fn without_speed() -> Self {
        Self::new(0.0)
    }

    /// Makes limits of speed alone, in units a second, from rest to rest.
    #[must_use]
    pub const fn new(speed: f64) -> Self {
        Self {
            speed,
            acceleration: f64::INFINITY,
            braking: f64::INFINITY,
            lateral: f64::INFINITY,
            jerk: f64::INFINITY,
            turn_rate: f64::INFINITY,
            climb_rate: f64::INFINITY,
            up: Axis::Z,
            turning_radius: 0.0,
            wall_distance: 0.0,
            wall_speed: f64::INFINITY,
            gravity: 9.81,
            start_speed: 0.0,
            end_speed: 0.0,
        }
    }

    voxnav_search::setters! {
        /// Sets the greatest acceleration along the way.
        acceleration(limit: f64) => acceleration = limit;

        /// Sets the greatest deceleration along the way.
        braking(limit: f64) => braking = limit;

        /// Sets the greatest acceleration across the way.
        lateral(limit: f64) => lateral = limit;

        /// Sets the greatest change a second of the acceleration along the way.
        jerk(limit: f64) => jerk = limit;

        /// Sets the greatest change of direction, in radians a second.
        turn_rate(limit: f64) => turn_rate = limit;

        /// Sets the greatest speed up and down.
        climb_rate(limit: f64) => climb_rate = limit;

        /// Sets the axis along which the agent climbs.
        up(axis: Axis) => up = axis;

        /// Sets the least radius of a curve.
        turning_radius(radius: f64) => turning_radius = radius;

        /// Sets the acceleration of falls, and of jumps up.
        gravity(acceleration: f64) => gravity = acceleration;

        /// Sets the speed at the start.
        start_speed(speed: f64) => start_speed = speed;

        /// Sets the greatest speed at the end.
        end_speed(speed: f64) => end_speed = speed;
    }

    /// Has the agent go no faster than a speed where walls are within a distance.
    #[must_use]
    pub const fn near_walls(self, distance: f64, speed: f64) -> Self {
        Self {
            wall_distance: distance,
            wall_speed: speed,
            ..self
        }
    }

    /// Checks that all limits are numbers that an agent can keep. Trajectories check this, too.
    ///
    /// ```
    /// use voxnav::guidance::{MotionLimits, TrajectoryError};
    ///
    /// let refused = MotionLimits::new(4.0).jerk(0.0).check();
    /// assert_eq!(refused, Err(TrajectoryError::Limit { name: "jerk", value: 0.0 }));
    /// ```
    ///
    /// # Errors
    ///
    /// [`TrajectoryError::Limit`].
    pub fn check(&self) -> Result<(), TrajectoryError> {
        let above_zero = [
            ("speed", self.speed),
            ("acceleration", self.acceleration),
            ("braking", self.braking),
            ("lateral", self.lateral),
            ("jerk", self.jerk),
            ("turn rate", self.turn_rate),
            ("climb rate", self.climb_rate),
            ("wall speed", self.wall_speed),
            ("gravity", self.gravity),
        ];
        let finite = [
            ("turning radius", self.turning_radius),
            ("wall distance", self.wall_distance),
            ("start speed", self.start_speed),
            ("end speed", self.end_speed),
        ];
        let refused = (above_zero.into_iter()).find(|(_, value)| value.is_nan() || *value <= 0.0);
        let refused = refused
            .or_else(|| {
                finite
                    .into_iter()
                    .find(|(_, it)| !(*it >= 0.0 && it.is_finite()))
            })
            .or((!self.speed.is_finite()).then_some(("speed", self.speed)))
            .or((!self.gravity.is_finite()).then_some(("gravity", self.gravity)));
        match refused {
            Some((name, value)) => Err(TrajectoryError::Limit { name, value }),
            None => Ok(()),
        }
    }

    /// Returns whether an agent may turn at any speed, on the spot.
    pub(super) fn turns_at_once(&self) -> bool {
        self.lateral.is_infinite() && self.turn_rate.is_infinite() && self.turning_radius == 0.0
    }

    /// Returns the radius from which on a curve is no reason to slow down, in units.
    pub(super) fn wide_enough(&self) -> f64 {
        let by_force = self.speed * self.speed / self.lateral;
        by_force.max(self.speed / self.turn_rate)
    }

    /// Returns the greatest speed on a curve of a radius in units that climbs by a share of its length.
    pub(super) fn most_on(&self, radius: f64, climb: f64) -> f64 {
        let on_curve = (self.lateral * radius).sqrt().min(self.turn_rate * radius);
        self.speed.min(on_curve).min(self.climb_rate / climb.abs())
    }
}

/// Error for a way along which there is no trajectory.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::smoothing::Space;
/// use voxnav::guidance::{MotionLimits, TrajectoryError};
/// use voxnav::{Lattice, SmoothPath, UnknownPolicy, glam::IVec3};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&world, UnknownPolicy::Blocked);
/// let straight = SmoothPath::new([[0.0; 3], [8.0, 0.0, 0.0]], &Lattice::default(), Anchor::CENTER)?;
/// let refused = straight.trajectory(&MotionLimits::new(-1.0), &Space::from(&world));
/// assert_eq!(refused, Err(TrajectoryError::Limit { name: "speed", value: -1.0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TrajectoryError {
    /// A limit is not above zero, or NaN, or infinite where it may not be; the turning radius, the distance from walls and
    /// the speeds at both ends may be zero.
    #[error(
        "the {name} is {value}: limits are above zero; the speed, gravity and distances are finite"
    )]
    Limit {
        /// The name of the limit.
        name: &'static str,
        /// The refused value.
        value: f64,
    },
    /// The way meets an obstacle.
    #[error("the way from {from} to {to} is blocked")]
    Blocked {
        /// The waypoint before the obstacle, in world units.
        from: DVec3,
        /// The waypoint behind it.
        to: DVec3,
    },
    /// An agent is in the middle of a move, such as a jump.
    #[error("the agent at {at} is in the middle of a move: ask at its end")]
    InMove {
        /// The place of the agent, in world units.
        at: DVec3,
    },
    /// A follower that was made of a path was given no view.
    #[error("the follower was given no view: time its path in a space")]
    NoView,
    /// The joint plan is one of legs on the ground, whose moves are no straight lines: the trajectory of each agent's route has
    /// their time.
    #[error("a joint plan of legs has no one time for all moves: time the routes of its agents")]
    Legs,
    /// The time between two states is not above zero, or so short that there would be more than 2^20 of them.
    #[error("a state every {step} s: the time is above zero, and there are at most 2^20 of them")]
    Step {
        /// The time as given, in seconds.
        step: f64,
    },
    /// A corner has no room for a curve of the turning radius.
    #[error("the corner at {at} is too narrow for a radius of {radius}")]
    TooNarrow {
        /// The corner, in world units.
        at: DVec3,
        /// The turning radius that was asked for.
        radius: f64,
    },
}
