//! The shape of the repository: which way folders and crates may use each other, and whether its pages
//! hold together. Reads the sources as text and syntax, and compiles none of them but the hand-over of shared worlds.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod arrows;
mod crates;
mod doc_comments;
mod examples;
mod face;
mod hand_over;
mod lattices;
mod pages;
mod positions;
mod spelling;
mod words;

use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap()
        .to_owned()
}

/// All files below `folder` whose names end in one of `endings`, in order of their paths; what
/// builds leave behind is passed over.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && !["dist", "node_modules", "target"].contains(&&*name) {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
