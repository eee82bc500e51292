//! Shapes of obstacles.

use voxnav::colliders::{Obstacle, Placement, Solidity};
use voxnav::glam::{DQuat, DVec3, Vec3};
use voxnav::parry3d::shape::SharedShape;
use voxnav::parry3d::utils::Array2;

use crate::code::{Code, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::memory::In;
use crate::values::{VoxnavPoint, VoxnavRotation};

/// The kind of a shape, and the fields of `VoxnavShape` that it takes: `a`, `b` and `c`, or points and indexes.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavShapeKind {
    /// A box with the half extents `a`, `b` and `c` along x, y and z.
    Cuboid = 0,
    /// A ball with the radius `a`.
    Ball = 1,
    /// A capsule along y: half of the length of its axis `a`, the radius `b`.
    Capsule = 2,
    /// A cylinder along y: half of its height `a`, the radius `b`.
    Cylinder = 3,
    /// A cone along y with its tip up: half of its height `a`, the radius `b` of its base.
    Cone = 4,
    /// A box with rounded edges: the half extents `a`, `b`, `c` of the box inside, grown by `border`.
    RoundCuboid = 5,
    /// All that lies below a plane through the origin, whose normal is (`a`, `b`, `c`).
    HalfSpace = 6,
    /// A segment between two points.
    Segment = 7,
    /// A triangle between three points.
    Triangle = 8,
    /// The convex hull of points.
    ConvexHull = 9,
    /// A line through points in their order, or between those that pairs of indexes name.
    Polyline = 10,
    /// A triangle mesh: points, and three indexes for each triangle.
    Mesh = 11,
    /// A height field over x and z, as wide as `a` along x and `c` along z, its heights times `b`: `rows` rows along z,
    /// each of `columns` heights along x, in `heights`.
    HeightField = 12,
}

coded! {
    VoxnavShapeKind is "kind of shape": VoxnavShapeKind {
        Cuboid, Ball, Capsule, Cylinder, Cone, RoundCuboid, HalfSpace, Segment, Triangle,
        ConvexHull, Polyline, Mesh, HeightField,
    }
}

/// A shape, and its place in the obstacle that it is a part of. Lengths are in world units; all that the kind does not
/// take is zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavShape {
    /// The size of the struct: `sizeof(VoxnavShape)`.
    pub size: usize,
    /// The kind of the shape.
    pub kind: Code<VoxnavShapeKind>,
    /// 1 for a closed mesh that blocks its inside, too; 0 for one that blocks where its triangles are.
    pub solid: u32,
    /// The first length, as the kind says.
    pub a: f64,
    /// The second length.
    pub b: f64,
    /// The third length.
    pub c: f64,
    /// The radius by which the edges are rounded.
    pub border: f64,
    /// The points, three numbers each.
    pub points: In<f32>,
    /// The number of points.
    pub point_count: usize,
    /// The indexes of points: three for each triangle, two for each segment.
    pub indices: In<u32>,
    /// The number of indexes.
    pub index_count: usize,
    /// The heights of a height field.
    pub heights: In<f32>,
    /// The number of rows of a height field, along z.
    pub rows: usize,
    /// The number of columns of a height field, along x.
    pub columns: usize,
    /// The place of the shape in the obstacle.
    pub position: VoxnavPoint,
    /// The rotation of the shape in the obstacle.
    pub rotation: VoxnavRotation,
}

/// Returns the placement at a position under a rotation, which is none where it is all zero.
pub(crate) fn placement(position: VoxnavPoint, rotation: VoxnavRotation) -> Placement {
    let VoxnavRotation { x, y, z, w } = rotation;
    let given = DQuat::from_xyzw(x, y, z, w);
    let is_none = given == DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let rotation = if is_none { DQuat::IDENTITY } else { given };
    Placement::new(position.into(), rotation)
}

/// Returns the obstacle of some shapes, at the origin.
pub(crate) fn obstacle(shapes: &[VoxnavShape]) -> Result<Obstacle, Refusal> {
    let is_solid = shapes.iter().any(|shape| shape.solid != 0);
    let obstacle = match shapes {
        [mesh] if is_at_origin(mesh) && mesh.kind.meaning()? == VoxnavShapeKind::Mesh => {
            let triangles = triples(mesh)?;
            Obstacle::mesh(points(mesh)?, triangles)
        }
        [shape] if is_at_origin(shape) => Obstacle::new(shared(shape)?),
        _ => {
            let part = |shape: &VoxnavShape| {
                Ok((placement(shape.position, shape.rotation), shared(shape)?))
            };
            let parts: Result<_, Refusal> = shapes.iter().map(part).collect();
            Obstacle::compound(parts?)
        }
    };
    let solidity = if is_solid {
        Solidity::Solid
    } else {
        Solidity::Hollow
    };
    Ok(obstacle.with(solidity))
}

fn is_at_origin(shape: &VoxnavShape) -> bool {
    placement(shape.position, shape.rotation) == Placement::IDENTITY
}

fn points(shape: &VoxnavShape) -> Result<Vec<Vec3>, Refusal> {
    let numbers = shape
        .points
        .list(shape.point_count.saturating_mul(3), "points")?;
    let points = numbers.as_chunks::<3>().0.iter();
    Ok(points.map(|point| Vec3::from_array(*point)).collect())
}

/// Returns the triangles of a mesh, whose corners are points of it.
fn triples(shape: &VoxnavShape) -> Result<Vec<[u32; 3]>, Refusal> {
    chunks::<3>(shape)
}

