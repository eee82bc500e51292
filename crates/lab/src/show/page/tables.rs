//! The tables of the page.

use std::fmt::{self, Write};

use super::short_names;
use crate::figures::{as_number, grouped};
use crate::report::{Comparison, Line, Report, WorldReport};
use crate::show::Escaped;
use crate::show::table::{
    self as tables, Column, Table, held, max, max_ratio, mean, mean_ratio, median, name,
    of_combinations, p99, proved, ratio, short,
};

const EFFORT: [Column; 10] = [
    ("ms median", |it| median(&it.time_ms)),
    ("q1", |it| short(it.time_ms.q1)),
    ("q3", |it| short(it.time_ms.q3)),
    ("p95", |it| short(it.time_ms.p95)),
    ("p99", |it| p99(&it.time_ms)),
    ("max", |it| max(&it.time_ms)),
    ("mean", |it| mean(&it.time_ms)),
    ("expanded mean", |it| mean(&it.expanded)),
    ("generated mean", |it| mean(&it.generated)),
    ("reopened mean", |it| mean(&it.reopened)),
];

const ANSWERS: [Column; 8] = [
    ("cost mean", |it| mean_ratio(it, 5, NOTHING)),
    ("cost max", |it| max_ratio(it, 5, NOTHING)),
    ("proved", proved),
    ("held", |it| held(it.held)),
    ("found", |it| grouped(it.found)),
    ("no path", |it| grouped(it.unreachable)),
    ("limited", |it| grouped(it.limited)),
    ("wrong", |it| grouped(it.wrong)),
];

/// The text of a cell that has nothing to say.
const NOTHING: &str = "–";

fn cost(of: Option<f64>) -> String {
    ratio(of, 5, NOTHING)
}

/// Writes medians side by side, and what became of the guarantees over all worlds.
pub(super) fn summary(report: &Report, page: &mut String) -> fmt::Result {
    let medians = short_names(&report.worlds).into_iter();
    let medians: Vec<_> = medians.map(|name| format!("median ms\n{name}")).collect();
    let mut headings = vec!["combination"];
    headings.extend(medians.iter().map(String::as_str));
    headings.extend([
        "cost mean",
        "cost max",
        "proved",
        "held",
        "limited",
        "wrong",
    ]);
    let labels = report.labels().into_iter();
    let lines = labels.filter_map(|label| summary_line(report, label));
    let worlds = report.worlds.iter();
    let fastest: Vec<_> = worlds.map(fastest_exact).collect();
    write(&tables::table(&headings, lines), page, |column, name| {
        let fastest = fastest.get(column.wrapping_sub(1)).copied().flatten();
        fastest == Some(name)
    })?;
    writeln!(
        page,
        "<p class=\"note\">Bold: the smallest median of an exact search. Cost: by the optimum. * \
         nothing is proved about the cost of its paths. &gt; at least, because rows ended at the \
         limit.</p>"
    )
}

/// Returns the line of a combination over all worlds.
fn summary_line(report: &Report, label: &str) -> Option<Vec<String>> {
    let lines = || report.worlds.iter().map(|world| world.line(label));
    let present: Vec<&Line> = lines().flatten().collect();
    let first = present.first()?;
    let (mut weighted, mut rows, mut worst) = (0.0, 0.0, None::<f64>);
    for line in &present {
        if let Some(ratio) = line.suboptimality {
            let found = as_number(line.found);
            weighted += ratio.mean * found;
            rows += found;
            worst = Some(worst.unwrap_or(0.0).max(ratio.max));
        }
    }
    let sum = |of: fn(&Line) -> u64| grouped(present.iter().map(|line| of(line)).sum());
    let kept = present.iter().filter_map(|line| line.held);
    let medians = lines().map(|line| line.map_or(NOTHING.to_owned(), |it| median(&it.time_ms)));
    let mut cells = vec![name(first)];
    cells.extend(medians);
    cells.extend([
        cost(worst.map(|_| weighted / rows)),
        cost(worst),
        proved(first),
        held(kept.reduce(|one, other| one && other)),
        sum(|line| line.limited),
        sum(|line| line.wrong),
    ]);
    Some(cells)
}

/// Returns the name of the exact combination with the smallest median.
fn fastest_exact(world: &WorldReport) -> Option<&str> {
    let lines = world.combinations.iter();
    let exact = lines.filter(|line| line.exact && !line.time_ms.median_at_least);
    let fastest = exact.min_by(|a, b| a.time_ms.median.total_cmp(&b.time_ms.median));
    fastest.map(|line| line.label.as_str())
}

