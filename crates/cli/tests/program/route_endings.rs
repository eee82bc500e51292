//! How `voxnav route` ends when its rows cannot go where they should, and what it says then.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{Run, Scratch};

const HEADER: &str = "id,sx,sy,sz,gx,gy,gz\n";

fn prepare(scratch: &Scratch, rows: usize) {
    scratch.succeeds("generate random:40 --size 41,41,41 --seed 3 -o noise.3dmap");
    scratch.write("requests.csv", &(HEADER.to_owned() + &requests(rows)));
}

fn requests(rows: usize) -> String {
    let rows = (0..rows).map(|n| {
        let [x, y, z] = [n * 7 % 41, n * 11 % 41, n * 13 % 41];
        format!("r{n},{x},{y},{z},20,26,20\n")
    });
    rows.collect()
}

fn json_requests(rows: usize) -> String {
    let rows = (0..rows).map(|n| {
        let [x, y, z] = [n * 7 % 41, n * 11 % 41, n * 13 % 41];
        format!(r#"{{"id":{n},"sx":{x},"sy":{y},"sz":{z},"gx":20,"gy":26,"gz":20}}"#) + "\n"
    });
    rows.collect()
}

/// Requests never end, and the reader leaves after the first row.
#[test]
fn nobody_who_reads_ends_the_run_without_a_word() {
    let scratch = Scratch::new("endings-pipe");
    prepare(&scratch, 1);
    for (options, header, block) in [
        ("", HEADER, requests(500)),
        ("--keep cost --threads 1", HEADER, requests(500)),
        ("--locomotion walker", HEADER, requests(500)),
        ("", "", json_requests(500)),
    ] {
        let mut child = scratch
            .command(&format!("route noise.3dmap --requests - --out - {options}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
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

/// Paths are exported all the same: that is another result.
#[test]
fn an_export_is_whole_whoever_reads_the_rows() {
    let scratch = Scratch::new("endings-export");
    prepare(&scratch, 3000);
    let route = "route noise.3dmap --requests requests.csv";
    scratch.routes(&format!("{route} --out routes.csv --export all.csv"));
    let mut child = scratch
        .command(&format!("{route} --out - --export again.csv"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(scratch.read("again.csv"), scratch.read("all.csv"));
}

/// The lines of a summary about outcomes.
fn outcomes(run: &Run) -> Vec<String> {
    let lines = run
        .stderr
        .lines()
        .skip_while(|line| !line.starts_with("outcomes"));
    let lines = lines.take_while(|line| !line.starts_with("memory"));
    lines.map(|line| line[10..].to_owned()).collect()
}

#[test]
fn after_a_resumption_the_outcomes_are_those_of_all_rows() {
    let scratch = Scratch::new("endings-outcomes");
    prepare(&scratch, 0);
    let rows = requests(1500);
    let (begin, rest) = rows.split_at(rows.find("r900").unwrap());
    let with_broken = format!("{HEADER}{begin}broken\n{rest}");
    for (name, text) in [
        ("requests.csv", with_broken),
        ("requests.jsonl", {
            let rows = json_requests(1500);
            let (begin, rest) = rows.split_at(rows.find("\"id\":900,").unwrap() - 1);
            format!("{begin}broken\n{rest}")
        }),
    ] {
        scratch.write(name, &text);
        for out in ["routes.csv", "routes.jsonl"] {
            let route = format!("route noise.3dmap --requests {name} --out {out}");
            let whole = scratch.run(&format!("{route} --keep-going --force"));
            assert_eq!(whole.code, 1, "{}", whole.stderr);
            assert!(outcomes(&whole).len() > 2, "{}", whole.stderr);
            let bytes = scratch.read(out);
            std::fs::remove_file(scratch.path_of(out)).unwrap();
            // It ends at the line that is malformed, and goes on after all or some of its rows.
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
                assert_eq!(scratch.read(out), bytes);
                std::fs::remove_file(scratch.path_of(out)).unwrap();
            }
        }
    }
}

/// Files of the shell may have so many blocks, which stands in for a disk that is full.
fn in_little_room(scratch: &Scratch, route: &str) -> Run {
    let program = env!("CARGO_BIN_EXE_voxnav");
    let script = format!("ulimit -f 64; trap '' XFSZ; exec '{program}' {route}");
    let mut shell = std::process::Command::new("sh");
    let shell = shell.current_dir(scratch.path_of("")).args(["-c", &script]);
    Run::from(shell.stdin(Stdio::null()).output().unwrap())
}

#[test]
fn a_full_disk_names_resume_and_nothing_is_lost() {
    let scratch = Scratch::new("endings-full");
    prepare(&scratch, 4000);
    let route = "route noise.3dmap --requests requests.csv --out";
    for out in ["routes.csv", "routes.jsonl"] {
        let run = in_little_room(&scratch, &format!("{route} {out}")).failed(2);
        let error = run.error();
        assert!(
            error.contains("free some space and continue with --resume"),
            "{error}"
        );
        let partial = scratch.read(&format!("{out}.partial"));
        scratch.routes(&format!("{route} whole-{out}"));
        let whole = scratch.read(&format!("whole-{out}"));
        assert!(whole.starts_with(&partial) && partial.len() < whole.len());
        scratch.routes(&format!("{route} {out} --resume"));
        assert!(scratch.read(out) == whole);
    }
}

/// What goes to a pipe or a device cannot be gone on with, and nobody is told to.
#[test]
fn without_a_file_nothing_advises_to_resume() {
    let scratch = Scratch::new("endings-device");
    prepare(&scratch, 3000);
    let no_advice = |error: &str| assert!(!error.contains("--resume"), "{error}");
    if Path::new("/dev/full").exists() {
        symlink("/dev/full", scratch.path_of("full.csv")).unwrap();
        let error = scratch.fails(
            2,
            "route noise.3dmap --requests requests.csv --out full.csv",
        );
        assert!(
            error.contains("full.csv: ") && error.contains("free some space"),
            "{error}"
        );
        no_advice(&error);
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut command = scratch.command("route noise.3dmap --requests requests.csv --out -");
        let run = Run::from(command.stdout(full).output().unwrap()).failed(2);
        assert!(run.error().contains("free some space"), "{}", run.error());
        no_advice(run.error());
    }
    scratch.write("bad.csv", &(HEADER.to_owned() + &requests(3) + "broken\n"));
    symlink("/dev/null", scratch.path_of("null.csv")).unwrap();
    for out in ["-", "null.csv"] {
        let error = scratch.fails(
            2,
            &format!("route noise.3dmap --requests bad.csv --out {out}"),
        );
        assert!(
            error.contains("bad.csv:5: ") && error.contains("--keep-going"),
            "{error}"
        );
        no_advice(&error);
    }
}
