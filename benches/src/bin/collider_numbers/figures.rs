//! Figures as lines for people and as JSON for programs.

use std::time::Duration;

use serde::Serialize;
use voxnav_benches::report::{Summary, in_milliseconds};

/// The measured figures, in order.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Figures(Vec<Figure>);

/// One number.
#[derive(Debug, Serialize)]
struct Figure {
    section: &'static str,
    what: String,
    value: f64,
    unit: &'static str,
    /// The value aimed at, if there is one.
    aim: Option<&'static str>,
    /// The times behind the number, where it is their median.
    #[serde(skip_serializing_if = "Option::is_none")]
    times_ms: Option<Summary>,
}

impl Figures {
    /// Begins a section.
    pub(crate) fn section(&self, title: &str) {
        let gap = if self.0.is_empty() { "" } else { "\n" };
        println!("{gap}{title}");
    }

    /// Notes the median of some times, which is returned in milliseconds.
    pub(crate) fn times(
        &mut self,
        section: &'static str,
        what: impl Into<String>,
        times: &[Duration],
        aim: Option<&'static str>,
    ) -> f64 {
        let times = Summary::from(&in_milliseconds(times));
        self.add(Figure {
            section,
            what: what.into(),
            value: times.median,
            unit: "ms",
            aim,
            times_ms: Some(times),
        });
        times.median
    }

    /// Notes a number.
    pub(crate) fn number(
        &mut self,
        section: &'static str,
        what: impl Into<String>,
        value: f64,
        unit: &'static str,
        aim: Option<&'static str>,
    ) {
        self.add(Figure {
            section,
            what: what.into(),
            value,
            unit,
            aim,
            times_ms: None,
        });
    }

    fn add(&mut self, figure: Figure) {
        let Figure {
            what, value, unit, ..
        } = &figure;
        let aim = figure
            .aim
            .map_or(String::new(), |aim| format!("  (aim: {aim})"));
        let tail = figure.times_ms.map_or(String::new(), |times| {
            format!(
                "  q1 {:.3}, q3 {:.3}, max {:.3}",
                times.q1, times.q3, times.max
            )
        });
        println!("  {what:58} {value:11.3} {unit:5}{tail}{aim}");
        self.0.push(figure);
    }
}
