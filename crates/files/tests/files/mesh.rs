//! Meshes that `trimesh` wrote; `fixtures/mesh.py` describes how. And what the cells of a mesh are, against an
//! oracle of fractions.

use voxnav_files::{FileReason, Import, Imported, Solidity, Up, read, read_bytes};
use voxnav_occupancy::CellState::{Free, Occupied};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState};
use voxnav_testkit::Draws;

use crate::fixtures::{fixture, path, refusal};

fn cells_of(size: f64) -> Import {
    Import {
        size: Some(size.into()),
        ..Import::default()
    }
}

fn filled(size: f64) -> Import {
    Import {
        solidity: Solidity::Filled,
        ..cells_of(size)
    }
}

fn state_at(world: &Imported, position: [f64; 3]) -> CellState {
    let cell = world.lattice.cell_at(DVec3::from_array(position)).unwrap();
    world.occupancy.state(cell)
}

fn has(world: &Imported, positions: &[([f64; 3], CellState)]) {
    for (position, state) in positions {
        assert_eq!(state_at(world, *position), *state, "at {position:?}");
    }
}

/// The box of 4 x 2 x 1 about the origin, in cells of 1/2: filled it is 8 x 4 x 2 of them; hollow it has
/// those, too, that own the points of its upper faces.
#[test]
fn a_box_is_hollow_or_filled_in_every_format_and_about_its_axes() {
    let inside = CellBox::new(IVec3::new(-4, -2, -1), IVec3::new(4, 2, 1));
    let around = CellBox::new(inside.min, inside.max + IVec3::ONE);
    for name in ["box.stl", "box-text.stl", "box.obj"] {
        let import = Import {
            file_up: Some(Up::Z),
            ..filled(0.5)
        };
        let world = read_bytes(&fixture(name), name, &import).unwrap();
        assert_eq!(world.occupancy.bounds(), inside, "{name}");
        assert_eq!(world.occupancy.count(Occupied), inside.volume(), "{name}");
        assert_eq!(world.notes, [], "{name}");
        let hollow = Import {
            solidity: Solidity::Surface,
            ..import
        };
        let world = read_bytes(&fixture(name), name, &hollow).unwrap();
        assert_eq!(world.occupancy.bounds(), around, "{name}");
        let core = CellBox::new(inside.min + IVec3::ONE, inside.max);
        let walls = around.volume() - core.volume();
        assert_eq!(world.occupancy.count(Occupied), walls, "{name}");
        // A face on the boundary of two cells is in the upper one.
        has(
            &world,
            &[([0.1, 0.1, 0.6], Occupied), ([0.1, 0.1, 0.1], Free)],
        );
        has(&world, &[([0.1, 0.1, -0.4], Occupied)]);
    }
    // Wavefront files have y up unless it is said otherwise: (x, y, z) becomes (x, -z, y).
    let world = read_bytes(&fixture("box.obj"), "box.obj", &filled(0.5)).unwrap();
    let size = world.occupancy.bounds().size().as_ivec3();
    assert_eq!(size, IVec3::new(8, 2, 4));
    has(&world, &[([1.9, 0.4, 0.9], Occupied)]);
}

#[test]
fn nodes_put_the_meshes_of_a_scene_in_their_places() {
    let known = [
        // The center of the ball, and its ends but for what flat faces cut off.
        ([0.0, 100.0, -10.0], Occupied),
        ([4.7, 100.0, -10.0], Occupied),
        ([0.0, 104.7, -10.0], Occupied),
        ([0.0, 95.3, -10.0], Occupied),
        ([0.0, 100.0, -14.7], Occupied),
        ([0.0, 100.0, -4.5], Free),
        ([3.2, 103.2, -13.2], Free),
        ([10.0, 0.0, 0.0], Free),
        // The box, 12 x 2 x 1 about the origin.
        ([5.8, 0.8, 0.4], Occupied),
        ([-5.8, -0.8, -0.4], Occupied),
        ([5.8, 0.8, 0.8], Free),
        ([6.6, 0.0, 0.0], Free),
    ];
    for name in ["scene.glb", "scene.gltf"] {
        let import = Import {
            up: Up::Y,
            margin: 20,
            ..filled(0.25)
        };
        let world = read(path(name), &import).unwrap();
        has(&world, &known);
        assert_eq!(world.notes, [], "{name}");
        let turned = Import {
            up: Up::Z,
            ..import
        };
        let turned = read(path(name), &turned).unwrap();
        let known = known.map(|([x, y, z], state)| ([x, -z, y], state));
        has(&turned, &known);
        assert_eq!(
            turned.occupancy.count(Occupied),
            world.occupancy.count(Occupied)
        );
    }
}

