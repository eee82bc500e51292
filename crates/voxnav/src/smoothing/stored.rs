//! Smoothings as they are read back: by [`serde`], with the feature of that name.

use serde::Deserialize;

use super::steps::{Smoothing, SmoothingError, Step};

/// A chain of steps as it is written.
#[derive(Deserialize)]
pub(super) struct StoredSmoothing {
    steps: Vec<Step>,
}

impl TryFrom<StoredSmoothing> for Smoothing {
    type Error = SmoothingError;

    fn try_from(stored: StoredSmoothing) -> Result<Self, SmoothingError> {
        stored
            .steps
            .into_iter()
            .try_fold(Self::new(), Self::checked)
    }
}
