//! Laws over numbers that the program prints, limits of time, and interruptions.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json as value};

use crate::program::{Run, Scratch, interrupted, json};

#[test]
fn a_report_of_bench_has_every_field_and_an_index_saves_expansions() {
    let scratch = Scratch::new("laws-bench");
    scratch.succeeds("generate rooms --size 40,40,24 --seed 3 -o w.3dmap --scenarios 40");
    let bench = |options: &str| json(&scratch.succeeds(&format!("bench w.3dmap --json {options}")));
    let report = bench("");
    let positive = |amount: &Value| amount.as_f64().unwrap() > 0.0;
    for (field, parts) in [
        ("time_ms", "mean q1 median q3 p99 p999 max total"),
        ("expanded", "mean median max total"),
        ("generated", "mean median max total"),
        ("suboptimality", "mean max"),
    ] {
        for part in parts.split(' ') {
            assert!(positive(&report[field][part]), "{field} {part}");
        }
    }
    for field in [
        "load_ms",
        "occupancy_bytes",
        "traversability_bytes",
        "workspace_bytes",
    ] {
        assert!(positive(&report[field]), "{field}");
    }
    assert!((report["suboptimality"]["max"].as_f64().unwrap() - 1.0).abs() < 1e-8);
    for inexact in [
        "--heuristic manhattan",
        "--algorithm weighted:3",
        "--algorithm greedy",
    ] {
        let ratio = bench(inexact)["suboptimality"]["max"].as_f64().unwrap();
        assert!(ratio >= 1.0, "{inexact}");
    }
    for corners in ["strict", "lenient"] {
        let [plain, known] = ["--no-index", ""].map(|index| {
            let report = bench(&format!("--corners {corners} {index}"));
            report["expanded"]["mean"].as_f64().unwrap()
        });
        assert!(known * 3.0 < plain, "{corners}: {known} of {plain}");
    }
}

/// Each path that is known later is no worse, and what is proved is no less than what is true.
#[test]
fn a_report_of_bench_tells_how_good_first_paths_are() {
    let scratch = Scratch::new("laws-first");
    for world in [
        "generated:random:20:32,32,32:3 --sample 20",
        "generated:terrain:40,40,32:1 --sample 20 --locomotion walker",
    ] {
        let bench =
            |options: &str| json(&scratch.succeeds(&format!("bench {world} --json{options}")));
        let (plain, report) = (bench(""), bench(" --first"));
        assert_eq!(plain["first"], Value::Null);
        for field in ["expanded", "generated", "suboptimality", "algorithm"] {
            assert_eq!(report[field], plain[field], "{field}");
        }
        assert_eq!(report["mismatches"], 0);
        let first = &report["first"];
        assert!(first["time_ms"]["p99"].as_f64().unwrap() > 0.0);
        let mut before = f64::INFINITY;
        for quality in [first, &first["after_2_5_ms"], &first["after_10_ms"]] {
            let figure = |name: &str| quality[name]["mean"].as_f64().unwrap();
            let (ratio, proved) = (figure("suboptimality"), figure("proved"));
            assert!(
                (1.0..=before).contains(&ratio) && proved >= ratio,
                "{first}"
            );
            before = ratio;
        }
    }
}

/// A search that takes seconds, and a limit of a tenth of one.
#[test]
fn a_search_ends_when_its_time_is_up() {
    let scratch = Scratch::new("laws-time");
    let world = "generated:random:5:96,96,96:3";
    let limit = "--algorithm dijkstra --limit-time 0.1";
    let solve = format!("solve {world} --from 1,1,1 --to 94,94,94 --json {limit}");
    let run = scratch.run(&solve);
    // On a machine that is fast enough there is a path.
    if run.code != 0 {
        let run = run.failed(3);
        assert_eq!(run.json()["outcome"], "limit reached");
        assert!(run.stderr.contains("--limit-time"), "{}", run.stderr);
    }
    let header = "id,sx,sy,sz,gx,gy,gz";
    let (far, near) = ("1,1,1,94,94,94", "near,1,1,1,1,1,2");
    scratch.write("r.csv", &format!("{header}\na,{far}\n{near}\nb,{far}\n"));
    scratch.routes(&format!(
        "route {world} --requests r.csv --out o.csv {limit}"
    ));
    let rows = scratch.read("o.csv");
    assert!(
        rows.contains("near,found,") && !rows.contains("cancelled"),
        "{rows}"
    );
}

