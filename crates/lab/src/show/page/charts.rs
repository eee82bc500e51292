//! The charts of the page, and their elements.

use std::fmt::{self, Write as _};

use voxnav::experiment::Heuristic;

use crate::figures::{as_number, compact};
use crate::report::{Comparison, Line, Spread, WorldReport};
use crate::show::Escaped;
use crate::show::axis::{Linear, Scale};
use crate::show::chart::{Axis, Chart, Diagonal, Frame, Marks, Series, SeriesVisibility};
use crate::show::palette::Palette;
use crate::show::plots::{against, logarithmic, solved};
use crate::show::table::name;

/// The most points that a combination contributes to a chart, at even distances.
const MOST_POINTS: usize = 400;

/// The most combinations that are all shown in a scatter chart; of more, those with the usual
/// heuristic, and the others on a click.
const READABLE: usize = 12;

/// Returns the charts of one world.
pub(super) fn charts(
    world: &WorldReport,
    palette: &Palette,
    comparison: Option<&Comparison>,
) -> Vec<Chart> {
    let here = std::slice::from_ref(world);
    let mut charts = vec![
        Chart {
            title: "Time of a query",
            ..boxes(world, palette, "milliseconds", |line| &line.time_ms)
        },
        Chart {
            title: "Expansions of a query",
            ..boxes(world, palette, "cells expanded", |line| &line.expanded)
        },
    ];
    charts.extend(suboptimality(world, palette));
    charts.push(effort_by_length(world, palette));
    let by_time = solved(here, palette, "milliseconds", |row| row.time_ms);
    charts.push(Chart {
        title: "Rows solved within a time",
        caption: format!(
            "The higher and the further to the left, the better. Rows that reached a limit never \
             count as solved. Lines that are dashed alike are of one heuristic.{}",
            hidden(world)
        ),
        ..plotted(by_time, world)
    });
    let base = comparison.filter(|it| world.line(&it.baseline).is_some());
    charts.extend(base.map(|comparison| Chart {
        title: "Time against the baseline, row by row",
        caption: format!(
            "Below the line: faster than {}. Rows that both solved, at most {MOST_POINTS} of each \
             combination.{}",
            comparison.baseline,
            hidden(world)
        ),
        ..plotted(against(here, palette, &comparison.baseline), world)
    }));
    charts
}

/// Returns a plot as the page shows it: thinned, and with the usual combinations where there are many.
fn plotted(mut chart: Chart, world: &WorldReport) -> Chart {
    for series in &mut chart.series {
        let line = world.combinations.iter().find(|it| name(it) == series.name);
        series.seen = line.map_or(SeriesVisibility::Always, |line| seen(world, line));
        match &mut series.marks {
            Marks::Steps(points) => *points = thinned(points),
            Marks::Points(points) => *points = thinned(points),
            Marks::Spread(..) | Marks::Range(..) => {}
        }
    }
    chart
}

/// Returns whether there are more combinations than can be read at once.
fn is_crowded(world: &WorldReport) -> bool {
    let usual = Heuristic::default().to_string();
    let mut lines = world.combinations.iter();
    world.combinations.len() > READABLE && lines.any(|line| line.heuristic == usual)
}

/// Returns whether a page shows a combination before the first click.
fn seen(world: &WorldReport, line: &Line) -> SeriesVisibility {
    if is_crowded(world) && line.heuristic != Heuristic::default().to_string() {
        SeriesVisibility::OnClick
    } else {
        SeriesVisibility::Always
    }
}

/// Returns what to say of combinations that are not seen.
fn hidden(world: &WorldReport) -> &'static str {
    if is_crowded(world) {
        " Combinations in gray letters appear on a click."
    } else {
        ""
    }
}

/// Returns the chart of a box for each combination, without its title.
fn boxes(
    world: &WorldReport,
    palette: &Palette,
    unit: &str,
    spread: fn(&Line) -> &Spread,
) -> Chart {
    let amounts = |line: &Line| {
        let it = spread(line);
        [it.p5, it.q1, it.median, it.q3, it.p95]
    };
    let lines: Vec<_> = world.combinations.iter().collect();
    let across = logarithmic(unit, lines.iter().flat_map(|line| amounts(line)));
    let caption = "Box: quartiles, line: median, whiskers: from the 5th to the 95th percentile.";
    Chart {
        caption: caption.to_owned(),
        ..by_combination(&lines, palette, across, |row, line| {
            Marks::Spread(row, amounts(line))
        })
    }
}

/// Returns the chart of the mean and the largest of the cost by the optimum, and of what is proved,
/// of the combinations that are not exact.
fn suboptimality(world: &WorldReport, palette: &Palette) -> Option<Chart> {
    let lines = world.combinations.iter();
    let inexact = lines.filter(|line| !line.exact && line.suboptimality.is_some());
    let inexact: Vec<_> = inexact.collect();
    if inexact.is_empty() {
        return None;
    }
    let ratios = |line: &Line| line.suboptimality.map_or([1.0; 2], |it| [it.mean, it.max]);
    let all = inexact.iter();
    let all = all.flat_map(|line| ratios(line).into_iter().chain(line.bound));
    let across = Axis {
        name: "cost / optimum".to_owned(),
        scale: Scale::Linear(Linear::of(all)),
    };
    let exact = world.combinations.len() - inexact.len();
    Some(Chart {
        title: "Cost over optimum",
        caption: format!(
            "From the mean to the worst row; the gray stroke is what is proved. Below 1: paths \
             that leave the lattice. Not shown: {exact} exact combinations, whose cost is the \
             optimum in every row that they answered."
        ),
        ..by_combination(&inexact, palette, across, |row, line| {
            Marks::Range(row, ratios(line), line.bound)
        })
    })
}

