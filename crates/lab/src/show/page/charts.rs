//! The charts of the page, as data for its script.
//!
//! What a chart shows is decided here; its ink and lines take the colors of the page, which change
//! between light and dark, in `page.js`.

use std::collections::BTreeMap;

use plotly::box_plot::BoxPoints;
use plotly::common::{Line as Stroke, Marker, MarkerSymbol, Mode, Orientation, Title, Visible};
use plotly::configuration::DisplayModeBar;
use plotly::layout::{Axis, AxisType, BoxMode, CategoryOrder, Legend, Margin};
use plotly::{BoxPlot, Configuration, Layout, Plot, Scatter};
use voxnav::experiment::Heuristic;

use crate::figures::compact;
use crate::report::{Line, Spread, WorldReport, as_number};
use crate::show::table::name;

/// Colors that people with any color vision tell apart: M. Okabe and K. Ito, "Color Universal
/// Design", 2008, without black, which a dark page swallows, and with a darker yellow; then two that
/// differ from them in lightness.
const PALETTE: [&str; 10] = [
    "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#8a8f98", "#b59f00",
    "#7d5ba6", "#a0622d",
];

/// What tells heuristics apart where colors stand for algorithms.
const SYMBOLS: [MarkerSymbol; 7] = [
    MarkerSymbol::Circle,
    MarkerSymbol::Square,
    MarkerSymbol::Diamond,
    MarkerSymbol::Cross,
    MarkerSymbol::X,
    MarkerSymbol::TriangleUp,
    MarkerSymbol::TriangleDown,
];

/// The most points that a combination contributes to a scatter chart, at even distances.
pub(super) const MOST_POINTS: usize = 400;

/// Up to so many combinations all are shown in a scatter chart; of more, those with the usual
/// heuristic, and the others on a click.
const READABLE: usize = 12;

/// Pixels above a chart, where browsers without a mouse always show its buttons.
const TOP: usize = 34;

/// A chart, and what the page says about it.
pub(super) struct Chart {
    pub(super) title: &'static str,
    pub(super) caption: String,
    pub(super) height: usize,
    plot: Plot,
}

impl Chart {
    /// Data, layout and configuration as JSON.
    pub(super) fn to_json(&self) -> String {
        self.plot.to_json()
    }
}

/// Colors and symbols, the same in every chart of a page.
pub(super) struct Palette {
    colors: BTreeMap<String, &'static str>,
    symbols: BTreeMap<String, MarkerSymbol>,
}

impl Palette {
    pub(super) fn of(worlds: &[WorldReport]) -> Self {
        let mut palette = Self {
            colors: BTreeMap::new(),
            symbols: BTreeMap::new(),
        };
        for line in worlds.iter().flat_map(|world| &world.combinations) {
            let next = palette.colors.len() % PALETTE.len();
            let color = palette.colors.entry(line.algorithm.clone());
            color.or_insert(PALETTE[next]);
            let next = palette.symbols.len() % SYMBOLS.len();
            let symbol = palette.symbols.entry(line.heuristic.clone());
            symbol.or_insert_with(|| SYMBOLS[next].clone());
        }
        palette
    }

    fn color(&self, line: &Line) -> &'static str {
        self.colors.get(&line.algorithm).unwrap_or(&PALETTE[0])
    }

    fn symbol(&self, line: &Line) -> MarkerSymbol {
        let known = self.symbols.get(&line.heuristic).cloned();
        known.unwrap_or(MarkerSymbol::Circle)
    }
}

/// The charts of one world.
pub(super) fn charts(world: &WorldReport, palette: &Palette) -> Vec<Chart> {
    let time = boxes(world, palette, "milliseconds", |line| &line.time_ms);
    let expanded = boxes(world, palette, "cells expanded", |line| &line.expanded);
    let reading = "Box: quartiles, line: median, whiskers: from the 5th to the 95th percentile.";
    let mut charts = vec![
        Chart {
            title: "Time of a query",
            caption: reading.to_owned(),
            height: height_of(world.combinations.len()),
            plot: time,
        },
        Chart {
            title: "Expansions of a query",
            caption: reading.to_owned(),
            height: height_of(world.combinations.len()),
            plot: expanded,
        },
    ];
    charts.extend(suboptimality(world, palette));
    charts.push(effort_by_length(world, palette));
    charts
}

/// A row of a chart for each combination, and room for the axis.
const fn height_of(combinations: usize) -> usize {
    26 * combinations + 110
}

