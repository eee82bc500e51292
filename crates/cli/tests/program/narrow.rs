//! Reports on terminals of fewer than 80 columns.

use crate::program::Scratch;

/// Nothing that could stand on the next line is cut by the terminal, and no number is lost.
#[test]
fn reports_fit_into_narrow_terminals() {
    let scratch = Scratch::new("narrow");
    scratch.succeeds("generate rooms --size 32,32,16 --seed 3 -o w.3dmap --scenarios 30");
    scratch.succeeds("generate terrain --size 40,40,32 --seed 3 -o t.voxnav");
    for command in [
        "compare w.3dmap --sample 3",
        "compare w.3dmap --sample 2 --moves 6,planar8-x --corners strict,lenient",
        "compare generated:rooms:24,24,8:1 --dynamic near-doors --sample 5",
        "bench w.3dmap --sample 5",
        "info t.voxnav",
        "solve w.3dmap --from 1,1,1 --to 9,9,9",
        "view w.3dmap --scenario 1",
        "convert t.voxnav t.3dmap",
        "generate caves --size 20,20,20 --seed 7 -o c.3dmap --scenarios 3",
    ] {
        for columns in [80, 60, 40, 30] {
            let mut narrow = scratch.command(command);
            let output = narrow.env("COLUMNS", columns.to_string()).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.lines().count() > 3, "{command}: {text}");
            for line in text.lines() {
                let words = line.split_whitespace().count();
                // A label, and one long word beside it.
                let is_whole = line.chars().count() <= columns || words <= 2;
                assert!(is_whole, "{command}, {columns} columns: {line}");
            }
        }
    }
    let bench = |columns: &str| {
        let mut command = scratch.command("bench w.3dmap --sample 5");
        let output = command.env("COLUMNS", columns).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for heading in ["mean", "median", "p99.9", "total"] {
        assert!(bench("30").contains(heading), "{heading}");
    }
    // What is for programs is not touched.
    let mut json = scratch.command("bench w.3dmap --sample 5 --json");
    let output = json.env("COLUMNS", "30").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 1);
}
