//! The figures of a comparison, as a table for people and as JSON for programs.

use std::fmt::{self, Write as _};
use std::time::Duration;

use serde::Serialize;
use voxnav_worlds::Distribution;

use crate::comparison::EngineRecord;
use crate::engine::EngineName;

/// The measurements of one comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The map's path, or the description of the generated world.
    pub map: String,
    /// The problems; how many of them each engine answered is in its report.
    pub queries: usize,
    /// Pairs that were left out, because no path connects them.
    pub unreachable: usize,
    /// Seconds that the answers of an engine may take together before it is asked no more.
    pub budget_s: f64,
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

/// The measurements of one engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineReport {
    /// The name of the engine.
    pub name: &'static str,
    /// The number of problems that the engine answered, in an order that was drawn: all, unless its budget was spent.
    pub queries: usize,
    /// The number of its answers that were wrong.
    pub mismatches: usize,
    /// Milliseconds a query.
    pub time_ms: Summary,
    /// Milliseconds of the first query, which finds caches and workspace empty and pays for what is
    /// derived from the world on demand. It counts in `time_ms` like every other.
    pub first_query_ms: f64,
    /// Expansions a query.
    pub expanded: Summary,
    /// The speed as a multiple of that of `pathfinding`, by the mean over the problems that both answered;
    /// `None` if that did not run.
    pub ratio_to_pathfinding: Option<f64>,
    /// The same, by the median.
    pub median_ratio_to_pathfinding: Option<f64>,
}

/// A summary of many values. Quantiles are those of [`Distribution`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The sum divided by the count.
    pub mean: f64,
    /// The quantile of a quarter.
    pub q1: f64,
    /// The quantile of one half.
    pub median: f64,
    /// The quantile of three quarters.
    pub q3: f64,
    /// The quantile of 99 in a hundred.
    pub p99: f64,
    /// The largest.
    pub max: f64,
    /// The sum.
    pub total: f64,
}

impl From<&Distribution> for Summary {
    fn from(values: &Distribution) -> Self {
        Self {
            mean: values.mean(),
            q1: values.quantile(0.25),
            median: values.median(),
            q3: values.quantile(0.75),
            p99: values.quantile(0.99),
            max: values.max(),
            total: values.total(),
        }
    }
}

/// Returns the distribution of some times, in milliseconds.
#[must_use]
pub fn in_milliseconds(times: &[Duration]) -> Distribution {
    Distribution::new(times.iter().map(|time| time.as_secs_f64() * 1e3).collect())
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts for statistics, far below 2^53"
)]
fn to_f64(count: u64) -> f64 {
    count as f64
}

impl EngineReport {
    /// Returns the reports of several engines, with their ratios to `pathfinding` if it is among
    /// them.
    #[must_use]
    pub fn of_all(records: &[EngineRecord]) -> Vec<Self> {
        let mut reports: Vec<_> = records.iter().map(Self::of).collect();
        let is_peer = |record: &&EngineRecord| record.name == EngineName::Pathfinding;
        if let Some(peer) = records.iter().find(is_peer) {
            for (report, record) in reports.iter_mut().zip(records) {
                let both = peer.times.len().min(record.times.len());
                let [peer, own] =
                    [peer, record].map(|record| Distribution::new(record.times[..both].to_vec()));
                report.ratio_to_pathfinding = ratio(peer.mean(), own.mean());
                report.median_ratio_to_pathfinding = ratio(peer.median(), own.median());
            }
        }
        reports
    }

    fn of(record: &EngineRecord) -> Self {
        Self {
            name: record.name.as_str(),
            queries: record.times.len(),
            mismatches: record.mismatches.len(),
            time_ms: Summary::from(&Distribution::new(record.times.clone())),
            first_query_ms: record.times.first().copied().unwrap_or(0.0),
            expanded: Summary::from(&Distribution::of_counts(&record.expanded)),
            ratio_to_pathfinding: None,
            median_ratio_to_pathfinding: None,
        }
    }
}

/// Returns a ratio, `None` where there is nothing to divide by.
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
            write!(f, ", {} pairs without a path left out", self.unreachable)?;
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
            "| {:17} | {:>6} | {:>9} | {:>9} | {:>9} | {:>9} | {:>9} | {:>9} | {:>9} | {:>10} | {:>7} | {:>7} | {:>10} |",
            "engine",
            "rows",
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
        f.write_str("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")?;
        for engine in &self.engines {
            write!(f, "\n{}", table_row(engine)?)?;
        }
        self.write_notes(f)
    }
}

impl Report {
    /// Explains the columns whose names do not.
    fn write_notes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let peer = EngineName::Pathfinding;
        if self
            .engines
            .iter()
            .any(|engine| engine.ratio_to_pathfinding.is_some())
        {
            write!(
                f,
                "\n\nx mean, x med: how many times as fast as {peer}, by the mean and by the median \
                 of the rows that both answered"
            )?;
        } else {
            write!(
                f,
                "\n\nx mean, x med: times as fast as {peer}, which did not run"
            )?;
        }
        for engine in self.engines.iter().filter(|it| it.queries < self.queries) {
            write!(
                f,
                "\n{} was asked {} of {} rows, drawn from all: its {} s were spent (--budget)",
                engine.name, engine.queries, self.queries, self.budget_s
            )?;
        }
        Ok(())
    }
}

fn table_row(engine: &EngineReport) -> Result<String, fmt::Error> {
    let times = engine.time_ms;
    let mut row = format!("| {:17} | {:6} |", engine.name, engine.queries);
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

    fn record(name: EngineName, times: &[f64]) -> EngineRecord {
        EngineRecord {
            name,
            times: times.to_vec(),
            expanded: vec![1; times.len()],
            mismatches: Vec::new(),
            memory_bytes: 0,
        }
    }

    fn report(records: &[EngineRecord]) -> Report {
        Report {
            map: "a.3dmap".to_owned(),
            queries: 3,
            unreachable: 0,
            budget_s: 60.0,
            clock: "wall",
            engines: EngineReport::of_all(records),
            peak_rss_bytes: None,
            world_bytes: 0,
            workspace_bytes: 0,
            load_ms: 0.0,
        }
    }

    #[test]
    fn ratios_are_over_the_rows_that_both_answered_and_say_to_whom() {
        let own = record(EngineName::Voxnav, &[1.0, 1.0, 100.0]);
        let peer = record(EngineName::Pathfinding, &[8.0, 12.0]);
        let both = report(&[own.clone(), peer]);
        let ratios: Vec<_> = both
            .engines
            .iter()
            .map(|it| it.ratio_to_pathfinding)
            .collect();
        assert_eq!(ratios, [Some(10.0), Some(1.0)]);
        let text = both.to_string();
        assert!(text.contains("times as fast as pathfinding, by"), "{text}");
        assert!(text.contains("pathfinding was asked 2 of 3 rows"), "{text}");
        assert!(!text.contains("voxnav was asked"), "{text}");
        let alone = report(&[own]).to_string();
        assert!(alone.contains("pathfinding, which did not run"), "{alone}");
    }
}
