//! The shapes of bodies.

/// The shape of a body.
///
/// Two balls are apart by the distance of their centers. A disc counts as an upright cylinder, and so does a ball
/// paired with one: such a pair is apart in height or in the plane of the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// The ball of a flying agent. Its position is its center.
    Ball {
        /// The radius in world units, above zero.
        radius: f64,
    },
    /// A disc on the ground with a height. Its position is the middle of its lower face. It moves within the plane of
    /// the ground.
    Disc {
        /// The radius in world units, above zero.
        radius: f64,
        /// The height in world units, above zero.
        height: f64,
    },
}

impl Shape {
    /// Returns the radius in world units.
    #[must_use]
    pub const fn radius(&self) -> f64 {
        match *self {
            Self::Ball { radius } | Self::Disc { radius, .. } => radius,
        }
    }

    /// Returns how far the body reaches below and above its position.
    pub(crate) const fn extent(&self) -> [f64; 2] {
        match *self {
            Self::Ball { radius } => [radius, radius],
            Self::Disc { height, .. } => [0.0, height],
        }
    }

    /// Returns the greatest distance of a point of the body from its position along an axis or across.
    pub(super) const fn reach(&self) -> f64 {
        let [below, above] = self.extent();
        self.radius().max(below).max(above)
    }

    pub(super) const fn is_disc(&self) -> bool {
        matches!(self, Self::Disc { .. })
    }
}
