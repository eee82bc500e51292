//! Reports of worlds that change, as text and as Markdown.

use std::io::{self, Write};

use super::play::DynamicReport;
use crate::show::{Table, table, write_columns, write_lines};

impl DynamicReport {
    /// Returns what was asked in a world, in one line.
    fn title(&self, world: &str) -> String {
        format!(
            "{world}, {}: {} answers after a change, {} first ones",
            self.change, self.answers, self.begun
        )
    }

    /// Returns the table of the times and the work of each contestant.
    fn table(&self) -> Table {
        let headings = [
            "",
            "median us",
            "p99",
            "mean",
            "first",
            "expanded",
            "p99 of first / own",
            "wrong",
        ];
        let fresh = self.lines.first().map_or(0.0, |line| line.p99);
        let lines = self.lines.iter().map(|line| {
            let numbers = [line.median, line.p99, line.mean, line.first, line.expanded];
            let mut cells = vec![line.name.clone()];
            cells.extend(numbers.map(|number| format!("{number:.1}")));
            cells.extend([format!("{:.2}", fresh / line.p99), line.wrong.to_string()]);
            cells
        });
        table(&headings, lines)
    }
}

/// Writes a report as text, in a table of at most `width` columns of letters.
///
/// # Errors
///
/// That of the writer.
pub fn write_dynamic_table(
    world: &str,
    report: &DynamicReport,
    width: usize,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    writeln!(out, "{}", report.title(world))?;
    let mut table = report.table();
    for (index, line) in table.iter_mut().enumerate() {
        // The ratio makes lines longer than a terminal.
        line.remove(line.len() - 2);
        if index > 0 {
            line[0].insert_str(0, "  ");
        }
    }
    write_columns(&table, width, out)
}

/// Writes a report as a table of Markdown.
///
/// # Errors
///
/// That of the writer.
pub fn write_dynamic_markdown(
    world: &str,
    report: &DynamicReport,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    writeln!(out, "{}\n", report.title(world))?;
    write_lines(&report.table(), out)?;
    writeln!(out)
}
