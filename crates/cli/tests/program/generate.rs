//! `voxnav generate`.

use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use crate::program::{Scratch, fits_in_80_columns, json};

#[test]
fn every_kind_of_world_comes_with_problems_that_check_out() {
    let scratch = Scratch::new("generate-kinds");
    for kind in ["empty", "caves", "random:30", "maze", "rooms", "towers"] {
        let out = scratch.succeeds(&format!(
            "generate {kind} --size 40,33,21 --seed 5 -o w.3dmap --scenarios 12"
        ));
        fits_in_80_columns(&out);
        assert!(out.contains("12 problems"), "{out}");
        assert!(scratch.read("w.3dmap").starts_with("voxel 40 33 21"));
        assert!(
            scratch
                .read("w.3dmap.3dscen")
                .starts_with("version 1\nw.3dmap\n")
        );
        for algorithm in ["auto", "astar"] {
            let report =
                json(&scratch.succeeds(&format!("bench w.3dmap --json --algorithm {algorithm}")));
            assert_eq!(report["queries"], 12, "{kind}");
            assert_eq!(report["mismatches"], 0, "{kind}");
        }
    }
}

/// A compressed map is the map, whether it is written as a whole or by slabs, and so are its problems.
#[test]
fn compressed_worlds_are_the_worlds_that_they_hold() {
    let scratch = Scratch::new("generate-compressed");
    let make = "generate caves --size 40,33,21 --seed 5";
    scratch.succeeds(&format!("{make} -o w.3dmap"));
    for ending in ["gz", "zst"] {
        scratch.succeeds(&format!("{make} -o slabs.3dmap.{ending}"));
        scratch.succeeds(&format!("{make} -o whole.3dmap.{ending} --scenarios 7"));
        for name in ["slabs", "whole"] {
            let packed = std::fs::metadata(scratch.path_of(&format!("{name}.3dmap.{ending}")));
            let plain = std::fs::metadata(scratch.path_of("w.3dmap"));
            assert!(2 * packed.unwrap().len() < plain.unwrap().len(), "{name}");
            scratch.succeeds(&format!("convert {name}.3dmap.{ending} again.3dmap"));
            assert_eq!(
                scratch.read("again.3dmap"),
                scratch.read("w.3dmap"),
                "{name}"
            );
        }
        let report = json(&scratch.succeeds(&format!("bench whole.3dmap.{ending} --json")));
        assert_eq!(
            (&report["queries"], &report["mismatches"]),
            (&7.into(), &0.into())
        );
    }
    let error = scratch.fails(2, &format!("{make} -o w.voxnav.gz"));
    assert!(error.contains("unsupported extension"), "{error}");
    // A scenario that is there compressed is replaced by one that is.
    std::fs::remove_file(scratch.path_of("whole.3dmap.3dscen")).unwrap();
    std::fs::write(scratch.path_of("whole.3dmap.3dscen.gz"), "").unwrap();
    scratch.succeeds(&format!("{make} -o whole.3dmap --scenarios 7"));
    let report = json(&scratch.succeeds("bench whole.3dmap --json"));
    assert_eq!(report["queries"], 7);
}

#[test]
fn equal_arguments_give_equal_files() {
    let scratch = Scratch::new("generate-equal");
    for (name, seed) in [("a", 9), ("b", 9), ("c", 10)] {
        scratch.succeeds(&format!(
            "generate caves --size 48,48,48 --seed {seed} -o {name}.3dmap --scenarios 9"
        ));
    }
    assert_eq!(scratch.read("a.3dmap"), scratch.read("b.3dmap"));
    assert_ne!(scratch.read("a.3dmap"), scratch.read("c.3dmap"));
    let rows = |name: &str| {
        let text = scratch.read(name);
        text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rows("a.3dmap.3dscen"), rows("b.3dmap.3dscen"));
    assert_eq!(rows("a.3dmap.3dscen").len(), 9);
}

/// With problems the world is made whole and without them slab by slab; nobody may see which.
#[test]
fn streamed_maps_are_those_that_are_made_whole() {
    let scratch = Scratch::new("generate-stream");
    for kind in ["empty", "caves", "random:30", "maze", "rooms", "towers"] {
        let size = "--size 66,40,150 --seed 5";
        let whole = scratch.succeeds(&format!("generate {kind} {size} -o a.3dmap --scenarios 1"));
        let streamed = scratch.succeeds(&format!("generate {kind} {size} -o b.3dmap"));
        assert_eq!(scratch.read("a.3dmap"), scratch.read("b.3dmap"), "{kind}");
        assert_eq!(whole.lines().nth(1), streamed.lines().nth(1), "{kind}");
    }
}

/// 2^40 cells, of which 2^31 are in a slab.
#[test]
fn a_world_may_have_more_cells_than_fit_in_memory() {
    let scratch = Scratch::new("generate-large");
    let out = scratch.succeeds("generate empty --size 32768,65536,512 --seed 5 -o large.3dmap");
    assert!(
        out.contains("32768 x 65536 x 512 cells, 0 occupied"),
        "{out}"
    );
    assert_eq!(scratch.read("large.3dmap"), "voxel 32768 65536 512\n");
}

