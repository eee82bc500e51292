//! Names for the agents of a navigator.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use voxnav_occupancy::arena::CollectionNumber;
use voxnav_search::Flight;

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
///
/// It says how the agent moves: `AgentId<Flight>`, in short `AgentId`, or `AgentId<Ground>`.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "u32", into = "u32", bound = ""))]
pub struct AgentId<M = Flight> {
    number: u32,
    /// The navigator of the id; `None` for an id made from a number.
    navigator: Option<CollectionNumber>,
    moves: PhantomData<fn() -> M>,
}

impl<M> AgentId<M> {
    pub(in crate::navigator) const fn of(navigator: CollectionNumber, number: u32) -> Self {
        Self {
            number,
            navigator: Some(navigator),
            moves: PhantomData,
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
            moves: PhantomData,
        }
    }
}

impl<M> Clone for AgentId<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for AgentId<M> {}

impl<M> fmt::Debug for AgentId<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AgentId").field(&self.number).finish()
    }
}

impl<M> PartialEq for AgentId<M> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl<M> Eq for AgentId<M> {}

impl<M> PartialOrd for AgentId<M> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<M> Ord for AgentId<M> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number.cmp(&other.number)
    }
}

impl<M> Hash for AgentId<M> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl<M> From<u32> for AgentId<M> {
    fn from(bits: u32) -> Self {
        Self::from_bits(bits)
    }
}

impl<M> From<AgentId<M>> for u32 {
    fn from(id: AgentId<M>) -> Self {
        id.to_bits()
    }
}
