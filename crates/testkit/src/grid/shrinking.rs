//! Smaller worlds that still show what a large one showed.

use super::{Cell, Grid};

/// Opens cells and cuts layers off for as long as `complaint` still complains, and returns the
/// world that is left with its complaint.
pub fn shrink(
    mut grid: Grid,
    mut text: String,
    complaint: impl Fn(&Grid) -> Option<String>,
) -> (Grid, String) {
    loop {
        let mut shrunk = false;
        let smaller = (0..3).flat_map(|axis| [true, false].map(|low| cut(&grid, axis, low)));
        let simpler = grid.cells().map(|cell| opened(&grid, cell));
        for candidate in smaller.chain(simpler).flatten().collect::<Vec<Grid>>() {
            if let Some(found) = complaint(&candidate) {
                (grid, text, shrunk) = (candidate, found, true);
                break;
            }
        }
        if !shrunk {
            return (grid, text);
        }
    }
}

/// Returns the world without its first or last layer along an axis.
fn cut(grid: &Grid, axis: usize, low: bool) -> Option<Grid> {
    let (mut min, mut size) = (grid.min(), grid.size());
    min[axis] += i32::from(low);
    size[axis] -= 1;
    let mut smaller = Grid::open(min, size).with_pricing(grid.pricing());
    for cell in smaller.cells() {
        smaller.set(cell, grid.is_open(cell).then(|| grid.weight(cell)));
    }
    (size[axis] > 0).then_some(smaller)
}

/// Returns the world with a cell made plain, if it is not.
fn opened(grid: &Grid, cell: Cell) -> Option<Grid> {
    let mut simpler = grid.clone();
    simpler.set(cell, Some(Grid::PLAIN));
    (simpler != *grid).then_some(simpler)
}
