//! `voxnav route` interrupted at any moment: nothing is lost, and what comes out in the end is, byte
//! for byte, what a run that was never interrupted writes.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use voxnav_testkit::Draws;

use crate::program::Scratch;

const HEADER: &str = "id,sx,sy,sz,gx,gy,gz,note\n";

fn prepare(scratch: &Scratch, rows: usize) {
    scratch.succeeds("generate random:40 --size 41,41,41 --seed 3 -o noise.3dmap");
    scratch.write("requests.csv", &requests(rows));
    scratch.write("requests.jsonl", &json_requests(rows));
}

/// Ends that many share, so that searches are shared; sizes of agents and rows that are malformed
/// come now and then.
fn requests(rows: usize) -> String {
    let rows = (0..rows).map(|n| {
        let [x, y, z] = [n * 7 % 41, n * 11 % 41, n * 13 % 41];
        let goal = n % 3 * 6 + 20;
        format!("r{n},{x},{y},{z},{goal},{goal},20,\"note, {n}\"\n")
    });
    HEADER.to_owned() + &rows.collect::<String>()
}

fn json_requests(rows: usize) -> String {
    let rows = (0..rows).map(|n| {
        let [x, y, z] = [n * 7 % 41, n * 11 % 41, n * 13 % 41];
        let size = n % 5 / 4 + 1;
        format!(
            "{{\"id\":{n}.50,\"sx\":{x},\"sy\":{y},\"sz\":{z},\"gx\":26,\"gy\":26,\"gz\":20,\
             \"agent_x\":{size},\"agent_y\":1,\"agent_z\":1}}\n"
        )
    });
    rows.collect()
}

/// Leaves the rows of a run that stopped at a malformed line after the last request, which is
/// corrected then.
fn stop_at_the_end(scratch: &Scratch, route: &str, name: &str) {
    let whole = scratch.read(name);
    scratch.write(name, &(whole.clone() + "broken\n"));
    let error = scratch.fails(2, route);
    assert!(error.contains("continue with --resume"), "{error}");
    scratch.write(name, &whole);
}

#[test]
fn rows_cut_anywhere_are_gone_on_with_to_the_same_bytes() {
    let scratch = Scratch::new("resume-cut");
    prepare(&scratch, 2300);
    for (requests, out) in [
        ("requests.csv", "routes.csv"),
        ("requests.csv", "routes.jsonl"),
        ("requests.jsonl", "routes.jsonl"),
    ] {
        let [partial, ledger] = [".partial", ".run"].map(|end| format!("{out}{end}"));
        let route = format!("route noise.3dmap --requests {requests} --out {out}");
        scratch.routes(&format!("{route} --force"));
        let whole = scratch.read(out);
        assert!(!scratch.contains(&partial) && !scratch.contains(&ledger));
        fs::remove_file(scratch.path_of(out)).unwrap();
        stop_at_the_end(&scratch, &route, requests);
        let rows = scratch.read(&partial);
        assert_eq!(rows, whole);
        let noted = scratch.read(&ledger);
        let mut draws = Draws::new(7);
        let mut cuts = vec![0, 5, rows.len() - 1, rows.len()];
        cuts.extend((0..4).map(|_| draws.below(rows.len())));
        for cut in cuts {
            fs::write(scratch.path_of(&partial), &rows.as_bytes()[..cut]).unwrap();
            // What is noted may be cut as well, but for its first line.
            let first = noted.find('\n').unwrap() + 1;
            let kept = first + draws.below(noted.len() - first + 1);
            scratch.write(&ledger, &noted[..kept]);
            scratch.routes(&format!("{route} --resume"));
            assert!(scratch.read(out) == whole, "{out} cut at {cut}");
            assert!(!scratch.contains(&partial) && !scratch.contains(&ledger));
            fs::remove_file(scratch.path_of(out)).unwrap();
        }
        scratch.routes(&format!("{route} --resume"));
        assert!(scratch.read(out) == whole);
    }
}

