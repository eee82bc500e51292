//! The `.voxnav` file: worlds that load at once.
//!
//! A [`World`] is what a file holds: occupancy with unknown cells, materials, the lattice, terrain
//! weights, and what a program keeps with them. [`World::load`] and [`World::save`] are for files,
//! [`World::from_bytes`] and [`World::to_bytes`] for memory.
//!
//! - [`World::keep`] and [`World::traversability`] are for what was derived: components.
//! - [`Reader`] reads a part of a world that is larger than memory, [`Writer`] writes one part by part.
//! - [`WorldOnDemand`] answers searches over such a world, and loads the chunks that paths lead through.
//! - [`WorldFile`] stays with a file: what it saves after an edit is what changed.
//!
//! # Guarantees
//!
//! - Equal worlds give equal bytes, on every machine and however they came to be, as long as they are
//!   written whole.
//! - Every byte is under a checksum. A bit that is another, a file that is cut, another version: each
//!   is a [`ReadError`] that names the block, never a panic and never another world.
//! - Memory follows what a file contains, never what it claims.
//! - A save is whole or has not been: whatever interrupts it, the file has the world of before or that
//!   of after.
//!
//! The format is described byte by byte in the book, on the page "The .voxnav file".

mod bytes;
mod chunk;
mod derived;
mod error;
mod file;
mod layout;
mod lock;
#[doc(hidden)]
pub mod new_file;
mod on_demand;
mod plane;
mod reader;
mod root_order;
mod terrain;
mod world;
mod writer;

pub use derived::Derived;
pub use error::{Block, Flaw, ReadError, WriteError};
pub use file::{Saved, WorldFile};
pub use on_demand::{OnDemandError, WorldOnDemand};
pub use reader::Reader;
pub use world::{FileError, World};
pub use writer::Writer;

/// The version of the format that is written, and the only one that is read.
pub const FORMAT_VERSION: u32 = layout::VERSION;

/// The ending of the names of such files, without the dot.
pub const EXTENSION: &str = "voxnav";

/// The program in the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
