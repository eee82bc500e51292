//! Errors of crowds as bytes.

use crate::crowd::values::error::CrowdError;
use crate::crowd::values::id::CrowdAgentId;

/// Error for a crowd that cannot be saved, or bytes that no crowd wrote.
///
/// ```
/// use voxnav_crowd::crowd::{Crowd, CrowdSettings, SavedError};
///
/// let refused = Crowd::from_bytes(b"nothing", CrowdSettings::default());
/// assert_eq!(refused.err(), Some(SavedError::NoCrowd));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// An agent follows a joint plan, which is not saved.
    #[error("agent {id} follows a joint plan: save the crowd before or after")]
    Planned {
        /// The agent.
        id: CrowdAgentId,
    },
    /// An agent is sent to cells, which are not saved.
    #[error("agent {id} is sent to cells: send it to positions, or save it yourself")]
    Cells {
        /// The agent.
        id: CrowdAgentId,
    },
    /// The first bytes are others.
    #[error("this is not a saved crowd: its first bytes are others")]
    NoCrowd,
    /// A later version of voxnav wrote the bytes.
    #[error("the crowd has version {version}, and the newest known is {known}")]
    Version {
        /// The version of the bytes.
        version: u16,
        /// The newest that is read.
        known: u16,
    },
    /// The checksum is that of other bytes.
    #[error("the checksum of the crowd is wrong: bytes are missing or were changed")]
    Checksum,
    /// The bytes end within a value, or go on after the last.
    #[error("the crowd ends at byte {at}, within a value or before the last byte")]
    Length {
        /// The place in the bytes.
        at: usize,
    },
    /// A byte that reports which of a few kinds follows says none.
    #[error("{kind} is no kind of {of}, at byte {at}")]
    Kind {
        /// The byte as read.
        kind: u8,
        /// The name of what it says the kind of.
        of: &'static str,
        /// The place in the bytes.
        at: usize,
    },
    /// The ids of agents do not rise, or are not below the next.
    #[error("agent {id} is out of order")]
    Order {
        /// The agent.
        id: CrowdAgentId,
    },
    /// A formation has a leader or a follower that is missing, or in another one, or follows no one.
    #[error("the formation that agent {leader} leads has agents that do not follow")]
    Formation {
        /// The leader.
        leader: CrowdAgentId,
    },
    /// The body of an agent is not described, where a description is asked for.
    #[error("the body of agent {id} is not described: the crowd was saved without its bodies")]
    Undescribed {
        /// The agent.
        id: CrowdAgentId,
    },
    /// An agent or a neighbor could not be added to a crowd.
    #[error("{source}")]
    Crowd {
        /// The reason.
        #[from]
        source: CrowdError,
    },
}
