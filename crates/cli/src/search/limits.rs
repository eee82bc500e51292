//! How far searches may go: the options, their default, and the clock that the library does not read.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use voxnav::batch::SearchWatch;
use voxnav::glam::IVec3;
use voxnav::search::Limits;
use voxnav::search::{Limit, Movement, Query, Solution};
use voxnav::{Outcome, Workspace};

use crate::error::CliError;
use crate::interrupt;
use crate::memory;
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
    limit: Option<Duration>,
    /// One for each search at a time; none without a limit.
    slots: Arc<[Slot]>,
}

/// A search that is timed, or a place for one.
#[derive(Debug, Default)]
struct Slot {
    token: AtomicBool,
    /// When its time is up, while a search is in it.
    until: Mutex<Option<Instant>>,
}

impl Slot {
    fn until(&self) -> MutexGuard<'_, Option<Instant>> {
        // An instant is whole whoever panicked.
        self.until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock {
    fn new(limit: Option<Duration>, at_a_time: usize) -> Self {
        let count = limit.map_or(0, |_| at_a_time);
        let slots: Arc<[Slot]> = (0..count).map(|_| Slot::default()).collect();
        if let Some(limit) = limit {
            let pause = (limit / 10).clamp(Duration::from_millis(1), Duration::from_millis(20));
            let slots = Arc::downgrade(&slots);
            thread::spawn(move || watch(&slots, pause));
        }
        Self { limit, slots }
    }

    /// Whether searches are timed.
    pub(crate) fn is_running(&self) -> bool {
        self.limit.is_some()
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
    ) -> (Solution<M::Action>, Duration) {
        self.time(|token| {
            let started = Instant::now();
            let solution = query.cancel(token).solve(moves, workspace);
            (solution, started.elapsed())
        })
    }

    /// How an outcome is called: of a search that was cancelled because its time was up, that it
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
    /// What a command makes of the outcome of its only search. `nearest` is where the agent can be near an
    /// end where it cannot.
    pub(crate) fn verdict<P>(
        &self,
        outcome: &Outcome<P>,
        nearest: Option<IVec3>,
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
pub(crate) fn no_path(outcome: &str, nearest: Option<IVec3>) -> CliError {
    let advice = match (nearest, outcome) {
        (Some(IVec3 { x, y, z }), _) => {
            &format!("the nearest cell where the agent can be is {x},{y},{z}")
        }
        (None, "start blocked" | "start outside") => "choose a free cell of the map for --from",
        (None, "goal blocked" | "goal outside") => "choose a free cell of the map for --to",
        _ => "try other cells, --moves or --corners",
    };
    CliError::unexpected(format!("no path: {outcome}; {advice}"))
}

/// The name of [`Outcome::LimitReached`].
pub(crate) const LIMITED: &str = "limit reached";

impl SearchWatch for Clock {
    fn begins(&self) -> &AtomicBool {
        for slot in self.slots.iter() {
            let mut until = slot.until();
            if until.is_none() {
                // A limit beyond what the clock can show is none.
                *until = self
                    .limit
                    .and_then(|limit| Instant::now().checked_add(limit));
                slot.token.store(false, Ordering::Relaxed);
                return &slot.token;
            }
        }
        interrupt::token()
    }

    fn ended(&self, token: &AtomicBool) {
        let mine = self
            .slots
            .iter()
            .find(|slot| std::ptr::eq(&raw const slot.token, token));
        if let Some(slot) = mine {
            *slot.until() = None;
        }
    }
}

/// Sets the tokens of searches whose time is up until nobody is left who is timed.
fn watch(slots: &Weak<[Slot]>, pause: Duration) {
    while let Some(slots) = slots.upgrade() {
        let now = Instant::now();
        for slot in slots.iter() {
            // INVARIANT: a slot is locked from the look at its time until its token is set, so that
            // the next search in it is not meant.
            let until = slot.until();
            if until.is_some_and(|until| until <= now || interrupt::is_requested()) {
                slot.token.store(true, Ordering::Relaxed);
            }
        }
        drop(slots);
        thread::sleep(pause);
    }
}

#[cfg(test)]
mod tests {
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
