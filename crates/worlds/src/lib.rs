//! Procedural voxel worlds from a seed: caves, mazes, rooms, towers, terrain, noise.
//!
//! Benchmarks, tests and examples need worlds that can be rebuilt. [`generate`] makes one from a kind, a size and a
//! seed, [`WorldStream`] one that is larger than memory, and [`random_free_cells`] draws places in it. Where searches
//! are measured there, [`random_order`] returns the order of turns, [`Distribution`] sums up what was measured, and
//! [`figures`] writes it.
//!
//! # Guarantees
//! Equal arguments give equal worlds and equal cells on every platform: all arithmetic is on
//! integers, the one source of random numbers is the PCG of `draws.rs`, and nothing depends on hash
//! order or time. A change of a generated world is a breaking change of this crate, held by the
//! fingerprints in its tests.
//!
//! ```
//! use voxnav_occupancy::{CellState, glam::IVec3};
//! use voxnav_worlds::{WorldKind, generate, random_free_cells};
//!
//! let world = generate(WorldKind::Caves, IVec3::splat(64), 7)?;
//! let cells = random_free_cells(&world, 1, 200);
//! assert_eq!(cells.len(), 200);
//! assert!(cells.iter().all(|&cell| world.state(cell) == CellState::Free));
//! # Ok::<(), voxnav_worlds::WorldError>(())
//! ```

mod caves;
mod distribution;
mod draws;
mod error;
pub mod figures;
mod kind;
mod maze;
mod named;
mod noise;
mod random;
mod rooms;
mod rows;
mod sampling;
mod scene;
mod stream;
mod terrain;
mod towers;
mod until;

use std::sync::atomic::AtomicBool;

use glam::IVec3;
use voxnav_occupancy::{CellBox, Occupancy};

pub use distribution::Distribution;
pub use draws::random_order;
pub use error::WorldError;
pub use kind::{WorldKind, WorldKindError};
pub use named::{GeneratedWorld, GeneratedWorldError};
pub use sampling::random_free_cells;
pub use scene::{Scene, UnknownScene};
use stream::Source;
pub use stream::{MAX_STREAM_MEMORY, WorldStream};
use until::Until;

/// The most chunks of 64 x 64 x 64 cells that a world in memory may span: 65,536, so 2580 cells a
/// side for a cube. A [`WorldStream`] makes larger ones.
///
/// The limit counts chunks and not cells because memory does: a world one cell wide stores whole
/// chunks all the same. It keeps an occupancy below 2.2 GB, and what making it takes besides (two
/// bits a cell for caves; a bit a cell and a byte for every eighth cell for mazes) below 4.5 GB.
pub const MAX_CHUNKS: u64 = 1 << 16;

/// Returns the world of the given kind and size that belongs to a seed, its cells in `[0, size)` on
/// each axis. Every cell is free or occupied, and what lies outside is occupied. Terrain has materials,
/// too.
///
/// # Complexity
/// Linear in the cells, 20 ns a cell at worst (mazes); memory as stated at [`MAX_CHUNKS`].
///
/// # Errors
/// [`WorldError::SideNotPositive`] and [`WorldError::TooLarge`] (more than [`MAX_CHUNKS`]) for the
/// size, [`WorldError::PercentAbove100`] for [`WorldKind::Random`].
pub fn generate(kind: WorldKind, size: IVec3, seed: u64) -> Result<Occupancy, WorldError> {
    generate_until(kind, size, seed, &AtomicBool::new(false))
}

/// Generates a world as [`generate`] does, until another thread sets `cancel`.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_worlds::{WorldError, WorldKind, generate_until};
///
/// let cancel = AtomicBool::new(true);
/// let refused = generate_until(WorldKind::Caves, IVec3::splat(512), 7, &cancel);
/// assert_eq!(refused.map(drop), Err(WorldError::Cancelled));
/// ```
///
/// # Errors
/// Those of [`generate`]; [`WorldError::Cancelled`] within milliseconds of the token, and of whatever
/// memory it takes to hold the world.
pub fn generate_until(
    kind: WorldKind,
    size: IVec3,
    seed: u64,
    cancel: &AtomicBool,
) -> Result<Occupancy, WorldError> {
    let until = Until::cancelled(cancel);
    check_size(size)?;
    until.check()?;
    Source::new(kind, size, seed, until)?.build(CellBox::from_size(size), until)
}

fn check_size(size: IVec3) -> Result<(), WorldError> {
    if size.cmplt(IVec3::ONE).any() {
        return Err(WorldError::SideNotPositive { size });
    }
    let chunks: u128 = size
        .to_array()
        .map(|side| u128::from(side.unsigned_abs().div_ceil(64)))
        .iter()
        .product();
    let limit = u128::from(MAX_CHUNKS);
    if chunks > limit {
        return Err(WorldError::TooLarge {
            size,
            chunks,
            limit,
        });
    }
    Ok(())
}

/// The program in the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
