//! What stands at the name of an output: what stood there before, or the whole new file.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Stdio;

use crate::program::Scratch;

/// Every command that writes a file, with the file.
const WRITERS: [(&str, &str); 8] = [
    (
        "generate caves --size 20,20,20 --seed 3 -o new.3dmap",
        "new.3dmap",
    ),
    (
        "generate caves --size 20,20,20 --seed 3 -o n.3dmap --scenarios 3",
        "n.3dmap.3dscen",
    ),
    (
        "solve cave.3dmap --from 0,0,0 --to 1,1,1 --trace t.jsonl",
        "t.jsonl",
    ),
    ("view cave.3dmap --html page.html", "page.html"),
    (
        "compare cave.3dmap --algorithms astar --csv rows.csv",
        "rows.csv",
    ),
    (
        "compare cave.3dmap --algorithms astar --json r.json",
        "r.json",
    ),
    (
        "compare cave.3dmap --algorithms astar --markdown r.md",
        "r.md",
    ),
    (
        "compare cave.3dmap --algorithms astar --html r.html",
        "r.html",
    ),
];

fn prepare(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.succeeds("generate caves --size 20,20,20 --seed 7 -o cave.3dmap --scenarios 3");
    scratch
}

#[test]
fn outputs_take_the_place_of_what_was_there_and_leave_nothing_beside() {
    let scratch = prepare("outputs-replace");
    for (arguments, name) in WRITERS {
        scratch.write(name, "of yesterday");
        scratch.run(arguments);
        assert!(!scratch.read(name).contains("of yesterday"), "{arguments}");
        assert!(scratch.read(name).len() > 12, "{arguments}");
        assert!(!scratch.contains(&format!("{name}.partial")), "{arguments}");
    }
}

#[test]
fn a_link_goes_on_pointing_to_what_is_written() {
    let scratch = prepare("outputs-link");
    for (arguments, name) in WRITERS {
        scratch.write("target", "of yesterday");
        symlink(scratch.path_of("target"), scratch.path_of(name)).unwrap();
        scratch.run(arguments);
        let link = fs::symlink_metadata(scratch.path_of(name)).unwrap();
        assert!(link.is_symlink(), "{arguments}");
        assert!(scratch.read("target").len() > 12, "{arguments}");
        fs::remove_file(scratch.path_of(name)).unwrap();
    }
}

#[test]
fn devices_and_pipes_are_written_as_they_are() {
    let scratch = prepare("outputs-device");
    scratch.succeeds("compare cave.3dmap --algorithms astar --csv /dev/null --json /dev/null");
    let arguments = "view cave.3dmap --html /dev/stdout";
    let page = scratch.command(arguments).stdout(Stdio::piped()).output();
    let page = String::from_utf8(page.unwrap().stdout).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") || page.starts_with("<!doctype html>"));
}

/// A run that fails says so and leaves what was there.
#[test]
fn a_run_that_fails_leaves_what_was_there() {
    let scratch = prepare("outputs-fail");
    scratch.write("kept", "of yesterday");
    scratch.write("other.3dscen", "version 1\nother.3dmap\n");
    for arguments in [
        "compare cave.3dmap missing.3dmap --algorithms astar --json kept",
        "compare cave.3dmap missing.3dmap --algorithms astar --csv kept",
        "compare cave.3dmap --scenarios other.3dscen --html kept",
        "view missing.3dmap --html kept",
    ] {
        scratch.fails(2, arguments);
        assert_eq!(scratch.read("kept"), "of yesterday", "{arguments}");
    }
}

#[test]
fn two_runs_do_not_write_the_same_file_at_once() {
    let scratch = prepare("outputs-two");
    let held = fs::File::create(scratch.path_of("rows.csv.partial")).unwrap();
    fs4::FileExt::try_lock(&held).unwrap();
    let arguments = "compare cave.3dmap --algorithms astar --csv rows.csv";
    let error = scratch.fails(2, arguments);
    assert!(error.contains("another run is writing it"), "{error}");
    drop(held);
    scratch.succeeds(arguments);
}
