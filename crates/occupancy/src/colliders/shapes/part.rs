//! The pieces that obstacles are taken apart into, and the box test of each.
//!
//! INVARIANT: a [`Part`] has been through `decompose`; every number in it is finite and in range, and
//! every index names something. Nothing here panics or answers for less than the whole part.

use std::sync::Arc;

use glam::DVec3;
use parry3d::partitioning::{Bvh, BvhNode};
use parry3d::shape::TriMesh;

use super::mesh_interior::Interior;
use crate::colliders::narrow_phase::convex::Convex;
use crate::colliders::narrow_phase::gjk::{Contact, contact};
use crate::colliders::narrow_phase::separating_axes::{Cuboid, HalfSpace, Slabbed, Triangle};
use crate::colliders::placement::Motion;
use crate::colliders::world_box::WorldBox;

/// The geometry of a part, in its own frame. Cheap to clone; large data is shared.
#[derive(Clone)]
pub(crate) enum Geometry {
    /// A box around the origin, by its half sides.
    Cuboid(DVec3),
    /// A smooth or many-sided convex shape.
    Convex(Arc<Convex>),
    /// Everything with `normal . point <= 0`; the normal has length 1.
    HalfSpace(DVec3),
    /// Triangles, and what they enclose if they were declared solid.
    Mesh(Mesh),
    /// Many boxes of one orientation.
    Boxes(Arc<Boxes>),
}

/// A triangle mesh; polylines are meshes of degenerate triangles, height fields were converted.
#[derive(Clone)]
pub(crate) struct Mesh {
    /// INVARIANT: indices are in range, vertices finite.
    pub(crate) triangles: Arc<TriMesh>,
    pub(crate) interior: Option<Arc<Interior>>,
}

/// Boxes with a tree over them.
#[derive(Clone)]
pub(crate) struct Boxes {
    /// Center and half sides.
    pub(crate) elements: Vec<(DVec3, DVec3)>,
    pub(crate) tree: Bvh,
    pub(crate) bounds: WorldBox,
}

/// A geometry with its place in the world.
#[derive(Clone)]
pub(crate) struct Part {
    /// The geometry in its own frame, but for the normal of a half-space, which is turned.
    pub(crate) geometry: Geometry,
    pub(crate) motion: Motion,
    pub(crate) bounds: WorldBox,
}

impl Part {
    pub(crate) fn new(geometry: &Geometry, motion: Motion) -> Self {
        let mut geometry = geometry.clone();
        let placed = |local: WorldBox| {
            let center = (local.min + local.max) * 0.5;
            WorldBox::around(
                motion.rotation * center + motion.translation,
                motion.rotated_extents((local.max - local.min) * 0.5),
            )
        };
        let bounds = match &mut geometry {
            Geometry::Cuboid(sides) => placed(WorldBox::around(DVec3::ZERO, *sides)),
            Geometry::HalfSpace(normal) => {
                *normal = motion.rotation * *normal;
                half_space_bounds(*normal, motion.translation)
            }
            Geometry::Convex(shape) => shape.bounds(&motion),
            Geometry::Mesh(mesh) => placed(mesh.triangles.local_aabb().into()),
            Geometry::Boxes(boxes) => placed(boxes.bounds),
        };
        Self {
            geometry,
            motion,
            bounds,
        }
    }

    /// Returns whether a box shares a point with the part.
    ///
    /// Everything is computed from the box's center, so that precision is that of the distance
    /// between the two and not of their distance from the world's origin.
    pub(crate) fn meets(&self, center: DVec3, half_extents: DVec3) -> bool {
        if !self.bounds.meets(WorldBox::around(center, half_extents)) {
            return false;
        }
        let motion = self.motion.seen_from(center);
        let anchor = motion.translation;
        match &self.geometry {
            Geometry::Cuboid(sides) => Cuboid::turned(&motion, *sides).meets(anchor, half_extents),
            Geometry::HalfSpace(normal) => HalfSpace(*normal).meets(anchor, half_extents),
            Geometry::Convex(shape) => contact(shape, &motion, half_extents) == Contact::Overlap,
            Geometry::Mesh(mesh) => {
                mesh.surface_meets(&motion, half_extents) || mesh.encloses_origin(&motion)
            }
            Geometry::Boxes(boxes) => boxes.meets(&motion, half_extents),
        }
    }
}

