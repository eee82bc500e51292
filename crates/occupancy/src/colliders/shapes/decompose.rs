//! The parry3d shapes that become obstacles, and how they are taken apart.
//!
//! Every shape is either answered for exactly, converted, or refused with a reason:
//!
//! | shape | becomes |
//! |---|---|
//! | ball, capsule, cylinder, cone, convex polyhedron, rounded shapes | one convex part |
//! | cuboid | one box |
//! | segment, triangle, polyline, triangle mesh | a mesh |
//! | height field | a mesh (parry3d answers no box query for it, and inside a compound says "no") |
//! | voxels | boxes, joined along x |
//! | half-space | itself, kept outside the tree, whose boxes must be finite |
//! | compound | its parts, each with its own place in the tree |
//! | custom | one convex part by its support map, else refused |

use std::any::Any;
use std::sync::Arc;

use glam::{DVec3, IVec3, Vec3};
use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use parry3d::shape::{Cone, Cylinder, SharedShape, TriMesh, TypedShape, Voxels};

use super::error::{MAX_SHAPE_COORDINATE, ShapeError};
use super::mesh_interior::Interior;
use super::part::{Boxes, Geometry, Mesh};
use crate::colliders::narrow_phase::convex::{Convex, Core, Turned};
use crate::colliders::placement::{Motion, Placement};
use crate::colliders::shrunk::signs;
use crate::colliders::world_box::WorldBox;

/// The choice whether triangle meshes are surfaces or bodies.
///
/// ```
/// use voxnav_occupancy::Layers;
/// use voxnav_occupancy::colliders::{Obstacle, Obstacles, Solidity};
/// use voxnav_occupancy::glam::{DVec3, Vec3};
/// use voxnav_occupancy::parry3d::shape::Cuboid;
///
/// let (vertices, triangles) = Cuboid::new(Vec3::splat(5.0)).to_trimesh();
/// for (solidity, blocks_inside) in [(Solidity::Hollow, false), (Solidity::Solid, true)] {
///     let mut obstacles = Obstacles::default();
///     let mesh = Obstacle::mesh(vertices.clone(), triangles.clone());
///     obstacles.insert(mesh.with(solidity))?;
///     let inside = obstacles.overlaps(DVec3::ZERO, Vec3::ONE, Layers::ALL)?;
///     assert_eq!(inside, blocks_inside);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Solidity {
    /// A mesh blocks where its triangles are; a box that fits inside is free.
    #[default]
    Hollow,
    /// A mesh blocks its inside too. It must be closed and oriented, by the positions of its
    /// vertices. The inside is where the winding number is not zero. Other shapes with an inside
    /// are full anyway; those without one (segment, triangle, polyline, height field) are refused.
    Solid,
}

/// A geometry and its motion within the obstacle.
pub(crate) type LocalPart = (Geometry, Motion);

/// Takes a shape apart, or describes what is wrong with it.
pub(crate) fn admit(
    shape: &SharedShape,
    placement: &Placement,
    solidity: Solidity,
    parts: &mut Vec<LocalPart>,
) -> Result<(), ShapeError> {
    let motion = placement.motion()?;
    if let TypedShape::Compound(compound) = shape.as_typed_shape() {
        let shapes = compound.shapes().iter();
        let inner = shapes.map(|(pose, shape)| (Placement::from(*pose), shape));
        let mut pieces = Vec::new();
        admit_compound(inner, solidity, &mut pieces)?;
        let placed = pieces
            .into_iter()
            .map(|(geometry, inner)| (geometry, motion.then(&inner)));
        parts.extend(placed);
        return Ok(());
    }
    parts.push((geometry(shape, solidity)?, motion));
    Ok(())
}

/// Takes the parts of a compound apart.
pub(crate) fn admit_compound<'a>(
    shapes: impl ExactSizeIterator<Item = (Placement, &'a SharedShape)>,
    solidity: Solidity,
    parts: &mut Vec<LocalPart>,
) -> Result<(), ShapeError> {
    if shapes.len() == 0 {
        return Err(ShapeError::Empty { shape: "compound" });
    }
    for (index, (placement, shape)) in shapes.enumerate() {
        admit(shape, &placement, solidity, parts).map_err(|reason| ShapeError::Part {
            index,
            reason: Box::new(reason),
        })?;
    }
    Ok(())
}