/// Writes everything about each combination on one world, in two tables that a page of usual width
/// holds.
pub(super) fn world(world: &WorldReport, page: &mut String) -> fmt::Result {
    writeln!(page, "<h3>All numbers</h3>")?;
    write_plain(&of_combinations(world, "effort", &EFFORT), page)?;
    write_plain(&of_combinations(world, "answers", &ANSWERS), page)?;
    for merged in &world.merged {
        let [label, same_as] = [&merged.label, &merged.same_as].map(|text| Escaped(text));
        writeln!(
            page,
            "<p class=\"note\">Left out: {label}, the same as {same_as}.</p>"
        )?;
    }
    Ok(())
}

/// Writes how many times as fast each combination is as the baseline, over all rows and by how hard
/// they are.
pub(super) fn comparison(comparison: &Comparison, page: &mut String) -> fmt::Result {
    for (title, table) in tables::speed_ups(comparison) {
        writeln!(page, "<h3>{}</h3>", Escaped(&title))?;
        write_plain(&table, page)?;
    }
    writeln!(page, "<p class=\"note\">{}</p>", Escaped(comparison.method))?;
    for (by, table) in tables::by_bucket(comparison) {
        writeln!(page, "<h3>Times as fast, by {by}</h3>")?;
        write_plain(&table, page)?;
    }
    writeln!(
        page,
        "<p class=\"note\">Rows are sorted and parted into four. Rows that are alike are never \
         parted, so that columns may be fewer, and some have more rows.</p>"
    )
}

fn write_plain(table: &Table, page: &mut String) -> fmt::Result {
    write(table, page, |_, _| false)
}

/// Writes a table that scrolls: a name in each line, then its cells, of which the best are bold: those that are,
/// by their column and the name of their line. What stands behind the end of a line in a heading is small.
fn write(table: &Table, page: &mut String, is_best: impl Fn(usize, &str) -> bool) -> fmt::Result {
    let [headings, lines @ ..] = &table[..] else {
        return Ok(());
    };
    write!(
        page,
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>"
    )?;
    for heading in headings {
        let (first, small) = heading.split_once('\n').unwrap_or((heading, ""));
        write!(page, "<th>{}", Escaped(first))?;
        if !small.is_empty() {
            write!(page, "<br><small>{}</small>", Escaped(small))?;
        }
        write!(page, "</th>")?;
    }
    writeln!(page, "</tr></thead><tbody>")?;
    for line in lines {
        let name = line.first().map_or("", String::as_str);
        write!(page, "<tr><th>{}</th>", Escaped(name))?;
        for (column, (heading, cell)) in headings.iter().zip(line).enumerate().skip(1) {
            let class = match (heading.as_str(), cell.as_str()) {
                _ if is_best(column, name) => " class=\"best\"",
                ("held", "yes") => " class=\"good\"",
                ("held", "NO") => " class=\"bad\"",
                ("wrong", count) if count != "0" => " class=\"bad\"",
                _ => "",
            };
            write!(page, "<td{class}>{}</td>", Escaped(cell))?;
        }
        writeln!(page, "</tr>")?;
    }
    writeln!(page, "</tbody></table></div>")
}

/// Writes how estimates hold against true costs.
pub(super) fn laws(world: &WorldReport, page: &mut String) -> fmt::Result {
    let Some(goals) = world.laws.iter().map(|laws| laws.goals).max() else {
        return Ok(());
    };
    write!(page, "<h3>Estimates against true costs</h3>")?;
    write_plain(&tables::laws(world), page)?;
    writeln!(
        page,
        "<p class=\"note\">Every cell with a way to one of {goals} goals, and every move between \
         them. Too large: more than the true cost, so not admissible. Too steep: falls by more than \
         the move costs, so not consistent.</p>"
    )
}

/// Writes what is wrong, row by row.
pub(super) fn faults(world: &WorldReport, page: &mut String) -> fmt::Result {
    let reference = world.reference_faults.iter();
    let reference = reference.map(|fault| ("the reference against the list", fault));
    let lines = world.combinations.iter();
    let own = lines.flat_map(|line| line.faults.iter().map(|fault| (line.label.as_str(), fault)));
    for (of, fault) in reference.chain(own) {
        let (of, row, reason) = (Escaped(of), fault.of_row(), Escaped(&fault.reason));
        writeln!(page, "<p class=\"warning\">{of}, {row}: {reason}</p>")?;
    }
    Ok(())
}
