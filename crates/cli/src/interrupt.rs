//! Ctrl-C: a run that can ends after what it is at, and says how far it came.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// What shells report of a program that Ctrl-C ended.
const INTERRUPTED_TWICE: i32 = 130;

/// Becomes true when somebody presses Ctrl-C; a second time ends the program as usual. Only commands
/// that look at it ask for it: the others end at once.
pub(crate) fn flag() -> &'static AtomicBool {
    static HANDLED: Once = Once::new();
    HANDLED.call_once(|| {
        // Where no handler can be set, Ctrl-C ends the program as usual: the rows written so far
        // stay.
        let _ = ctrlc::set_handler(|| {
            if REQUESTED.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED_TWICE);
            }
        });
    });
    &REQUESTED
}

/// Whether somebody pressed Ctrl-C in a run that looks at it.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
