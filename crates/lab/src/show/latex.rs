//! The comparison as LaTeX tables, for papers: `\input` them; they need the package `booktabs`.

use std::io::{self, Write};

use super::table::{
    Column, Table, max_ratio, mean, mean_ratio, median, of_combinations, p99, proved, speed_ups,
};
use crate::figures::grouped;
use crate::report::Report;

const COLUMNS: [Column; 9] = [
    ("expanded", |it| mean(&it.expanded)),
    ("generated", |it| mean(&it.generated)),
    ("median ms", |it| median(&it.time_ms)),
    ("p99 ms", |it| p99(&it.time_ms)),
    ("mean ms", |it| mean(&it.time_ms)),
    ("cost", |it| mean_ratio(it, 4, "-")),
    ("worst", |it| max_ratio(it, 4, "-")),
    ("proved", proved),
    ("limited", |it| grouped(it.limited)),
];

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
        let caption = format!(
            "{}: {}, {} rows. Means of cells and times of queries; cost by the optimum.",
            world.name,
            world.description,
            grouped(world.rows)
        );
        write_table(
            &caption,
            &of_combinations(world, "combination", &COLUMNS),
            out,
        )?;
    }
    let Some(comparison) = &report.comparison else {
        return Ok(());
    };
    for (title, table) in speed_ups(comparison) {
        let caption = format!("{title}. {}", comparison.method);
        write_table(&caption, &table, out)?;
    }
    Ok(())
}

fn write_table(caption: &str, table: &Table, out: &mut impl Write) -> io::Result<()> {
    let columns = "r".repeat(table.first().map_or(0, Vec::len).saturating_sub(1));
    writeln!(
        out,
        "\n\\begin{{table}}\n\\centering\n\\caption{{{}}}",
        Text(caption)
    )?;
    writeln!(out, "\\begin{{tabular}}{{l{columns}}}\n\\toprule")?;
    for (index, line) in table.iter().enumerate() {
        let cells: Vec<_> = line.iter().map(|it| Text(it).to_string()).collect();
        let rule = if index == 0 { "\n\\midrule" } else { "" };
        writeln!(out, "{} \\\\{rule}", cells.join(" & "))?;
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
