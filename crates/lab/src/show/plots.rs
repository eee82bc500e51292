//! The plots of rows: how many are solved in which time, and every combination against the baseline. Files of
//! SVG show those of all worlds, pages those of each.

use super::palette::{Look, Palette};
use crate::figures::as_number;
use crate::report::{Line, Report, RowFigures, WorldReport, labels, paired};

/// A plot over a logarithmic axis, on which zero has a place of its own.
pub(super) struct Plot<'r> {
    pub(super) title: &'static str,
    pub(super) x: String,
    pub(super) y: &'static str,
    pub(super) series: Vec<Series<'r>>,
    pub(super) form: Form,
}

/// The form of what is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Steps from left to right, each value up to the next, over a linear axis.
    Steps,
    /// Points between two axes alike, and the diagonal on which both amounts are the same.
    Points,
}

/// The points of a combination.
pub(super) struct Series<'r> {
    /// The results of the combination in one of the worlds.
    pub(super) line: &'r Line,
    pub(super) look: Look,
    pub(super) points: Vec<(f64, f64)>,
}

/// Returns the plots of a report: for each a name for its file and the content, which is SVG.
///
/// `solved-by-time` and `solved-by-expansions` are cumulative distributions over all rows, in which rows
/// that reached a limit never count as solved; `times-against-baseline` has a point for each row that
/// both solved.
#[must_use]
pub fn plots(report: &Report) -> Vec<(&'static str, String)> {
    let worlds = &report.worlds;
    let palette = Palette::of(worlds);
    let by_time = solved(worlds, &palette, "milliseconds", |row| row.time_ms);
    let by_expansions = solved(worlds, &palette, "cells expanded", |row| row.expanded);
    let mut plots = vec![
        ("solved-by-time.svg", by_time.to_svg()),
        ("solved-by-expansions.svg", by_expansions.to_svg()),
    ];
    if let Some(comparison) = &report.comparison {
        let against = against(worlds, &palette, &comparison.baseline);
        plots.push(("times-against-baseline.svg", against.to_svg()));
    }
    plots
}

/// Returns a series for each combination: the points of all its lines.
fn series<'r>(
    worlds: &'r [WorldReport],
    palette: &Palette,
    points: impl Fn(&str) -> Vec<(f64, f64)>,
) -> Vec<Series<'r>> {
    let all = labels(worlds).into_iter().filter_map(|label| {
        Some(Series {
            line: worlds.iter().find_map(|world| world.line(label))?,
            look: palette.look(label),
            points: points(label),
        })
    });
    all.collect()
}

/// Returns the cumulative distribution of rows: after how much how many are solved.
pub(super) fn solved<'r>(
    worlds: &'r [WorldReport],
    palette: &Palette,
    unit: &str,
    amount: fn(&RowFigures) -> Option<f64>,
) -> Plot<'r> {
    let steps = |label: &str| {
        let lines = worlds.iter().filter_map(|world| world.line(label));
        let rows = lines.flat_map(|line| &line.rows);
        let solved = rows.filter(|row| !row.limited);
        let mut amounts: Vec<f64> = solved.filter_map(amount).collect();
        amounts.sort_by(f64::total_cmp);
        let counts = (1..).map(as_number);
        amounts.into_iter().zip(counts).collect()
    };
    Plot {
        title: "Rows solved within",
        x: unit.to_owned(),
        y: "rows solved",
        series: series(worlds, palette, steps),
        form: Form::Steps,
    }
}

/// Returns the times of the rows that a combination and the baseline both solved.
pub(super) fn against<'r>(
    worlds: &'r [WorldReport],
    palette: &Palette,
    baseline: &str,
) -> Plot<'r> {
    let pair = |(base, own): (&RowFigures, Option<&RowFigures>)| {
        let own = own?;
        let is_solved = !base.limited && !own.limited;
        Some((base.time_ms?, own.time_ms?)).filter(|_| is_solved)
    };
    let pairs = |label: &str| {
        let both = worlds.iter();
        let both = both.filter_map(|world| Some((world.line(baseline)?, world.line(label)?)));
        let rows = both.flat_map(|(base, own)| paired(base, own));
        rows.filter_map(pair).collect()
    };
    let mut series = series(worlds, palette, pairs);
    series.retain(|series| series.line.label != baseline);
    Plot {
        title: "Time of a query against the baseline, row by row",
        x: format!("{baseline}, milliseconds"),
        y: "milliseconds",
        series,
        form: Form::Points,
    }
}
