//! Trees and bushes on grass, and pools of lava.

use glam::IVec2;

use crate::WorldError;
use crate::draws::Draws;
use crate::until::Until;

use super::ground::Ground;
use super::{Matter, columns, lots};

/// Cells along a side of a lot, which has at most one tree, bush or pool.
const LOT: i32 = 8;

/// The shares of lots, in percent, that have a tree, a bush, a pool of lava.
const TREES: u64 = 30;
const BUSHES: u64 = 15;
const POOLS: u64 = 1;

/// The height of a trunk.
const TRUNK: (i32, i32) = (4, 7);

pub(super) fn grow(
    ground: &mut Ground,
    draws: &mut Draws,
    until: Until<'_>,
) -> Result<(), WorldError> {
    for lot in lots(ground.size(), LOT) {
        until.check()?;
        let at = lot + IVec2::new(draws.between(2, LOT - 3), draws.between(2, LOT - 3));
        let share = draws.below(100);
        let tall = draws.between(TRUNK.0, TRUNK.1);
        if share < TREES {
            tree(ground, at, tall);
        } else if share < TREES + BUSHES {
            bush(ground, at);
        } else if share < TREES + BUSHES + POOLS {
            pool(ground, at);
        }
    }
    Ok(())
}

/// Returns the height of a column of grass in which nothing is yet.
fn grass(ground: &Ground, x: i32, y: i32) -> Option<i32> {
    let height = ground.land(x, y)?;
    (height > ground.level() + 1).then_some(height)
}

/// Adds a trunk of one cell, and leaves of 5 x 5 and 3 x 3 cells where there is no ground.
fn tree(ground: &mut Ground, at: IVec2, tall: i32) {
    let Some(foot) = grass(ground, at.x, at.y) else {
        return;
    };
    let top = foot + tall;
    if top + 1 > ground.size().z {
        return;
    }
    for (half, low, high) in [(2, top - 2, top), (1, top, top + 1)] {
        for (x, y) in columns(at - half, at + half + 1) {
            if let Some(height) = ground.land(x, y).filter(|height| *height < high) {
                let low = low.max(height);
                ground.put([x, y, low], [1, 1, high - low], Matter::Leaves);
            }
        }
    }
    ground.put([at.x, at.y, foot], [1, 1, tall], Matter::Wood);
    ground.build(at, at + 1);
}

/// Adds a patch of bushes a cell high.
fn bush(ground: &mut Ground, at: IVec2) {
    for (x, y) in columns(at - 1, at + 2) {
        if let Some(foot) = grass(ground, x, y).filter(|foot| *foot < ground.size().z) {
            ground.put([x, y, foot], [1; 3], Matter::Bush);
        }
    }
}

/// Puts lava instead of the highest ground of 3 x 3 columns that are nearly even.
fn pool(ground: &mut Ground, at: IVec2) {
    let (min, max) = (at - 1, at + 2);
    let Some((low, high)) = ground.site(min, max).filter(|(low, high)| high - low <= 1) else {
        return;
    };
    let bottom = [min.x, min.y, low - 1];
    ground.put(bottom, [3, 3, high - low + 1], Matter::Air);
    ground.put(bottom, [3, 3, 1], Matter::Lava);
    ground.build(min, max);
}
