//! Dialogs with the program: console sessions in `tests/dialogs`, compared to the letter with what is printed.
//!
//! `TRYCMD=overwrite` accepts changed output, which is to be read then; `-- dialogs trycmd=NAME` runs some of them.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::program::{fits_in_80_columns, search_path};

/// Programs besides `voxnav` that dialogs start.
const TOOLS: [&str; 9] = [
    "cat", "cmp", "cp", "grep", "head", "ls", "mkdir", "sh", "tail",
];

/// A command of a session on a console, the exit code where it is given, and what is shown below.
pub(crate) struct Step {
    pub(crate) place: String,
    pub(crate) command: String,
    pub(crate) code: String,
    pub(crate) shown: Vec<String>,
}

/// The steps of all console blocks of a text, in order.
pub(crate) fn steps(name: &str, text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut is_inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with("```") {
            is_inside = line == "```console";
        } else if let (true, Some(command)) = (is_inside, line.strip_prefix("$ ")) {
            steps.push(Step {
                place: format!("{name}:{number}"),
                command: command.to_owned(),
                code: String::new(),
                shown: Vec::new(),
            });
        } else if let (true, Some(step)) = (is_inside, steps.last_mut()) {
            match line.strip_prefix("? ") {
                Some(code) if step.shown.is_empty() => code.clone_into(&mut step.code),
                _ => step.shown.push(line.to_owned()),
            }
        }
    }
    steps
}

/// The dialogs, each with its steps.
fn dialogs() -> Vec<(PathBuf, Vec<Step>)> {
    let entries = fs::read_dir("tests/dialogs").unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let dialogs = paths.filter(|path| path.extension() == Some(OsStr::new("trycmd")));
    let dialogs = dialogs.map(|path| {
        let steps = steps(&path.to_string_lossy(), &fs::read_to_string(&path).unwrap());
        (path, steps)
    });
    dialogs.collect()
}

/// Runs the dialogs in parallel, each in a directory of its own with copies of its `.in` files.
#[test]
fn the_program_says_what_dialogs_say() {
    let count: usize = dialogs().iter().map(|(_, steps)| steps.len()).sum();
    let path = search_path();
    let cases = trycmd::TestCases::new();
    cases
        .env("PATH", path.to_str().unwrap())
        .env("COLUMNS", "80");
    cases.env("LC_ALL", "C.UTF-8");
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../files/tests/fixtures");
    cases.env("FIXTURES", fixtures);
    cases.register_bin("voxnav", Path::new(env!("CARGO_BIN_EXE_voxnav")));
    for tool in TOOLS {
        let mut places = env::split_paths(&path).map(|place| place.join(tool));
        cases.register_bin(
            tool,
            places.find(|place| place.is_file()).unwrap().as_path(),
        );
    }
    cases.case("tests/dialogs/*.trycmd").run();
    // In one piece, past the capture of test output: `.ci/run` counts these commands as tests.
    let _ = io::stderr().write_all(format!("\ndialogs: {count} commands ran\n").as_bytes());
}

/// A command that is not known, and a dialog without the mark of a directory of its own, would be skipped.
#[test]
fn no_dialog_is_skipped() {
    for (path, steps) in dialogs() {
        assert!(path.with_extension("out").is_dir(), "{}", path.display());
        assert!(!steps.is_empty(), "{}", path.display());
        for Step { place, command, .. } in steps {
            let program = command.split(' ').next().unwrap();
            assert!(program == "voxnav" || TOOLS.contains(&program), "{place}");
        }
        // Blocks of other languages, and those to be ignored, are none here.
        let text = fs::read_to_string(&path).unwrap();
        let mut fences = text.lines().filter(|line| line.starts_with("```"));
        assert!(fences.all(|it| it == "```" || it == "```console"));
    }
}

/// Reports fit in 80 columns. An error is one line with the remedy, and comes last.
#[test]
fn errors_are_one_line_and_reports_fit() {
    let mut errors = 0;
    for step in dialogs().into_iter().flat_map(|(_, steps)| steps) {
        let mut words = step.command.split(' ');
        if words.next() != Some("voxnav") {
            continue;
        }
        let said: Vec<_> = step.shown.iter().filter(|line| !line.is_empty()).collect();
        if !step.code.is_empty() {
            let last = said.last().unwrap();
            let is_error = last.starts_with("voxnav: ") && last.contains("; ");
            assert!(is_error, "{}: {last}", step.place);
            errors += 1;
        }
        let are_rows = words.any(|word| word == "--json" || word == "-");
        let is_for_people = |line: &&&String| {
            !are_rows && !line.starts_with("voxnav: ") && !line.starts_with("reason ")
        };
        for line in said.iter().filter(is_for_people) {
            fits_in_80_columns(line);
        }
    }
    assert!(errors > 200, "{errors}");
}
