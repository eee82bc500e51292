//! Policies for agents whose world changes.

use voxnav_search::Weight;

/// The eagerness of a [`Replanner`](super::Replanner).
///
/// By default it keeps to the optimum, looks at the whole way, and answers at once, whatever that takes.
///
/// ```
/// use voxnav::replanning::ReplanPolicy;
/// use voxnav::search::Weight;
///
/// // At most 2 % longer than need be, told 30 units ahead, 2,000 expansions in each tick, and at
/// // most one search in 20 ticks for something better.
/// let policy = ReplanPolicy::default()
///     .max_suboptimality(Weight::new(1.02)?)
///     .look_ahead(30.0)
///     .expansions(2_000)
///     .min_replan_interval(20);
/// assert_eq!(policy.look_ahead, 30.0);
/// # Ok::<(), voxnav::search::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ReplanPolicy {
    /// The factor of the optimum that the rest of a route may cost: one, unless set. What is within that is kept, and
    /// mended by short detours, without a search of the whole way.
    pub max_suboptimality: Weight,
    /// The distance ahead along the path that a route has to be free, in world units: all of it, unless set. What
    /// breaks it farther on may have gone before the agent comes there.
    pub look_ahead: f64,
    /// The most cells expanded in one update: any number, unless set. A search that takes more goes on in the next.
    /// With none an update takes note of what changed, and begins nothing.
    pub expansions: u64,
    /// The least number of updates between two searches for something better, while the route at hand is free: none,
    /// unless set.
    pub min_replan_interval: u32,
    /// The distance that an agent may be off its path, in cells, before it is given another from where it is: one,
    /// unless set.
    pub max_deviation: f64,
}

impl Default for ReplanPolicy {
    fn default() -> Self {
        Self {
            max_suboptimality: Weight::ONE,
            look_ahead: f64::INFINITY,
            expansions: u64::MAX,
            min_replan_interval: 0,
            max_deviation: 1.0,
        }
    }
}

impl ReplanPolicy {
    voxnav_search::setters! {
        /// Sets how many times the optimum the rest of a route may cost.
        max_suboptimality(factor: Weight) => max_suboptimality = factor;

        /// Sets how far ahead a route has to be free, in world units.
        look_ahead(look_ahead: f64) => look_ahead = look_ahead;

        /// Limits the expansions of an update.
        expansions(expansions: u64) => expansions = expansions;

        /// Sets how many updates pass between two searches for something better.
        min_replan_interval(updates: u32) => min_replan_interval = updates;

        /// Sets how far an agent may be off its path, in cells.
        max_deviation(cells: f64) => max_deviation = cells;
    }
}
