//! The touching rule, at several sizes and far from the origin.

use voxnav_occupancy::colliders::{Obstacle, Obstacles, Placement, Solidity};
use voxnav_occupancy::glam::{DVec3, IVec3, Vec3};
use voxnav_occupancy::parry3d::shape::{Cuboid, SharedShape, TriMesh};
use voxnav_occupancy::{Lattice, Layers, Skin};

const SIZES: [f64; 5] = [0.1, 0.3, 0.7, 1.0, 5.0];
const DISTANCES: [f64; 5] = [0.0, 10.0, 1e4, 1e5, 1e6];

/// For every size and distance: a lattice with a cell center near that distance from zero.
fn lattices() -> impl Iterator<Item = (Lattice, IVec3)> {
    SIZES.into_iter().flat_map(|size| {
        DISTANCES.into_iter().map(move |distance| {
            let lattice = Lattice::new(DVec3::ZERO, size).unwrap();
            let at = DVec3::new(distance, -distance, distance * 0.5);
            (lattice, lattice.cell_at(at).unwrap())
        })
    })
}

fn size_of(lattice: &Lattice) -> f32 {
    half_cell(lattice).x * 2.0
}

fn half_cell(lattice: &Lattice) -> Vec3 {
    (lattice.sizes() * 0.5).as_vec3()
}

fn world(lattice: &Lattice) -> Obstacles {
    Obstacles::new(Skin::for_cell_size(lattice.shortest_side()).unwrap())
}

/// The shapes that fill exactly one cell.
fn cell_fillers(half: Vec3) -> Vec<(&'static str, Obstacle)> {
    let (vertices, indices) = Cuboid::new(half).to_trimesh();
    let voxel = SharedShape::voxels(half * 2.0, &[IVec3::ZERO]);
    vec![
        (
            "cuboid",
            Obstacle::new(SharedShape::cuboid(half.x, half.y, half.z)),
        ),
        (
            "solid mesh",
            Obstacle::mesh(vertices.clone(), indices).with(Solidity::Solid),
        ),
        (
            "hull",
            Obstacle::new(SharedShape::convex_hull(&vertices).unwrap()),
        ),
        (
            "voxel",
            Obstacle::compound(vec![(Placement::at(-half.as_dvec3()), voxel)]),
        ),
        (
            "round",
            Obstacle::new(SharedShape::round_cuboid(
                half.x * 0.75,
                half.y * 0.75,
                half.z * 0.75,
                half.x * 0.25,
            )),
        ),
    ]
}

#[test]
fn an_obstacle_that_fills_a_cell_blocks_that_cell_and_no_neighbor() {
    for (lattice, cell) in lattices() {
        let half = half_cell(&lattice);
        for (name, filler) in cell_fillers(half) {
            let mut obstacles = world(&lattice);
            let _ = obstacles.insert(filler.at(lattice.center(cell))).unwrap();
            for offset in neighborhood() {
                let center = lattice.center(cell + offset);
                let is_blocked = obstacles.overlaps(center, half, Layers::ALL).unwrap();
                let expected = offset == IVec3::ZERO;
                assert_eq!(is_blocked, expected, "{name} {lattice:?} {cell} {offset}");
            }
        }
    }
}

fn neighborhood() -> impl Iterator<Item = IVec3> {
    (0..27).map(|index| IVec3::new(index % 3, index / 3 % 3, index / 9) - 1)
}

/// Floors whose top is the plane y = 0, as wide as 40 boxes.
fn floors(size: f32) -> Vec<(&'static str, Obstacle)> {
    let wide = size * 20.0;
    let corner = |x: f32, z: f32| Vec3::new(x * wide, 0.0, z * wide);
    let (vertices, indices) = Cuboid::new(Vec3::new(wide, size, wide)).to_trimesh();
    let plane = vec![
        corner(-1., -1.),
        corner(-1., 1.),
        corner(1., 1.),
        corner(1., -1.),
    ];
    let below = DVec3::NEG_Y * f64::from(size);
    let slab = SharedShape::cuboid(wide, size, wide);
    let cylinder = SharedShape::cylinder(size, wide);
    let body = SharedShape::new(TriMesh::new(vertices, indices).unwrap());
    vec![
        ("half-space", Obstacle::new(SharedShape::halfspace(Vec3::Y))),
        (
            "cuboid",
            Obstacle::compound(vec![(Placement::at(below), slab)]),
        ),
        (
            "cylinder",
            Obstacle::compound(vec![(Placement::at(below), cylinder)]),
        ),
        ("plane", Obstacle::mesh(plane, vec![[0, 1, 2], [0, 2, 3]])),
        (
            "body",
            Obstacle::compound(vec![(Placement::at(below), body)]).with(Solidity::Solid),
        ),
    ]
}

