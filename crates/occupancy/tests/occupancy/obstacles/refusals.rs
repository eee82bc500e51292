//! What is refused, and with which words; nothing panics.

use voxnav_occupancy::colliders::{
    BoxError, Obstacle, ObstacleError, ObstacleId, Obstacles, Placement, PlacementError,
    ShapeError, Solidity,
};
use voxnav_occupancy::glam::{DQuat, DVec3, IVec3, Vec3};
use voxnav_occupancy::parry3d::math::Pose;
use voxnav_occupancy::parry3d::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, HalfSpace, RoundShape, Segment, SharedShape, TriMesh,
    Voxels,
};
use voxnav_occupancy::parry3d::utils::Array2;
use voxnav_occupancy::{Layers, MAX_WORLD_COORDINATE};

const NAN: f32 = f32::NAN;
const INFINITE: f32 = f32::INFINITY;

fn shape(shape: impl voxnav_occupancy::parry3d::shape::Shape) -> Obstacle {
    Obstacle::new(SharedShape::new(shape))
}

fn corner_mesh() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    (vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])
}

fn mesh_with(vertex: Vec3) -> Obstacle {
    let (mut vertices, indices) = corner_mesh();
    vertices[1] = vertex;
    Obstacle::mesh(vertices, indices)
}

fn height_field(height: f32) -> Obstacle {
    let heights = Array2::new(2, 2, vec![0.0, 0.0, height, 0.0]);
    Obstacle::new(SharedShape::heightfield(heights, Vec3::ONE))
}

fn placed(translation: DVec3, rotation: DQuat) -> Obstacle {
    shape(Ball::new(1.0)).at(Placement::new(translation, rotation))
}

