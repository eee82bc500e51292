//! The settings of a crowd, and its work.

use voxnav::RouteOptions;
use voxnav::search::Weight;
use voxnav::smoothing::Smoothing;

use crate::avoidance::Settings;

/// The settings of a crowd: routes within a tenth of the optimum, smoothed, within 4,000 units of [`PlanningStats`] an update, by
/// default.
///
/// ```
/// use voxnav::search::Weight;
/// use voxnav_crowd::crowd::CrowdSettings;
///
/// let settings = CrowdSettings::default().budget(1_500).max_suboptimality(Weight::new(1.2)?);
/// assert_eq!(settings.budget, 1_500);
/// # Ok::<(), voxnav::search::WeightError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CrowdSettings {
    /// The work of one update, in units: see [`PlanningStats`].
    pub budget: u64,
    /// The most searches that begin in one update.
    pub searches: u32,
    /// The factor of the optimum that a route may cost.
    pub max_suboptimality: Weight,
    /// The smoothing of routes, which makes none [more expensive](Smoothing#guarantees).
    pub smoothing: Smoothing,
    /// The distance ahead at which agents steer for points of their way, in cells.
    pub look_ahead: f64,
    /// The distance that an agent may be off its way, in cells, before it is given another.
    pub max_deviation: f64,
    /// The least number of updates between two searches of an agent for something better than a free route.
    pub min_replan_interval: u32,
    /// The most updates for which an agent without a way waits until it asks again: it waits for one, then two, four and
    /// so on.
    pub max_retry_interval: u32,
    /// The options of all searches. [What they keep away from](RouteOptions::keep_away) is for flying agents; each may have
    /// [a distance of its own](crate::crowd::CrowdAgent::keep_away).
    pub options: RouteOptions,
    /// The settings by which agents avoid each other; `None` if they pass through one another. The axis that is up is
    /// that of the ground agents, if there are any, else [that of the navigator](voxnav::Navigator::up), if it has one.
    pub avoidance: Option<Settings>,
}

impl Default for CrowdSettings {
    fn default() -> Self {
        Self {
            budget: 4_000,
            searches: u32::MAX,
            max_suboptimality: Weight::new(1.1).unwrap_or(Weight::ONE),
            smoothing: Smoothing::default(),
            look_ahead: 4.0,
            max_deviation: 4.0,
            min_replan_interval: 30,
            max_retry_interval: 64,
            options: RouteOptions::default(),
            avoidance: Some(Settings::default()),
        }
    }
}

impl CrowdSettings {
    /// Sends agents off on first paths, which get better while they go, up to those within [`max_suboptimality`](Self::max_suboptimality) of
    /// the optimum: in large worlds of caves, rooms and mazes many are under way at once that would wait for exact
    /// searches.
    ///
    /// ```
    /// use voxnav::Algorithm;
    /// use voxnav_crowd::crowd::CrowdSettings;
    ///
    /// let settings = CrowdSettings::default().anytime();
    /// assert_eq!(settings.options.settings.algorithm, Algorithm::Hierarchical);
    /// ```
    #[must_use]
    pub fn anytime(mut self) -> Self {
        self.options = self.options.anytime();
        self
    }

    voxnav::setters! {
        /// Sets the work of one update, in units.
        budget(units: u64) => budget = units;

        /// Sets how many searches begin in one update at most.
        searches(searches: u32) => searches = searches;

        /// Sets how many times the optimum a route may cost.
        max_suboptimality(factor: Weight) => max_suboptimality = factor;

        /// Sets the smoothing of routes.
        smoothing(smoothing: Smoothing) => smoothing = smoothing;

        /// Sets how far ahead agents steer for points of their way, in cells.
        look_ahead(cells: f64) => look_ahead = cells;

        /// Sets how far an agent may be off its way, in cells.
        max_deviation(cells: f64) => max_deviation = cells;

        /// Sets how many updates pass between two searches for something better.
        min_replan_interval(updates: u32) => min_replan_interval = updates;

        /// Sets the most updates for which an agent without a way waits until it asks again.
        max_retry_interval(updates: u32) => max_retry_interval = updates;

        /// Sets the options of all searches.
        options(options: RouteOptions) => options = options;

        /// Sets how agents avoid each other; `None` lets them pass through one another.
        avoidance(settings: Option<Settings>) => avoidance = settings;
    }
}

/// The work of an update, in units of about the time that a flying agent takes to expand a cell: some 0.4
/// microseconds on a processor of 2024.
///
/// An expansion counts 1 unit in the air and [`ON_GROUND`](Self::ON_GROUND) on the ground, a search that begins
/// [`BEGIN`](Self::BEGIN), a route that is smoothed [`SMOOTH`](Self::SMOOTH) and as much for each move as an
/// expansion. An update begins nothing once its budget is spent, and ends what was begun: so its work is at most the
/// budget, and [`MOST_OVER`](Self::MOST_OVER) with the moves of one route.
///
/// ```
/// use voxnav_crowd::crowd::{Crowd, CrowdSettings};
///
/// assert_eq!(Crowd::new(CrowdSettings::default()).work().total(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanningStats {
    /// The cells expanded in the air.
    pub in_flight: u64,
    /// The cells expanded on the ground.
    pub on_ground: u64,
    /// The searches begun.
    pub begun: u64,
    /// The routes smoothed.
    pub smoothed: u64,
    /// The units of the moves of these routes.
    pub moves: u64,
}

impl PlanningStats {
    /// The units of an expansion on the ground.
    pub const ON_GROUND: u64 = 4;
    /// The units of a search that begins: the positions of its ends become cells.
    pub const BEGIN: u64 = 40;
    /// The units of smoothing a route, in addition to those of its moves.
    pub const SMOOTH: u64 = 40;
    /// The most units by which an update exceeds its budget, besides the moves of the last route that it smoothed.
    pub const MOST_OVER: u64 = Self::BEGIN + Self::SMOOTH + 500 * Self::ON_GROUND;

    /// Returns the sum in units.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.in_flight
            + self.on_ground * Self::ON_GROUND
            + self.begun * Self::BEGIN
            + self.smoothed * Self::SMOOTH
            + self.moves
    }
}
