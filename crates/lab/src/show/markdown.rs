//! The comparison as Markdown: what fits into a pull request or a page of measurements.

use std::io::{self, Write};

use super::table::{
    Column, Table, counted, held, max_ratio, mean, mean_ratio, median, of_combinations, p99,
    proved, published, rows_in_words, short, speed_ups, turns,
};
use crate::figures::grouped;
use crate::report::{Report, WorldReport};

const COLUMNS: [Column; 15] = [
    ("expanded", |it| mean(&it.expanded)),
    ("generated", |it| mean(&it.generated)),
    ("reopened", |it| mean(&it.reopened)),
    ("median ms", |it| median(&it.time_ms)),
    ("q1", |it| short(it.time_ms.q1)),
    ("q3", |it| short(it.time_ms.q3)),
    ("p99", |it| p99(&it.time_ms)),
    ("mean ms", |it| mean(&it.time_ms)),
    ("cost mean", |it| mean_ratio(it, 5, "")),
    ("cost max", |it| max_ratio(it, 5, "")),
    ("proved", proved),
    ("held", |it| held(it.held)),
    ("turns", turns),
    ("limited", |it| grouped(it.limited)),
    ("wrong", |it| grouped(it.wrong)),
];

/// Writes a report as Markdown tables.
///
/// # Errors
/// That of the writer.
pub fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let setting = &report.setting;
    writeln!(
        out,
        "{} UTC, voxnav {} ({}), {}, {}, one of {} threads:\n",
        setting.date, setting.version, setting.build, setting.cpu, setting.os, setting.threads
    )?;
    writeln!(out, "```sh\n{}\n```\n", setting.command)?;
    writeln!(
        out,
        "{} answers checked, {} wrong, {} limited.{}",
        grouped(report.answers()),
        grouped(report.wrong()),
        grouped(report.limited()),
        if report.interrupted {
            " Interrupted: about the rows until then."
        } else {
            ""
        }
    )?;
    for world in &report.worlds {
        write_world(world, out)?;
    }
    let Some(comparison) = &report.comparison else {
        return Ok(());
    };
    for (title, table) in speed_ups(comparison) {
        writeln!(out, "\n**{title}**\n")?;
        write_lines(&table, out)?;
    }
    writeln!(out, "\n{}", comparison.method)
}

fn write_world(world: &WorldReport, out: &mut impl Write) -> io::Result<()> {
    let counts = if world.repeat > 1 {
        counted(world)
    } else {
        String::new()
    };
    let rows = rows_in_words(world);
    write!(out, "\n**`{}`**, {rows}{counts}", world.name)?;
    write!(out, ", {}", world.description)?;
    if let Some(warning) = world.machine.warning() {
        write!(out, ". {warning}")?;
    }
    writeln!(out, "\n")?;
    let mut table = of_combinations(world, "combination", &COLUMNS);
    for line in &mut table {
        // The mark of what has no guarantee would begin emphasis.
        line[0] = line[0].replace('*', "\\*");
    }
    write_lines(&table, out)?;
    if !world.published.is_empty() {
        writeln!(out)?;
        write_lines(&published(world), out)?;
    }
    let doubles = world.merged.iter();
    let doubles = doubles.map(|it| format!("{} (the same as {})", it.label, it.same_as));
    let doubles: Vec<_> = doubles.collect();
    if doubles.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nLeft out: {}.", doubles.join(", "))
}

/// Writes a table, its names to the left and the other columns to the right.
pub(crate) fn write_lines(table: &Table, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    for (index, line) in table.iter().enumerate() {
        writeln!(out, "| {} |", line.join(" | "))?;
        if index == 0 {
            writeln!(out, "|---|{}", "--:|".repeat(line.len().saturating_sub(1)))?;
        }
    }
    Ok(())
}
