//! Doc comments begin with their subject, and not with a relative clause or a pronoun.

use crate::{files, root};

/// First words after which a reader looks for the subject in vain.
const REFUSED: [&str; 39] = [
    "What", "How", "Where", "Which", "Why", "When", "Who", "Whose", "Whether", "Those", "That",
    "This", "These", "They", "It", "Its", "Of", "By", "As", "So", "If", "There", "From", "In",
    "To", "On", "At", "For", "With", "Without", "Such", "None", "Nothing", "Not", "Both", "Then",
    "Them", "Their", "Than",
];

/// Folders whose doc comments are texts for users of programs and of Python: help of options, docstrings.
const HELP: [&str; 3] = ["crates/cli", "benches", "python"];

#[test]
fn doc_comments_begin_with_their_subject() {
    let root = root();
    let mut found = Vec::new();
    for file in files(&root, &[".rs"]) {
        let name = file.strip_prefix(&root).unwrap();
        if name.iter().any(|part| part == "tests") || HELP.iter().any(|it| name.starts_with(it)) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let place = |number: usize| format!("{}:{number}", name.display());
        found.extend(
            refused(&text)
                .into_iter()
                .map(|(number, line)| format!("{}: {line}", place(number))),
        );
    }
    assert!(
        found.is_empty(),
        "comments that begin with no subject:\n{}",
        found.join("\n")
    );
}

/// The first lines of doc comments that begin with a refused word, with their numbers from 1.
fn refused(text: &str) -> Vec<(usize, &str)> {
    let mut before = "";
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        let kind = ["///", "//!"].into_iter().find(|it| line.starts_with(it));
        let kind = kind.unwrap_or_default();
        if !kind.is_empty() && kind != before {
            let comment = line.trim_start_matches(kind).trim_start();
            let first = comment.split(|it: char| !it.is_alphabetic()).next();
            if first.is_some_and(|first| REFUSED.contains(&first)) {
                found.push((number, line));
            }
        }
        before = kind;
    }
    found
}

#[test]
fn comments_are_told_apart() {
    let text =
        "/// What is it?\n/// Which one?\nfn a() {}\n//! Where to.\n/// The cell.\n//// What\n";
    let numbers: Vec<_> = refused(text).iter().map(|it| it.0).collect();
    assert_eq!(numbers, [1, 4]);
}
