//! Reports while a command runs and in its end: text that fits the terminal, the effort of a search, progress.

pub(crate) mod effort;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod summary;
