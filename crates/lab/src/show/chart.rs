//! Charts, drawn as SVG: alone for files, and for pages with places in percent, so that letters keep their size at
//! every width.

use std::fmt::{self, Write as _};

use super::Escaped;
use super::axis::Scale;
use super::palette::Look;
use crate::figures::as_number;

/// The forms that tell heuristics apart in points, as lines do in curves, around the origin; the first is a circle.
const SYMBOLS: [&str; 6] = [
    "M-3-3H3V3H-3Z",
    "M0-4.2L4.2 0 0 4.2-4.2 0Z",
    "M-1.3-4H1.3V-1.3H4V1.3H1.3V4H-1.3V1.3H-4V-1.3H-1.3Z",
    "M-3.6-2.2L-2.2-3.6 0-1.4 2.2-3.6 3.6-2.2 1.4 0 3.6 2.2 2.2 3.6 0 1.4-2.2 3.6-3.6 2.2-1.4 0Z",
    "M0-4L4 3H-4Z",
    "M0 4L4-3H-4Z",
];

/// A chart: two axes, and what is drawn between them.
pub(super) struct Chart {
    pub(super) title: &'static str,
    pub(super) caption: String,
    pub(super) across: Axis,
    pub(super) up: Axis,
    pub(super) series: Vec<Series>,
    /// The choice of the diagonal, on which both amounts are the same.
    pub(super) diagonal: Diagonal,
}

/// The choice of a diagonal in a chart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Diagonal {
    Drawn,
    Absent,
}

/// An axis with its name.
pub(super) struct Axis {
    pub(super) name: String,
    pub(super) scale: Scale,
}

/// A combination in a chart.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) look: Look,
    pub(super) seen: SeriesVisibility,
    pub(super) marks: Marks,
}

/// The choice of when a page shows a series.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SeriesVisibility {
    Always,
    OnClick,
}

/// The marks of a series.
pub(super) enum Marks {
    /// Steps from left to right, each value up to the next.
    Steps(Vec<(f64, f64)>),
    /// Points, each with what it says under the pointer of a page.
    Points(Vec<(f64, f64, String)>),
    /// A box at a row of names: the ends of the whiskers, of the box, and the median, in ascending order.
    Spread(f64, [f64; 5]),
    /// A stroke at a row of names from the mean to the largest, and what is proved.
    Range(f64, [f64; 2], Option<f64>),
}

/// The place of the plot, and the unit of its places.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    left: f64,
    top: f64,
    wide: f64,
    high: f64,
    unit: &'static str,
}

impl Frame {
    /// The frame of pages: the whole element, in percent.
    pub(super) const PAGE: Self = Self {
        left: 0.0,
        top: 0.0,
        wide: 100.0,
        high: 100.0,
        unit: "%",
    };
    /// The frame of curves in pages, which are stretched to the element.
    const CURVE: Self = Self {
        left: 0.0,
        top: 0.0,
        wide: 1000.0,
        high: 1000.0,
        unit: "",
    };

    fn x(self, part: f64) -> String {
        self.said(self.left + part * self.wide)
    }

    fn y(self, part: f64) -> String {
        self.said(self.top + (1.0 - part) * self.high)
    }

    fn said(self, amount: f64) -> String {
        let text = format!("{amount:.2}");
        let short = text.trim_end_matches('0').trim_end_matches('.');
        format!("{short}{}", self.unit)
    }
}

