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
use parry3d::shape::{SharedShape, TriMesh, TypedShape, Voxels};

use super::mesh_interior::Interior;
use super::part::{Boxes, Geometry, Mesh};
use crate::colliders::Solidity;
use crate::colliders::error::{MAX_SHAPE_COORDINATE, ShapeError};
use crate::colliders::narrow_phase::convex::{Convex, Core, Turned};
use crate::colliders::placement::{Motion, Placement};
use crate::colliders::shrunk::signs;
use crate::colliders::world_box::WorldBox;

/// A geometry and its motion within the obstacle.
pub(crate) type LocalPart = (Geometry, Motion);

/// Takes a shape apart, or says what is wrong with it.
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
    check_vertices(shape, &vertices)?;
    let mesh = TriMesh::new(vertices, indices).map_err(|_| ShapeError::Empty { shape })?;
    let interior = interior(&mesh, solidity)?;
    Ok(Geometry::Mesh(Mesh::new(Arc::new(mesh), interior)))
}

fn geometry(shape: &SharedShape, solidity: Solidity) -> Result<Geometry, ShapeError> {
    match shape.as_typed_shape() {
        TypedShape::Cuboid(cuboid) => Ok(Geometry::Cuboid(sides("cuboid", cuboid.half_extents)?)),
        TypedShape::HalfSpace(half_space) => half_space_geometry(half_space.normal),
        TypedShape::TriMesh(mesh) => {
            check_elements("mesh", mesh.vertices().len(), mesh.indices())?;
            check_vertices("mesh", mesh.vertices())?;
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
        TypedShape::Polyline(polyline) => lines(
            "polyline",
            polyline.vertices(),
            polyline.indices(),
            solidity,
        ),
        TypedShape::HeightField(field) => {
            let (vertices, triangles) = field.to_trimesh();
            surface("height field", vertices, triangles, solidity)
        }
        _ => convex(shape).map(|convex| Geometry::Convex(Arc::new(convex))),
    }
}

/// Converts a shape with a support map; see `convex`.
fn convex(shape: &SharedShape) -> Result<Convex, ShapeError> {
    let rounded = |core, rounding| Convex { core, rounding };
    let turned = |name, half_height, radius| -> Result<Turned, ShapeError> {
        Ok(Turned {
            half_height: length(name, "half height", half_height)?,
            radius: length(name, "radius", radius)?,
        })
    };
    let cylinder = |name, inner: &parry3d::shape::Cylinder| {
        turned(name, inner.half_height, inner.radius).map(Core::Cylinder)
    };
    let cone = |name, inner: &parry3d::shape::Cone| {
        turned(name, inner.half_height, inner.radius).map(Core::Cone)
    };
    let border = |name, radius| length(name, "border radius", radius);
    Ok(match shape.as_typed_shape() {
        TypedShape::Ball(ball) => rounded(
            points("ball", &[Vec3::ZERO])?,
            length("ball", "radius", ball.radius)?,
        ),
        TypedShape::Capsule(capsule) => rounded(
            points("capsule", &[capsule.segment.a, capsule.segment.b])?,
            length("capsule", "radius", capsule.radius)?,
        ),
        TypedShape::Cylinder(inner) => rounded(cylinder("cylinder", inner)?, 0.0),
        TypedShape::Cone(inner) => rounded(cone("cone", inner)?, 0.0),
        TypedShape::ConvexPolyhedron(hull) => {
            rounded(points("convex polyhedron", hull.points())?, 0.0)
        }
        TypedShape::RoundCuboid(round) => rounded(
            Core::Cuboid(sides("round cuboid", round.inner_shape.half_extents)?),
            border("round cuboid", round.border_radius)?,
        ),
        TypedShape::RoundTriangle(round) => {
            let triangle = &round.inner_shape;
            rounded(
                points("round triangle", &[triangle.a, triangle.b, triangle.c])?,
                border("round triangle", round.border_radius)?,
            )
        }
        TypedShape::RoundCylinder(round) => rounded(
            cylinder("round cylinder", &round.inner_shape)?,
            border("round cylinder", round.border_radius)?,
        ),
        TypedShape::RoundCone(round) => rounded(
            cone("round cone", &round.inner_shape)?,
            border("round cone", round.border_radius)?,
        ),
        TypedShape::RoundConvexPolyhedron(round) => rounded(
            points("round convex polyhedron", round.inner_shape.points())?,
            border("round convex polyhedron", round.border_radius)?,
        ),
        _ => rounded(custom(shape)?, 0.0),
    })
}

/// Returns the hull of some points.
fn points(shape: &'static str, points: &[Vec3]) -> Result<Core, ShapeError> {
    if points.is_empty() {
        return Err(ShapeError::Empty { shape });
    }
    check_vertices(shape, points)?;
    let points = points.iter().map(|point| point.as_dvec3());
    Ok(Core::Points(points.collect()))
}

/// Converts a shape of the caller's: convex if it has a support map, which must be finite all
/// around.
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
    let size = sides("voxel set", voxels.voxel_size())?;
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
    if cells.is_empty() {
        return Err(ShapeError::Empty { shape: "voxel set" });
    }
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
    let around = |(center, sides): &(DVec3, DVec3)| WorldBox::around(*center, *sides);
    let bounds = elements
        .iter()
        .map(around)
        .fold(WorldBox::EMPTY, WorldBox::union);
    let corner = bounds.min.abs().max(bounds.max.abs());
    if corner.max_element() > MAX_SHAPE_COORDINATE {
        let position = corner.as_vec3().to_array();
        return Err(ShapeError::Vertex {
            shape: "voxel set",
            index: 0,
            position,
        });
    }
    let leaves: Vec<_> = elements.iter().map(|each| around(each).outward()).collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    Ok(Geometry::Boxes(Arc::new(Boxes {
        elements,
        tree,
        bounds,
    })))
}

fn length(shape: &'static str, parameter: &'static str, value: f32) -> Result<f64, ShapeError> {
    if (0.0..=MAX_SHAPE_COORDINATE).contains(&f64::from(value)) {
        Ok(f64::from(value))
    } else {
        Err(ShapeError::Parameter {
            shape,
            parameter,
            value,
        })
    }
}

fn sides(shape: &'static str, half_extents: Vec3) -> Result<DVec3, ShapeError> {
    Ok(DVec3::new(
        length(shape, "x side", half_extents.x)?,
        length(shape, "y side", half_extents.y)?,
        length(shape, "z side", half_extents.z)?,
    ))
}

fn check_vertices(shape: &'static str, vertices: &[Vec3]) -> Result<(), ShapeError> {
    let is_bad = |vertex: &Vec3| {
        !(vertex.is_finite() && vertex.as_dvec3().abs().max_element() <= MAX_SHAPE_COORDINATE)
    };
    match vertices.iter().position(is_bad) {
        None => Ok(()),
        Some(index) => Err(ShapeError::Vertex {
            shape,
            index,
            position: vertices[index].to_array(),
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