#[test]
fn too_few_connected_pairs_are_reported() {
    let scratch = Scratch::new("generate-few");
    let full = "generate random:100 --size 9,9,9 --seed 1 -o full.3dmap --scenarios 5";
    let error = scratch.fails(1, full);
    assert!(error.contains("generated 0 of 5 problems"), "{error}");
    assert!(scratch.contains("full.3dmap"));
    assert!(!scratch.contains("full.3dmap.3dscen"));
    let noise = "generate random:93 --size 20,20,20 --seed 1 -o noise.3dmap --scenarios 500";
    let error = scratch.fails(1, noise);
    assert!(!error.contains("made 0 of"), "{error}");
    scratch.succeeds("bench noise.3dmap");
}

#[test]
fn worlds_of_our_own_format_are_the_same_worlds() {
    let scratch = Scratch::new("generate-own");
    let bytes = |name| std::fs::read(scratch.path_of(name)).unwrap();
    for kind in ["empty", "random:30", "rooms", "towers", "caves", "terrain"] {
        let size = "--size 80,70,150 --seed 3";
        scratch.succeeds(&format!("generate {kind} {size} -o lines.3dmap"));
        scratch.succeeds(&format!("generate {kind} {size} -o slabs.voxnav"));
        scratch.succeeds(&format!(
            "generate {kind} {size} -o whole.voxnav --scenarios 3"
        ));
        assert!(bytes("slabs.voxnav") == bytes("whole.voxnav"));
        let own = voxnav_formats::read_map(scratch.path_of("slabs.voxnav")).unwrap();
        let lines = voxnav_formats::read_map(scratch.path_of("lines.3dmap")).unwrap();
        assert!(own.occupied_cells().eq(lines.occupied_cells()));
        scratch.succeeds("bench whole.voxnav");
    }
    let mut damaged = bytes("slabs.voxnav");
    damaged[1540] ^= 1;
    std::fs::write(scratch.path_of("damaged.voxnav"), damaged).unwrap();
    let error = scratch.fails(2, "solve damaged.voxnav --from 0,0,0 --to 1,1,1");
    assert!(error.contains("damaged"), "{error}");
}

#[test]
fn bad_requests_say_what_to_do() {
    let scratch = Scratch::new("generate-bad");
    for (arguments, reason) in [
        (
            "dungeon --size 9,9,9 --seed 1 -o w.3dmap",
            "there are empty, caves",
        ),
        (
            "random:200 --size 9,9,9 --seed 1 -o w.3dmap",
            "from 0 to 100",
        ),
        ("maze --size 9,9 --seed 1 -o w.3dmap", "three whole numbers"),
        ("maze --size 9,0,9 --seed 1 -o w.3dmap", "9 x 0 x 9"),
        ("maze --size 9,-9,9 --seed 1 -o w.3dmap", "9 x -9 x 9"),
        (
            "maze --size 2000000000,2000000000,2 --seed 1 -o w.3dmap",
            "TiB, but only",
        ),
        (
            "caves --size 6000,6000,6000 --seed 1 -o w.3dmap --scenarios 1",
            "w.3dmap",
        ),
        (
            "empty --size 6000,6000,6000 --seed 1 -o w.3dmap --scenarios 1",
            "chunks",
        ),
        (
            "towers --size 1000000000,10,1 --seed 1 -o w.3dmap",
            "of memory to make",
        ),
        ("maze --size 9,9,9 --seed -1 -o w.3dmap", "--seed"),
        ("maze --size 9,9,9 --seed 1 -o w.map", ".3dmap"),
        (
            "maze --size 9,9,9 --seed 1 -o no/such/w.3dmap",
            "no/such/w.3dmap",
        ),
        (
            "maze --size 9,9,9 --seed 1 -o w.3dmap --scenarios 0",
            "--scenarios",
        ),
        ("maze --size 9,9,9 -o w.3dmap", "--seed"),
    ] {
        let error = scratch.fails(2, &format!("generate {arguments}"));
        assert!(error.contains(reason), "{error}");
        assert!(!scratch.contains("w.3dmap"));
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_leaves_nothing() {
    let scratch = Scratch::new("generate-interrupt");
    let arguments = "generate random:50 --size 600,600,600 --seed 1 -o w.3dmap";
    let mut process = scratch.command(arguments).spawn().unwrap();
    while !scratch.contains("w.3dmap.partial") {
        assert_eq!(process.try_wait().unwrap(), None, "it was too quick");
        thread::sleep(Duration::from_millis(2));
    }
    interrupt(&process);
    assert_eq!(process.wait().unwrap().code(), Some(130));
    assert!(!scratch.contains("w.3dmap.partial") && !scratch.contains("w.3dmap"));
}

/// What has been found by then are not all the problems that were asked for.
#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_among_its_problems_writes_none() {
    let scratch = Scratch::new("generate-interrupt-problems");
    let arguments = "generate caves --size 64,64,64 --seed 7 -o w.3dmap --scenarios 1000000";
    let mut process = scratch.command(arguments).spawn().unwrap();
    while !scratch.contains("w.3dmap") {
        assert_eq!(process.try_wait().unwrap(), None, "it was too quick");
        thread::sleep(Duration::from_millis(2));
    }
    thread::sleep(Duration::from_millis(100));
    interrupt(&process);
    assert_eq!(process.wait().unwrap().code(), Some(130));
    assert!(!scratch.contains("w.3dmap.3dscen"));
}

/// Sends the signal that Ctrl-C sends.
#[cfg(unix)]
fn interrupt(process: &Child) {
    let id = process.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.is_ok_and(|sent| sent.success()));
}
