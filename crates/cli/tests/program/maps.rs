//! Maps as commands take them: compressed, generated, cut.

use std::fs;
use std::io::Write;

use flate2::{Compression, write::GzEncoder};

use crate::program::{Scratch, fits_in_80_columns, json};

#[test]
fn compressed_maps_and_scenarios_are_read_as_they_are() {
    let scratch = Scratch::new("maps-compressed");
    scratch.succeeds("generate caves --size 48,48,48 --seed 7 -o cave.3dmap --scenarios 9");
    let plain = json(&scratch.succeeds("bench cave.3dmap --json"));
    let gzip = |from: &str, to: &str| {
        let mut file = GzEncoder::new(Vec::new(), Compression::fast());
        file.write_all(scratch.read(from).as_bytes()).unwrap();
        fs::write(scratch.path_of(to), file.finish().unwrap()).unwrap();
    };
    gzip("cave.3dmap", "cave.3dmap.gz");
    // Beside it the scenario of the map that is not compressed.
    let packed = json(&scratch.succeeds("bench cave.3dmap.gz --json"));
    assert_eq!(packed["expanded"], plain["expanded"]);
    assert_eq!(packed["scenario"], "cave.3dmap.3dscen");
    gzip("cave.3dmap.3dscen", "only.3dmap.3dscen.gz");
    gzip("cave.3dmap", "only.3dmap.gz");
    let packed = json(&scratch.succeeds("bench only.3dmap.gz --json"));
    assert_eq!(packed["expanded"], plain["expanded"]);
    scratch.succeeds("view only.3dmap.gz --scenario 1");
    assert!(scratch.contains("only.html"));
    let bytes = fs::read(scratch.path_of("only.3dmap.gz")).unwrap();
    fs::write(scratch.path_of("cut.3dmap.gz"), &bytes[..bytes.len() / 2]).unwrap();
    let error = scratch.fails(2, "solve cut.3dmap.gz --from 0,0,0 --to 1,1,1");
    assert!(
        error.contains("cut.3dmap.gz:") && error.contains("reading ends here"),
        "{error}"
    );
}

/// A world that nobody has to keep works wherever a map does.
#[test]
fn generated_worlds_stand_for_maps() {
    let scratch = Scratch::new("maps-generated");
    scratch.succeeds("generate caves --size 48,48,48 --seed 7 -o cave.3dmap --scenarios 9");
    let row = scratch
        .read("cave.3dmap.3dscen")
        .lines()
        .nth(2)
        .unwrap()
        .to_owned();
    let ends: Vec<_> = row.split(' ').take(6).collect();
    let (from, to) = (ends[..3].join(","), ends[3..].join(","));
    let solve = |map: &str| {
        let out = scratch.succeeds(&format!("solve {map} --from {from} --to {to} --json"));
        json(&out)["cells"].clone()
    };
    let generated = "generated:caves:48,48,48:7";
    assert_eq!(solve(generated), solve("cave.3dmap"));
    let report = json(&scratch.succeeds(&format!("bench {generated} --sample 9 --json")));
    assert_eq!(
        (&report["queries"], &report["mismatches"]),
        (&9.into(), &0.into())
    );
    let listed = format!("bench {generated} cave.3dmap.3dscen --json");
    let listed = json(&scratch.succeeds(&listed));
    assert_eq!(
        listed["expanded"], report["expanded"],
        "the problems are those of generate"
    );
    scratch.succeeds(&format!("view {generated} --scenario 9"));
    assert!(scratch.contains("caves.html"));
    scratch.write(
        "requests.csv",
        &format!("id,sx,sy,sz,gx,gy,gz\na,{from},{to}\n"),
    );
    scratch.routes(&format!(
        "route {generated} --requests requests.csv --out routes.csv"
    ));
    assert!(scratch.read("routes.csv").contains("found"));
    let error = scratch.fails(2, "solve generated:caves:48,48:7 --from 0,0,0 --to 1,1,1");
    assert!(error.contains("is not a size"), "{error}");
}

/// Random cuts of a map that the program wrote: refused, or doubted on standard error; never taken
/// for a map with fewer obstacles.
#[test]
fn cut_maps_do_not_pass_for_whole_ones() {
    let scratch = Scratch::new("maps-cut");
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
    let lines: Vec<_> = whole.split_inclusive('\n').collect();
    scratch.write("lines.3dmap", &lines[..lines.len() / 2].concat());
    let error = scratch.fails(2, "solve lines.3dmap --from 0,0,0 --to 1,1,1");
    assert!(error.contains("cut short"), "{error}");
    scratch.succeeds("solve whole.3dmap --from 0,0,0 --to 1,1,1");
    // Of others nobody knows.
    scratch.write("other.3dmap", "voxel 3 3 3\n1 1 1\n1 1 2");
    let run = scratch.run("solve other.3dmap --from 0,0,0 --to 0,1,1");
    assert_eq!(run.code, 0);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    fits_in_80_columns(&run.stdout);
}
