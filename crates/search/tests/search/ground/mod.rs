//! Movement on the ground: each rule as a small scene drawn from the side, and what agents lack for a way.

mod extremes;
mod guided;
mod improving;
mod links;
mod presets;
mod queries;
mod refusals;
mod remedies;
mod rules;
mod scene;
mod scenes;
mod scheduled;
