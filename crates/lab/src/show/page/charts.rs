//! The charts of the page, as the data that its script takes.
//!
//! What a chart shows is decided here; its ink and lines take the colors of the page, which change
//! between light and dark, in `page.js`.

use serde_json::{Value, json};
use voxnav::experiment::Heuristic;

use crate::figures::compact;
use crate::report::{Comparison, Line, Spread, WorldReport};
use crate::show::axis::Logarithmic;
use crate::show::palette::{Look, Palette};
use crate::show::plots::{Form, Plot, against, solved};
use crate::show::table::name;

/// The symbols that tell heuristics apart in points, as lines do in curves.
const SYMBOLS: [&str; 7] = [
    "circle",
    "square",
    "diamond",
    "cross",
    "x",
    "triangle-up",
    "triangle-down",
];

/// The color of what is no combination.
const GRAY: &str = "#8a8f98";

/// The most points that a combination contributes to a scatter chart, at even distances.
const MOST_POINTS: usize = 400;

/// The most combinations that are all shown in a scatter chart; of more, those with the usual
/// heuristic, and the others on a click.
const READABLE: usize = 12;

/// The pixels above a chart, where browsers without a mouse always show its buttons.
const TOP: usize = 34;

/// A chart, and what the page says about it.
pub(super) struct Chart {
    pub(super) title: &'static str,
    pub(super) caption: String,
    /// The height in pixels.
    pub(super) height: usize,
    /// The traces, each as an object of plotly.js.
    data: Vec<Value>,
    layout: Value,
}

impl Chart {
    /// Returns data, layout and configuration as plotly.js takes them.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "data": self.data,
            "layout": self.layout,
            "config": {"responsive": true, "displaylogo": false, "displayModeBar": "hover"},
        })
    }
}

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
        ..plotted(&by_time, world)
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
        ..plotted(&against(here, palette, &comparison.baseline), world)
    }));
    charts
}

/// Returns a plot as a chart, without its words.
fn plotted(plot: &Plot<'_>, world: &WorldReport) -> Chart {
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let is_steps = plot.form == Form::Steps;
    let axis = Logarithmic::of(points().flat_map(|&(x, y)| [x, if is_steps { x } else { y }]));
    let mut data: Vec<_> = plot
        .series
        .iter()
        .map(|series| {
            let places = thinned(&series.points);
            let (x, y): (Vec<_>, Vec<_>) = places
                .map(|(x, y)| (rounded(axis.shown(x)), rounded(axis.shown(y))))
                .unzip();
            let mut trace = trace(world, series.line, [&x, &y]);
            if is_steps {
                let (color, dash) = (series.look.color, series.look.dash.name);
                trace["mode"] = json!("lines");
                trace["line"] = json!({"color": color, "dash": dash, "width": 1.8, "shape": "hv"});
                trace["hovertemplate"] = json!("%{y} rows within %{x:,.3~g} ms");
            } else {
                marked(&mut trace, series.look, 5);
                trace["hovertemplate"] = json!("%{x:,.3~g} ms, here %{y:,.3~g} ms");
            }
            trace
        })
        .collect();
    let up = if is_steps {
        json!({"title": {"text": plot.y}})
    } else {
        data.push(json!({
            "type": "scatter",
            "name": "equal",
            "mode": "lines",
            "x": axis.ends(),
            "y": axis.ends(),
            "line": {"color": GRAY, "width": 1.2},
            "hoverinfo": "skip",
        }));
        logarithmic(plot.y, &axis)
    };
    Chart {
        title: "",
        caption: String::new(),
        height: if is_steps { 460 } else { 520 },
        data,
        layout: beside_legend(&logarithmic(&plot.x, &axis), &up),
    }
}

/// Returns a trace of points of a combination.
fn trace(world: &WorldReport, line: &Line, [x, y]: [&[f64]; 2]) -> Value {
    json!({
        "type": "scatter",
        "name": name(line),
        "x": x,
        "y": y,
        "visible": shown(world, line),
    })
}

/// Lets a trace have points in the color of a combination, with the mark of its heuristic.
fn marked(trace: &mut Value, look: Look, size: u32) {
    let symbol = SYMBOLS[look.heuristic % SYMBOLS.len()];
    trace["mode"] = json!("markers");
    trace["opacity"] = json!(0.65);
    trace["marker"] = json!({"color": look.color, "symbol": symbol, "size": size});
}

/// Returns whether more combinations take part than can be told apart.
fn is_crowded(world: &WorldReport) -> bool {
    let usual = Heuristic::default().to_string();
    let mut lines = world.combinations.iter();
    world.combinations.len() > READABLE && lines.any(|line| line.heuristic == usual)
}

