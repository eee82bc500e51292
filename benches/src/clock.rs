//! The clocks that measure: of the wall or of the processor.

use std::time::{Duration, Instant};

use clap::ValueEnum;
#[cfg(target_os = "linux")]
use rustix::time::{ClockId, clock_gettime};

/// A clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum Clock {
    /// The time that a user waits.
    #[default]
    Wall,
    /// The time that this thread had a processor: what to take where other work shares the machine,
    /// since a thread that must wait its turn would be charged for it. Asking this clock takes a
    /// quarter of a microsecond, which is charged to the engines.
    #[cfg(target_os = "linux")]
    Thread,
    /// The time that all threads of the program had processors, summed up.
    #[cfg(target_os = "linux")]
    Process,
}

impl Clock {
    /// Returns the result of `work` and the time it took.
    pub fn time<T>(self, work: impl FnOnce() -> T) -> (T, Duration) {
        match self {
            Self::Wall => {
                let begin = Instant::now();
                let result = std::hint::black_box(work());
                (result, begin.elapsed())
            }
            #[cfg(target_os = "linux")]
            Self::Thread => processor_time(ClockId::ThreadCPUTime, work),
            #[cfg(target_os = "linux")]
            Self::Process => processor_time(ClockId::ProcessCPUTime, work),
        }
    }

    /// Returns the name in reports and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            #[cfg(target_os = "linux")]
            Self::Thread => "thread",
            #[cfg(target_os = "linux")]
            Self::Process => "process",
        }
    }
}

#[cfg(target_os = "linux")]
fn processor_time<T>(clock: ClockId, work: impl FnOnce() -> T) -> (T, Duration) {
    // A clock that counts from the start of a thread or process is never negative.
    let now = || Duration::try_from(clock_gettime(clock)).unwrap_or_default();
    let begin = now();
    let result = std::hint::black_box(work());
    (result, now().saturating_sub(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_named_as_on_the_command_line() {
        for clock in Clock::value_variants() {
            let value = clock.to_possible_value().unwrap();
            assert_eq!(value.get_name(), clock.as_str());
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_sleeping_thread_has_no_processor() {
        let nap = Duration::from_millis(30);
        let ((), wall) = Clock::Wall.time(|| std::thread::sleep(nap));
        let ((), thread) = Clock::Thread.time(|| std::thread::sleep(nap));
        assert!(wall >= nap);
        assert!(thread < nap);
    }
}
