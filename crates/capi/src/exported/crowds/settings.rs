//! Policies of crowds, and the work of their updates.

use voxnav::search::Weight;
use voxnav_crowd::avoidance::Settings;
use voxnav_crowd::crowd::{CrowdSettings, PlanningStats};

use crate::error::Refusal;
use crate::exported::moving::VoxnavSmoothing;
use crate::exported::routes::{VoxnavRouteOptions, options};
use crate::memory::In;
use crate::values::given;

/// The settings of a crowd. All zero but the size, or a null pointer, is the default: routes within a tenth of the
/// optimum, smoothed, within 4,000 units of work an update, and agents that avoid each other.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavCrowdSettings {
    /// The size of the struct: `sizeof(VoxnavCrowdSettings)`.
    pub size: usize,
    /// The work of one update, in units of some 0.4 microseconds; 0 for 4,000.
    pub budget: u64,
    /// The factor of the optimum that a route may cost, 1 to 1000; 0 for 1.1.
    pub max_suboptimality: f64,
    /// The distance ahead at which agents steer for points of their way, in cells; 0 for 4.
    pub look_ahead: f64,
    /// The distance that an agent may be off its way before it is given another, in cells; 0 for 4.
    pub max_deviation: f64,
    /// The least number of updates between two searches of an agent for something better than a free route; 0 for 30.
    pub min_replan_interval: u32,
    /// The most updates for which an agent without a way waits until it asks again; 0 for 64.
    pub max_retry_interval: u32,
    /// The smoothing of routes, of which the steps count; null for the usual one.
    pub smoothing: In<VoxnavSmoothing>,
    /// The options of all searches; null for the default ones.
    pub options: In<VoxnavRouteOptions>,
    /// The time for which agents look ahead to avoid each other, in seconds; 0 for 1.
    pub horizon: f64,
    /// The number of nearest others that an agent turns for; 0 for 10. Agents never touch, whatever it is.
    pub neighbors: u32,
    /// 1 for agents that pass through one another, 0 for agents that avoid each other.
    pub passes_through: u32,
    /// The most searches that begin in one update; 0 for any number.
    pub searches: u32,
    /// 1 for agents that set out on first paths, which get better while they go, up to `max_suboptimality`: in large worlds of caves,
    /// rooms and mazes many are under way at once that would wait for exact searches. It stands for the algorithm of
    /// `options`.
    pub anytime: u32,
}

impl VoxnavCrowdSettings {
    fn meaning(&self) -> Result<CrowdSettings, Refusal> {
        let mut settings = CrowdSettings::default().options(options(self.options)?);
        settings.budget = given(self.budget).unwrap_or(settings.budget);
        settings.searches = given(self.searches).unwrap_or(settings.searches);
        if self.anytime != 0 {
            settings = settings.anytime();
        }
        if let Some(detour) = given(self.max_suboptimality) {
            settings.max_suboptimality = Weight::new(detour)?;
        }
        settings.look_ahead = given(self.look_ahead).unwrap_or(settings.look_ahead);
        settings.max_deviation = given(self.max_deviation).unwrap_or(settings.max_deviation);
        settings.min_replan_interval =
            given(self.min_replan_interval).unwrap_or(settings.min_replan_interval);
        settings.max_retry_interval =
            given(self.max_retry_interval).unwrap_or(settings.max_retry_interval);
        let mut avoidance = Settings::default();
        avoidance.horizon = given(self.horizon).unwrap_or(avoidance.horizon);
        let neighbors = given(self.neighbors).map(|count| count as usize);
        avoidance.neighbors = neighbors.unwrap_or(avoidance.neighbors);
        settings.avoidance = (self.passes_through == 0).then_some(avoidance);
        if let Some(smoothing) = self.smoothing.record("smoothing")? {
            settings.smoothing = smoothing.smoothing()?;
        }
        Ok(settings)
    }
}

/// Returns the settings that were passed, or the default ones.
pub(crate) fn settings(given: In<VoxnavCrowdSettings>) -> Result<CrowdSettings, Refusal> {
    let given = given.record("settings")?;
    given.map_or(Ok(CrowdSettings::default()), |given| given.meaning())
}

/// The work of an update of a crowd, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavPlanningStats {
    /// The size of the struct: `sizeof(VoxnavPlanningStats)`.
    pub size: usize,
    /// The work in all, in units.
    pub total: u64,
    /// The cells expanded by flying agents.
    pub in_flight: u64,
    /// The cells expanded by ground agents.
    pub on_ground: u64,
    /// The searches begun.
    pub begun: u64,
    /// The routes smoothed.
    pub smoothed: u64,
    /// The units of the moves of these routes.
    pub moves: u64,
}

impl From<PlanningStats> for VoxnavPlanningStats {
    fn from(work: PlanningStats) -> Self {
        Self {
            size: 0,
            total: work.total(),
            in_flight: work.in_flight,
            on_ground: work.on_ground,
            begun: work.begun,
            smoothed: work.smoothed,
            moves: work.moves,
        }
    }
}
