//! Volumes: NRRD files that pynrrd wrote, voxels that trimesh wrote and raw numbers that `NumPy` wrote
//! (`fixtures/volumes.py` describes how), and random worlds that are written and read again.

use std::fmt::Write as _;
use std::io::Write as _;

use voxnav_files::export::{self, LeftOut, WorldFormat};
use voxnav_files::{ArrayAxes, FileReason, Import, Up, read_bytes};
use voxnav_occupancy::CellState::{self, Free, Occupied, Unknown};
use voxnav_occupancy::glam::{DVec3, IVec3, UVec3};
use voxnav_occupancy::{CellBox, Lattice, Occupancy, OccupancyBuilder};
use voxnav_testkit::{Draws, cases};

use crate::fixtures::{Cut, fixture, refusal, survives};

const BLOCK: CellBox = CellBox::from_size(IVec3::new(5, 4, 3));

/// The value of a cell as the script computes it.
fn value(cell: IVec3) -> i32 {
    let IVec3 { x, y, z } = cell;
    (7 * x + 3 * y + 5 * z + x * y) % 4
}

fn threes(cell: IVec3) -> CellState {
    if value(cell) == 3 { Occupied } else { Free }
}

fn has(world: &Occupancy, cells: CellBox, state: impl Fn(IVec3) -> CellState) {
    assert_eq!(world.bounds(), cells);
    for cell in cells.cells() {
        assert_eq!(world.state(cell), state(cell), "{cell}");
    }
    world.validate().unwrap();
}

/// The options of a raw file.
fn raw(dtype: &str, shape: UVec3) -> Import {
    Import {
        dtype: Some(dtype.parse().unwrap()),
        shape: Some(shape),
        threshold: Some(2.5),
        ..Import::default()
    }
}

#[test]
fn arrays_of_pynrrd_have_their_numbers_and_their_place() {
    let import = Import {
        threshold: Some(2.5),
        ..Import::default()
    };
    let world = read_bytes(&fixture("u1-gzip.nrrd"), "u1-gzip.nrrd", &import).unwrap();
    has(&world.occupancy, BLOCK, threes);
    let lattice = Lattice::new(DVec3::new(1.5, -2.0, 0.1), 0.25).unwrap();
    assert_eq!(world.lattice, lattice);
    // A float is occupied above a half, and what is no number is unknown.
    let bytes = fixture("i2-unequal.nrrd");
    let world = read_bytes(&bytes, "i2-unequal.nrrd", &Import::default()).unwrap();
    assert_eq!(world.lattice.sizes(), DVec3::new(1.0, 1.0, 2.5));
    let bytes = fixture("f4-big-endian.nrrd");
    let world = read_bytes(&bytes, "f4-big-endian.nrrd", &Import::default()).unwrap();
    has(&world.occupancy, BLOCK, |cell| match value(cell) {
        0 => Free,
        1 => Unknown,
        _ => Occupied,
    });
    assert_eq!(world.lattice, Lattice::new(DVec3::ZERO, 2.0).unwrap());
}

#[test]
fn voxels_of_trimesh_are_where_they_were_put() {
    let world = read_bytes(&fixture("cube.binvox"), "cube.binvox", &Import::default()).unwrap();
    let cube = CellBox::from_size(IVec3::splat(4));
    has(&world.occupancy, cube, |cell| {
        threes(IVec3::new(cell.x, cell.y, cell.z % 3))
    });
    // A scale of 3 for four voxels, from the corner at the origin on.
    let lattice = Lattice::new(DVec3::splat(0.375), 0.75).unwrap();
    assert_eq!(world.lattice, lattice);
}

