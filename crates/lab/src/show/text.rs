//! The comparison as text of at most 80 columns, but for long file names.

use std::io::{self, Write};

use super::table::{
    Column, Table, held, laws, max, max_ratio, mean, mean_ratio, median, of_combinations, p99,
    proved, published, rows_in_words, short, speed_ups, times_in_words, turns,
};
use crate::figures::{bytes, compact, grouped};
use crate::report::{Comparison, Line, Report, ShownFault, WorldReport};

/// The columns of a terminal.
const WIDTH: usize = 80;

const EFFORT: [Column; 4] = [
    ("expanded", |it| mean(&it.expanded)),
    ("generated", |it| mean(&it.generated)),
    ("reopened", |it| mean(&it.reopened)),
    ("turns", turns),
];

const DURATIONS: [Column; 5] = [
    ("mean", |it| mean(&it.time_ms)),
    ("median", |it| median(&it.time_ms)),
    ("q1 .. q3", |it| {
        format!("{} .. {}", short(it.time_ms.q1), short(it.time_ms.q3))
    }),
    ("p99", |it| p99(&it.time_ms)),
    ("max", |it| max(&it.time_ms)),
];

const ANSWERS: [Column; 7] = [
    ("mean", |it| mean_ratio(it, 5, "-")),
    ("max", |it| max_ratio(it, 5, "-")),
    ("proved", proved),
    ("held", |it| held(it.held)),
    ("found", |it| grouped(it.found)),
    ("limited", |it| grouped(it.limited)),
    ("wrong", |it| grouped(it.wrong)),
];

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

fn write_comparison(
    comparison: &Comparison,
    width: usize,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    for (title, table) in speed_ups(comparison) {
        writeln!(out, "{}", title.replacen('T', "t", 1))?;
        write_columns(&without_zeros(&table), width, out)?;
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

/// Returns a table without the columns in which there is nothing to count, and without the heading of names, so
/// that lines stay short.
fn without_zeros(table: &Table) -> Table {
    let columns = 1..table.first().map_or(0, Vec::len);
    let counts = |column: &usize| table.iter().skip(1).any(|line| line[*column] != "0");
    let shown: Vec<_> = columns.filter(counts).collect();
    let kept = table.iter().enumerate().map(|(index, line)| {
        let name = if index == 0 { "" } else { &line[0] };
        let cells = shown.iter().map(|&column| line[column].clone());
        std::iter::once(name.to_owned()).chain(cells).collect()
    });
    kept.collect()
}

fn write_world(
    world: &WorldReport,
    width: usize,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    writeln!(out, "map       {}", world.name)?;
    writeln!(out, "          {}", world.description)?;
    writeln!(out, "problems  {}", world.problems)?;
    let (rows, times) = (rows_in_words(world), times_in_words(world));
    writeln!(out, "          {rows}{times}")?;
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
    for (first, columns) in [
        ("mean of", &EFFORT[..]),
        ("milliseconds", &DURATIONS),
        ("cost / optimum", &ANSWERS),
    ] {
        writeln!(out)?;
        write_columns(&of_combinations(world, first, columns), width, out)?;
    }
    for line in &world.combinations {
        if line.answered() < world.rows {
            let [some, all] = [line.answered(), world.rows].map(grouped);
            writeln!(out, "joined    {}: {some} of {all} rows", line.label)?;
        }
    }
    if !world.laws.is_empty() {
        writeln!(out)?;
        write_columns(&laws(world), width, out)?;
    }
    write_merged(world, out)?;
    if !world.published.is_empty() {
        writeln!(out)?;
        write_columns(&published(world), width, out)?;
    }
    write_faults(world, out)
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

/// Returns the number of columns after the names in each part of a table, so that no part is wider than the limit,
/// except parts of one column.
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
    let show = |fault: &ShownFault| format!("  {}:\n    {}", fault.of_row(), fault.reason);
    for fault in &world.reference_faults {
        writeln!(out, "\nWRONG     the reference against the list")?;
        writeln!(out, "{}", show(fault))?;
    }
    for line in world.combinations.iter().filter(|line| line.wrong > 0) {
        let (label, wrong) = (&line.label, grouped(line.wrong));
        writeln!(out, "\nWRONG     {label}: {wrong} rows")?;
        for fault in &line.faults {
            writeln!(out, "{}", show(fault))?;
        }
    }
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
}