/// Returns a mesh from raw lists, checked before parry3d would index past their ends.
pub(crate) fn admit_mesh(
    shape: &'static str,
    vertices: Vec<Vec3>,
    indices: Vec<[u32; 3]>,
    solidity: Solidity,
) -> Result<Geometry, ShapeError> {
    check_elements(shape, vertices.len(), &indices)?;
    check_vertices(shape, vertices.iter().map(|it| it.as_dvec3()))?;
    let mesh = TriMesh::new(vertices, indices).map_err(|_| ShapeError::Empty { shape })?;
    let interior = interior(&mesh, solidity)?;
    Ok(Geometry::Mesh(Mesh::new(Arc::new(mesh), interior)))
}

fn geometry(shape: &SharedShape, solidity: Solidity) -> Result<Geometry, ShapeError> {
    match shape.as_typed_shape() {
        TypedShape::Cuboid(cuboid) => admit_cuboid("cuboid", cuboid.half_extents.as_dvec3()),
        TypedShape::HalfSpace(half_space) => half_space_geometry(half_space.normal),
        TypedShape::TriMesh(mesh) => {
            check_elements("mesh", mesh.vertices().len(), mesh.indices())?;
            check_vertices("mesh", mesh.vertices().iter().map(|it| it.as_dvec3()))?;
            let any: Arc<dyn Any + Send + Sync> = shape.0.clone();
            let shared = any.downcast().map_err(|_| ShapeError::Unsupported)?;
            Ok(Geometry::Mesh(Mesh::new(shared, interior(mesh, solidity)?)))
        }
        TypedShape::Voxels(voxels) => voxel_boxes(voxels),
        TypedShape::Segment(segment) => {
            lines("segment", &[segment.a, segment.b], &[[0, 1]], solidity)
        }
        TypedShape::Triangle(triangle) => {
            let corners = vec![triangle.a, triangle.b, triangle.c];
            surface("triangle", corners, vec![[0, 1, 2]], solidity)
        }
        TypedShape::Polyline(line) => lines("polyline", line.vertices(), line.indices(), solidity),
        TypedShape::HeightField(field) => {
            let (vertices, triangles) = field.to_trimesh();
            surface("height field", vertices, triangles, solidity)
        }
        _ => convex(shape),
    }
}

/// Converts a shape with a support map; see `convex`.
fn convex(shape: &SharedShape) -> Result<Geometry, ShapeError> {
    let points = |points: &[Vec3]| Core::Points(points.iter().map(|it| it.as_dvec3()).collect());
    let turned = |half_height: f32, radius: f32| Turned {
        half_height: half_height.into(),
        radius: radius.into(),
    };
    let of_cylinder = |it: &Cylinder| Core::Cylinder(turned(it.half_height, it.radius));
    let of_cone = |it: &Cone| Core::Cone(turned(it.half_height, it.radius));
    let mut parameter = "border radius";
    let (name, core, rounding) = match shape.as_typed_shape() {
        TypedShape::Ball(it) => {
            parameter = "radius";
            ("ball", points(&[Vec3::ZERO]), it.radius)
        }
        TypedShape::Capsule(it) => {
            parameter = "radius";
            let ends = [it.segment.a, it.segment.b];
            ("capsule", points(&ends), it.radius)
        }
        TypedShape::Cylinder(it) => ("cylinder", of_cylinder(it), 0.0),
        TypedShape::Cone(it) => ("cone", of_cone(it), 0.0),
        TypedShape::ConvexPolyhedron(it) => ("convex polyhedron", points(it.points()), 0.0),
        TypedShape::RoundCuboid(it) => {
            let sides = it.inner_shape.half_extents.as_dvec3();
            ("round cuboid", Core::Cuboid(sides), it.border_radius)
        }
        TypedShape::RoundTriangle(it) => {
            let corners = points(it.inner_shape.vertices());
            ("round triangle", corners, it.border_radius)
        }
        TypedShape::RoundCylinder(it) => {
            let inner = of_cylinder(&it.inner_shape);
            ("round cylinder", inner, it.border_radius)
        }
        TypedShape::RoundCone(it) => ("round cone", of_cone(&it.inner_shape), it.border_radius),
        TypedShape::RoundConvexPolyhedron(it) => {
            let hull = points(it.inner_shape.points());
            ("round convex polyhedron", hull, it.border_radius)
        }
        _ => ("custom shape", custom(shape)?, 0.0),
    };
    admit_convex(name, core, (parameter, rounding.into()))
}

