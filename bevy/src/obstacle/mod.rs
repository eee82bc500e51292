//! Obstacles: entities that block the way.

mod place;
mod scale;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use bevy_shape::{Capsule3d, Cone, Cuboid, Cylinder, Sphere};
use bevy_transform::components::Transform;
use voxnav::parry3d::shape::SharedShape;

use crate::NavMatter;

pub(crate) use place::place_obstacles;

/// An obstacle of a shape, placed by the global transform of its entity, scale included.
///
/// Insert it, move the entity, remove it, despawn it: agents notice in the next tick. Visibility is not looked at, so a
/// hidden obstacle blocks; [`NavDisabled`] opens it, and so does disabling the entity.
///
/// ```
/// use bevy_shape::Cuboid;
/// use bevy_voxnav::{NavObstacle, NavShape};
///
/// let wall = NavObstacle::from(Cuboid::new(1.0, 3.0, 8.0));
/// assert!(matches!(wall.shape, NavShape::Cuboid { half_size } if half_size.y == 1.5));
/// ```
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[require(Transform)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavObstacle {
    /// The shape.
    pub shape: NavShape,
    /// The matter.
    pub matter: NavMatter,
}

/// The shape of an obstacle, in world units, around the origin of its entity; y is up, as in Bevy's own shapes.
#[derive(Reflect, Clone, Debug, PartialEq)]
#[reflect(Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[non_exhaustive]
pub enum NavShape {
    /// A box.
    Cuboid {
        /// Half of its size.
        half_size: Vec3,
    },
    /// A ball.
    Sphere {
        /// The radius.
        radius: f32,
    },
    /// A capsule along y.
    Capsule {
        /// The radius.
        radius: f32,
        /// Half of the length between the centers of its half balls.
        half_length: f32,
    },
    /// A cylinder along y.
    Cylinder {
        /// The radius.
        radius: f32,
        /// Half of the height.
        half_height: f32,
    },
    /// A cone along y, its tip up.
    Cone {
        /// The radius of the base.
        radius: f32,
        /// Half of the height.
        half_height: f32,
    },
    /// The convex hull of points.
    Hull {
        /// The points.
        points: Vec<Vec3>,
    },
    /// A triangle mesh, which blocks where its triangles are: an agent that fits inside is free to be there.
    Mesh {
        /// The corners of the triangles.
        vertices: Vec<Vec3>,
        /// The triangles, as places in the list of vertices.
        triangles: Vec<[u32; 3]>,
    },
    /// A closed, oriented triangle mesh, which blocks its inside, too.
    Solid {
        /// The corners of the triangles.
        vertices: Vec<Vec3>,
        /// The triangles, as places in the list of vertices.
        triangles: Vec<[u32; 3]>,
    },
    /// The shape of the [`NavCollider`] of the same entity: that of a physics engine, with the feature of its name.
    Collider,
}

impl NavObstacle {
    /// Makes an obstacle that takes its shape from the collider on the same entity.
    #[must_use]
    pub const fn collider() -> Self {
        Self {
            shape: NavShape::Collider,
            matter: NavMatter::Solid,
        }
    }

    /// Makes the obstacle of a matter: a ladder, a door, water.
    #[must_use]
    pub fn of(self, matter: NavMatter) -> Self {
        Self { matter, ..self }
    }
}

impl From<NavShape> for NavObstacle {
    fn from(shape: NavShape) -> Self {
        let matter = NavMatter::Solid;
        Self { shape, matter }
    }
}

/// Marks an obstacle that blocks no agent for now: a door that stands open, a wall that is hidden permanently.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavDisabled;

/// A shape of parry3d for an obstacle with [`NavShape::Collider`]. The features `avian` and `rapier` write it; insert it
/// by hand for shapes that [`NavShape`] does not have.
///
/// Scenes save it by the feature `serialize`, but for a shape that is a program's own.
#[derive(Component, Reflect, Clone)]
#[reflect(opaque)]
#[reflect(Component, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavCollider {
    /// The shape.
    pub shape: SharedShape,
    /// The owner of the scale.
    pub scale: ColliderScale,
}

/// The owner of the scale of a collider.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum ColliderScale {
    /// The shape is scaled by the global transform.
    #[default]
    Transform,
    /// The shape has its scale already, as that of a physics engine.
    Shape,
}

impl std::fmt::Debug for NavCollider {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shape = self.shape.shape_type();
        formatter
            .debug_struct("NavCollider")
            .field("shape", &shape)
            .field("scale", &self.scale)
            .finish()
    }
}

macro_rules! from_primitives {
    ($($primitive:ty: $it:ident => $shape:expr),* $(,)?) => {
        $(impl From<$primitive> for NavShape {
            fn from($it: $primitive) -> Self {
                $shape
            }
        }
        impl From<$primitive> for NavObstacle {
            fn from($it: $primitive) -> Self {
                NavShape::from($it).into()
            }
        })*
    };
}

from_primitives! {
    Cuboid: it => Self::Cuboid { half_size: it.half_size },
    Sphere: it => Self::Sphere { radius: it.radius },
    Capsule3d: it => Self::Capsule { radius: it.radius, half_length: it.half_length },
    Cylinder: it => Self::Cylinder { radius: it.radius, half_height: it.half_height },
    Cone: it => Self::Cone { radius: it.radius, half_height: it.height / 2.0 },
}
