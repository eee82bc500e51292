//! The comparison as text of at most 80 columns, but for long file names.

use std::io::{self, Write};

use super::speed_ups;
use crate::check::Laws;
use crate::contest::Prepared;
use crate::figures::{bytes, compact, grouped};
use crate::report::{
    Comparison, Line, Measure, Report, ShownFault, Spread, WorldReport, by_published,
};

fn write_comparison(
    comparison: &Comparison,
    width: usize,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    for measure in Measure::ALL {
        let title = speed_ups::title(comparison, measure);
        writeln!(out, "{}", title.replacen('T', "t", 1))?;
        write_columns(&speed_up_columns(comparison, measure), width, out)?;
        writeln!(out)?;
    }
    let mut used = 0;
    for word in comparison.method.split(' ') {
        let room = used + 1 + word.chars().count();
        if used == 0 || room > width {
            write!(out, "{}{word}", if used == 0 { "" } else { "\n" })?;
            used = word.chars().count();
        } else {
            write!(out, " {word}")?;
            used = room;
        }
    }
    writeln!(out, "\n")
}

/// Returns the columns without those at the end in which there is nothing to count, so that lines stay
/// short.
fn speed_up_columns(comparison: &Comparison, measure: Measure) -> Columns {
    let lines = speed_ups::lines(comparison, measure);
    let counts = |column: &usize| lines.iter().any(|(_, cells)| cells[*column] != "0");
    let shown: Vec<_> = (0..speed_ups::COLUMNS).filter(counts).collect();
    let headings = speed_ups::headings(measure);
    let headings: Vec<_> = std::iter::once("")
        .chain(shown.iter().map(|&column| headings[column]))
        .collect();
    let lines = lines.iter().map(|(label, cells)| {
        let cells = shown.iter().map(|&column| cells[column].clone());
        std::iter::once((*label).to_owned()).chain(cells).collect()
    });
    with_headings(&headings, lines)
}

/// The columns of a terminal.
const WIDTH: usize = 80;

/// Writes a report as text for a terminal of 80 columns.
///
/// # Errors
/// That of the writer.
pub fn write(report: &Report, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    write_within(report, WIDTH, out)
}

/// Writes a report as text whose tables have at most `width` columns, as far as names and numbers are no
/// longer than that.
///
/// # Errors
/// That of the writer.
pub fn write_within(
    report: &Report,
    width: usize,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    for world in &report.worlds {
        write_world(world, width, out)?;
        writeln!(out)?;
    }
    if let Some(comparison) = &report.comparison {
        write_comparison(comparison, width, out)?;
    }
    write_legend(report, out)
}

fn write_world(
    world: &WorldReport,
    width: usize,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    writeln!(out, "map       {}", world.name)?;
    writeln!(out, "          {}", world.description)?;
    writeln!(out, "problems  {}", world.problems)?;
    let rows = grouped(world.rows);
    let of = world.available.map(|rows| format!(" of {}", grouped(rows)));
    let times = match world.repeat {
        1 => String::new(),
        times => format!(", each {times} times{}", counted(world)),
    };
    writeln!(
        out,
        "          {rows}{} rows{times}",
        of.unwrap_or_default()
    )?;
    writeln!(
        out,
        "memory    world {}, traversability {}, search {}",
        bytes(world.occupancy_bytes),
        bytes(world.traversability_bytes),
        bytes(world.workspace_bytes)
    )?;
    writeln!(out, "loading   {} ms", compact(world.load_ms))?;
    if let Some(warning) = world.machine.warning() {
        let (state, numbers) = warning.split_once(": ").unwrap_or((&warning, ""));
        writeln!(out, "WARNING   {state}:\n          {numbers}")?;
    }
    for prepared in &world.prepared {
        writeln!(out, "prepared  {}", prepared_in_words(prepared))?;
    }
    writeln!(out)?;
    write_columns(&effort(world), width, out)?;
    writeln!(out)?;
    write_columns(&durations(world), width, out)?;
    writeln!(out)?;
    write_columns(&answers(world), width, out)?;
    for line in world
        .combinations
        .iter()
        .filter(|line| line.answered() < world.rows)
    {
        let [some, all] = [line.answered(), world.rows].map(grouped);
        writeln!(out, "joined    {}: {some} of {all} rows", line.label)?;
    }
    if !world.laws.is_empty() {
        writeln!(out)?;
        write_columns(&laws(&world.laws), width, out)?;
    }
    write_merged(world, out)?;
    if !world.published.is_empty() {
        writeln!(out)?;
        write_columns(&beside(world), width, out)?;
    }
    write_faults(world, out)
}