#[test]
fn what_is_not_closed_stays_hollow_and_is_counted() {
    let world = read_bytes(&fixture("open.stl"), "open.stl", &filled(0.5)).unwrap();
    assert_eq!(world.notes.len(), 1);
    let note = world.notes[0].to_string();
    assert_eq!(note, "1 parts of the mesh are not closed, and hollow");
    has(
        &world,
        &[
            ([1.0, 1.0, 0.1], Occupied),
            ([1.0, 1.0, 0.6], Free),
            ([0.0, 0.0, 8.0], Occupied),
        ],
    );
}

#[test]
fn a_mesh_without_a_size_or_too_large_for_it_is_refused() {
    let error = read_bytes(&fixture("box.stl"), "box.stl", &Import::default()).unwrap_err();
    let FileReason::SizeMissing { extent, suggested } = error.reason else {
        panic!("{error}")
    };
    assert_eq!((extent, suggested), (DVec3::new(4.0, 2.0, 1.0), 0.03));
    let small = Import {
        most_chunks: 100,
        ..cells_of(0.001)
    };
    let said = refusal("box.stl", &fixture("box.stl"), &small);
    assert!(said.contains("more than 100 chunks"), "{said}");
    let said = refusal("box.stl", &fixture("box.stl"), &cells_of(1e-9));
    assert!(
        said.contains("too far away for cells of 0.000000001"),
        "{said}"
    );
}

/// A mesh as text.
fn obj(corners: &[IVec3], triangles: &[[usize; 3]]) -> String {
    let corners = corners
        .iter()
        .map(|at| format!("v {} {} {}\n", at.x, at.y, at.z));
    let triangles = triangles.iter();
    let triangles = triangles.map(|[a, b, c]| format!("f {} {} {}\n", a + 1, b + 1, c + 1));
    corners.chain(triangles).collect()
}

/// Whether a tetrahedron and a box of integers have a share of each other, by the axes that could separate
/// them: the sides of both, and the products of their edges.
pub(crate) fn share(tetrahedron: &[IVec3; 4], low: IVec3, high: IVec3) -> bool {
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let edges = pairs.map(|[a, b]: [usize; 2]| tetrahedron[b] - tetrahedron[a]);
    let sides = [[0, 1], [0, 2], [1, 2], [3, 4]].map(|[a, b]: [usize; 2]| edges[a].cross(edges[b]));
    let products = edges
        .into_iter()
        .flat_map(|edge| IVec3::AXES.map(|axis| edge.cross(axis)));
    let mut axes = IVec3::AXES.into_iter().chain(sides).chain(products);
    !axes.any(|axis| {
        let corners = tetrahedron.map(|corner| axis.dot(corner));
        let (one, other) = (axis * low, axis * high);
        let below: i32 = one.min(other).element_sum();
        let above: i32 = one.max(other).element_sum();
        let (least, most) = (corners.iter().min(), corners.iter().max());
        axis != IVec3::ZERO && (most <= Some(&below) || least >= Some(&above))
    })
}