/// Heights of the box's bottom over the floor in skins, and whether the box is blocked.
const RULE: [(f64, bool); 7] = [
    (1.0, false),
    (0.01, false),
    (0.0, false),
    (-0.01, false),
    (-0.9, false),
    (-1.1, true),
    (-3.0, true),
];

#[test]
fn a_box_on_a_floor_is_blocked_when_it_sinks_in_deeper_than_the_skin() {
    for (lattice, cell) in lattices() {
        let (size, origin) = (size_of(&lattice), lattice.center(cell));
        for (name, floor) in floors(size) {
            let mut obstacles = world(&lattice);
            let _ = obstacles.insert(floor.at(origin)).unwrap();
            let skin = obstacles.skin().depth();
            for half in [Vec3::splat(size * 0.5), Vec3::new(size, size * 0.25, size)] {
                for (height, expected) in RULE {
                    let rise = f64::from(half.y) + height * skin;
                    let is_blocked = obstacles
                        .overlaps(origin + DVec3::Y * rise, half, Layers::ALL)
                        .unwrap();
                    assert_eq!(
                        is_blocked, expected,
                        "{name} {lattice:?} {cell} {half} {height}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_flat_box_on_a_floor_is_free_and_in_a_wall_is_not() {
    for (lattice, cell) in lattices() {
        let (size, origin) = (size_of(&lattice), lattice.center(cell));
        let flat = Vec3::new(size, 0.0, size);
        for (name, floor) in floors(size) {
            let mut obstacles = world(&lattice);
            let _ = obstacles.insert(floor.at(origin)).unwrap();
            let skin = obstacles.skin().depth();
            let is_blocked = |obstacles: &Obstacles, height: f64| {
                let center = origin + DVec3::Y * height * skin;
                obstacles.overlaps(center, flat, Layers::ALL).unwrap()
            };
            for height in [2.0, 0.0, -0.9] {
                assert!(
                    !is_blocked(&obstacles, height),
                    "{name} {lattice:?} {cell} {height}"
                );
            }
            // Below its surface a plane has nothing to overlap.
            for height in [-1.1, -100.0] {
                assert_eq!(
                    is_blocked(&obstacles, height),
                    name != "plane",
                    "{name} {lattice:?} {height}"
                );
            }
            let wall = SharedShape::cuboid(size * 0.1, size, size);
            let wall = obstacles.insert(Obstacle::new(wall).at(origin)).unwrap().id;
            assert!(is_blocked(&obstacles, 0.0), "{name} {lattice:?}");
            let named = obstacles.overlapping(origin, flat, Layers::ALL).unwrap();
            assert!(named.contains(&wall), "{name} {lattice:?}");
        }
    }
}

#[test]
fn the_seam_between_two_stacked_obstacles_is_closed_to_a_flat_box() {
    let mut obstacles = Obstacles::default();
    let block = || Obstacle::new(SharedShape::cuboid(1.0, 1.0, 1.0));
    let upper = obstacles.insert(block().at(DVec3::Y)).unwrap().id;
    let flat = Vec3::new(0.5, 0.0, 0.5);
    assert!(!obstacles.overlaps(DVec3::ZERO, flat, Layers::ALL).unwrap());
    let lower = obstacles.insert(block().at(DVec3::NEG_Y)).unwrap().id;
    assert!(obstacles.overlaps(DVec3::ZERO, flat, Layers::ALL).unwrap());
    assert_eq!(
        obstacles
            .overlapping(DVec3::ZERO, flat, Layers::ALL)
            .unwrap(),
        [upper, lower]
    );
}

#[test]
fn a_closed_mesh_is_empty_inside_unless_it_is_solid() {
    for (lattice, cell) in lattices() {
        let (size, origin) = (size_of(&lattice), lattice.center(cell));
        let (vertices, indices) = Cuboid::new(Vec3::splat(size * 3.0)).to_trimesh();
        for (solidity, expected) in [(Solidity::Hollow, false), (Solidity::Solid, true)] {
            let mesh = Obstacle::mesh(vertices.clone(), indices.clone()).with(solidity);
            let mut obstacles = world(&lattice);
            let _ = obstacles.insert(mesh.at(origin)).unwrap();
            for half in [half_cell(&lattice), Vec3::new(size, 0.0, size), Vec3::ZERO] {
                let is_blocked = obstacles.overlaps(origin, half, Layers::ALL).unwrap();
                assert_eq!(is_blocked, expected, "{solidity:?} {lattice:?} {half}");
            }
        }
    }
}
