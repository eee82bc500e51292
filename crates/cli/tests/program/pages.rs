//! The README and the pages of the book show what the program prints.

use std::path::{Path, PathBuf};

use crate::dialogs::{Step, steps};
use crate::program::Scratch;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether `actual` is `expected`, where `...` stands for any lines.
fn is_as_shown(expected: &[String], actual: &[&str]) -> bool {
    match expected {
        [] => actual.is_empty(),
        [any, rest @ ..] if any == "..." => {
            (0..=actual.len()).any(|skipped| is_as_shown(rest, &actual[skipped..]))
        }
        [line, rest @ ..] => {
            actual.first().is_some_and(|first| first == line) && is_as_shown(rest, &actual[1..])
        }
    }
}

/// Runs what a page shows of the program, in an empty directory, and returns the number of runs.
/// `cat` gives the content of a file, and `cargo` is skipped.
fn play(name: &str, page: &str) -> usize {
    let scratch = Scratch::new(&format!("page-{name}"));
    let mut runs = 0;
    for Step { command, shown, .. } in steps(name, page) {
        match command.split_once(' ') {
            Some(("voxnav", arguments)) => {
                let run = scratch.run(arguments);
                assert_eq!(run.code, 0, "{name}: {command}\n{}", run.stderr);
                let actual = run.stdout.lines().collect::<Vec<_>>();
                let shows = is_as_shown(&shown, &actual);
                assert!(shows, "{name}: {command}\n{}", run.stdout);
                runs += 1;
            }
            Some(("cat", file)) => scratch.write(file, &(shown.join("\n") + "\n")),
            Some(("cargo", _)) => {}
            _ => panic!("{name} shows something else than the program: {command}"),
        }
    }
    runs
}

fn runs_of(page: &str) -> usize {
    let path = root().join(page);
    let text = std::fs::read_to_string(&path).unwrap();
    let name = path.file_stem().unwrap().to_string_lossy();
    play(&name, &text)
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    assert_eq!(
        runs_of("README.md"),
        0,
        "sessions are on the page of the program"
    );
}

#[test]
fn the_book_shows_what_the_program_prints() {
    let pages = std::fs::read_dir(root().join("docs/book")).unwrap();
    let mut runs = Vec::new();
    for page in pages {
        let name = page.unwrap().file_name().to_string_lossy().into_owned();
        // The index shares its name with the page of the repository.
        if name != "README.md" {
            runs.push((runs_of(&format!("docs/book/{name}")), name));
        }
    }
    runs.retain(|(count, _)| *count > 0);
    runs.sort_unstable();
    let expected = [(4, "import.md"), (19, "program.md")];
    assert_eq!(runs, expected.map(|(count, name)| (count, name.to_owned())));
}