/// Rows for ground agents are what `solve` answers.
#[test]
fn rows_on_the_ground_say_what_solve_says() {
    let scratch = Scratch::new("laws-ground");
    let options = "--size 48,48,32 --seed 2 -o hills.voxnav --scenarios 40 --locomotion ticks";
    scratch.succeeds(&format!("generate terrain {options}"));
    scratch.inputs_of("ground", &["requests.sh"]);
    scratch.shell("sh requests.sh");
    let route = "route hills.voxnav --requests ask.csv --locomotion ticks --out";
    scratch.routes(&format!("{route} rows.jsonl"));
    scratch.routes(&format!("{route} rows.csv"));
    let [asked, rows, csv] = ["ask.csv", "rows.jsonl", "rows.csv"].map(|name| scratch.read(name));
    assert_eq!(rows.lines().count(), 41);
    let csv = csv.lines().skip(1);
    for ((row, asked), line) in rows.lines().zip(asked.lines().skip(1)).zip(csv) {
        let row = json(row);
        let ends: Vec<_> = asked.split(',').skip(1).collect();
        let (from, to) = (ends[..3].join(","), ends[3..].join(","));
        let solve = format!("solve hills.voxnav --locomotion ticks --from {from} --to {to} --json");
        let solved = scratch.run(&solve).json();
        let answer = |report: &Value| [&report["outcome"], &report["cost"]].map(Value::clone);
        assert_eq!(answer(&row), answer(&solved), "{asked}");
        let legs = |report: &Value| -> Vec<_> {
            let legs = report["legs"].as_array().into_iter().flatten();
            let parts =
                |leg: &Value| [&leg["action"], &leg["cost"], &leg["cells"][0]].map(Value::clone);
            legs.map(parts).collect()
        };
        assert_eq!(legs(&row), legs(&solved), "{asked}");
        for [action, ..] in legs(&row) {
            let action = format!("{}:", action.as_str().unwrap());
            assert!(line.contains(&action), "{line}");
        }
    }
}

/// Whatever a file claims: one line with the remedy, and no abort.
#[test]
fn a_file_that_claims_a_billion_cells_a_side_is_answered_or_refused() {
    let scratch = Scratch::new("laws-claims");
    let side = 1_000_000_000;
    let claims = format!("voxel {side} {side} {side}\n5 5 5\n999999999 0 7\n12 999999999 3\n");
    scratch.write("claims.3dmap", &claims);
    let request = "id,sx,sy,sz,gx,gy,gz\na,0,0,0,999999998,999,999999998\n";
    scratch.write("requests.csv", request);
    for arguments in [
        "solve claims.3dmap --from 0,0,0 --to 999999998,999,999999998",
        "solve claims.3dmap --from 0,0,0 --to 999999998,999,999999998 --algorithm astar",
        "route claims.3dmap --requests requests.csv --out - --limit-expanded 10000",
        "view claims.3dmap --from 0,0,0 --to 9,9,9",
        "bench claims.3dmap",
    ] {
        let script = format!("ulimit -v 3000000; exec voxnav {arguments} --limit-memory 100MB");
        let output = scratch.sh(&script);
        let code = output.status.code();
        assert!(matches!(code, Some(0..=3)), "{arguments}: {output:?}");
        if let Some(code @ 1..) = code {
            Run::from(output).failed(code);
        }
    }
}

