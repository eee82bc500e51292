//! Worlds that change under agents, by oracles that know nothing of how it is found out.

mod ground;
mod pursuit;
mod replanner;
mod shared;
mod streaming;
mod watch;
mod worlds;
