//! The time that each search of a batch may take: the library reads no clock.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use voxnav::Outcome;
use voxnav::batch::SearchWatch;

/// The longest pause between two looks at the time.
const PAUSE: Duration = Duration::from_millis(10);

/// The name of [`Outcome::LimitReached`].
const LIMITED: &str = "limit reached";

/// Returns the name of an outcome: a search whose time was up reached a limit. Searches that Ctrl-C cancels
/// have no answer, so that every other one that is cancelled was.
pub(crate) fn name_of<P>(outcome: &Outcome<P>) -> &'static str {
    match outcome {
        Outcome::Cancelled { .. } => LIMITED,
        outcome => outcome.name(),
    }
}

/// Runs a batch of searches of which each may take so long, on so many threads. All end once `cancel` is set.
pub(crate) fn timed<T>(
    limit: Option<Duration>,
    threads: Option<NonZeroUsize>,
    cancel: &AtomicBool,
    work: impl FnOnce(Option<&dyn SearchWatch>) -> T,
) -> T {
    let Some(limit) = limit else {
        return work(None);
    };
    let count = threads.or(thread::available_parallelism().ok());
    let slots = (0..count.map_or(1, NonZeroUsize::get)).map(|_| Slot::default());
    let clock = Clock {
        limit,
        slots: slots.collect(),
        never: AtomicBool::new(false),
    };
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let pause = (limit / 10).clamp(Duration::from_millis(1), PAUSE);
            while !is_done.load(Ordering::Relaxed) {
                clock.look(cancel.load(Ordering::Relaxed));
                thread::sleep(pause);
            }
        });
        // Also after a panic, for which the scope would wait otherwise.
        let _done = SetWhenDropped(&is_done);
        work(Some(&clock))
    })
}

struct SetWhenDropped<'a>(&'a AtomicBool);

impl Drop for SetWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A clock that cancels searches whose time is up.
#[derive(Debug)]
struct Clock {
    limit: Duration,
    /// One for each search at a time.
    slots: Box<[Slot]>,
    never: AtomicBool,
}

#[derive(Debug, Default)]
struct Slot {
    token: AtomicBool,
    /// The time when the search in it began, while there is one.
    since: Mutex<Option<Instant>>,
}

impl Slot {
    fn since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.since.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock {
    fn look(&self, is_cancelled: bool) {
        for slot in &self.slots {
            // INVARIANT: a slot is locked from the look at its time until its token is set, so that
            // the next search in it is not meant.
            let since = slot.since();
            if since.is_some_and(|since| is_cancelled || since.elapsed() >= self.limit) {
                slot.token.store(true, Ordering::Relaxed);
            }
        }
    }
}

impl SearchWatch for Clock {
    fn begins(&self) -> &AtomicBool {
        for slot in &self.slots {
            let mut since = slot.since();
            if since.is_none() {
                *since = Some(Instant::now());
                slot.token.store(false, Ordering::Relaxed);
                return &slot.token;
            }
        }
        &self.never
    }

    fn ended(&self, token: &AtomicBool) {
        let mut slots = self.slots.iter();
        if let Some(slot) = slots.find(|slot| std::ptr::eq(&raw const slot.token, token)) {
            *slot.since() = None;
        }
    }
}
