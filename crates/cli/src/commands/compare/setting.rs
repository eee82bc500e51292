//! The circumstances of a comparison: what program ran with which words and limits.

use std::env;

use voxnav_lab::Setting;

use crate::memory;
use crate::search::limits::LimitOptions;
use crate::version::{COMPILER, VERSION};

/// Everything that somebody else needs to run the same again.
pub(super) fn setting(limits: &LimitOptions) -> Setting {
    let words: Vec<_> = env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let words = words.iter().map(String::as_str);
    let command = shlex::try_join(std::iter::once("voxnav").chain(words));
    Setting {
        limit_expanded: limits.expanded,
        limit_memory: limits.limits(1).memory,
        memory: memory::of_machine(),
        compiler: Some(COMPILER.to_owned()),
        limit_time: limits.time.map(|time| time.as_secs_f64()),
        ..Setting::now(
            VERSION,
            command.unwrap_or_else(|_| "voxnav compare".to_owned()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_begins_with_the_program() {
        assert!(
            setting(&LimitOptions::default())
                .command
                .starts_with("voxnav")
        );
    }
}
