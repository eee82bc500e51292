//! `voxnav bench`.

use crate::program::{Scratch, fits_in_80_columns, json};

/// A world with 40 problems in `w.3dmap`.
fn rooms(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.succeeds("generate rooms --size 40,40,24 --seed 3 -o w.3dmap --scenarios 40");
    scratch
}

#[test]
fn the_report_has_every_field_and_one_object() {
    let scratch = rooms("bench-json");
    let report = json(&scratch.succeeds("bench w.3dmap --json"));
    for (field, parts) in [
        ("time_ms", "mean q1 median q3 p99 p999 max total"),
        ("expanded", "mean median max total"),
        ("generated", "mean median max total"),
        ("suboptimality", "mean max"),
    ] {
        for part in parts.split(' ') {
            assert!(
                report[field][part].as_f64().unwrap() > 0.0,
                "{field} {part}"
            );
        }
    }
    for field in [
        "load_ms",
        "occupancy_bytes",
        "traversability_bytes",
        "workspace_bytes",
    ] {
        assert!(report[field].as_f64().unwrap() > 0.0, "{field}");
    }
    assert_eq!(report["map"], "w.3dmap");
    assert_eq!(report["scenario"], "w.3dmap.3dscen");
    assert_eq!(report["algorithm"], "auto");
    assert_eq!(report["heuristic"], "octile");
    assert_eq!(report["queries"], 40);
    for field in ["mismatches", "invalid_paths", "unreachable"] {
        assert_eq!(report[field], 0, "{field}");
    }
    assert!((report["suboptimality"]["max"].as_f64().unwrap() - 1.0).abs() < 1e-8);
}

#[test]
fn text_fits_in_80_columns() {
    let scratch = rooms("bench-text");
    let text = scratch.succeeds("bench w.3dmap --algorithm astar --heuristic euclidean");
    fits_in_80_columns(&text);
    assert!(text.contains("40 of 40 rows"), "{text}");
    assert!(text.contains("guarantee   optimal"), "{text}");
}

#[test]
fn exact_searches_agree_with_the_listed_lengths() {
    let scratch = rooms("bench-exact");
    for options in [
        "--algorithm jump",
        "--algorithm canonical",
        "--algorithm dijkstra",
        "--algorithm astar --heuristic euclidean",
        "--algorithm astar --heuristic chebyshev",
        "--algorithm auto --heuristic zero",
    ] {
        let report = json(&scratch.succeeds(&format!("bench w.3dmap --json --sample 9 {options}")));
        assert_eq!(report["guarantee"], "optimal", "{options}");
        assert_eq!(report["queries"], 9);
    }
}

#[test]
fn inexact_searches_are_reported_as_such_and_stay_within_their_bounds() {
    let scratch = rooms("bench-inexact");
    for (options, guarantee) in [
        ("--heuristic manhattan", "at most 1.7321 times the optimum"),
        ("--algorithm weighted:3", "at most 3.0000 times the optimum"),
        ("--algorithm greedy", "no bound"),
    ] {
        let report = json(&scratch.succeeds(&format!("bench w.3dmap --json {options}")));
        assert_eq!(report["guarantee"], guarantee);
        assert!(report["suboptimality"]["max"].as_f64().unwrap() >= 1.0);
        assert_eq!(report["mismatches"], 0);
    }
}

#[test]
fn other_moves_are_checked_without_lengths() {
    let scratch = rooms("bench-moves");
    for options in [
        "--moves 6",
        "--moves 18 --corners lenient",
        "--moves planar4-z",
    ] {
        let report = json(&scratch.succeeds(&format!("bench w.3dmap --json {options}")));
        assert_eq!(report["mismatches"], 0, "{options}");
    }
}