impl Chart {
    /// Returns the chart as SVG for a file, with its legend inside.
    pub(super) fn to_svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string does not fail.
        let _ = self.write_file(&mut svg);
        svg
    }

    fn write_file(&self, svg: &mut String) -> fmt::Result {
        const LINE: f64 = 16.0;
        let count = as_number(self.series.len() as u64);
        let frame = Frame {
            left: 70.0,
            top: 52.0,
            wide: 370.0,
            high: 340.0_f64.max(LINE * count),
            unit: "",
        };
        let height = frame.top + frame.high + 48.0;
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 {height}\" \
             font-family=\"sans-serif\" font-size=\"11\" fill=\"#222\">"
        )?;
        writeln!(svg, "<title>{}</title>", Escaped(self.title))?;
        writeln!(svg, r##"<rect width="100%" height="100%" fill="#fff"/>"##)?;
        write_symbols(svg)?;
        writeln!(svg, r#"<text x="70" y="20">{}</text>"#, Escaped(self.title))?;
        self.write_axes(frame, svg)?;
        for (series, line) in self.series.iter().zip(0_u32..) {
            writeln!(svg, "<g {}>", series.paint())?;
            self.write_marks(series, frame, svg)?;
            let (x, y) = (454.0, frame.top + LINE * (f64::from(line) + 0.5));
            series.write_sample((x, y), svg)?;
            writeln!(svg, "</g>")?;
            let (x, y, name) = (x + 24.0, y + 4.0, Escaped(&series.name));
            writeln!(svg, r#"<text x="{x}" y="{y}">{name}</text>"#)?;
        }
        writeln!(svg, "</svg>")
    }

    /// Writes lines, numbers and names of both axes.
    pub(super) fn write_axes(&self, frame: Frame, svg: &mut String) -> fmt::Result {
        let [left, right] = [0.0, 1.0].map(|part| frame.x(part));
        let [bottom, top] = [0.0, 1.0].map(|part| frame.y(part));
        writeln!(svg, r##"<g class="grid" stroke="#ddd">"##)?;
        for (part, _) in self.across.scale.ticks() {
            let x = frame.x(part);
            writeln!(svg, r#"<line x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>"#)?;
        }
        for (part, _) in self.up.scale.ticks() {
            let y = frame.y(part);
            writeln!(svg, r#"<line x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>"#)?;
        }
        if self.diagonal == Diagonal::Drawn {
            let ends = format!(r#"x1="{left}" y1="{bottom}" x2="{right}" y2="{top}""#);
            writeln!(
                svg,
                r##"<line class="equal" {ends} stroke="#888" stroke-dasharray="4 3"/>"##
            )?;
        }
        writeln!(svg, "</g>\n<g class=\"numbers\">")?;
        for (part, said) in self.across.scale.ticks() {
            let x = frame.x(part);
            // As far down as is clear of a number at the foot of the other axis.
            writeln!(
                svg,
                r#"<text x="{x}" y="{bottom}" dy="19" text-anchor="middle">{said}</text>"#
            )?;
        }
        for (part, said) in self.up.scale.ticks() {
            let (y, said) = (frame.y(part), Escaped(&said));
            let at = format!(r#"x="{left}" dx="-7" y="{y}" dy="4""#);
            writeln!(
                svg,
                r#"<text class="up" {at} text-anchor="end">{said}</text>"#
            )?;
        }
        let (middle, name) = (frame.x(0.5), Escaped(&self.across.name));
        writeln!(
            svg,
            r#"<text x="{middle}" y="{bottom}" dy="38" text-anchor="middle">{name}</text>"#
        )?;
        let name = Escaped(&self.up.name);
        writeln!(
            svg,
            r#"<text x="{left}" y="{top}" dy="-9">{name}</text></g>"#
        )
    }

    /// Writes the marks of a series.
    pub(super) fn write_marks(
        &self,
        series: &Series,
        frame: Frame,
        svg: &mut String,
    ) -> fmt::Result {
        let x = |amount: f64| frame.x(self.across.scale.part(amount));
        let y = |amount: f64| frame.y(self.up.scale.part(amount));
        match &series.marks {
            Marks::Steps(points) => self.write_steps(points, frame, svg),
            Marks::Points(points) => {
                for (across, up, said) in points {
                    let said = match frame.unit {
                        "" => "",
                        _ => said,
                    };
                    write_symbol(series.look, [&x(*across), &y(*up)], said, svg)?;
                }
                Ok(())
            }
            Marks::Spread(row, [p5, q1, median, q3, p95]) => {
                let (row, from, to) = (y(*row), x(*q1), x(*q3));
                for [a, b] in [[p5, q1], [q3, p95]] {
                    writeln!(
                        svg,
                        r#"<line x1="{}" x2="{}" y1="{row}" y2="{row}"/>"#,
                        x(*a),
                        x(*b)
                    )?;
                }
                writeln!(
                    svg,
                    r#"<line class="box" x1="{from}" x2="{to}" y1="{row}" y2="{row}" stroke-width="14" stroke-opacity="0.4"/>"#
                )?;
                for (at, half) in [(p5, 4), (q1, 7), (median, 7), (q3, 7), (p95, 4)] {
                    let at = x(*at);
                    writeln!(
                        svg,
                        r#"<rect x="{at}" y="{row}" width="1.6" height="{}" transform="translate(-0.8 -{half})" stroke="none"/>"#,
                        2 * half
                    )?;
                }
                Ok(())
            }
            Marks::Range(row, [mean, most], proved) => {
                let row = y(*row);
                let [mean, most] = [x(*mean), x(*most)];
                let ends = format!(r#"x1="{mean}" x2="{most}" y1="{row}" y2="{row}""#);
                writeln!(svg, r#"<line {ends} stroke-width="2"/>"#)?;
                for at in [mean, most] {
                    writeln!(svg, r#"<circle cx="{at}" cy="{row}" r="4.5"/>"#)?;
                }
                let Some(bound) = proved else { return Ok(()) };
                let at = x(*bound);
                writeln!(
                    svg,
                    r##"<rect class="proved" x="{at}" y="{row}" width="3" height="18" transform="translate(-1.5 -9)" fill="#8a8f98" stroke="none"><title>proved: at most {bound:.4}</title></rect>"##
                )
            }
        }
    }

    fn write_steps(&self, points: &[(f64, f64)], frame: Frame, svg: &mut String) -> fmt::Result {
        let is_page = !frame.unit.is_empty();
        let frame = if is_page { Frame::CURVE } else { frame };
        if is_page {
            write!(
                svg,
                r#"<svg viewBox="0 0 1000 1000" preserveAspectRatio="none" width="100%" height="100%">"#
            )?;
        }
        write!(
            svg,
            r#"<path fill="none" vector-effect="non-scaling-stroke" d=""#
        )?;
        for (index, &(x, y)) in points.iter().enumerate() {
            let x = frame.x(self.across.scale.part(x));
            let y = frame.y(self.up.scale.part(y));
            match index {
                0 => write!(svg, "M{x} {y}")?,
                _ => write!(svg, "H{x}V{y}")?,
            }
        }
        writeln!(svg, "\"/>{}", if is_page { "</svg>" } else { "" })
    }
}

impl Series {
    /// Returns the attributes that all marks of the series have.
    pub(super) fn paint(&self) -> String {
        let Look { color, dash, .. } = self.look;
        match self.marks {
            Marks::Steps(_) => {
                let strokes = dash.strokes;
                format!(r#"stroke-width="1.8" stroke="{color}" stroke-dasharray="{strokes}""#)
            }
            Marks::Points(_) => format!(r#"fill="{color}" fill-opacity="0.65""#),
            _ => format!(r#"fill="{color}" stroke="{color}" stroke-width="1.6""#),
        }
    }

    /// Writes a sample for the legend, around its middle on the left.
    pub(super) fn write_sample(&self, (x, y): (f64, f64), svg: &mut String) -> fmt::Result {
        match self.marks {
            Marks::Steps(_) => writeln!(svg, r#"<path d="M{} {y}h24"/>"#, x - 6.0),
            _ => write_symbol(self.look, [&x.to_string(), &y.to_string()], "", svg),
        }
    }
}

/// Writes the forms that points refer to.
pub(super) fn write_symbols(svg: &mut String) -> fmt::Result {
    write!(svg, "<defs>")?;
    for (number, form) in (1..).zip(SYMBOLS) {
        write!(svg, "<g id=\"symbol-{number}\"><path d=\"{form}\"/></g>")?;
    }
    writeln!(svg, "</defs>")
}

fn write_symbol(look: Look, [x, y]: [&str; 2], said: &str, svg: &mut String) -> fmt::Result {
    let said = match said {
        "" => String::new(),
        said => format!("<title>{}</title>", Escaped(said)),
    };
    match look.heuristic % (SYMBOLS.len() + 1) {
        0 => writeln!(
            svg,
            r#"<circle class="point" cx="{x}" cy="{y}" r="3">{said}</circle>"#
        ),
        number => writeln!(
            svg,
            r##"<use class="point" href="#symbol-{number}" x="{x}" y="{y}">{said}</use>"##
        ),
    }
}
