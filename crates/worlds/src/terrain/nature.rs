//! Trees and bushes on grass, and pools of lava.

use glam::IVec2;

use crate::WorldError;
use crate::draws::Draws;
use crate::until::Until;

use super::ground::Ground;
use super::{Matter, Thing, cells};

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
    things: &mut Vec<Thing>,
    until: Until<'_>,
) -> Result<(), WorldError> {
    let size = ground.size();
    let mut lot = IVec2::ZERO;
    while lot.y < size.y {
        until.check()?;
        lot.x = 0;
        while lot.x < size.x {
            let at = lot + IVec2::new(draws.between(2, LOT - 3), draws.between(2, LOT - 3));
            let share = draws.below(100);
            let tall = draws.between(TRUNK.0, TRUNK.1);
            if share < TREES {
                tree(ground, at, tall, things);
            } else if share < TREES + BUSHES {
                bush(ground, at, things);
            } else if share < TREES + BUSHES + POOLS {
                pool(ground, at, things);
            }
            lot.x += LOT;
        }
        lot.y += LOT;
    }
    Ok(())
}

/// Returns the height of a column of grass in which nothing is yet.
fn grass(ground: &Ground, x: i32, y: i32) -> Option<i32> {
    let height = ground.land(x, y)?;
    (height > ground.level() + 1).then_some(height)
}

/// Adds a trunk of one cell, and leaves of 5 x 5 and 3 x 3 cells where there is no ground.
fn tree(ground: &mut Ground, at: IVec2, tall: i32, things: &mut Vec<Thing>) {
    let Some(foot) = grass(ground, at.x, at.y) else {
        return;
    };
    let top = foot + tall;
    if top + 1 > ground.size().z {
        return;
    }
    for (half, low, high) in [(2, top - 2, top), (1, top, top + 1)] {
        for y in at.y - half..=at.y + half {
            for x in at.x - half..=at.x + half {
                if let Some(height) = ground.land(x, y) {
                    let low = low.max(height);
                    if low < high {
                        things.push(Thing {
                            cells: cells([x, y, low], [x + 1, y + 1, high]),
                            matter: Matter::Leaves,
                        });
                    }
                }
            }
        }
    }
    things.push(Thing {
        cells: cells([at.x, at.y, foot], [at.x + 1, at.y + 1, top]),
        matter: Matter::Wood,
    });
    ground.build(at, at + 1);
}

/// Adds a patch of bushes a cell high.
fn bush(ground: &mut Ground, at: IVec2, things: &mut Vec<Thing>) {
    for y in at.y - 1..=at.y + 1 {
        for x in at.x - 1..=at.x + 1 {
            if let Some(foot) = grass(ground, x, y).filter(|foot| *foot < ground.size().z) {
                things.push(Thing {
                    cells: cells([x, y, foot], [x + 1, y + 1, foot + 1]),
                    matter: Matter::Bush,
                });
            }
        }
    }
}

/// Puts lava in place of the highest ground of 3 x 3 columns that are nearly even.
fn pool(ground: &mut Ground, at: IVec2, things: &mut Vec<Thing>) {
    let (min, max) = (at - 1, at + 2);
    let Some((low, high)) = ground.site(min, max).filter(|(low, high)| high - low <= 1) else {
        return;
    };
    things.push(Thing {
        cells: cells([min.x, min.y, low - 1], [max.x, max.y, high]),
        matter: Matter::Air,
    });
    things.push(Thing {
        cells: cells([min.x, min.y, low - 1], [max.x, max.y, low]),
        matter: Matter::Lava,
    });
    ground.build(min, max);
}
