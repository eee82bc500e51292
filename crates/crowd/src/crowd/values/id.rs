//! The ids of agents.

use std::fmt;

/// The id of an agent of a crowd. Ids are not given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CrowdAgentId(pub(in crate::crowd) u32);

impl CrowdAgentId {
    /// Returns the id as a number, which is the same for the same sequence of calls.
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// Returns the id of a number that [`to_bits`](Self::to_bits) gave, in the same crowd.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Display for CrowdAgentId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
