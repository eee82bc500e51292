//! Lower bounds on the cost that remains to a goal, before a search: by the offset (`estimate.rs`)
//! and by landmarks (`landmarks.rs`); or the proof that there is no path (`cut_off.rs`).

mod cut_off;
mod estimate;
mod landmark_table;
mod landmarks;

pub(super) use cut_off::{Flood, Reach};
pub(super) use estimate::{LinkBounds, Slopes, by_1024ths, by_factor};
pub(super) use landmark_table::LandmarkTable;
pub(super) use landmarks::{Costs, costs, least, part};
