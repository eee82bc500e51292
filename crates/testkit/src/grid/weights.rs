//! Weights for the open cells of a grid.

use super::{Cell, Grid};
use crate::Draws;

/// Gives some open cells a weight of up to 9, and some the largest there is.
pub fn place_weights(grid: &mut Grid, draws: &mut Draws) {
    let share = draws.pick(&[5, 30, 100]);
    for cell in grid.open_cells() {
        if draws.percent(share) {
            let heavy = draws.percent(2);
            let weight = if heavy {
                u64::from(u16::MAX)
            } else {
                1 + draws.below(9_u64)
            };
            grid.set(cell, Some(weight));
        }
    }
}

/// Gives boxes of open cells a weight of up to 4 each.
pub fn place_patches(grid: &mut Grid, draws: &mut Draws) {
    let open = grid.open_cells();
    if open.is_empty() {
        return;
    }
    for _ in 0..draws.below(5) {
        let corners = [draws.pick(&open), draws.pick(&open)];
        let weight = 1 + draws.below(4_u64);
        let is_within = |cell: &Cell| {
            (0..3).all(|axis| {
                let ends = corners.map(|corner| corner[axis]);
                (ends[0].min(ends[1])..=ends[0].max(ends[1])).contains(&cell[axis])
            })
        };
        for &cell in open.iter().filter(|cell| is_within(cell)) {
            grid.set(cell, Some(weight));
        }
    }
}

/// Gives all open cells one weight.
pub(super) fn place_even_weight(grid: &mut Grid, draws: &mut Draws) {
    let weight = draws.pick(&[1, 2, 7, 255, u64::from(u16::MAX)]);
    for cell in grid.open_cells() {
        grid.set(cell, Some(weight));
    }
}
