//! Joint plans of moves that take their cost in steps, for agents on the ground and any moves that a caller supplies.
//!
//! A leg is one move: it takes as many steps as its cost is straight moves, rounded up, and holds all its cells meanwhile,
//! from the cell that it begins at to the one that it leads to. An agent between two legs holds its cell.
//!
//! INVARIANT: whatever an agent does in a step, it holds the cells that it held before. So a leg is possible if all its
//! cells are free of others, and an agent can always stay.

mod checks;
mod graph;
mod lifelong;
mod plan;
mod search;
mod step;
mod verify;

use ahash::{AHashMap, RandomState};
use voxnav::glam::IVec3;

use super::options::Bodies;

pub use lifelong::LifelongLegs;
pub use plan::{LegOutcome, LegPlan, PlannedLeg};
pub use search::{LegSearch, plan_legs};
pub use verify::verify_leg_plan;

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

/// Returns the offsets of cells too near to a cell, itself first, for agents that take up so many cells along each axis:
/// cells in which bodies would share a cell, or be nearer than twice the radius.
pub(super) fn near_cells(bodies: Bodies, extent: IVec3) -> Vec<IVec3> {
    let [numerator, denominator] = match bodies {
        Bodies::Points => [0, 1],
        Bodies::Balls(radius) => <[u32; 2]>::from(radius.parts()).map(i64::from),
    };
    let most = extent.clamp(IVec3::ONE, IVec3::splat(TALLEST)) - 1;
    let reach = most + (2 * numerator / denominator) as i32;
    let side = 2 * reach + 1;
    let all = (0..side.element_product())
        .map(|at| IVec3::new(at % side.x, at / side.x % side.y, at / side.x / side.y) - reach);
    let mut near = vec![IVec3::ZERO];
    near.extend(all.filter(|&offset| {
        let apart = (offset.abs() - most).max(IVec3::ZERO).as_i64vec3();
        let squared = apart.dot(apart);
        let is_near = squared * denominator * denominator < 4 * numerator * numerator;
        offset != IVec3::ZERO && (squared == 0 || is_near)
    }));
    near
}

/// The most cells that an agent takes up along an axis.
const TALLEST: i32 = 64;
