//! The reason why a line, or a whole file, is no request.

/// The reason in words: an error row has it, and the error that ends a run.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Malformed(pub(super) String);

impl Malformed {
    /// Refuses a line.
    pub(super) fn because<T>(reason: impl Into<String>) -> Result<T, Self> {
        Err(Self(reason.into()))
    }
}
