//! `voxnav solve`.

use std::process::Stdio;

use base64::Engine;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};

use crate::program::{Run, Scratch, fits_in_80_columns, json};

/// A wall across x = 2 with a hole at the far end of y.
const WALL: &str = "voxel 5 4 1\n2 0 0\n2 1 0\n2 2 0\n";

#[test]
fn a_path_is_printed_with_all_that_belongs_to_it() {
    let scratch = Scratch::new("solve-path");
    scratch.write("wall.3dmap", WALL);
    let text = scratch.succeeds("solve wall.3dmap --from 1,0,0 --to 3,0,0");
    fits_in_80_columns(&text);
    for line in [
        "outcome    found",
        "length     8.00000000 cells",
        "cells      9",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(text.contains("1,0,0 1,1,0 1,2,0 1,3,0 2,3,0 3,3,0 3,2,0 3,1,0 3,0,0"));
}

#[test]
fn json_is_one_object() {
    let scratch = Scratch::new("solve-json");
    scratch.write("wall.3dmap", WALL);
    for algorithm in [
        "auto",
        "jump",
        "canonical",
        "astar",
        "dijkstra",
        "weighted:2",
        "greedy",
    ] {
        let report = json(&scratch.succeeds(&format!(
            "solve wall.3dmap --from 1,0,0 --to 3,0,0 --json --algorithm {algorithm}"
        )));
        assert_eq!(report["outcome"], "found");
        assert_eq!(report["algorithm"], algorithm);
        assert_eq!(report["cost"], 8_u64 << 30);
        assert_eq!(report["length"], 8.0);
        assert_eq!(report["cells"].as_array().unwrap().len(), 9);
        assert!(report["statistics"]["expanded"].as_u64().unwrap() > 0);
    }
}

#[test]
fn moves_and_corners_change_the_path() {
    let scratch = Scratch::new("solve-moves");
    scratch.write("pillar.3dmap", "voxel 2 2 1\n1 0 0\n");
    let length = |options: &str| {
        let arguments = format!("solve pillar.3dmap --from 0,0,0 --to 1,1,0 --json {options}");
        json(&scratch.succeeds(&arguments))["length"]
            .as_f64()
            .unwrap()
    };
    assert!((length("") - 2.0).abs() < 1e-9);
    assert!((length("--corners lenient") - 2f64.sqrt()).abs() < 1e-9);
    assert!((length("--corners lenient --moves 6") - 2.0).abs() < 1e-9);
}

#[test]
fn every_outcome_without_a_path_is_printed_and_exits_with_1() {
    let scratch = Scratch::new("solve-none");
    scratch.write("split.3dmap", "voxel 3 1 1\n1 0 0\n");
    for (ends, outcome) in [
        ("--from 0,0,0 --to 2,0,0", "unreachable"),
        ("--from 1,0,0 --to 2,0,0", "start blocked"),
        ("--from 0,0,0 --to 1,0,0", "goal blocked"),
        ("--from -1,0,0 --to 2,0,0", "start outside"),
        ("--from 0,0,0 --to 2147483647,-2147483648,0", "goal outside"),
    ] {
        let run = scratch.run(&format!("solve split.3dmap {ends}")).failed(1);
        assert!(run.stdout.contains(&format!("outcome    {outcome}\n")));
        let run = scratch
            .run(&format!("solve split.3dmap {ends} --json"))
            .failed(1);
        assert_eq!(run.json()["outcome"], outcome);
        assert!(run.json()["cells"].is_null());
    }
}

#[test]
fn a_grid_is_solved_in_its_plane() {
    let scratch = Scratch::new("solve-grid");
    scratch.write(
        "small.map",
        "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n",
    );
    let report = json(&scratch.succeeds("solve small.map --from 0,0,0 --to 2,0,0 --json"));
    assert_eq!(report["moves"], "planar8-z");
    assert_eq!(report["length"], 4.0);
}

#[test]
fn hostile_files_are_refused_by_line_or_solved() {
    let scratch = Scratch::new("solve-hostile");
    let cases = [
        ("", "m.3dmap:1: "),
        ("voxel 99999999999999999999 1 1\n", "m.3dmap:1: W"),
        ("voxel -5 1 1\n", "m.3dmap:1: W"),
        ("voxel 2 2 2\n1 1\n", "m.3dmap:2: "),
        ("voxel 2 2 2\r\n1 1 7\r\n", "m.3dmap:2: z"),
        ("voxel 2 2 2\n\u{1b}[2J\n", "m.3dmap:2: "),
    ];
    for (content, place) in cases {
        scratch.write("m.3dmap", content);
        let error = scratch.fails(2, "solve m.3dmap --from 0,0,0 --to 1,0,0");
        assert!(error.contains(place), "{error}");
        assert!(!error.contains('\u{1b}'), "{error}");
    }
    // As large as a world may be: what it claims costs nothing.
    scratch.write("m.3dmap", "voxel 1073741824 1073741824 1073741824\n5 5 5\n");
    let query = "solve m.3dmap --from 0,0,0 --to 9,9,9 --algorithm astar --json";
    assert_eq!(json(&scratch.succeeds(query))["outcome"], "found");
}

#[test]
fn files_that_are_no_maps_are_refused() {
    let scratch = Scratch::new("solve-files");
    scratch.write("map.txt", WALL);
    std::fs::create_dir(scratch.path_of("directory.3dmap")).unwrap();
    for (name, reason) in [
        ("nosuch.3dmap", "check the path"),
        ("map.txt", ".3dmap"),
        ("directory.3dmap", "check the path"),
    ] {
        let error = scratch.fails(2, &format!("solve {name} --from 0,0,0 --to 1,0,0"));
        assert!(error.contains(name) && error.contains(reason), "{error}");
    }
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let scratch = Scratch::new("solve-pipe");
    scratch.write("long.3dmap", "voxel 100000 1 1\n");
    let mut child = scratch
        .command("solve long.3dmap --from 0,0,0 --to 99999,0,0")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let scratch = Scratch::new("solve-full");
    scratch.write("wall.3dmap", WALL);
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = scratch
        .command("solve wall.3dmap --from 0,0,0 --to 1,0,0")
        .stdout(full)
        .output()
        .unwrap();
    assert!(
        Run::from(output)
            .failed(2)
            .stderr
            .contains("standard output")
    );
}

#[test]
fn a_path_is_written_for_other_programs_in_world_units() {
    let scratch = Scratch::new("solve-export");
    // A wall across the room, open at its far end; half a unit a cell.
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(8, 8, 1))).unwrap();
    let wall = CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 6, 1));
    builder.set_box(wall, CellState::Occupied).unwrap();
    let world = voxnav_store::World {
        lattice: voxnav::Lattice::new(DVec3::new(100.0, 0.0, 0.0), 0.5).unwrap(),
        ..voxnav_store::World::new(builder.commit())
    };
    world.save(scratch.path_of("room.voxnav")).unwrap();
    let solve = "solve room.voxnav --from 0,0,0 --to 7,0,0";
    let said = scratch.run(&format!("{solve} --json")).json();
    let cells = said["cells"].as_array().unwrap();
    let expected: Vec<[f64; 3]> = cells
        .iter()
        .map(|cell| [0, 1, 2].map(|axis| cell[axis].as_f64().unwrap() * 0.5))
        .map(|[x, y, z]| [x + 100.0, y, z])
        .collect();
    assert!(expected.len() > 8);

    scratch.succeeds(&format!("{solve} --export p.csv"));
    let mut rows = csv::Reader::from_path(scratch.path_of("p.csv")).unwrap();
    let rows: Vec<[f64; 3]> = rows.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows, expected);

    scratch.succeeds(&format!("{solve} --export p.json"));
    let read: Vec<[f64; 3]> = serde_json::from_str(&scratch.read("p.json")).unwrap();
    assert_eq!(read, expected);

    // Its own lattice says that the origin of the world is 100 m to the west of the start.
    scratch.succeeds(&format!(
        "{solve} --export p.geojson --geo-origin 13.4,-52.5,34"
    ));
    let line: geojson::Feature = scratch.read("p.geojson").parse().unwrap();
    let Some(geojson::GeometryValue::LineString { coordinates }) = line.geometry.map(|it| it.value)
    else {
        panic!("no line")
    };
    assert_eq!(coordinates.len(), expected.len());
    // A degree east is 67.9 km there.
    assert!((coordinates[0][0] - (13.4 + 100.0 / 67_900.0)).abs() < 1e-5);
    assert!((coordinates[0][1] + 52.5).abs() < 1e-9);

    scratch.succeeds(&format!("{solve} --export p.gltf"));
    let scene = gltf::Gltf::open(scratch.path_of("p.gltf")).unwrap();
    let gltf::buffer::Source::Uri(uri) = scene.buffers().next().unwrap().source() else {
        panic!("the numbers are in the file itself")
    };
    let (_, text) = uri.split_once(";base64,").unwrap();
    let bytes = base64::prelude::BASE64_STANDARD.decode(text).unwrap();
    let lines: Vec<Vec<[f32; 3]>> = scene
        .meshes()
        .flat_map(|mesh| mesh.primitives().collect::<Vec<_>>())
        .filter(|part| part.mode() == gltf::mesh::Mode::LineStrip)
        .map(|part| {
            part.reader(|_| Some(&bytes))
                .read_positions()
                .unwrap()
                .collect()
        })
        .collect();
    let turned = expected.iter().map(|[x, y, z]| [*x, *z, -y]);
    let [line] = lines.as_slice() else {
        panic!("{} lines", lines.len())
    };
    // All of them are multiples of a half, so that single precision holds them.
    let line = line.iter().map(|at| at.map(f64::from));
    assert!(line.eq(turned));
}

