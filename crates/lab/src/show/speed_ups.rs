//! The contents of tables of a comparison.

use crate::figures::grouped;
use crate::report::{Bucket, Comparison, Measure, SpeedUp};
use crate::show::table::short;

/// The number of columns beside the name.
pub(super) const COLUMNS: usize = 6;

/// Returns the headings of the columns beside the name. Every table is about one measure, so that what is
/// counted is what is compared.
pub(super) fn headings(measure: Measure) -> [&'static str; COLUMNS] {
    let counted = match measure {
        Measure::Time => "faster/same/slower",
        Measure::Expanded => "fewer/same/more",
    };
    ["mean", "95 %", "p", counted, "limited", "left out"]
}

/// Returns the title of the table of a measure.
pub(super) fn title(comparison: &Comparison, measure: Measure) -> String {
    let than = match measure {
        Measure::Time => "Times as fast as",
        Measure::Expanded => "Times fewer cells expanded than by",
    };
    format!("{than} {}", comparison.baseline)
}

/// Returns a line for each combination: its name, then a cell for each heading.
pub(super) fn lines(comparison: &Comparison, measure: Measure) -> Vec<(&str, [String; COLUMNS])> {
    let own = comparison.speed_ups.iter();
    own.filter(|it| it.measure == measure)
        .map(|it| {
            let counts = [it.less, it.equal, it.more].map(grouped);
            let cells = [
                mean(it),
                interval(it),
                it.p.map_or_else(|| "-".to_owned(), chance),
                counts.join(" / "),
                grouped(it.limited),
                grouped(it.left_out),
            ];
            (it.label.as_str(), cells)
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

/// Returns the buckets of each kind, and the labels of their columns.
pub(super) fn buckets(comparison: &Comparison) -> (Vec<&str>, Vec<(&'static str, Vec<&Bucket>)>) {
    let labels = lines(comparison, Measure::Time);
    let labels = labels.into_iter().map(|line| line.0).collect();
    let mut kinds: Vec<(&'static str, Vec<&Bucket>)> = Vec::new();
    for bucket in &comparison.buckets {
        match kinds.last_mut().filter(|kind| kind.0 == bucket.by) {
            Some(kind) => kind.1.push(bucket),
            None => kinds.push((bucket.by, vec![bucket])),
        }
    }
    (labels, kinds)
}

/// Returns the range of a bucket, and how many rows are in it.
pub(super) fn range(bucket: &Bucket) -> String {
    let (from, to) = (short(bucket.from), short(bucket.to));
    let rows = if bucket.rows == 1 { "row" } else { "rows" };
    format!("{from} .. {to}, {} {rows}", grouped(bucket.rows))
}

/// Returns the speed-up of a combination in a bucket.
pub(super) fn in_bucket(mean: Option<f64>) -> String {
    mean.map_or_else(|| "-".to_owned(), short)
}
