//! What tables say of a comparison.

use crate::figures::grouped;
use crate::report::{Bucket, Comparison, Measure, SpeedUp};
use crate::show::table::short;

/// The headings of the columns beside the name.
pub(super) const HEADINGS: [&str; 7] = [
    "by time",
    "95 %",
    "p",
    "by expansions",
    "95 %",
    "less / same / more",
    "limited",
];

/// A line for each combination: its name, then a cell for each heading.
pub(super) fn lines(comparison: &Comparison) -> Vec<(&str, [String; 7])> {
    let of = |measure: Measure| {
        comparison
            .speed_ups
            .iter()
            .filter(move |it| it.measure == measure)
    };
    of(Measure::Time)
        .map(|time| {
            let expanded = of(Measure::Expanded).find(|it| it.label == time.label);
            let said = |say: fn(&SpeedUp) -> String| expanded.map_or_else(|| "-".to_owned(), say);
            let counts = [time.less, time.equal, time.more].map(grouped).join(" / ");
            let cells = [
                mean(time),
                interval(time),
                time.p.map_or_else(|| "-".to_owned(), chance),
                said(mean),
                said(interval),
                counts,
                grouped(time.limited + time.left_out),
            ];
            (time.label.as_str(), cells)
        })
        .collect()
}

fn mean(speed_up: &SpeedUp) -> String {
    format!("{}{}", speed_up.mark(), short(speed_up.mean))
}

fn interval(speed_up: &SpeedUp) -> String {
    format!("[{}, {}]", short(speed_up.low), short(speed_up.high))
}

fn chance(p: f64) -> String {
    if p < 0.001 {
        "< 0.001".to_owned()
    } else {
        format!("{p:.3}")
    }
}

/// The buckets of each kind, and the labels of their columns.
pub(super) fn buckets(comparison: &Comparison) -> (Vec<&str>, Vec<(&'static str, Vec<&Bucket>)>) {
    let labels = lines(comparison).into_iter().map(|line| line.0).collect();
    let mut kinds: Vec<(&'static str, Vec<&Bucket>)> = Vec::new();
    for bucket in &comparison.buckets {
        match kinds.last_mut().filter(|kind| kind.0 == bucket.by) {
            Some(kind) => kind.1.push(bucket),
            None => kinds.push((bucket.by, vec![bucket])),
        }
    }
    (labels, kinds)
}

/// From where to where a bucket goes.
pub(super) fn range(bucket: &Bucket) -> String {
    format!("{} .. {}", short(bucket.from), short(bucket.to))
}

/// The speed-up of a combination in a bucket.
pub(super) fn in_bucket(mean: Option<f64>) -> String {
    mean.map_or_else(|| "-".to_owned(), short)
}
