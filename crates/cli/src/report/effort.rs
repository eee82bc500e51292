//! What a search took, in the words of reports.

use serde::Serialize;
use voxnav::search::Statistics;

/// The statistics of a search as JSON has them.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Effort {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) reopened: u64,
    pub(crate) stale: u64,
    pub(crate) peak_open: u64,
    /// In units of 2^-30 straight moves.
    pub(crate) lower_bound: u64,
}

impl From<&Statistics> for Effort {
    fn from(statistics: &Statistics) -> Self {
        Self {
            expanded: statistics.expanded,
            generated: statistics.generated,
            reopened: statistics.reopened,
            stale: statistics.stale,
            peak_open: statistics.peak_open,
            lower_bound: statistics.lower_bound.raw(),
        }
    }
}