#[test]
fn raw_numbers_are_what_is_said_about_them() {
    let shape = UVec3::new(5, 4, 3);
    let world = read_bytes(&fixture("u1.raw"), "u1.raw", &raw("u8", shape)).unwrap();
    has(&world.occupancy, BLOCK, threes);
    let import = Import {
        array_axes: ArrayAxes::Zyx,
        size: Some(0.5.into()),
        origin: Some(DVec3::X),
        ..raw("uint16be", shape)
    };
    let bytes = fixture("u2-big-endian-zyx.raw");
    let world = read_bytes(&bytes, "a.raw", &import).unwrap();
    has(&world.occupancy, BLOCK, threes);
    assert_eq!(world.lattice, Lattice::new(DVec3::X, 0.5).unwrap());
    // The other order of bytes has other numbers.
    let little = raw("u16", shape);
    let wrong = read_bytes(&bytes, "a.raw", &little).unwrap().occupancy;
    assert_ne!(wrong.count(Occupied), world.occupancy.count(Occupied));
}

#[test]
fn raw_files_of_another_length_are_refused_with_both() {
    let shape = UVec3::new(5, 4, 3);
    let bytes = fixture("u1.raw");
    let import = raw("u8", shape);
    for (found, bytes) in [
        (0, Vec::new()),
        (59, bytes[..59].to_vec()),
        (61, [bytes.as_slice(), &[0]].concat()),
        (200_060, [bytes.clone(), vec![7; 200_000]].concat()),
    ] {
        let error = read_bytes(&bytes, "a.raw", &import).unwrap_err();
        let is_length = matches!(
            error.reason,
            FileReason::Length { expected: 60, found: length } if length == found
        );
        assert!(is_length, "{error}");
    }
    assert_eq!(
        refusal("a.raw", &bytes, &raw("i32", shape)),
        "a.raw: it has 60 bytes, and 240 are expected"
    );
    for missing in [
        Import {
            dtype: None,
            ..import.clone()
        },
        Import {
            shape: None,
            ..import
        },
    ] {
        assert_eq!(
            refusal("a.raw", &bytes, &missing),
            "a.raw: the type and the shape of its numbers must be given"
        );
    }
    let huge = raw("f64", UVec3::splat(1 << 29));
    let said = refusal("a.raw", &bytes, &huge);
    assert_eq!(
        said,
        format!("a.raw: it has 60 bytes, and {} are expected", u64::MAX)
    );
    let beyond = raw("u8", UVec3::new(1, u32::MAX, 1));
    assert_eq!(
        refusal("a.raw", &bytes, &beyond),
        "a.raw: an axis claims 4294967295 cells"
    );
}

/// A world of any states in a lattice that is off the grid.
fn world(draws: &mut Draws) -> (Occupancy, Lattice) {
    let low = draws.vector(IVec3::splat(-90), IVec3::splat(90));
    let size = draws.vector(IVec3::ONE, IVec3::splat(9));
    let bounds = CellBox::new(low, low + size);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let states: &[CellState] = draws.pick(&[
        [Free, Occupied].as_slice(),
        &[Free, Occupied, Unknown],
        &[Occupied],
        &[Free],
    ]);
    for cell in bounds.cells() {
        builder.set(cell, draws.pick(states)).unwrap();
    }
    let origin = draws.pick(&[
        DVec3::ZERO,
        DVec3::new(10.3, -3.25, 2.7),
        DVec3::new(500_000.125, 4_000_000.7, -12.3),
        DVec3::new(-1.0 / 3.0, 1e-9, 7.0),
    ]);
    let size = draws.pick(&[1.0, 0.1, 0.25, 1.0 / 7.0, 3.3]);
    (builder.commit(), Lattice::new(origin, size).unwrap())
}