#[test]
fn a_run_killed_again_and_again_loses_no_row() {
    let scratch = Scratch::new("resume-kill");
    prepare(&scratch, 6000);
    let route = "route noise.3dmap --requests requests.csv --algorithm dijkstra";
    scratch.routes(&format!("{route} --out whole.csv"));
    let whole = scratch.read("whole.csv");
    let mut draws = Draws::new(11);
    let mut kept = 0;
    for _ in 0..6 {
        let mut child = scratch
            .command(&format!("{route} --out routes.csv --resume"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(100 + draws.below(600_u64)));
        child.kill().unwrap();
        child.wait().unwrap();
        if scratch.contains("routes.csv") {
            break;
        }
        if scratch.contains("routes.csv.partial") {
            let rows = scratch.read("routes.csv.partial");
            assert!(
                whole.starts_with(&rows),
                "what is there is not of the whole"
            );
            assert!(rows.len() >= kept, "rows are lost");
            kept = rows.rfind('\n').map_or(0, |end| end + 1);
        }
    }
    if !scratch.contains("routes.csv") {
        scratch.routes(&format!("{route} --out routes.csv --resume"));
    }
    assert!(scratch.read("routes.csv") == whole);
    assert!(!scratch.contains("routes.csv.partial") && !scratch.contains("routes.csv.run"));
}

/// Water and trees block alike on the ground.
#[test]
fn a_map_with_other_water_is_another_map() {
    let scratch = Scratch::new("resume-water");
    let map = "type octile\nheight 3\nwidth 5\nmap\n.....\nWWWWW\nWWWWW\n";
    scratch.write("lake.map", map);
    scratch.write(
        "requests.csv",
        "id,sx,sy,sz,gx,gy,gz\na,0,1,0,4,1,0\nb,0,0,0,4,0,0\n",
    );
    let route = "route lake.map --requests requests.csv --out routes.csv";
    stop_at_the_end(&scratch, route, "requests.csv");
    scratch.write("lake.map", &map.replace("\nWWWWW\n", "\nWWTWW\n"));
    let error = scratch.fails(2, &format!("{route} --resume"));
    assert!(error.contains("the map was"), "{error}");
    scratch.write("lake.map", map);
    scratch.routes(&format!("{route} --resume"));
}

#[test]
fn a_run_that_differs_is_not_gone_on_with_and_says_in_what() {
    let scratch = Scratch::new("resume-differs");
    prepare(&scratch, 10);
    scratch.succeeds("generate random:40 --size 41,41,41 --seed 4 -o other.3dmap");
    let rest = "--requests requests.csv --out routes.csv";
    let route = format!("route noise.3dmap {rest}");
    stop_at_the_end(
        &scratch,
        &format!("{route} --limit-memory 1GB"),
        "requests.csv",
    );
    let rows = scratch.read("routes.csv.partial");
    for (arguments, said) in [
        (format!("route other.3dmap {rest}"), "the map was"),
        (format!("{route} --moves 6"), "--moves was 26, but is now 6"),
        (
            format!("{route} --algorithm astar"),
            "--algorithm was auto, but is now astar",
        ),
        (
            format!("{route} --heuristic zero"),
            "--heuristic was octile, but is now zero",
        ),
        (
            format!("{route} --corners lenient"),
            "--corners was strict, but is now lenient",
        ),
        (
            format!("{route} --keep cost"),
            "--keep was path, but is now cost",
        ),
        (
            format!("{route} --limit-expanded 5"),
            "--limit-expanded was none, but is now 5",
        ),
        (
            format!("{route} --limit-memory 2GB"),
            "--limit-memory was 1000000000, but is now",
        ),
        (
            format!("{route} --limit-time 5"),
            "--limit-time was none, but is now 5",
        ),
    ] {
        let error = scratch.fails(2, &format!("{arguments} --resume"));
        assert!(error.contains(said), "{error}");
        assert_eq!(scratch.read("routes.csv.partial"), rows);
    }
    let whole = requests(10);
    for (requests, row) in [
        (whole.replace("\nr4,", "\nx4,"), 5),
        // The rows would be of other ends; what is noted of the requests tells.
        (whole.replace("\nr4,28,", "\nr4,27,"), 10),
        (whole.split_inclusive('\n').take(10).collect(), 10),
    ] {
        assert_ne!(requests, whole);
        scratch.write("requests.csv", &requests);
        let error = scratch.fails(2, &format!("{route} --resume"));
        assert!(
            error.contains(&format!("row {row} does not answer")),
            "{error}"
        );
        assert_eq!(scratch.read("routes.csv.partial"), rows);
    }
    scratch.write("requests.csv", &whole);
    scratch.routes(&format!("{route} --resume --threads 1 --keep-going"));
    assert_eq!(scratch.read("routes.csv"), rows);
}

#[test]
fn nothing_is_written_over_without_being_told_to() {
    let scratch = Scratch::new("resume-force");
    prepare(&scratch, 10);
    let route = "route noise.3dmap --requests requests.csv --out routes.csv";
    scratch.write("routes.csv", "of yesterday");
    for arguments in [route.to_owned(), format!("{route} --resume")] {
        let error = scratch.fails(2, &arguments);
        assert!(error.contains("replace it with --force"), "{error}");
        assert_eq!(scratch.read("routes.csv"), "of yesterday");
        assert!(!scratch.contains("routes.csv.partial"));
    }
    scratch.routes(&format!("{route} --force"));
    assert_eq!(scratch.read("routes.csv").lines().count(), 11);
    fs::remove_file(scratch.path_of("routes.csv")).unwrap();
    stop_at_the_end(&scratch, route, "requests.csv");
    let error = scratch.fails(2, route);
    assert!(error.contains("continue it with --resume"), "{error}");
    fs::remove_file(scratch.path_of("routes.csv.run")).unwrap();
    let error = scratch.fails(2, &format!("{route} --resume"));
    assert!(error.contains("the run file is missing"), "{error}");
    scratch.routes(&format!("{route} --force"));
    assert!(!scratch.contains("routes.csv.partial"));
    let error = scratch.fails(
        2,
        "route noise.3dmap --requests requests.csv --out - --resume",
    );
    assert!(error.contains("--resume needs a file"), "{error}");
}

#[test]
fn an_interrupted_run_ends_with_what_it_has() {
    let scratch = Scratch::new("resume-interrupt");
    prepare(&scratch, 20_000);
    let route = "route noise.3dmap --requests requests.csv --out routes.csv --algorithm dijkstra";
    let child = scratch
        .command(route)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = || {
        scratch.contains("routes.csv.partial")
            && scratch.read("routes.csv.partial").lines().count() > 1
    };
    while !begun() {
        thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    let run = crate::program::Run::from(child.wait_with_output().unwrap()).failed(1);
    assert!(run.stderr.contains("interrupted after"), "{}", run.stderr);
    assert!(run.stderr.starts_with("rows      "), "{}", run.stderr);
    let rows = scratch.read("routes.csv.partial");
    assert!(rows.ends_with('\n') && !rows.contains(",cancelled,"));
}
