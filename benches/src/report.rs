//! The figures of a comparison, as a table for people and as JSON for programs.

use std::fmt::{self, Write as _};

use serde::Serialize;

use crate::comparison::EngineRecord;
use crate::engine::EngineName;

/// What one comparison measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The map's path, or the description of the generated world.
    pub map: String,
    /// Problems that every engine answered.
    pub queries: usize,
    /// Random pairs that were left out, because no path connects them.
    pub unreachable: usize,
    /// The clock that timed them: `wall`, or `thread` for processor time.
    pub clock: &'static str,
    /// The engines in the order asked for.
    pub engines: Vec<EngineReport>,
    /// The most bytes that the process had resident at once, peers included, where the system says.
    pub peak_rss_bytes: Option<u64>,
    /// Bytes of occupancy and traversability.
    pub world_bytes: usize,
    /// Bytes of the workspace of the first engine of voxnav's own, at the end.
    pub workspace_bytes: usize,
    /// Milliseconds from the file, or the seed, to a world ready for queries.
    pub load_ms: f64,
}

/// What one engine did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineReport {
    /// Its name.
    pub name: &'static str,
    /// How many of its answers were wrong.
    pub mismatches: usize,
    /// Milliseconds a query.
    pub time_ms: Distribution,
    /// Milliseconds of the first query, which finds caches and workspace empty and pays for what is
    /// derived from the world on demand. It counts in `time_ms` like every other.
    pub first_query_ms: f64,
    /// Expansions a query.
    pub expanded: Distribution,
    /// How many times faster than `pathfinding`, by the mean; `None` if that did not run.
    pub ratio_to_pathfinding: Option<f64>,
    /// The same, by the median.
    pub median_ratio_to_pathfinding: Option<f64>,
}

/// What is said of many values. A quantile q is the smallest value that at least the share q of all
/// values does not exceed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Distribution {
    /// The sum divided by the count.
    pub mean: f64,
    /// A quarter is at most this.
    pub q1: f64,
    /// Half is at most this.
    pub median: f64,
    /// Three quarters are at most this.
    pub q3: f64,
    /// 99 of a hundred are at most this.
    pub p99: f64,
    /// The largest.
    pub max: f64,
    /// The sum.
    pub total: f64,
}

impl Distribution {
    /// The distribution of `values`; all zero if there are none.
    #[must_use]
    pub fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let count = values.len();
        let Some(&max) = values.last() else {
            return Self::default();
        };
        let quantile = |percent: usize| values[(percent * count).div_ceil(100) - 1];
        let total: f64 = values.iter().sum();
        Self {
            mean: total / to_f64(count as u64),
            q1: quantile(25),
            median: quantile(50),
            q3: quantile(75),
            p99: quantile(99),
            max,
            total,
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts for statistics, far below 2^53"
)]
fn to_f64(count: u64) -> f64 {
    count as f64
}

impl EngineReport {
    /// The reports of several engines, with their ratios to `pathfinding` if it is among them.
    #[must_use]
    pub fn of_all(records: &[EngineRecord]) -> Vec<Self> {
        let mut reports: Vec<_> = records.iter().map(Self::of).collect();
        let peer = reports
            .iter()
            .find(|report| report.name == EngineName::Pathfinding.as_str())
            .map(|report| report.time_ms);
        if let Some(peer) = peer {
            for report in &mut reports {
                report.ratio_to_pathfinding = ratio(peer.mean, report.time_ms.mean);
                report.median_ratio_to_pathfinding = ratio(peer.median, report.time_ms.median);
            }
        }
        reports
    }

    fn of(record: &EngineRecord) -> Self {
        let expanded = record.expanded.iter().map(|&count| to_f64(count));
        Self {
            name: record.name.as_str(),
            mismatches: record.mismatches.len(),
            time_ms: Distribution::of(record.times.clone()),
            first_query_ms: record.times.first().copied().unwrap_or(0.0),
            expanded: Distribution::of(expanded.collect()),
            ratio_to_pathfinding: None,
            median_ratio_to_pathfinding: None,
        }
    }
}

/// `None` where there is nothing to divide by.
fn ratio(of: f64, to: f64) -> Option<f64> {
    (to > 0.0).then(|| of / to)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = |bytes: u64| format!("{:.1} MiB", to_f64(bytes) / f64::from(1 << 20));
        write!(
            f,
            "{}: {} queries, {} time",
            self.map, self.queries, self.clock
        )?;
        if self.unreachable > 0 {
            write!(f, ", {} unreachable pairs left out", self.unreachable)?;
        }
        writeln!(
            f,
            "\nloaded in {:.1} ms, world {}, workspace {}, peak of the process {}\n",
            self.load_ms,
            mebibytes(self.world_bytes as u64),
            mebibytes(self.workspace_bytes as u64),
            self.peak_rss_bytes
                .map_or_else(|| "unknown".into(), mebibytes),
        )?;
        writeln!(
            f,
            "| {:16} | {:>9} | {:>9} | {:>9} | {:>9} | {:>9} | {:>9} | {:>9} | {:>10} | {:>7} | {:>7} | {:>10} |",
            "engine",
            "mean ms",
            "q1",
            "median",
            "q3",
            "p99",
            "max",
            "first",
            "expanded",
            "x mean",
            "x med",
            "mismatches",
        )?;
        f.write_str("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")?;
        for engine in &self.engines {
            write!(f, "\n{}", table_row(engine)?)?;
        }
        Ok(())
    }
}

fn table_row(engine: &EngineReport) -> Result<String, fmt::Error> {
    let times = engine.time_ms;
    let mut row = format!("| {:16} |", engine.name);
    for time in [
        times.mean,
        times.q1,
        times.median,
        times.q3,
        times.p99,
        times.max,
        engine.first_query_ms,
    ] {
        write!(row, " {time:9.4} |")?;
    }
    write!(row, " {:10.1} |", engine.expanded.mean)?;
    for ratio in [
        engine.ratio_to_pathfinding,
        engine.median_ratio_to_pathfinding,
    ] {
        match ratio {
            Some(ratio) => write!(row, " {ratio:7.2} |")?,
            None => write!(row, " {:>7} |", "-")?,
        }
    }
    write!(row, " {:10} |", engine.mismatches)?;
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_were_measured() {
        let hundred = Distribution::of((1..=100).rev().map(f64::from).collect());
        assert_eq!(
            hundred,
            Distribution {
                mean: 50.5,
                q1: 25.0,
                median: 50.0,
                q3: 75.0,
                p99: 99.0,
                max: 100.0,
                total: 5050.0,
            }
        );
        let one = Distribution {
            mean: 7.0,
            q1: 7.0,
            median: 7.0,
            q3: 7.0,
            p99: 7.0,
            max: 7.0,
            total: 7.0,
        };
        assert_eq!(Distribution::of(vec![7.0]), one);
        assert_eq!(Distribution::of(Vec::new()), Distribution::default());
    }
}
