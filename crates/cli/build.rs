//! Finds out what is built: version, commit and target, for `voxnav --version`.
//!
//! A package from a registry has no repository, but the file in which `cargo package` noted the
//! commit. That file is read first: a package may lie in another repository.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Digits of a commit that are shown.
const SHOWN: usize = 12;

fn main() {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let commit = packaged(&manifest).or_else(|| checked_out(&manifest));
    let commit = commit.as_deref().map_or("commit unknown", |commit| {
        commit.get(..SHOWN).unwrap_or(commit)
    });
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=VOXNAV_VERSION={version} ({commit}, {target})");
    println!("cargo::rustc-env=VOXNAV_COMPILER={}", compiler());
    println!("cargo::rerun-if-changed=build.rs");
}

/// The compiler, and the flags given in addition to those that Cargo always passes.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let version = output
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok());
    let version = version.map_or_else(|| "rustc".to_owned(), |text| text.trim().to_owned());
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    match flags.replace('\u{1f}', " ").trim() {
        "" => format!("{version}, no flags"),
        flags => format!("{version}, {flags}"),
    }
}

/// The commit that `cargo package` noted.
fn packaged(manifest: &Path) -> Option<String> {
    let noted = fs::read_to_string(manifest.join(".cargo_vcs_info.json")).ok()?;
    let (_, after) = noted.split_once("\"sha1\"")?;
    let commit = after.split('"').nth(1)?;
    is_commit(commit).then(|| commit.to_owned())
}

/// The commit that is checked out, if this is voxnav's repository and there is a git to ask.
fn checked_out(manifest: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        let output = command
            .current_dir(manifest)
            .args(arguments)
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    if git(&["rev-parse", "--show-prefix"])? != "crates/cli/" {
        return None;
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    // It grows with every commit and every checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        let log = manifest.join(log);
        if log.exists() {
            println!("cargo::rerun-if-changed={}", log.display());
        }
    }
    is_commit(&commit).then_some(commit)
}

fn is_commit(text: &str) -> bool {
    text.len() >= SHOWN && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
