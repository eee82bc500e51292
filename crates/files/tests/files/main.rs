//! All formats from outside. Files of other programs are made by those programs or by public writers: `fixtures` says
//! how.

#![cfg_attr(
    feature = "all",
    expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")
)]

mod compressed;
#[cfg(feature = "all")]
mod damaged;
#[cfg(feature = "all")]
mod dialects;
#[cfg(feature = "all")]
mod export;
mod files;
#[cfg(feature = "all")]
mod fixtures;
#[cfg(feature = "all")]
mod heights;
mod hostile;
mod laws;
#[cfg(feature = "all")]
mod memory;
#[cfg(feature = "all")]
mod mesh;
#[cfg(feature = "all")]
mod mesh_text;
#[cfg(feature = "all")]
mod minecraft;
#[cfg(feature = "all")]
mod npy;
#[cfg(feature = "all")]
mod octomap;
#[cfg(feature = "all")]
mod origin;
#[cfg(feature = "all")]
mod pairs;
#[cfg(feature = "all")]
mod ply;
#[cfg(feature = "all")]
mod points;
#[cfg(feature = "all")]
mod ros;
#[cfg(feature = "all")]
mod sides;
#[cfg(feature = "all")]
mod structures;
mod traces;
#[cfg(feature = "all")]
mod volumes;
#[cfg(feature = "all")]
mod vox;
