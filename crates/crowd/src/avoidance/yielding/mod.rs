//! Bodies that make way: they turn aside, push what is in their way, and get out of narrow places.

pub(super) mod aside;
pub(super) mod escape;
pub(super) mod pace;
pub(super) mod push;
