//! Limits of searches: the options, their default, and the clock that the library does not read.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use voxnav::batch::BatchObserver;
use voxnav::search::Limits;
use voxnav::search::{Limit, Movement, Query, Solution};
use voxnav::{Outcome, Workspace};
use voxnav_lab::SearchClock;

use crate::error::CliError;
use crate::interrupt;
use crate::memory;
use crate::units::Place;
use crate::values::{bytes, seconds, whole};

/// Under what the help lists these options. Each says so itself: what a group says holds for all that
/// follow the group.
const HEADING: &str = "Limits";

#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct LimitOptions {
    /// Stop each search after N expansions
    #[arg(
        long = "limit-expanded",
        help_heading = HEADING,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = whole::<u64>(1..=u64::MAX)
    )]
    pub(crate) expanded: Option<u64>,

    /// Stop each search at this amount of memory, such as 500MB or 2GB
    ///
    /// [default: half of the machine's memory, shared among threads]
    #[arg(
        long = "limit-memory",
        help_heading = HEADING,
        value_name = "BYTES",
        value_parser = bytes,
        allow_negative_numbers = true
    )]
    pub(crate) memory: Option<u64>,

    /// Stop each search after this many seconds, such as 0.5
    #[arg(
        long = "limit-time",
        help_heading = HEADING,
        value_name = "SECONDS",
        value_parser = seconds,
        allow_negative_numbers = true
    )]
    pub(crate) time: Option<Duration>,
}

/// The part of the machine's memory that searches may take if nothing else is said: one half. Where the
/// system does not tell how much there is, they have no limit.
const SHARE: u64 = 2;

/// Returns how many threads work, of those that are wanted: no more than there are processors, and as many without a wish.
pub(crate) fn threads(wanted: Option<u64>) -> NonZeroUsize {
    let processors = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let wanted = wanted.and_then(|count| usize::try_from(count).ok());
    let wanted = wanted.and_then(NonZeroUsize::new);
    wanted.map_or(processors, |wanted| wanted.min(processors))
}

impl LimitOptions {
    /// The limits that the library keeps, for so many searches at a time.
    pub(crate) fn limits(&self, at_a_time: usize) -> Limits {
        let share = || Some(memory::of_machine()? / SHARE / at_a_time.max(1) as u64);
        let memory = self.memory.or_else(share);
        let limits = memory.map_or_else(Limits::none, |most| Limits::none().memory(most));
        match self.expanded {
            Some(most) => limits.expanded(most),
            None => limits,
        }
    }

    /// The clock for so many searches at a time.
    pub(crate) fn clock(&self, at_a_time: usize) -> Clock {
        Clock::new(self.time, at_a_time)
    }
}

/// Cancels searches whose time is up, and all of them once the run is interrupted.
#[derive(Debug)]
pub(crate) struct Clock {
    /// `None` without a limit.
    timed: Option<Arc<SearchClock>>,
}

impl Clock {
    fn new(limit: Option<Duration>, at_a_time: usize) -> Self {
        let timed = limit.map(|limit| Arc::new(SearchClock::new(limit, at_a_time)));
        if let Some(clock) = &timed {
            let clock = Arc::downgrade(clock);
            // Until nobody is left who is timed.
            thread::spawn(move || {
                while let Some(clock) = clock.upgrade() {
                    clock.look(interrupt::is_requested());
                    let pause = clock.pause();
                    drop(clock);
                    thread::sleep(pause);
                }
            });
        }
        Self { timed }
    }

    /// Returns whether searches are timed.
    pub(crate) fn is_running(&self) -> bool {
        self.timed.is_some()
    }

    /// Runs one search with its cancel token.
    pub(crate) fn time<T>(&self, search: impl FnOnce(&AtomicBool) -> T) -> T {
        let token = self.begins();
        let result = search(token);
        self.ended(token);
        result
    }

    /// Answers a query, with the time of the search alone.
    pub(crate) fn solve<M: Movement>(
        &self,
        query: &Query<'_>,
        moves: &M,
        workspace: &mut Workspace,
    ) -> (Solution, Duration) {
        self.time(|token| {
            let started = Instant::now();
            let solution = query.cancel(token).solve(moves, workspace);
            (solution, started.elapsed())
        })
    }

    /// Returns the name of an outcome: of a search that was cancelled because its time was up, that it
    /// reached a limit.
    pub(crate) fn name_of<P>(&self, outcome: &Outcome<P>) -> &'static str {
        if self.limit_of(outcome).is_some() {
            LIMITED
        } else {
            outcome.name()
        }
    }

    /// The option of the limit that an outcome is about.
    pub(crate) fn limit_of<P>(&self, outcome: &Outcome<P>) -> Option<&'static str> {
        match outcome {
            Outcome::LimitReached { limit, .. } => Some(match limit {
                Limit::Memory => "--limit-memory",
                _ => "--limit-expanded",
            }),
            Outcome::Cancelled { .. } if self.is_running() && !interrupt::is_requested() => {
                Some("--limit-time")
            }
            _ => None,
        }
    }
}

impl Clock {
    /// Returns the result of a command for the outcome of its only search. `nearest` is where the agent can be near an
    /// end where it cannot.
    pub(crate) fn verdict<P>(
        &self,
        outcome: &Outcome<P>,
        nearest: Option<Place>,
    ) -> Result<(), CliError> {
        match (outcome, self.limit_of(outcome)) {
            (Outcome::Found(_), _) => Ok(()),
            (_, Some(option)) => Err(limit_reached(option)),
            (outcome, None) => Err(no_path(outcome.name(), nearest)),
        }
    }
}

/// Reports that the limit of an option ended a search.
pub(crate) fn limit_reached(option: &str) -> CliError {
    CliError::limit(format!(
        "no answer: the search reached {option}; raise it, or try another --algorithm"
    ))
}

/// Reports an outcome without a path, with the nearest cell to an end at fault where the agent can be.
pub(crate) fn no_path(outcome: &str, nearest: Option<Place>) -> CliError {
    let advice = match (nearest, outcome) {
        (Some(place @ Place::Cell(_)), _) => {
            &format!("the nearest cell where the agent can be is {place}")
        }
        (Some(place @ Place::Position(_)), _) => {
            &format!("the nearest center of a cell where the agent can be is {place}")
        }
        (None, "start blocked" | "start outside") => "choose a free cell of the map for --from",
        (None, "goal blocked" | "goal outside") => "choose a free cell of the map for --to",
        _ => "try other cells, or other moves (--moves, --corners, --locomotion)",
    };
    CliError::unexpected(format!("no path: {outcome}; {advice}"))
}

/// The name of [`Outcome::LimitReached`].
pub(crate) const LIMITED: &str = "limit reached";

impl BatchObserver for Clock {
    fn begins(&self) -> &AtomicBool {
        match &self.timed {
            Some(clock) => clock.begins(),
            None => interrupt::token(),
        }
    }

    fn ended(&self, token: &AtomicBool) {
        if let Some(clock) = &self.timed {
            clock.ended(token);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn a_search_is_cancelled_when_its_time_is_up_and_the_next_is_not() {
        let clock = Clock::new(Some(Duration::from_millis(1)), 2);
        let first = clock.begins();
        let second = clock.begins();
        assert!(!std::ptr::eq(first, second));
        for token in [first, second] {
            while !token.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        }
        clock.ended(first);
        let third = Clock::new(Some(Duration::from_secs(1000)), 1);
        assert!(!third.time(|token| token.load(Ordering::Relaxed)));
        assert!(!third.time(|token| token.load(Ordering::Relaxed)));
    }
}
