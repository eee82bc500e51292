//! Bodies: what moves, how fast, and where it wants to go.

use glam::DVec3;
use voxnav::guidance::Braking;

use super::error::AvoidanceError;
use super::free_space::FreeSpaceId;
use super::id::BodyId;
use super::planes::program::shortened;
use super::reaching::{reached, stopping};
use super::shape::Shape;

/// The goal of a body for the coming ticks.
///
/// ```
/// use voxnav_crowd::avoidance::MotionGoal;
/// assert_eq!(MotionGoal::default(), MotionGoal::velocity([0.0; 3]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MotionGoal {
    /// Moves at a caller-supplied velocity.
    Velocity {
        /// The wanted velocity, in world units a second. A longer one counts as the greatest speed.
        velocity: DVec3,
    },
    /// Goes straight to a point that it gets to without touching anything that stands, and leaves that way where there
    /// is room next to it. A body with a greatest acceleration turns such that the place where it would come to rest,
    /// if it braked now, moves straight to the one where it would at the wanted velocity: it swings round no corner
    /// farther than it brakes.
    MoveTo {
        /// The point.
        to: DVec3,
        /// The wanted speed, in world units a second.
        speed: f64,
    },
    /// Goes straight to a point as [`MoveTo`](Self::MoveTo) does, and never leaves that way, be it off the ground.
    MoveAlong {
        /// The point.
        to: DVec3,
        /// The wanted speed, in world units a second.
        speed: f64,
    },
    /// Stays at a place: turns more for others than they do for it, and goes back.
    Hold {
        /// The place.
        at: DVec3,
    },
}

impl Default for MotionGoal {
    fn default() -> Self {
        Self::velocity(DVec3::ZERO)
    }
}

impl MotionGoal {
    /// Returns the goal for a velocity.
    #[must_use]
    pub fn velocity(velocity: impl Into<DVec3>) -> Self {
        Self::Velocity {
            velocity: velocity.into(),
        }
    }

    /// Returns the goal to stay at a place.
    #[must_use]
    pub fn hold(at: impl Into<DVec3>) -> Self {
        Self::Hold { at: at.into() }
    }

    /// Returns the goal to get to a point, by the straight way to it and the free space next to that.
    #[must_use]
    pub fn move_to(to: impl Into<DVec3>, speed: f64) -> Self {
        Self::MoveTo {
            to: to.into(),
            speed,
        }
    }

    /// Returns the goal to get to a point by the straight way to it alone.
    #[must_use]
    pub fn move_along(to: impl Into<DVec3>, speed: f64) -> Self {
        Self::MoveAlong {
            to: to.into(),
            speed,
        }
    }

    /// Returns the point to go straight to, if that is the goal.
    pub(super) const fn goes_to(&self) -> Option<DVec3> {
        match *self {
            Self::MoveTo { to, .. } | Self::MoveAlong { to, .. } => Some(to),
            Self::Velocity { .. } | Self::Hold { .. } => None,
        }
    }

    pub(super) fn check(&self, body: Option<BodyId>) -> Result<(), AvoidanceError> {
        match *self {
            Self::Velocity { velocity } => finite(body, "wanted velocity", velocity),
            Self::MoveTo { to, speed } | Self::MoveAlong { to, speed } => {
                finite(body, "point to go to", to)?;
                Rule::NotNegative.check(body, "wanted speed", speed)
            }
            Self::Hold { at } => finite(body, "place to stay at", at),
        }
    }
}

/// A body that moves toward its own goal and avoids all others.
///
/// ```
/// use voxnav_crowd::avoidance::{Body, MotionGoal};
///
/// let drone = Body::ball(0.45, [1.0, 2.0, 3.0]).with_speed(4.0).with_goal(MotionGoal::velocity([1.0, 0.0, 0.0]));
/// assert_eq!(drone.shape.radius(), 0.45);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Body {
    /// The shape.
    pub shape: Shape,
    /// The position in world units.
    pub position: DVec3,
    /// The velocity in world units a second.
    pub velocity: DVec3,
    /// The goal.
    pub goal: MotionGoal,
    /// The greatest speed in world units a second; 1 unless set.
    pub max_speed: f64,
    /// The greatest change of the velocity, in world units a second squared; `None` for bodies that stop at once.
    pub max_acceleration: Option<f64>,
    /// The priority: a body takes a quarter of the way out of an encounter with one of lower priority, which takes the
    /// rest; 0 unless set.
    pub priority: i32,
    /// The distance that the body has still to go, in world units: of equal priority, the nearer goes first where there
    /// is room for one alone. Infinite unless set.
    pub remaining: f64,
    /// The key that decides ties; bodies without one are ordered by their ids, after those with one.
    pub key: Option<u64>,
    /// The static world around the body; `None` for the open.
    pub room: Option<FreeSpaceId>,
}

