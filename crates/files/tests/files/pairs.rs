//! A world that is written and read again is the same, but for what the writer says it left out: a table of
//! all writers, for worlds drawn at random.

use std::fmt::Write;

use voxnav_files::export::{self, LeftOut, WorldFormat};
use voxnav_files::{FileReason, Import, Solidity, Up, WriteError, read_bytes};
use voxnav_occupancy::CellState::{self, Free, Occupied, Unknown};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Lattice, Material, MaterialKind, Occupancy, OccupancyBuilder};
use voxnav_testkit::{Draws, drawn_uneven_sizes, seeds};

/// The formats whose files are read again.
const PAIRS: [(&str, WorldFormat); 3] = [
    ("a.npy", WorldFormat::Npy),
    ("a.vox", WorldFormat::Vox),
    ("a.gltf", WorldFormat::Gltf),
];

fn lattices() -> [Lattice; 6] {
    [
        (DVec3::ZERO, 1.0),
        (DVec3::splat(0.5), 1.0),
        (DVec3::new(10.0, -3.25, 2.0), 0.25),
        (DVec3::new(0.1, 0.2, 0.3), 0.1),
        (DVec3::new(500_000.125, 4_000_000.7, -12.3), 0.1),
        (DVec3::new(-1.0 / 3.0, 1e-9, 7.0), 1.0 / 7.0),
    ]
    .map(|(origin, size)| Lattice::new(origin, size).unwrap())
}

/// A world whose sides may be of several models, and whose ends may be empty.
fn world(seed: u64) -> Occupancy {
    let mut draws = Draws::new(seed);
    let low = draws.vector(IVec3::splat(-300), IVec3::splat(70));
    let mut size = draws.vector(IVec3::ONE, IVec3::splat(10));
    if draws.below(3_usize) == 0 {
        size[draws.below(3_usize)] += 500;
    }
    let bounds = CellBox::new(low, low + size);
    let outside = draws.pick(&[Occupied, Occupied, Free, Unknown]);
    let mut builder = OccupancyBuilder::new(bounds).unwrap().with_outside(outside);
    builder.set_box(bounds, Free).unwrap();
    let states: &[CellState] = draws.pick(&[
        [Free, Free, Occupied].as_slice(),
        &[Free, Occupied, Unknown],
        // With cavities that touch nothing.
        &[
            Occupied, Occupied, Occupied, Occupied, Occupied, Occupied, Occupied, Occupied, Free,
        ],
        &[Free],
        &[Occupied],
        &[Unknown],
    ]);
    // Cells of a part of it.
    let [one, other] = [draws.cell(&bounds), draws.cell(&bounds)];
    let part = CellBox::new(one.min(other), one.max(other) + IVec3::ONE);
    for cell in part.cells() {
        builder.set(cell, draws.pick(states)).unwrap();
    }
    let materials = [
        Material::new("stone", MaterialKind::Solid),
        Material::new("#102030", MaterialKind::Solid),
        Material::new("water", MaterialKind::Liquid),
    ];
    for material in materials.into_iter().take(draws.below(4)) {
        let id = builder.add_material(material).unwrap();
        builder.set_material(draws.cell(&bounds), id).unwrap();
    }
    builder.commit()
}

/// The place, the lattice and the knowledge of a file that leaves out so much of a world.
fn held(world: &Occupancy, lattice: Lattice, left_out: &[LeftOut]) -> (IVec3, Lattice, bool) {
    let (mut shift, mut lattice, mut has_unknown) = (IVec3::ZERO, lattice, true);
    let mut outside = world.outside();
    for left_out in left_out {
        match *left_out {
            LeftOut::Unknown { cells } => {
                assert_eq!(cells, world.count(Unknown));
                has_unknown = false;
            }
            LeftOut::LowestCell { cell } => shift = cell,
            LeftOut::Lattice { .. } => lattice = Lattice::default(),
            LeftOut::Outside { state } => {
                assert_eq!(state, outside);
                outside = Occupied;
            }
            LeftOut::Materials { count } => assert!(count <= world.palette().len() as u64),
            _ => panic!("{left_out:?}"),
        }
        assert!(!left_out.to_string().contains('\n'));
    }
    assert_eq!(outside, Occupied);
    (shift, lattice, has_unknown)
}

