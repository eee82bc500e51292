//! Plots as SVG, for papers: nothing but lines, marks and text.

use std::fmt::{self, Write as _};

use super::Escaped;
use super::axis::{Linear, Logarithmic};
use super::palette::Look;
use super::plots::{Form, Plot};
use super::table::name;
use crate::figures::as_number;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 56.0;
/// The right end of the axes, beside which the legend stands.
const RIGHT: f64 = WIDTH - 200.0;
/// A line of the legend.
const LINE: f64 = 16.0;
/// The length of a line in the legend.
const SAMPLE: f64 = 24.0;

impl Plot<'_> {
    /// Returns the plot as SVG.
    pub(super) fn to_svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string does not fail.
        let _ = self.draw(&mut svg);
        svg
    }

    fn draw(&self, svg: &mut String) -> fmt::Result {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let is_steps = self.form == Form::Steps;
        let axis = Logarithmic::of(points().flat_map(|&(x, y)| [x, if is_steps { x } else { y }]));
        let counts = Linear::of(points().map(|point| point.1));
        let height = HEIGHT.max(TOP + BOTTOM + LINE * as_number(self.series.len() as u64));
        let bottom = height - BOTTOM;
        let across = |amount: f64| LEFT + axis.place(amount) * (RIGHT - LEFT);
        let up = |amount: f64| {
            let part = match self.form {
                Form::Points => axis.place(amount),
                Form::Steps => counts.place(amount),
            };
            bottom - part * (bottom - TOP)
        };
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             font-family=\"sans-serif\" font-size=\"11\" fill=\"#222\">"
        )?;
        writeln!(svg, "<title>{}</title>", Escaped(self.title))?;
        writeln!(svg, r##"<rect width="100%" height="100%" fill="#fff"/>"##)?;
        text(svg, (LEFT, 20.0), "start", self.title)?;
        for (amount, said) in axis.ticks() {
            let x = across(amount);
            writeln!(svg, r##"<path d="M{x:.1} {TOP}V{bottom}" stroke="#ddd"/>"##)?;
            text(svg, (x, bottom + 15.0), "middle", &said)?;
        }
        let upward = match self.form {
            Form::Points => axis.ticks(),
            Form::Steps => counts.ticks(),
        };
        for (amount, said) in upward {
            let y = up(amount);
            writeln!(svg, r##"<path d="M{LEFT} {y:.1}H{RIGHT}" stroke="#ddd"/>"##)?;
            text(svg, (LEFT - 6.0, y + 4.0), "end", &said)?;
        }
        let middle = f64::midpoint(LEFT, RIGHT);
        text(svg, (middle, bottom + 36.0), "middle", &self.x)?;
        let middle = f64::midpoint(TOP, bottom);
        writeln!(svg, r#"<g transform="rotate(-90 16 {middle})">"#)?;
        text(svg, (16.0, middle), "middle", self.y)?;
        writeln!(svg, "</g>")?;
        if self.form == Form::Points {
            let ends = format!("M{LEFT} {bottom}L{RIGHT} {TOP}");
            writeln!(
                svg,
                r##"<path d="{ends}" stroke="#888" stroke-dasharray="4 3"/>"##
            )?;
        }
        for (series, line) in self.series.iter().zip(0_u32..) {
            let places = series.points.iter().map(|&(x, y)| (across(x), up(y)));
            let (x, y) = (RIGHT + 14.0, TOP + LINE * (f64::from(line) + 0.5));
            draw(self.form, series.look, places, (x, y), svg)?;
            text(svg, (x + SAMPLE, y + 4.0), "start", &name(series.line))?;
        }
        writeln!(svg, "</svg>")
    }
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, said: &str) -> fmt::Result {
    let said = Escaped(said);
    writeln!(
        svg,
        r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{said}</text>"#
    )
}

/// Draws the points of a series at their places, and a sample for the legend.
fn draw(
    form: Form,
    Look { color, dash, .. }: Look,
    places: impl Iterator<Item = (f64, f64)>,
    (x, y): (f64, f64),
    svg: &mut String,
) -> fmt::Result {
    if form == Form::Points {
        for (x, y) in places {
            let place = format!(r#"cx="{x:.1}" cy="{y:.1}" r="2.5""#);
            writeln!(
                svg,
                r#"<circle {place} fill="{color}" fill-opacity="0.6"/>"#
            )?;
        }
        return writeln!(svg, r#"<circle cx="{x}" cy="{y}" r="4" fill="{color}"/>"#);
    }
    let strokes = dash.strokes;
    let stroke = format!(r#"stroke-width="1.6" stroke="{color}" stroke-dasharray="{strokes}""#);
    write!(svg, r#"<path fill="none" {stroke} d=""#)?;
    for (index, (x, y)) in places.enumerate() {
        match index {
            0 => write!(svg, "M{x:.1} {y:.1}")?,
            _ => write!(svg, "H{x:.1}V{y:.1}")?,
        }
    }
    writeln!(svg, "\"/>")?;
    writeln!(svg, r#"<path d="M{} {y}h{SAMPLE}" {stroke}/>"#, x - 6.0)
}
