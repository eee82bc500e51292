//! Failures of calls: a code for programs and a text for people.

use std::fmt::Display;

/// The reason why a call did nothing.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) message: String,
}

/// The kind of a failure. The numbers are those of `errors.ts`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Code {
    /// An argument is none that the call takes.
    Argument = 1,
    /// A handle is of a thing that was freed, or of none.
    Stale = 2,
    /// Something does not fit the memory or the range of numbers that there is.
    TooLarge = 3,
    /// The bytes are no file of the format.
    File = 4,
    /// The module is in the middle of a call.
    Busy = 5,
}

/// The answer of whatever may fail.
pub(crate) type Answer<T = ()> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(code: Code, message: impl Display) -> Self {
        let message = message.to_string();
        Self { code, message }
    }

    /// Describes what is wrong with an argument.
    pub(crate) fn argument(argument: &str, reason: impl Display) -> Self {
        Self::new(Code::Argument, format_args!("`{argument}`: {reason}"))
    }
}

/// Errors of the library, which are about an argument.
pub(crate) trait Blamed<T> {
    /// Blames an argument for an error.
    fn blamed(self, argument: &str) -> Answer<T>;
}

impl<T, E: Display> Blamed<T> for Result<T, E> {
    fn blamed(self, argument: &str) -> Answer<T> {
        self.map_err(|error| Failure::argument(argument, error))
    }
}

#[cfg(feature = "whole")]
impl From<voxnav_crowd::crowd::SavedError> for Failure {
    fn from(error: voxnav_crowd::crowd::SavedError) -> Self {
        Self::new(Code::File, error)
    }
}
