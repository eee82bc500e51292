//! The circumstances of a comparison: what program ran where, when and how.

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::thread;
use std::time::SystemTime;

use serde::Serialize;

/// The order of turns, in words.
const ORDER: &str = "random, seeded by the place of the row and the repetition";

/// Everything that is needed to run the same again.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// The version of the program.
    pub version: String,
    /// The command line, quoted for a shell.
    pub command: String,
    /// The date when the run began, in UTC: `2026-01-31 23:59`.
    pub date: String,
    /// The model of the processor.
    pub cpu: String,
    /// The operating system.
    pub os: String,
    /// Bytes of memory that the machine has, if that is known.
    pub memory: Option<u64>,
    /// The compiler, if that is known.
    pub compiler: Option<String>,
    /// The order in which contestants take turns.
    pub order: &'static str,
    /// The number of processors; the searches use one.
    pub threads: usize,
    /// The build of the program: if it was not optimized, times mean nothing.
    pub build: &'static str,
    /// The most expansions of a search.
    pub limit_expanded: Option<u64>,
    /// The most bytes of a search.
    pub limit_memory: Option<u64>,
    /// The most seconds of a search.
    pub limit_time: Option<f64>,
}

impl Setting {
    /// Returns the setting of now and here, without limits.
    pub fn now(version: impl Into<String>, command: impl Into<String>) -> Self {
        Self {
            version: version.into(),
            command: command.into(),
            date: date(SystemTime::now()),
            cpu: cpu(),
            os: os(),
            memory: None,
            compiler: None,
            order: ORDER,
            threads: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            build: if cfg!(debug_assertions) {
                "debug"
            } else {
                "release"
            },
            limit_expanded: None,
            limit_memory: None,
            limit_time: None,
        }
    }
}

/// Writes a time in UTC, to the minute: `2026-01-31 23:59`.
fn date(time: SystemTime) -> String {
    let seconds = humantime::format_rfc3339_seconds(time).to_string();
    let minutes = seconds.get(..16).unwrap_or(&seconds);
    minutes.replace('T', " ")
}

/// Returns the model as the kernel names it, where it does; else the architecture.
fn cpu() -> String {
    let model = listed("/proc/cpuinfo", "model name");
    let model = model.as_deref().and_then(|text| text.split_once(':'));
    model
        .map_or(env::consts::ARCH, |(_, it)| it.trim())
        .to_owned()
}

/// Returns the name of the distribution, where there is one; else of the family.
fn os() -> String {
    let system = env::consts::OS;
    match listed("/etc/os-release", "PRETTY_NAME=") {
        Some(name) => format!("{} ({system})", name.trim_matches('"')),
        None => system.to_owned(),
    }
}

/// Returns the rest of the first line of a file that begins like this.
fn listed(path: &str, begin: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let rest = text.lines().find_map(|line| line.strip_prefix(begin))?;
    Some(rest.to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_setting_is_complete() {
        let setting = Setting::now("1", "voxnav compare");
        assert_eq!(setting.date.len(), "2026-01-31 23:59".len());
        let leap_day = SystemTime::UNIX_EPOCH + Duration::from_secs(1_709_251_199);
        assert_eq!(date(leap_day), "2024-02-29 23:59");
        assert!(!setting.cpu.is_empty() && !setting.os.is_empty());
        assert!(setting.threads > 0);
    }
}
