//! Worlds that change under agents, by oracles that know nothing of how it is found out.

mod bounds;
mod first;
mod ground;
mod ground_goals;
mod other_kind;
mod path_watcher;
mod pushed;
mod replanner;
mod shared;
mod shared_memory;
mod smooth;
mod streaming;
mod verdicts;
mod worlds;
