//! The effort of a search, in the words of reports.

use serde::Serialize;
use voxnav::glam::IVec3;
use voxnav::ground::{Action, Leg};
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

/// A leg as reports show it.
#[derive(Debug, Serialize)]
pub(crate) struct ShownLeg {
    pub(crate) action: String,
    /// In units of 2^-30 straight moves.
    pub(crate) cost: u64,
    pub(crate) cells: Vec<[i32; 3]>,
}

impl ShownLeg {
    /// Shows a leg by all its cells.
    pub(crate) fn whole(leg: &Leg<'_, Action>) -> Self {
        Self::of(leg, leg.cells())
    }

    /// Shows a leg by the cells where it turns.
    pub(crate) fn turns(leg: &Leg<'_, Action>) -> Self {
        Self::of(leg, leg.turns().iter().copied())
    }

    fn of(leg: &Leg<'_, Action>, cells: impl Iterator<Item = IVec3>) -> Self {
        Self {
            action: leg.action.to_string(),
            cost: leg.cost().raw(),
            cells: cells.map(|cell| cell.to_array()).collect(),
        }
    }
}
