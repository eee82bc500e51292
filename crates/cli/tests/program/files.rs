//! Files that the program reads and writes.

use std::fs;

use base64::Engine;
use serde_json::json as value;
use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
use voxnav_store::{World, WorldFile};

use crate::program::{Scratch, fits_in_80_columns, json};

/// The version makes results reproducible elsewhere: it names the commit and the build target.
#[test]
fn the_version_names_commit_and_target() {
    let version = Scratch::new("version").succeeds("--version");
    let begin = concat!("voxnav ", env!("CARGO_PKG_VERSION"), " (");
    let rest = version.strip_prefix(begin).unwrap();
    let (commit, target) = rest.strip_suffix(")\n").unwrap().split_once(", ").unwrap();
    let is_commit = commit.len() == 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_commit || commit == "commit unknown", "{version}");
    assert!(target.contains(std::env::consts::ARCH), "{version}");
}

#[test]
fn two_runs_do_not_write_the_same_file_at_once() {
    let scratch = Scratch::new("files-two");
    scratch.succeeds("generate caves --size 20,20,20 --seed 7 -o cave.3dmap --scenarios 3");
    let held = fs::File::create(scratch.path_of("rows.csv.partial")).unwrap();
    fs4::FileExt::try_lock(&held).unwrap();
    let arguments = "compare cave.3dmap --algorithms astar --csv rows.csv";
    let error = scratch.fails(2, arguments);
    assert!(error.contains("another run is writing it"), "{error}");
    drop(held);
    scratch.succeeds(arguments);
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_on_a_full_disk_is_an_error() {
    let scratch = Scratch::new("files-full");
    let run =
        scratch.sh("voxnav solve generated:empty:5,5,5:1 --from 1,0,0 --to 3,0,0 > /dev/full");
    let error = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(
        error.starts_with("voxnav: standard output: ") && error.contains("; "),
        "{error}"
    );
}

/// Cuts of a map that the program wrote: refused, or doubted on standard error; never taken for a map with fewer
/// obstacles.
#[test]
fn cut_maps_do_not_pass_for_whole_ones() {
    let scratch = Scratch::new("files-cut");
    scratch.succeeds("generate rooms --size 30,20,10 --seed 3 -o whole.3dmap");
    let whole = scratch.read("whole.3dmap");
    let mut refused = 0;
    for part in 0..40 {
        scratch.write("cut.3dmap", &whole[..(part * whole.len() + 17) / 40]);
        let run = scratch.run("solve cut.3dmap --from 0,0,0 --to 1,1,1 --moves 6");
        let is_doubted = run.stderr.contains("does not end in a line break");
        assert!(run.code == 2 || is_doubted, "{}", run.stderr);
        refused += u32::from(run.code == 2);
    }
    assert!(refused >= 38, "{refused}");
}

#[test]
fn info_says_what_a_world_file_carries() {
    let scratch = Scratch::new("files-info");
    scratch.succeeds("generate terrain --size 70,70,40 --seed 3 -o t.voxnav");
    let mut world = World::load(scratch.path_of("t.voxnav")).unwrap();
    world.extras.insert("of mine".to_owned(), vec![7; 300]);
    WorldFile::create(scratch.path_of("t.voxnav"), &world).unwrap();
    let text = scratch.succeeds("info t.voxnav");
    fits_in_80_columns(&text);
    assert!(text.contains("extra       of mine, 300 B"), "{text}");
    let said = json(&scratch.succeeds("info t.voxnav --json"));
    let extras = value!([{"name": "of mine", "bytes": 300}]);
    assert_eq!(said["kept"]["extras"], extras);
    assert_eq!(said["kept"]["version"], voxnav_store::FORMAT_VERSION);
    let materials = said["materials"].as_array().unwrap();
    assert!(materials.len() > 1);
    // The same by looking at every cell.
    let occupancy = &world.occupancy;
    for material in materials {
        let id = occupancy.palette().find(material["name"].as_str().unwrap());
        let cells = occupancy.bounds().cells();
        let count = cells.filter(|cell| occupancy.material(*cell) == id).count();
        assert_eq!(material["cells"], count as u64, "{material}");
    }
}

/// The names in help and errors are those of the readers, by the features that are on.
#[test]
fn other_names_are_refused_with_all_that_would_do() {
    let scratch = Scratch::new("files-names");
    scratch.write("a.xyz", "");
    let known = voxnav_files::map_extensions().chain(voxnav_files::extensions());
    let known: Vec<_> = known.map(|extension| format!(".{extension}")).collect();
    assert!(known.len() > 13, "{known:?}");
    let [help, told] = [
        scratch.succeeds("convert --help"),
        scratch.fails(2, "info a.xyz"),
    ];
    for text in [help, told] {
        let words = text.split(|it: char| !(it.is_ascii_alphanumeric() || it == '.'));
        let words: Vec<_> = words.map(|word| word.trim_end_matches('.')).collect();
        for name in &known {
            assert!(words.contains(&name.as_str()), "{name}: {text}");
        }
    }
}

#[test]
fn a_path_is_written_for_other_programs_in_world_units() {
    let scratch = Scratch::new("files-export");
    // A wall across the room, open at its far end; half a unit a cell.
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(8, 8, 1))).unwrap();
    let wall = CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 6, 1));
    builder.set_box(wall, CellState::Occupied).unwrap();
    let world = World {
        lattice: Lattice::new(DVec3::new(100.0, 0.0, 0.0), 0.5).unwrap(),
        ..World::new(builder.commit())
    };
    world.save(scratch.path_of("room.voxnav")).unwrap();
    let solve = "solve room.voxnav --from 0,0,0 --to 7,0,0";
    let said = json(&scratch.succeeds(&format!("{solve} --json")));
    let cells: Vec<[f64; 3]> = serde_json::from_value(said["cells"].clone()).unwrap();
    let expected = cells.into_iter().map(|cell| cell.map(|at| at * 0.5));
    let expected: Vec<_> = expected.map(|[x, y, z]| [x + 100.0, y, z]).collect();
    assert!(expected.len() > 8);

    scratch.succeeds(&format!("{solve} --export p.csv"));
    let mut rows = csv::Reader::from_path(scratch.path_of("p.csv")).unwrap();
    let rows: Vec<[f64; 3]> = rows.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows, expected);
    scratch.succeeds(&format!("{solve} --export p.json"));
    let read: Vec<[f64; 3]> = serde_json::from_str(&scratch.read("p.json")).unwrap();
    assert_eq!(read, expected);

    // Its own lattice says that the origin of the world is 100 m to the west of the start.
    let geo = "--export p.geojson --geo-origin 13.4,-52.5,34";
    scratch.succeeds(&format!("{solve} {geo}"));
    let line: geojson::Feature = scratch.read("p.geojson").parse().unwrap();
    let line = line.geometry.map(|it| it.value);
    let Some(geojson::GeometryValue::LineString { coordinates }) = line else {
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
    let [line] = lines(&scene)[..] else {
        panic!("not one line")
    };
    let (mesh, part) = line;
    let part = scene
        .meshes()
        .nth(mesh)
        .unwrap()
        .primitives()
        .nth(part)
        .unwrap();
    let line = part.reader(|_| Some(&bytes)).read_positions().unwrap();
    // All of them are multiples of a half, so that single precision holds them.
    let line: Vec<_> = line.map(|at| at.map(f64::from)).collect();
    let turned = expected.iter().map(|[x, y, z]| [*x, *z, -y]);
    assert!(turned.eq(line));
}

