//! Every combination against a baseline, row by row.

use std::collections::BTreeMap;

use serde::Serialize;

use super::statistics::{Mean, geometric_mean, wilcoxon};
use super::{Line, Report, RowFigures, WorldReport, tidy};

/// The measure that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// The time of a query.
    Time,
    /// The cells that a query expanded, where none counts as one.
    Expanded,
}

impl Measure {
    /// All measures, in the order of reports.
    pub const ALL: [Self; 2] = [Self::Time, Self::Expanded];
}

/// The method behind the numbers of a [`Comparison`], in words that are shown next to them.
const METHOD: &str = "Baseline by combination, row by row: the geometric mean over worlds of the \
    geometric mean over rows, so that every world weighs the same. In brackets the 95 % interval of a \
    bootstrap of rows within worlds. p: Wilcoxon's signed-rank test of the logarithms, two-sided, equal \
    rows left out. Where one of both reached a limit the row counts with what it took until then, and the \
    mean is marked > (at least) or < (at most); where both did it is left out.";

/// The comparison of every combination with one of them.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The label of the one that the others are held against.
    pub baseline: String,
    /// The method by which the numbers came about.
    pub method: &'static str,
    /// The speed-ups, one for each other combination and each measure.
    pub speed_ups: Vec<SpeedUp>,
    /// The same for rows that are alike hard.
    pub buckets: Vec<Bucket>,
}

/// The factor by which a combination is faster than the baseline, or expands fewer cells.
#[derive(Clone, Debug, Serialize)]
pub struct SpeedUp {
    /// The combination.
    pub label: String,
    /// The measure that is compared.
    pub measure: Measure,
    /// The number of rows that count.
    pub rows: u64,
    /// The number of rows in which it took less than the baseline.
    pub less: u64,
    /// The number of rows in which both took the same.
    pub equal: u64,
    /// The number of rows in which it took more.
    pub more: u64,
    /// The number of rows among those that count in which one of both reached a limit.
    pub limited: u64,
    /// The number of rows that do not count: both reached a limit, or one of them has no answer.
    pub left_out: u64,
    /// The geometric mean of the baseline's amount by its own.
    pub mean: f64,
    /// The lower end of the 95 % interval of the mean.
    pub low: f64,
    /// The upper end of that interval.
    pub high: f64,
    /// True if the mean is known to be at least this: the baseline reached limits.
    pub at_least: bool,
    /// True if the mean is known to be at most this: the combination reached limits.
    pub at_most: bool,
    /// The chance of differences as one-sided as these if there were none; none if all rows are equal.
    pub p: Option<f64>,
}

/// Rows that are alike hard, and how the combinations do in them.
#[derive(Clone, Debug, Serialize)]
pub struct Bucket {
    /// The figure that the rows are sorted by. A quarter of them is in each bucket, but rows that are alike stand
    /// in one, so that there may be fewer buckets, and larger ones.
    pub by: &'static str,
    /// The least of that figure in the bucket.
    pub from: f64,
    /// The most of that figure in the bucket.
    pub to: f64,
    /// The number of rows of all worlds in the bucket.
    pub rows: u64,
    /// The speed-up in time of each combination, in the order of [`Comparison::speed_ups`].
    pub means: Vec<Option<f64>>,
}

/// The amounts of a row: the baseline's, the combination's, and whether each is only a lower bound.
struct Pair {
    base: f64,
    own: f64,
    base_limited: bool,
    own_limited: bool,
}

impl Pair {
    fn of(base: &RowFigures, own: &RowFigures, measure: Measure) -> Option<Self> {
        let amount = |row: &RowFigures| match measure {
            Measure::Time => row.time_ms,
            Measure::Expanded => row.expanded.map(|it| it.max(1.0)),
        };
        let pair = Self {
            base: amount(base)?,
            own: amount(own)?,
            base_limited: base.limited,
            own_limited: own.limited,
        };
        let counts = pair.base > 0.0 && pair.own > 0.0 && !(pair.base_limited && pair.own_limited);
        counts.then_some(pair)
    }

    fn log(&self) -> f64 {
        (self.base / self.own).ln()
    }
}

/// The figure that rows are sorted by.
type Key = fn(&RowFigures) -> Option<f64>;

/// The figures that rows are sorted into buckets by.
const KEYS: [(&str, Key); 3] = [
    ("length of the path", |row| row.length),
    ("cost over octile distance", |row| row.detour),
    ("expansions of the baseline", |row| row.expanded),
];

/// The number of buckets.
const BUCKETS: usize = 4;

impl Comparison {
    /// Holds everything against the combination with a label; none if there is none, or no other.
    #[must_use]
    pub fn with(report: &Report, baseline: &str) -> Option<Self> {
        let labels = report.labels();
        if !labels.contains(&baseline) || labels.len() < 2 {
            return None;
        }
        let others: Vec<_> = labels.into_iter().filter(|it| *it != baseline).collect();
        let speed_ups = Measure::ALL.into_iter().flat_map(|measure| {
            let others = others.iter();
            others.filter_map(move |label| SpeedUp::of(report, baseline, label, measure))
        });
        let speed_ups: Vec<_> = speed_ups.collect();
        let timed = |it: &&SpeedUp| it.measure == Measure::Time;
        let labels: Vec<_> = speed_ups
            .iter()
            .filter(timed)
            .map(|it| it.label.as_str())
            .collect();
        let buckets = KEYS
            .iter()
            .flat_map(|(by, key)| buckets(report, baseline, &labels, by, *key));
        Some(Self {
            baseline: baseline.to_owned(),
            method: METHOD,
            buckets: buckets.collect(),
            speed_ups,
        })
    }
}

