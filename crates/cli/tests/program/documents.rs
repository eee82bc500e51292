//! `voxnav --version`, `voxnav completions` and `voxnav man`.

use std::fs;

use crate::program::Scratch;

/// What was found by somebody must be found by somebody else: the commit, and what it was built for.
#[test]
fn the_version_names_commit_and_target() {
    let scratch = Scratch::new("documents-version");
    let version = scratch.succeeds("--version");
    let rest = version
        .strip_prefix(concat!("voxnav ", env!("CARGO_PKG_VERSION"), " ("))
        .unwrap();
    let (commit, target) = rest.strip_suffix(")\n").unwrap().split_once(", ").unwrap();
    let is_commit = commit.len() == 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_commit || commit == "commit unknown", "{version}");
    assert!(target.contains(std::env::consts::ARCH), "{version}");
}

#[test]
fn every_shell_gets_completions_for_every_command() {
    let scratch = Scratch::new("documents-completions");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = scratch.succeeds(&format!("completions {shell}"));
        for word in ["generate", "compare", "limit-expanded", "view"] {
            assert!(script.contains(word), "{shell} {word}");
        }
    }
    let error = scratch.fails(2, "completions dash");
    assert!(error.contains("bash"), "{error}");
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let scratch = Scratch::new("documents-man");
    let page = scratch.succeeds("man");
    assert!(page.contains(".TH voxnav 1"), "{page}");
    scratch.succeeds("man pages/man1");
    let mut names: Vec<_> = fs::read_dir(scratch.path_of("pages/man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for command in [
        "",
        "-bench",
        "-compare",
        "-generate",
        "-route",
        "-solve",
        "-view",
    ] {
        assert!(names.contains(&format!("voxnav{command}.1")), "{names:?}");
    }
    let page = scratch.read("pages/man1/voxnav-solve.1");
    assert!(page.contains("corners"), "{page}");
    scratch.write("taken", "");
    scratch.fails(2, "man taken");
}
