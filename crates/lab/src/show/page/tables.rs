//! The tables of the page.

use std::fmt::{self, Write};

use super::short_names;
use crate::figures::grouped;
use crate::report::{Comparison, Line, Measure, Report, ShownFault, WorldReport};
use crate::show::Escaped;
use crate::show::speed_ups;
use crate::show::table::{
    LAW_HEADINGS, held, law_cells, max, mean, median, name, p99, proved, short,
};

/// Writes medians side by side, and what became of the guarantees over all worlds.
pub(super) fn summary(report: &Report, page: &mut String) -> fmt::Result {
    write!(
        page,
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>combination</th>"
    )?;
    for name in short_names(&report.worlds) {
        let name = Escaped(&name);
        write!(page, "<th>median ms<br><small>{name}</small></th>")?;
    }
    for heading in [
        "cost mean",
        "cost max",
        "proved",
        "held",
        "limited",
        "wrong",
    ] {
        write!(page, "<th>{heading}</th>")?;
    }
    writeln!(page, "</tr></thead><tbody>")?;
    for label in report.labels() {
        summary_row(report, label, page)?;
    }
    writeln!(page, "</tbody></table></div>")?;
    writeln!(
        page,
        "<p class=\"note\">Bold: the smallest median of an exact search. Cost: by the optimum. * \
         nothing is proved about the cost of its paths. &gt; at least, because rows ended at the \
         limit.</p>"
    )
}

fn summary_row(report: &Report, label: &str, page: &mut String) -> fmt::Result {
    let lines: Vec<_> = report
        .worlds
        .iter()
        .map(|world| (world, world.line(label)))
        .collect();
    let present: Vec<&Line> = lines.iter().filter_map(|(_, line)| *line).collect();
    let Some(first) = present.first() else {
        return Ok(());
    };
    write!(page, "<tr><th>{}</th>", Escaped(&name(first)))?;
    for (world, line) in &lines {
        match line {
            Some(line) if is_fastest_exact(world, line) => {
                let median = median(&line.time_ms);
                write!(page, "<td class=\"best\">{}</td>", Escaped(&median))?;
            }
            Some(line) => write!(page, "<td>{}</td>", Escaped(&median(&line.time_ms)))?,
            None => write!(page, "<td>–</td>")?,
        }
    }
    let ratios = present.iter().filter_map(|line| {
        let ratio = line.suboptimality?;
        Some((ratio, line.found))
    });
    let (mut weighted, mut rows, mut worst) = (0.0, 0.0, 0.0_f64);
    for (ratio, found) in ratios {
        #[expect(clippy::cast_precision_loss, reason = "a number of rows")]
        let found = found as f64;
        weighted += ratio.mean * found;
        rows += found;
        worst = worst.max(ratio.max);
    }
    let all = (rows > 0.0).then(|| (weighted / rows, worst));
    ratio_cells(all, page)?;
    let kept = present.iter().filter_map(|line| line.held);
    let kept = kept.reduce(|one, other| one && other);
    let sum = |of: fn(&Line) -> u64| grouped(present.iter().map(|line| of(line)).sum());
    outcome_cells(first, kept, page)?;
    let wrong = present.iter().map(|line| line.wrong).sum();
    writeln!(
        page,
        "<td>{}</td>{}</tr>",
        sum(|line| line.limited),
        wrong_cell(wrong)
    )
}

fn is_fastest_exact(world: &WorldReport, line: &Line) -> bool {
    let exact = |line: &&Line| line.exact && !line.time_ms.median_at_least;
    let fastest = world
        .combinations
        .iter()
        .filter(exact)
        .min_by(|a, b| a.time_ms.median.total_cmp(&b.time_ms.median));
    fastest.is_some_and(|fastest| fastest.label == line.label)
}

fn ratio_cells(ratio: Option<(f64, f64)>, page: &mut String) -> fmt::Result {
    match ratio {
        Some((mean, max)) => write!(page, "<td>{mean:.5}</td><td>{max:.5}</td>"),
        None => write!(page, "<td>–</td><td>–</td>"),
    }
}

fn outcome_cells(line: &Line, kept: Option<bool>, page: &mut String) -> fmt::Result {
    let class = match kept {
        None => "",
        Some(true) => "good",
        Some(false) => "bad",
    };
    write!(
        page,
        "<td>{}</td><td class=\"{class}\">{}</td>",
        Escaped(&proved(line)),
        held(kept)
    )
}

fn wrong_cell(wrong: u64) -> String {
    let class = if wrong == 0 { "" } else { "bad" };
    format!("<td class=\"{class}\">{}</td>", grouped(wrong))
}

