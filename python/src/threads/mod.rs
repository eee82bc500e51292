//! Work without the global lock: on which threads, until when, and behind which locks.

pub(crate) mod interrupt;
pub(crate) mod pool;
pub(crate) mod shared;
