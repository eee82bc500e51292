//! Errors of specs.

use voxnav_search::{LocomotionError, WeightError};

use crate::RouteError;

/// The reason why a spec describes nothing that can be.
///
/// ```
/// use voxnav::specs::{RouteSpec, SpecError};
///
/// let spec = RouteSpec { within: 0.5, ..RouteSpec::default() };
/// assert!(matches!(spec.options(), Err(SpecError::Weight(_))));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No field has this name.
    #[error("there is no field `{field}`")]
    Unknown {
        /// The name, after those of the fields that it is inside of.
        field: Box<str>,
    },
    /// A field that is needed is left out.
    #[error("the field `{field}` is missing")]
    Missing {
        /// The name, after those of the fields that it is inside of.
        field: Box<str>,
    },
    /// A value is of another kind.
    #[error("`{field}` is not {expected}")]
    Kind {
        /// The name of the field.
        field: Box<str>,
        /// The kind of its values.
        expected: &'static str,
    },
    /// A value is none that there can be.
    #[error("`{field}`: {reason}")]
    Refused {
        /// The name of the field.
        field: Box<str>,
        /// The reason, with the names that there are where it is a name.
        reason: Box<str>,
    },
    /// A number is not in the range of its field.
    #[error("`{field}` is {number}, but must be from 0 to {most}")]
    Range {
        /// The name of the field.
        field: Box<str>,
        /// The refused number.
        number: f64,
        /// The largest number there.
        most: f64,
    },
    /// A factor of the optimum is out of range.
    #[error("`within`: {0}")]
    Weight(#[from] WeightError),
    /// The room to keep from what blocks is none.
    #[error("`keep_away`: {0}")]
    KeepAway(Box<RouteError>),
    /// The abilities are contradictory or out of range.
    #[error(transparent)]
    Locomotion(#[from] LocomotionError),
}

impl SpecError {
    /// Puts the name of the field around before that of the error.
    #[inline(never)]
    pub(super) fn inside(mut self, outer: &str) -> Self {
        if let Self::Unknown { field }
        | Self::Missing { field }
        | Self::Kind { field, .. }
        | Self::Refused { field, .. }
        | Self::Range { field, .. } = &mut self
            && !outer.is_empty()
        {
            *field = [outer, ".", field].concat().into();
        }
        self
    }
}
