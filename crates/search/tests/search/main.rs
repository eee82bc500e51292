//! Searches against naive oracles and under the laws that hold for them, in random worlds.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking, and tell seeds"
)]

mod against_oracle;
mod any_angle;
mod anytime;
mod batch;
mod bounded_work;
mod corridors;
mod cost_range;
mod drawn;
mod effort;
mod ends_of_range;
mod engine;
mod estimates;
mod estimators;
mod far_ends;
mod field_updates;
mod fields;
mod footprint;
mod goals;
mod ground;
mod ground_against_oracle;
mod ground_backwards;
mod ground_even;
mod ground_oracle;
mod ground_terrain;
mod ground_unknown;
mod heavy_terrain;
mod jump_index;
mod labels;
mod landmarks;
mod limits;
mod long_searches;
mod noise;
mod oracle;
mod partial;
mod planes;
mod portals;
mod scheduler;
mod solved;
mod steps;
mod symmetry;
mod unknown;
mod unknown_ties;