#[test]
fn what_is_written_is_read_again_but_for_what_is_left_out() {
    for seed in seeds(0, 80) {
        let world = world(seed);
        let lattice = Draws::new(seed).pick(&lattices());
        for (name, format) in PAIRS {
            assert_eq!(WorldFormat::of(name), Some(format));
            for up in [Up::Y, Up::Z] {
                let what = format!("seed {seed}, {name}, {up:?}");
                let mut file = Vec::new();
                format.write(&world, &lattice, up, name, &mut file).unwrap();
                let left_out = format.left_out(&world, &lattice, up);
                let (shift, expected, has_unknown) = held(&world, lattice, &left_out);
                let import = Import {
                    up,
                    solidity: Solidity::Filled,
                    ..Import::default()
                };
                let read = read_bytes(&file, name, &import).unwrap();
                assert_eq!(read.notes, [], "{what}");
                assert_eq!(read.lattice, expected, "{what}");
                assert_eq!(read.occupancy.outside(), Occupied, "{what}");
                let CellBox { min, max } = world.bounds();
                let bounds = CellBox::new(min - shift, max - shift);
                assert_eq!(read.occupancy.bounds(), bounds, "{what}");
                for cell in world.bounds().cells() {
                    let state = match world.state(cell) {
                        Unknown if !has_unknown => Free,
                        state => state,
                    };
                    let found = read.occupancy.state(cell - shift);
                    assert_eq!(found, state, "{what}, {cell}");
                }
                // What is left out of the place can be said.
                if let Some((origin, size)) = left_out.iter().find_map(|left_out| match left_out {
                    LeftOut::Lattice { origin, sizes } => Some((*origin, sizes.x)),
                    _ => None,
                }) {
                    let import = Import {
                        file_up: Some(up),
                        origin: Some(origin),
                        size: Some(size.into()),
                        ..import
                    };
                    let lattice = read_bytes(&file, name, &import).unwrap().lattice;
                    assert_eq!(lattice, Lattice::new(origin, size).unwrap(), "{what}");
                }
            }
        }
    }
}

/// The two triangles of each face between an occupied cell and one that is not, in a mesh whose cells have
/// their corners at multiples of `size` past `low`.
fn faces(world: &Occupancy, low: DVec3, size: f64) -> Vec<[DVec3; 3]> {
    let mut triangles = Vec::new();
    for cell in world.occupied_cells() {
        for axis in 0..3 {
            for side in [0, 1] {
                let beyond = cell + IVec3::AXES[axis] * (2 * side - 1);
                if world.bounds().contains(beyond) && world.state(beyond) == Occupied {
                    continue;
                }
                let corner = |u: i32, v: i32| {
                    let mut at = cell + IVec3::AXES[axis] * side;
                    at[(axis + 1) % 3] += u;
                    at[(axis + 2) % 3] += v;
                    low + at.as_dvec3() * size
                };
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                if side == 1 {
                    triangles.extend([[a, b, c], [a, c, d]]);
                } else {
                    triangles.extend([[a, c, b], [a, d, c]]);
                }
            }
        }
    }
    triangles
}

fn wavefront(triangles: &[[DVec3; 3]]) -> Vec<u8> {
    let mut text = String::new();
    for (index, triangle) in triangles.iter().enumerate() {
        for at in triangle {
            writeln!(text, "v {} {} {}", at.x, at.y, at.z).unwrap();
        }
        let first = 3 * index + 1;
        writeln!(text, "f {} {} {}", first, first + 1, first + 2).unwrap();
    }
    text.into_bytes()
}

