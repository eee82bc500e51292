//! Towers on land: storeys joined by stairs and ladders in turns, a door or an open doorway, a roof.

use glam::{IVec2, IVec3};

use crate::WorldError;
use crate::draws::Draws;
use crate::until::Until;

use super::ground::Ground;
use super::{Matter, lots};

/// Cells along a side of a lot, which has at most one tower.
const LOT: i32 = 40;

/// Outer cells along a side of a tower: walls of one cell around 7 x 7.
const SIDE: i32 = 9;

/// Cells from one floor to the next.
const STOREY: i32 = 6;

/// The share of lots, in percent, that are built upon, where there is land.
const BUILT_LOTS: u64 = 60;

/// The share of towers, in percent, that have a door rather than an open doorway.
const DOORS: u64 = 50;

/// The most that the ground may rise below a tower.
const STEEPEST_SITE: i32 = 8;

pub(super) fn build(
    ground: &mut Ground,
    draws: &mut Draws,
    until: Until<'_>,
) -> Result<(), WorldError> {
    for lot in lots(ground.size(), LOT) {
        until.check()?;
        // Every lot draws the same, whatever the ground is like.
        let built = draws.percent(BUILT_LOTS);
        let (x, y) = (
            draws.between(2, LOT - SIDE - 2),
            draws.between(3, LOT - SIDE - 1),
        );
        let storeys = draws.between(2, 5);
        let door = draws.percent(DOORS).then_some(Matter::Door);
        if built {
            tower(ground, lot + IVec2::new(x, y), storeys, door);
        }
    }
    Ok(())
}

/// Builds a tower with its low corner at some column, if the ground there lets it be.
fn tower(ground: &mut Ground, corner: IVec2, storeys: i32, door: Option<Matter>) {
    let far = corner + SIDE;
    // With the columns before the door.
    let Some((low, high)) = ground.site(corner - IVec2::new(1, 2), far + 1) else {
        return;
    };
    let IVec2 { x, y } = corner;
    let middle = x + SIDE / 2;
    let Some(entrance) = ground.height(middle, y - 1) else {
        return;
    };
    let top = entrance - 1 + storeys * STOREY;
    if high - low > STEEPEST_SITE || top + 4 > ground.size().z {
        return;
    }
    ground.build(corner - IVec2::new(1, 2), far + 1);
    // The way to the door, level with its sill.
    ground.put([middle - 1, y - 2, 0], [3, 2, entrance], Matter::Stone);
    ground.put([middle - 1, y - 2, entrance], [3, 2, 6], Matter::Air);
    ground.put([x, y, 0], [SIDE, SIDE, top + 1], Matter::Stone);
    for storey in 0..storeys {
        let floor = entrance - 1 + storey * STOREY;
        let inside = |height| [SIDE - 2, SIDE - 2, height];
        ground.put([x + 1, y + 1, floor], inside(1), Matter::Planks);
        ground.put([x + 1, y + 1, floor + 1], inside(STOREY - 1), Matter::Air);
    }
    ground.put([x, y, top], [SIDE, SIDE, 1], Matter::Planks);
    ground.put([x, y, top + 1], [SIDE, SIDE, 3], Matter::Air);
    for storey in 0..storeys {
        let inner = IVec3::new(x + 1, y + 1, entrance - 1 + storey * STOREY);
        if storey % 2 == 0 {
            stairs(ground, inner);
        } else {
            ladder(ground, inner);
        }
    }
    let door = door.unwrap_or(Matter::Air);
    ground.put([middle, y, entrance], [1, 1, 2], door);
}

/// Adds stairs along a wall from the floor at `inner` to the next one, with a hole above them:
///
/// ```text
///   floor + 6    = . . . . =      open above the stairs
///   floor + 5    . . . . . #
///                . . . . # .
///                . . . # . .
///                . . # . . .
///   floor + 1    . # . . . .
///   x - inner.x  0 1 2 3 4 5 6
/// ```
fn stairs(ground: &mut Ground, inner: IVec3) {
    let IVec3 { x, y, z: floor } = inner;
    ground.put([x + 1, y, floor + STOREY], [STOREY - 1, 1, 1], Matter::Air);
    for step in 1..STOREY {
        ground.put([x + step, y, floor + step], [1; 3], Matter::Planks);
    }
}

/// Adds a ladder in a corner, through the next floor.
fn ladder(ground: &mut Ground, inner: IVec3) {
    let (x, y) = (inner.x + SIDE - 3, inner.y + SIDE - 3);
    ground.put([x, y, inner.z + 1], [1, 1, STOREY], Matter::Ladder);
}
