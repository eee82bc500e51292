//! The status of routes, as reported to agents.

#[cfg(doc)]
use super::ReplanPolicy;

/// The status on a route, after an edit or a step: what an agent that follows it has to know.
///
/// ```
/// use voxnav::replanning::ReplanStatus;
///
/// fn speed(status: ReplanStatus) -> f64 {
///     match status {
///         ReplanStatus::Blocked { ahead } if ahead < 2.0 => 0.0,
///         ReplanStatus::Blocked { .. } => 1.0,
///         _ => 4.0,
///     }
/// }
/// assert_eq!(speed(ReplanStatus::Kept), 4.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ReplanStatus {
    /// The route is as it was, free as far as is looked ahead, and good enough.
    Kept,
    /// The route is another: the old one with a short detour around what is in its way, or on to where the goal
    /// has moved. It costs at most [`ReplanPolicy::max_suboptimality`] times the optimum.
    Repaired,
    /// The route is another, found by a search from where the agent is.
    Replanned,
    /// The route is another that is cheaper: a better way has opened.
    Shorter,
    /// The route is not free, or there is none, and no other is known yet.
    Blocked {
        /// The distance that the agent can still go along the route, in world units.
        ahead: f64,
    },
}

impl ReplanStatus {
    /// Returns the name of the status in traces and tables: `kept`, `repaired`, `replanned`, `shorter` or
    /// `blocked`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Repaired => "repaired",
            Self::Replanned => "replanned",
            Self::Shorter => "shorter",
            Self::Blocked { .. } => "blocked",
        }
    }
}
