//! Arguments as values of the library, and its answers as arrays and types of Python.

pub(crate) mod agent;
pub(crate) mod answers;
pub(crate) mod arrays;
pub(crate) mod cells;
pub(crate) mod numbers;
pub(crate) mod path;
pub(crate) mod specs;
