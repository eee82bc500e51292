//! `voxnav generate`.

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
        assert!(scratch.read("w.3dmap").starts_with("voxel 40 33 21\n"));
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

#[test]
fn too_few_connected_pairs_are_reported() {
    let scratch = Scratch::new("generate-few");
    let full = "generate random:100 --size 9,9,9 --seed 1 -o full.3dmap --scenarios 5";
    let error = scratch.fails(1, full);
    assert!(error.contains("made 0 of 5 problems"), "{error}");
    assert!(scratch.contains("full.3dmap"));
    assert!(!scratch.contains("full.3dmap.3dscen"));
    let noise = "generate random:93 --size 20,20,20 --seed 1 -o noise.3dmap --scenarios 500";
    let error = scratch.fails(1, noise);
    assert!(!error.contains("made 0 of"), "{error}");
    scratch.succeeds("bench noise.3dmap");
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
            "chunks",
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
