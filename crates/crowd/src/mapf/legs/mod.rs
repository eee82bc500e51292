//! Joint plans of moves that take their cost in steps, for ground agents and any moves that a caller supplies.
//!
//! A leg is one move: it takes as many steps as its cost is straight moves, rounded up, and holds all its cells meanwhile,
//! from the cell that it begins at to the one that it leads to. An agent between two legs holds its cell.
//!
//! INVARIANT: whatever an agent does in a step, it holds the cells that it held before. So a leg is possible if all its
//! cells are free of others, and an agent can always stay.

mod flight;
mod graph;
mod kind;
mod near;
mod step;
mod swap;
mod tables;
mod verify;
mod ways;
mod windows;

use ahash::{AHashMap, RandomState};
use voxnav::glam::IVec3;

pub(super) use flight::FlightLegs;
pub(super) use kind::Legs;
pub(super) use near::{is_near, near_offsets};
pub use verify::verify_leg_plan;
pub(super) use verify::verify_legs;

/// A map from cells to numbers, in no order that anything hangs on.
type Numbers = AHashMap<IVec3, u32>;

fn numbers() -> Numbers {
    AHashMap::with_hasher(RandomState::with_seeds(33, 34, 35, 36))
}

/// The most cells of the box of a leg that holds all of them.
const MOST_HELD: i64 = 512;

/// Returns the cells that a leg holds.
pub(super) fn held(from: IVec3, to: IVec3) -> Vec<IVec3> {
    let (min, max) = (from.min(to), from.max(to));
    let size = (max.as_i64vec3() - min.as_i64vec3()) + 1;
    let volume = size
        .x
        .checked_mul(size.y)
        .and_then(|area| area.checked_mul(size.z));
    if volume.is_none_or(|volume| volume > MOST_HELD) {
        return vec![from, to];
    }
    let mut cells = Vec::new();
    for z in min.z..=max.z {
        for y in min.y..=max.y {
            cells.extend((min.x..=max.x).map(|x| IVec3::new(x, y, z)));
        }
    }
    cells
}