/// Returns the bounds of a half-space: none but for the one side if it is straight along an axis.
fn half_space_bounds(normal: DVec3, origin: DVec3) -> WorldBox {
    let mut bounds = WorldBox {
        min: DVec3::NEG_INFINITY,
        max: DVec3::INFINITY,
    };
    for axis in 0..3 {
        let is_straight = (0..3).all(|other| other == axis || normal[other] == 0.0);
        if is_straight && normal[axis] > 0.0 {
            bounds.max[axis] = origin[axis];
        } else if is_straight {
            bounds.min[axis] = origin[axis];
        }
    }
    bounds
}

impl Mesh {
    pub(crate) fn new(triangles: Arc<TriMesh>, interior: Option<Interior>) -> Self {
        let interior = interior.map(Arc::new);
        Self {
            triangles,
            interior,
        }
    }

    /// Returns the triangles whose bounds meet a world box, with their anchors, all seen from where
    /// `motion` is seen from.
    pub(crate) fn near(
        &self,
        motion: &Motion,
        center: DVec3,
        half_extents: DVec3,
    ) -> impl Iterator<Item = (DVec3, Triangle)> {
        let mesh = &*self.triangles;
        let local = local_query(motion, center, half_extents);
        let motion = *motion;
        mesh.bvh()
            .leaves(move |node| node.intersects(&local))
            .map(move |triangle| {
                let [a, b, c] = mesh.indices()[triangle as usize]
                    .map(|corner| mesh.vertices()[corner as usize].as_dvec3());
                let triangle = Triangle([b, c].map(|corner| motion.rotation * (corner - a)));
                (motion.rotation * a + motion.translation, triangle)
            })
    }

    fn surface_meets(&self, motion: &Motion, half_extents: DVec3) -> bool {
        self.near(motion, DVec3::ZERO, half_extents)
            .any(|(anchor, triangle)| triangle.meets(anchor, half_extents))
    }

    /// Returns whether the point that `motion` is seen from lies inside a solid mesh.
    pub(crate) fn encloses_origin(&self, motion: &Motion) -> bool {
        self.interior.as_ref().is_some_and(|interior| {
            let point = motion.rotation.transpose() * -motion.translation;
            interior.contains(&self.triangles, point)
        })
    }
}

impl Boxes {
    /// Returns the boxes whose bounds meet a world box, with their centers, all seen from where
    /// `motion` is seen from.
    pub(crate) fn near(
        &self,
        motion: &Motion,
        center: DVec3,
        half_extents: DVec3,
    ) -> impl Iterator<Item = (DVec3, Cuboid)> {
        let local = local_query(motion, center, half_extents);
        let motion = *motion;
        self.tree
            .leaves(move |node| node.intersects(&local))
            .map(move |index| {
                let (center, half_extents) = self.elements[index as usize];
                let anchor = motion.rotation * center + motion.translation;
                (anchor, Cuboid::turned(&motion, half_extents))
            })
    }

    fn meets(&self, motion: &Motion, half_extents: DVec3) -> bool {
        self.near(motion, DVec3::ZERO, half_extents)
            .any(|(anchor, cuboid)| cuboid.meets(anchor, half_extents))
    }
}

/// Returns the box around a world box in a part's frame, both seen from the same point, as a node
/// to test a tree's with. It is grown by a few roundings, since the turn into the frame rounds; the
/// trees inside are rounded outwards.
fn local_query(motion: &Motion, center: DVec3, half_extents: DVec3) -> BvhNode {
    let middle = motion.rotation.transpose() * (center - motion.translation);
    let sides = motion.unrotated_extents(half_extents);
    let rounding = (middle.abs() + sides).max_element() * 16.0 * f64::EPSILON;
    let local = WorldBox::around(middle, sides + rounding);
    BvhNode::leaf(local.outward(), 0)
}
