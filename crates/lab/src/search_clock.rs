//! A limit of time for searches, whose clock the library does not read.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use voxnav::batch::BatchObserver;

/// A clock that cancels searches whose time is up, whenever [`look`](Self::look) is called.
///
/// ```
/// use std::sync::atomic::Ordering;
/// use std::time::Duration;
/// use voxnav::batch::BatchObserver;
/// use voxnav_lab::SearchClock;
///
/// let clock = SearchClock::new(Duration::ZERO, 1);
/// let token = clock.begins();
/// clock.look(false);
/// assert!(token.load(Ordering::Relaxed));
/// ```
#[derive(Debug)]
pub struct SearchClock {
    limit: Duration,
    /// One for each search at a time.
    slots: Box<[Slot]>,
    /// Set once all searches are to end, those that begin later, too.
    is_over: AtomicBool,
}

/// A search that is timed, or a place for one.
#[derive(Debug, Default)]
struct Slot {
    token: AtomicBool,
    /// The time when the search in it began, while there is one.
    since: Mutex<Option<Instant>>,
}

impl Slot {
    fn since(&self) -> MutexGuard<'_, Option<Instant>> {
        // An instant is whole whoever panicked.
        self.since.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchClock {
    /// Makes a clock for so many searches at a time, each of which may take so long.
    #[must_use]
    pub fn new(limit: Duration, at_a_time: usize) -> Self {
        Self {
            limit,
            slots: (0..at_a_time).map(|_| Slot::default()).collect(),
            is_over: AtomicBool::new(false),
        }
    }

    /// Sets the tokens of searches whose time is up; if all is over, those of all searches, of later ones, too.
    pub fn look(&self, is_over: bool) {
        self.is_over.fetch_or(is_over, Ordering::Relaxed);
        for slot in &self.slots {
            // INVARIANT: a slot is locked from the look at its time until its token is set, so that
            // the next search in it is not meant.
            let since = slot.since();
            if since.is_some_and(|since| is_over || since.elapsed() >= self.limit) {
                slot.token.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns the time to wait between two looks, at most 20 ms.
    #[must_use]
    pub fn pause(&self) -> Duration {
        (self.limit / 10).clamp(Duration::from_millis(1), Duration::from_millis(20))
    }
}

impl BatchObserver for SearchClock {
    fn begins(&self) -> &AtomicBool {
        for slot in &self.slots {
            let mut since = slot.since();
            if since.is_none() {
                *since = Some(Instant::now());
                let is_over = self.is_over.load(Ordering::Relaxed);
                slot.token.store(is_over, Ordering::Relaxed);
                return &slot.token;
            }
        }
        &self.is_over
    }

    fn ended(&self, token: &AtomicBool) {
        let mut slots = self.slots.iter();
        if let Some(slot) = slots.find(|slot| std::ptr::eq(&raw const slot.token, token)) {
            *slot.since() = None;
        }
    }
}
