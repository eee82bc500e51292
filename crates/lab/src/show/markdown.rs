//! The comparison as Markdown: what fits into a pull request or a page of measurements.

use std::io::{self, Write};

use super::speed_ups;
use super::table::{
    counted, held, mean, median, name, p99, prepared_in_words, proved, published_lines, short,
};
use crate::figures::grouped;
use crate::report::{Comparison, Line, Measure, Report, WorldReport};

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
    if let Some(comparison) = &report.comparison {
        write_comparison(comparison, out)?;
    }
    Ok(())
}

fn write_comparison(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    for measure in Measure::ALL {
        let (title, headings) = (
            speed_ups::title(comparison, measure),
            speed_ups::headings(measure),
        );
        writeln!(out, "\n**{title}**")?;
        writeln!(out, "\n| combination | {} |", headings.join(" | "))?;
        writeln!(out, "|---|{}", "--:|".repeat(headings.len()))?;
        for (label, cells) in speed_ups::lines(comparison, measure) {
            writeln!(out, "| {label} | {} |", cells.join(" | "))?;
        }
    }
    writeln!(out, "\n{}", comparison.method)
}

fn write_world(world: &WorldReport, out: &mut impl Write) -> io::Result<()> {
    let of = world.available.map(|rows| format!(" of {}", grouped(rows)));
    let (rows, of) = (grouped(world.rows), of.unwrap_or_default());
    write!(
        out,
        "\n**`{}`**, {rows}{of} rows{}, {}",
        world.name,
        if world.repeat > 1 {
            counted(world)
        } else {
            String::new()
        },
        world.description
    )?;
    for prepared in &world.prepared {
        write!(out, "; {}", prepared_in_words(prepared))?;
    }
    if let Some(warning) = world.machine.warning() {
        write!(out, ". {warning}")?;
    }
    writeln!(out)?;
    let headings = [
        "expanded",
        "generated",
        "reopened",
        "median ms",
        "q1",
        "q3",
        "p99",
        "mean ms",
        "cost mean",
        "cost max",
        "proved",
        "held",
        "limited",
        "wrong",
    ];
    writeln!(out, "\n| combination | {} |", headings.join(" | "))?;
    writeln!(out, "|---|{}", "--:|".repeat(headings.len()))?;
    for line in &world.combinations {
        // The mark of what has no guarantee would begin emphasis.
        let name = name(line).replace('*', "\\*");
        writeln!(out, "| {name} | {} |", cells(line).join(" | "))?;
    }
    if !world.published.is_empty() {
        writeln!(
            out,
            "\n| published | expanded | here | cpu ms | here | times as fast |"
        )?;
        writeln!(out, "|---|{}", "--:|".repeat(5))?;
        for cells in published_lines(world) {
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
    }
    let mut doubles = Vec::new();
    for merged in &world.merged {
        let (label, same_as) = (&merged.label, &merged.same_as);
        doubles.push(format!("{label} (the same as {same_as})"));
    }
    if doubles.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nLeft out: {}.", doubles.join(", "))
}

fn cells(line: &Line) -> Vec<String> {
    let time = &line.time_ms;
    let ratio = |of: Option<f64>| of.map_or_else(String::new, |it| format!("{it:.5}"));
    vec![
        mean(&line.expanded),
        mean(&line.generated),
        mean(&line.reopened),
        median(time),
        short(time.q1),
        short(time.q3),
        p99(time),
        mean(time),
        ratio(line.suboptimality.map(|it| it.mean)),
        ratio(line.suboptimality.map(|it| it.max)),
        proved(line),
        held(line.held).to_owned(),
        grouped(line.limited),
        grouped(line.wrong),
    ]
}
