//! The summary at the end of a run, on standard error.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

use crate::memory;
use voxnav_lab::figures::{bytes, compact, grouped};

/// Counts rows.
#[derive(Debug)]
pub(crate) struct Summary {
    started: Instant,
    /// Of this run and of the one that it goes on with.
    outcomes: Outcomes,
    /// Rows of an interrupted run.
    pub(crate) done: u64,
}

/// The number of rows with each outcome.
#[derive(Debug, Default)]
pub(crate) struct Outcomes(BTreeMap<Cow<'static, str>, u64>);

impl Outcomes {
    pub(crate) fn note(&mut self, outcome: impl Into<Cow<'static, str>>) {
        *self.0.entry(outcome.into()).or_default() += 1;
    }
}

impl Summary {
    pub(crate) fn new() -> Self {
        Self {
            started: Instant::now(),
            outcomes: Outcomes::default(),
            done: 0,
        }
    }

    /// Counts the rows of an interrupted run as well.
    pub(crate) fn go_on(&mut self, done: u64, outcomes: Outcomes) {
        self.done = done;
        self.outcomes = outcomes;
    }

    pub(crate) fn note(&mut self, outcome: &'static str) {
        self.outcomes.note(outcome);
    }

    pub(crate) fn malformed(&self) -> u64 {
        self.outcomes.0.get("malformed").copied().unwrap_or(0)
    }

    /// Rows of this run and of those that it goes on with.
    pub(crate) fn rows_in_file(&self) -> u64 {
        self.outcomes.0.values().sum()
    }

    fn rows(&self) -> u64 {
        self.rows_in_file() - self.done
    }

    /// Says it; `wanted` threads were asked for, and `threads` there were.
    pub(crate) fn write(&self, wanted: Option<u64>, threads: NonZeroUsize, costs: Option<String>) {
        let text = self.text(wanted, threads.get() as u64, costs);
        // Nothing can be done about a summary that nobody reads.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    fn text(&self, wanted: Option<u64>, threads: u64, costs: Option<String>) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let rows = self.rows();
        let rate = compact(rows as f64 / seconds.max(1e-9));
        let mut lines = vec![format!(
            "rows      {} in {} s, {rate} a second",
            grouped(rows),
            compact(seconds)
        )];
        if self.done > 0 {
            let all = grouped(self.rows_in_file());
            lines.push(format!("          {all} including the interrupted run"));
        }
        let mut label = "outcomes  ";
        for (outcome, count) in &self.outcomes.0 {
            lines.push(format!("{label}{outcome} {}", grouped(*count)));
            label = "          ";
        }
        if let Some(costs) = costs {
            lines.push(format!("costs     {costs}"));
        }
        if let Some(wanted) = wanted.filter(|wanted| *wanted > threads) {
            lines.push(format!(
                "threads   {threads} of {}: there are no more processors",
                grouped(wanted)
            ));
        }
        if let Some(peak) = memory::peak() {
            lines.push(format!("memory    {} at most", bytes(peak)));
        }
        lines.join("\n") + "\n"
    }
}