/// Returns a convex geometry whose every number is in range, or what is wrong with it.
pub(crate) fn admit_convex(
    shape: &'static str,
    core: Core,
    (parameter, rounding): (&'static str, f64),
) -> Result<Geometry, ShapeError> {
    match &core {
        Core::Points(points) if points.is_empty() => return Err(ShapeError::Empty { shape }),
        Core::Points(points) => check_vertices(shape, points.iter().copied())?,
        Core::Cuboid(sides) => check_sides(shape, *sides)?,
        Core::Cylinder(it) | Core::Cone(it) => {
            check_length(shape, "half height", it.half_height)?;
            check_length(shape, "radius", it.radius)?;
        }
        Core::Custom(_) => {}
    }
    check_length(shape, parameter, rounding)?;
    Ok(Geometry::Convex(Arc::new(Convex { core, rounding })))
}

/// Returns a box around the origin whose sides are in range, or what is wrong with it.
pub(crate) fn admit_cuboid(shape: &'static str, sides: DVec3) -> Result<Geometry, ShapeError> {
    check_sides(shape, sides)?;
    Ok(Geometry::Cuboid(sides))
}

/// Converts a custom shape: convex if it has a support map, which must be finite all around.
fn custom(shape: &SharedShape) -> Result<Core, ShapeError> {
    let map = shape.as_support_map().ok_or(ShapeError::Unsupported)?;
    let in_range = |point: Vec3| point.as_dvec3().abs().max_element() <= MAX_SHAPE_COORDINATE;
    let is_finite = signs(DVec3::ONE)
        .chain([DVec3::X, DVec3::Y, DVec3::Z])
        .flat_map(|direction| [direction, -direction])
        .all(|direction| in_range(map.local_support_point(direction.normalize().as_vec3())));
    if is_finite {
        Ok(Core::Custom(shape.clone()))
    } else {
        Err(ShapeError::Unsupported)
    }
}

fn half_space_geometry(normal: Vec3) -> Result<Geometry, ShapeError> {
    let unit = normal.as_dvec3().normalize_or_zero();
    if unit.is_finite() && unit != DVec3::ZERO {
        Ok(Geometry::HalfSpace(unit))
    } else {
        Err(ShapeError::Normal {
            normal: normal.to_array(),
        })
    }
}

fn interior(mesh: &TriMesh, solidity: Solidity) -> Result<Option<Interior>, ShapeError> {
    match solidity {
        Solidity::Hollow => Ok(None),
        Solidity::Solid => Interior::new(mesh).map(Some),
    }
}

/// Returns a surface of triangles that has no inside.
fn surface(
    shape: &'static str,
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    solidity: Solidity,
) -> Result<Geometry, ShapeError> {
    match solidity {
        Solidity::Hollow => admit_mesh(shape, vertices, triangles, solidity),
        Solidity::Solid => Err(ShapeError::NoInside { shape }),
    }
}

/// Returns segments, as triangles without area.
fn lines(
    shape: &'static str,
    vertices: &[Vec3],
    segments: &[[u32; 2]],
    solidity: Solidity,
) -> Result<Geometry, ShapeError> {
    let triangles = segments.iter().map(|&[a, b]| [a, b, b]).collect();
    surface(shape, vertices.to_vec(), triangles, solidity)
}

/// The greatest voxel coordinate: larger ones are not kept apart by parry3d's single-precision
/// bookkeeping, which then drops voxels without a word.
const MAX_VOXEL: i32 = 1 << 20;

/// Returns the filled voxels as boxes; neighbors along x become one, which leaves no seam between
/// them.
fn voxel_boxes(voxels: &Voxels) -> Result<Geometry, ShapeError> {
    let size = voxels.voxel_size().as_dvec3();
    check_sides("voxel set", size)?;
    let bounds = voxels.local_aabb();
    let (low, high) = (bounds.mins.as_dvec3() / size, bounds.maxs.as_dvec3() / size);
    let limit = DVec3::splat(f64::from(MAX_VOXEL));
    if !(low.cmpge(-limit).all() && high.cmple(limit).all()) {
        return Err(ShapeError::VoxelRange { low, high });
    }
    let [low, high] = voxels.domain();
    // The domain comes from rounded bounds: one more on each side loses no voxel.
    let mut cells: Vec<IVec3> = voxels
        .voxels_in_range(low - 1, high + 1)
        .filter(|voxel| !voxel.state.is_empty())
        .map(|voxel| voxel.grid_coords)
        .collect();
    cells.sort_unstable_by_key(|cell| (cell.z, cell.y, cell.x));
    let boxes: Vec<(DVec3, DVec3)> = cells
        .chunk_by(|cell, next| {
            (cell.z, cell.y) == (next.z, next.y) && i64::from(next.x) - i64::from(cell.x) == 1
        })
        .map(|run| {
            let (first, last) = (run[0].as_dvec3(), run[run.len() - 1].as_dvec3());
            let (low, high) = (first * size, (last + 1.0) * size);
            ((low + high) * 0.5, (high - low) * 0.5)
        })
        .collect();
    boxes_geometry(boxes)
}

/// Returns the geometry of many boxes, by their centers and half sides, which are finite.
pub(crate) fn boxes_geometry(elements: Vec<(DVec3, DVec3)>) -> Result<Geometry, ShapeError> {
    if elements.is_empty() {
        return Err(ShapeError::Empty { shape: "voxel set" });
    }
    check_vertices("voxel set", elements.iter().map(|(center, _)| *center))?;
    for (_, sides) in &elements {
        check_sides("voxel set", *sides)?;
    }
    let around = |(center, sides): &(DVec3, DVec3)| WorldBox::around(*center, *sides);
    let bounds = elements
        .iter()
        .map(around)
        .fold(WorldBox::EMPTY, WorldBox::union);
    let corner = bounds.min.abs().max(bounds.max.abs());
    check_vertices("voxel set", [corner].into_iter())?;
    let leaves: Vec<_> = elements.iter().map(|each| around(each).outward()).collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    Ok(Geometry::Boxes(Arc::new(Boxes {
        elements,
        tree,
        bounds,
    })))
}

/// Checks that a length, named by its shape and parameter, is in range.
#[expect(
    clippy::cast_possible_truncation,
    reason = "lengths of shapes are in single precision"
)]
fn check_length(
    shape: &'static str,
    parameter: &'static str,
    value: f64,
) -> Result<(), ShapeError> {
    if (0.0..=MAX_SHAPE_COORDINATE).contains(&value) {
        return Ok(());
    }
    Err(ShapeError::Parameter {
        shape,
        parameter,
        value: value as f32,
    })
}

