//! How far a command is, on standard error: a bar where that is a terminal, else a line every ten
//! seconds.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{HumanDuration, HumanFloatCount, ProgressBar, ProgressDrawTarget, ProgressState};
use indicatif::{ProgressStyle, style::TemplateError};

use crate::figures::grouped;

/// Between two lines.
const INTERVAL: Duration = Duration::from_secs(10);

/// Counts steps and shows them.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    lines: Option<Lines>,
}

/// A thread that writes lines.
#[derive(Debug)]
struct Lines {
    /// Dropped to end the thread.
    end: Sender<()>,
    thread: JoinHandle<()>,
}

impl Progress {
    /// Of so many steps.
    pub(crate) fn of(steps: usize) -> Self {
        // 26 + 2 * 10 digits + two times: below 80 columns.
        let style = ProgressStyle::with_template("{bar:26} {human_pos} of {human_len}, {eta} left");
        Self::begin(Some(steps.try_into().unwrap_or(u64::MAX)), 0, style)
    }

    /// With the rate, and over `steps` steps with the time that is left, if it is known how many
    /// there are. `done` of them were done before and say nothing about the speed.
    pub(crate) fn with_rate(steps: Option<u64>, done: u64) -> Self {
        let template = match steps {
            Some(_) => "{bar:16} {human_pos} of {human_len}, {rate}, {left} left",
            None => "{spinner} {human_pos}, {rate}, {elapsed}",
        };
        // A line that cannot be drawn is no reason to stop.
        let write_rate = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let rate = per_second(state.pos(), done, state.elapsed());
            let _ = write!(out, "{}", shown_rate(rate));
        };
        let write_left = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let rate = per_second(state.pos(), done, state.elapsed());
            let _ = write!(out, "{}", shown_rest(state.len(), state.pos(), rate));
        };
        let style = ProgressStyle::with_template(template).map(|style| {
            style
                .with_key("rate", write_rate)
                .with_key("left", write_left)
        });
        Self::begin(steps, done, style)
    }

    fn begin(steps: Option<u64>, done: u64, style: Result<ProgressStyle, TemplateError>) -> Self {
        let is_watched = io::stderr().is_terminal();
        let target = if is_watched {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(steps, target).with_position(done);
        // Without its template the default is drawn.
        let bar = match style {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        let lines = (!is_watched).then(|| Lines::begin(bar.clone(), done));
        Self { bar, lines }
    }

    /// So many steps more are done.
    pub(crate) fn inc(&self, steps: u64) {
        self.bar.inc(steps);
    }

    /// Ends it and leaves no bar.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
        if let Some(Lines { end, thread }) = self.lines {
            drop(end);
            // A thread that panicked wrote what it could.
            let _ = thread.join();
        }
    }
}

impl Lines {
    fn begin(bar: ProgressBar, done: u64) -> Self {
        let (end, ended) = mpsc::channel();
        let thread = thread::spawn(move || write_lines(&bar, done, INTERVAL, &ended, io::stderr()));
        Self { end, thread }
    }
}

/// Writes a line after each interval until `ended` has no sender any more.
fn write_lines(
    bar: &ProgressBar,
    done: u64,
    interval: Duration,
    ended: &Receiver<()>,
    mut out: impl Write,
) {
    while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(interval) {
        // Nothing can be done about a line that nobody reads.
        let _ = writeln!(out, "{}", line(bar, done));
    }
}

fn line(bar: &ProgressBar, done: u64) -> String {
    let (position, length) = (bar.position(), bar.length());
    let rate = per_second(position, done, bar.elapsed());
    let steps = grouped(position);
    match length {
        Some(length) => format!(
            "progress: {steps} of {}, {}, {} left",
            grouped(length),
            shown_rate(rate),
            shown_rest(Some(length), position, rate)
        ),
        None => format!(
            "progress: {steps}, {}, {:#}",
            shown_rate(rate),
            HumanDuration(bar.elapsed())
        ),
    }
}

fn shown_rate(rate: f64) -> String {
    match rate {
        rate @ ..10.0 => format!("{rate:.1}/s"),
        rate => format!("{}/s", HumanFloatCount(rate.round())),
    }
}

fn shown_rest(length: Option<u64>, position: u64, rate: f64) -> String {
    let left = length.unwrap_or(0).saturating_sub(position);
    match Duration::try_from_secs_f64(as_float(left) / rate) {
        Ok(time) => format!("{:#}", HumanDuration(time)),
        Err(_) => "?".to_owned(),
    }
}

/// Steps a second, of those that were not done before.
fn per_second(position: u64, done: u64, elapsed: Duration) -> f64 {
    as_float(position.saturating_sub(done)) / elapsed.as_secs_f64()
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn as_float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands lines to a channel.
    struct Sent(Sender<String>);

    impl Write for Sent {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_go_on_until_the_end() {
        for (steps, expected) in [
            (Some(2_000), "progress: 1,500 of 2,000, "),
            (None, "progress: 1,500, "),
        ] {
            let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::hidden());
            bar.inc(1_500);
            let (end, ended) = mpsc::channel();
            let (out, written) = mpsc::channel();
            let interval = Duration::from_millis(1);
            let thread = thread::spawn(move || write_lines(&bar, 0, interval, &ended, Sent(out)));
            let text: String = written.iter().take(30).collect();
            drop(end);
            thread.join().unwrap();
            assert!(text.matches(expected).count() > 1, "{text}");
        }
    }
}
