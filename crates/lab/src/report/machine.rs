//! The load of the machine.

use serde::Serialize;

/// The load of the machine while queries were timed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Machine {
    /// The number of threads that wanted to run in the minute before, in the mean.
    pub load_before: Option<f64>,
    /// The same number at the end.
    pub load_after: Option<f64>,
    /// The number of times that the queries had to make room for others.
    pub switches: Option<u64>,
    /// The number of processors.
    pub threads: usize,
    /// The share of the time on the wall in which queries waited for the processor, from 0 to 1.
    pub waited: Option<f64>,
}

/// The share of waiting above which times say as much about the machine as about searches.
const MOST_WAITING: f64 = 0.05;

impl Machine {
    /// Returns whether others took the processor from the queries, or were about to.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a number of processors")]
    pub fn is_busy(&self) -> bool {
        let is_loaded = self
            .load_before
            .is_some_and(|load| load > self.threads as f64);
        is_loaded || self.waited.is_some_and(|waited| waited > MOST_WAITING)
    }

    /// Returns what a reader must know of the load before believing times, if anything.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        if !self.is_busy() {
            return None;
        }
        let waited = self.waited.unwrap_or(0.0) * 100.0;
        let load = self.load_before.unwrap_or(0.0);
        Some(format!(
            "The machine was busy: load {load:.1} on {} processors, queries waited {waited:.0} % \
             of the time.",
            self.threads
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_machine_is_told() {
        let quiet = Machine {
            load_before: Some(1.2),
            threads: 2,
            waited: Some(0.01),
            ..Machine::default()
        };
        assert_eq!(quiet.warning(), None);
        let waiting = Machine {
            waited: Some(0.25),
            ..quiet
        };
        assert!(waiting.warning().unwrap().contains("25 %"));
        let loaded = Machine {
            load_before: Some(7.5),
            ..quiet
        };
        assert!(loaded.warning().unwrap().contains("load 7.5"));
        assert!(!Machine::default().is_busy());
    }
}
