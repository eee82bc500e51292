//! What `voxnav info` says of files.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::program::{Scratch, fits_in_80_columns};

/// The files that the tests of `voxnav-import` read, one of each kind, and what is to be said to read it.
const FILES: &[(&str, &str, &str)] = &[
    ("bool.npy", "", "NumPy array"),
    ("one.npz", "", "NumPy archive"),
    ("octomap.bt", "", "OctoMap octree"),
    ("octomap.ot", "", "OctoMap octree"),
    ("heights-8.png", "", "height map"),
    ("box.stl", " --size 0.5", "STL mesh"),
    ("box.obj", " --size 0.5 --fill", "Wavefront mesh"),
    ("scene.glb", " --size 0.5", "glTF scene"),
    ("points.ply", " --size 0.5", "PLY points or mesh"),
    ("points.pcd", " --size 0.5", "PCD points"),
    ("points.las", " --size 0.5", "LAS points"),
    ("points.e57", " --size 0.5", "E57 points"),
];

fn fixtures() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/tests/fixtures")
}

#[test]
fn it_says_of_every_kind_of_file_what_is_in_it() {
    let scratch = Scratch::new("info-every");
    for &(name, options, kind) in FILES {
        fs::copy(fixtures().join(name), scratch.path_of(name)).unwrap();
        let said = scratch.succeeds(&format!("info {name}{options}"));
        fits_in_80_columns(&said);
        assert!(said.contains(kind), "{name}: {said}");
        let said = scratch.run(&format!("info {name}{options} --json")).json();
        let [free, occupied, unknown] =
            ["free", "occupied", "unknown"].map(|state| said["cells"][state].as_u64().unwrap());
        let size = said["bounds"]["size"].as_array().unwrap();
        let all: u64 = size.iter().map(|side| side.as_u64().unwrap()).product();
        assert_eq!(free + occupied + unknown, all, "{name}");
        assert!(occupied > 0, "{name}");
        assert_eq!(said["components"]["cells"], free, "{name}");
    }
}

#[test]
fn it_counts_cells_and_components_for_an_agent() {
    let scratch = Scratch::new("info-agent");
    // A wall with a hole of one cell, and a cell of its own in the corner.
    let rows = (0..5).flat_map(|y| (0..5).map(move |z| (y, z)));
    let wall = rows.filter(|row| *row != (2, 2));
    let wall: Vec<_> = wall.map(|(y, z)| format!("3 {y} {z}\n")).collect();
    let map = format!("voxel 9 5 5\n{}7 0 0\n8 1 0\n8 0 1\n", wall.concat());
    scratch.write("wall.3dmap", &map);
    let said = scratch.run("info wall.3dmap --json").json();
    assert_eq!(said["kind"], "voxel map");
    assert_eq!(
        said["cells"],
        json!({"free": 9 * 25 - 27, "occupied": 27, "unknown": 0})
    );
    assert_eq!(
        said["components"],
        json!({"count": 2, "cells": 198, "largest": [197, 1]})
    );
    // A larger one does not fit through the hole, nor into the corner.
    let said = scratch.run("info wall.3dmap --agent 3,3,3 --json").json();
    assert_eq!(said["components"]["count"], 2);
    assert_eq!(said["components"]["largest"][1], 9);
    assert_eq!(said["agent"], json!([3, 3, 3]));
    let error = scratch.fails(2, "info wall.3dmap --agent 0,1,1");
    assert!(error.contains("--agent"), "{error}");
    let text = scratch.succeeds("info wall.3dmap");
    for line in [
        "size        9 x 5 x 5 cells",
        "occupied    27",
        "components  2 of 198 cells",
        "  largest   197, 1",
    ] {
        assert!(text.lines().any(|said| said == line), "{line}: {text}");
    }
}

#[test]
fn it_says_what_a_world_file_carries() {
    use voxnav_store::{World, WorldFile};

    let scratch = Scratch::new("info-voxnav");
    scratch.succeeds("generate terrain --size 70,70,40 --seed 3 -o t.voxnav");
    let mut world = World::load(scratch.path_of("t.voxnav")).unwrap();
    world.extras.insert("of mine".to_owned(), vec![7; 300]);
    WorldFile::create(scratch.path_of("t.voxnav"), &world).unwrap();
    let text = scratch.succeeds("info t.voxnav");
    fits_in_80_columns(&text);
    assert!(text.contains("extra       of mine, 300 B"), "{text}");
    let said = scratch.run("info t.voxnav --json").json();
    assert_eq!(
        said["kept"]["extras"],
        json!([{"name": "of mine", "bytes": 300}])
    );
    assert_eq!(said["kept"]["version"], voxnav_store::FORMAT_VERSION);
    let materials = said["materials"].as_array().unwrap();
    assert!(materials.len() > 1);
    // The same by looking at every cell.
    let cells = world.occupancy.bounds().cells();
    for material in materials {
        let id = world
            .occupancy
            .palette()
            .find(material["name"].as_str().unwrap());
        let count = cells
            .clone()
            .filter(|cell| world.occupancy.material(*cell) == id)
            .count();
        assert_eq!(material["cells"], count as u64, "{material}");
    }
}

#[test]
fn broken_files_are_refused_in_one_line() {
    let scratch = Scratch::new("info-broken");
    for &(name, options, _) in FILES {
        let whole = fs::read(fixtures().join(name)).unwrap();
        scratch.write(name, "");
        scratch.fails(2, &format!("info {name}{options}"));
        if name != "box.obj" {
            fs::write(scratch.path_of(name), &whole[..whole.len() / 2]).unwrap();
            scratch.fails(2, &format!("info {name}{options}"));
        }
    }
    scratch.write("a.voxnav", "");
    scratch.write("a.3dmap", "");
    scratch.write("a.xyz", "");
    for name in ["a.voxnav", "a.3dmap", "a.xyz", "none.vox", "."] {
        scratch.fails(2, &format!("info {name}"));
    }
}

/// The names that are told are those of the readers, by the features that are on.
#[test]
fn other_names_are_refused_with_all_that_would_do() {
    let scratch = Scratch::new("info-names");
    scratch.write("a.xyz", "");
    let known: Vec<_> = voxnav_formats::map_extensions()
        .chain(voxnav_import::extensions())
        .collect();
    assert!(known.len() > 13, "{known:?}");
    let names = |text: &str| -> Vec<String> {
        let words = text.split(|it: char| !(it.is_ascii_alphanumeric() || it == '.'));
        words
            .map(|word| word.trim_end_matches('.').to_owned())
            .collect()
    };
    let help = names(&scratch.succeeds("convert --help"));
    for command in [
        "info a.xyz",
        "convert a.xyz b.3dmap",
        "solve a.xyz --from 0,0,0 --to 1,1,1",
        "view a.xyz",
        "info a",
    ] {
        let told = names(&scratch.fails(2, command));
        for extension in &known {
            let name = format!(".{extension}");
            assert!(told.contains(&name), "{command}: {name}");
            assert!(help.contains(&name), "help: {name}");
        }
    }
}
