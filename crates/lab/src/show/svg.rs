//! Plots as SVG, for papers: nothing but lines, marks and text.

use std::fmt::{self, Write as _};

use super::Escaped;
use super::axis::{Linear, Logarithmic};
use super::palette::Look;
use super::plots::{Form, Plot, Series};
use super::table::name;
use crate::report::as_number;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 56.0;
/// A line of the legend, and the least room on its side.
const LINE: f64 = 16.0;
const LEGEND: f64 = 200.0;
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
        let all = || self.series.iter().flat_map(|series| &series.points);
        let across = Logarithmic::of(all().flat_map(|&(x, y)| match self.form {
            Form::Points => vec![x, y],
            Form::Steps => vec![x],
        }));
        let counts = Linear::of(all().map(|point| point.1));
        let height = HEIGHT.max(TOP + BOTTOM + LINE * as_number(self.series.len() as u64));
        let frame = Frame {
            right: WIDTH - LEGEND,
            bottom: height - BOTTOM,
        };
        let place = |(x, y): (f64, f64)| {
            let up = match self.form {
                Form::Points => across.place(y),
                Form::Steps => counts.place(y),
            };
            (frame.across(across.place(x)), frame.up(up))
        };
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             font-family=\"sans-serif\" font-size=\"11\" fill=\"#222\">"
        )?;
        let title = Escaped(self.title);
        writeln!(svg, "<title>{title}</title>")?;
        writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>")?;
        text(svg, (LEFT, 20.0), "start", self.title)?;
        for (at, said) in across.ticks() {
            let (x, bottom) = (frame.across(across.place(at)), frame.bottom);
            writeln!(svg, "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>")?;
            text(svg, (x, bottom + 15.0), "middle", &said)?;
        }
        let upward = match self.form {
            Form::Points => across.ticks(),
            Form::Steps => counts.ticks(),
        };
        for (at, said) in upward {
            let (_, y) = place((at, at));
            writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"#ddd\"/>",
                frame.right
            )?;
            text(svg, (LEFT - 6.0, y + 4.0), "end", &said)?;
        }
        self.name_axes(frame, svg)?;
        for (series, line) in self.series.iter().zip(0_u32..) {
            series.draw(self.form, &place, svg)?;
            let (x, y) = (frame.right + 14.0, TOP + LINE * (f64::from(line) + 0.5));
            let Look { color, dash, .. } = series.look;
            match self.form {
                Form::Points => writeln!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{color}\"/>"
                )?,
                Form::Steps => writeln!(
                    svg,
                    "<path d=\"M{} {y}h{SAMPLE}\" stroke-width=\"1.6\" stroke=\"{color}\" \
                     stroke-dasharray=\"{}\"/>",
                    x - 6.0,
                    dash.strokes
                )?,
            }
            text(svg, (x + SAMPLE, y + 4.0), "start", &name(series.line))?;
        }
        writeln!(svg, "</svg>")
    }

    /// Says what the axes are, and draws the diagonal between axes alike.
    fn name_axes(&self, Frame { right, bottom }: Frame, svg: &mut String) -> fmt::Result {
        text(
            svg,
            (f64::midpoint(LEFT, right), bottom + 36.0),
            "middle",
            &self.x,
        )?;
        let middle = f64::midpoint(TOP, bottom);
        writeln!(svg, "<g transform=\"rotate(-90 16 {middle})\">")?;
        text(svg, (16.0, middle), "middle", self.y)?;
        writeln!(svg, "</g>")?;
        if self.form == Form::Points {
            let ends = format!("M{LEFT} {bottom}L{right} {TOP}");
            writeln!(
                svg,
                "<path d=\"{ends}\" stroke=\"#888\" stroke-dasharray=\"4 3\"/>"
            )?;
        }
        Ok(())
    }
}

/// The ends of the axes.
#[derive(Clone, Copy)]
struct Frame {
    right: f64,
    bottom: f64,
}

impl Frame {
    /// Returns the place of a part of the axis.
    fn across(self, part: f64) -> f64 {
        LEFT + part * (self.right - LEFT)
    }

    fn up(self, part: f64) -> f64 {
        self.bottom - part * (self.bottom - TOP)
    }
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, said: &str) -> fmt::Result {
    let said = Escaped(said);
    writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{said}</text>"
    )
}

impl Series<'_> {
    fn draw(
        &self,
        form: Form,
        place: &dyn Fn((f64, f64)) -> (f64, f64),
        svg: &mut String,
    ) -> fmt::Result {
        let places = self.points.iter().map(|&point| place(point));
        match form {
            Form::Points => {
                for (x, y) in places {
                    writeln!(
                        svg,
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{}\" fill-opacity=\"0.6\"/>",
                        self.look.color
                    )?;
                }
                Ok(())
            }
            Form::Steps => {
                write!(
                    svg,
                    "<path fill=\"none\" stroke-width=\"1.6\" stroke=\"{}\" \
                     stroke-dasharray=\"{}\" d=\"",
                    self.look.color, self.look.dash.strokes
                )?;
                for (index, (x, y)) in places.enumerate() {
                    match index {
                        0 => write!(svg, "M{x:.1} {y:.1}")?,
                        _ => write!(svg, "H{x:.1}V{y:.1}")?,
                    }
                }
                writeln!(svg, "\"/>")
            }
        }
    }
}
