//! Limits: outcomes with an exit code, of every command that searches; and worlds that no machine
//! has the memory for.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::process::Command;

use crate::program::{Run, Scratch, json};

fn prepare(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.succeeds("generate random:40 --size 48,48,48 --seed 3 -o noise.3dmap --scenarios 5");
    scratch.write("requests.csv", "id,sx,sy,sz,gx,gy,gz\na,0,0,0,47,47,47\n");
    scratch
}

/// Two cells of the last problem, far from each other.
fn ends(scratch: &Scratch) -> (String, String) {
    let scenario = scratch.read("noise.3dmap.3dscen");
    let row = scenario.lines().last().unwrap().to_owned();
    let numbers: Vec<_> = row.split_whitespace().collect();
    (numbers[..3].join(","), numbers[3..6].join(","))
}

/// None that any of these searches keeps.
const LIMITS: [&str; 3] = [
    "--limit-expanded 2",
    "--limit-memory 100B",
    "--limit-time 0.000000001",
];

#[test]
fn a_limit_is_an_outcome_with_an_exit_code() {
    let scratch = prepare("limits-outcome");
    let (from, to) = ends(&scratch);
    let solve = format!("solve noise.3dmap --from {from} --to {to} --algorithm dijkstra");
    for limit in &LIMITS[..2] {
        let run = scratch.run(&format!("{solve} {limit} --json")).failed(3);
        assert_eq!(run.json()["outcome"], "limit reached", "{limit}");
        let option = limit.split(' ').next().unwrap();
        assert!(run.stderr.contains(option), "{}", run.stderr);
    }
    scratch.succeeds(&format!(
        "{solve} --limit-expanded 1000000 --limit-memory 1GB --limit-time 1000"
    ));
    let bench = "bench noise.3dmap --json --algorithm dijkstra";
    for limit in &LIMITS[..2] {
        let run = scratch.run(&format!("{bench} {limit}")).failed(3);
        let report = run.json();
        assert_eq!(report["mismatches"], 0);
        assert!(report["limited"].as_u64().unwrap() > 0, "{report}");
    }
    let compare = "compare noise.3dmap --algorithms dijkstra --json r.json";
    for limit in &LIMITS[..2] {
        let table = scratch.succeeds(&format!("{compare} {limit}"));
        assert!(table.contains("ended at"), "{table}");
        let report = json(&scratch.read("r.json"));
        assert_eq!(
            report["worlds"][0]["combinations"][0]["limited"], 5,
            "{limit}"
        );
    }
}

#[test]
fn problems_are_made_within_limits_or_not_at_all() {
    let scratch = Scratch::new("limits-generate");
    let generate = "generate caves --size 32,32,32 --seed 3 -o cave.3dmap --scenarios 5";
    let run = scratch
        .run(&format!("{generate} --limit-expanded 2"))
        .failed(3);
    assert!(run.stderr.contains("--limit-expanded"), "{}", run.stderr);
    assert!(!scratch.path_of("cave.3dmap.3dscen").exists());
    scratch.succeeds(&format!("{generate} --limit-expanded 1000000"));
    assert!(scratch.path_of("cave.3dmap.3dscen").exists());
}

/// A search that takes seconds, and a limit of a tenth of one.
#[test]
fn a_search_ends_when_its_time_is_up() {
    let scratch = Scratch::new("limits-time");
    scratch.succeeds("generate random:5 --size 128,128,128 --seed 3 -o open.3dmap");
    let limit = "--algorithm dijkstra --limit-time 0.1";
    let arguments = format!("solve open.3dmap --from 1,1,1 --to 126,126,126 --json {limit}");
    let run = scratch.run(&arguments);
    // On a machine that is fast enough there is a path.
    if run.code != 0 {
        let run = run.failed(3);
        assert_eq!(run.json()["outcome"], "limit reached");
        assert!(run.stderr.contains("--limit-time"), "{}", run.stderr);
    }
    let row = |id| format!("{id},1,1,1,126,126,126\n");
    let near = "near,1,1,1,1,1,2\n";
    let requests = format!("id,sx,sy,sz,gx,gy,gz\n{}{near}{}", row("a"), row("b"));
    scratch.write("requests.csv", &requests);
    scratch.routes(&format!(
        "route open.3dmap --requests requests.csv --out r.csv {limit}"
    ));
    let rows = scratch.read("r.csv");
    assert!(rows.contains("near,found,"), "{rows}");
    assert!(!rows.contains("cancelled"), "{rows}");
}

#[test]
fn a_default_limit_of_memory_does_not_keep_requests_from_sharing() {
    let scratch = prepare("limits-sharing");
    let rows = (0..400).map(|n| {
        let [x, y, z] = [n * 7 % 48, n * 11 % 48, n * 13 % 48];
        format!("{n},{x},{y},{z},24,24,24\n{n},{x},{y},{z},25,24,24\n")
    });
    let requests = "id,sx,sy,sz,gx,gy,gz\n".to_owned() + &rows.collect::<String>();
    scratch.write("requests.csv", &requests);
    let route = "route noise.3dmap --requests requests.csv --keep cost --out";
    scratch.routes(&format!("{route} a.csv"));
    let rows = scratch.read("a.csv");
    assert!(rows.contains(",field,"), "nothing shared");
    scratch.routes(&format!("{route} b.csv --limit-memory 1TB"));
    assert_eq!(scratch.read("b.csv"), rows);
}

/// Whatever a file claims: one line that says what to do, and no abort.
#[test]
fn a_file_that_claims_a_billion_cells_a_side_is_answered_or_refused() {
    let scratch = Scratch::new("limits-claims");
    let side = 1_000_000_000;
    let claims = format!("voxel {side} {side} {side}\n5 5 5\n999999999 0 7\n12 999999999 3\n");
    scratch.write("claims.3dmap", &claims);
    scratch.write(
        "requests.csv",
        "id,sx,sy,sz,gx,gy,gz\na,0,0,0,999999998,999,999999998\n",
    );
    let program = env!("CARGO_BIN_EXE_voxnav");
    for arguments in [
        "solve claims.3dmap --from 0,0,0 --to 999999998,999,999999998",
        "solve claims.3dmap --from 0,0,0 --to 999999998,999,999999998 --algorithm astar",
        "route claims.3dmap --requests requests.csv --out - --limit-expanded 10000",
        "view claims.3dmap --from 0,0,0 --to 9,9,9",
        "bench claims.3dmap",
    ] {
        let command = format!("ulimit -v 3000000; exec {program} {arguments} --limit-memory 100MB");
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(scratch.path_of(""))
            .output()
            .unwrap();
        let code = output.status.code();
        assert!(matches!(code, Some(0..=3)), "{arguments}: {output:?}");
        let run = Run::from(output);
        if run.code != 0 {
            let code = run.code;
            run.failed(code);
        }
    }
}

#[test]
fn a_page_of_a_limited_search_is_written_and_the_limit_named() {
    let scratch = Scratch::new("limits-view");
    let view = "view generated:caves:64,64,64:7 --from 55,41,58 --to 47,30,40 --html page.html";
    let run = scratch.run(&format!("{view} --limit-expanded 2")).failed(3);
    assert!(run.stderr.contains("--limit-expanded"), "{}", run.stderr);
    assert!(scratch.contains("page.html"));
}
