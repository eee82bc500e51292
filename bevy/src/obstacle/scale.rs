//! Shapes under the scale of a transform.

use bevy_math::Vec3;
use voxnav::colliders::{Obstacle, Solidity};
use voxnav::parry3d::either::Either;
use voxnav::parry3d::shape::{Ball, Capsule, Cone, Cylinder, SharedShape, TypedShape};

use super::{ColliderScale, NavCollider, NavShape};
use crate::NavError;

/// The number of subdivisions of a round shape that becomes a convex hull, as in avian.
const SUBDIVISIONS: u32 = 10;

/// Returns the obstacle of a shape under a scale, at the origin.
pub(super) fn scaled(
    shape: &NavShape,
    collider: Option<&NavCollider>,
    scale: Vec3,
) -> Result<Obstacle, NavError> {
    let refused = NavError::Scale { scale };
    if !scale.is_finite() {
        return Err(refused);
    }
    let points = |points: &[Vec3]| {
        points
            .iter()
            .map(|point| *point * scale)
            .collect::<Vec<_>>()
    };
    let shared = match shape {
        NavShape::Cuboid { half_size } => {
            let half = *half_size * scale.abs();
            Some(SharedShape::cuboid(half.x, half.y, half.z))
        }
        NavShape::Sphere { radius } => scaled_shape(&SharedShape::ball(*radius), scale),
        NavShape::Capsule {
            radius,
            half_length,
        } => scaled_shape(&SharedShape::capsule_y(*half_length, *radius), scale),
        NavShape::Cylinder {
            radius,
            half_height,
        } => {
            let (half_height, radius) = (*half_height, *radius);
            // parry3d asserts that they are, and that no zero has a sign.
            if !(half_height >= 0.0 && radius >= 0.0) {
                return Err(NavError::Cylinder {
                    half_height,
                    radius,
                });
            }
            let cylinder = SharedShape::cylinder(half_height.abs(), radius.abs());
            scaled_shape(&cylinder, scale)
        }
        NavShape::Cone {
            radius,
            half_height,
        } => scaled_shape(&SharedShape::cone(*half_height, *radius), scale),
        NavShape::Hull { points: all } => SharedShape::convex_hull(&points(all)),
        NavShape::Mesh {
            vertices,
            triangles,
        } => return Ok(Obstacle::mesh(points(vertices), triangles.clone())),
        NavShape::Solid {
            vertices,
            triangles,
        } => {
            // A mirrored mesh is turned outside in.
            let is_mirrored = scale.x * scale.y * scale.z < 0.0;
            let turn = |[a, b, c]: [u32; 3]| if is_mirrored { [a, c, b] } else { [a, b, c] };
            let triangles = triangles.iter().map(|triangle| turn(*triangle)).collect();
            let mesh = Obstacle::mesh(points(vertices), triangles);
            return Ok(mesh.with(Solidity::Solid));
        }
        NavShape::Collider => match collider {
            None => return Err(NavError::NoCollider),
            Some(it) if it.scale == ColliderScale::Shape => {
                // A physics engine keeps the shape that it had before a scale that it cannot apply.
                let is_solid = scale.abs().min_element() > 0.0;
                is_solid.then(|| it.shape.clone())
            }
            Some(it) => scaled_shape(&it.shape, scale),
        },
    };
    shared.map(Obstacle::new).ok_or(refused)
}

/// Returns a shape of parry3d under a scale; `None` if it has no such type.
fn scaled_shape(shape: &SharedShape, scale: Vec3) -> Option<SharedShape> {
    if scale == Vec3::ONE {
        return Some(shape.clone());
    }
    // All round shapes are symmetric about their axes and, but for the cone, about the plane across.
    let size = scale.abs();
    if size.min_element() <= 0.0 {
        return None;
    }
    Some(match shape.as_typed_shape() {
        TypedShape::Cuboid(it) => SharedShape::new(it.scaled(size)),
        TypedShape::Ball(it) => either(Ball::scaled(*it, size, SUBDIVISIONS)?),
        TypedShape::Capsule(it) => either(Capsule::scaled(*it, size, SUBDIVISIONS)?),
        TypedShape::Cylinder(it) => either(Cylinder::scaled(*it, size, SUBDIVISIONS)?),
        TypedShape::Cone(it) if scale.y > 0.0 => either(Cone::scaled(*it, size, SUBDIVISIONS)?),
        TypedShape::Segment(it) => SharedShape::new(it.scaled(scale)),
        TypedShape::Triangle(it) => SharedShape::new(it.scaled(scale)),
        TypedShape::TriMesh(it) => SharedShape::new(it.clone().scaled(scale)),
        TypedShape::Polyline(it) => SharedShape::new(it.clone().scaled(scale)),
        TypedShape::HeightField(it) => SharedShape::new(it.clone().scaled(scale)),
        TypedShape::ConvexPolyhedron(it) => SharedShape::new(it.clone().scaled(scale)?),
        _ => return None,
    })
}

fn either<A, B>(shape: Either<A, B>) -> SharedShape
where
    A: voxnav::parry3d::shape::Shape,
    B: voxnav::parry3d::shape::Shape,
{
    match shape {
        Either::Left(shape) => SharedShape::new(shape),
        Either::Right(shape) => SharedShape::new(shape),
    }
}
