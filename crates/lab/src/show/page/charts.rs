//! The charts of the page, as data for its script.
//!
//! What a chart shows is decided here; its ink and lines take the colors of the page, which change
//! between light and dark, in `page.js`.

use plotly::box_plot::BoxPoints;
use plotly::common::{
    DashType, HoverInfo, Line as Stroke, LineShape, Marker, MarkerSymbol, Mode, Orientation, Title,
    Visible,
};
use plotly::configuration::DisplayModeBar;
use plotly::layout::{Axis, AxisType, BoxMode, CategoryOrder, Legend, Margin};
use plotly::{BoxPlot, Configuration, Layout, Plot, Scatter};
use voxnav::experiment::Heuristic;

use crate::figures::compact;
use crate::report::{Comparison, Line, RowFigures, Spread, WorldReport};
use crate::show::axis::Logarithmic;
use crate::show::palette::{Look, Palette, Pattern};
use crate::show::plots::{pairs, steps};
use crate::show::table::name;

/// The symbols that tell heuristics apart in points, as lines do in curves.
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

/// The most combinations that are all shown in a scatter chart; of more, those with the usual
/// heuristic, and the others on a click.
const READABLE: usize = 12;

/// The pixels above a chart, where browsers without a mouse always show its buttons.
const TOP: usize = 34;

/// A chart, and what the page says about it.
pub(super) struct Chart {
    pub(super) title: &'static str,
    pub(super) caption: String,
    pub(super) height: usize,
    plot: Plot,
}

impl Chart {
    /// Returns data, layout and configuration as JSON.
    pub(super) fn to_json(&self) -> String {
        self.plot.to_json()
    }
}

/// Returns the mark of points, which tells the heuristic.
fn symbol(look: Look) -> MarkerSymbol {
    SYMBOLS[look.heuristic % SYMBOLS.len()].clone()
}

/// Returns the line of a combination.
fn stroke(look: Look) -> Stroke {
    let dash = match look.dash {
        Pattern::Solid => DashType::Solid,
        Pattern::Dashes => DashType::Dash,
        Pattern::Dots => DashType::Dot,
        Pattern::LongDashes => DashType::LongDash,
        Pattern::DashesDots => DashType::DashDot,
        Pattern::LongDashesDots => DashType::LongDashDot,
    };
    Stroke::new().color(look.color).dash(dash)
}

/// Returns the charts of one world.
pub(super) fn charts(
    world: &WorldReport,
    palette: &Palette,
    comparison: Option<&Comparison>,
) -> Vec<Chart> {
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
    charts.push(solved(world, palette));
    let base = comparison.and_then(|comparison| world.line(&comparison.baseline));
    charts.extend(base.map(|base| against(base, world, palette)));
    charts
}

/// Returns the chart of how many rows each combination solves within a time.
fn solved(world: &WorldReport, palette: &Palette) -> Chart {
    let mut plot = Plot::new();
    let time = |row: &RowFigures| row.time_ms;
    let all = world.combinations.iter().flat_map(|line| &line.rows);
    let axis = Logarithmic::of(all.filter_map(time));
    for line in &world.combinations {
        let rows: Vec<_> = line.rows.iter().collect();
        let (times, counts): (Vec<_>, Vec<_>) = thinned(&steps(&rows, time))
            .map(|(time, count)| (axis.shown(rounded(time * 1e3) / 1e3), count))
            .unzip();
        let stroke = stroke(palette.look(&line.label)).width(1.8);
        let trace = Scatter::new(times, counts)
            .name(name(line))
            .mode(Mode::Lines)
            .visible(shown(world, line))
            .line(stroke.shape(LineShape::Hv))
            .hover_template("%{y} rows within %{x:,.3~g} ms");
        plot.add_trace(trace);
    }
    let layout = beside_legend()
        .x_axis(logarithmic("milliseconds", &axis))
        .y_axis(Axis::new().title(Title::with_text("rows solved")));
    Chart {
        title: "Rows solved within a time",
        caption: format!(
            "The higher and the further to the left, the better. Rows that reached a limit never \
             count as solved. Lines that are dashed alike are of one heuristic.{}",
            hidden(world)
        ),
        height: 460,
        plot: finish(plot, layout),
    }
}

/// Returns the chart of the times of each row against those of the baseline.
fn against(base: &Line, world: &WorldReport, palette: &Palette) -> Chart {
    let mut plot = Plot::new();
    let others = || {
        world
            .combinations
            .iter()
            .filter(|line| line.label != base.label)
    };
    let all: Vec<_> = others().map(|line| (line, pairs(base, line))).collect();
    let axis = Logarithmic::of(all.iter().flat_map(|(_, it)| it).flat_map(|&(x, y)| [x, y]));
    for (line, pairs) in &all {
        let nine = |time: f64| axis.shown(rounded(time * 1e6) / 1e6);
        let (theirs, own): (Vec<_>, Vec<_>) = thinned(pairs)
            .map(|(base, own)| (nine(base), nine(own)))
            .unzip();
        let look = palette.look(&line.label);
        let trace = Scatter::new(theirs, own)
            .name(name(line))
            .mode(Mode::Markers)
            .visible(shown(world, line))
            .opacity(0.65)
            .marker(Marker::new().color(look.color).symbol(symbol(look)).size(5))
            .hover_template("%{x:,.3~g} ms, here %{y:,.3~g} ms");
        plot.add_trace(trace);
    }
    let ends = axis.ends().to_vec();
    let diagonal = Scatter::new(ends.clone(), ends)
        .name("equal")
        .mode(Mode::Lines)
        .line(Stroke::new().color("#8a8f98").width(1.2))
        .hover_info(HoverInfo::Skip);
    plot.add_trace(diagonal);
    let title = format!("{}, milliseconds", base.label);
    let layout = beside_legend()
        .x_axis(logarithmic(&title, &axis))
        .y_axis(logarithmic("milliseconds", &axis));
    Chart {
        title: "Time against the baseline, row by row",
        caption: format!(
            "Below the line: faster than {}. Rows that both solved, at most {MOST_POINTS} of each \
             combination.{}",
            base.label,
            hidden(world)
        ),
        height: 520,
        plot: finish(plot, layout),
    }
}