fn boxes(world: &WorldReport, palette: &Palette, unit: &str, spread: fn(&Line) -> &Spread) -> Plot {
    let mut plot = Plot::new();
    // Nothing has no logarithm; searches that end at once stand at the left edge.
    let least = world
        .combinations
        .iter()
        .flat_map(|line| [spread(line).p5, spread(line).median])
        .filter(|&amount| amount > 0.0)
        .fold(1.0, f64::min);
    for line in &world.combinations {
        let spread = spread(line);
        let one = |amount: f64| vec![amount.max(least)];
        let color = palette.color(line);
        let trace = BoxPlot::<f64, String>::new(vec![name(line)])
            .name(name(line))
            .orientation(Orientation::Horizontal)
            .lower_fence(one(spread.p5))
            .q1(one(spread.q1))
            .median(one(spread.median))
            .q3(one(spread.q3))
            .upper_fence(one(spread.p95))
            .box_points(BoxPoints::False)
            .whisker_width(0.5)
            .fill_color(format!("{color}55"))
            .line(Stroke::new().color(color).width(1.6))
            .show_legend(false);
        plot.add_trace(trace);
    }
    let spreads = world.combinations.iter().map(spread);
    let shown = spreads.flat_map(|spread| [spread.p5.max(least), spread.p95.max(least)]);
    let layout = by_combination(world)
        .box_mode(BoxMode::Overlay)
        .x_axis(logarithmic(unit, shown));
    finish(plot, layout)
}

/// The mean and the largest of the cost by the optimum, and what is proved, of the combinations that
/// are not exact.
fn suboptimality(world: &WorldReport, palette: &Palette) -> Option<Chart> {
    let inexact: Vec<_> = world
        .combinations
        .iter()
        .filter(|line| !line.exact)
        .filter_map(|line| Some((line, line.suboptimality?)))
        .collect();
    if inexact.is_empty() {
        return None;
    }
    let mut plot = Plot::new();
    for (line, ratio) in &inexact {
        let color = palette.color(line);
        let trace = Scatter::new(vec![ratio.mean, ratio.max], vec![name(line); 2])
            .name(name(line))
            .mode(Mode::LinesMarkers)
            .line(Stroke::new().color(color).width(2.0))
            .marker(Marker::new().color(color).size(9))
            .hover_template("%{x:.5f}")
            .show_legend(false);
        plot.add_trace(trace);
    }
    let bounded = inexact
        .iter()
        .filter_map(|(line, _)| Some((line.bound?, name(line))));
    let (bounds, names): (Vec<_>, Vec<_>) = bounded.unzip();
    let marks = Scatter::new(bounds, names)
        .name("proved")
        .mode(Mode::Markers)
        .marker(
            Marker::new()
                .symbol(MarkerSymbol::LineNSOpen)
                .color("#8a8f98")
                .size(16)
                .line(Stroke::new().width(2.5).color("#8a8f98")),
        )
        .hover_template("proved: at most %{x:.4f}")
        .show_legend(false);
    plot.add_trace(marks);
    let names: Vec<_> = inexact.iter().map(|(line, _)| name(line)).collect();
    let axis = Axis::new()
        .title(Title::with_text("cost / optimum"))
        .auto_margin(true)
        .hover_format(".5f");
    let exact = world.combinations.len() - inexact.len();
    Some(Chart {
        title: "Cost over optimum",
        caption: format!(
            "From the mean to the worst row; the gray stroke is what is proved. Below 1: paths \
             that leave the lattice. Not shown: {exact} exact combinations, whose cost is the \
             optimum in every row that they answered."
        ),
        height: height_of(inexact.len()),
        plot: finish(plot, of_names(names).x_axis(axis)),
    })
}

fn effort_by_length(world: &WorldReport, palette: &Palette) -> Chart {
    let mut plot = Plot::new();
    let usual = Heuristic::default().to_string();
    let many = world.combinations.len() > READABLE
        && world
            .combinations
            .iter()
            .any(|line| line.heuristic == usual);
    for line in &world.combinations {
        let points = thinned(&line.points);
        let (lengths, expanded): (Vec<_>, Vec<_>) = points
            .map(|(length, expanded)| (rounded(length), expanded.max(1)))
            .unzip();
        let shown = if many && line.heuristic != usual {
            Visible::LegendOnly
        } else {
            Visible::True
        };
        let trace = Scatter::new(lengths, expanded)
            .name(name(line))
            .mode(Mode::Markers)
            .visible(shown)
            .opacity(0.65)
            .marker(
                Marker::new()
                    .color(palette.color(line))
                    .symbol(palette.symbol(line))
                    .size(6),
            )
            .hover_template("%{x:.1f} cells long, %{y:,} expanded");
        plot.add_trace(trace);
    }
    let points = world.combinations.iter().flat_map(|line| &line.points);
    let counts = points.map(|&(_, expanded)| as_number(expanded.max(1)));
    let layout = Layout::new()
        .margin(Margin::new().top(TOP).right(10).bottom(50).left(70))
        .legend(Legend::new())
        .x_axis(Axis::new().title(Title::with_text("length of the path in cells")))
        .y_axis(logarithmic("cells expanded", counts));
    let hidden = if many {
        " Combinations in gray letters appear on a click."
    } else {
        ""
    };
    Chart {
        title: "Expansions against path length",
        caption: format!(
            "One point for each path found, at most {MOST_POINTS} for each combination.{hidden}"
        ),
        height: 520,
        plot: finish(plot, layout),
    }
}