/// An obstacle that must be refused, and a part of what the error must say.
type Case = (Obstacle, &'static str);

fn simple_shapes() -> Vec<Case> {
    let segment = Segment::new(Vec3::ZERO, Vec3::X);
    let rounded = RoundShape {
        inner_shape: Cuboid::new(Vec3::ONE),
        border_radius: NAN,
    };
    let cylinder = Cylinder {
        half_height: NAN,
        radius: 1.0,
    };
    vec![
        (shape(Ball::new(NAN)), "radius of a ball"),
        (shape(Ball::new(-1.0)), "radius of a ball"),
        (shape(Ball::new(INFINITE)), "radius of a ball"),
        (shape(Ball::new(2e9)), "radius of a ball"),
        (
            shape(Cuboid::new(Vec3::new(1.0, -1.0, 1.0))),
            "y side of a cuboid",
        ),
        (
            shape(Cuboid::new(Vec3::new(1.0, 1.0, NAN))),
            "z side of a cuboid",
        ),
        (
            shape(Capsule::new(Vec3::ZERO, Vec3::X, -0.5)),
            "radius of a capsule",
        ),
        (
            shape(Capsule::new(Vec3::NAN, Vec3::X, 0.5)),
            "vertex 0 of a capsule",
        ),
        (shape(cylinder), "half height of a cylinder"),
        (shape(Cone::new(1.0, -1.0)), "radius of a cone"),
        (shape(rounded), "border radius of a round cuboid"),
        (
            shape(segment).with(Solidity::Solid),
            "segment has no inside",
        ),
        (
            shape(Segment::new(Vec3::ZERO, Vec3::splat(INFINITE))),
            "vertex 1 of a segment",
        ),
        (shape(HalfSpace::new(Vec3::ZERO)), "has no direction"),
        (shape(HalfSpace::new(Vec3::NAN)), "has no direction"),
        (height_field(NAN), "of a height field"),
        (
            height_field(0.0).with(Solidity::Solid),
            "height field has no inside",
        ),
        (
            Obstacle::new(SharedShape::polyline(vec![], None)),
            "polyline needs at least one",
        ),
    ]
}

fn meshes() -> Vec<Case> {
    let (vertices, indices) = corner_mesh();
    let mesh = |indices| Obstacle::mesh(vertices.clone(), indices);
    vec![
        (mesh(vec![]), "mesh needs at least one"),
        (
            mesh(vec![[0, 1, 2], [0, 1, 3]]),
            "element 1 of a mesh names vertex 3 of 3",
        ),
        (
            Obstacle::mesh(vec![], vec![[0, 0, 0]]),
            "names vertex 0 of 0",
        ),
        (mesh(indices).with(Solidity::Solid), "must be closed"),
        (mesh_with(Vec3::NAN), "vertex 1 of a mesh"),
        (mesh_with(Vec3::splat(INFINITE)), "vertex 1 of a mesh"),
        (mesh_with(Vec3::splat(1e30)), "vertex 1 of a mesh"),
    ]
}

fn voxel_sets() -> Vec<Case> {
    let far = [IVec3::ZERO, IVec3::splat(1 << 26)];
    vec![
        (shape(Voxels::new(Vec3::ONE, &[])), "voxel"),
        (
            shape(Voxels::new(Vec3::splat(NAN), &[IVec3::ZERO])),
            "side of a voxel set",
        ),
        (
            shape(Voxels::new(Vec3::ONE, &[IVec3::splat(1 << 30)])),
            "beyond ±2^20",
        ),
        (shape(Voxels::new(Vec3::ONE, &far)), "beyond ±2^20"),
    ]
}

fn compounds() -> Vec<Case> {
    let ball = || (Placement::IDENTITY, SharedShape::ball(1.0));
    let bad_ball = (Placement::IDENTITY, SharedShape::ball(NAN));
    let (vertices, indices) = corner_mesh();
    let open = SharedShape::new(TriMesh::new(vertices, indices).unwrap());
    let nested = SharedShape::compound(vec![
        (Pose::IDENTITY, SharedShape::ball(1.0)),
        (Pose::IDENTITY, SharedShape::ball(-2.0)),
    ]);
    let nowhere = Placement::at(DVec3::NAN);
    vec![
        (Obstacle::compound(vec![]), "compound needs at least one"),
        (
            Obstacle::compound(vec![ball(), bad_ball]),
            "part 1 of a compound: radius of a ball",
        ),
        (
            Obstacle::compound(vec![(Placement::IDENTITY, nested)]),
            "part 0 of a compound: part 1 of a compound: radius of a ball",
        ),
        (
            Obstacle::compound(vec![ball(), (nowhere, SharedShape::ball(1.0))]),
            "part 1 of a compound: placement",
        ),
        (
            Obstacle::compound(vec![(Placement::IDENTITY, open)]).with(Solidity::Solid),
            "part 0 of a compound: a solid mesh must be closed",
        ),
    ]
}

fn placements() -> Vec<Case> {
    let turned = |x, y, z, w| placed(DVec3::ZERO, DQuat::from_xyzw(x, y, z, w));
    vec![
        (placed(DVec3::NAN, DQuat::IDENTITY), "is not finite"),
        (placed(DVec3::INFINITY, DQuat::IDENTITY), "is not finite"),
        (placed(DVec3::splat(1e300), DQuat::IDENTITY), "lies beyond"),
        (turned(0.0, 0.0, 0.0, f64::NAN), "is not finite"),
        (turned(0.0, 0.0, 0.0, 0.0), "length 1, not 0"),
        (turned(1.0, 1.0, 0.0, 0.0), "length 1, not 1.4"),
    ]
}

#[test]
fn what_cannot_be_answered_for_is_refused_and_changes_nothing() {
    let cases = [
        simple_shapes(),
        meshes(),
        voxel_sets(),
        compounds(),
        placements(),
    ];
    for (index, (obstacle, words)) in cases.into_iter().flatten().enumerate() {
        let mut obstacles = Obstacles::default();
        let error = obstacles.insert(obstacle).unwrap_err();
        assert!(
            error.to_string().contains(words),
            "case {index}: '{error}', not '{words}'"
        );
        assert!(obstacles.is_empty(), "case {index}");
        assert!(
            !obstacles
                .overlaps(DVec3::ZERO, Vec3::splat(9.0), Layers::ALL)
                .unwrap()
        );
    }
}

#[test]
fn errors_carry_the_values() {
    let mut obstacles = Obstacles::default();
    assert_eq!(
        obstacles.insert(shape(Ball::new(-1.0))),
        Err(ObstacleError::Shape(ShapeError::Parameter {
            shape: "ball",
            parameter: "radius",
            value: -1.0,
        })),
    );
    let translation = DVec3::X * (MAX_WORLD_COORDINATE * 2.0);
    assert_eq!(
        obstacles.insert(placed(translation, DQuat::IDENTITY)),
        Err(ObstacleError::Placement(PlacementError::TooFar {
            translation
        })),
    );
    let id = ObstacleId::from_bits(7);
    assert_eq!(obstacles.remove(id), Err(ObstacleError::UnknownId { id }));
    assert_eq!(
        obstacles.move_to(id, DVec3::X),
        Err(ObstacleError::UnknownId { id })
    );
    assert_eq!(
        obstacles.set_layers(id, Layers::ALL),
        Err(ObstacleError::UnknownId { id })
    );
}

#[test]
fn ids_of_another_collection_are_refused() {
    let [mut one, mut other] = [(); 2].map(|()| Obstacles::default());
    let id = one.insert(shape(Ball::new(1.0))).unwrap().id;
    let strange = other.insert(shape(Ball::new(1.0))).unwrap().id;
    assert_eq!(id, strange, "the same calls give the same numbers");
    let unknown = ObstacleError::UnknownId { id: strange };
    assert_eq!(one.move_to(strange, DVec3::X), Err(unknown.clone()));
    assert_eq!(one.set_layers(strange, Layers::NONE), Err(unknown.clone()));
    assert_eq!(one.remove(strange), Err(unknown));
    assert_eq!(one.bounds(strange), None);
    assert_eq!(one.placement(strange), None);
    assert!(one.clone().remove(id).is_ok(), "a clone has the same ids");
    let kept = ObstacleId::from_bits(strange.to_bits());
    assert!(one.remove(kept).is_ok());
}

#[test]
fn boxes_that_are_none_are_refused() {
    let mut obstacles = Obstacles::default();
    let _ = obstacles.insert(shape(HalfSpace::new(Vec3::Y))).unwrap();
    for center in [DVec3::NAN, DVec3::INFINITY, DVec3::splat(1e30)] {
        let answer = obstacles.overlaps(center, Vec3::ONE, Layers::ALL);
        assert!(matches!(answer, Err(BoxError::Center { .. })), "{center}");
    }
    for half in [-1.0, NAN, INFINITE, 1e30] {
        let answer = obstacles.overlapping(DVec3::ZERO, Vec3::new(1.0, half, 1.0), Layers::ALL);
        assert!(
            matches!(answer, Err(BoxError::HalfExtents { .. })),
            "{half}"
        );
    }
    let farthest = DVec3::splat(MAX_WORLD_COORDINATE);
    assert_eq!(
        obstacles.overlaps(farthest, Vec3::splat(1e12), Layers::ALL),
        Ok(false)
    );
    assert_eq!(
        obstacles.overlaps(-farthest, Vec3::splat(1e12), Layers::ALL),
        Ok(true)
    );
}

#[test]
fn shapes_without_extent_are_obstacles_still() {
    let point = Vec3::splat(0.25);
    let degenerate = [
        shape(Ball::new(0.0)).at(point.as_dvec3()),
        shape(Cuboid::new(Vec3::ZERO)).at(point.as_dvec3()),
        shape(Segment::new(point, point)),
        Obstacle::mesh(vec![point; 3], vec![[0, 1, 2]]),
        shape(Capsule::new(point, point, 0.0)),
        shape(Cylinder {
            half_height: 0.0,
            radius: 0.0,
        })
        .at(point.as_dvec3()),
        shape(Cone::new(0.0, 0.0)).at(point.as_dvec3()),
    ];
    for obstacle in degenerate {
        let mut obstacles = Obstacles::default();
        let _ = obstacles.insert(obstacle).unwrap();
        let overlaps = |half: f32| obstacles.overlaps(DVec3::ZERO, Vec3::splat(half), Layers::ALL);
        assert_eq!(overlaps(0.26), Ok(true));
        assert_eq!(overlaps(0.24), Ok(false));
    }
}