/// Returns whether more combinations take part than can be told apart.
fn is_crowded(world: &WorldReport) -> bool {
    let usual = Heuristic::default().to_string();
    let mut lines = world.combinations.iter();
    world.combinations.len() > READABLE && lines.any(|line| line.heuristic == usual)
}

/// Returns whether a combination is seen before anybody clicks.
fn shown(world: &WorldReport, line: &Line) -> Visible {
    if is_crowded(world) && line.heuristic != Heuristic::default().to_string() {
        Visible::LegendOnly
    } else {
        Visible::True
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

/// Returns a layout with a legend on its side.
fn beside_legend() -> Layout {
    Layout::new()
        .margin(Margin::new().top(TOP).right(10).bottom(50).left(70))
        .legend(Legend::new())
}

/// Returns the height of a chart with a row for each combination, and room for the axis.
const fn height_of(combinations: usize) -> usize {
    26 * combinations + 110
}

fn boxes(world: &WorldReport, palette: &Palette, unit: &str, spread: fn(&Line) -> &Spread) -> Plot {
    let mut plot = Plot::new();
    // Nothing has no logarithm: zero has a place of its own at the left edge.
    let spreads = world.combinations.iter().map(spread);
    let axis = Logarithmic::of(spreads.flat_map(|it| [it.p5, it.q1, it.median, it.q3, it.p95]));
    for line in &world.combinations {
        let spread = spread(line);
        let one = |amount: f64| vec![axis.shown(amount)];
        let color = palette.look(&line.label).color;
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
    let layout = by_combination(world)
        .box_mode(BoxMode::Overlay)
        .x_axis(logarithmic(unit, &axis));
    finish(plot, layout)
}

/// Returns the chart of the mean and the largest of the cost by the optimum, and of what is proved,
/// of the combinations that are not exact.
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
        let color = palette.look(&line.label).color;
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
    let all = world.combinations.iter().flat_map(|line| &line.rows);
    let axis = Logarithmic::of(all.filter_map(|row| row.found.and(row.expanded)));
    for line in &world.combinations {
        let found = line.rows.iter();
        let points = found.filter_map(|row| Some((row.found?, row.expanded?)));
        let points: Vec<_> = points.collect();
        let (lengths, (expanded, texts)): (Vec<_>, (Vec<_>, Vec<_>)) = thinned(&points)
            .map(|(length, expanded)| {
                let said = format!("{length:.1} cells long, {} expanded", compact(expanded));
                (rounded(length), (axis.shown(expanded), said))
            })
            .unzip();
        let look = palette.look(&line.label);
        let trace = Scatter::new(lengths, expanded)
            .name(name(line))
            .mode(Mode::Markers)
            .visible(shown(world, line))
            .opacity(0.65)
            .marker(Marker::new().color(look.color).symbol(symbol(look)).size(6))
            .text_array(texts)
            .hover_template("%{text}");
        plot.add_trace(trace);
    }
    let layout = beside_legend()
        .x_axis(Axis::new().title(Title::with_text("length of the path in cells")))
        .y_axis(logarithmic("cells expanded", &axis));
    Chart {
        title: "Expansions against path length",
        caption: format!(
            "One point for each path found, at most {MOST_POINTS} for each combination.{}",
            hidden(world)
        ),
        height: 520,
        plot: finish(plot, layout),
    }
}

/// Returns at most [`MOST_POINTS`] of the points, at even distances.
fn thinned<T: Copy>(points: &[(f64, T)]) -> impl Iterator<Item = (f64, T)> + '_ {
    let count = points.len().min(MOST_POINTS);
    (0..count).map(move |index| points[index * points.len() / count])
}

/// Rounds to three decimals: more are not seen, and make the file larger.
fn rounded(length: f64) -> f64 {
    (length * 1e3).round() / 1e3
}

/// Returns a layout with a line for each combination, from top to bottom.
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

/// Returns the axis of the page that a logarithmic one is.
fn logarithmic(title: &str, axis: &Logarithmic) -> Axis {
    let (ticks, texts) = axis.wide_ticks().into_iter().unzip();
    Axis::new()
        .type_(AxisType::Log)
        .title(Title::with_text(title))
        .tick_values(ticks)
        .tick_text(texts)
        .hover_format(",.4~g")
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
    fn thinning_keeps_the_first_and_even_distances() {
        let points: Vec<_> = (0..1000).map(|index| (0.0, index)).collect();
        let kept: Vec<_> = thinned(&points).map(|(_, index)| index).collect();
        assert_eq!(kept.len(), MOST_POINTS);
        assert_eq!(kept[..4], [0, 2, 5, 7]);
        assert_eq!(thinned(&points[..3]).count(), 3);
        assert_eq!(thinned::<u64>(&[]).count(), 0);
    }
}
