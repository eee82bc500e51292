//! Limits that a caller sets to the effort of a query.

use crate::cost::Cost;

/// Limits at which a search stops although it has no answer yet. Nothing is limited by default.
///
/// ```
/// use voxnav_search::{Cost, Limits};
///
/// let limits = Limits::none().expanded(10_000).cost(Cost::STRAIGHT * 100);
/// assert_eq!((limits.expanded, limits.memory), (Some(10_000), None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Limits {
    /// The most expansions, of both directions together.
    pub expanded: Option<u64>,
    /// The most that a path may cost.
    pub cost: Option<Cost>,
    /// The most bytes of search memory in use, of both directions together.
    ///
    /// Counted are the records of cells, 140 bytes for each brick of 2 x 2 x 2 cells that is touched and
    /// 268 for each page of 8 x 8 x 8 (332 in worlds of more than 2^31 cells; where the world
    /// has an index, 16 bytes for each portal that is reached), and 32 bytes for each queue
    /// entry. Where moves are pruned a record counts for 64 bytes instead, until there are 512 and
    /// bricks for all of them are within the limit; from then on a search that follows long runs counts
    /// 128 KB for the table of where they ended, which it does without where that is more than an eighth of
    /// what is left. A search within a plane that follows runs counts 140 bytes for each brick of 4 x 2
    /// cells that is touched, and 64 more in planes of more than 2^25 cells, but no pages and no such table.
    ///
    /// A search that [meets in arrays](crate::Algorithm::Auto) counts 22 bytes for each cell that it looks at, and 4 for
    /// each queue entry.
    ///
    /// What a workspace holds from earlier queries does not count, nor does the table of pages, which takes
    /// 1/64 byte for each cell of the bounds and 32 MB at most (a byte for each cell of a plane), nor that
    /// of buckets, 4 MB at most.
    ///
    /// Records stay within the limit; queue entries may exceed it by what 1024 expansions queue.
    /// [`Algorithm::LazyTheta`](crate::Algorithm::LazyTheta) keeps half as much again in addition to its
    /// records: there everything counts for half as much again.
    pub memory: Option<u64>,
}

impl Limits {
    /// Returns no limits.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    voxnav_occupancy::setters! {
        /// Limits expansions.
        expanded(count: u64) => expanded = Some(count);

        /// Limits the bytes of search memory.
        memory(bytes: u64) => memory = Some(bytes);

        /// Limits the cost of paths.
        cost(cost: Cost) => cost = Some(cost);
    }

    /// Returns the limits for the rest of a query after so many expansions.
    pub(crate) fn after(self, expanded: u64) -> Self {
        Self {
            expanded: self.expanded.map(|most| most.saturating_sub(expanded)),
            ..self
        }
    }
}
