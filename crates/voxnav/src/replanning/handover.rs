//! Edits on their way from editors, over one worker, to searches.
//!
//! INVARIANT: what is published reports how many edits are in it. Editors and the worker share one lock, held for an edit
//! or a commit; readers share another, held to copy or replace what was published. No thread holds both.
//!
//! Locks come from the module around this one: from the standard library, and in the test that goes through all orders
//! in which threads may come to them, from a model of it.

use super::locks::{Condvar, Mutex, MutexGuard, PoisonError};

/// The state that editors, a worker and readers share: edits gathered in an `E`, and a published `S`.
#[derive(Debug)]
pub(super) struct SnapshotExchange<E, S> {
    edits: Mutex<Edits<E>>,
    /// The signal that there are edits, or that no editor is left.
    news: Condvar,
    latest: Mutex<S>,
}

#[derive(Debug)]
struct Edits<E> {
    /// The gathered edits, with those that no worker has taken yet.
    made: E,
    accepted: u64,
    taken: u64,
    editors: usize,
}

impl<E, S: Clone> SnapshotExchange<E, S> {
    /// Makes a handover for one editor.
    pub(super) fn new(made: E, latest: S) -> Self {
        let edits = Edits {
            made,
            accepted: 0,
            taken: 0,
            editors: 1,
        };
        Self {
            edits: Mutex::new(edits),
            news: Condvar::new(),
            latest: Mutex::new(latest),
        }
    }

    /// Makes an edit.
    pub(super) fn edit<R>(&self, change: impl FnOnce(&mut E) -> R) -> R {
        let mut edits = self.edits();
        edits.accepted += 1;
        let result = change(&mut edits.made);
        drop(edits);
        self.news.notify_one();
        result
    }

    /// Returns the number of edits made.
    pub(super) fn accepted(&self) -> u64 {
        self.edits().accepted
    }

    /// Counts another editor.
    pub(super) fn join(&self) {
        self.edits().editors += 1;
    }

    /// Counts an editor less.
    pub(super) fn leave(&self) {
        self.edits().editors -= 1;
        self.news.notify_one();
    }

    /// Returns what was published last.
    pub(super) fn latest(&self) -> S {
        let latest = self.latest.lock();
        latest.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns whether there are edits that were not taken.
    pub(super) fn has_news(&self) -> bool {
        let edits = self.edits();
        edits.accepted > edits.taken
    }

    /// Waits until there are edits to be taken: `false` if there are none, and no editor is left.
    pub(super) fn wait(&self) -> bool {
        let mut edits = self.edits();
        while edits.accepted == edits.taken && edits.editors > 0 {
            let woken = self.news.wait(edits);
            edits = woken.unwrap_or_else(PoisonError::into_inner);
        }
        edits.accepted > edits.taken
    }

    /// Takes all edits that were not taken, if there are any, as `commit` makes of them, and how many were made by
    /// then.
    pub(super) fn take<T>(&self, commit: impl FnOnce(&mut E) -> T) -> Option<(T, u64)> {
        let mut edits = self.edits();
        if edits.accepted == edits.taken {
            return None;
        }
        edits.taken = edits.accepted;
        Some((commit(&mut edits.made), edits.taken))
    }

    /// Publishes something newer.
    pub(super) fn publish(&self, newer: S) {
        let latest = self.latest.lock();
        let mut latest = latest.unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *latest, newer);
        drop(latest);
        // After the lock: much may go with it.
        drop(before);
    }

    /// Locks the edits: one that panicked leaves something that can be used as any other.
    fn edits(&self) -> MutexGuard<'_, Edits<E>> {
        self.edits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
