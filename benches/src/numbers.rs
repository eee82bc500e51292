//! The runner of the programs that measure: cases timed in turns, and the table of their times.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use voxnav_worlds::Distribution;

use crate::clock::Clock;

/// The times of some cases, in the order in which the cases first came.
///
/// A program runs its cases in turns for some rounds, so that whatever else the machine does falls on
/// all of them, and checks the results between.
///
/// ```
/// use voxnav_benches::{Clock, Numbers};
///
/// let mut numbers = Numbers::new("sums", Clock::Wall);
/// for _ in 0..9 {
///     let sum = numbers.time("one by one", || (0..1000).sum::<u64>());
///     assert_eq!(sum, numbers.time("at once", || 999 * 1000 / 2));
/// }
/// assert!(numbers.to_string().contains("| at once"));
/// ```
#[derive(Clone, Debug)]
pub struct Numbers {
    title: String,
    clock: Clock,
    rows: Vec<Row>,
}

/// The times of a case.
#[derive(Clone, Debug)]
struct Row {
    case: String,
    seconds: Vec<f64>,
    /// The text in the last column.
    note: String,
}

impl Numbers {
    /// Makes an empty table whose cases are timed by `clock`.
    #[must_use]
    pub fn new(title: impl Into<String>, clock: Clock) -> Self {
        Self {
            title: title.into(),
            clock,
            rows: Vec::new(),
        }
    }

    /// Times some work as one run of a case, and returns its result.
    pub fn time<T>(&mut self, case: &str, work: impl FnOnce() -> T) -> T {
        self.each(case, 1, work)
    }

    /// Times some work that does the same thing `count` times, notes the time of one of them, and
    /// returns the result.
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
    pub fn each<T>(&mut self, case: &str, count: usize, work: impl FnOnce() -> T) -> T {
        let (result, elapsed) = self.clock.time(work);
        let seconds = elapsed.as_secs_f64() / count.max(1) as f64;
        self.row(case).seconds.push(seconds);
        result
    }

    /// Times a question about each of some items, notes the time of one, and returns how many have the
    /// answer yes.
    pub fn count<T>(
        &mut self,
        case: &str,
        items: &[T],
        mut question: impl FnMut(&T) -> bool,
    ) -> usize {
        let yes = self.each(case, items.len(), || {
            let items = items.iter();
            items.filter(|item| question(black_box(item))).count()
        });
        self.note(case, format!("{yes} of {}", items.len()));
        yes
    }

    /// Adds a time that was measured elsewhere.
    pub fn add(&mut self, case: &str, elapsed: Duration) {
        self.row(case).seconds.push(elapsed.as_secs_f64());
    }

    /// Sets the text in the last column of a case.
    pub fn note(&mut self, case: &str, note: impl Into<String>) {
        self.row(case).note = note.into();
    }

    /// Returns the times of a case in seconds.
    #[must_use]
    pub fn of(&self, case: &str) -> Distribution {
        let row = self.rows.iter().find(|row| row.case == case);
        Distribution::new(row.map_or(Vec::new(), |row| row.seconds.clone()))
    }

    /// Notes in the row of `case` how many times the median of `to` it takes.
    pub fn note_ratio(&mut self, case: &str, to: &str) {
        let ratio = self.of(case).median() / self.of(to).median();
        self.note(case, format!("{ratio:.3} x {to}"));
    }

    /// Prints the table.
    #[expect(clippy::print_stdout, reason = "what programs that measure are for")]
    pub fn print(&self) {
        println!("{self}\n");
    }

    fn row(&mut self, case: &str) -> &mut Row {
        let known = self.rows.iter().position(|row| row.case == case);
        let place = known.unwrap_or_else(|| {
            self.rows.push(Row {
                case: case.to_owned(),
                seconds: Vec::new(),
                note: String::new(),
            });
            self.rows.len() - 1
        });
        &mut self.rows[place]
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cases = self.rows.iter().map(|row| row.case.len());
        let width = cases.max().unwrap_or(0).max("case".len());
        writeln!(f, "{} ({:?} time)\n", self.title, self.clock)?;
        writeln!(
            f,
            "| {:width$} | {:>6} | {:>10} | {:>10} | {:>10} | {:>10} | |",
            "case", "times", "mean", "median", "p99", "max"
        )?;
        f.write_str("|---|--:|--:|--:|--:|--:|---|")?;
        for row in &self.rows {
            let times = Distribution::new(row.seconds.clone());
            let p99 = times.quantile(0.99);
            let [mean, median, p99, max] =
                [times.mean(), times.median(), p99, times.max()].map(shown);
            write!(
                f,
                "\n| {:width$} | {:6} | {mean:>10} | {median:>10} | {p99:>10} | {max:>10} | {} |",
                row.case,
                row.seconds.len(),
                row.note
            )?;
        }
        Ok(())
    }
}

/// Returns a time with the unit that suits it.
fn shown(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        1.0.. => (1.0, "s"),
        1e-3.. => (1e3, "ms"),
        1e-6.. => (1e6, "us"),
        _ => (1e9, "ns"),
    };
    format!("{:.3} {unit}", seconds * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_keep_their_order_and_their_units() {
        let mut numbers = Numbers::new("title", Clock::Wall);
        for (case, elapsed) in [("b", 1500), ("a", 2), ("b", 2500)] {
            numbers.add(case, Duration::from_micros(elapsed));
        }
        numbers.note_ratio("b", "a");
        let text = numbers.to_string();
        let rows: Vec<Vec<_>> = text
            .lines()
            .skip(4)
            .map(|row| row.split('|').map(str::trim).collect())
            .collect();
        let b = ["b", "2", "2.000 ms", "2.000 ms", "2.490 ms", "2.500 ms"];
        assert_eq!(rows[0][1..7], b);
        assert_eq!(rows[0][7], "1000.000 x a");
        assert_eq!(rows[1][1..4], ["a", "1", "2.000 us"]);
    }
}