/// Returns which of several times count, in words.
pub(super) fn counted(world: &WorldReport) -> String {
    match world.repetitions.as_str() {
        "all" => String::new(),
        one => format!(", of which the {one} counts"),
    }
}

/// Returns what preparing took, in one line.
pub(super) fn prepared_in_words(prepared: &Prepared) -> String {
    format!(
        "{} landmarks for moves {}, {} corners: {} ms, {}",
        prepared.landmarks,
        prepared.moves,
        prepared.corners,
        compact(prepared.time_ms),
        bytes(prepared.bytes)
    )
}

/// A table: the first line its headings, the first column names.
type Columns = Vec<Vec<String>>;

fn effort(world: &WorldReport) -> Columns {
    let headings = ["mean of", "expanded", "generated", "reopened"];
    let lines = world.combinations.iter().map(|line| {
        let spreads = [&line.expanded, &line.generated, &line.reopened];
        let means = spreads.into_iter().map(mean);
        std::iter::once(name(line)).chain(means).collect()
    });
    with_headings(&headings, lines)
}

fn durations(world: &WorldReport) -> Columns {
    let headings = ["milliseconds", "mean", "median", "q1 .. q3", "p99", "max"];
    let lines = world.combinations.iter().map(|line| {
        let time = &line.time_ms;
        vec![
            name(line),
            mean(time),
            median(time),
            format!("{} .. {}", short(time.q1), short(time.q3)),
            p99(time),
            max(time),
        ]
    });
    with_headings(&headings, lines)
}

fn answers(world: &WorldReport) -> Columns {
    let headings = [
        "cost / optimum",
        "mean",
        "max",
        "proved",
        "held",
        "found",
        "limited",
        "wrong",
    ];
    let lines = world.combinations.iter().map(|line| {
        let ratio = |of: Option<f64>| of.map_or_else(|| "-".to_owned(), |it| format!("{it:.5}"));
        vec![
            name(line),
            ratio(line.suboptimality.map(|it| it.mean)),
            ratio(line.suboptimality.map(|it| it.max)),
            proved(line),
            held(line.held).to_owned(),
            grouped(line.found),
            grouped(line.limited),
            grouped(line.wrong),
        ]
    });
    with_headings(&headings, lines)
}

/// Returns the columns of what was published, and what it is here.
fn beside(world: &WorldReport) -> Columns {
    let headings = [
        "published",
        "expanded",
        "here",
        "cpu ms",
        "here",
        "times as fast",
    ];
    with_headings(&headings, published_lines(world).into_iter())
}

/// Returns a line for each combination of which something was published.
pub(super) fn published_lines(world: &WorldReport) -> Vec<Vec<String>> {
    let both = world.published.iter();
    let both = both.filter_map(|published| Some((published, world.line(&published.label)?)));
    both.map(|(published, line)| {
        // Of the processor, so that other work of both machines counts little.
        let time = line.cpu_ms.as_ref().unwrap_or(&line.time_ms);
        let ratio = by_published(published.median_ms, time.median);
        vec![
            published.label.clone(),
            short(published.expanded),
            mean(&line.expanded),
            short(published.median_ms),
            median(time),
            ratio.map_or_else(|| "-".to_owned(), short),
        ]
    })
    .collect()
}

fn laws(laws: &[Laws]) -> Columns {
    let lines = laws.iter().map(|laws| {
        let [name, cells @ ..] = law_cells(laws);
        std::iter::once(name).chain(cells).collect()
    });
    with_headings(&LAW_HEADINGS, lines)
}

/// The headings of tables of estimates.
pub(super) const LAW_HEADINGS: [&str; 6] = [
    "estimate",
    "cells",
    "too large",
    "at most h / cost",
    "moves",
    "too steep",
];