/// At most [`MOST_POINTS`] of the points, at even distances.
fn thinned(points: &[(f64, u64)]) -> impl Iterator<Item = (f64, u64)> + '_ {
    let count = points.len().min(MOST_POINTS);
    (0..count).map(move |index| points[index * points.len() / count])
}

/// Three decimals: more are not seen, and make the file larger.
fn rounded(length: f64) -> f64 {
    (length * 1e3).round() / 1e3
}

/// A layout with a line for each combination, from top to bottom.
fn by_combination(world: &WorldReport) -> Layout {
    of_names(world.combinations.iter().map(name).collect())
}

fn of_names(mut names: Vec<String>) -> Layout {
    names.reverse();
    let axis = Axis::new()
        .type_(AxisType::Category)
        .category_order(CategoryOrder::Array)
        .category_array(names)
        .auto_margin(true);
    Layout::new()
        .margin(Margin::new().top(TOP).right(20).bottom(50).left(10))
        .y_axis(axis)
}

/// A logarithmic axis for amounts, with numbers as people write them.
fn logarithmic(title: &str, amounts: impl Iterator<Item = f64>) -> Axis {
    let (least, most) = amounts.fold((f64::MAX, f64::MIN), |(least, most), amount| {
        (least.min(amount), most.max(amount))
    });
    let ticks = ticks(least, most);
    let texts = ticks.iter().map(|&tick| plain(tick)).collect();
    Axis::new()
        .type_(AxisType::Log)
        .title(Title::with_text(title))
        .tick_values(ticks)
        .tick_text(texts)
        .hover_format(",.4~g")
}

/// Powers of ten around a range of positive amounts; where they are few, twice and five times those
/// as well.
fn ticks(least: f64, most: f64) -> Vec<f64> {
    /// The powers that any time or count can need.
    const POWERS: std::ops::RangeInclusive<i32> = -9..=18;
    let steps: &[f64] = if most > 300.0 * least {
        &[1.0]
    } else {
        &[1.0, 2.0, 5.0]
    };
    POWERS
        .flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)))
        .filter(|&tick| tick >= least / 10.0 && tick <= most * 10.0)
        .collect()
}

/// A power of ten, or two or five of them, without an exponent.
fn plain(tick: f64) -> String {
    if tick >= 1000.0 {
        return compact(tick);
    }
    let text = format!("{tick:.9}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn finish(mut plot: Plot, layout: Layout) -> Plot {
    plot.set_layout(layout.auto_size(true));
    let configuration = Configuration::new()
        .responsive(true)
        .display_logo(false)
        .display_mode_bar(DisplayModeBar::Hover);
    plot.set_configuration(configuration);
    plot
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_written_out() {
        let texts = |least, most| {
            ticks(least, most)
                .into_iter()
                .map(plain)
                .collect::<Vec<_>>()
        };
        let wide = texts(0.01, 20_000.0);
        assert_eq!(wide.first().map(String::as_str), Some("0.001"));
        assert_eq!(wide.last().map(String::as_str), Some("100,000"));
        let narrow = texts(0.04, 0.17);
        assert!(narrow.contains(&"0.05".to_owned()) && narrow.contains(&"0.2".to_owned()));
        assert!(ticks(f64::MAX, f64::MIN).is_empty());
    }

    #[test]
    fn thinning_keeps_the_first_and_even_distances() {
        let points: Vec<_> = (0..1000).map(|index| (0.0, index)).collect();
        let kept: Vec<_> = thinned(&points).map(|(_, index)| index).collect();
        assert_eq!(kept.len(), MOST_POINTS);
        assert_eq!(kept[..4], [0, 2, 5, 7]);
        assert_eq!(thinned(&points[..3]).count(), 3);
        assert_eq!(thinned(&[]).count(), 0);
    }
}