/// Returns the indexes in groups, each of them that of a point.
fn chunks<const N: usize>(shape: &VoxnavShape) -> Result<Vec<[u32; N]>, Refusal> {
    let indices = shape.indices.list(shape.index_count, "indices")?;
    let (groups, rest) = indices.as_chunks::<N>();
    if !rest.is_empty() {
        let count = shape.index_count;
        return Err(refused(format!("{count} indexes are no groups of {N}")));
    }
    let past = indices
        .iter()
        .find(|&&index| index as usize >= shape.point_count);
    if let Some(index) = past {
        let count = shape.point_count;
        return Err(refused(format!("index {index} is past the {count} points")));
    }
    Ok(groups.to_vec())
}

fn refused(message: String) -> Refusal {
    Refusal::new(VoxnavStatus::ErrorObstacle, message)
}

/// Returns a number of points of which a shape needs so many.
fn corners<const N: usize>(shape: &VoxnavShape, name: &str) -> Result<[Vec3; N], Refusal> {
    let points = points(shape)?;
    let count = points.len();
    points
        .try_into()
        .map_err(|_| refused(format!("a {name} has {N} points, not {count}")))
}

/// Returns the shape of the library.
fn shared(shape: &VoxnavShape) -> Result<SharedShape, Refusal> {
    use VoxnavShapeKind as Kind;

    let [a, b, c, border] = [shape.a, shape.b, shape.c, shape.border].map(single);
    Ok(match shape.kind.meaning()? {
        Kind::Cuboid => SharedShape::cuboid(a, b, c),
        Kind::Ball => SharedShape::ball(a),
        Kind::Capsule => SharedShape::capsule_y(a, b),
        Kind::Cylinder => cylinder(a, b)?,
        Kind::Cone => SharedShape::cone(a, b),
        Kind::RoundCuboid => SharedShape::round_cuboid(a, b, c, border),
        Kind::HalfSpace => {
            let normal = DVec3::new(shape.a, shape.b, shape.c).try_normalize();
            let normal = normal.ok_or_else(|| refused("a half space needs a normal".to_owned()))?;
            SharedShape::halfspace(normal.as_vec3())
        }
        Kind::Segment => {
            let [from, to] = corners(shape, "segment")?;
            SharedShape::segment(from, to)
        }
        Kind::Triangle => {
            let [first, second, third] = corners(shape, "triangle")?;
            SharedShape::triangle(first, second, third)
        }
        Kind::ConvexHull => hull(shape)?,
        Kind::Polyline => polyline(shape)?,
        Kind::Mesh => {
            let mesh = SharedShape::trimesh(points(shape)?, triples(shape)?);
            mesh.map_err(|error| refused(format!("a mesh is refused: {error}")))?
        }
        Kind::HeightField => height_field(shape, [a, b, c])?,
    })
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "shapes are in single precision, and what is too large for it is refused"
)]
fn single(number: f64) -> f32 {
    number as f32
}

/// Returns a cylinder, of which parry asserts that no length is below zero, nor a zero with a sign.
fn cylinder(half_height: f32, radius: f32) -> Result<SharedShape, Refusal> {
    if half_height >= 0.0 && radius >= 0.0 {
        return Ok(SharedShape::cylinder(half_height.abs(), radius.abs()));
    }
    let message = format!("half of the height of a cylinder is {half_height}, its radius {radius}");
    Err(refused(message))
}

fn hull(shape: &VoxnavShape) -> Result<SharedShape, Refusal> {
    let points = finite(points(shape)?)?;
    let spans = |points: &[Vec3]| points.iter().any(|point| *point != points[0]);
    if points.len() < 4 || !spans(&points) {
        return Err(refused("a hull needs four points that differ".to_owned()));
    }
    let hull = SharedShape::convex_hull(&points);
    hull.ok_or_else(|| refused("the points have no convex hull".to_owned()))
}

fn finite(points: Vec<Vec3>) -> Result<Vec<Vec3>, Refusal> {
    match points.iter().position(|point| !point.is_finite()) {
        None => Ok(points),
        Some(index) => Err(refused(format!("point {index} is not finite"))),
    }
}

fn polyline(shape: &VoxnavShape) -> Result<SharedShape, Refusal> {
    let points = finite(points(shape)?)?;
    if points.len() < 2 {
        return Err(refused("a line needs two points".to_owned()));
    }
    let pairs = if shape.index_count == 0 {
        None
    } else {
        Some(chunks::<2>(shape)?)
    };
    Ok(SharedShape::polyline(points, pairs))
}

fn height_field(shape: &VoxnavShape, scale: [f32; 3]) -> Result<SharedShape, Refusal> {
    let (rows, columns) = (shape.rows, shape.columns);
    if rows < 2 || columns < 2 {
        return Err(refused(
            "a height field needs two rows and two columns".to_owned(),
        ));
    }
    let count = rows.saturating_mul(columns);
    let heights = shape.heights.list(count, "heights")?;
    if heights.iter().any(|height| !height.is_finite()) {
        return Err(refused("a height is not finite".to_owned()));
    }
    // The library's arrays are column by column.
    let by_columns = (0..columns).flat_map(|column| {
        let heights = &heights;
        (0..rows).map(move |row| heights[row * columns + column])
    });
    let heights = Array2::new(rows, columns, by_columns.collect());
    Ok(SharedShape::heightfield(heights, Vec3::from_array(scale)))
}
