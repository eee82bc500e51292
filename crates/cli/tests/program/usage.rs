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
        "generate --help",
        "generate -h",
        "view --help",
        "view -h",
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