/// Cells are where they were, to the last digits of a position.
#[test]
fn volumes_are_read_again_as_the_world_that_was_written_in_its_place() {
    for mut draws in cases(2_000, 150) {
        let (world, lattice) = world(&mut draws);
        let min = world.bounds().min;
        let size = world.bounds().size();
        let formats = [
            ("a.binvox", WorldFormat::Binvox),
            ("a.nrrd", WorldFormat::Nrrd),
            ("a.raw", WorldFormat::Raw),
        ];
        for (name, format) in formats {
            assert_eq!(WorldFormat::of(name), Some(format));
            let mut file = Vec::new();
            format
                .write(&world, &lattice, Up::Z, name, &mut file)
                .unwrap();
            let left_out = format.left_out(&world, &lattice, Up::Z);
            let has_left_out = |is_it: fn(&LeftOut) -> bool| left_out.iter().any(is_it);
            let is_unknown_lost = has_left_out(|it| matches!(it, LeftOut::Unknown { .. }));
            let is_shape_lost = has_left_out(|it| matches!(it, LeftOut::Shape { .. }));
            assert_eq!(is_shape_lost, format == WorldFormat::Raw);
            let import = Import {
                dtype: is_shape_lost.then(|| "i8".parse().unwrap()),
                shape: is_shape_lost.then_some(size),
                ..Import::default()
            };
            let read = read_bytes(&file, name, &import).unwrap();
            let bounds = CellBox::from_size(size.as_ivec3());
            has(&read.occupancy, bounds, |cell| {
                match world.state(cell + min) {
                    Unknown if is_unknown_lost => Free,
                    state => state,
                }
            });
            let expected = if is_shape_lost {
                Lattice::default()
            } else {
                Lattice::new(lattice.center(min), lattice.longest_side()).unwrap()
            };
            let near = |found: f64, expected: f64| {
                let digits = 4.0 * f64::EPSILON * (expected.abs() + lattice.longest_side());
                assert!((found - expected).abs() <= digits, "{found}, {expected}");
            };
            near(read.lattice.longest_side(), expected.longest_side());
            for axis in 0..3 {
                near(read.lattice.origin()[axis], expected.origin()[axis]);
            }
            if format == WorldFormat::Nrrd {
                assert_eq!(read.lattice, expected);
            }
        }
    }
}

/// A header of lines, and bytes after it.
fn nrrd(lines: &[&str], numbers: &[u8]) -> Vec<u8> {
    let mut file = format!("NRRD0004\n{}\n\n", lines.join("\n")).into_bytes();
    file.extend(numbers);
    file
}

/// The lines that every file has.
const LINES: [&str; 4] = [
    "type: uint8",
    "dimension: 3",
    "sizes: 2 1 3",
    "encoding: raw",
];

#[test]
fn nrrd_headers_are_read_as_the_format_says() {
    let mut lines = vec!["# a comment: of two words", "key with a space:=type: float"];
    lines.extend(LINES);
    lines.extend([
        "Space Directions: (0.5, 0, 0) (0, 0.5, 0) (0, 0, 0.5)",
        "space: left-posterior-superior",
        "byte skip: 0",
    ]);
    let file = nrrd(&lines, &[1, 0, 0, 0, 0, 9]);
    let check = |file: &[u8]| {
        let world = read_bytes(file, "a.nrrd", &Import::default()).unwrap();
        let occupied = [IVec3::ZERO, IVec3::new(1, 0, 2)];
        let mut found: Vec<_> = world.occupancy.occupied_cells().collect();
        found.sort_by_key(|cell| cell.z);
        assert_eq!(found, occupied);
        assert_eq!(world.lattice.longest_side().to_bits(), 0.5_f64.to_bits());
    };
    check(&file);
    let text = String::from_utf8(file).unwrap();
    check(text.replace('\n', "\r\n").as_bytes());
    let packed = |parts: &[&[u8]]| {
        let mut file = text.replace("raw", "gz").into_bytes();
        file.truncate(file.len() - 6);
        for part in parts {
            let mut packer = flate2::write::GzEncoder::new(&mut file, flate2::Compression::fast());
            packer.write_all(part).unwrap();
            packer.finish().unwrap();
        }
        file
    };
    check(&packed(&[&[1, 0, 0, 0, 0, 9]]));
    check(&packed(&[&[1, 0], &[0, 0, 0, 9]]));
    assert_eq!(
        refusal("a.nrrd", &packed(&[&[1; 7]]), &Import::default()),
        "a.nrrd: more numbers follow the last one"
    );
    assert_eq!(
        refusal("a.nrrd", &packed(&[&[1; 5]]), &Import::default()),
        "a.nrrd: number 5: the file ends too early"
    );
}

