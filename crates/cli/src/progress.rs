//! A progress bar for people: on standard error, and only where that is a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal};

use indicatif::{HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};

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

/// A bar that shows the rate; over `steps` steps with the time that is left, if it is known how many
/// there are. Draws nothing where nobody watches.
pub(crate) fn rate(steps: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match steps {
        Some(steps) => (
            ProgressBar::new(steps),
            "{bar:16} {human_pos} of {human_len}, {rate}, {eta} left",
        ),
        None => (
            ProgressBar::no_length(),
            "{spinner} {human_pos}, {rate}, {elapsed}",
        ),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.with_key("rate", write_rate)),
        Err(_) => bar,
    }
}

/// Steps a second: three digits where there are few, whole ones otherwise.
fn write_rate(state: &ProgressState, out: &mut dyn Write) {
    let rate = state.per_sec();
    // A line that cannot be drawn is no reason to stop.
    let _ = match rate {
        ..10.0 => write!(out, "{rate:.1}/s"),
        _ => write!(out, "{}/s", HumanFloatCount(rate.round())),
    };
}
