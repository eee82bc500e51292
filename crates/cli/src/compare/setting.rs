//! The circumstances of a comparison: what program ran where, when and how.

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::thread;

use serde::Serialize;

use crate::limits::LimitOptions;
use crate::version::VERSION;

/// Everything that somebody else needs to run the same again.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Setting {
    pub(super) version: &'static str,
    /// The command line, quoted for a shell.
    pub(super) command: String,
    /// When it began, in UTC: `2026-01-31 23:59`.
    pub(super) date: String,
    pub(super) cpu: String,
    pub(super) os: String,
    /// Processors there are; the searches use one.
    pub(super) threads: usize,
    /// Whether the program was optimized; if not, times mean nothing.
    pub(super) build: &'static str,
    pub(super) limit_expanded: Option<u64>,
    pub(super) limit_memory: Option<u64>,
    /// In seconds.
    pub(super) limit_time: Option<f64>,
}

impl Setting {
    pub(super) fn now(limits: &LimitOptions) -> Self {
        let time = limits.time;
        let words: Vec<_> = env::args_os()
            .skip(1)
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        let words = words.iter().map(String::as_str);
        let command = shlex::try_join(std::iter::once("voxnav").chain(words));
        Self {
            version: VERSION,
            command: command.unwrap_or_else(|_| "voxnav compare".to_owned()),
            date: jiff::Timestamp::now()
                .strftime("%Y-%m-%d %H:%M")
                .to_string(),
            cpu: cpu(),
            os: os(),
            threads: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            build: if cfg!(debug_assertions) {
                "debug"
            } else {
                "release"
            },
            limit_expanded: limits.expanded,
            limit_memory: limits.limits(1).memory,
            limit_time: time.map(|time| time.0.as_secs_f64()),
        }
    }
}

/// The model as the kernel names it, where it does; else the architecture.
fn cpu() -> String {
    let listed = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = listed
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    match model {
        Some((_, model)) => model.trim().to_owned(),
        None => env::consts::ARCH.to_owned(),
    }
}

/// The name of the distribution, where there is one; else of the family.
fn os() -> String {
    let listed = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = listed
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let system = env::consts::OS;
    match name {
        Some(name) => format!("{} ({system})", name.trim_matches('"')),
        None => system.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_complete() {
        let setting = Setting::now(&LimitOptions::default());
        assert_eq!(setting.date.len(), "2026-01-31 23:59".len());
        assert!(setting.command.starts_with("voxnav"));
        assert!(!setting.cpu.is_empty() && !setting.os.is_empty());
        assert!(setting.threads > 0);
    }
}