/// A trace tells the whole search, in our form and in that of Posthoc, and shows the same page again.
#[test]
fn traces_tell_the_whole_search() {
    let scratch = Scratch::new("laws-trace");
    scratch.succeeds("generate caves --size 16,16,16 --seed 7 -o cave.3dmap --scenarios 5");
    for algorithm in ["dijkstra", "astar", "jump"] {
        let view = format!("view cave.3dmap --scenario 5 --algorithm {algorithm} --html a.html");
        scratch.succeeds(&format!("{view} --trace t.jsonl"));
        let text = scratch.read("t.jsonl");
        let lines: Vec<_> = text.lines().map(json).collect();
        let [header, events @ .., end] = lines.as_slice() else {
            unreachable!("a header and an end")
        };
        assert_eq!(
            (&header["map"], &header["algorithm"]),
            (&value!("cave.3dmap"), &value!(algorithm))
        );
        assert_eq!(header["size"], value!([16, 16, 16]));
        assert_eq!(
            (&end["end"], &end["omitted"]),
            (&value!("found"), &value!(0))
        );
        assert_eq!(end["events"], events.len());
        let expanded = text.matches("\"event\":\"expanded\"").count();
        assert_eq!(end["expanded"], expanded);
        assert_eq!(
            (&events[0]["cell"], &events[0]["g"]),
            (&header["start"], &value!(0))
        );
        let path = end["path"].as_array().unwrap();
        let ends = [path.first(), path.last()];
        assert_eq!(ends, [Some(&header["start"]), Some(&header["goal"])]);

        scratch.succeeds("view cave.3dmap --replay t.jsonl --html b.html");
        let payload = |page: &str| {
            let text = scratch.read(page);
            let (_, rest) = text.split_once("id=\"payload\">").unwrap();
            rest.split_once("</script>").unwrap().0.to_owned()
        };
        assert!(payload("a.html") == payload("b.html"), "{algorithm}");

        scratch.succeeds(&format!("{view} --trace t.trace.yaml"));
        let text = scratch.read("t.trace.yaml");
        assert!(text.starts_with("version: 1.4.0\nviews:\n"), "{text}");
        let count = |part: &str| {
            let lines = text.lines().filter(|line| line.starts_with("  - {type"));
            lines.filter(|line| line.contains(part)).count()
        };
        // Source, destination and end besides.
        assert_eq!(count(""), events.len() + 3, "{algorithm}");
        for (kind, expected) in [
            ("source", 1),
            ("destination", 1),
            ("end", 1),
            ("expanding", expanded),
        ] {
            assert_eq!(count(&format!("type: {kind},")), expected, "{kind}");
        }
        assert!(
            count("pId: null") <= 4,
            "{algorithm}: events without a parent"
        );
    }
    std::fs::rename(scratch.path_of("b.html"), scratch.path_of("p.html")).unwrap();
    let Some(mut browser) = scratch.opened("laws-trace") else {
        return;
    };
    assert_eq!(browser.evaluate("document.body.dataset.state"), "ready");
    browser.is_content();
}

/// Checks that a file that is not a regular one is written in place: a pipe gets the page that a file gets, and the report
/// behind it.
#[cfg(unix)]
#[test]
fn outputs_go_into_pipes() {
    let scratch = Scratch::new("laws-pipe");
    scratch.succeeds("generate caves --size 16,16,16 --seed 7 -o cave.3dmap");
    let report = scratch.succeeds("view cave.3dmap --html stdout.html");
    let piped = scratch.succeeds("view cave.3dmap --html /dev/stdout");
    assert!(report.contains("stdout.html"), "{report}");
    let expected = format!("{}{report}", scratch.read("stdout.html"));
    assert!(piped.replace("/dev/stdout", "stdout.html") == expected);
}

/// A run that is interrupted leaves no map, and among its problems no scenario: what has been found by then are not
/// all the problems that were asked for.
#[cfg(unix)]
#[test]
fn a_run_of_generate_that_is_interrupted_leaves_nothing() {
    let scratch = Scratch::new("laws-interrupt");
    let mut process = scratch.spawn("generate random:50 --size 600,600,600 --seed 1 -o w.3dmap");
    scratch.wait_for("w.3dmap.partial", &mut process, 0);
    assert_eq!(interrupted(process).status.code(), Some(130));
    assert!(!scratch.contains("w.3dmap.partial") && !scratch.contains("w.3dmap"));
    let problems = "generate caves --size 64,64,64 --seed 7 -o w.3dmap --scenarios 1000000";
    let mut process = scratch.spawn(problems);
    scratch.wait_for("w.3dmap", &mut process, 0);
    thread::sleep(Duration::from_millis(100));
    assert_eq!(interrupted(process).status.code(), Some(130));
    assert!(!scratch.contains("w.3dmap.3dscen"));
}
