//! A progress bar for people: on standard error, and only where that is a terminal.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `steps` steps, or one that draws nothing where nobody watches.
pub(crate) fn bar(steps: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps.try_into().unwrap_or(u64::MAX));
    // 26 + 2 * 10 digits + two times: below 80 columns. Without the template the default is drawn.
    match ProgressStyle::with_template("{bar:26} {human_pos} of {human_len}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
