//! Caves: tunnels three cells wide and four high that begin in the open and wind down into the hills,
//! by a cell at most from one step to the next, with chambers on the way.

use glam::{IVec2, IVec3};

use crate::WorldError;
use crate::draws::Draws;
use crate::until::Until;

use super::ground::Ground;
use super::{Matter, columns};

/// Columns for each tunnel that is tried.
const COLUMNS: i64 = 1600;

/// The length of a tunnel in steps.
const LENGTH: (i32, i32) = (40, 160);

/// The shares of steps, in percent, that turn, lead down, lead up, or open a chamber.
const TURNS: u64 = 12;
const DESCENTS: u64 = 40;
const ASCENTS: u64 = 15;
const CHAMBERS: u64 = 4;

/// The height of a tunnel.
const HEADROOM: i32 = 4;

/// The distance below a lake, in cells, at which a tunnel ends.
const BELOW_LAKES: i32 = 3;

pub(super) fn dig(
    ground: &mut Ground,
    draws: &mut Draws,
    until: Until<'_>,
) -> Result<(), WorldError> {
    let size = ground.size();
    let tunnels = i64::from(size.x) * i64::from(size.y) / COLUMNS;
    for _ in 0..tunnels {
        until.check()?;
        let (x, y) = (draws.between(1, size.x - 2), draws.between(1, size.y - 2));
        let heading = draws.between(0, 3);
        let length = draws.between(LENGTH.0, LENGTH.1);
        if let Some(height) = ground.land(x, y) {
            tunnel(ground, IVec3::new(x, y, height), heading, length, draws);
        }
    }
    Ok(())
}

fn tunnel(ground: &mut Ground, mut at: IVec3, mut heading: i32, length: i32, draws: &mut Draws) {
    for _ in 0..length {
        let half = if draws.percent(CHAMBERS) { 3 } else { 1 };
        if !carve(ground, at, half) {
            return;
        }
        if draws.percent(TURNS) {
            heading = (heading + if draws.percent(50) { 1 } else { 3 }) % 4;
        }
        let step = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
        let step = step[heading.unsigned_abs() as usize % 4];
        at += step.extend(0);
        if draws.percent(DESCENTS) {
            at.z -= 1;
        } else if draws.percent(ASCENTS) {
            at.z += 1;
        }
    }
}

/// Digs one step of a tunnel, if it lies in the world, away from what was built, and does not let
/// water in.
fn carve(ground: &mut Ground, at: IVec3, half: i32) -> bool {
    let (min, max) = (at.truncate() - half, at.truncate() + half + 1);
    let top = at.z + HEADROOM;
    // With the columns beside, which are the walls of the tunnel.
    let is_dry = |(x, y)| {
        ground.height(x, y).is_some_and(|height| {
            ground.land(x, y).is_some() || height - BELOW_LAKES >= top || ground.is_opened(x, y)
        })
    };
    if !columns(min - 1, max + 1).all(is_dry) || at.z < 1 || top > ground.size().z {
        return false;
    }
    let side = 2 * half + 1;
    ground.put([min.x, min.y, at.z], [side, side, HEADROOM], Matter::Air);
    ground.open(min, max, top);
    true
}
