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
        let then = |before: Self, step| match step {
            Step::DropCollinear => Ok(before.drop_collinear()),
            Step::Simplify { tolerance } => before.simplify(tolerance),
            Step::PullString => Ok(before.pull_string()),
            Step::Shorten { tolerance } => before.shorten(tolerance),
            Step::Round { curve, reach } => before.round(curve, reach),
            Step::Space { at_most } => before.space(at_most),
        };
        stored.steps.into_iter().try_fold(Self::new(), then)
    }
}