impl SpeedUp {
    fn of(report: &Report, baseline: &str, label: &str, measure: Measure) -> Option<Self> {
        let mut worlds = Vec::new();
        let mut pairs: Vec<Pair> = Vec::new();
        let mut left_out = 0;
        for world in &report.worlds {
            let mut logs = Vec::new();
            for (base, own) in pairs_in(world, baseline, label) {
                match own.and_then(|own| Pair::of(base, own, measure)) {
                    Some(pair) => {
                        logs.push(pair.log());
                        pairs.push(pair);
                    }
                    None => left_out += 1,
                }
            }
            worlds.push(logs);
        }
        let Mean { middle, low, high } = Mean::of(&worlds)?;
        let count =
            |holds: fn(&Pair) -> bool| pairs.iter().filter(|pair| holds(pair)).count() as u64;
        let differences: Vec<_> = pairs.iter().map(Pair::log).collect();
        Some(Self {
            label: label.to_owned(),
            measure,
            rows: pairs.len() as u64,
            less: count(|pair| pair.own < pair.base),
            equal: count(|pair| pair.own.total_cmp(&pair.base).is_eq()),
            more: count(|pair| pair.own > pair.base),
            limited: count(|pair| pair.base_limited || pair.own_limited),
            left_out,
            mean: tidy(middle),
            low: tidy(low),
            high: tidy(high),
            at_least: pairs.iter().any(|pair| pair.base_limited),
            at_most: pairs.iter().any(|pair| pair.own_limited),
            p: wilcoxon(&differences),
        })
    }

    /// Returns what stands before the mean: `>` where it is at least that, `<` where at most, `~` where rows of
    /// both kinds leave it open.
    #[must_use]
    pub fn mark(&self) -> &'static str {
        match (self.at_least, self.at_most) {
            (false, false) => "",
            (true, false) => ">",
            (false, true) => "<",
            (true, true) => "~",
        }
    }
}

/// Returns the rows of one combination, each with that of another.
pub(crate) fn paired<'w>(
    base: &'w Line,
    own: &'w Line,
) -> Vec<(&'w RowFigures, Option<&'w RowFigures>)> {
    let own: BTreeMap<_, _> = own.rows.iter().map(|row| (row.number, row)).collect();
    let base = base.rows.iter();
    base.map(|row| (row, own.get(&row.number).copied()))
        .collect()
}

/// Returns the same of two labels in a world, where both are there.
fn pairs_in<'w>(
    world: &'w WorldReport,
    baseline: &str,
    label: &str,
) -> Vec<(&'w RowFigures, Option<&'w RowFigures>)> {
    match (world.line(baseline), world.line(label)) {
        (Some(base), Some(own)) => paired(base, own),
        _ => Vec::new(),
    }
}

fn buckets(
    report: &Report,
    baseline: &str,
    labels: &[&str],
    by: &'static str,
    key: Key,
) -> Vec<Bucket> {
    let worlds = report.worlds.iter();
    let all = worlds.filter_map(|world| Some((world, world.line(baseline)?)));
    let mut keys: Vec<f64> = all
        .flat_map(|(_, line)| line.rows.iter().filter_map(key))
        .collect();
    keys.sort_by(f64::total_cmp);
    let count = keys.len();
    let parts = (0..BUCKETS).filter_map(|part| {
        let (first, end) = (part * count / BUCKETS, (part + 1) * count / BUCKETS);
        Some((
            *keys.get(first)?,
            *keys.get(end.checked_sub(1)?)?,
            end > first,
        ))
    });
    let mut parts: Vec<_> = parts.filter(|(_, _, any)| *any).collect();
    // Rows that are alike stand in one bucket: a later one begins after what an earlier one ends with.
    parts.dedup_by(|next, part| {
        let same = next.1 <= part.1;
        if !same && next.0 <= part.1 {
            next.0 = keys
                .iter()
                .copied()
                .find(|it| *it > part.1)
                .unwrap_or(next.1);
        }
        same
    });
    let bucket = |(from, to, _): (f64, f64, bool)| {
        let inside = |row: &RowFigures| key(row).is_some_and(|it| (from..=to).contains(&it));
        let mean = |label: &&str| {
            let logs = report.worlds.iter().map(|world| {
                let pairs = pairs_in(world, baseline, label).into_iter();
                let pairs = pairs.filter(|(base, _)| inside(base));
                let pairs = pairs.filter_map(|(base, own)| Pair::of(base, own?, Measure::Time));
                pairs.map(|pair| pair.log()).collect()
            });
            geometric_mean(&logs.collect::<Vec<_>>())
        };
        Bucket {
            by,
            from,
            to,
            rows: keys.iter().filter(|it| (from..=to).contains(*it)).count() as u64,
            means: labels.iter().map(mean).collect(),
        }
    };
    parts.into_iter().map(bucket).collect()
}