#[test]
fn nrrd_files_that_are_not_read_say_why() {
    let said = |name: &str| refusal(name, &fixture(name), &Import::default());
    assert_eq!(
        said("detached.nrrd"),
        "detached.nrrd:10: headers whose numbers are in a file of their own are not read"
    );
    let with = |line: &str| {
        let lines: Vec<_> = LINES.into_iter().chain([line]).collect();
        let said = refusal("a.nrrd", &nrrd(&lines, &[0; 6]), &Import::default());
        said.strip_prefix("a.nrrd:").unwrap().to_owned()
    };
    for (line, expected) in [
        ("type: block", "6: arrays of the type block are not read"),
        ("dimension: 4", "6: arrays with 4 axes are not read"),
        ("sizes: 2 3", "6: \"2 3\" is no list of three sizes"),
        ("sizes: 2 -1 3", "6: \"2 -1 3\" is no list of three sizes"),
        (
            "sizes: 2 1 9999999999",
            "6: an axis claims 9999999999 cells",
        ),
        (
            "encoding: bzip2",
            "6: numbers of the encoding bzip2 are not read",
        ),
        ("endian: middle", "6: \"middle\" is no order of bytes"),
        ("spacings: 1 1", "6: \"1 1\" is no list of three spacings"),
        (
            "space directions: (1,0,0) (0,1,0) (0,0.1,1)",
            "6: axes that are turned or mirrored are not read",
        ),
        (
            "space directions: (-1,0,0) (0,-1,0) (0,0,-1)",
            "6: axes that are turned or mirrored are not read",
        ),
        (
            "space directions: (1,0,0) none (0,0,1)",
            "6: \"(1,0,0) none (0,0,1)\" is no list of three vectors",
        ),
        ("space origin: (1,nan,0)", "6: \"(1,nan,0)\" is no position"),
        (
            "byte skip: -1",
            "6: files with more before their numbers are not read",
        ),
        ("no field", "6: \"no field\" is no field"),
        ("type: float", " header: the field `endian` is missing"),
        ("sizes: 2 1 2", " more numbers follow the last one"),
        ("sizes: 2 1 4", " number 6: the file ends too early"),
    ] {
        assert_eq!(with(line), expected, "{line}");
    }
    // No file is as large as this says.
    assert_eq!(
        with("sizes: 1000000000 1000000000 1000000000"),
        " number 6: the file ends too early"
    );
    let mut lines = LINES.to_vec();
    lines.push("spacings: 0.5 0.5 0.5");
    lines.push("space origin: (1,2,3)");
    let file = nrrd(&lines, &[0; 6]);
    let import = |size: Option<f64>, origin| Import {
        size: size.map(Into::into),
        origin,
        ..Import::default()
    };
    read_bytes(
        &file,
        "a.nrrd",
        &import(Some(0.5), Some(DVec3::new(1.0, 2.0, 3.0))),
    )
    .unwrap();
    for import in [import(Some(1.0), None), import(None, Some(DVec3::ZERO))] {
        let said = refusal("a.nrrd", &file, &import);
        assert!(said.ends_with("can be given"), "{said}");
    }
    for (missing, line) in [(0, "type"), (1, "dimension"), (2, "sizes"), (3, "encoding")] {
        let mut lines = LINES.to_vec();
        lines.remove(missing);
        assert_eq!(
            refusal("a.nrrd", &nrrd(&lines, &[0; 6]), &Import::default()),
            format!("a.nrrd: header: the field `{line}` is missing")
        );
    }
    assert_eq!(
        refusal("a.nrrd", b"NRRD0006\n\n", &Import::default()),
        "a.nrrd:1: this is no .nrrd file"
    );
    let long = [b"NRRD0004\nkey:=".to_vec(), vec![b'x'; 1 << 20]].concat();
    assert_eq!(
        refusal("a.nrrd", &long, &Import::default()),
        "a.nrrd:2: the header has no end"
    );
}

