//! The error for a world that cannot be generated.

use glam::IVec3;
use thiserror::Error;
use voxnav_occupancy::{MaterialError, OccupancyError};

/// Error for a world that cannot be generated.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum WorldError {
    /// A side of the world is zero or negative.
    #[error("a world needs at least one cell along each axis, not {} x {} x {}", size.x, size.y, size.z)]
    SideNotPositive {
        /// The size asked for, in cells.
        size: IVec3,
    },
    /// The world spans more chunks than [`MAX_CHUNKS`](crate::MAX_CHUNKS).
    #[error(
        "a world of {} x {} x {} cells spans {chunks} chunks of 64 x 64 x 64 cells, more than {limit}",
        size.x, size.y, size.z
    )]
    TooLarge {
        /// The size asked for, in cells.
        size: IVec3,
        /// The chunks that it spans.
        chunks: u128,
        /// The most chunks that a world may span.
        limit: u128,
    },
    /// Making the world layer by layer takes more memory than
    /// [`MAX_STREAM_MEMORY`](crate::MAX_STREAM_MEMORY).
    #[error(
        "a world of {} x {} x {} cells takes {bytes} bytes of memory to make, more than {limit}",
        size.x, size.y, size.z
    )]
    TooLargeToStream {
        /// The size asked for, in cells.
        size: IVec3,
        /// The memory that it takes, in bytes.
        bytes: u128,
        /// The most that it may take.
        limit: u128,
    },
    /// A random world was to have more than 100 % of its cells occupied.
    #[error("{percent} % of the cells cannot be occupied; give 0 to 100")]
    PercentAbove100 {
        /// The percentage asked for.
        percent: u8,
    },
    /// The caller's token was set before the world was made; see
    /// [`generate_until`](crate::generate_until).
    #[error("the making of the world was cancelled")]
    Cancelled,
    /// The occupancy refused what the generator wrote.
    #[error(transparent)]
    Occupancy(#[from] OccupancyError),
    /// The palette refused a material of the generator.
    #[error(transparent)]
    Material(#[from] MaterialError),
}