/// Returns whether a combination is seen before anybody clicks, in the words of plotly.js.
fn shown(world: &WorldReport, line: &Line) -> Value {
    if is_crowded(world) && line.heuristic != Heuristic::default().to_string() {
        json!("legendonly")
    } else {
        json!(true)
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
    // Nothing has no logarithm: zero has a place of its own at the left edge.
    let spreads = world.combinations.iter().map(spread);
    let axis = Logarithmic::of(spreads.flat_map(|it| [it.p5, it.q1, it.median, it.q3, it.p95]));
    let data = world.combinations.iter().map(|line| {
        let spread = spread(line);
        let one = |amount: f64| [axis.shown(amount)];
        let color = palette.look(&line.label).color;
        json!({
            "type": "box",
            "name": name(line),
            "orientation": "h",
            "y": [name(line)],
            "lowerfence": one(spread.p5),
            "q1": one(spread.q1),
            "median": one(spread.median),
            "q3": one(spread.q3),
            "upperfence": one(spread.p95),
            "boxpoints": false,
            "whiskerwidth": 0.5,
            "fillcolor": format!("{color}55"),
            "line": {"color": color, "width": 1.6},
            "showlegend": false,
        })
    });
    let data = data.collect();
    let lines: Vec<_> = world.combinations.iter().collect();
    let mut chart = by_combination(&lines, data, &logarithmic(unit, &axis));
    chart.layout["boxmode"] = json!("overlay");
    let reading = "Box: quartiles, line: median, whiskers: from the 5th to the 95th percentile.";
    Chart {
        caption: reading.to_owned(),
        ..chart
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
    let ratios = inexact.iter().map(|line| {
        let ratios = line.suboptimality.map(|ratio| [ratio.mean, ratio.max]);
        let color = palette.look(&line.label).color;
        json!({
            "type": "scatter",
            "name": name(line),
            "x": ratios,
            "y": [name(line), name(line)],
            "mode": "lines+markers",
            "line": {"color": color, "width": 2},
            "marker": {"color": color, "size": 9},
            "hovertemplate": "%{x:.5f}",
            "showlegend": false,
        })
    });
    let mut data: Vec<_> = ratios.collect();
    let bounded = inexact.iter();
    let bounded = bounded.filter_map(|line| Some((line.bound?, name(line))));
    let (bounds, names): (Vec<_>, Vec<_>) = bounded.unzip();
    data.push(json!({
        "type": "scatter",
        "name": "proved",
        "x": bounds,
        "y": names,
        "mode": "markers",
        "marker": {
            "symbol": "line-ns-open",
            "color": GRAY,
            "size": 16,
            "line": {"width": 2.5, "color": GRAY},
        },
        "hovertemplate": "proved: at most %{x:.4f}",
        "showlegend": false,
    }));
    let axis = json!({
        "title": {"text": "cost / optimum"},
        "automargin": true,
        "hoverformat": ".5f",
    });
    let exact = world.combinations.len() - inexact.len();
    Some(Chart {
        title: "Cost over optimum",
        caption: format!(
            "From the mean to the worst row; the gray stroke is what is proved. Below 1: paths \
             that leave the lattice. Not shown: {exact} exact combinations, whose cost is the \
             optimum in every row that they answered."
        ),
        ..by_combination(&inexact, data, &axis)
    })
}

fn effort_by_length(world: &WorldReport, palette: &Palette) -> Chart {
    let all = world.combinations.iter().flat_map(|line| &line.rows);
    let axis = Logarithmic::of(all.filter_map(|row| row.found.and(row.expanded)));
    let data = world.combinations.iter().map(|line| {
        let points = line.rows.iter();
        let points = points.filter_map(|row| Some((row.found?, row.expanded?)));
        let points: Vec<_> = points.collect();
        let (x, y): (Vec<_>, Vec<_>) = thinned(&points)
            .map(|(length, expanded)| (rounded(length), axis.shown(expanded)))
            .unzip();
        let said = thinned(&points).map(|(length, expanded)| {
            format!("{length:.1} cells long, {} expanded", compact(expanded))
        });
        let mut trace = trace(world, line, [&x, &y]);
        marked(&mut trace, palette.look(&line.label), 6);
        trace["text"] = said.collect();
        trace["hovertemplate"] = json!("%{text}");
        trace
    });
    let length = json!({"title": {"text": "length of the path in cells"}});
    Chart {
        title: "Expansions against path length",
        caption: format!(
            "One point for each path found, at most {MOST_POINTS} for each combination.{}",
            hidden(world)
        ),
        height: 520,
        data: data.collect(),
        layout: beside_legend(&length, &logarithmic("cells expanded", &axis)),
    }
}

/// Returns at most [`MOST_POINTS`] of the points, at even distances.
fn thinned<T: Copy>(points: &[(f64, T)]) -> impl Iterator<Item = (f64, T)> + '_ {
    let count = points.len().min(MOST_POINTS);
    (0..count).map(move |index| points[index * points.len() / count])
}

/// Rounds to six decimals, of times to nanoseconds: more are not seen, and make the file larger.
fn rounded(amount: f64) -> f64 {
    (amount * 1e6).round() / 1e6
}

/// Returns a chart with a line for each combination, from top to bottom, without its words.
fn by_combination(lines: &[&Line], data: Vec<Value>, across: &Value) -> Chart {
    let names: Vec<_> = lines.iter().rev().map(|line| name(line)).collect();
    Chart {
        title: "",
        caption: String::new(),
        height: 26 * lines.len() + 110,
        data,
        layout: json!({
            "autosize": true,
            "margin": {"t": TOP, "r": 20, "b": 50, "l": 10},
            "xaxis": across,
            "yaxis": {
                "type": "category",
                "categoryorder": "array",
                "categoryarray": names,
                "automargin": true,
            },
        }),
    }
}

/// Returns a layout with a legend on its side.
fn beside_legend(across: &Value, up: &Value) -> Value {
    json!({
        "autosize": true,
        "margin": {"t": TOP, "r": 10, "b": 50, "l": 70},
        "legend": {},
        "xaxis": across,
        "yaxis": up,
    })
}

/// Returns the axis of the page that a logarithmic one is.
fn logarithmic(title: &str, axis: &Logarithmic) -> Value {
    let (ticks, texts): (Vec<_>, Vec<_>) = axis.wide_ticks().into_iter().unzip();
    json!({
        "type": "log",
        "title": {"text": title},
        "tickvals": ticks,
        "ticktext": texts,
        "hoverformat": ",.4~g",
    })
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