/// Runs go over the ends of rows; of sides that differ, `dim` counts x, z and y.
#[test]
fn runs_of_voxels_are_in_the_order_of_the_format() {
    let file = b"#binvox 2\ndim 2 4 3\ndata\n\x00\x0b\x05\x02\x00\x0b";
    let world = read_bytes(file, "a.binvox", &Import::default()).unwrap();
    // Numbers 11 and 12: of 12 voxels a layer of x, y runs fastest, then z.
    let occupied = [IVec3::new(0, 2, 3), IVec3::new(1, 0, 0)];
    let mut found: Vec<_> = world.occupancy.occupied_cells().collect();
    found.sort_by_key(|cell| cell.x);
    assert_eq!(found, occupied);
    assert_eq!(world.occupancy.bounds().max, IVec3::new(2, 3, 4));
    assert_eq!(world.lattice, Lattice::default());
    let with = |text: &str, runs: &[u8]| {
        let mut file = String::from("#binvox 1\n");
        writeln!(file, "{text}data").unwrap();
        let said = refusal(
            "a.binvox",
            &[file.as_bytes(), runs].concat(),
            &Import::default(),
        );
        said.strip_prefix("a.binvox: ").unwrap().to_owned()
    };
    for (text, runs, expected) in [
        (
            "dim 2 2 2\n",
            [0, 8, 1, 1].as_slice(),
            "byte 27: there are more voxels than `dim` says",
        ),
        (
            "dim 2 2 2\n",
            &[0, 3, 1, 4],
            "byte 29: the voxels end too early: 1 are missing",
        ),
        (
            "dim 2 2 2\n",
            &[0, 3, 1],
            "byte 27: a run of voxels has no length",
        ),
        (
            "dim 2 2\n",
            &[0, 8],
            "header: the line \"dim 2 2\" should have 3 numbers",
        ),
        (
            "dim 2 2 x\n",
            &[0, 8],
            "header: the line \"dim 2 2 x\" should have 3 numbers",
        ),
        ("", &[0, 8], "header: the line `dim` is missing"),
        (
            "dim 1000000000 1000000000 1000000000\n",
            &[1, 8],
            "byte 54: the voxels end too early: 18446744073709551607 are missing",
        ),
    ] {
        assert_eq!(with(text, runs), expected);
    }
    let said = with("dim 1 1 1\nscale 0\n", &[0, 1]);
    assert!(said.contains("size"), "{said}");
    assert_eq!(
        refusal("a.binvox", b"#binvox 3\ndata\n", &Import::default()),
        "a.binvox: header: files of version 3 are not read"
    );
    assert_eq!(
        refusal("a.binvox", b"dim 1 1 1\ndata\n", &Import::default()),
        "a.binvox: header: this is no .binvox file"
    );
}

#[test]
fn broken_files_end_in_an_error_or_a_world() {
    let import = Import::default();
    for name in ["u1-gzip.nrrd", "f4-big-endian.nrrd", "cube.binvox"] {
        survives(name, &fixture(name), &import, Cut::IsRefused);
    }
    let import = raw("u8", UVec3::new(5, 4, 3));
    survives("u1.raw", &fixture("u1.raw"), &import, Cut::IsRefused);
}

#[test]
fn writers_of_voxels_write_what_readers_of_others_expect() {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(2, 2, 1))).unwrap();
    builder.set(IVec3::new(1, 0, 0), Occupied).unwrap();
    let lattice = Lattice::new(DVec3::new(1.0, 2.0, 3.0), 0.5).unwrap();
    let mut file = Vec::new();
    export::binvox::write(&builder.commit(), &lattice, &mut file).unwrap();
    let text = b"#binvox 1\ndim 2 1 2\ntranslate 0.75 1.75 2.75\nscale 1\ndata\n";
    assert_eq!(file, [text.as_slice(), &[0, 2, 1, 1, 0, 1]].concat());
}
