//! The pages that people read: links lead somewhere, and programs on them are tested.

use std::path::Path;

use crate::{files, root};

/// The targets of the links of a page, outside of blocks of code.
fn links(page: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut is_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if !is_code {
            let targets = line.split("](").skip(1);
            links.extend(targets.filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())));
        }
    }
    links
}

/// The anchors of the headings of a page.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|heading| {
            let words = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = words
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.collect::<String>().replace(' ', "-")
        })
        .collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    let mut seen = 0;
    for path in files(&root(), &[".md"]) {
        for link in links(&read(&path)) {
            if link.starts_with("http") {
                continue;
            }
            seen += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.with_file_name("").join(file),
            };
            let leads = target.exists()
                && (anchor.is_empty() || anchors(&read(&target)).iter().any(|a| a == anchor));
            if !leads {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(seen > 30, "only {seen} links: are pages still found?");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_page_with_a_program_is_a_documentation_test() {
    let tested = read(&root().join("crates/voxnav/src/book.rs"));
    // The crates that the book is about and voxnav does not use.
    let others = ["files/src/lib.rs", "lab/src/lib.rs", "crowd/src/book.rs"]
        .map(|name| read(&root().join(format!("crates/{name}"))));
    let mut pages = files(&root().join("docs"), &[".md"]);
    pages.push(root().join("README.md"));
    let untested: Vec<_> = pages
        .iter()
        .filter(|page| read(page).contains("```rust"))
        .map(|page| page.strip_prefix(root()).unwrap().display().to_string())
        .filter(|page| !tested.contains(&format!("\"{page}\"")))
        .filter(|page| {
            let included = format!("include_str!(\"../../../{page}\")");
            !others.iter().any(|other| other.contains(&included))
        })
        .collect();
    assert!(untested.is_empty(), "not in book.rs: {untested:?}");
}

/// The pages about the whole repository, with the most lines that each may have.
const SHORT: [(&str, usize); 5] = [
    ("README.md", 150),
    ("ARCHITECTURE.md", 180),
    ("CHANGELOG.md", 70),
    ("benches/RESULTS.md", 300),
    ("benches/TRIED.md", 140),
];

#[test]
fn pages_about_the_repository_stay_short() {
    for (name, most) in SHORT {
        let lines = read(&root().join(name)).lines().count();
        assert!((1..=most).contains(&lines), "{name} has {lines} lines");
    }
}

#[test]
fn complete_tables_have_a_header_and_a_place_in_their_index() {
    let folder = root().join("benches/results");
    let index = links(&read(&folder.join("README.md")));
    let page = links(&read(&root().join("benches/RESULTS.md")));
    let tables = files(&folder, &[".csv"]);
    assert!(!tables.is_empty(), "are the tables still found?");
    for table in tables {
        let name = table.file_name().unwrap().to_string_lossy().into_owned();
        let text = read(&table);
        let header = text.lines().next().unwrap_or_default();
        let starts_with_a_name =
            header.starts_with(|first: char| first.is_alphabetic() || first == '"');
        assert!(
            starts_with_a_name && text.lines().count() > 1,
            "{name}: {header}"
        );
        assert!(index.contains(&name), "not in the index: {name}");
        let linked = format!("results/{name}");
        assert!(page.contains(&linked), "not in RESULTS.md: {name}");
    }
}

#[test]
fn the_index_of_the_book_is_whole() {
    let index = links(&read(&root().join("docs/book/README.md")));
    for page in files(&root().join("docs/book"), &[".md"]) {
        let name = page.file_name().unwrap().to_string_lossy();
        let is_listed = index.iter().any(|link| **link == name);
        assert!(is_listed || name == "README.md", "not in the index: {name}");
    }
}
