//! The views that agents have of the world, and what is asked of them alone.

pub(in crate::routes) mod flight_view;
pub(in crate::routes) mod ground_view;
pub(in crate::routes) mod kind;
pub(in crate::routes) mod places;
pub(in crate::routes) mod reach;
pub(crate) mod surroundings;
pub(in crate::routes) mod view;
