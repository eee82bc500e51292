//! Nodes for Godot 4 by `GDExtension`: [`VoxnavWorld3D`] and [`VoxnavAgent3D`].
//!
//! | part | owns |
//! |---|---|
//! | [`shapes`] | shapes as plain values, and as shapes of the library |
//! | [`level`] | a world of shapes and the agents in it, over the library's `Crowd`; knows nothing of Godot |
//! | [`places`] | searches of an agent for places, in slices |
//! | `nodes` | the nodes, which only pass on what Godot says |
//!
//! INVARIANT: nothing here panics on what a scene holds; it is an error in Godot's console.

pub mod level;
mod nodes;
pub mod places;
pub mod shapes;

pub use nodes::{VoxnavAgent3D, VoxnavWorld3D};

use godot::init::{ExtensionLibrary, gdextension};

struct VoxnavExtension;

// SAFETY: the entry symbol that the macro exports is called by Godot alone, as `voxnav.gdextension` says.
#[allow(
    unsafe_code,
    reason = "the library's own way to declare the entry symbol"
)]
#[gdextension(entry_symbol = voxnav_godot_init)]
unsafe impl ExtensionLibrary for VoxnavExtension {}