impl Body {
    /// Returns a ball that flies, at rest.
    #[must_use]
    pub fn ball(radius: f64, position: impl Into<DVec3>) -> Self {
        Self::of(Shape::Ball { radius }, position.into())
    }

    /// Returns a disc on the ground, at rest.
    #[must_use]
    pub fn disc(radius: f64, height: f64, position: impl Into<DVec3>) -> Self {
        Self::of(Shape::Disc { radius, height }, position.into())
    }

    fn of(shape: Shape, position: DVec3) -> Self {
        Self {
            shape,
            position,
            velocity: DVec3::ZERO,
            goal: MotionGoal::default(),
            max_speed: 1.0,
            max_acceleration: None,
            priority: 0,
            remaining: f64::INFINITY,
            key: None,
            room: None,
        }
    }

    voxnav::setters! {
        /// Sets the goal.
        with_goal(goal: MotionGoal) => goal = goal;
        /// Sets the greatest speed in world units a second.
        with_speed(speed: f64) => max_speed = speed;
        /// Sets the greatest change of the velocity, in world units a second squared.
        with_acceleration(acceleration: f64) => max_acceleration = Some(acceleration);
        /// Sets the priority.
        with_priority(priority: i32) => priority = priority;
        /// Sets the distance that the body has still to go, in world units.
        with_remaining(distance: f64) => remaining = distance;
        /// Sets the key that decides ties.
        with_key(key: u64) => key = Some(key);
        /// Sets the static world around the body.
        within(room: FreeSpaceId) => room = Some(room);
    }

    /// Returns whether all numbers can be those of a body.
    pub(super) fn check(&self, body: Option<BodyId>) -> Result<(), AvoidanceError> {
        check_shape(body, &self.shape)?;
        check_place(body, &self.shape, self.position)?;
        finite(body, "velocity", self.velocity)?;
        Rule::NotNegative.check(body, "greatest speed", self.max_speed)?;
        Rule::Distance.check(body, "distance to go", self.remaining)?;
        if let Some(most) = self.max_acceleration {
            Rule::Positive.check(body, "greatest acceleration", most)?;
        }
        self.goal.check(body)
    }

    /// Returns whether the end of the way is less than the radius of the body away, and reached in so many seconds.
    pub(super) fn is_at_end(&self, seconds: f64) -> bool {
        let left = match self.goal {
            MotionGoal::Hold { at } => at.distance(self.position),
            _ => self.remaining,
        };
        left <= self.shape.radius().min(self.max_speed * seconds)
    }

    /// Returns whether the point that the body goes straight to is less than its radius away: there it may turn.
    pub(super) fn is_at_turn(&self) -> bool {
        let to = self.goal.goes_to();
        to.is_some_and(|to| to.distance(self.position) <= self.shape.radius())
    }

    /// Returns the velocity that the goal asks for.
    pub(super) fn wanted(&self, seconds: f64) -> DVec3 {
        match self.goal {
            MotionGoal::Velocity { velocity, .. } => velocity,
            MotionGoal::MoveTo { to, speed } | MotionGoal::MoveAlong { to, speed } => {
                let way = to - self.position;
                let length = way.length_squared().sqrt();
                let speed = speed.min(self.max_speed);
                if length <= speed * seconds {
                    way / seconds
                } else {
                    way * (speed / length)
                }
            }
            MotionGoal::Hold { at } => {
                let way = at - self.position;
                let length = way.length();
                let most = match self.max_acceleration {
                    Some(most) => {
                        let law = Braking::new(most, seconds);
                        law.fastest(0.0, length).min(self.max_speed)
                    }
                    None => self.max_speed,
                };
                shortened(way / seconds, most)
            }
        }
    }

