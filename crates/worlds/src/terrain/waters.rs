//! Bridges from shore to shore.

use glam::IVec2;

use crate::WorldError;
use crate::draws::Draws;
use crate::until::Until;

use super::Matter;
use super::ground::Ground;

/// Rows of which one at most has bridges.
const ROWS: i32 = 24;

/// The longest bridge, in cells over water.
const LONGEST: i32 = 48;

/// The shortest.
const SHORTEST: i32 = 4;

/// The width of a bridge in cells; it is one cell thick.
const WIDTH: i32 = 2;

/// The most that a shore may be above the water for a bridge to lead there: its deck lies on the water
/// line, so that a step leads to it.
const HIGHEST_SHORE: i32 = 2;

pub(super) fn bridge(
    ground: &mut Ground,
    draws: &mut Draws,
    until: Until<'_>,
) -> Result<(), WorldError> {
    for axis in 0..2 {
        let size = ground.size();
        let (along, across) = (size[axis], size[1 - axis]);
        let mut rows = 0;
        while rows < across {
            until.check()?;
            let row = rows + draws.between(0, ROWS - WIDTH);
            let mut from = 0;
            while let Some((shore, end)) = water(ground, axis, row, from, along) {
                from = end;
                span(ground, axis, row, (shore, end));
            }
            rows += ROWS;
        }
    }
    Ok(())
}

/// Returns the column at a place of a row along an axis.
fn column(axis: usize, at: i32, row: i32) -> IVec2 {
    if axis == 0 {
        IVec2::new(at, row)
    } else {
        IVec2::new(row, at)
    }
}

/// Returns the next water of a row: its first cell, and the first cell after it.
fn water(ground: &Ground, axis: usize, row: i32, from: i32, along: i32) -> Option<(i32, i32)> {
    let is_water = |at: i32| {
        let IVec2 { x, y } = column(axis, at, row);
        let height = ground.height(x, y);
        height.is_some_and(|height| height < ground.level())
    };
    let first = (from..along).find(|at| is_water(*at))?;
    let end = (first..along).find(|at| !is_water(*at))?;
    Some((first, end))
}

/// Builds a bridge over the water of a row, if both shores are low and near enough.
fn span(ground: &mut Ground, axis: usize, row: i32, (first, end): (i32, i32)) {
    let level = ground.level();
    let is_shore = |at: i32| {
        let IVec2 { x, y } = column(axis, at, row);
        let height = ground.land(x, y);
        height.is_some_and(|height| height <= level + HIGHEST_SHORE)
    };
    let long_enough = (SHORTEST..=LONGEST).contains(&(end - first));
    if !long_enough || !is_shore(first - 1) || !is_shore(end) || level + 4 > ground.size().z {
        return;
    }
    let (min, max) = (
        column(axis, first, row),
        column(axis, end - 1, row + WIDTH - 1) + 1,
    );
    // The row may begin within the world and end outside.
    if max.cmpgt(ground.size().truncate()).any() {
        return;
    }
    let IVec2 { x, y } = max - min;
    ground.put([min.x, min.y, level + 1], [x, y, 3], Matter::Air);
    ground.put([min.x, min.y, level], [x, y, 1], Matter::Planks);
    ground.build(min, max);
}
