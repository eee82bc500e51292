//! Values of specs, whatever format they are read from.

use super::error::SpecError;

// What reads a value is compiled once, and not again for each field; what reads a spec is inline, so that it is compiled as
// whoever reads specs is, by size for browsers, whose modules are fetched whole.

/// A value of a spec, as the reader of any format has it: JSON, TOML, or what another language hands over.
///
/// ```
/// use voxnav::specs::{AgentSpec, SpecValue};
///
/// let size = SpecValue::List(vec![SpecValue::Whole(1), SpecValue::Number(1.8), SpecValue::Whole(1)]);
/// let agent = AgentSpec::read(&SpecValue::Map(vec![("size".into(), size)]))?;
/// assert_eq!(agent.size.y, 1.8);
/// # Ok::<(), voxnav::specs::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum SpecValue {
    /// The value `null`.
    Nothing,
    /// True or false.
    Flag(bool),
    /// A whole number from 0 up.
    Whole(u64),
    /// Any other number.
    Number(f64),
    /// A name.
    Text(Box<str>),
    /// A list.
    List(Vec<SpecValue>),
    /// Fields with their values.
    Map(Vec<(Box<str>, SpecValue)>),
}

/// A value with the name of its field, for errors.
#[derive(Clone, Copy)]
pub(super) struct At<'v> {
    pub(super) name: &'v str,
    pub(super) value: &'v SpecValue,
}

impl<'v> At<'v> {
    /// Returns the error of a value that is something else.
    #[inline(never)]
    pub(super) fn expected(self, expected: &'static str) -> SpecError {
        let name = if self.name.is_empty() {
            "spec"
        } else {
            self.name
        };
        SpecError::Kind {
            field: name.into(),
            expected,
        }
    }

    /// Returns the error of a field that there is not.
    pub(super) fn unknown<T>(self) -> Result<T, SpecError> {
        Err(SpecError::Unknown {
            field: self.name.into(),
        })
    }

    #[inline(never)]
    pub(super) fn flag(self) -> Result<bool, SpecError> {
        match self.value {
            SpecValue::Flag(flag) => Ok(*flag),
            _ => Err(self.expected("true or false")),
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "what is out of range stays out of range"
    )]
    #[inline(never)]
    pub(super) fn number(self) -> Result<f64, SpecError> {
        match self.value {
            SpecValue::Whole(number) => Ok(*number as f64),
            SpecValue::Number(number) => Ok(*number),
            _ => Err(self.expected("a number")),
        }
    }

    /// Reads a number from 0 to a largest one.
    #[inline(never)]
    pub(super) fn within(self, most: f64) -> Result<f64, SpecError> {
        let number = self.number()?;
        if (0.0..=most).contains(&number) {
            return Ok(number);
        }
        let field = self.name.into();
        Err(SpecError::Range {
            field,
            number,
            most,
        })
    }

    /// Reads a whole number from 0 to as many as a type holds.
    pub(super) fn whole<T: TryFrom<u64>>(self) -> Result<T, SpecError> {
        let narrow = self.any_whole().and_then(|whole| T::try_from(whole).ok());
        narrow.ok_or_else(|| self.expected("a whole number within its range"))
    }

    #[inline(never)]
    fn any_whole(self) -> Option<u64> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            clippy::float_cmp,
            reason = "checked on the same line"
        )]
        match self.value {
            SpecValue::Whole(number) => Some(*number),
            SpecValue::Number(number) => {
                Some(*number as u64).filter(|whole| *whole as f64 == *number)
            }
            _ => None,
        }
    }

    /// Reads what may be nothing.
    pub(super) fn option<T>(
        self,
        read: impl FnOnce(Self) -> Result<T, SpecError>,
    ) -> Result<Option<T>, SpecError> {
        match self.value {
            SpecValue::Nothing => Ok(None),
            _ => read(self).map(Some),
        }
    }

    /// Reads an ability: nothing and false take it away, true keeps it.
    pub(super) fn ability<T>(
        self,
        kept: Option<T>,
        read: impl FnOnce(Self) -> Result<T, SpecError>,
    ) -> Result<Option<T>, SpecError> {
        match self.value {
            SpecValue::Nothing | SpecValue::Flag(false) => Ok(None),
            SpecValue::Flag(true) => Ok(kept),
            _ => read(self).map(Some),
        }
    }

    /// Returns the value of a field inside that has to be there.
    pub(super) fn needed<T>(self, field: &str, value: Option<T>) -> Result<T, SpecError> {
        value.ok_or_else(|| {
            SpecError::Missing {
                field: field.into(),
            }
            .inside(self.name)
        })
    }

    /// Returns the error of a value that there cannot be.
    #[inline(never)]
    pub(super) fn refused(self, reason: String) -> SpecError {
        SpecError::Refused {
            field: self.name.into(),
            reason: reason.into(),
        }
    }

    /// Reads a list of numbers. A map whose names are places is one, too.
    #[inline(never)]
    pub(super) fn numbers(self) -> Result<Vec<f64>, SpecError> {
        let number = |value| At { value, ..self }.number();
        match self.value {
            SpecValue::List(list) => list.iter().map(number).collect(),
            SpecValue::Map(fields) => {
                let in_place =
                    |(place, (name, _)): (usize, &(Box<str>, _))| name.parse() == Ok(place);
                if !fields.iter().enumerate().all(in_place) {
                    return Err(self.expected("a list of numbers"));
                }
                fields.iter().map(|(_, value)| number(value)).collect()
            }
            _ => Err(self.expected("a list of numbers")),
        }
    }

    /// Hands out the fields of a map, which names those inside in its errors.
    pub(super) fn fields(
        self,
        mut read: impl FnMut(At<'v>) -> Result<(), SpecError>,
    ) -> Result<(), SpecError> {
        let SpecValue::Map(fields) = self.value else {
            return Err(self.expected("a map of fields"));
        };
        for (name, value) in fields {
            read(At { name, value }).map_err(|error| error.inside(self.name))?;
        }
        Ok(())
    }
}
