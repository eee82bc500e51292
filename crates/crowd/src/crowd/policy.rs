//! The policy of a crowd, and its work.

use voxnav::RouteOptions;
use voxnav::search::Weight;
use voxnav::smoothing::Smoothing;

use crate::avoidance::Settings;

/// The policy of a crowd: routes within a tenth of the optimum, smoothed, within 4,000 units of [`Work`] an update, by
/// default.
///
/// ```
/// use voxnav::search::Weight;
/// use voxnav_crowd::crowd::Policy;
///
/// let policy = Policy::default().work(1_500).detour(Weight::new(1.2)?);
/// assert_eq!(policy.work, 1_500);
/// # Ok::<(), voxnav::search::WeightError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Policy {
    /// The work of one update, in units: see [`Work`].
    pub work: u64,
    /// The most searches that begin in one update.
    pub searches: u32,
    /// The factor of the optimum that a route may cost.
    pub detour: Weight,
    /// The smoothing of routes, which makes none [more expensive](Smoothing#guarantees).
    pub smoothing: Smoothing,
    /// The distance ahead at which agents steer for points of their way, in cells.
    pub look_ahead: f64,
    /// The distance that an agent may be off its way, in cells, before it is given another.
    pub stray: f64,
    /// The least number of updates between two searches of an agent for something better than a free route.
    pub patience: u32,
    /// The most updates for which an agent without a way waits until it asks again: it waits for one, then two, four and
    /// so on.
    pub longest_wait: u32,
    /// The options of all searches. [What they keep away from](RouteOptions::keep_away) is for flying agents; each may have
    /// [a distance of its own](super::Mover::keep_away).
    pub options: RouteOptions,
    /// The settings by which agents avoid each other; `None` if they pass through one another. The axis that is up is
    /// that of the ground agents, if there are any, else [that of the navigator](voxnav::Navigator::up), if it has one.
    pub avoidance: Option<Settings>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            work: 4_000,
            searches: u32::MAX,
            detour: Weight::new(1.1).unwrap_or(Weight::ONE),
            smoothing: Smoothing::default(),
            look_ahead: 4.0,
            stray: 4.0,
            patience: 30,
            longest_wait: 64,
            options: RouteOptions::default(),
            avoidance: Some(Settings::default()),
        }
    }
}

impl Policy {
    /// Sends agents off on first paths, which get better while they go, up to those within [`detour`](Self::detour) of
    /// the optimum: in large worlds of caves, rooms and mazes many are under way at once that would wait for exact
    /// searches.
    ///
    /// ```
    /// use voxnav::Algorithm;
    /// use voxnav_crowd::crowd::Policy;
    ///
    /// let policy = Policy::default().first_path();
    /// assert_eq!(policy.options.settings.algorithm, Algorithm::Clusters);
    /// ```
    #[must_use]
    pub fn first_path(mut self) -> Self {
        self.options = self.options.first_path();
        self
    }

    voxnav::setters! {
        /// Sets the work of one update, in units.
        work(work: u64) => work = work;

        /// Sets how many searches begin in one update at most.
        searches(searches: u32) => searches = searches;

        /// Sets how many times the optimum a route may cost.
        detour(detour: Weight) => detour = detour;

        /// Sets the smoothing of routes.
        smoothing(smoothing: Smoothing) => smoothing = smoothing;

        /// Sets how far ahead agents steer for points of their way, in cells.
        look_ahead(cells: f64) => look_ahead = cells;

        /// Sets how far an agent may be off its way, in cells.
        stray(cells: f64) => stray = cells;

        /// Sets how many updates pass between two searches for something better.
        patience(updates: u32) => patience = updates;

        /// Sets the most updates for which an agent without a way waits until it asks again.
        longest_wait(updates: u32) => longest_wait = updates;

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
/// use voxnav_crowd::crowd::{Crowd, Policy};
///
/// assert_eq!(Crowd::new(Policy::default()).work().total(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
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

impl Work {
    /// The units of an expansion on the ground.
    pub const ON_GROUND: u64 = 4;
    /// The units of a search that begins: the positions of its ends become cells.
    pub const BEGIN: u64 = 40;
    /// The units of smoothing a route, beside those of its moves.
    pub const SMOOTH: u64 = 40;
    /// The most units by which an update exceeds its budget, beside the moves of the last route that it smoothed.
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
