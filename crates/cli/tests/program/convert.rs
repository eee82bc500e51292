//! Worlds from files of other programs, and to them.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;

use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder};

use crate::program::{Scratch, fits_in_80_columns};

/// A scratch directory with a file that the tests of `voxnav-import` read.
fn with_fixture(test: &str, name: &str) -> Scratch {
    let scratch = Scratch::new(&format!("convert-{test}"));
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/tests/fixtures");
    fs::copy(fixtures.join(name), scratch.path_of(name)).unwrap();
    scratch
}

#[test]
fn an_array_becomes_a_map_that_every_command_reads_as_the_array() {
    let scratch = with_fixture("array", "bool.npy");
    let said = scratch.succeeds("convert bool.npy bool.3dmap");
    assert!(said.contains("5 x 4 x 3 cells, 17 occupied"), "{said}");
    let map = scratch.read("bool.3dmap");
    assert!(map.starts_with("voxel 5 4 3"), "{map}");
    let answer = |file: &str| {
        // Whether there is a way or not, it is the same one.
        let run = scratch.run(&format!("solve {file} --from 0,0,0 --to 4,3,1"));
        let lines = run.stdout.lines().skip(1);
        let lines = lines.filter(|line| !line.starts_with("time"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(!answer("bool.npy").is_empty());
    assert_eq!(answer("bool.npy"), answer("bool.3dmap"));
}

#[test]
fn a_world_that_begins_elsewhere_is_moved_and_that_is_said() {
    let scratch = with_fixture("moved", "bool.npy");
    let run = scratch.run("convert bool.npy m.3dmap --margin 1");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("cell (-1, -1, -1) is (0, 0, 0)"),
        "{}",
        run.stderr
    );
    assert!(scratch.read("m.3dmap").starts_with("voxel 7 6 5"));
}

#[test]
fn what_cannot_be_written_or_read_is_one_line_and_leaves_nothing() {
    let scratch = with_fixture("refused", "f4-big-endian.npy");
    scratch.write("cut.npy", "x");
    for (arguments, reason) in [
        ("convert f4-big-endian.npy a.3dmap", "unknown cells"),
        (
            "convert f4-big-endian.npy a.txt",
            "choose one of 3dmap, gltf",
        ),
        (
            "convert f4-big-endian.npy f4-big-endian.npy",
            "give another output file",
        ),
        ("convert cut.npy a.3dmap", "cut.npy: header: "),
        ("convert none.npy a.3dmap", "none.npy: "),
        ("convert f4-big-endian.npy a.3dmap --size 0", "--size"),
        (
            "convert f4-big-endian.npy a.3dmap --most-chunks 0",
            "more than 0 chunks",
        ),
    ] {
        let error = scratch.fails(2, arguments);
        assert!(error.contains(reason), "{error}");
        assert!(!scratch.contains("a.3dmap") && !scratch.contains("a.3dmap.partial"));
    }
}

#[test]
fn a_world_comes_back_from_every_kind_of_file() {
    let scratch = with_fixture("back", "f4-big-endian.npy");
    for name in ["a.npy", "a.voxnav"] {
        scratch.succeeds(&format!("convert f4-big-endian.npy {name} --threshold 0.8"));
        scratch.succeeds(&format!("convert {name} again.npy"));
        let of = |name: &str| fs::read(scratch.path_of(name)).unwrap();
        scratch.succeeds("convert f4-big-endian.npy first.npy --threshold 0.8");
        assert_eq!(of("again.npy"), of("first.npy"), "{name}");
    }
    // Where the cells are stays with them.
    scratch.succeeds("convert f4-big-endian.npy half.voxnav --size 0.5");
    scratch.succeeds("convert half.voxnav again.voxnav");
    let world = voxnav_store::World::load(scratch.path_of("again.voxnav")).unwrap();
    assert!((world.lattice.size() - 0.5).abs() < f64::EPSILON);
    let run = scratch.run("convert f4-big-endian.npy a.gltf");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        run.stderr,
        "voxnav: a.gltf: 17 unknown cells are free in the file\n"
    );
    assert!(scratch.read("a.gltf").contains("\"asset\""));
}

#[test]
fn what_is_derived_is_kept_and_told_and_changes_no_answer() {
    let scratch = Scratch::new("convert-derive");
    scratch.succeeds("generate caves --size 70,40,30 --seed 5 -o cave.3dmap --scenarios 30");
    scratch.succeeds("convert cave.3dmap plain.voxnav");
    scratch.succeeds("convert cave.3dmap kept.voxnav --derive components,jump-index,corridors");
    let said = scratch.run("info kept.voxnav --json").json();
    let derived = &said["kept"]["derived"][0];
    for what in ["components", "jump_index", "corridors"] {
        assert_eq!(derived[what], true, "{what}");
    }
    assert_eq!(derived["agent"], serde_json::json!([[0, 0, 0], [1, 1, 1]]));
    let plain = scratch.run("info plain.voxnav --json").json();
    assert_eq!(plain["kept"]["derived"], serde_json::json!([]));
    assert_eq!(plain["components"], said["components"]);
    let text = scratch.succeeds("info kept.voxnav");
    fits_in_80_columns(&text);
    assert!(text.contains("derived     for 1 x 1 x 1 cells"), "{text}");
    // Answers are compared with the listed lengths.
    let of = |name: &str| scratch.path_of(name);
    fs::copy(of("cave.3dmap.3dscen"), of("kept.voxnav.3dscen")).unwrap();
    for options in ["", " --jump-index"] {
        scratch.succeeds(&format!("bench kept.voxnav{options}"));
    }
    let big = "convert cave.3dmap big.voxnav --derive components --agent 2,2,2";
    scratch.succeeds(big);
    let said = scratch.run("info big.voxnav --agent 2,2,2 --json").json();
    let plain = scratch.run("info plain.voxnav --agent 2,2,2 --json").json();
    assert_eq!(plain["components"], said["components"]);
    let error = scratch.fails(2, "convert cave.3dmap a.npy --derive components");
    assert!(error.contains("only .voxnav files"), "{error}");
    assert!(!scratch.contains("a.npy"));
}

#[test]
fn damaged_worlds_are_told_as_such() {
    let scratch = with_fixture("damaged", "f4-big-endian.npy");
    scratch.succeeds("convert f4-big-endian.npy a.voxnav --threshold 0.8");
    let whole = fs::read(scratch.path_of("a.voxnav")).unwrap();
    fs::write(scratch.path_of("a.voxnav"), &whole[..whole.len() - 1]).unwrap();
    let error = scratch.fails(2, "convert a.voxnav b.npy");
    assert!(error.contains("a.voxnav: the file is cut"), "{error}");
    assert!(
        error.contains("get a new copy of the file") && !error.contains("line"),
        "{error}"
    );
    assert!(!scratch.contains("b.npy"));
}

/// A world with a pattern of some states.
fn patterned(bounds: CellBox, states: &[CellState]) -> Occupancy {
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for (number, cell) in bounds.cells().enumerate() {
        let state = states[(number * number + 3 * number / 7) % states.len()];
        // The upper end is empty.
        let is_low = cell.z < bounds.max.z - 2 || bounds.max.z - bounds.min.z < 3;
        builder
            .set(cell, if is_low { state } else { CellState::Free })
            .unwrap();
    }
    builder.commit()
}

/// Every kind of file that is written, as which it is read again.
const WRITTEN: [&str; 12] = [
    "a.3dmap",
    "a.3dmap.gz",
    "a.3dmap.zst",
    "a.map",
    "a.map.gz",
    "a.map.zst",
    "a.voxnav",
    "a.voxnav.gz",
    "a.voxnav.zst",
    "a.npy",
    "a.vox",
    "a.gltf",
];

/// A world through every kind of file is the world again, but for what is said on standard error.
#[test]
fn every_kind_of_file_holds_the_world_but_for_what_is_said() {
    use CellState::{Free, Occupied, Unknown};
    let scratch = Scratch::new("convert-every");
    let elsewhere = CellBox::new(IVec3::new(-70, 5, -64), IVec3::new(-60, 9, 320));
    let layer = CellBox::from_size(IVec3::new(70, 5, 1));
    let quarter = Lattice::new(DVec3::new(10.0, -3.0, 0.5), 0.25).unwrap();
    let worlds = [
        (patterned(layer, &[Free, Occupied]), Lattice::default()),
        (patterned(elsewhere, &[Free, Free, Occupied]), quarter),
        (
            patterned(elsewhere, &[Free, Unknown, Occupied]),
            Lattice::default(),
        ),
    ];
    let mut refused = 0;
    for (world, lattice) in worlds {
        let source = voxnav_store::World {
            lattice,
            ..voxnav_store::World::new(world.clone())
        };
        fs::write(scratch.path_of("source.voxnav"), source.to_bytes().unwrap()).unwrap();
        for name in WRITTEN {
            let run = scratch.run(&format!("convert source.voxnav {name}"));
            let is_map = name.contains("map");
            let is_deep = name.contains("a.map") && world.bounds() != layer;
            if is_deep || is_map && world.count(Unknown) > 0 {
                assert_eq!(run.code, 2, "{name}");
                refused += 1;
                continue;
            }
            assert_eq!(run.code, 0, "{name}: {}", run.stderr);
            let said = |text: &str| run.stderr.contains(text);
            assert_eq!(said("voxnav:"), !run.stderr.is_empty(), "{}", run.stderr);
            let min = world.bounds().min;
            let shift = if said("is (0, 0, 0) in the file") {
                min
            } else {
                IVec3::ZERO
            };
            let is_placed = !said("the file does not say that cell (0, 0, 0) is centered");
            let are_unknown_free = said("unknown cells are free in the file");
            let back = scratch.run(&format!("convert {name} back.voxnav --fill"));
            assert_eq!((back.code, back.stderr.as_str()), (0, ""), "{name}");
            let read = voxnav_store::World::load(scratch.path_of("back.voxnav")).unwrap();
            let expected = if is_placed {
                lattice
            } else {
                Lattice::default()
            };
            assert_eq!(read.lattice, expected, "{name}");
            let bounds = CellBox::new(min - shift, world.bounds().max - shift);
            assert_eq!(read.occupancy.bounds(), bounds, "{name}");
            for cell in world.bounds().cells() {
                let state = match world.state(cell) {
                    Unknown if are_unknown_free => Free,
                    state => state,
                };
                assert_eq!(read.occupancy.state(cell - shift), state, "{name}, {cell}");
            }
        }
    }
    assert_eq!(refused, 3 + 6);
    // Of other kinds no compressed file is read, and none is written.
    let error = scratch.fails(2, "convert source.voxnav a.npy.gz");
    assert!(
        error.contains("unsupported extension; choose one of"),
        "{error}"
    );
}
