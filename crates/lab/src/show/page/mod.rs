//! The report as one HTML file that needs nothing else: text, tables, and charts as SVG.

mod charts;
mod tables;

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use crate::figures::{as_number, bytes, compact, grouped};
use crate::report::{Line, Machine, PLAIN, Report, Setting, WorldReport};
use crate::show::Escaped;
use crate::show::chart::{Chart, write_symbols};
use crate::show::palette::Palette;
use crate::show::table::{rows_in_words, short, times_in_words};
use charts::{charts, write_figure};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes a report as one HTML file with charts, which needs no network.
///
/// # Errors
/// That of the writer.
pub fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let mut body = String::new();
    // Writing to a string does not fail.
    let _ = write_body(report, &mut body);
    let mut rest = TEMPLATE;
    for (mark, content) in [
        ("<!-- TITLE -->", title(report)),
        ("/* STYLE */", STYLE.to_owned()),
        ("<!-- BODY -->", body),
        ("/* SCRIPT */", SCRIPT.to_owned()),
    ] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        out.write_all(before.as_bytes())?;
        out.write_all(content.as_bytes())?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

fn title(report: &Report) -> String {
    let names = short_names(&report.worlds);
    let all = names.join(", ");
    Escaped(&format!("voxnav compare: {all}")).to_string()
}

/// Returns the names of worlds without their directories, or with as many as tell them apart; what is
/// the same altogether has a number.
fn short_names(worlds: &[WorldReport]) -> Vec<String> {
    let names: Vec<&str> = worlds.iter().map(|world| world.name.as_str()).collect();
    shortened(&names)
}

fn shortened(names: &[&str]) -> Vec<String> {
    let tail = |name: &str, count: usize| {
        let parts: Vec<_> = name.split(['/', '\\']).collect();
        parts[parts.len().saturating_sub(count)..].join("/")
    };
    let short = |(place, name): (usize, &&str)| {
        let others = || names.iter().filter(|other| *other != name);
        let is_own = |short: &String, count| others().all(|other| tail(other, count) != *short);
        let mut tails = (1..=name.len()).map(|count| (tail(name, count), count));
        let own = tails.find(|(short, count)| is_own(short, *count));
        let short = own.map_or_else(|| (*name).to_owned(), |(short, _)| short);
        let same = names.iter().filter(|other| *other == name).count();
        let before = names[..place].iter().filter(|other| *other == name).count();
        if same > 1 {
            format!("{short} ({})", before + 1)
        } else {
            short
        }
    };
    names.iter().enumerate().map(short).collect()
}

