//! The plots of a report as files of SVG: how many rows are solved in which time, every combination against
//! the baseline, speed-ups.

use super::palette::Palette;
use super::svg::{Form, Plot, Series};
use super::table::name;
use crate::report::{Line, Report, RowFigures, as_number, paired};

/// Returns the plots of a report: for each a name for its file and the content, which is SVG.
///
/// `solved-by-time` and `solved-by-expansions` are cumulative distributions over all rows, in which rows
/// that reached a limit never count as solved; `times-against-baseline` has a point for each row that
/// both solved.
#[must_use]
pub fn plots(report: &Report) -> Vec<(&'static str, String)> {
    let mut plots = vec![
        (
            "solved-by-time.svg",
            solved(report, "milliseconds", |row| row.time_ms),
        ),
        (
            "solved-by-expansions.svg",
            solved(report, "cells expanded", |row| row.expanded),
        ),
    ];
    if let Some(comparison) = &report.comparison {
        plots.push((
            "times-against-baseline.svg",
            against(report, &comparison.baseline),
        ));
    }
    plots
}

/// Returns the rows of a combination in all worlds.
fn rows<'r>(report: &'r Report, label: &str) -> Vec<&'r RowFigures> {
    let worlds = report.worlds.iter();
    let lines = worlds.filter_map(|world| world.line(label));
    lines.flat_map(|line| &line.rows).collect()
}

/// Returns the steps of a cumulative distribution: after how much how many are solved.
pub(super) fn steps(
    rows: &[&RowFigures],
    amount: fn(&RowFigures) -> Option<f64>,
) -> Vec<(f64, f64)> {
    let solved = rows.iter().filter(|row| !row.limited);
    let mut amounts: Vec<f64> = solved.filter_map(|row| amount(row)).collect();
    amounts.sort_by(f64::total_cmp);
    let counted = amounts.into_iter().zip(1_u64..);
    counted
        .map(|(amount, count)| (amount, as_number(count)))
        .collect()
}

fn solved(report: &Report, unit: &str, amount: fn(&RowFigures) -> Option<f64>) -> String {
    let palette = Palette::of(&report.worlds);
    let series = report.labels().into_iter().map(|label| Series {
        name: label.to_owned(),
        look: palette.look(label),
        points: steps(&rows(report, label), amount),
    });
    let plot = Plot {
        title: "Rows solved within",
        x: unit,
        y: "rows solved",
        series: series.collect(),
        form: Form::Steps,
    };
    plot.to_svg()
}

/// Returns the times of two combinations, row by row.
pub(super) fn pairs(base: &Line, own: &Line) -> Vec<(f64, f64)> {
    let pair = |(base, own): (&RowFigures, Option<&RowFigures>)| {
        let own = own?;
        let is_solved = !base.limited && !own.limited;
        Some((base.time_ms?, own.time_ms?)).filter(|_| is_solved)
    };
    paired(base, own).into_iter().filter_map(pair).collect()
}

fn against(report: &Report, baseline: &str) -> String {
    let palette = Palette::of(&report.worlds);
    let labels = report.labels().into_iter();
    let others = labels.filter(|label| *label != baseline);
    let series = others.map(|label| {
        let both = report.worlds.iter().filter_map(|world| {
            let (base, own) = (world.line(baseline)?, world.line(label)?);
            Some((name(own), pairs(base, own)))
        });
        let mut shown = label.to_owned();
        let mut points = Vec::new();
        for (name, more) in both {
            shown = name;
            points.extend(more);
        }
        Series {
            name: shown,
            look: palette.look(label),
            points,
        }
    });
    let plot = Plot {
        title: "Time of a query against the baseline, row by row",
        x: &format!("{baseline}, milliseconds"),
        y: "milliseconds",
        series: series.collect(),
        form: Form::Points,
    };
    plot.to_svg()
}
