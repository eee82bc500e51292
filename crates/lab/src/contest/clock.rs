//! Clocks: the time that a query takes on the wall, and of the processor.

use std::time::Instant;

use serde::{Deserialize, Serialize};

/// The time of a query, in milliseconds: on the wall, and of the processor, spent in this thread alone, where
/// the system tells.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Timing(pub(crate) f64, pub(crate) Option<f64>);

/// Runs a query and reports how long it took.
pub(crate) fn timed<T>(query: impl FnOnce() -> T) -> (T, Timing) {
    // Processor time outside, so that asking for it is no part of the time on the wall.
    let cpu = cpu_ms();
    let started = Instant::now();
    let answer = query();
    let wall_ms = started.elapsed().as_secs_f64() * 1e3;
    let cpu_ms = cpu_ms().zip(cpu).map(|(after, before)| after - before);
    (answer, Timing(wall_ms, cpu_ms))
}

/// Returns the time of the processor that this thread has had, in milliseconds.
#[cfg(unix)]
fn cpu_ms() -> Option<f64> {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok()?;
    Some(std::time::Duration::from(time).as_secs_f64() * 1e3)
}

#[cfg(not(unix))]
fn cpu_ms() -> Option<f64> {
    None
}

/// Returns how often this thread had to make room for others.
#[cfg(target_os = "linux")]
pub(crate) fn switches() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_THREAD).ok()?;
    u64::try_from(usage.involuntary_context_switches()).ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn switches() -> Option<u64> {
    None
}

/// Returns how many threads of the machine wanted to run, in the mean of the last minute.
pub(crate) fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_takes_time_on_the_wall_alone() {
        let pause = std::time::Duration::from_millis(20);
        let ((), Timing(wall, cpu)) = timed(|| std::thread::sleep(pause));
        assert!(wall >= 20.0);
        assert!(cpu.is_none_or(|cpu| cpu < wall));
    }
}
