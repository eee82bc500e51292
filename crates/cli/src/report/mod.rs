//! Reports while a command runs and in its end: text that fits the terminal, legs of paths, progress.

pub(crate) mod leg;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod summary;
