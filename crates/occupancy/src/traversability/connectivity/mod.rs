//! Which cells can reach each other: labels within chunks, and the components that they form.

pub(crate) mod components;
pub(crate) mod labels;

pub(crate) use components::Components;
pub use components::{Component, Unlabelled};
