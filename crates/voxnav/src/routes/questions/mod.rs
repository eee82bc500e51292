//! Questions for routes: where to, with which options, and the cells at their ends.

pub(in crate::routes) mod destination;
pub(in crate::routes) mod ends;
pub(in crate::routes) mod flying;
pub(in crate::routes) mod keep_away;
pub(in crate::routes) mod near;
pub(in crate::routes) mod options;
pub(in crate::routes) mod question;
pub(in crate::routes) mod setting_out;
pub(crate) mod sides;
pub(in crate::routes) mod stand;
