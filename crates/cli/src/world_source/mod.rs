//! Worlds, with their problems: the files and generators that they come from, and the files that they go to.

pub(crate) mod cost_options;
pub(crate) mod import_options;
pub(crate) mod map_file;
pub(crate) mod map_writer;
pub(crate) mod path_export;
pub(crate) mod problems;
pub(crate) mod scenario_file;
pub(crate) mod trace_file;