/// The places of the lines of a scene: mesh and primitive.
fn lines(scene: &gltf::Gltf) -> Vec<(usize, usize)> {
    let meshes = scene.meshes();
    let parts = meshes.flat_map(|mesh| {
        let parts = mesh.primitives().enumerate();
        let lines = parts.filter(|(_, part)| part.mode() == gltf::mesh::Mode::LineStrip);
        lines
            .map(|(part, _)| (mesh.index(), part))
            .collect::<Vec<_>>()
    });
    parts.collect()
}

/// Paths of several requests; one of a single cell is no line.
#[test]
fn paths_of_requests_are_written_for_other_programs() {
    let scratch = Scratch::new("files-routes");
    scratch.inputs_of("route", &["export.csv"]);
    let route = "route generated:empty:12,6,3:1 --requests export.csv --out o.csv --force --export";
    scratch.routes(&format!("{route} p.geojson --geo-origin 13.4,52.5,34"));
    let lines_of: geojson::FeatureCollection = scratch.read("p.geojson").parse().unwrap();
    assert_eq!(lines_of.features.len(), 2);
    let id = lines_of.features[0].property("id");
    assert_eq!(id, Some(&value!("a")));
    scratch.routes(&format!("{route} p.gltf"));
    let scene = gltf::Gltf::open(scratch.path_of("p.gltf")).unwrap();
    assert_eq!(lines(&scene).len(), 1);
}