fn stereo(triangles: &[[DVec3; 3]]) -> Vec<u8> {
    let mut file = vec![0; 80];
    file.extend(u32::try_from(triangles.len()).unwrap().to_le_bytes());
    for triangle in triangles {
        file.extend([0; 12]);
        for at in triangle {
            file.extend(
                at.as_vec3()
                    .to_array()
                    .into_iter()
                    .flat_map(f32::to_le_bytes),
            );
        }
        file.extend([0; 2]);
    }
    file
}

fn stanford(triangles: &[[DVec3; 3]]) -> Vec<u8> {
    let count = triangles.len();
    let mut text = format!(
        "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\n\
         property float z\nelement face {count}\nproperty list uchar int vertex_index\nend_header\n",
        3 * count
    );
    for at in triangles.iter().flatten() {
        writeln!(text, "{} {} {}", at.x, at.y, at.z).unwrap();
    }
    for first in (0..3 * count).step_by(3) {
        writeln!(text, "3 {first} {} {}", first + 1, first + 2).unwrap();
    }
    text.into_bytes()
}

/// Surfaces on the borders of cells fill the cells that they enclose and no other, whichever program wrote the mesh.
#[test]
fn surfaces_on_the_borders_of_cells_fill_what_they_enclose() {
    type Writer = fn(&[[DVec3; 3]]) -> Vec<u8>;
    let writers: [(&str, Writer); 3] =
        [("a.obj", wavefront), ("a.stl", stereo), ("a.ply", stanford)];
    let mut read_worlds = 0;
    for seed in seeds(0, 35) {
        let world = world(seed);
        let Some(occupied) = world.occupied_bounds() else {
            continue;
        };
        read_worlds += 1;
        let size = Draws::new(seed).pick(&[1.0, 0.1, 3.0]);
        for (origin, low) in [
            (None, DVec3::ZERO),
            (Some(DVec3::ZERO), DVec3::splat(-size / 2.0)),
        ] {
            let triangles = faces(&world, low, size);
            for (name, write) in writers {
                let import = Import {
                    size: Some(size.into()),
                    origin,
                    file_up: Some(Up::Z),
                    solidity: Solidity::Filled,
                    ..Import::default()
                };
                let read = read_bytes(&write(&triangles), name, &import).unwrap();
                assert_eq!(read.notes, [], "seed {seed}, {name}");
                assert_eq!(read.occupancy.bounds(), occupied, "seed {seed}, {name}");
                let is_same = read.occupancy.occupied_cells().eq(world.occupied_cells());
                assert!(is_same, "seed {seed}, {name}, {size}");
            }
        }
    }
    assert!(read_worlds > 17);
}

/// Cells that a scene names are those of the mesh as long as it stands where it was written.
#[test]
fn a_scene_that_was_moved_or_is_cut_anew_is_a_mesh_like_any_other() {
    let bounds = CellBox::new(IVec3::new(-2, 0, 3), IVec3::new(4, 4, 6));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder
        .set_box(
            CellBox::new(IVec3::new(0, 1, 3), IVec3::new(2, 3, 5)),
            Occupied,
        )
        .unwrap();
    let world = builder.commit();
    let mut file = Vec::new();
    let lattice = Lattice::new(DVec3::ZERO, 2.0).unwrap();
    export::gltf::write(&world, &lattice, &[], Up::Z, &mut file).unwrap();
    let text = String::from_utf8(file).unwrap();
    let import = |size: Option<f64>, origin| Import {
        size: size.map(Into::into),
        origin,
        solidity: Solidity::Filled,
        ..Import::default()
    };
    let read = |text: &str, import: &Import| read_bytes(text.as_bytes(), "a.gltf", import);
    // As it is, also if the same is asked for.
    for import in [
        import(None, None),
        import(Some(2.0), None),
        import(Some(2.0), Some(DVec3::ZERO)),
    ] {
        let again = read(&text, &import).unwrap();
        assert_eq!(again.lattice, lattice);
        assert_eq!(again.occupancy.bounds(), bounds);
    }
    // In cells half as wide it is eight times as many; the bounds are those of the mesh.
    let finer = read(&text, &import(Some(1.0), None)).unwrap();
    assert_eq!(finer.occupancy.count(Occupied), 8 * world.count(Occupied));
    assert_eq!(finer.occupancy.bounds().size().as_ivec3(), IVec3::splat(4));
    // Moved, it has no cells of its own.
    let mut moved: serde_json::Value = serde_json::from_str(&text).unwrap();
    let along = &mut moved["nodes"][0]["translation"][0];
    *along = (along.as_f64().unwrap() + 0.5).into();
    let moved = moved.to_string();
    let error = read(&moved, &import(None, None)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the size of a cell must be given"),
        "{error}"
    );
    let moved = read(&moved, &import(Some(2.0), None)).unwrap();
    assert_eq!(
        moved.lattice.origin(),
        DVec3::ONE * DVec3::new(1.0, -1.0, 1.0)
    );
}

