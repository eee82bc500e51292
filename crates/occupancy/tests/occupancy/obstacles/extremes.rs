//! Input at the ends of what is allowed: answers stay those of the direct query, and nothing takes
//! forever or panics.

use voxnav_occupancy::colliders::{Obstacle, Obstacles, Placement, Solidity};
use voxnav_occupancy::glam::{DQuat, DVec3, IVec3, Vec3};
use voxnav_occupancy::parry3d::math::IVector;
use voxnav_occupancy::parry3d::shape::{Ball, SharedShape};
use voxnav_occupancy::parry3d::utils::Array2;
use voxnav_occupancy::{
    Agent, Baking, CellBox, CellState, Lattice, Layers, MAX_COORDINATE, MAX_WORLD_COORDINATE,
    OccupancyBuilder, Skin, Traversability,
};

/// Bakes some cells and compares each with the direct query, and with the definition for an agent whose
/// moves are baked too; how many are blocked for the box query.
fn baked(obstacles: &Obstacles, lattice: &Lattice, half_extents: Vec3, cells: CellBox) -> usize {
    let swept = Agent::new(half_extents);
    let agent = swept.baked(Baking::Centers);
    let between = obstacles.bake(lattice, &swept, cells).unwrap();
    for cell in cells.cells() {
        let expected = obstacles.blocks(lattice, &swept, cell).unwrap();
        let is_blocked = between.state(cell) == CellState::Occupied;
        assert_eq!(is_blocked, expected, "{cell} of {half_extents}");
    }
    let baked = obstacles.bake(lattice, &agent, cells).unwrap();
    let is_blocked = |cell: &IVec3| {
        let center = lattice.center(*cell);
        let expected = obstacles.overlaps(center, half_extents, Layers::ALL);
        let expected = expected.unwrap();
        let state = baked.state(*cell);
        assert_eq!(
            state == CellState::Occupied,
            expected,
            "{cell} of {half_extents}"
        );
        expected
    };
    cells.cells().filter(is_blocked).count()
}

fn around(cell: IVec3, reach: i32) -> CellBox {
    CellBox::new(cell - reach, cell + reach)
}

fn holding(obstacle: Obstacle, skin: Skin) -> Obstacles {
    let mut obstacles = Obstacles::new(skin);
    let _ = obstacles.insert(obstacle).unwrap();
    obstacles
}

#[test]
fn meshes_without_area_block_like_points_and_lines() {
    let point = vec![Vec3::splat(0.3); 3];
    let line = vec![Vec3::ZERO, Vec3::X * 3.0, Vec3::X * 7.0];
    let needle = vec![Vec3::ZERO, Vec3::X * 7.0, Vec3::new(3.0, 1e-30, 0.0)];
    let tiny = vec![Vec3::ZERO, Vec3::X * 1e-38, Vec3::Y * 1e-40];
    let none = Vec3::ZERO;
    let flat = vec![none, none, none];
    for vertices in [point, line, needle, tiny, flat] {
        let many = vec![[0, 1, 2]; 500];
        let mesh = Obstacle::mesh(vertices, many).at(DVec3::splat(0.1));
        let obstacles = holding(mesh, Skin::default());
        for half in [0.0, 0.2, 0.5, 2.5] {
            let lattice = Lattice::default();
            let count = baked(
                &obstacles,
                &lattice,
                Vec3::splat(half),
                around(IVec3::ZERO, 9),
            );
            assert!(count > 0 || half < 0.5, "{half}");
        }
    }
}

#[test]
fn height_fields_of_any_scale_are_converted() {
    for scale in [
        Vec3::new(6.0, 2.0, 6.0),
        Vec3::new(6.0, -2.0, 6.0),
        Vec3::ZERO,
        Vec3::new(6.0, 0.0, 0.0),
    ] {
        let heights = Array2::new(3, 3, (0..9_u8).map(f32::from).collect());
        let field = Obstacle::new(SharedShape::heightfield(heights, scale));
        let obstacles = holding(field, Skin::default());
        let lattice = Lattice::default();
        let count = baked(
            &obstacles,
            &lattice,
            Vec3::splat(0.4),
            around(IVec3::ZERO, 20),
        );
        assert!(count > 0, "{scale}");
    }
}

/// A closed mesh of no size is closed still.
#[test]
fn solid_meshes_without_volume_enclose_nothing() {
    for scale in [0.0, 1e-38, 1e-30, 1e-10] {
        let (mut vertices, indices) = Ball::new(1.0).to_trimesh(8, 6);
        for vertex in &mut vertices {
            *vertex *= scale;
        }
        let mesh = Obstacle::mesh(vertices, indices).with(Solidity::Solid);
        let mut obstacles = Obstacles::default();
        // A mesh whose triangles have all become one point may be refused, not answered wrongly.
        if obstacles.insert(mesh).is_ok() {
            let lattice = Lattice::default();
            let count = baked(
                &obstacles,
                &lattice,
                Vec3::splat(0.4),
                around(IVec3::ZERO, 4),
            );
            assert_eq!(count, 1, "{scale}");
        }
    }
}

