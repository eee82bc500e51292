//! Limits that a caller sets to the effort of a query.

use crate::Cost;

/// Where a search must stop although it is not done. Nothing is limited by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// At most so many expansions, of both directions together.
    pub expanded: Option<u64>,
    /// Only paths that cost no more than this.
    pub cost: Option<Cost>,
}

impl Limits {
    /// No limits.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// With at most `count` expansions.
    #[must_use]
    pub fn expanded(self, count: u64) -> Self {
        Self {
            expanded: Some(count),
            ..self
        }
    }

    /// With paths that cost at most `cost`.
    #[must_use]
    pub fn cost(self, cost: Cost) -> Self {
        Self {
            cost: Some(cost),
            ..self
        }
    }
}
