//! The circumstances of a comparison: what program ran with which words and limits.

use voxnav_lab::Setting;

use crate::memory;
use crate::search::limits::LimitOptions;
use crate::version::{COMPILER, VERSION, command};

/// Everything needed to reproduce the run elsewhere.
pub(super) fn setting(limits: &LimitOptions) -> Setting {
    Setting {
        limit_expanded: limits.expanded,
        limit_memory: limits.limits(1).memory,
        memory: memory::of_machine(),
        compiler: Some(COMPILER.to_owned()),
        limit_time: limits.time.map(|time| time.as_secs_f64()),
        ..Setting::now(VERSION, command())
    }
}
