//! Routes, one or many, at once or in slices.

pub(in crate::routes) mod parallel;
pub(in crate::routes) mod route;
pub(in crate::routes) mod scheduler;
pub(in crate::routes) mod search;
