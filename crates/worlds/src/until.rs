//! A check whether a world under construction is still wanted.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::WorldError;

/// A token that ends the making of a world, if there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Until<'c>(Option<&'c AtomicBool>);

impl<'c> Until<'c> {
    /// The token of a world that nothing ends.
    pub(crate) const WHOLE: Self = Self(None);

    pub(crate) fn cancelled(token: &'c AtomicBool) -> Self {
        Self(Some(token))
    }

    /// Refuses to go on once the token is set. To be asked every few milliseconds at least: for each row
    /// of cells, or each thousand of something smaller.
    pub(crate) fn check(self) -> Result<(), WorldError> {
        match self.0 {
            Some(token) if token.load(Ordering::Relaxed) => Err(WorldError::Cancelled),
            _ => Ok(()),
        }
    }
}
