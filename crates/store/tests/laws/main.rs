//! Laws of files, in random worlds, through the public interface.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod damage;
mod derived;
mod on_demand;
#[path = "../../src/root_order.rs"]
mod root_order;
mod saving;
mod sound;
mod worlds;
