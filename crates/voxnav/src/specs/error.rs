//! Errors of specs.

use voxnav_occupancy::MaterialError;
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
    /// A name is none of the known ones.
    #[error("`{field}`: {reason}")]
    Name {
        /// The name of the field.
        field: Box<str>,
        /// The known names.
        reason: Box<str>,
    },
    /// A number is not in the range of its field.
    #[error("`{field}` is {number}, but must be from 0 to {most}")]
    Range {
        /// The name of the field.
        field: &'static str,
        /// The refused number.
        number: f64,
        /// The largest number there.
        most: f64,
    },
    /// A factor of the optimum is out of range.
    #[error("`within`: {0}")]
    Weight(#[from] WeightError),
    /// A factor on costs is out of range.
    #[error("`{field}`: {error}")]
    Factor {
        /// The name of the field.
        field: &'static str,
        /// The reason.
        error: MaterialError,
    },
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
        | Self::Name { field, .. } = &mut self
            && !outer.is_empty()
        {
            *field = [outer, ".", field].concat().into();
        }
        self
    }
}

/// Returns a number from 0 to a largest one, or an error that names its field.
#[inline(never)]
pub(super) fn in_range(field: &'static str, number: f64, most: f64) -> Result<f64, SpecError> {
    if (0.0..=most).contains(&number) {
        Ok(number)
    } else {
        Err(SpecError::Range {
            field,
            number,
            most,
        })
    }
}