#[test]
fn what_a_path_cannot_be_written_to_is_said_before_the_search() {
    let scratch = Scratch::new("solve-export-refused");
    scratch.write("open.3dmap", "voxel 3 3 1\n1 1 0\n");
    let solve = "solve open.3dmap --from 0,0,0 --to 2,2,0 --export";
    for (arguments, reason) in [
        ("p.txt", "choose one of csv, geojson, gltf, json"),
        ("p.geojson", "--geo-origin"),
        ("p.geojson --geo-origin 13,91,0", "degrees north"),
        ("open.3dmap", "give another output file"),
        ("none/p.csv", "choose a path that you can write to"),
    ] {
        let error = scratch.fails(2, &format!("{solve} {arguments}"));
        assert!(error.contains(reason), "{error}");
        assert!(!scratch.contains("p.geojson") && !scratch.contains("p.txt"));
    }
    // Where there is no path nothing is written.
    scratch.fails(1, "solve open.3dmap --from 0,0,0 --to 1,1,0 --export p.csv");
    assert!(!scratch.contains("p.csv"));
}

#[test]
fn a_file_that_is_loaded_on_demand_gives_the_same_answer() {
    let scratch = Scratch::new("solve-on-demand");
    scratch.succeeds("generate caves --size 200,200,130 --seed 5 -o c.voxnav");
    let mut read = Vec::new();
    for (from, to) in [
        ("5,5,5", "20,9,6"),
        ("5,5,5", "190,190,120"),
        ("9,8,7", "900,0,0"),
    ] {
        let solve = format!("solve c.voxnav --from {from} --to {to} --json");
        let [whole, lazy] = ["", " --on-demand 64MB"].map(|more| {
            let run = scratch.run(&format!("{solve}{more}"));
            let said: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
            (run.code, said["outcome"].clone(), said["cost"].clone())
        });
        assert_eq!(whole, lazy);
        let said = scratch.run(&format!(
            "solve c.voxnav --from {from} --to {to} --on-demand 64MB"
        ));
        fits_in_80_columns(&said.stdout);
        read.push(said.stdout.lines().nth(1).unwrap().to_owned());
    }
    assert!(read[0].contains("200 x 200 x 130 cells, "), "{read:?}");
    for (arguments, reason) in [
        (
            "c.voxnav --from 5,5,5 --to 190,190,120 --on-demand 1000",
            "chunks of the world",
        ),
        (
            "generated:empty:9,9,9:1 --from 0,0,0 --to 1,1,1 --on-demand 1GB",
            "--on-demand needs a .voxnav file",
        ),
        (
            "c.voxnav --from 5,5,5 --to 1,1,1 --on-demand many",
            "--on-demand",
        ),
    ] {
        let error = scratch.fails(2, &format!("solve {arguments}"));
        assert!(error.contains(reason), "{error}");
    }
    let mut bytes = std::fs::read(scratch.path_of("c.voxnav")).unwrap();
    for at in (1536..bytes.len() * 3 / 4).step_by(97) {
        bytes[at] ^= 1;
    }
    std::fs::write(scratch.path_of("bad.voxnav"), bytes).unwrap();
    let solve = "solve bad.voxnav --from 5,5,5 --to 190,190,120 --on-demand 64MB";
    let error = scratch.fails(2, solve);
    assert!(
        error.contains("bad.voxnav: chunk") && error.contains("damaged"),
        "{error}"
    );
}
