//! What is left to a goal, before it is searched: at least so much, by the offset (`estimate.rs`) and by
//! landmarks (`landmarks.rs`); or that there is no way (`cut_off.rs`).

mod cut_off;
mod estimate;
mod landmarks;

pub(super) use cut_off::{Flood, Reach};
pub(super) use estimate::{LinkBounds, Slopes, by_1024ths, by_factor};
pub(super) use landmarks::{Costs, GroundLandmarks};
