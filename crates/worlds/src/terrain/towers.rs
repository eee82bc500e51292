//! Towers on land: storeys joined by stairs and ladders in turns, a door or an open doorway, a roof.

use glam::{IVec2, IVec3};

use crate::WorldError;
use crate::draws::Draws;
use crate::until::Until;

use super::ground::Ground;
use super::{Matter, Thing, cells};

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
    things: &mut Vec<Thing>,
    until: Until<'_>,
) -> Result<(), WorldError> {
    let size = ground.size();
    let mut lot = IVec2::ZERO;
    while lot.y < size.y {
        until.check()?;
        lot.x = 0;
        while lot.x < size.x {
            // Every lot draws the same, whatever the ground is like.
            let built = draws.percent(BUILT_LOTS);
            let corner = lot
                + IVec2::new(
                    draws.between(2, LOT - SIDE - 2),
                    draws.between(3, LOT - SIDE - 1),
                );
            let storeys = draws.between(2, 5);
            let door = draws.percent(DOORS);
            if built {
                tower(
                    ground,
                    corner,
                    storeys,
                    door.then_some(Matter::Door),
                    things,
                );
            }
            lot.x += LOT;
        }
        lot.y += LOT;
    }
    Ok(())
}

/// Builds a tower with its low corner at some column, if the ground there lets it be.
fn tower(
    ground: &mut Ground,
    corner: IVec2,
    storeys: i32,
    door: Option<Matter>,
    things: &mut Vec<Thing>,
) {
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
    let mut put = |min: [i32; 3], max: [i32; 3], matter| {
        things.push(Thing {
            cells: cells(min, max),
            matter,
        });
    };
    // The way to the door, level with its sill.
    put(
        [middle - 1, y - 2, 0],
        [middle + 2, y, entrance],
        Matter::Stone,
    );
    put(
        [middle - 1, y - 2, entrance],
        [middle + 2, y, entrance + 6],
        Matter::Air,
    );
    put([x, y, 0], [far.x, far.y, top + 1], Matter::Stone);
    for storey in 0..storeys {
        let floor = entrance - 1 + storey * STOREY;
        put(
            [x + 1, y + 1, floor],
            [far.x - 1, far.y - 1, floor + 1],
            Matter::Planks,
        );
        put(
            [x + 1, y + 1, floor + 1],
            [far.x - 1, far.y - 1, floor + STOREY],
            Matter::Air,
        );
    }
    put([x, y, top], [far.x, far.y, top + 1], Matter::Planks);
    put([x, y, top + 1], [far.x, far.y, top + 4], Matter::Air);
    for storey in 0..storeys {
        let inner = IVec3::new(x + 1, y + 1, entrance - 1 + storey * STOREY);
        if storey % 2 == 0 {
            stairs(inner, things);
        } else {
            ladder(inner, things);
        }
    }
    let sill = [middle, y, entrance];
    things.push(Thing {
        cells: cells(sill, [middle + 1, y + 1, entrance + 2]),
        matter: door.unwrap_or(Matter::Air),
    });
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
fn stairs(inner: IVec3, things: &mut Vec<Thing>) {
    let IVec3 { x, y, z: floor } = inner;
    things.push(Thing {
        cells: cells(
            [x + 1, y, floor + STOREY],
            [x + STOREY, y + 1, floor + STOREY + 1],
        ),
        matter: Matter::Air,
    });
    for step in 1..STOREY {
        things.push(Thing {
            cells: cells(
                [x + step, y, floor + step],
                [x + step + 1, y + 1, floor + step + 1],
            ),
            matter: Matter::Planks,
        });
    }
}

/// Adds a ladder in a corner, through the next floor.
fn ladder(inner: IVec3, things: &mut Vec<Thing>) {
    let (x, y) = (inner.x + SIDE - 3, inner.y + SIDE - 3);
    things.push(Thing {
        cells: cells([x, y, inner.z + 1], [x + 1, y + 1, inner.z + STOREY + 1]),
        matter: Matter::Ladder,
    });
}
