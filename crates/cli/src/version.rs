//! The program as reports name it, and the command that it runs.

use std::env;

/// The version, the commit it was built from and the target, as `build.rs` found them:
/// `0.1.0 (62663a8c1f04, x86_64-unknown-linux-gnu)`.
pub(crate) const VERSION: &str = env!("VOXNAV_VERSION");

/// The compiler and its flags: `rustc 1.95.0 (59807616e 2026-04-14), no flags`.
pub(crate) const COMPILER: &str = env!("VOXNAV_COMPILER");

/// Returns the command line as it was given, in words that a shell reads.
pub(crate) fn command() -> String {
    let words = env::args_os().skip(1);
    let words: Vec<_> = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let words = words.iter().map(String::as_str);
    let command = shlex::try_join(std::iter::once("voxnav").chain(words));
    command.unwrap_or_else(|_| "voxnav".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_begins_with_the_program() {
        assert!(command().starts_with("voxnav"));
    }
}
