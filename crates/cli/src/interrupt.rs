//! Ctrl-C: a run that can finishes its current task and reports its progress.
//! Others end at once, and remove incomplete files that are useless unless whole.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::{fs, io};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// True once anything looks at the flag.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// The files to remove on the way out.
static LEFTOVERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The exit code that shells report of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Becomes true on the first Ctrl-C; a second one ends the program. Only commands that check the flag
/// request it: the others end at once.
pub(crate) fn flag() -> &'static AtomicBool {
    IS_WATCHED.store(true, Ordering::Relaxed);
    handle();
    &REQUESTED
}

/// The same for searches of any command: it stays false in those that end at once.
pub(crate) fn token() -> &'static AtomicBool {
    &REQUESTED
}

/// Makes a file that is removed when Ctrl-C ends the program, until it is [kept](keep). There is no moment
/// at which it is there and would stay.
pub(crate) fn remove_at_the_end<T>(
    make: impl FnOnce() -> io::Result<T>,
    path: impl FnOnce(&T) -> PathBuf,
) -> io::Result<T> {
    handle();
    // What ends the program waits for the lock.
    let mut leftovers = leftovers();
    let file = make()?;
    leftovers.insert(path(&file));
    Ok(file)
}

/// Leaves a file where it is.
pub(crate) fn keep(path: &Path) {
    leftovers().remove(path);
}

fn leftovers() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // A set of paths is whole whoever panicked.
    LEFTOVERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn handle() {
    static HANDLED: Once = Once::new();
    HANDLED.call_once(|| {
        // Where no handler can be set, Ctrl-C ends the program as usual: what was written so far
        // stays.
        let _ = ctrlc::set_handler(|| {
            let is_watched = IS_WATCHED.load(Ordering::Relaxed);
            if !is_watched || REQUESTED.swap(true, Ordering::Relaxed) {
                for leftover in leftovers().iter() {
                    // Nothing can be done where this fails.
                    let _ = fs::remove_file(leftover);
                }
                std::process::exit(INTERRUPTED);
            }
        });
    });
}

/// Ends the running searches, as their answers are no longer needed.
pub(crate) fn end_searches() {
    REQUESTED.store(true, Ordering::Relaxed);
}

/// Returns whether Ctrl-C was pressed in a run that checks it.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