fn effort_by_length(world: &WorldReport, palette: &Palette) -> Chart {
    let series = world.combinations.iter().map(|line| {
        let points = line.rows.iter();
        let points = points.filter_map(|row| Some((row.found?, row.expanded?)));
        let said = points.map(|(length, expanded)| {
            let (name, count) = (name(line), compact(expanded));
            let said = format!("{name}: {length:.1} cells long, {count} expanded");
            (length, expanded, said)
        });
        Series {
            name: name(line),
            look: palette.look(&line.label),
            seen: SeriesVisibility::Always,
            marks: Marks::Points(said.collect()),
        }
    });
    let all = world.combinations.iter().flat_map(|line| &line.rows);
    let all: Vec<_> = all
        .filter_map(|row| Some((row.found?, row.expanded?)))
        .collect();
    let chart = Chart {
        title: "Expansions against path length",
        caption: format!(
            "One point for each path found, at most {MOST_POINTS} for each combination.{}",
            hidden(world)
        ),
        across: Axis {
            name: "length of the path in cells".to_owned(),
            scale: Scale::Linear(Linear::of(all.iter().map(|point| point.0))),
        },
        up: logarithmic("cells expanded", all.iter().map(|point| point.1)),
        series: series.collect(),
        diagonal: Diagonal::Absent,
    };
    plotted(chart, world)
}

/// Returns at most [`MOST_POINTS`] of the points, at even distances.
fn thinned<T: Clone>(points: &[T]) -> Vec<T> {
    let count = points.len().min(MOST_POINTS);
    let kept = (0..count).map(|index| points[index * points.len() / count].clone());
    kept.collect()
}

/// Returns a chart with a line for each combination, from top to bottom, without its words.
fn by_combination(
    lines: &[&Line],
    palette: &Palette,
    across: Axis,
    marks: impl Fn(f64, &Line) -> Marks,
) -> Chart {
    let series = (0..).map(as_number).zip(lines).map(|(row, line)| Series {
        name: name(line),
        look: palette.look(&line.label),
        seen: SeriesVisibility::Always,
        marks: marks(row, line),
    });
    Chart {
        title: "",
        caption: String::new(),
        across,
        up: Axis {
            name: String::new(),
            scale: Scale::Names(lines.iter().map(|line| name(line)).collect()),
        },
        series: series.collect(),
        diagonal: Diagonal::Absent,
    }
}

/// Writes a chart as elements of the page.
pub(super) fn write_figure(chart: &Chart, id: &str, page: &mut String) -> fmt::Result {
    let ticks = chart.up.scale.ticks();
    let letters = ticks.iter().map(|tick| tick.1.chars().count()).max();
    let letters = letters.unwrap_or(0);
    let (kind, rows) = match &chart.up.scale {
        Scale::Names(names) => (" named", names.len()),
        _ => ("", 0),
    };
    writeln!(page, "<figure><h3>{}</h3>", chart.title)?;
    writeln!(
        page,
        r#"<div class="chart{kind}" id="{id}" style="--letters:{letters};--rows:{rows}">"#
    )?;
    writeln!(page, r#"<div class="area"><svg class="plot">"#)?;
    chart.write_axes(Frame::PAGE, page)?;
    for (number, series) in chart.series.iter().enumerate() {
        let hidden = match series.seen {
            SeriesVisibility::Always => "",
            SeriesVisibility::OnClick => " hidden",
        };
        let (paint, name) = (series.paint(), Escaped(&series.name));
        writeln!(
            page,
            r#"<g class="series" id="{id}-{number}" {paint}{hidden}><title>{name}</title>"#
        )?;
        chart.write_marks(series, Frame::PAGE, page)?;
        writeln!(page, "</g>")?;
    }
    writeln!(page, "</svg></div>")?;
    if kind.is_empty() {
        write_legend(chart, id, page)?;
    }
    let caption = Escaped(&chart.caption);
    writeln!(page, "</div><figcaption>{caption}</figcaption></figure>")
}

/// Writes the buttons that show and hide the series.
fn write_legend(chart: &Chart, id: &str, page: &mut String) -> fmt::Result {
    writeln!(page, r#"<div class="legend">"#)?;
    for (number, series) in chart.series.iter().enumerate() {
        let pressed = series.seen == SeriesVisibility::Always;
        let (paint, name) = (series.paint(), Escaped(&series.name));
        writeln!(
            page,
            r#"<button type="button" aria-pressed="{pressed}" aria-controls="{id}-{number}"><svg width="28" height="12" {paint}>"#
        )?;
        series.write_sample((8.0, 6.0), page)?;
        writeln!(page, "</svg>{name}</button>")?;
    }
    writeln!(page, "</div>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_the_first_and_even_distances() {
        let points: Vec<_> = (0..1000).collect();
        let kept = thinned(&points);
        assert_eq!(kept.len(), MOST_POINTS);
        assert_eq!(kept[..4], [0, 2, 5, 7]);
        assert_eq!(thinned(&points[..3]).len(), 3);
        assert_eq!(thinned::<u64>(&[]).len(), 0);
    }
}