#[test]
fn the_ends_of_the_world_are_like_its_middle() {
    let size = MAX_WORLD_COORDINATE / f64::from(MAX_COORDINATE);
    for size in [1.0, size] {
        let lattice = Lattice::new(DVec3::ZERO, size).unwrap();
        let wide = DVec3::splat(size).as_vec3().x;
        for corner in [-1, 1] {
            let corner = IVec3::splat(corner * (MAX_COORDINATE - 10));
            let shape = SharedShape::cuboid(2.2 * wide, 1.2 * wide, 0.2 * wide);
            let turn = DQuat::from_rotation_y(0.7);
            let placement = Placement::new(lattice.center(corner), turn);
            let obstacle = Obstacle::new(shape).at(placement);
            let obstacles = holding(obstacle, Skin::for_cell_size(size).unwrap());
            for half in [0.5, 2.7] {
                let half = Vec3::splat(half * wide);
                assert!(baked(&obstacles, &lattice, half, around(corner, 8)) > 20);
            }
        }
    }
}

#[test]
fn boxes_larger_than_the_world_are_blocked_by_anything_in_it() {
    let obstacles = holding(Obstacle::new(SharedShape::ball(0.1)), Skin::default());
    for half in [40.0, 1e4, 1e12] {
        let cells = around(IVec3::splat(3), 12);
        let count = baked(&obstacles, &Lattice::default(), Vec3::splat(half), cells);
        assert_eq!(count as u64, cells.volume(), "{half}");
    }
    let long = Vec3::new(0.2, 1e6, 0.2);
    let cells = CellBox::new(IVec3::new(-3, 5000, -3), IVec3::new(4, 5007, 4));
    let count = baked(&obstacles, &Lattice::default(), long, cells);
    assert_eq!(count, 7);
}

#[test]
fn long_and_thin_shapes_are_exact_along_their_length() {
    let far = Vec3::new(1e8, 3e7, -2e7);
    for shape in [
        SharedShape::capsule(-far, far, 0.3),
        SharedShape::segment(-far, far),
        SharedShape::cylinder(1e8, 0.4),
        SharedShape::cuboid(0.3, 1e9, 0.3),
        SharedShape::triangle(-far, far, Vec3::Y * 1e-3),
    ] {
        let obstacles = holding(Obstacle::new(shape), Skin::default());
        for half in [0.3, 3.2] {
            let cells = around(IVec3::ZERO, 12);
            assert!(baked(&obstacles, &Lattice::default(), Vec3::splat(half), cells) > 0);
        }
    }
}

/// More obstacles in one place than any world should have.
#[test]
fn thousands_of_obstacles_in_one_place_are_a_matter_of_time_only() {
    let mut obstacles = Obstacles::default();
    for index in 0..5000_u16 {
        let radius = 2.0 + f32::from(index % 7) * 0.01;
        let ball = Obstacle::new(SharedShape::ball(radius));
        let shift = f64::from(index % 13) * 0.01;
        let _ = obstacles.insert(ball.at([shift, 0.0, 0.0])).unwrap();
    }
    let cells = around(IVec3::ZERO, 5);
    assert!(baked(&obstacles, &Lattice::default(), Vec3::splat(0.5), cells) > 50);
    let voxels: Vec<IVector> = around(IVec3::ZERO, 12).cells().collect();
    let voxels = SharedShape::voxels(Vec3::splat(0.25), &voxels);
    let _ = obstacles
        .insert(Obstacle::new(voxels).at([9.0; 3]))
        .unwrap();
    let cells = around(IVec3::splat(9), 5);
    assert!(baked(&obstacles, &Lattice::default(), Vec3::splat(0.5), cells) > 100);
}

#[test]
fn the_largest_worlds_bake_or_say_why_not() {
    let everything = CellBox::new(IVec3::splat(-MAX_COORDINATE), IVec3::splat(MAX_COORDINATE));
    let agent = Agent::new(Vec3::splat(0.4));
    let lattice = Lattice::default();
    let ball = holding(Obstacle::new(SharedShape::ball(30.0)), Skin::default());
    let baked = ball.bake(&lattice, &agent, everything).unwrap();
    assert!(baked.count(CellState::Occupied) > 100_000);
    let world = Traversability::new(&baked, agent.unknown);
    assert!(world.is_traversable(IVec3::splat(1000)) && !world.is_traversable(IVec3::ZERO));
    let slope = SharedShape::halfspace(Vec3::new(0.3, 1.0, 0.2).normalize());
    let slope = holding(Obstacle::new(slope), Skin::default());
    assert!(slope.bake(&lattice, &agent, everything).is_err());
    // Larger agents take the same ways.
    let large = Agent::new(Vec3::splat(20.3));
    assert!(slope.bake(&lattice, &large, everything).is_err());
    let baked = ball.bake(&lattice, &large, everything).unwrap();
    assert_eq!(baked.state(IVec3::new(50, 0, 0)), CellState::Occupied);
    assert_eq!(baked.state(IVec3::new(51, 0, 0)), CellState::Free);
    assert!(OccupancyBuilder::new(everything).is_ok());
}
