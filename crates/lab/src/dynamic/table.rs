//! Reports of worlds that change, as text and as Markdown.

use std::io::{self, Write};

use super::play::{DynamicLine, DynamicReport};
use crate::show::write_columns;

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
    let headings = ["", median, p99, mean, first, expanded, wrong];
    let lines = report.lines.iter().map(|line| {
        let numbers = [line.median, line.p99, line.mean, line.first, line.expanded];
        let numbers = numbers.map(|number| format!("{number:.1}"));
        let name = format!("  {}", line.name);
        [vec![name], numbers.into(), vec![line.wrong.to_string()]].concat()
    });
    let headings = headings.map(str::to_owned).into();
    let table: Vec<_> = std::iter::once(headings).chain(lines).collect();
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
