//! Routes: one, many at once, compared, followed while the world changes, and what is on the way to them.

pub(crate) mod batch;
pub(crate) mod comparison;
pub(crate) mod field;
pub(crate) mod ground;
pub(crate) mod places;
pub(crate) mod replanner;
pub(crate) mod requests;
pub(crate) mod table;
pub(crate) mod trajectory;
pub(crate) mod view;
