//! The placement of an obstacle: a rigid motion in double precision.

use glam::{DMat3, DQuat, DVec3};
use parry3d::math::Pose;

use crate::coordinates::MAX_WORLD_COORDINATE;
use crate::coordinates::number::{number, numbers};

/// The distance from 1 that a quaternion's length may have before the quaternion is refused rather
/// than normalized.
///
/// Chains of single-precision rotations drift by about 1e-6; a hundred times that is a mistake.
const ROTATION_TOLERANCE: f64 = 1e-4;

/// A rotation followed by a translation, in world units and double precision.
///
/// parry3d's `Pose` is single precision: at 10^6 units it can only name every sixteenth of a
/// unit. It converts into a `Placement`; far from the origin, build the placement directly.
///
/// ```
/// use voxnav_occupancy::glam::DVec3;
/// use voxnav_occupancy::colliders::Placement;
/// use voxnav_occupancy::parry3d::math::Pose;
/// assert_eq!(
///     Placement::from(Pose::translation(1.5, 0.0, 0.0)),
///     Placement::at(DVec3::new(1.5, 0.0, 0.0)),
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// World position of the shape's own origin.
    pub translation: DVec3,
    /// Orientation; normalized at insertion, refused when its length is off by more than 1e-4.
    pub rotation: DQuat,
}

impl Placement {
    /// The placement at the origin, without rotation.
    pub const IDENTITY: Self = Self::at(DVec3::ZERO);

    /// Returns a placement at a position, without rotation.
    #[must_use]
    pub const fn at(translation: DVec3) -> Self {
        Self::new(translation, DQuat::IDENTITY)
    }

    /// Returns a placement rotated about its own origin, then translated.
    #[must_use]
    pub const fn new(translation: DVec3, rotation: DQuat) -> Self {
        Self {
            translation,
            rotation,
        }
    }

    /// Returns the rigid motion, once checked.
    pub(crate) fn motion(&self) -> Result<Motion, PlacementError> {
        let Self {
            translation,
            rotation,
        } = *self;
        if !translation.is_finite() || !rotation.is_finite() {
            return Err(PlacementError::NotFinite { placement: *self });
        }
        if translation.abs().max_element() > MAX_WORLD_COORDINATE {
            return Err(PlacementError::TooFar { translation });
        }
        let length = rotation.length();
        if (length - 1.0).abs() > ROTATION_TOLERANCE {
            return Err(PlacementError::NotARotation { length });
        }
        let rotation = if rotation == DQuat::IDENTITY {
            DMat3::IDENTITY
        } else {
            DMat3::from_quat(rotation.normalize())
        };
        Ok(Motion {
            translation,
            rotation,
        })
    }
}

impl From<Pose> for Placement {
    fn from(pose: Pose) -> Self {
        Self::new(pose.translation.as_dvec3(), pose.rotation.as_dquat())
    }
}

impl From<DVec3> for Placement {
    fn from(translation: DVec3) -> Self {
        Self::at(translation)
    }
}

impl From<[f64; 3]> for Placement {
    fn from(translation: [f64; 3]) -> Self {
        Self::at(DVec3::from_array(translation))
    }
}

/// Error for a placement that is not finite, not normalized or too far away.
///
/// ```
/// use voxnav_occupancy::colliders::{Obstacle, ObstacleError, Obstacles, PlacementError};
/// use voxnav_occupancy::glam::DVec3;
/// use voxnav_occupancy::parry3d::shape::SharedShape;
///
/// let lost = Obstacle::new(SharedShape::ball(1.0)).at(DVec3::NAN);
/// let refused = Obstacles::default().insert(lost);
/// assert!(matches!(
///     refused,
///     Err(ObstacleError::Placement(PlacementError::NotFinite { .. }))
/// ));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// A component is NaN or infinite.
    #[error("placement {placement:?} is not finite")]
    NotFinite {
        /// The placement as given.
        placement: Placement,
    },
    /// A coordinate lies beyond [`MAX_WORLD_COORDINATE`].
    #[error("translation {} lies beyond ±{MAX_WORLD_COORDINATE}", numbers(.translation))]
    TooFar {
        /// The translation as given.
        translation: DVec3,
    },
    /// The quaternion's length is off 1 by more than 1e-4.
    #[error("a rotation is a quaternion of length 1, not {}", number(.length))]
    NotARotation {
        /// The length of the quaternion as given.
        length: f64,
    },
}

/// A checked placement: `world = rotation * local + translation`.
///
/// INVARIANT: finite, the rotation orthonormal to double precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub(crate) translation: DVec3,
    pub(crate) rotation: DMat3,
}

impl Motion {
    /// Returns the motion as seen from a point.
    pub(crate) fn seen_from(&self, point: DVec3) -> Self {
        Self {
            translation: self.translation - point,
            ..*self
        }
    }

    /// Returns the motion of a part whose motion in its parent's frame is `inner`.
    pub(crate) fn then(&self, inner: &Motion) -> Motion {
        Motion {
            translation: self.rotation * inner.translation + self.translation,
            rotation: self.rotation * inner.rotation,
        }
    }

    /// Returns half the sides of the world box around a rotated box with these half sides.
    pub(crate) fn rotated_extents(&self, half_extents: DVec3) -> DVec3 {
        self.rotation.abs() * half_extents
    }

    /// Returns half the sides of the local box around a world box with these half sides.
    pub(crate) fn unrotated_extents(&self, half_extents: DVec3) -> DVec3 {
        self.rotation.transpose().abs() * half_extents
    }
}
