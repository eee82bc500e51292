//! Apps without a window that run by ticks, as a game would see the plugin.

mod arrive;
mod harness;
