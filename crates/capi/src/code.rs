//! Numbers that name a value of an enum.

use std::marker::PhantomData;

use crate::error::Refusal;

/// A caller-supplied number that should name a value of an enum, as which it is declared in C.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Code<E>(i32, PhantomData<E>);

/// Enums of the interface whose values have numbers.
pub trait Numbered: Copy {
    /// Returns the number of the value.
    fn number(self) -> i32;
}

/// Enums of the interface, with what each value means in the library.
pub trait Coded: Numbered + 'static {
    /// The type in the library.
    type Meaning: Clone;
    /// The values and their meanings.
    const TABLE: &'static [(Self, Self::Meaning)];
    /// The name of the enum in messages.
    const NAME: &'static str;
}

impl<E> std::fmt::Debug for Code<E> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Code").field(&self.0).finish()
    }
}

impl<E: Coded> Code<E> {
    /// Returns the meaning of the number.
    pub(crate) fn meaning(self) -> Result<E::Meaning, Refusal> {
        let row = E::TABLE.iter().find(|(value, _)| value.number() == self.0);
        let meaning = row.map(|(_, meaning)| meaning.clone());
        meaning
            .ok_or_else(|| Refusal::argument(format!("{} is the number of no {}", self.0, E::NAME)))
    }
}

/// Returns the value of the interface that has a meaning, as a number for a struct.
pub(crate) fn code_of<E: Coded>(meaning: &E::Meaning) -> Code<E>
where
    E::Meaning: PartialEq,
{
    let row = E::TABLE.iter().find(|(_, listed)| listed == meaning);
    Code(row.map_or(-1, |(value, _)| value.number()), PhantomData)
}

impl<E: Numbered> From<E> for Code<E> {
    fn from(value: E) -> Self {
        Self(value.number(), PhantomData)
    }
}

/// Declares enums whose values are written, and never read.
macro_rules! numbered {
    ($($enum:ident),+ $(,)?) => {
        $(
            impl $crate::code::Numbered for $enum {
                fn number(self) -> i32 {
                    self as i32
                }
            }
        )+
    };
}

/// Declares what the values of an enum mean: without a word, the value of that name.
macro_rules! coded {
    (@meaning $meaning:ty, $value:ident) => {
        <$meaning>::$value
    };
    (@meaning $meaning:ty, $value:ident => $means:expr) => {
        $means
    };
    ($($enum:ident is $name:literal: $meaning:ty {
        $($value:ident $(=> $means:expr)?),+ $(,)?
    })+) => {
        $(
            impl $crate::code::Coded for $enum {
                type Meaning = $meaning;
                const TABLE: &'static [(Self, Self::Meaning)] =
                    &[$((Self::$value, $crate::code::coded!(@meaning $meaning, $value $(=> $means)?))),+];
                const NAME: &'static str = $name;
            }

            $crate::code::numbered! { $enum }
        )+
    };
}

pub(crate) use {coded, numbered};
