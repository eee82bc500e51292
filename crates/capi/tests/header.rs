//! The header, and the declarations in C#, are those of the sources:
//! `VOXNAV_HEADER=write cargo test -p voxnav-capi --test header` writes both.

#![expect(
    clippy::unwrap_used,
    reason = "a test fails where a file cannot be read"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config, Language, SortKey, Style};

#[path = "header/csharp.rs"]
mod csharp;

#[test]
fn the_header_is_that_of_the_sources() {
    is_kept("include/voxnav.h", &header());
}

#[test]
fn the_declarations_in_csharp_are_those_of_the_sources() {
    is_kept(
        "../../csharp/src/Native.cs",
        &csharp::declarations(&copies("csharp", HANDLE_IN_CSHARP)),
    );
}

/// Functions that are asked for by hand: of no object, or others do the same.
const BY_HAND: [&str; 7] = [
    "voxnav_abi_version",
    "voxnav_agent_remove",
    "voxnav_batch_lengths",
    "voxnav_batch_outcomes",
    "voxnav_find_route_to",
    "voxnav_live_objects",
    "voxnav_release_memory",
];

#[test]
fn all_functions_are_to_be_had_in_cpp_and_csharp() {
    let header = fs::read_to_string(root().join("include/voxnav.h")).unwrap();
    let called = header.lines().filter_map(|line| {
        let (_, rest) = line.split_once(" voxnav_")?;
        let (name, _) = rest.split_once('(')?;
        let is_declared = line.starts_with(|first: char| first.is_ascii_alphabetic());
        is_declared.then(|| format!("voxnav_{name}"))
    });
    let functions: Vec<_> = called.collect();
    assert!(functions.len() > 150, "{functions:?}");
    for (folder, ending) in [("include", "hpp"), ("../../csharp/src", "cs")] {
        let text = wrapping(&root().join(folder), ending);
        let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        let words: BTreeSet<_> = words.collect();
        let missing = functions.iter().map(String::as_str);
        let missing = missing.filter(|it| !words.contains(it) && !BY_HAND.contains(it));
        assert_eq!(missing.collect::<Vec<_>>(), [""; 0], "in {folder}");
    }
}

/// Returns the sources of a folder and those below, but for declarations that were written from the header.
fn wrapping(folder: &Path, ending: &str) -> String {
    let mut all = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_generated = path.file_name().is_some_and(|name| name == "Native.cs");
        if path.is_dir() {
            all += &wrapping(&path, ending);
        } else if !is_generated && path.extension().is_some_and(|it| it == ending) {
            all += &fs::read_to_string(path).unwrap();
        }
    }
    all
}

