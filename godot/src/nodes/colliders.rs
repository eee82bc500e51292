//! Colliders of a scene as shapes: asked for by name, so that the bindings of their classes are not compiled.

use godot::builtin::{PackedFloat32Array, PackedVector3Array, StringName, Vector3};
use godot::classes::{Node, Node3D, Resource};
use godot::meta::FromGodot;
use godot::obj::Gd;
use voxnav::glam::Vec3;

use crate::shapes::Shape;

/// Finds the collision shapes of all static bodies at and below a node that are on some layers.
pub(super) fn below(node: &Gd<Node>, mask: u32, found: &mut Vec<Gd<Node3D>>) {
    let layer = if node.is_class("StaticBody3D") {
        property::<u32>(node, "collision_layer").unwrap_or(0)
    } else {
        0
    };
    for child in node.get_children().iter_shared() {
        if layer & mask != 0 && child.is_class("CollisionShape3D") {
            found.extend(child.clone().try_cast::<Node3D>().ok());
        }
        below(&child, mask, found);
    }
}

/// Returns whether the body of a collision shape moves.
pub(super) fn moves(shape: &Gd<Node3D>) -> bool {
    let body = shape.get_parent();
    body.is_some_and(|body| body.is_class("AnimatableBody3D"))
}

/// Returns the shape of a node, scaled; `None` for one that is disabled, or of a kind that is not known.
pub(super) fn shape(node: &Gd<Node3D>) -> Option<Shape> {
    if property::<bool>(node, "disabled")? {
        return None;
    }
    let shape = property::<Gd<Resource>>(node, "shape")?;
    let scale = node.get_global_transform().basis.get_scale();
    let largest = scale.x.max(scale.y).max(scale.z);
    let round = |name: &str| property::<f32>(&shape, name).map(|it| it * largest);
    let class = shape.get_class().to_string();
    match class.as_str() {
        "BoxShape3D" => property::<Vector3>(&shape, "size").map(|it| Shape::Box(point(it * scale))),
        "SphereShape3D" => round("radius").map(Shape::Ball),
        "CapsuleShape3D" => Some(Shape::Capsule {
            radius: round("radius")?,
            height: round("height")?,
        }),
        "CylinderShape3D" => Some(Shape::Cylinder {
            radius: round("radius")?,
            height: round("height")?,
        }),
        "ConvexPolygonShape3D" => Some(Shape::Hull(points(&shape, "points", scale)?)),
        "ConcavePolygonShape3D" => Some(Shape::Triangles(points(&shape, "data", scale)?)),
        "HeightMapShape3D" => Some(Shape::Heights {
            heights: property::<PackedFloat32Array>(&shape, "map_data")?.to_vec(),
            width: property::<u32>(&shape, "map_width")? as usize,
            depth: property::<u32>(&shape, "map_depth")? as usize,
            scale: point(scale),
        }),
        _ => None,
    }
}

fn points(shape: &Gd<Resource>, name: &str, scale: Vector3) -> Option<Vec<Vec3>> {
    let points = property::<PackedVector3Array>(shape, name)?;
    Some(
        points
            .as_slice()
            .iter()
            .map(|it| point(*it * scale))
            .collect(),
    )
}

fn point(of: Vector3) -> Vec3 {
    Vec3::new(of.x, of.y, of.z)
}

fn property<T: FromGodot>(
    of: &Gd<impl godot::obj::Inherits<godot::classes::Object>>,
    name: &str,
) -> Option<T> {
    let object = of.clone().upcast::<godot::classes::Object>();
    object.get(&StringName::from(name)).try_to::<T>().ok()
}
