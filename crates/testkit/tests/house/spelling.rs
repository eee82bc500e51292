//! Spelling is American, in code, documentation and pages.

use crate::{files, root};

/// British spellings, as parts of words in small letters. `Cancelled` is not among them: it is the
/// name of an outcome, as elsewhere in Rust.
const BRITISH: [&str; 33] = [
    "neighbour",
    "colour",
    "centre",
    "behaviour",
    "favour",
    "honour",
    "flavour",
    "licence",
    "labelled",
    "labelling",
    "modelled",
    "modelling",
    "travelled",
    "travelling",
    "signalled",
    "optimisa",
    "optimise",
    "optimisi",
    "normalis",
    "initialis",
    "serialis",
    "minimis",
    "maximis",
    "recognis",
    "organis",
    "generalis",
    "parallelise",
    "quantis",
    "summaris",
    "visualis",
    "judgement",
    "artefact",
    "towards",
];

#[test]
fn spelling_is_american() {
    let this = std::path::Path::new(file!()).file_name().unwrap();
    let mut found = Vec::new();
    for file in files(
        &root(),
        &[".rs", ".md", ".js", ".html", ".css", ".toml", ".sh"],
    ) {
        if file.file_name().unwrap() == this {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let small = line.to_lowercase();
            for word in BRITISH {
                if small.contains(word) {
                    let file = file.strip_prefix(root()).unwrap().display();
                    found.push(format!("{file}:{}: {word}", number + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "British spellings:\n{}", found.join("\n"));
}