fn check_sides(shape: &'static str, sides: DVec3) -> Result<(), ShapeError> {
    check_length(shape, "x side", sides.x)?;
    check_length(shape, "y side", sides.y)?;
    check_length(shape, "z side", sides.z)
}

fn check_vertices(
    shape: &'static str,
    vertices: impl Iterator<Item = DVec3>,
) -> Result<(), ShapeError> {
    let in_range = |along: f64| along.abs() <= MAX_SHAPE_COORDINATE;
    let is_bad = |vertex: &DVec3| !vertex.to_array().into_iter().all(in_range);
    match (0..).zip(vertices).find(|(_, vertex)| is_bad(vertex)) {
        None => Ok(()),
        Some((index, vertex)) => Err(ShapeError::Vertex {
            shape,
            index,
            position: vertex.as_vec3().to_array(),
        }),
    }
}

fn check_elements<const CORNERS: usize>(
    shape: &'static str,
    vertices: usize,
    elements: &[[u32; CORNERS]],
) -> Result<(), ShapeError> {
    if elements.is_empty() {
        return Err(ShapeError::Empty { shape });
    }
    for (element, corners) in elements.iter().enumerate() {
        if let Some(&index) = corners.iter().find(|index| **index as usize >= vertices) {
            return Err(ShapeError::VertexIndex {
                shape,
                element,
                index,
                vertices,
            });
        }
    }
    Ok(())
}
