//! Changes of the abilities of a preset.

use super::error::SpecError;
use super::value::{At, SpecValue};

/// A change of an ability that a preset may have.
///
/// ```
/// use voxnav::specs::{LocomotionSpec, Override, SpecValue};
///
/// let text = SpecValue::Map(vec![("climb".into(), SpecValue::Nothing), ("fly".into(), SpecValue::Number(3.5))]);
/// let spec = LocomotionSpec::read(&text)?;
/// assert_eq!((spec.walk, spec.climb, spec.fly), (Override::Keep, Override::Remove, Override::Set(3.5)));
/// # Ok::<(), voxnav::specs::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Override<T> {
    /// The ability is as in the preset: it is left out, or `true`.
    #[default]
    Keep,
    /// The agent lacks the ability: `null`, or `false`.
    Remove,
    /// The agent has the ability.
    Set(T),
}

impl<T> Override<T> {
    /// Changes an ability.
    pub(super) fn change<A>(
        self,
        ability: &mut Option<A>,
        made: impl FnOnce(T) -> Result<A, SpecError>,
    ) -> Result<(), SpecError> {
        match self {
            Self::Keep => {}
            Self::Remove => *ability = None,
            Self::Set(value) => *ability = Some(made(value)?),
        }
        Ok(())
    }

    /// Reads an ability, or that there is none.
    pub(super) fn read<'v>(
        at: At<'v>,
        read: impl FnOnce(At<'v>) -> Result<T, SpecError>,
    ) -> Result<Self, SpecError> {
        match at.value {
            SpecValue::Nothing | SpecValue::Flag(false) => Ok(Self::Remove),
            SpecValue::Flag(true) => Ok(Self::Keep),
            _ => read(at).map(Self::Set),
        }
    }
}