/// Writes everything about each combination on one world, in two tables that a page of usual width
/// holds.
pub(super) fn world(world: &WorldReport, page: &mut String) -> fmt::Result {
    writeln!(page, "<h3>All numbers</h3>")?;
    let headings = [
        "ms median",
        "q1",
        "q3",
        "p95",
        "p99",
        "max",
        "mean",
        "expanded mean",
        "generated mean",
        "reopened mean",
    ];
    let lines = world.combinations.iter();
    let effort = lines.map(|line| {
        let time = &line.time_ms;
        let mut cells = vec![median(time)];
        cells.extend([time.q1, time.q3, time.p95].map(short));
        cells.extend([p99(time), max(time), mean(time)]);
        let counts = [&line.expanded, &line.generated, &line.reopened];
        cells.extend(counts.map(mean));
        (name(line), cells)
    });
    table("effort", &headings, effort, page)?;
    write!(
        page,
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>answers</th>"
    )?;
    for heading in [
        "cost mean",
        "cost max",
        "proved",
        "held",
        "found",
        "no path",
        "limited",
        "wrong",
    ] {
        write!(page, "<th>{heading}</th>")?;
    }
    writeln!(page, "</tr></thead><tbody>")?;
    for line in &world.combinations {
        write!(page, "<tr><th>{}</th>", Escaped(&name(line)))?;
        let ratio = line.suboptimality.map(|ratio| (ratio.mean, ratio.max));
        ratio_cells(ratio, page)?;
        outcome_cells(line, line.held, page)?;
        for count in [line.found, line.unreachable, line.limited] {
            write!(page, "<td>{}</td>", grouped(count))?;
        }
        writeln!(page, "{}</tr>", wrong_cell(line.wrong))?;
    }
    writeln!(page, "</tbody></table></div>")?;
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
    for measure in Measure::ALL {
        let title = speed_ups::title(comparison, measure);
        writeln!(page, "<h3>{}</h3>", Escaped(&title))?;
        let lines = speed_ups::lines(comparison, measure);
        let lines = lines
            .into_iter()
            .map(|(label, cells)| (label.to_owned(), cells.to_vec()));
        table("combination", &speed_ups::headings(measure), lines, page)?;
    }
    writeln!(page, "<p class=\"note\">{}</p>", Escaped(comparison.method))?;
    let (labels, kinds) = speed_ups::buckets(comparison);
    for (by, buckets) in kinds {
        writeln!(page, "<h3>Times as fast, by {by}</h3>")?;
        let headings: Vec<_> = buckets.iter().map(|it| speed_ups::range(it)).collect();
        let headings: Vec<_> = headings.iter().map(String::as_str).collect();
        let lines = labels.iter().enumerate().map(|(index, label)| {
            let means = buckets
                .iter()
                .map(|it| speed_ups::in_bucket(it.means[index]));
            ((*label).to_owned(), means.collect())
        });
        table("combination", &headings, lines, page)?;
    }
    writeln!(
        page,
        "<p class=\"note\">Rows are sorted and parted into four. Rows that are alike are never \
         parted, so that columns may be fewer, and some have more rows.</p>"
    )
}

/// Writes a table that scrolls: a name in each line, then its cells.
fn table(
    first: &str,
    headings: &[&str],
    lines: impl Iterator<Item = (String, Vec<String>)>,
    page: &mut String,
) -> fmt::Result {
    write!(
        page,
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>{first}</th>"
    )?;
    for heading in headings {
        write!(page, "<th>{}</th>", Escaped(heading))?;
    }
    writeln!(page, "</tr></thead><tbody>")?;
    for (name, cells) in lines {
        write!(page, "<tr><th>{}</th>", Escaped(&name))?;
        for cell in cells {
            write!(page, "<td>{}</td>", Escaped(&cell))?;
        }
        writeln!(page, "</tr>")?;
    }
    writeln!(page, "</tbody></table></div>")
}

/// Writes how estimates hold against true costs.
pub(super) fn laws(world: &WorldReport, page: &mut String) -> fmt::Result {
    if world.laws.is_empty() {
        return Ok(());
    }
    write!(page, "<h3>Estimates against true costs</h3>")?;
    let [first, headings @ ..] = LAW_HEADINGS;
    let lines = world.laws.iter().map(|laws| {
        let [name, cells @ ..] = law_cells(laws);
        (name, cells.to_vec())
    });
    table(first, &headings, lines, page)?;
    let goals = world.laws.iter().map(|laws| laws.goals).max().unwrap_or(0);
    writeln!(
        page,
        "<p class=\"note\">Every cell with a way to one of {goals} goals, and every move between \
         them. Too large: more than the true cost, so not admissible. Too steep: falls by more than \
         the move costs, so not consistent.</p>"
    )
}

/// Writes what is wrong, row by row.
pub(super) fn faults(world: &WorldReport, page: &mut String) -> fmt::Result {
    for fault in &world.reference_faults {
        one_fault("the reference against the list", fault, page)?;
    }
    for line in &world.combinations {
        for fault in &line.faults {
            one_fault(&line.label, fault, page)?;
        }
    }
    Ok(())
}

fn one_fault(of: &str, fault: &ShownFault, page: &mut String) -> fmt::Result {
    let [from, to] = [fault.start, fault.goal].map(|[x, y, z]| format!("{x},{y},{z}"));
    writeln!(
        page,
        "<p class=\"warning\">{}, row {}, {from} to {to}: {}</p>",
        Escaped(of),
        fault.row,
        Escaped(&fault.reason)
    )
}