fn write_body(report: &Report, page: &mut String) -> fmt::Result {
    write_summary(report, page)?;
    write!(page, r#"<svg width="0" height="0" class="symbols">"#)?;
    write_symbols(page)?;
    writeln!(page, "</svg>")?;
    let palette = Palette::of(&report.worlds);
    let comparison = report.comparison.as_ref();
    let names = short_names(&report.worlds);
    for (index, world) in report.worlds.iter().enumerate() {
        let charts = charts(world, &palette, comparison);
        write_world((world, &names[index]), index, charts, page)?;
    }
    write_setting(report, page)
}

fn write_summary(report: &Report, page: &mut String) -> fmt::Result {
    let Setting { version, date, .. } = &report.setting;
    let (worlds, cpu) = (worlds_in_words(report), Escaped(&report.setting.cpu));
    let about = format!(
        "{}<br>voxnav {version}, {date} UTC, {cpu}",
        Escaped(&worlds)
    );
    writeln!(page, "<header><h1>Searches compared</h1>")?;
    writeln!(page, r#"<p class="lede">{about}</p></header>"#)?;
    for warning in warnings(report) {
        writeln!(page, r#"<p class="warning">{}</p>"#, Escaped(&warning))?;
    }
    writeln!(page, r#"<section><h2>Summary</h2><div class="tiles">"#)?;
    let answers = grouped(report.answers());
    let checked = "answers checked, cell by cell and against the optimum";
    tile(page, &answers, checked, "good")?;
    let wrong = report.wrong();
    let mood = if wrong == 0 { "good" } else { "bad" };
    tile(page, &grouped(wrong), "of them wrong", mood)?;
    if let Some((label, ratio)) = report.fastest_exact() {
        let said = format!("fastest exact search: {ratio} times as fast as plain A*, by medians");
        tile(page, &label, &said, "")?;
    }
    if let Some(limit) = report.setting.limit_expanded {
        let said = format!(
            "searches ended at the limit of {} expansions",
            grouped(limit)
        );
        tile(page, &grouped(report.limited()), &said, "")?;
    }
    writeln!(page, "</div>")?;
    tables::summary(report, page)?;
    if let Some(comparison) = &report.comparison {
        tables::comparison(comparison, page)?;
    }
    writeln!(page, "</section>")
}

fn tile(page: &mut String, figure: &str, said: &str, mood: &str) -> fmt::Result {
    let (figure, said) = (Escaped(figure), Escaped(said));
    let tile = format!("<strong>{figure}</strong><span>{said}</span>");
    writeln!(page, r#"<div class="tile {mood}">{tile}</div>"#)
}

fn worlds_in_words(report: &Report) -> String {
    let names: Vec<_> = report
        .worlds
        .iter()
        .zip(short_names(&report.worlds))
        .map(|(world, name)| format!("{name} ({} rows)", grouped(world.rows)))
        .collect();
    names.join(", ")
}

/// Returns what a reader must know before believing the numbers.
fn warnings(report: &Report) -> Vec<String> {
    let mut warnings = Vec::new();
    if report.interrupted {
        warnings.push("The run was interrupted: this is about the rows until then.".to_owned());
    }
    if report.setting.build == "debug" {
        warnings.push("The program was not optimized: its times mean nothing.".to_owned());
    }
    let machines = report.worlds.iter().map(|world| &world.machine);
    let busy = machines.filter_map(Machine::warning);
    warnings.extend(busy);
    if report.wrong() > 0 {
        let wrong = grouped(report.wrong());
        warnings.push(format!(
            "{wrong} answers are wrong; see below for which and why."
        ));
    }
    warnings
}

fn write_world(
    (world, name): (&WorldReport, &str),
    index: usize,
    charts: Vec<Chart>,
    page: &mut String,
) -> fmt::Result {
    writeln!(page, "<section><h2>{}</h2>", Escaped(name))?;
    writeln!(page, "<p>{}</p>", Escaped(&facts(world)))?;
    for (number, chart) in charts.into_iter().enumerate() {
        write_figure(&chart, &format!("chart-{index}-{number}"), page)?;
    }
    tables::world(world, page)?;
    tables::laws(world, page)?;
    tables::faults(world, page)?;
    writeln!(page, "</section>")
}

fn facts(world: &WorldReport) -> String {
    let hash = world.hash.as_ref().map(|hash| format!(", hash {hash}"));
    format!(
        "{}{}. Problems: {}, {}{}. Loaded in {} ms; the world takes {}, as searches see it {}, search \
         memory {}.",
        world.description,
        hash.unwrap_or_default(),
        world.problems,
        rows_in_words(world),
        times_in_words(world),
        compact(world.load_ms),
        bytes(world.occupancy_bytes),
        bytes(world.traversability_bytes),
        bytes(world.workspace_bytes)
    )
}

fn write_setting(report: &Report, page: &mut String) -> fmt::Result {
    let setting = &report.setting;
    writeln!(page, "<section><h2>How this was measured</h2><dl>")?;
    let memory = setting
        .memory
        .and_then(|it| usize::try_from(it).ok())
        .map(bytes);
    let compiler = setting.compiler.as_deref().unwrap_or("not known");
    let threads = format!("{}, of which searches used one", setting.threads);
    for (term, said) in [
        (
            "Command",
            format!("<code>{}</code>", Escaped(&setting.command)),
        ),
        (
            "Program",
            format!("voxnav {} ({})", setting.version, setting.build),
        ),
        ("Date", format!("{} UTC", setting.date)),
        ("Processor", Escaped(&setting.cpu).to_string()),
        ("System", Escaped(&setting.os).to_string()),
        ("Threads", threads),
        ("Memory", memory.unwrap_or_else(|| "not known".to_owned())),
        ("Compiler", Escaped(compiler).to_string()),
        ("Order of turns", setting.order.to_owned()),
    ] {
        writeln!(page, "<dt>{term}</dt><dd>{said}</dd>")?;
    }
    writeln!(
        page,
        "</dl><p>All combinations answered a row before the next one was asked, in an order that \
         changed from row to row, so that what else the machine did fell on all alike. Timed is the \
         query alone; each path was checked move by move outside the timed part, and its cost \
         compared with the optimum that plain A* finds, which must be the listed length where one \
         is listed. Costs are integers and compare exactly.</p></section>"
    )
}

impl Report {
    /// Returns the exact combination with the smallest median in the geometric mean over the worlds,
    /// and by what factor it beats the reference there.
    fn fastest_exact(&self) -> Option<(String, String)> {
        let first = self.worlds.first()?;
        let exact = |line: &&Line| line.exact;
        let candidates = first.combinations.iter().filter(exact).filter_map(|line| {
            let logs: Option<Vec<f64>> = self
                .worlds
                .iter()
                .map(|world| {
                    let mine = world.line(&line.label)?.time_ms;
                    let reference = world.line(PLAIN)?.time_ms;
                    let known = !mine.median_at_least && mine.median > 0.0;
                    known.then(|| (reference.median / mine.median).ln())
                })
                .collect();
            let logs = logs?;
            let mean = logs.iter().sum::<f64>() / as_number(logs.len() as u64);
            Some((line.label.clone(), mean.exp()))
        });
        let (label, ratio) = candidates.max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some((label, short(ratio)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_told_apart() {
        assert_eq!(shortened(&["a/x.map", "b/y.map"]), ["x.map", "y.map"]);
        let alike = ["d/a/x.map", "d/b/x.map", "x.map", "y.map", "y.map"];
        let short = ["a/x.map", "b/x.map", "x.map", "y.map (1)", "y.map (2)"];
        assert_eq!(shortened(&alike), short);
    }
}