#[test]
fn a_sample_takes_rows_at_even_distances() {
    let scratch = Scratch::new("bench-sample");
    scratch.write("line.3dmap", "voxel 9 1 1\n");
    // Row k is k long, but for the even rows, which lie.
    scratch.write(
        "line.3dmap.3dscen",
        "version 1\nline.3dmap\n0 0 0 1 0 0 1\n0 0 0 2 0 0 9\n0 0 0 3 0 0 3\n0 0 0 4 0 0 9\n",
    );
    let report = json(&scratch.succeeds("bench line.3dmap --sample 2 --json"));
    assert_eq!(
        (&report["queries"], &report["mismatches"]),
        (&2.into(), &0.into())
    );
    let run = scratch.run("bench line.3dmap --sample 99 --json").failed(1);
    assert_eq!(run.json()["queries"], 4);
    assert_eq!(run.json()["mismatches"], 2);
    assert_eq!(run.json()["faults"][0]["row"], 2);
    assert_eq!(run.json()["invalid_paths"], 0);
}

#[test]
fn every_mismatch_exits_with_1_and_is_explained() {
    let scratch = Scratch::new("bench-mismatch");
    scratch.write("m.3dmap", "voxel 5 1 1\n3 0 0\n");
    for (row, options, reason) in [
        ("0 0 0 2 0 0 1.9", "", "above the limit"),
        ("0 0 0 2 0 0 2.1", "", "below the limit"),
        ("0 0 0 2 0 0 2.1", "--algorithm greedy", "below the limit"),
        (
            "0 0 0 2 0 0 0.9",
            "--algorithm weighted:2",
            "above the limit",
        ),
        ("0 0 0 4 0 0 4", "", "unreachable"),
        ("0 0 0 3 0 0 3", "", "goal blocked"),
        ("0 0 0 5 0 0 5", "--algorithm greedy", "goal outside"),
    ] {
        scratch.write("m.3dmap.3dscen", &format!("version 1\nm.3dmap\n{row}\n"));
        let run = scratch.run(&format!("bench m.3dmap {options}")).failed(1);
        assert!(run.stdout.contains(reason), "{}", run.stdout);
        fits_in_80_columns(&run.stdout);
    }
}

#[test]
fn grids_are_benchmarked_in_their_plane() {
    let scratch = Scratch::new("bench-grid");
    scratch.write(
        "g.map",
        "type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n",
    );
    let row = "0\tg.map\t3\t3\t0\t0\t2\t2\t4\n";
    scratch.write("g.map.scen", &format!("version 1\n{row}"));
    let report = json(&scratch.succeeds("bench g.map --json"));
    assert_eq!(report["scenario"], "g.map.scen");
    assert_eq!(report["moves"], "planar8-z");
    scratch.write("wide.map", "type octile\nheight 1\nwidth 4\nmap\n....\n");
    let error = scratch.fails(2, "bench wide.map g.map.scen");
    assert!(error.contains("for a map of"), "{error}");
}

#[test]
fn bad_scenarios_are_refused() {
    let scratch = Scratch::new("bench-bad");
    scratch.write("m.3dmap", "voxel 5 1 1\n");
    let error = scratch.fails(2, "bench m.3dmap");
    assert!(error.contains("m.3dmap.3dscen"), "{error}");
    for (content, reason) in [
        ("", "m.3dmap.3dscen:1: "),
        ("version 1\nm.3dmap\n", "no problems"),
        (
            "version 1\nm.3dmap\n0 0 0 1 0 0 x\n",
            "m.3dmap.3dscen:3: length",
        ),
        (
            "version 1\nm.3dmap\n0 0 0 1 0 0 NaN\n",
            "m.3dmap.3dscen:3: length",
        ),
    ] {
        scratch.write("m.3dmap.3dscen", content);
        let error = scratch.fails(2, "bench m.3dmap");
        assert!(error.contains(reason), "{error}");
    }
    assert!(
        scratch
            .fails(2, "bench m.3dmap m.3dmap")
            .contains(".3dscen")
    );
}

#[test]
fn portals_save_expansions_and_change_no_cost() {
    let scratch = rooms("bench-portals");
    for corners in ["strict", "lenient"] {
        let expanded = |options: &str| {
            let text = scratch.succeeds(&format!(
                "bench w.3dmap --json --corners {corners} {options}"
            ));
            let report: serde_json::Value = serde_json::from_str(&text).unwrap();
            report["expanded"]["mean"].as_f64().unwrap()
        };
        let (plain, known) = (expanded(""), expanded("--portals"));
        assert!(known * 3.0 < plain, "{corners}: {known} of {plain}");
    }
}
