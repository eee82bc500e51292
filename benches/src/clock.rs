//! The clocks that measure: of the wall or of the processor.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use clap::ValueEnum;
#[cfg(target_os = "linux")]
use nix::time::{ClockId, clock_gettime};

/// A clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum Clock {
    /// The time that a user waits.
    #[default]
    Wall,
    /// The time that this thread had a processor: what to take where other work shares the machine,
    /// since a thread that must wait its turn would be charged for it. Asking this clock takes a
    /// quarter of a microsecond, which is charged to the measured work.
    #[cfg(target_os = "linux")]
    Thread,
    /// The time that all threads of the program had processors, summed up.
    #[cfg(target_os = "linux")]
    Process,
}

impl Clock {
    /// Returns the result of `work` and the time it took.
    pub fn time<T>(self, work: impl FnOnce() -> T) -> (T, Duration) {
        let begin = self.now();
        let result = std::hint::black_box(work());
        (result, self.now().saturating_sub(begin))
    }

    fn now(self) -> Duration {
        static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
        match self {
            Self::Wall => BEGIN.elapsed(),
            #[cfg(target_os = "linux")]
            Self::Thread => processor_time(ClockId::CLOCK_THREAD_CPUTIME_ID),
            #[cfg(target_os = "linux")]
            Self::Process => processor_time(ClockId::CLOCK_PROCESS_CPUTIME_ID),
        }
    }
}

#[cfg(target_os = "linux")]
fn processor_time(clock: ClockId) -> Duration {
    clock_gettime(clock).map_or(Duration::ZERO, Duration::from)
}

#[cfg(test)]
mod tests {
    use super::*;

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
