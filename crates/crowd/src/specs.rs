//! Crowds as data: what a file of settings or another language says of one.
//!
//! A [`CrowdSpec`] is read and written by serde, as the [specs of `voxnav`](voxnav::specs) are.

use serde::{Deserialize, Serialize};
use voxnav::search::{Weight, WeightError};
use voxnav::smoothing::Smoothing;
use voxnav::specs::{RouteSpec, SpecError};

use crate::avoidance::Settings;
use crate::crowd::CrowdSettings;

/// The settings of a crowd: [`CrowdSettings`] as data. What is left out is as by default.
///
/// ```
/// use voxnav_crowd::crowd::CrowdSettings;
/// use voxnav_crowd::specs::CrowdSpec;
///
/// let spec = r#"{ "budget": 1500, "max_suboptimality": 1.2, "routes": { "keep_away": 0.5 } }"#;
/// let settings = serde_json::from_str::<CrowdSpec>(spec)?.settings()?;
/// assert_eq!(settings.budget, 1_500);
/// assert_eq!(CrowdSpec::default().settings()?, CrowdSettings::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CrowdSpec {
    /// The most work of one update, in units of some 0.4 microseconds.
    pub budget: u64,
    /// The most searches that begin in one update.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searches: Option<u32>,
    /// The factor of the optimum that a route may cost, 1 to 1000.
    pub max_suboptimality: f64,
    /// The distance ahead at which agents steer for points of their way, in cells.
    pub look_ahead: f64,
    /// The distance that an agent may be off its way before it gets another, in cells.
    pub max_deviation: f64,
    /// The least number of updates between two searches of an agent for something better than a free route.
    pub min_replan_interval: u32,
    /// The most updates for which an agent without a way waits until it asks again.
    pub max_retry_interval: u32,
    /// True for routes that are smoothed.
    pub smooth: bool,
    /// True for agents that set out on first paths, which get better while they go. It stands for the algorithm of `routes`.
    pub anytime: bool,
    /// True for agents that avoid each other, so that they never overlap; else they pass through one another.
    pub avoid: bool,
    /// The time for which agents look ahead to avoid each other, in seconds.
    pub horizon: f64,
    /// The number of nearest others that an agent turns for. Agents never touch, whatever it is.
    pub neighbors: u32,
    /// The options of all searches.
    pub routes: RouteSpec,
}

impl Default for CrowdSpec {
    fn default() -> Self {
        let (settings, avoidance) = (CrowdSettings::default(), Settings::default());
        Self {
            budget: settings.budget,
            searches: None,
            max_suboptimality: settings.max_suboptimality.factor(),
            look_ahead: settings.look_ahead,
            max_deviation: settings.max_deviation,
            min_replan_interval: settings.min_replan_interval,
            max_retry_interval: settings.max_retry_interval,
            smooth: true,
            anytime: false,
            avoid: true,
            horizon: avoidance.horizon,
            neighbors: u32::try_from(avoidance.neighbors).unwrap_or(u32::MAX),
            routes: RouteSpec::default(),
        }
    }
}

/// The reason why a spec describes no crowd.
///
/// ```
/// use voxnav_crowd::specs::{CrowdSpec, CrowdSpecError};
///
/// let spec = CrowdSpec { max_suboptimality: 0.5, ..CrowdSpec::default() };
/// assert!(matches!(spec.settings(), Err(CrowdSpecError::MaxSuboptimality(_))));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CrowdSpecError {
    /// The factor of the optimum is out of range.
    #[error("`max_suboptimality`: {0}")]
    MaxSuboptimality(WeightError),
    /// A length or time is negative or not a number.
    #[error("`{field}` is {number}, but must be from 0 up")]
    Range {
        /// The name of the field.
        field: &'static str,
        /// The refused number.
        number: f64,
    },
    /// The options of searches are out of range.
    #[error("`routes`: {0}")]
    Routes(#[from] SpecError),
}

impl CrowdSpec {
    /// Returns the settings.
    ///
    /// # Errors
    ///
    /// As [`CrowdSpecError`] says.
    pub fn settings(&self) -> Result<CrowdSettings, CrowdSpecError> {
        let lengths = [
            ("look_ahead", self.look_ahead),
            ("max_deviation", self.max_deviation),
            ("horizon", self.horizon),
        ];
        for (field, number) in lengths {
            if number.is_nan() || number < 0.0 {
                return Err(CrowdSpecError::Range { field, number });
            }
        }
        let max_suboptimality = Weight::new(self.max_suboptimality);
        let avoidance = Settings::default()
            .with_horizon(self.horizon)
            .with_neighbors(self.neighbors as usize);
        let settings = CrowdSettings::default()
            .budget(self.budget)
            .searches(self.searches.unwrap_or(u32::MAX))
            .max_suboptimality(max_suboptimality.map_err(CrowdSpecError::MaxSuboptimality)?)
            .look_ahead(self.look_ahead)
            .max_deviation(self.max_deviation)
            .min_replan_interval(self.min_replan_interval)
            .max_retry_interval(self.max_retry_interval)
            .options(self.routes.options()?)
            .avoidance(self.avoid.then_some(avoidance));
        let settings = if self.smooth {
            settings
        } else {
            settings.smoothing(Smoothing::new())
        };
        Ok(if self.anytime {
            settings.anytime()
        } else {
            settings
        })
    }
}