pub(super) fn law_cells(laws: &Laws) -> [String; 6] {
    let name = match &laws.fault {
        Some(fault) => format!("{} (toward {} goals: {fault})", laws.heuristic, laws.goals),
        None => laws.heuristic.clone(),
    };
    let [cells, too_large, edges, steep] =
        [laws.cells, laws.too_large, laws.edges, laws.steep].map(grouped);
    let worst = format!("{:.5}", laws.worst);
    [name, cells, too_large, worst, edges, steep]
}

fn with_headings(headings: &[&str], lines: impl Iterator<Item = Vec<String>>) -> Columns {
    let headings = headings.iter().map(|&heading| heading.to_owned()).collect();
    std::iter::once(headings).chain(lines).collect()
}

/// Returns the label, marked where nothing is proved.
pub(super) fn name(line: &Line) -> String {
    let mark = match line {
        line if line.imported => " (imported)",
        line if line.is_unbounded() => " *",
        _ => "",
    };
    format!("{}{mark}", line.label)
}

/// Returns the proved bound of the cost by the optimum.
pub(super) fn proved(line: &Line) -> String {
    match line.bound {
        _ if line.exact => "optimal".to_owned(),
        None => "nothing".to_owned(),
        Some(factor) => format!("<= {factor:.4}"),
    }
}

pub(super) fn held(held: Option<bool>) -> &'static str {
    match held {
        None => "-",
        Some(true) => "yes",
        Some(false) => "NO",
    }
}

fn at_least(is: bool) -> &'static str {
    if is { ">" } else { "" }
}

pub(super) fn median(spread: &Spread) -> String {
    let median = short(spread.median);
    format!("{}{median}", at_least(spread.median_at_least))
}

pub(super) fn p99(spread: &Spread) -> String {
    format!("{}{}", at_least(spread.p99_at_least), short(spread.p99))
}

pub(super) fn max(spread: &Spread) -> String {
    // Whatever reached a limit would have taken longer: the same rows leave mean and largest open.
    format!("{}{}", at_least(spread.mean_at_least), short(spread.max))
}

pub(super) fn mean(spread: &Spread) -> String {
    format!("{}{}", at_least(spread.mean_at_least), short(spread.mean))
}

/// Returns a number with about three digits, so that columns stay narrow.
pub(super) fn short(amount: f64) -> String {
    match amount {
        0.0 => "0".to_owned(),
        millions if millions >= 1e6 => format!("{:.2}M", millions / 1e6),
        large if large >= 1000.0 => compact(large),
        large if large >= 100.0 => format!("{large:.0}"),
        middle if middle >= 10.0 => format!("{middle:.1}"),
        one if one >= 1.0 => format!("{one:.2}"),
        part if part >= 0.1 => format!("{part:.3}"),
        small => format!("{small:.4}"),
    }
}

/// Writes a table, its headings first, with the first column to the left and the others to the right.
/// Where it has more than `width` columns of letters, names stand on lines of their own; where that is not
/// enough, it is written in parts, one below the other, each with some of its columns.
///
/// # Errors
/// That of the writer.
pub fn write_columns(
    table: &[Vec<String>],
    width: usize,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let columns = table.first().map_or(0, Vec::len);
    let widest = |column: usize| {
        let cells = table.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<_> = (0..columns).map(widest).collect();
    let apart = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1) > width;
    if apart && let (Some(first), Some(heading)) = (widths.first_mut(), table.first()) {
        *first = heading.first().map_or(0, |cell| cell.chars().count());
    }
    let mut begun = 0;
    for part in parts(&widths, width) {
        if begun > 0 {
            writeln!(out)?;
        }
        for (index, line) in table.iter().enumerate() {
            let (Some(name), Some(first)) = (line.first(), widths.first()) else {
                continue;
            };
            if apart && index > 0 {
                write!(out, "{name}\n{:first$}", "")?;
            } else {
                write!(out, "{name:<first$}")?;
            }
            let columns = line.iter().zip(&widths).skip(1 + begun).take(part);
            for (cell, width) in columns {
                write!(out, "  {cell:>width$}")?;
            }
            writeln!(out)?;
        }
        begun += part;
    }
    Ok(())
}

