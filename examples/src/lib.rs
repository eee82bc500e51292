//! Short programs, each one use of voxnav. They are in `examples/`:
//!
//! - `first_path`: from nothing to a path in ten lines;
//! - `ground_agent`: walking, a ladder and an elevator, over a bridge while it stands;
//! - `spawn_and_sight`: the nearest place to stand, rays, sweeps and whether there is a way at all;
//! - `own_heuristic`: an estimate that the caller supplies, and a check of what is claimed of it;
//! - `convoy`: a crowd through doors that open and shut, recorded for the viewer;
//! - `frame_loop`: two hundred drones among blocks that move, 60 frames a second;
//! - `frame_loop_on_foot`: as many that walk, over stairs and bridges, among carts;
//! - `game`: drones and walkers in a level with stairs, a ladder, a pool and a door, saved in the middle and loaded;
//! - `warehouse`: robots that go from task to task, and never meet.
//!
//! `cargo run --release -p voxnav-examples --example first_path` runs one. Each asserts what it
//! claims; `tests/examples.rs` runs them all, as one program.

pub mod frames;
