//! The progress of a command, on standard error: one line that changes where that is a terminal, else a line
//! every ten seconds.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use humantime::format_duration;

use voxnav_lab::figures::grouped;

/// The time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// The time between two changes of the line on a terminal.
const BETWEEN_CHANGES: Duration = Duration::from_millis(100);

/// Counts steps and shows them.
#[derive(Debug)]
pub(crate) struct Progress {
    count: Arc<Count>,
    /// Dropped to end the thread.
    end: Sender<()>,
    writer: JoinHandle<()>,
}

/// Steps that are done, of how many, since when.
#[derive(Debug)]
struct Count {
    position: AtomicU64,
    /// Steps in all, if that is known.
    length: Option<u64>,
    /// Steps that were done before and say nothing about the speed.
    done: u64,
    started: Instant,
}

impl Progress {
    /// Begins to count `steps` steps.
    pub(crate) fn of(steps: usize) -> Self {
        Self::with_rate(Some(steps.try_into().unwrap_or(u64::MAX)), 0)
    }

    /// Begins to count steps, of a number that may not be known. `done` of them were done before and say
    /// nothing about the speed.
    pub(crate) fn with_rate(steps: Option<u64>, done: u64) -> Self {
        let count = Arc::new(Count {
            position: AtomicU64::new(done),
            length: steps,
            done,
            started: Instant::now(),
        });
        let (end, ended) = mpsc::channel();
        let counted = Arc::clone(&count);
        let writer = thread::spawn(move || {
            if io::stderr().is_terminal() {
                change_line(&counted, BETWEEN_CHANGES, &ended, io::stderr());
            } else {
                write_lines(&counted, BETWEEN_LINES, &ended, io::stderr());
            }
        });
        Self { count, end, writer }
    }

    /// Counts so many steps more.
    pub(crate) fn inc(&self, steps: u64) {
        self.count.position.fetch_add(steps, Ordering::Relaxed);
    }

    /// Ends the count, and leaves no line on a terminal.
    pub(crate) fn finish(self) {
        drop(self.end);
        // A thread that panicked wrote what it could.
        let _ = self.writer.join();
    }
}

/// Returns whether an interval passes before the count ends.
fn passes(interval: Duration, ended: &Receiver<()>) -> bool {
    ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout)
}

/// Writes a line after each interval until `ended` has no sender any more.
fn write_lines(count: &Count, interval: Duration, ended: &Receiver<()>, mut out: impl Write) {
    while passes(interval, ended) {
        // Nothing can be done about a line that nobody reads.
        let _ = writeln!(out, "{count}");
    }
}

/// Writes one line over itself after each interval until `ended` has no sender any more, and removes it.
fn change_line(count: &Count, interval: Duration, ended: &Receiver<()>, mut out: impl Write) {
    let mut width = 0;
    while passes(interval, ended) {
        let line = count.to_string();
        // Nothing can be done about a line that nobody sees.
        let _ = write!(out, "\r{line:width$}").and_then(|()| out.flush());
        width = line.len();
    }
    if width > 0 {
        let _ = write!(out, "\r{:width$}\r", "").and_then(|()| out.flush());
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let position = self.position.load(Ordering::Relaxed);
        let elapsed = self.started.elapsed();
        let rate = as_float(position.saturating_sub(self.done)) / elapsed.as_secs_f64();
        let (steps, shown_rate) = (grouped(position), shown_rate(rate));
        match self.length {
            Some(length) => {
                let left = as_float(length.saturating_sub(position)) / rate;
                let left =
                    Duration::try_from_secs_f64(left).map_or_else(|_| "?".to_owned(), seconds);
                let length = grouped(length);
                write!(
                    f,
                    "progress: {steps} of {length}, {shown_rate}, {left} left"
                )
            }
            None => write!(f, "progress: {steps}, {shown_rate}, {}", seconds(elapsed)),
        }
    }
}

/// A time in whole seconds: `2m 5s`.
fn seconds(time: Duration) -> String {
    format_duration(Duration::from_secs(time.as_secs())).to_string()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounded, and never negative"
)]
fn shown_rate(rate: f64) -> String {
    match rate {
        rate @ ..10.0 => format!("{rate:.1}/s"),
        rate => format!("{}/s", grouped(rate.round() as u64)),
    }
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn as_float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands what is written to a channel.
    struct ChannelWriter(Sender<String>);

    impl Write for ChannelWriter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The first texts that are written about 1,500 steps, and all that come when the count ends.
    fn written(
        length: Option<u64>,
        write: fn(&Count, Duration, &Receiver<()>, ChannelWriter),
    ) -> (String, String) {
        let count = Count {
            position: AtomicU64::new(1_500),
            length,
            done: 0,
            started: Instant::now(),
        };
        let (end, ended) = mpsc::channel();
        let (out, written) = mpsc::channel();
        let interval = Duration::from_millis(1);
        let thread = thread::spawn(move || write(&count, interval, &ended, ChannelWriter(out)));
        let first: String = written.iter().take(30).collect();
        drop(end);
        let last: String = written.iter().collect();
        thread.join().unwrap();
        (first, last)
    }

    #[test]
    fn lines_go_on_until_the_end() {
        for (length, expected) in [
            (Some(2_000), "progress: 1,500 of 2,000, "),
            (None, "progress: 1,500, "),
        ] {
            let (lines, _) = written(length, write_lines);
            assert!(lines.matches(expected).count() > 1, "{lines}");
        }
    }

    #[test]
    fn a_line_on_a_terminal_changes_and_is_gone_at_the_end() {
        let (changes, last) = written(Some(2_000), change_line);
        assert!(changes.matches("\rprogress: 1,500 of 2,000, ").count() > 1);
        assert!(!changes.contains('\n'), "{changes}");
        let cleared = last.rsplit('\r').nth(1);
        let blank = |text: &str| !text.is_empty() && text.chars().all(|letter| letter == ' ');
        assert!(
            last.ends_with('\r') && cleared.is_some_and(blank),
            "{last:?}"
        );
    }

    #[test]
    fn times_and_rates_are_short() {
        assert_eq!(seconds(Duration::from_millis(125_900)), "2m 5s");
        assert_eq!(shown_rate(1.25), "1.2/s");
        assert_eq!(shown_rate(12_345.6), "12,346/s");
    }
}
