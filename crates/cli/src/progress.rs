//! A progress bar for people: on standard error, and only where that is a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{HumanDuration, HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};

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
/// there are. `done` of them were done before and say nothing about the speed. Draws nothing where
/// nobody watches.
pub(crate) fn rate(steps: Option<u64>, done: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match steps {
        Some(steps) => (
            ProgressBar::new(steps),
            "{bar:16} {human_pos} of {human_len}, {rate}, {left} left",
        ),
        None => (
            ProgressBar::no_length(),
            "{spinner} {human_pos}, {rate}, {elapsed}",
        ),
    };
    let bar = bar.with_position(done);
    // A line that cannot be drawn is no reason to stop.
    let write_rate = move |state: &ProgressState, out: &mut dyn Write| {
        let _ = match per_second(state, done) {
            rate @ ..10.0 => write!(out, "{rate:.1}/s"),
            rate => write!(out, "{}/s", HumanFloatCount(rate.round())),
        };
    };
    let write_left = move |state: &ProgressState, out: &mut dyn Write| {
        let left = state.len().unwrap_or(0).saturating_sub(state.pos());
        let seconds = as_float(left) / per_second(state, done);
        let _ = match Duration::try_from_secs_f64(seconds) {
            Ok(time) => write!(out, "{:#}", HumanDuration(time)),
            Err(_) => write!(out, "?"),
        };
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(
            style
                .with_key("rate", write_rate)
                .with_key("left", write_left),
        ),
        Err(_) => bar,
    }
}

/// Steps a second since the bar was made.
fn per_second(state: &ProgressState, done: u64) -> f64 {
    as_float(state.pos().saturating_sub(done)) / state.elapsed().as_secs_f64()
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn as_float(count: u64) -> f64 {
    count as f64
}
