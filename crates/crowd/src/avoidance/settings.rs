//! Settings of a crowd.

use voxnav::grid::Axis;

/// The settings of an [`Avoidance`](super::Avoidance).
///
/// ```
/// use voxnav::grid::Axis;
/// use voxnav_crowd::avoidance::Settings;
/// let settings = Settings::default().with_up(Axis::Y).with_horizon(2.0);
/// assert_eq!(settings.neighbors, 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// The axis along which discs are tall; [`Axis::Z`] unless set.
    pub up: Axis,
    /// The time for which bodies look ahead, in seconds: a longer one turns earlier and gentler. 1 unless set.
    pub horizon: f64,
    /// The number of nearest bodies that one turns for; 10 unless set. Bodies never touch, whatever it is.
    pub neighbors: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            up: Axis::Z,
            horizon: 1.0,
            neighbors: 10,
        }
    }
}

impl Settings {
    voxnav::setters! {
        /// Sets the axis along which discs are tall.
        const with_up(up: Axis) => up = up;
        /// Sets the time for which bodies look ahead, in seconds; what is no time counts as 1.
        const with_horizon(seconds: f64) => horizon = if seconds > 0.0 && seconds.is_finite() { seconds } else { 1.0 };
        /// Sets the number of nearest bodies that one turns for.
        const with_neighbors(count: usize) => neighbors = count;
    }

    /// Returns the distance between two bodies within which they turn for each other.
    pub(super) fn sight(&self, speed: f64) -> f64 {
        speed * self.horizon
    }
}
