//! Files of text: their lines, and what a misspelled name may have meant.

pub(crate) mod lines;
pub(crate) mod suggestion;
#[cfg(any(feature = "posthoc", feature = "ros"))]
pub(crate) mod yaml;