    /// Returns the velocity that the body reaches in some seconds on its way to a wanted one: the nearest where its caller
    /// wants a velocity, else the one that leads it to rest at a point.
    pub(super) fn reached(&self, wanted: DVec3, seconds: f64) -> DVec3 {
        match (self.max_acceleration, self.goal) {
            (None, _) => wanted,
            (Some(most), MotionGoal::Velocity { .. }) => {
                self.velocity + shortened(wanted - self.velocity, most * seconds)
            }
            (Some(most), _) => reached(Braking::new(most, seconds), self.velocity, wanted),
        }
    }

    /// Returns the stopping displacement of the body at a velocity.
    pub(super) fn stopping(&self, velocity: DVec3) -> DVec3 {
        match self.max_acceleration {
            Some(most) => stopping(velocity, most),
            None => DVec3::ZERO,
        }
    }
}

/// A neighbor that does not cooperate, such as a player or a vehicle: it goes its own way, and bodies make way.
///
/// ```
/// use voxnav_crowd::avoidance::{Shape, Character};
/// let player = Character::new(Shape::Ball { radius: 1.0 }, [0.0; 3], [2.0, 0.0, 0.0]);
/// assert_eq!(player.velocity.x, 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Character {
    /// The shape.
    pub shape: Shape,
    /// The position in world units.
    pub position: DVec3,
    /// The velocity in world units a second, which it is expected to keep.
    pub velocity: DVec3,
}

impl Character {
    /// Returns a neighbor.
    #[must_use]
    pub fn new(shape: Shape, position: impl Into<DVec3>, velocity: impl Into<DVec3>) -> Self {
        Self {
            shape,
            position: position.into(),
            velocity: velocity.into(),
        }
    }

    pub(super) fn check(&self) -> Result<(), AvoidanceError> {
        self.check_numbers()?;
        check_place(None, &self.shape, self.position)
    }

    /// Refuses numbers that are none, wherever the neighbor is.
    pub(crate) fn check_numbers(&self) -> Result<(), AvoidanceError> {
        check_shape(None, &self.shape)?;
        finite(None, "position", self.position)?;
        finite(None, "velocity", self.velocity)
    }
}

fn check_shape(body: Option<BodyId>, shape: &Shape) -> Result<(), AvoidanceError> {
    Rule::Positive.check(body, "radius", shape.radius())?;
    match *shape {
        Shape::Disc { height, .. } => Rule::Positive.check(body, "height", height),
        Shape::Ball { .. } => Ok(()),
    }
}

/// The greatest distance from zero along an axis, in radii of a body: rounding is less than the skin there.
pub(crate) const FARTHEST: f64 = 1_073_741_824.0;

pub(super) fn check_place(
    body: Option<BodyId>,
    shape: &Shape,
    position: DVec3,
) -> Result<(), AvoidanceError> {
    finite(body, "position", position)?;
    match position
        .to_array()
        .into_iter()
        .find(|it| it.abs() > FARTHEST * shape.radius())
    {
        Some(coordinate) => Err(AvoidanceError::TooFar { body, coordinate }),
        None => Ok(()),
    }
}

pub(super) fn finite(
    body: Option<BodyId>,
    what: &'static str,
    vector: DVec3,
) -> Result<(), AvoidanceError> {
    let mut coordinates = vector.to_array().into_iter();
    coordinates.try_for_each(|it| Rule::Finite.check(body, what, it))
}

/// The rule for a number of a body.
#[derive(Clone, Copy, Debug)]
enum Rule {
    Finite,
    NotNegative,
    Positive,
    Distance,
}

impl Rule {
    /// Returns an error that names the number of the body where the rule does not hold.
    fn check(
        self,
        body: Option<BodyId>,
        what: &'static str,
        value: f64,
    ) -> Result<(), AvoidanceError> {
        let is_finite = value.is_finite();
        let (rule, holds) = match self {
            Self::Finite => ("finite", is_finite),
            Self::NotNegative => ("finite and not negative", is_finite && value >= 0.0),
            Self::Positive => ("finite and above zero", is_finite && value > 0.0),
            Self::Distance => ("a number and not negative", value >= 0.0),
        };
        let refused = AvoidanceError::Value {
            body,
            what,
            rule,
            value,
        };
        holds.then_some(()).ok_or(refused)
    }
}
