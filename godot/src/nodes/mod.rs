//! The nodes: they pass on what Godot says, and decide nothing.

#![expect(
    missing_docs,
    reason = "macros make methods that read and write what is exported"
)]
#![expect(clippy::needless_pass_by_value, reason = "Godot passes nodes by value")]

mod agent;
mod colliders;
mod questions;
mod world;

use godot::builtin::{Quaternion, Vector3};
use voxnav::glam::{DQuat, DVec3};

pub use agent::VoxnavAgent3D;
pub use world::VoxnavWorld3D;

// Godot has y up and is right-handed; the library computes with the numbers alone, so they stay as they are.

/// Returns a position as the library has it.
fn position(at: Vector3) -> DVec3 {
    DVec3::new(at.x.into(), at.y.into(), at.z.into())
}

/// Returns a position as Godot has it.
#[expect(
    clippy::cast_possible_truncation,
    reason = "Godot's positions are in single precision"
)]
fn vector(at: DVec3) -> Vector3 {
    Vector3::new(at.x as f32, at.y as f32, at.z as f32)
}

/// Returns a rotation as the library has it, of length 1 in double precision.
fn rotation(of: Quaternion) -> DQuat {
    let rotation = DQuat::from_xyzw(of.x.into(), of.y.into(), of.z.into(), of.w.into());
    if rotation.length_squared() > 0.0 {
        rotation.normalize()
    } else {
        DQuat::IDENTITY
    }
}