/// Returns how many columns beside the names stand in each part of a table, so that none is wider than
/// that, but for parts of one column.
fn parts(widths: &[usize], width: usize) -> Vec<usize> {
    let (names, columns) = widths.split_first().unwrap_or((&0, &[]));
    let mut parts = vec![0];
    let mut used = *names;
    for column in columns {
        used += 2 + column;
        match parts.last_mut() {
            Some(part) if *part == 0 || used <= width => *part += 1,
            _ => {
                parts.push(1);
                used = names + 2 + column;
            }
        }
    }
    parts
}

fn write_merged(world: &WorldReport, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    if world.merged.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    for merged in &world.merged {
        let one = format!("left out  {}: the same as {}", merged.label, merged.same_as);
        if one.chars().count() <= WIDTH {
            writeln!(out, "{one}")?;
        } else {
            writeln!(out, "left out  {}:", merged.label)?;
            writeln!(out, "          the same as {}", merged.same_as)?;
        }
    }
    Ok(())
}

fn write_faults(world: &WorldReport, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    for fault in &world.reference_faults {
        writeln!(out, "\nWRONG     the reference against the list")?;
        write_fault(fault, out)?;
    }
    for line in &world.combinations {
        if line.wrong > 0 {
            writeln!(
                out,
                "\nWRONG     {}: {} rows",
                line.label,
                grouped(line.wrong)
            )?;
            for fault in &line.faults {
                write_fault(fault, out)?;
            }
        }
    }
    Ok(())
}

fn write_fault(fault: &ShownFault, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let [from, to] = [fault.start, fault.goal].map(|[x, y, z]| format!("{x},{y},{z}"));
    writeln!(out, "  row {}, {from} to {to}:", fault.row)?;
    writeln!(out, "    {}", fault.reason)?;
    Ok(())
}

fn write_legend(report: &Report, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let lines = || report.worlds.iter().flat_map(|world| &world.combinations);
    if lines().any(Line::is_unbounded) {
        writeln!(out, "*  nothing is proved about the cost of its paths")?;
    }
    if report.limited() > 0 {
        let limit = match report.setting.limit_expanded {
            Some(limit) => format!("the limit of {} expansions", grouped(limit)),
            None => "a limit of memory or time".to_owned(),
        };
        let limited = grouped(report.limited());
        writeln!(out, ">  at least: {limited} searches ended at {limit}")?;
    }
    writeln!(
        out,
        "{} answers checked, {} wrong",
        grouped(report.answers()),
        grouped(report.wrong())
    )?;
    if report.setting.build == "debug" {
        writeln!(
            out,
            "This program is not optimized: its times mean nothing."
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_tables_put_names_on_lines_of_their_own() {
        let line = |name: &str| vec![name.to_owned(), "1".repeat(30), "2".repeat(30)];
        let mut narrow = Vec::new();
        write_columns(&[line("a"), line("short")], WIDTH, &mut narrow).unwrap();
        assert_eq!(String::from_utf8(narrow).unwrap().lines().count(), 2);
        let mut wide = Vec::new();
        write_columns(&[line("a"), line("a rather long name")], WIDTH, &mut wide).unwrap();
        let wide = String::from_utf8(wide).unwrap();
        assert_eq!(wide.lines().count(), 3);
        assert!(wide.lines().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn tables_wider_than_the_terminal_come_in_parts() {
        let table = [
            ["mean of", "expanded", "generated", "median ms"],
            ["astar octile", "12,345", "23,456", "1.25"],
        ];
        let table = table.map(|line| line.map(str::to_owned).to_vec());
        for width in 20..=80 {
            let mut text = Vec::new();
            write_columns(&table, width, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert!(
                text.lines().all(|line| line.chars().count() <= width),
                "{text}"
            );
            for cell in table.iter().flatten() {
                assert!(text.contains(cell.as_str()), "{width}: {cell}: {text}");
            }
        }
        let mut text = Vec::new();
        write_columns(&table, 30, &mut text).unwrap();
        let expected = "mean of  expanded  generated\nastar octile\n           12,345     23,456\n\n\
            mean of  median ms\nastar octile\n              1.25\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 0.012_34, 0.1234, 1.234, 56.78, 567.8, 56_789.0, 5e6].map(short);
        assert_eq!(
            shown,
            [
                "0", "0.0123", "0.123", "1.23", "56.8", "568", "56,789", "5.00M"
            ]
        );
    }
}
