//! The comparison as LaTeX tables, for papers: `\input` them; they need the package `booktabs`.

use std::io::{self, Write};

use super::speed_ups;
use super::table::{mean, median, name, p99, proved};
use crate::figures::grouped;
use crate::report::{Line, Measure, Report, WorldReport};

/// Writes a report as tables of LaTeX, which need the package `booktabs`.
///
/// # Errors
/// That of the writer.
pub fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let setting = &report.setting;
    writeln!(out, "% voxnav {}, {} UTC", setting.version, setting.date)?;
    writeln!(
        out,
        "% {}, {}, {} build",
        setting.cpu, setting.os, setting.build
    )?;
    writeln!(out, "% {}", setting.command.replace('\n', " "))?;
    for world in &report.worlds {
        write_world(world, out)?;
    }
    let Some(comparison) = &report.comparison else {
        return Ok(());
    };
    for measure in Measure::ALL {
        let title = speed_ups::title(comparison, measure);
        let caption = format!("{title}. {}", comparison.method);
        let lines = speed_ups::lines(comparison, measure);
        let rows = lines.iter().map(|(label, cells)| (*label, &cells[..]));
        let headings = speed_ups::headings(measure);
        write_table(&caption, "combination", &headings, rows, out)?;
    }
    Ok(())
}

fn write_world(world: &WorldReport, out: &mut impl Write) -> io::Result<()> {
    let caption = format!(
        "{}: {}, {} rows. Means of cells and times of queries; cost by the optimum.",
        world.name,
        world.description,
        grouped(world.rows)
    );
    let headings = [
        "expanded",
        "generated",
        "median ms",
        "p99 ms",
        "mean ms",
        "cost",
        "worst",
        "proved",
        "limited",
    ];
    let lines: Vec<_> = world
        .combinations
        .iter()
        .map(|line| (name(line), cells(line)))
        .collect();
    let rows = lines
        .iter()
        .map(|(name, cells)| (name.as_str(), &cells[..]));
    write_table(&caption, "combination", &headings, rows, out)
}

fn cells(line: &Line) -> [String; 9] {
    let ratio = |of: Option<f64>| of.map_or_else(|| "-".to_owned(), |it| format!("{it:.4}"));
    [
        mean(&line.expanded),
        mean(&line.generated),
        median(&line.time_ms),
        p99(&line.time_ms),
        mean(&line.time_ms),
        ratio(line.suboptimality.map(|it| it.mean)),
        ratio(line.suboptimality.map(|it| it.max)),
        proved(line),
        grouped(line.limited),
    ]
}

fn write_table<'a>(
    caption: &str,
    first: &str,
    headings: &[&str],
    rows: impl Iterator<Item = (&'a str, &'a [String])>,
    out: &mut impl Write,
) -> io::Result<()> {
    let columns = "r".repeat(headings.len());
    writeln!(
        out,
        "\n\\begin{{table}}\n\\centering\n\\caption{{{}}}",
        Text(caption)
    )?;
    writeln!(out, "\\begin{{tabular}}{{l{columns}}}\n\\toprule")?;
    let headings: Vec<_> = headings.iter().map(|it| Text(it).to_string()).collect();
    writeln!(out, "{first} & {} \\\\\n\\midrule", headings.join(" & "))?;
    for (name, cells) in rows {
        let cells: Vec<_> = cells.iter().map(|it| Text(it).to_string()).collect();
        writeln!(out, "{} & {} \\\\", Text(name), cells.join(" & "))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{tabular}}\n\\end{{table}}")
}

/// Text in which nothing is a command.
struct Text<'a>(&'a str);

impl std::fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut characters = self.0.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '<' if characters.next_if_eq(&'=').is_some() => f.write_str("$\\leq$")?,
                '>' if characters.next_if_eq(&'=').is_some() => f.write_str("$\\geq$")?,
                '\\' => f.write_str("\\textbackslash{}")?,
                '~' => f.write_str("\\textasciitilde{}")?,
                '^' => f.write_str("\\textasciicircum{}")?,
                '<' => f.write_str("$<$")?,
                '>' => f.write_str("$>$")?,
                '&' | '%' | '$' | '#' | '_' | '{' | '}' => write!(f, "\\{character}")?,
                other => std::fmt::Write::write_char(f, other)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_a_command() {
        assert_eq!(
            Text("a_b & 95 % < \\end{table}").to_string(),
            "a\\_b \\& 95 \\% $<$ \\textbackslash{}end\\{table\\}"
        );
        assert_eq!(Text("<= 1.5 >= <").to_string(), "$\\leq$ 1.5 $\\geq$ $<$");
    }
}
