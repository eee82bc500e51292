//! The commands, one module each: its arguments, and a `run` that writes the result to the writer it is given.

pub(crate) mod bench;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod demo;
#[cfg(feature = "documents")]
pub(crate) mod documents;
pub(crate) mod generate;
pub(crate) mod info;
pub(crate) mod route;
pub(crate) mod solve;
pub(crate) mod together;
pub(crate) mod view;
