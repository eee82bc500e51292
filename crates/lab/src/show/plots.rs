//! The plots of rows: how many are solved in which time, and every combination against the baseline. Files of
//! SVG show those of all worlds, pages those of each.

use super::axis::{Linear, Logarithmic, Scale};
use super::chart::{Axis, Chart, Diagonal, Marks, Series, SeriesVisibility};
use super::palette::Palette;
use super::table::name;
use crate::figures::{as_number, compact};
use crate::report::{Report, RowFigures, WorldReport, labels, paired};

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

/// Returns a series for each combination, without marks where it has no rows.
fn series(worlds: &[WorldReport], palette: &Palette, marks: impl Fn(&str) -> Marks) -> Vec<Series> {
    let all = labels(worlds).into_iter().filter_map(|label| {
        let line = worlds.iter().find_map(|world| world.line(label))?;
        Some(Series {
            name: name(line),
            look: palette.look(label),
            seen: SeriesVisibility::Always,
            marks: marks(label),
        })
    });
    all.collect()
}

/// Returns the cumulative distribution of rows: after how much how many are solved.
pub(super) fn solved(
    worlds: &[WorldReport],
    palette: &Palette,
    unit: &str,
    amount: fn(&RowFigures) -> Option<f64>,
) -> Chart {
    let steps = |label: &str| -> Vec<(f64, f64)> {
        let lines = worlds.iter().filter_map(|world| world.line(label));
        let rows = lines.flat_map(|line| &line.rows);
        let solved = rows.filter(|row| !row.limited);
        let mut amounts: Vec<f64> = solved.filter_map(amount).collect();
        amounts.sort_by(f64::total_cmp);
        let counts = (1..).map(as_number);
        amounts.into_iter().zip(counts).collect()
    };
    let all: Vec<_> = labels(worlds).into_iter().flat_map(steps).collect();
    Chart {
        title: "Rows solved within",
        caption: String::new(),
        across: logarithmic(unit, all.iter().map(|point| point.0)),
        up: Axis {
            name: "rows solved".to_owned(),
            scale: Scale::Linear(Linear::from_zero(all.iter().map(|point| point.1))),
        },
        series: series(worlds, palette, |label| Marks::Steps(steps(label))),
        diagonal: Diagonal::Absent,
    }
}

/// Returns a logarithmic axis for amounts.
pub(super) fn logarithmic(name: &str, amounts: impl Iterator<Item = f64>) -> Axis {
    Axis {
        name: name.to_owned(),
        scale: Scale::Logarithmic(Logarithmic::of(amounts)),
    }
}

/// Returns the times of the rows that a combination and the baseline both solved.
pub(super) fn against(worlds: &[WorldReport], palette: &Palette, baseline: &str) -> Chart {
    let pair = |(base, own): (&RowFigures, Option<&RowFigures>)| {
        let own = own?;
        let is_solved = !base.limited && !own.limited;
        Some((base.time_ms?, own.time_ms?)).filter(|_| is_solved)
    };
    let pairs = |label: &str| -> Vec<(f64, f64)> {
        let both = worlds.iter();
        let both = both.filter_map(|world| Some((world.line(baseline)?, world.line(label)?)));
        let rows = both.flat_map(|(base, own)| paired(base, own));
        rows.filter_map(pair).collect()
    };
    let others = labels(worlds).into_iter().filter(|it| *it != baseline);
    let all: Vec<_> = others.flat_map(pairs).flat_map(|(x, y)| [x, y]).collect();
    let mut series = series(worlds, palette, |label| {
        let said = |(x, y)| {
            let said = format!("{label}: {} ms, the baseline {} ms", compact(y), compact(x));
            (x, y, said)
        };
        let pairs = if label == baseline {
            Vec::new()
        } else {
            pairs(label)
        };
        Marks::Points(pairs.into_iter().map(said).collect())
    });
    let base = worlds
        .iter()
        .find_map(|world| world.line(baseline))
        .map(name);
    series.retain(|series| Some(&series.name) != base.as_ref());
    Chart {
        title: "Time of a query against the baseline, row by row",
        caption: String::new(),
        across: logarithmic(&format!("{baseline}, milliseconds"), all.iter().copied()),
        up: logarithmic("milliseconds", all.iter().copied()),
        series,
        diagonal: Diagonal::Drawn,
    }
}
