//! Agreement with parry3d's own box test, wherever that gives one answer.
//!
//! parry3d works in single precision, so its answer about a box whose surface all but touches is
//! noise. It is asked twice, for a slightly smaller and a slightly larger box; where both answers
//! are equal ours must be the same.

use voxnav_occupancy::Layers;
use voxnav_occupancy::colliders::{Obstacle, Obstacles};
use voxnav_occupancy::glam::Vec3;
use voxnav_occupancy::parry3d::math::Pose;
use voxnav_occupancy::parry3d::query::intersection_test;
use voxnav_occupancy::parry3d::shape::{Cuboid, SharedShape, TriMesh};

use voxnav_testkit::cases;

use super::scenes::{DrawScenes, KINDS, pose};

/// How far parry3d may be off before the test calls it a disagreement, in units.
const DOUBT: f32 = 1e-3;

/// The default skin.
const SKIN: f32 = 1.0 / 1024.0;

const SHAPES_PER_KIND: u64 = 600;
const BOXES_PER_SHAPE: usize = 30;

#[test]
fn answers_are_those_of_parry_wherever_parry_is_sure() {
    for kind in KINDS {
        let (mut boxes, mut blocked, mut unsure) = (0, 0, 0);
        for mut draws in cases((kind as u64) << 32 | 0x0b57_ac1e, SHAPES_PER_KIND) {
            let (shape, placement) = (draws.shape(kind, 2.0), draws.placement(2.0));
            let mut obstacles = Obstacles::default();
            let _ = obstacles
                .insert(Obstacle::new(shape.clone()).at(placement))
                .unwrap();
            let shape = answerable(shape);
            for _ in 0..BOXES_PER_SHAPE {
                boxes += 1;
                let center = draws.position(4.0);
                let half_extents = draws.corner(0.02, 1.0);
                let asked = |change: f32| {
                    let shrunk = Cuboid::new((half_extents - SKIN + change).max(Vec3::ZERO));
                    let at = Pose::from_translation(center.as_vec3());
                    let answer = intersection_test(&pose(&placement), &*shape, &at, &shrunk);
                    answer.unwrap().intersecting
                };
                let (smaller, larger) = (asked(-DOUBT), asked(DOUBT));
                if smaller != larger {
                    unsure += 1;
                    continue;
                }
                let ours = obstacles
                    .overlaps(center, half_extents, Layers::ALL)
                    .unwrap();
                assert_eq!(
                    ours,
                    smaller,
                    "{kind:?} {:?} at {placement:?}, box {center} ± {half_extents}",
                    shape.as_typed_shape(),
                );
                blocked += usize::from(ours);
            }
        }
        assert!(
            blocked > boxes / 200,
            "{kind:?}: {blocked} of {boxes} blocked"
        );
        assert!(unsure < boxes / 50, "{kind:?}: {unsure} of {boxes} unsure");
    }
}

/// The shape itself, or a mesh instead of a height field, for which parry3d has no box test.
fn answerable(shape: SharedShape) -> SharedShape {
    match shape.as_heightfield() {
        Some(field) => SharedShape::new(TriMesh::from(field.clone())),
        None => shape,
    }
}
