//! `voxnav route`: the same rows whatever the threads, the pipes and the interruptions.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use voxnav_testkit::Draws;

use crate::program::{Run, Scratch, interrupted};

const HEADER: &str = "id,sx,sy,sz,gx,gy,gz,note\n";

/// A world, and requests in it from everywhere to a few goals, so that searches are shared.
fn prepare(name: &str, count: usize) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.succeeds("generate random:40 --size 41,41,25 --seed 3 -o noise.3dmap");
    scratch.write("requests.csv", &(HEADER.to_owned() + &requests(count)));
    scratch.write("requests.jsonl", &json_requests(count));
    scratch
}

fn cell(n: usize) -> [usize; 3] {
    [n * 7 % 41, n * 11 % 41, n * 13 % 25]
}

fn requests(count: usize) -> String {
    let rows = (0..count).map(|n| {
        let ([x, y, z], goal) = (cell(n), n % 3 * 6 + 20);
        format!("r{n},{x},{y},{z},{goal},{goal},20,\"note, {n}\"\n")
    });
    rows.collect()
}

/// Requests of agents of two sizes.
fn json_requests(count: usize) -> String {
    let rows = (0..count).map(|n| {
        let ([x, y, z], size) = (cell(n), n % 5 / 4 + 1);
        let ends = format!(r#""sx":{x},"sy":{y},"sz":{z},"gx":26,"gy":26,"gz":20"#);
        let agent = format!(r#""agent_x":{size},"agent_y":1,"agent_z":1"#);
        format!("{{\"id\":{n}.50,{ends},{agent}}}\n")
    });
    rows.collect()
}

#[test]
fn every_request_gets_a_row_in_order_whatever_the_threads() {
    let scratch = prepare("route-threads", 2500);
    let route = "route noise.3dmap --requests requests.csv --out";
    for threads in [1, 2, 8] {
        for form in ["csv", "jsonl"] {
            scratch.routes(&format!("{route} {threads}.{form} --threads {threads}"));
            let [rows, first] = [threads, 1].map(|it| scratch.read(&format!("{it}.{form}")));
            assert!(rows == first, "{threads} {form}");
        }
    }
    let results = scratch.read("1.csv");
    let rows = results.lines().skip(1).enumerate();
    let mut is_in_order = rows.map(|(n, row)| row.starts_with(&format!("r{n},")));
    assert!(is_in_order.all(|it| it) && results.lines().count() == 2501);
    for part in [",found,", ",start blocked,", ",field,"] {
        assert!(results.contains(part), "{part}");
    }
    // A default limit of memory does not keep requests from sharing.
    scratch.routes(&format!("{route} memory.csv --limit-memory 1TB"));
    assert!(scratch.read("memory.csv") == results);
    // Through pipes.
    let mut child = scratch.spawn("route noise.3dmap --requests - --out -");
    let mut stdin = child.stdin.take().unwrap();
    let text = scratch.read("requests.csv");
    let feed = thread::spawn(move || stdin.write_all(text.as_bytes()).unwrap());
    let run = Run::from(child.wait_with_output().unwrap());
    feed.join().unwrap();
    assert!((run.code, run.stdout) == (0, results), "{}", run.stderr);
    // An export is whole, whoever reads the rows.
    scratch.routes(&format!("{route} routes.csv --export all.csv"));
    let mut child = scratch.spawn(&format!("{route} - --export again.csv"));
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(scratch.read("again.csv") == scratch.read("all.csv"));
}

/// Requests never end, and the reader leaves after the first row.
#[test]
fn nobody_who_reads_ends_the_run_without_a_word() {
    let scratch = prepare("route-unread", 0);
    for (options, header, block) in [
        ("", HEADER, requests(500)),
        ("--keep cost --threads 1", HEADER, requests(500)),
        ("--locomotion walker", HEADER, requests(500)),
        ("", "", json_requests(500)),
    ] {
        let route = format!("route noise.3dmap --requests - --out - {options}");
        let mut child = scratch.spawn(&route);
        let mut stdin = child.stdin.take().unwrap();
        let feed = thread::spawn(move || {
            let written = stdin.write_all(header.as_bytes());
            // Until the program has gone.
            let mut open = written.is_ok();
            while open {
                open = stdin.write_all(block.as_bytes()).is_ok();
            }
        });
        let mut rows = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        rows.read_line(&mut first).unwrap();
        assert!(first.ends_with('\n'), "{first}");
        drop(rows);
        let deadline = Instant::now() + Duration::from_secs(120);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > deadline {
                child.kill().unwrap();
                panic!("{options}: it goes on");
            }
            thread::sleep(Duration::from_millis(10));
        };
        feed.join().unwrap();
        let mut said = String::new();
        child.stderr.unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((status.code(), said.as_str()), (Some(0), ""), "{options}");
    }
}

/// The lines of a summary about outcomes.
fn outcomes(run: &Run) -> Vec<String> {
    let lines = run.stderr.lines();
    let lines = lines.skip_while(|line| !line.starts_with("outcomes"));
    let lines = lines.take_while(|line| !line.starts_with("memory"));
    lines.map(|line| line[10..].to_owned()).collect()
}

/// A run stops at a malformed line and goes on after all of its rows or some of them.
#[test]
fn after_a_resumption_the_outcomes_are_those_of_all_rows() {
    let scratch = prepare("route-outcomes", 0);
    for name in ["requests.csv", "requests.jsonl"] {
        let rows = (0..1500).map(|n| match (cell(n), name) {
            ([x, y, z], "requests.csv") => format!("r{n},{x},{y},{z},20,26,20"),
            ([x, y, z], _) => {
                let start = format!(r#""id":{n},"sx":{x},"sy":{y},"sz":{z}"#);
                format!("{{{start},\"gx\":20,\"gy\":26,\"gz\":20}}")
            }
        });
        let mut lines: Vec<_> = rows.collect();
        lines.insert(900, "broken".to_owned());
        if name == "requests.csv" {
            lines.insert(0, "id,sx,sy,sz,gx,gy,gz".to_owned());
        }
        scratch.write(name, &(lines.join("\n") + "\n"));
        for out in ["routes.csv", "routes.jsonl"] {
            let route = format!("route noise.3dmap --requests {name} --out {out}");
            let whole = scratch.run(&format!("{route} --keep-going --force"));
            assert_eq!(whole.code, 1, "{}", whole.stderr);
            assert!(outcomes(&whole).len() > 2, "{}", whole.stderr);
            let bytes = scratch.read(out);
            fs::remove_file(scratch.path_of(out)).unwrap();
            let partial = format!("{out}.partial");
            for part in [1, 2] {
                let error = scratch.fails(2, &route);
                assert!(error.contains("continue with --resume"), "{error}");
                let rows = scratch.read(&partial);
                scratch.write(&partial, &rows[..rows.len() / part]);
                let resumed = scratch.run(&format!("{route} --resume --keep-going"));
                // Malformed lines count whichever run came upon them.
                assert_eq!(resumed.code, 1, "{}", resumed.stderr);
                assert_eq!(outcomes(&resumed), outcomes(&whole), "{name} {out} {part}");
                assert!(scratch.read(out) == bytes);
                fs::remove_file(scratch.path_of(out)).unwrap();
            }
        }
    }
}

#[test]
fn rows_cut_anywhere_are_gone_on_with_to_the_same_bytes() {
    let scratch = prepare("route-cut", 2300);
    for (requests, out, options) in [
        ("requests.csv", "routes.csv", ""),
        ("requests.csv", "routes.csv", " --first --locomotion walker"),
        ("requests.csv", "routes.jsonl", ""),
        ("requests.jsonl", "routes.jsonl", " --first"),
    ] {
        let [partial, ledger] = [".partial", ".run"].map(|end| format!("{out}{end}"));
        let route = format!("route noise.3dmap --requests {requests} --out {out}{options}");
        scratch.routes(&format!("{route} --force"));
        let is_left = || scratch.contains(&partial) || scratch.contains(&ledger);
        assert!(!is_left());
        let whole = scratch.read(out);
        fs::remove_file(scratch.path_of(out)).unwrap();
        // A run that stops at a malformed line at the end, which is corrected then.
        let asked = scratch.read(requests);
        scratch.write(requests, &(asked.clone() + "broken\n"));
        let error = scratch.fails(2, &route);
        assert!(error.contains("continue with --resume"), "{error}");
        scratch.write(requests, &asked);
        let (rows, noted) = (scratch.read(&partial), scratch.read(&ledger));
        assert!(rows == whole);
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
            assert!(!is_left());
            fs::remove_file(scratch.path_of(out)).unwrap();
        }
        scratch.routes(&format!("{route} --resume"));
        assert!(scratch.read(out) == whole);
    }
}

#[test]
fn a_run_killed_again_and_again_loses_no_row() {
    let scratch = prepare("route-kill", 6000);
    let route = "route noise.3dmap --requests requests.csv --out";
    let started = Instant::now();
    scratch.routes(&format!("{route} whole.csv"));
    let takes = u64::try_from(started.elapsed().as_millis()).unwrap();
    let whole = scratch.read("whole.csv");
    let mut draws = Draws::new(11);
    let mut kept = 0;
    for _ in 0..6 {
        let mut child = scratch.spawn(&format!("{route} routes.csv --resume"));
        // Somewhere in the run; none is as long as the first.
        thread::sleep(Duration::from_millis(
            takes / 12 + draws.below(takes / 4 + 1),
        ));
        child.kill().unwrap();
        child.wait().unwrap();
        if scratch.contains("routes.csv") {
            break;
        }
        if scratch.contains("routes.csv.partial") {
            let rows = scratch.read("routes.csv.partial");
            assert!(whole.starts_with(&rows), "rows that are not of the whole");
            assert!(rows.len() >= kept, "rows are lost");
            kept = rows.rfind('\n').map_or(0, |end| end + 1);
        }
    }
    if !scratch.contains("routes.csv") {
        scratch.routes(&format!("{route} routes.csv --resume"));
    }
    assert!(scratch.read("routes.csv") == whole);
    assert!(!scratch.contains("routes.csv.partial") && !scratch.contains("routes.csv.run"));
}

#[test]
fn an_interrupted_run_ends_with_what_it_has() {
    let scratch = prepare("route-interrupt", 20_000);
    let route = "route noise.3dmap --requests requests.csv --out routes.csv --algorithm dijkstra";
    let mut process = scratch.spawn(route);
    scratch.wait_for("routes.csv.partial", &mut process, 2);
    let run = Run::from(interrupted(process)).failed(1);
    assert!(run.stderr.contains("interrupted after"), "{}", run.stderr);
    assert!(run.stderr.starts_with("rows      "), "{}", run.stderr);
    let rows = scratch.read("routes.csv.partial");
    assert!(rows.ends_with('\n') && !rows.contains(",cancelled,"));
}

/// Files of the shell may have so many blocks, which stands in for a disk that is full.
#[test]
fn a_full_disk_names_resume_and_nothing_is_lost() {
    let scratch = prepare("route-full", 2000);
    let route = "route noise.3dmap --requests requests.csv --out";
    for out in ["routes.csv", "routes.jsonl"] {
        let script = format!("ulimit -f 64; trap '' XFSZ; exec voxnav {route} {out}");
        let error = Run::from(scratch.sh(&script)).failed(2).error().to_owned();
        let advice = "free some space and continue with --resume";
        assert!(error.contains(advice), "{error}");
        let partial = scratch.read(&format!("{out}.partial"));
        scratch.routes(&format!("{route} whole-{out}"));
        let whole = scratch.read(&format!("whole-{out}"));
        assert!(whole.starts_with(&partial) && partial.len() < whole.len());
        scratch.routes(&format!("{route} {out} --resume"));
        assert!(scratch.read(out) == whole);
    }
    // What goes to a device cannot be resumed, and nobody is told to.
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        return;
    };
    symlink("/dev/full", scratch.path_of("full.csv")).unwrap();
    let mut command = scratch.command(&format!("{route} -"));
    let to_output = Run::from(command.stdout(Stdio::from(full)).output().unwrap());
    for run in [scratch.run(&format!("{route} full.csv")), to_output] {
        let run = run.failed(2);
        let is_told = run.error().contains("free some space") && !run.error().contains("--resume");
        assert!(is_told, "{}", run.error());
    }
}
