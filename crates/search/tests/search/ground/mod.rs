//! Movement on the ground: each rule as a small scene drawn from the side, and laws in random worlds.

mod extremes;
mod guided;
mod laws;
mod links;
mod presets;
mod queries;
mod refusals;
mod remedies;
mod rules;
mod scene;
mod scenes;
mod scheduled;