/// Random tetrahedra in small cells: a point of the surface is in an occupied cell of the hollow one; a
/// cell of the filled one is occupied if and only if it has a share of the tetrahedron.
#[test]
fn tetrahedra_fill_the_cells_that_have_a_share_of_them() {
    const SIZE: i32 = 4;
    for seed in 0..300 {
        let mut draws = Draws::new(seed);
        let mut corner = || draws.vector(IVec3::splat(-20), IVec3::splat(20));
        let corners = [corner(), corner(), corner(), corner()];
        let sides = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
        let normal = |[a, b, c]: [usize; 3]| {
            let (u, v) = (corners[b] - corners[a], corners[c] - corners[a]);
            u.cross(v)
        };
        let volume = normal(sides[0]).dot(corners[3] - corners[0]);
        if volume == 0 {
            continue;
        }
        let import = Import {
            file_up: Some(Up::Z),
            ..cells_of(f64::from(SIZE))
        };
        let solid = Import {
            solidity: Solidity::Filled,
            ..import.clone()
        };
        let text = obj(&corners, &sides);
        let hollow = read_bytes(text.as_bytes(), "t.obj", &import)
            .unwrap()
            .occupancy;
        let filled = read_bytes(text.as_bytes(), "t.obj", &solid)
            .unwrap()
            .occupancy;
        let mut occupied = 0;
        for cell in hollow.bounds().hull(&filled.bounds()).cells() {
            let is_shared = share(&corners, SIZE * cell, SIZE * (cell + 1));
            let is_occupied = filled.bounds().contains(cell) && filled.state(cell) == Occupied;
            assert_eq!(is_occupied, is_shared, "seed {seed}, {cell}");
            occupied += u64::from(is_shared);
        }
        assert_eq!(filled.count(Occupied), occupied, "seed {seed}");
        // Points of the surface at 16ths between its corners.
        for [a, b, c] in sides {
            for first in 0..=16 {
                for second in 0..=16 - first {
                    let third = 16 - first - second;
                    let sum = corners[a] * first + corners[b] * second + corners[c] * third;
                    let cell = sum.div_euclid(IVec3::splat(16 * SIZE));
                    assert_eq!(hollow.state(cell), Occupied, "seed {seed}, {cell}");
                }
            }
        }
    }
}

/// Two walls back to back are a closed part that encloses nothing; they are kept wherever they stand.
#[test]
fn double_walls_are_as_thick_as_a_cell() {
    let corners = [IVec3::ZERO, IVec3::X * 3, IVec3::new(3, 0, 2), IVec3::Z * 2];
    let sides = [[0, 1, 2], [0, 2, 3], [2, 1, 0], [3, 2, 0]];
    for turn in 0..3 {
        let turned = corners.map(|corner| {
            let at = corner.to_array();
            IVec3::from_array([0, 1, 2].map(|axis| at[(axis + turn) % 3]))
        });
        let text = obj(&turned, &sides);
        let import = Import {
            file_up: Some(Up::Z),
            ..filled(1.0)
        };
        let world = read_bytes(text.as_bytes(), "w.obj", &import)
            .unwrap()
            .occupancy;
        assert_eq!(world.count(Occupied), 6, "{turn}");
        assert_eq!(world.bounds().volume(), 6, "{turn}");
    }
    // On top of a block, at the end of the world, it is in the cells of the block's last layer.
    let fin = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 2 1\nv 0 2 1\n\
        v 2 5 1\nv 0 5 1\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n\
        f 8 7 9 10\nf 10 9 7 8\n";
    let import = Import {
        file_up: Some(Up::Z),
        ..filled(1.0)
    };
    let world = read_bytes(fin.as_bytes(), "f.obj", &import).unwrap();
    assert_eq!(world.notes, []);
    let cells = CellBox::from_size(IVec3::new(2, 5, 1));
    assert_eq!(world.occupancy.bounds(), cells);
    assert_eq!(world.occupancy.count(Occupied), cells.volume());
}

