//! Ticks of the crowds, and what becomes of them in components and events.

mod plan;
mod steer;

pub(crate) use plan::{avoid, plan, send_away, tell};
pub(crate) use steer::steer;
