//! Values by name: what is read and written of enums.

use std::str::FromStr;

use voxnav_occupancy::{Axis, Baking, Heading, Sign, Support, UnknownPolicy};
use voxnav_search::{
    Algorithm, Compass, CornerRule, Hazards, Heuristic, Locomotion, MoveSet, TieBreaking, Wading,
};

use super::error::SpecError;
use super::value::{At, SpecValue};

/// A type whose values have names that people write.
pub(super) trait Named: Copy {
    /// Returns the value of a name in lower case.
    fn of_name(name: &str) -> Result<Self, String>;

    #[cfg(feature = "serde")]
    /// Returns the name of the value.
    fn name(self) -> String;
}

impl At<'_> {
    /// Reads a value by its name.
    #[inline(never)]
    pub(super) fn named<T: Named>(self) -> Result<T, SpecError> {
        T::of_name(&self.name_or_number()?).map_err(|reason| self.refused(reason))
    }

    /// Reads a name in lower case, or a number that is one, such as that of a set of moves.
    #[inline(never)]
    fn name_or_number(self) -> Result<String, SpecError> {
        match self.value {
            SpecValue::Text(name) => Ok(name.trim().to_ascii_lowercase()),
            SpecValue::Whole(number) => Ok(number.to_string()),
            _ => Err(self.expected("a name")),
        }
    }
}

/// Gives types names: those of a list by which values are written, and others that are read, too, with their places in it.
macro_rules! names {
    ($($type:ty, $kind:literal, [$($name:literal => $value:expr),+ $(,)?], [$($other:literal => $place:literal),*];)+) => {$(
        impl Named for $type {
            fn of_name(name: &str) -> Result<Self, String> {
                let place = place($kind, name, &[$($name),+], &[$(($other, $place)),*])?;
                Ok([$($value),+][place])
            }

            #[cfg(feature = "serde")]
            fn name(self) -> String {
                let place = [$($value),+].iter().position(|value| *value == self);
                place.map_or_else(String::new, |place| [$($name),+][place].to_owned())
            }
        }
    )+};
}

/// Returns the place of a name in a list.
#[inline(never)]
fn place(
    kind: &str,
    name: &str,
    names: &[&str],
    others: &[(&str, usize)],
) -> Result<usize, String> {
    let other = || others.iter().find(|(other, _)| *other == name);
    let found = names.iter().position(|known| *known == name);
    let found = found.or_else(|| Some(other()?.1));
    found.ok_or_else(|| unknown(kind, name, names))
}

names! {
    UnknownPolicy, "policy for unknown cells", [
        "blocked" => Self::Blocked,
        "free" => Self::Free,
        "stop at boundary" => Self::StopAtBoundary,
    ], ["stop" => 2, "stopatboundary" => 2];
    Baking, "baking", [
        "swept" => Self::Swept,
        "centers" => Self::Centers,
    ], [];
    Support, "support", [
        "center" => Self::Center,
        "whole" => Self::Whole,
        "any" => Self::Any,
        "slope" => Self::Slope,
    ], [];
    Compass, "compass", [
        "eight" => Self::Eight,
        "four" => Self::Four,
    ], ["8" => 0, "4" => 1];
    Wading, "rule for liquids", [
        "refused" => Self::Refused,
        "allowed" => Self::Allowed,
    ], [];
    Hazards, "rule for hazards", [
        "avoided" => Self::Avoided,
        "entered" => Self::Entered,
    ], [];
    Heading, "direction of up", [
        "x" => along(Axis::X, Sign::Positive),
        "y" => along(Axis::Y, Sign::Positive),
        "z" => along(Axis::Z, Sign::Positive),
        "-x" => along(Axis::X, Sign::Negative),
        "-y" => along(Axis::Y, Sign::Negative),
        "-z" => along(Axis::Z, Sign::Negative),
    ], ["+x" => 0, "+y" => 1, "+z" => 2];
}

const fn along(axis: Axis, sign: Sign) -> Heading {
    Heading { axis, sign }
}

#[inline(never)]
fn unknown(kind: &str, name: &str, names: &[&str]) -> String {
    format!(
        "no {kind} is called `{name}`; there are {}",
        names.join(", ")
    )
}

/// Gives types the names that they have as text.
macro_rules! texts {
    ($($type:ty),+) => {$(
        impl Named for $type {
            fn of_name(name: &str) -> Result<Self, String> {
                Self::from_str(name).map_err(|error| error.to_string())
            }

            #[cfg(feature = "serde")]
            fn name(self) -> String {
                self.to_string()
            }
        }
    )+};
}

texts!(Algorithm, CornerRule, Heuristic, MoveSet, TieBreaking);

/// Ready-made abilities by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Preset(usize);

impl Preset {
    /// Returns the abilities.
    pub(super) fn made(self) -> Locomotion {
        let (_, made) = Locomotion::PRESETS[self.0];
        made()
    }
}

impl Named for Preset {
    fn of_name(name: &str) -> Result<Self, String> {
        let names = Locomotion::PRESETS.map(|(name, _)| name);
        place("preset", name, &names, &[]).map(Self)
    }

    #[cfg(feature = "serde")]
    fn name(self) -> String {
        Locomotion::PRESETS[self.0].0.to_owned()
    }
}
