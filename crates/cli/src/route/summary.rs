//! What is said at the end of a run, on standard error.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

use crate::figures::{bytes, compact, grouped};
use crate::memory;

/// Counts rows by outcome.
#[derive(Debug)]
pub(super) struct Summary {
    started: Instant,
    outcomes: BTreeMap<&'static str, u64>,
    /// Rows of an interrupted run.
    pub(super) done: u64,
}

impl Summary {
    pub(super) fn new() -> Self {
        Self {
            started: Instant::now(),
            outcomes: BTreeMap::new(),
            done: 0,
        }
    }

    pub(super) fn note(&mut self, outcome: &'static str) {
        *self.outcomes.entry(outcome).or_default() += 1;
    }

    pub(super) fn malformed(&self) -> u64 {
        self.outcomes.get("malformed").copied().unwrap_or(0)
    }

    /// Rows of this run and of those that it goes on with.
    pub(super) fn rows_in_file(&self) -> u64 {
        self.done + self.rows()
    }

    fn rows(&self) -> u64 {
        self.outcomes.values().sum()
    }

    /// Says it; `wanted` threads were asked for, and `threads` there were.
    pub(super) fn write(&self, wanted: Option<u64>, threads: NonZeroUsize) {
        let text = self.text(wanted, threads.get() as u64);
        // Nothing can be done about a summary that nobody reads.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    fn text(&self, wanted: Option<u64>, threads: u64) -> String {
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
            lines.push(format!("          {all} with those of the interrupted run"));
        }
        let mut label = "outcomes  ";
        for (outcome, count) in &self.outcomes {
            lines.push(format!("{label}{outcome} {}", grouped(*count)));
            label = "          ";
        }
        if let Some(wanted) = wanted.filter(|wanted| *wanted > threads) {
            lines.push(format!(
                "threads   {threads}: of {} the others would not help, for want of processors",
                grouped(wanted)
            ));
        }
        if let Some(peak) = memory::peak() {
            lines.push(format!("memory    {} at most", bytes(peak)));
        }
        lines.join("\n") + "\n"
    }
}
