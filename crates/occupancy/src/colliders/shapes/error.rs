//! The errors for shapes that are refused.

use glam::DVec3;

use crate::colliders::placement::PlacementError;
use crate::coordinates::number::number;

/// The greatest coordinate a shape may have in its own frame, 2^30 units.
///
/// Single precision names every 64th unit there; what is larger is an error in the input.
pub const MAX_SHAPE_COORDINATE: f64 = 1_073_741_824.0;

/// Error for a shape that cannot become an obstacle.
///
/// ```
/// use voxnav_occupancy::colliders::{Obstacle, ObstacleError, Obstacles, ShapeError};
/// use voxnav_occupancy::parry3d::shape::SharedShape;
///
/// let refused = Obstacles::default().insert(Obstacle::new(SharedShape::ball(f32::NAN)));
/// assert!(matches!(refused, Err(ObstacleError::Shape(ShapeError::Parameter { .. }))));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// The part at `index` of a compound was refused for `reason`.
    #[error("part {index} of a compound: {reason}")]
    Part {
        /// Position in the compound.
        index: usize,
        /// The reason why the part was refused.
        reason: Box<ShapeError>,
    },
    /// A part of a compound is placed badly.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// A compound, mesh, polyline, hull or voxel set with nothing in it blocks nothing.
    #[error("a {shape} needs at least one element")]
    Empty {
        /// The kind of shape.
        shape: &'static str,
    },
    /// A length is negative, NaN, infinite or beyond [`MAX_SHAPE_COORDINATE`].
    #[error("{parameter} of a {shape} must lie in 0..=2^30, not {}", number(.value))]
    Parameter {
        /// The kind of shape.
        shape: &'static str,
        /// The name of the length.
        parameter: &'static str,
        /// The length as given.
        value: f32,
    },
    /// A vertex is NaN, infinite or beyond [`MAX_SHAPE_COORDINATE`].
    #[error("vertex {index} of a {shape} is at {position:?}; coordinates must lie within ±2^30")]
    Vertex {
        /// The kind of shape.
        shape: &'static str,
        /// Position in the vertex list.
        index: usize,
        /// The vertex as given.
        position: [f32; 3],
    },
    /// Voxels lie beyond ±2^20 on an axis, or there are none and their bounds make no sense.
    #[error("voxels {low} to {high} reach beyond ±2^20")]
    VoxelRange {
        /// The low end of the voxels on each axis, in voxels.
        low: DVec3,
        /// The high end of the voxels on each axis, in voxels.
        high: DVec3,
    },
    /// An element names a vertex that does not exist.
    #[error("element {element} of a {shape} names vertex {index} of {vertices}")]
    VertexIndex {
        /// The kind of shape.
        shape: &'static str,
        /// Position in the index list.
        element: usize,
        /// The vertex named.
        index: u32,
        /// The number of vertices there are.
        vertices: usize,
    },
    /// A half-space needs a direction.
    #[error("the normal {normal:?} of a half-space has no direction")]
    Normal {
        /// The normal as given.
        normal: [f32; 3],
    },
    /// An edge of a mesh declared solid belongs to an odd number of triangles.
    #[error("a solid mesh must be closed; the edge {edge:?} has a triangle on one side only")]
    MeshNotClosed {
        /// The positions of the edge's ends.
        edge: [[f32; 3]; 2],
    },
    /// Neighboring triangles of a mesh declared solid run along their edge in the same direction.
    #[error("a solid mesh must be oriented; triangles at the edge {edge:?} face opposite ways")]
    MeshNotOriented {
        /// The positions of the edge's ends.
        edge: [[f32; 3]; 2],
    },
    /// A surface or line that has no inside was declared solid.
    #[error("a {shape} has no inside and cannot be solid")]
    NoInside {
        /// The kind of shape.
        shape: &'static str,
    },
    /// A custom shape without a support map, or whose support map is not finite.
    #[error("a custom shape needs a finite support map and bounds")]
    Unsupported,
}