/// Triangles without an area add nothing to the closed part that they are on.
#[test]
fn degenerate_triangles_of_a_closed_part_fill_nothing() {
    let cube = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    let import = Import {
        file_up: Some(Up::Z),
        ..filled(1.0)
    };
    for (more, expected) in [
        ("", 8),
        ("f 7 8 7\nf 7 7 7\nf 3 7 3\n", 8),
        // One that is alone is a wall like any other.
        ("v 4 4 4\nf 9 9 9\n", 9),
    ] {
        let text = format!("{cube}{more}");
        let world = read_bytes(text.as_bytes(), "c.obj", &import).unwrap();
        assert_eq!(world.occupancy.count(Occupied), expected, "{more}");
    }
}

/// Two boxes, one in the other: what winds twice is filled, and where the inner one is turned inside out it
/// is a hole.
#[test]
fn shells_wind_and_holes_are_left() {
    let cube = |low: i32, high: i32, turn: bool, first: usize| {
        let at = |bit: usize, axis: usize| if bit >> axis & 1 == 1 { high } else { low };
        let corners: Vec<_> = (0..8)
            .map(|b| IVec3::new(at(b, 0), at(b, 1), at(b, 2)))
            .collect();
        let quads = [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ];
        let sides = quads
            .iter()
            .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]);
        let sides: Vec<_> = sides
            .map(|side| {
                if turn {
                    [side[2], side[1], side[0]]
                } else {
                    side
                }
            })
            .map(|side| side.map(|corner: usize| corner + first))
            .collect();
        (corners, sides)
    };
    // One with a corner in common, and one that stands by itself in the other.
    let shells = [(0, 5, 3.5), (2, 6, 4.5)];
    for (shell, (turn, state)) in shells
        .into_iter()
        .flat_map(|shell| [(shell, (false, Occupied)), (shell, (true, Free))])
    {
        let (low, high, middle) = shell;
        let (mut corners, mut sides) = cube(0, 9, false, 0);
        let (inner, inner_sides) = cube(low, high, turn, 8);
        let alone = obj(
            &inner,
            &inner_sides
                .iter()
                .map(|side| side.map(|c| c - 8))
                .collect::<Vec<_>>(),
        );
        corners.extend(inner);
        sides.extend(inner_sides);
        let text = obj(&corners, &sides);
        let import = Import {
            file_up: Some(Up::Z),
            ..filled(1.0)
        };
        let world = read_bytes(text.as_bytes(), "c.obj", &import).unwrap();
        has(&world, &[([middle; 3], state), ([7.5; 3], Occupied)]);
        // With nothing around it, it is a box, whichever side is out.
        let world = read_bytes(alone.as_bytes(), "c.obj", &import).unwrap();
        assert_eq!(
            world.occupancy.count(Occupied),
            world.occupancy.bounds().volume()
        );
    }
}

#[test]
fn binary_scenes_that_claim_any_length_are_read_or_refused() {
    let bytes = fixture("scene.glb");
    let whole = u32::try_from(bytes.len()).unwrap();
    for length in (0..40).chain([whole - 1, whole, whole + 1, u32::MAX]) {
        let mut claims = bytes.clone();
        claims[8..12].copy_from_slice(&length.to_le_bytes());
        let read = read_bytes(&claims, "a.glb", &filled(1.0));
        assert!(read.is_err() || length >= 12 && length <= whole, "{length}");
    }
}

#[test]
fn buffers_that_are_not_in_base64_are_refused_as_such() {
    let scene = r#"{
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream,%00"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
            "min": [0, 0, 0], "max": [1, 1, 1]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0
    }"#;
    let said = refusal("a.gltf", scene.as_bytes(), &filled(1.0));
    assert!(said.contains("not in base64"), "{said}");
}

#[test]
fn positions_in_an_accessor_that_is_not_there_are_refused() {
    let scene = r#"{
        "asset": {"version": "2.0"},
        "meshes": [{"primitives": [{"attributes": {"POSITION": 1}}]}]
    }"#;
    let import = Import {
        size: Some(1.0.into()),
        ..Import::default()
    };
    let said = refusal("a.gltf", scene.as_bytes(), &import);
    assert!(said.contains("there is no accessor 1"), "{said}");
}
