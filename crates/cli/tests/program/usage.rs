//! Usage: help that teaches, and wrong arguments.

use crate::program::{Scratch, fits_in_80_columns};

#[test]
fn help_fits_in_80_columns_and_is_no_error() {
    let scratch = Scratch::new("usage-help");
    for arguments in [
        "--help",
        "-h",
        "help bench",
        "solve --help",
        "solve -h",
        "bench --help",
        "bench -h",
        "compare --help",
        "compare -h",
        "convert --help",
        "convert -h",
        "info --help",
        "info -h",
        "generate --help",
        "generate -h",
        "view --help",
        "view -h",
        "completions --help",
        "man --help",
        "route --help",
        "--version",
    ] {
        let text = scratch.succeeds(arguments);
        fits_in_80_columns(&text);
        assert!(text.contains("voxnav"), "{text}");
    }
}

#[test]
fn wrong_arguments_are_one_line_and_exit_with_2() {
    let scratch = Scratch::new("usage-wrong");
    for (arguments, reason) in [
        ("fly", "fly"),
        ("--json", "--json"),
        ("solve", "--from"),
        ("solve m.3dmap --from 1,2 --to 3,4,5", "three whole numbers"),
        (
            "solve m.3dmap --from 1,2,3 --to 3,4,5 --algorithm best",
            "there are auto",
        ),
        (
            "solve m.3dmap --from 1,2,3 --to 3,4,5 --algorithm weighted:0",
            "weighted:W",
        ),
        ("bench", "<MAP>"),
        ("bench m.3dmap --algorthm astar", "--algorithm"),
        ("bench m.3dmap --heuristic best", "there are octile"),
        ("bench m.3dmap --moves 27", "there are 26"),
        ("bench m.3dmap --corners cut", "there are strict"),
        ("bench m.3dmap --sample 0", "--sample"),
        ("bench m.3dmap a.3dscen b.3dscen", "b.3dscen"),
    ] {
        let error = scratch.fails(2, arguments);
        assert!(error.contains(reason), "{error}");
    }
}

/// A name given twice, or a link, must not cost anybody a map.
#[test]
fn nothing_is_written_over_what_is_read() {
    let scratch = Scratch::new("usage-inputs");
    scratch.succeeds("generate caves --size 24,24,24 --seed 7 -o cave.3dmap --scenarios 5");
    let requests = "id,sx,sy,sz,gx,gy,gz\na,0,0,0,1,1,1\n";
    scratch.write("requests.csv", requests);
    scratch.succeeds("view cave.3dmap --scenario 1 --trace search.jsonl");
    let files = [
        "cave.3dmap",
        "cave.3dmap.3dscen",
        "requests.csv",
        "search.jsonl",
    ];
    let before = files.map(|name| scratch.read(name));
    for arguments in [
        "route cave.3dmap --requests requests.csv --out requests.csv",
        "route cave.3dmap --requests requests.csv --out ./requests.csv --resume",
        "solve cave.3dmap --from 0,0,0 --to 1,1,1 --trace cave.3dmap",
        "view cave.3dmap --scenario 1 --trace ./cave.3dmap",
        "view cave.3dmap --replay search.jsonl --html search.jsonl",
        "view cave.3dmap --scenario 1 --scenarios cave.3dmap.3dscen --html cave.3dmap.3dscen",
        "compare cave.3dmap --csv cave.3dmap",
        "compare cave.3dmap --scenarios cave.3dmap.3dscen --json cave.3dmap.3dscen",
    ] {
        let error = scratch.fails(2, arguments);
        assert!(
            error.contains("give another output file"),
            "{arguments}: {error}"
        );
        assert_eq!(files.map(|name| scratch.read(name)), before, "{arguments}");
    }
}

#[test]
fn results_stay_where_nothing_can_take_their_place() {
    let scratch = Scratch::new("usage-results");
    scratch.write("requests.csv", "id,sx,sy,sz,gx,gy,gz\n");
    scratch.write("results.csv", "of yesterday");
    scratch.fails(
        2,
        "route missing.3dmap --requests requests.csv --out results.csv",
    );
    assert_eq!(scratch.read("results.csv"), "of yesterday");
    // Before the work, and not after it.
    let error = scratch.fails(2, "compare missing.3dmap --html nowhere/report.html");
    assert!(error.contains("nowhere/report.html"), "{error}");
}
