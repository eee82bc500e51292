//! The pieces that obstacles are taken apart into, and the box test of each.
//!
//! INVARIANT: a [`Part`] has been through `admit`; every number in it is finite and in range, and
//! every index names something. Nothing here panics or answers for less than the whole part.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use parry3d::partitioning::Bvh;
use parry3d::shape::TriMesh;

use super::convex::Convex;
use super::gjk::{Contact, contact};
use super::interior::Interior;
use super::placement::Motion;
use super::slabs::Slabs;
use super::world_box::WorldBox;

/// What a part is, in its own frame. Cheap to clone; large data is shared.
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

/// One triangle as seen from a point in the world: its first vertex, and its slabs.
pub(crate) struct Facet {
    pub(crate) anchor: DVec3,
    pub(crate) to_second: DVec3,
    pub(crate) to_third: DVec3,
}

/// What a part is in the world: as [`Geometry`], with the slabs of one that has only those.
#[derive(Clone)]
pub(crate) enum Body {
    /// A box or a half-space, anchored at the motion's translation.
    Slabs(Box<Slabs>),
    Convex(Arc<Convex>),
    Mesh(Mesh),
    Boxes(Arc<Boxes>),
}

/// A geometry with its place in the world.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) body: Body,
    pub(crate) motion: Motion,
    pub(crate) bounds: WorldBox,
}

impl Part {
    pub(crate) fn new(geometry: &Geometry, motion: Motion) -> Self {
        let placed = |local: WorldBox| {
            let center = (local.min + local.max) * 0.5;
            WorldBox::around(
                motion.rotation * center + motion.translation,
                motion.rotated_extents((local.max - local.min) * 0.5),
            )
        };
        let (body, bounds) = match geometry {
            Geometry::Cuboid(sides) => (
                Body::Slabs(Box::new(Slabs::of_cuboid(&motion.rotation, *sides))),
                WorldBox::around(motion.translation, motion.rotated_extents(*sides)),
            ),
            Geometry::HalfSpace(normal) => {
                let normal = motion.rotation * *normal;
                (
                    Body::Slabs(Box::new(Slabs::of_half_space(normal))),
                    half_space_bounds(normal, motion.translation),
                )
            }
            Geometry::Convex(shape) => (Body::Convex(Arc::clone(shape)), shape.bounds(&motion)),
            Geometry::Mesh(mesh) => (
                Body::Mesh(mesh.clone()),
                placed(mesh.triangles.local_aabb().into()),
            ),
            Geometry::Boxes(boxes) => (Body::Boxes(Arc::clone(boxes)), placed(boxes.bounds)),
        };
        Self {
            body,
            motion,
            bounds,
        }
    }

    /// Whether a box shares a point with the part.
    ///
    /// Everything is computed from the box's center, so that precision is that of the distance
    /// between the two and not of their distance from the world's origin.
    pub(crate) fn meets(&self, center: DVec3, half_extents: DVec3) -> bool {
        if !self.bounds.meets(WorldBox::around(center, half_extents)) {
            return false;
        }
        let motion = self.motion_from(center);
        match &self.body {
            Body::Slabs(slabs) => slabs.meets(motion.translation, half_extents),
            Body::Convex(shape) => contact(shape, &motion, half_extents) == Contact::Overlap,
            Body::Mesh(mesh) => {
                mesh.surface_meets(&motion, half_extents) || mesh.encloses_origin(&motion)
            }
            Body::Boxes(boxes) => boxes.meets(&motion, half_extents),
        }
    }

    /// The part's motion as seen from a point in the world.
    pub(crate) fn motion_from(&self, point: DVec3) -> Motion {
        Motion {
            translation: self.motion.translation - point,
            rotation: self.motion.rotation,
        }
    }
}

/// Unbounded but for the one side of a half-space that is straight along an axis.
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

    /// The triangles whose bounds meet a world box, seen from where `motion` is seen from.
    pub(crate) fn facets(
        &self,
        motion: &Motion,
        center: DVec3,
        half_extents: DVec3,
    ) -> impl Iterator<Item = Facet> {
        let mesh = &*self.triangles;
        let local = local_query(motion, center, half_extents);
        let motion = *motion;
        mesh.bvh()
            .leaves(move |node| WorldBox::from(node.aabb()).meets(local))
            .map(move |triangle| {
                let [a, b, c] =
                    mesh.indices()[triangle as usize].map(|corner| vertex(mesh.vertices(), corner));
                Facet {
                    anchor: motion.rotation * a + motion.translation,
                    to_second: motion.rotation * (b - a),
                    to_third: motion.rotation * (c - a),
                }
            })
    }

    fn surface_meets(&self, motion: &Motion, half_extents: DVec3) -> bool {
        self.facets(motion, DVec3::ZERO, half_extents).any(|facet| {
            Slabs::of_triangle(facet.to_second, facet.to_third).meets(facet.anchor, half_extents)
        })
    }

    /// Whether the point that `motion` is seen from lies inside a solid mesh.
    pub(crate) fn encloses_origin(&self, motion: &Motion) -> bool {
        self.interior.as_ref().is_some_and(|interior| {
            let point = motion.rotation.transpose() * -motion.translation;
            interior.contains(&self.triangles, point)
        })
    }
}

impl Boxes {
    /// The boxes whose bounds meet a world box, as centers seen from where `motion` is seen from,
    /// with their half sides.
    pub(crate) fn near(
        &self,
        motion: &Motion,
        center: DVec3,
        half_extents: DVec3,
    ) -> impl Iterator<Item = (DVec3, DVec3)> {
        let local = local_query(motion, center, half_extents);
        let motion = *motion;
        self.tree
            .leaves(move |node| WorldBox::from(node.aabb()).meets(local))
            .map(move |index| {
                let (center, sides) = self.elements[index as usize];
                (motion.rotation * center + motion.translation, sides)
            })
    }

    fn meets(&self, motion: &Motion, half_extents: DVec3) -> bool {
        self.near(motion, DVec3::ZERO, half_extents)
            .any(|(center, sides)| {
                Slabs::of_cuboid(&motion.rotation, sides).meets(center, half_extents)
            })
    }
}

/// The box around a world box in a part's frame, both seen from the same point. It is grown by
/// a few roundings, since the turn into the frame rounds; the trees inside are rounded outwards.
fn local_query(motion: &Motion, center: DVec3, half_extents: DVec3) -> WorldBox {
    let middle = motion.rotation.transpose() * (center - motion.translation);
    let sides = motion.unrotated_extents(half_extents);
    let rounding = (middle.abs() + sides).max_element() * 16.0 * f64::EPSILON;
    WorldBox::around(middle, sides + rounding)
}

fn vertex(vertices: &[Vec3], index: u32) -> DVec3 {
    vertices[index as usize].as_dvec3()
}