/// Compares a file with what was written just now, or writes it again where that is asked for.
fn is_kept(file: &str, written: &str) {
    let path = root().join(file);
    if std::env::var_os("VOXNAV_HEADER").is_some_and(|it| it == "write") {
        fs::write(&path, written).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == written,
        "{file} is not that of the sources: run \
         VOXNAV_HEADER=write cargo test -p voxnav-capi --test header"
    );
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Writes the header of all public functions, structs, enums and types.
fn header() -> String {
    let config = Config {
        language: Language::C,
        style: Style::Both,
        cpp_compat: true,
        documentation: true,
        usize_is_size_t: true,
        sort_by: SortKey::None,
        include_guard: Some("VOXNAV_H".to_owned()),
        header: Some(HEAD.trim().to_owned()),
        autogen_warning: Some(
            "/* Written by `VOXNAV_HEADER=write cargo test -p voxnav-capi --test header`; not to be changed by hand. */"
                .to_owned(),
        ),
        no_includes: true,
        sys_includes: ["stddef.h", "stdint.h"].map(str::to_owned).to_vec(),
        line_length: 120,
        tab_width: 4,
        enumeration: cbindgen::EnumConfig {
            rename_variants: cbindgen::RenameRule::QualifiedScreamingSnakeCase,
            ..Default::default()
        },
        ..Config::default()
    };
    let mut builder = Builder::new().with_config(config);
    for copy in copies("header", HANDLE_IN_C) {
        builder = builder.with_src(copy);
    }
    let mut written = Vec::new();
    builder.generate().unwrap().write(&mut written);
    String::from_utf8(written).unwrap()
}

const HEAD: &str = "
/*
 * voxnav: 3D navigation in voxel worlds. The C interface.
 *
 * A handle is a struct with a number, its `id`, never an address: 0 is none, and one that was freed is an error from any
 * thread. Each type of objects has a struct of its own, so a compiler refuses a route where an agent is asked for; a
 * `VoxnavSpace` takes the `id` of a view, an agent or a plane.
 *
 * Every function returns a status: an outcome from 0 on, or an error below 0, of which voxnav_last_error has a message
 * for the calling thread. Functions may be called from any thread; calls with the same handle take turns, but for those
 * that only read.
 *
 * Callers own all buffers. A list is written as far as there is room, and its length into `count`: ask for it with a
 * capacity of 0. Structs begin with their size, which a caller sets to sizeof; all other fields are zero unless set.
 * Pointers that a function writes to may be null only where it says so; `count` always may.
 *
 * Lengths and positions are in world units unless a comment says cells.
 */
";

/// The declaration of a handle that is called `Handle`: a struct in C. In C# it is a number, which is passed the same
/// way, and which the class of its object keeps to itself.
const HANDLE_IN_C: &str = "#[repr(C)]
pub struct Handle {
    /// The number of the object, for `voxnav_free`; 0 is none.
    pub id: u64,
}
";
const HANDLE_IN_CSHARP: &str = "pub type Handle = u64;
";

/// Returns copies of the files with what is exported in a folder of their own, with the types of C.
fn copies(name: &str, handle: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let copy = |(number, source): (usize, &PathBuf)| {
        let copy = folder.join(format!("{number}.rs"));
        let text = fs::read_to_string(source).unwrap();
        let text = match text.split_once("\nids! {\n") {
            Some((_, table)) => handles(table, handle),
            None => in_c(&text),
        };
        fs::write(&copy, text).unwrap();
        copy
    };
    sources().iter().enumerate().map(copy).collect()
}

/// Declares the handles of a table.
fn handles(table: &str, handle: &str) -> String {
    let declared = |line: &str| match line.trim().strip_suffix(';') {
        Some(name) => handle.replace("Handle", name),
        None => format!("{}\n", line.trim_end_matches('}')),
    };
    table.lines().map(declared).collect()
}

/// Returns the files with what is exported, in the order of the header.
fn sources() -> Vec<PathBuf> {
    let source = root().join("src");
    let mut all: Vec<_> = ["error.rs", "values.rs", "ids.rs"]
        .map(|name| source.join(name))
        .into();
    let exported = source.join("exported");
    all.extend(["callbacks.rs", "library.rs"].map(|name| exported.join(name)));
    for folder in ["world", "routes", "moving", "crowds"] {
        let mut files: Vec<PathBuf> = listed(&exported.join(folder));
        files.retain(|file| file.file_name().is_some_and(|name| name != "mod.rs"));
        all.extend(files);
    }
    all
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Replaces the types that stand for pointers and enums of C by these.
fn in_c(source: &str) -> String {
    let mut text = source.replace("-> Text {", "-> *const c_char {");
    for (wrapper, in_c) in [("In<", "*const "), ("Out<", "*mut "), ("Code<", "")] {
        let mut replaced = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find(wrapper) {
            let (before, after) = rest.split_at(at);
            let is_name = before.ends_with(|it: char| it.is_alphanumeric() || it == '_');
            let Some(end) = after.find('>').filter(|_| !is_name) else {
                let (skipped, on) = rest.split_at(at + wrapper.len());
                replaced.push_str(skipped);
                rest = on;
                continue;
            };
            replaced.push_str(before);
            replaced.push_str(in_c);
            replaced.push_str(&after[wrapper.len()..end]);
            rest = &after[end + 1..];
        }
        replaced.push_str(rest);
        text = replaced;
    }
    text
}
