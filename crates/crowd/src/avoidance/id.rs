//! Ids of bodies.

use std::fmt;

/// The id of a body of one [`Avoidance`](super::Avoidance). Ids of removed bodies are not used again.
///
/// ```
/// use voxnav_crowd::avoidance::{Avoidance, Body, Settings};
///
/// let mut crowd = Avoidance::new(Settings::default());
/// let first = crowd.add(Body::ball(0.5, [0.0; 3]))?;
/// crowd.remove(first)?;
/// let second = crowd.add(Body::ball(0.5, [0.0; 3]))?;
/// assert_ne!(first, second);
/// assert!(crowd.position(first).is_err());
/// # Ok::<(), voxnav_crowd::avoidance::AvoidanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId {
    pub(super) generation: u32,
    pub(super) place: u32,
}

impl fmt::Display for BodyId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "body {}.{}", self.place, self.generation)
    }
}
