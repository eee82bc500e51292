//! Names for the agents of a navigator.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use voxnav_occupancy::arena::CollectionNumber;

/// The id of one agent of one [`Navigator`](super::Navigator). An id is never given out again.
///
/// Another navigator refuses it ([`NavigatorError::UnknownAgent`](super::NavigatorError::UnknownAgent)). A navigator that
/// was loaded takes ids by their numbers alone, so those from before it was saved are valid. Else only ids made from
/// numbers cannot be told apart that way: the number is the same for the same sequence of calls, whatever other
/// navigators there are, and ids compare by it alone.
///
/// ```
/// use voxnav::{Agent, Navigator, NavigatorError, glam::Vec3};
///
/// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
/// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
/// assert!(navigator.find_route(drone, [1.0; 3], [5.0; 3])?.is_found());
/// navigator.remove_agent(drone)?;
/// let gone = navigator.find_route(drone, [1.0; 3], [5.0; 3]);
/// assert_eq!(gone, Err(NavigatorError::UnknownAgent { id: drone.to_bits() }));
/// # Ok::<(), NavigatorError>(())
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy)]
#[cfg_attr(feature = "serde", serde(from = "u32", into = "u32"))]
pub struct AgentId {
    number: u32,
    /// The navigator of the id; `None` for an id made from a number.
    navigator: Option<CollectionNumber>,
}

impl AgentId {
    pub(in crate::navigator) const fn of(navigator: CollectionNumber, number: u32) -> Self {
        Self {
            number,
            navigator: Some(navigator),
        }
    }

    /// Returns whether the id may be one of a navigator; `None` for one that takes all.
    pub(super) fn is_of(self, navigator: Option<CollectionNumber>) -> bool {
        let (own, navigator) = (self.navigator, navigator);
        own.is_none_or(|own| navigator.is_none_or(|it| it == own))
    }

    /// Returns the id as a number, for engines that keep numbers.
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.number
    }

    /// Returns the id that [`AgentId::to_bits`] gave the number for. Any navigator with an agent of that
    /// number takes it for its own.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self {
            number: bits,
            navigator: None,
        }
    }
}

impl fmt::Debug for AgentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AgentId").field(&self.number).finish()
    }
}

impl PartialEq for AgentId {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for AgentId {}

impl PartialOrd for AgentId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for AgentId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number.cmp(&other.number)
    }
}

impl Hash for AgentId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl From<u32> for AgentId {
    fn from(bits: u32) -> Self {
        Self::from_bits(bits)
    }
}

impl From<AgentId> for u32 {
    fn from(id: AgentId) -> Self {
        id.to_bits()
    }
}
