//! Shapes of colliders, as Godot has them, as plain values.

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, Vec3};
use voxnav::parry3d::shape::SharedShape;
use voxnav::parry3d::utils::Array2;

/// A shape at the scale of its node, with its origin where Godot has it.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box of a size.
    Box(Vec3),
    /// A ball of a radius.
    Ball(f32),
    /// A capsule along y: its radius, and its height from end to end.
    Capsule {
        /// The radius.
        radius: f32,
        /// The height.
        height: f32,
    },
    /// A cylinder along y.
    Cylinder {
        /// The radius.
        radius: f32,
        /// The height.
        height: f32,
    },
    /// The convex hull of points.
    Hull(Vec<Vec3>),
    /// Triangles, three points each.
    Triangles(Vec<Vec3>),
    /// Heights over x and z around the middle, row by row along z.
    Heights {
        /// The heights.
        heights: Vec<f32>,
        /// The number of heights along x.
        width: usize,
        /// The number of heights along z.
        depth: usize,
        /// The distance between two heights along x, the factor on heights, and the distance along z.
        scale: Vec3,
    },
}

impl Shape {
    /// Returns the obstacle of the shape at the origin; `None` for one that is none, such as a hull of three points.
    #[must_use]
    pub fn obstacle(&self) -> Option<Obstacle> {
        let shape = match self {
            Self::Box(size) => SharedShape::cuboid(size.x / 2.0, size.y / 2.0, size.z / 2.0),
            Self::Capsule { radius, height } if *height > 2.0 * radius => {
                SharedShape::capsule_y(height / 2.0 - radius, *radius)
            }
            Self::Ball(radius) | Self::Capsule { radius, .. } => SharedShape::ball(*radius),
            // parry3d asserts that no length is below zero, nor a zero with a sign.
            Self::Cylinder { radius, height } if *radius >= 0.0 && *height >= 0.0 => {
                SharedShape::cylinder(height.abs() / 2.0, radius.abs())
            }
            Self::Cylinder { .. } => return None,
            Self::Hull(points) => hull(points)?,
            Self::Triangles(points) => return triangles(points),
            Self::Heights {
                heights,
                width,
                depth,
                scale,
            } => field(heights, *width, *depth, *scale)?,
        };
        Some(Obstacle::new(shape))
    }
}

fn hull(points: &[Vec3]) -> Option<SharedShape> {
    let is_flat = points.iter().all(|point| *point == points[0]);
    if points.len() < 4 || is_flat || points.iter().any(|point| !point.is_finite()) {
        return None;
    }
    SharedShape::convex_hull(points)
}

fn triangles(points: &[Vec3]) -> Option<Obstacle> {
    let (triangles, rest) = points.as_chunks::<3>();
    if triangles.is_empty() || !rest.is_empty() {
        return None;
    }
    let count = u32::try_from(triangles.len()).ok()?;
    let last = count.checked_mul(3)?;
    let indices = (0..last).step_by(3).map(|it| [it, it + 1, it + 2]);
    Some(Obstacle::mesh(points.to_vec(), indices.collect()))
}

fn field(heights: &[f32], width: usize, depth: usize, scale: Vec3) -> Option<SharedShape> {
    let is_whole = width.checked_mul(depth) == Some(heights.len());
    if width < 2 || depth < 2 || !is_whole || heights.iter().any(|it| !it.is_finite()) {
        return None;
    }
    // The library's arrays are column by column.
    let by_columns = (0..width).flat_map(|x| (0..depth).map(move |z| heights[z * width + x]));
    let sides = DVec3::new(cells(width), 1.0, cells(depth)).as_vec3();
    Some(SharedShape::heightfield(
        Array2::new(depth, width, by_columns.collect()),
        sides * scale,
    ))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "height maps are not 2^53 samples wide"
)]
fn cells(samples: usize) -> f64 {
    (samples - 1) as f64
}
