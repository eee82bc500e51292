//! Reports of worlds that change, as text and as Markdown.

use std::io::{self, Write};

use super::play::{DynamicLine, DynamicReport};

const HEADINGS: [&str; 8] = [
    "",
    "median us",
    "p99",
    "mean",
    "first",
    "expanded",
    "p99 of first / own",
    "wrong",
];

/// Writes a report as text.
///
/// # Errors
///
/// That of the writer.
pub fn write_dynamic_table(
    world: &str,
    report: &DynamicReport,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let DynamicReport {
        change,
        answers,
        begun,
        ..
    } = report;
    writeln!(
        out,
        "{world}, {change}: {answers} answers after a change, {begun} first ones"
    )?;
    let [_, median, p99, mean, first, expanded, _, wrong] = HEADINGS;
    writeln!(
        out,
        "  {:12} {median:>10} {p99:>10} {mean:>10} {first:>10} {expanded:>10} {wrong:>6}",
        ""
    )?;
    for line in &report.lines {
        writeln!(
            out,
            "  {:12} {:>10.1} {:>10.1} {:>10.1} {:>10.1} {:>10.1} {:>6}",
            line.name, line.median, line.p99, line.mean, line.first, line.expanded, line.wrong
        )?;
    }
    Ok(())
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
    let DynamicReport {
        change,
        answers,
        begun,
        ..
    } = report;
    writeln!(
        out,
        "{world}, {change}: {answers} answers after a change, {begun} first ones\n"
    )?;
    writeln!(
        out,
        "| {} |\n|---|--:|--:|--:|--:|--:|--:|--:|",
        HEADINGS.join(" | ")
    )?;
    let fresh = report.lines.first().map_or(0.0, |line| line.p99);
    for line in &report.lines {
        let DynamicLine {
            name,
            median,
            p99,
            mean,
            first,
            expanded,
            wrong,
        } = line;
        let ratio = fresh / p99;
        writeln!(
            out,
            "| {name} | {median:.1} | {p99:.1} | {mean:.1} | {first:.1} | {expanded:.1} | {ratio:.2} | {wrong} |"
        )?;
    }
    writeln!(out)
}