/// Cells that are no cubes: what has a place for three sides keeps them, and what has not refuses them by name.
#[test]
fn sides_that_differ_are_kept_or_refused() {
    let mut draws = Draws::new(59);
    for seed in seeds(400, 12) {
        let world = world(seed);
        let sizes = DVec3::from(drawn_uneven_sizes(&mut draws));
        let lattice = Lattice::with_sizes(draws.point(-9.0, 9.0), sizes).unwrap();
        let write = |format: WorldFormat, name: &str| {
            let mut file = Vec::new();
            let written = format.write(&world, &lattice, Up::Z, name, &mut file);
            written.map(|()| file)
        };
        let refused = write(WorldFormat::Binvox, "world.binvox").unwrap_err();
        assert!(matches!(refused, WriteError::NotCubes { sizes: told } if told == sizes));
        let import = Import {
            solidity: Solidity::Filled,
            ..Import::default()
        };
        let file = write(WorldFormat::Gltf, "world.gltf").unwrap();
        let read = read_bytes(&file, "world.gltf", &import).unwrap();
        let left_out = WorldFormat::Gltf.left_out(&world, &lattice, Up::Z);
        let (shift, expected, _) = held(&world, lattice, &left_out);
        assert_eq!(read.lattice, expected, "seed {seed}");
        for cell in world.bounds().cells() {
            let is_there = world.state(cell) == Occupied;
            let found = read.occupancy.state(cell - shift) == Occupied;
            assert_eq!(found, is_there, "seed {seed}, {cell}");
        }
        let file = write(WorldFormat::Nrrd, "world.nrrd").unwrap();
        let read = read_bytes(&file, "world.nrrd", &Import::default()).unwrap();
        let shift = world.bounds().min;
        let expected = Lattice::with_sizes(lattice.center(shift), sizes).unwrap();
        assert_eq!(read.lattice, expected, "seed {seed}");
        let states = |cell: IVec3| (world.state(cell), read.occupancy.state(cell - shift));
        let is_same = |cell| matches!(states(cell), (one, other) if one == other);
        assert!(world.bounds().cells().all(is_same), "seed {seed}");
        // Where the file has no place for sides, they are given: along the axes of the file, and turned with it.
        let import = Import {
            origin: Some(lattice.origin()),
            size: Some(sizes.into()),
            file_up: Some(Up::Z),
            up: draws.pick(&[Up::Y, Up::Z]),
            ..Import::default()
        };
        let file = write(WorldFormat::Npy, "world.npy").unwrap();
        let read = read_bytes(&file, "world.npy", &import).unwrap();
        let turned = match import.up {
            Up::Z => sizes,
            Up::Y => DVec3::new(sizes.x, sizes.z, sizes.y),
        };
        assert_eq!(read.lattice.sizes(), turned, "seed {seed}");
        let other = Import {
            size: Some((sizes * 2.0).into()),
            ..Import::default()
        };
        let file = write(WorldFormat::Nrrd, "world.nrrd").unwrap();
        let refused = read_bytes(&file, "world.nrrd", &other).unwrap_err();
        assert!(matches!(refused.reason, FileReason::SizeGiven { own } if own == sizes));
    }
}
