//! Random worlds and places in them, small ones in which every local pattern of cells turns up.

use super::{Cell, Grid, place_even_weight, place_patches, place_weights};
use crate::Draws;

/// Shares of cells that are not open, in percent. Dense worlds come more often than an even spread
/// would have it: there paths bend at each cell, and that is where pruning breaks.
const DENSITIES: [u32; 14] = [0, 2, 5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 75, 95];

/// The place of a world among the chunks of 64 cells a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placement {
    /// The lowest cell is the origin.
    Origin,
    /// A chunk border crosses the world on each axis that is more than one cell long.
    AcrossBorders,
    /// All coordinates are negative.
    Negative,
    /// The last chunk of the supported coordinates, at either end of each axis.
    Extreme,
}

impl Placement {
    const ALL: [Self; 4] = [
        Self::Origin,
        Self::AcrossBorders,
        Self::Negative,
        Self::Extreme,
    ];

    /// Draws a place for the lowest cell of a world of this size.
    fn sample(self, size: Cell, draws: &mut Draws) -> Cell {
        size.map(|side| match self {
            Self::Origin => 0,
            Self::AcrossBorders => {
                64 * draws.between(-2, 2) - draws.between(1, (side - 1).clamp(1, 63))
            }
            Self::Negative => -side - draws.between(0, 200),
            Self::Extreme if draws.percent(50) => -(1 << 30),
            Self::Extreme => (1 << 30) - side,
        })
    }
}

/// Draws a world of 3 to 12 cells a side, now and then a flat one.
pub fn sample_grid(draws: &mut Draws) -> Grid {
    // Mostly small, so that a case is quick; up to 12 so that jumps of some length turn up.
    let longest = draws.pick(&[4, 5, 6, 8, 12]);
    let mut size: Cell = std::array::from_fn(|_| draws.between(3, longest));
    if draws.percent(10) {
        size[draws.below(3_usize)] = draws.between(1, 2);
    }
    let placement = draws.pick(&Placement::ALL);
    let mut grid = Grid::open(placement.sample(size, draws), size);
    if draws.percent(75) {
        scatter(&mut grid, draws);
    } else {
        place_boxes(&mut grid, draws);
    }
    grid
}

/// Draws a world of 30 to 150 cells along one axis, across chunk borders, with few obstacles.
pub fn sample_wide_grid(draws: &mut Draws) -> Grid {
    let mut size: Cell = std::array::from_fn(|_| draws.between(4, 24));
    size[draws.below(3_usize)] = draws.between(30, 150);
    let placement = draws.pick(&[
        Placement::AcrossBorders,
        Placement::AcrossBorders,
        Placement::Negative,
    ]);
    let mut grid = Grid::open(placement.sample(size, draws), size);
    match draws.below(3) {
        0 => scatter_at(&mut grid, draws, 1),
        1 => scatter_at(&mut grid, draws, 20),
        _ => (0..draws.below(4)).for_each(|_| place_boxes(&mut grid, draws)),
    }
    grid
}

/// Draws a hall of 16 to 40 cells a side, across chunk borders, with a few thin walls that have
/// small holes, and hardly anything else: much open space, in which what is far off matters.
pub fn sample_hall(draws: &mut Draws) -> Grid {
    let size: Cell = std::array::from_fn(|_| draws.between(16, 40));
    let placement = draws.pick(&[
        Placement::Origin,
        Placement::AcrossBorders,
        Placement::Negative,
    ]);
    let mut grid = Grid::open(placement.sample(size, draws), size);
    for _ in 0..draws.between(1, 4) {
        let axis = draws.below(3_usize);
        let at = sample_inside(&grid, draws)[axis];
        for cell in grid.cells().filter(|cell| cell[axis] == at) {
            grid.set(cell, None);
        }
        for _ in 0..draws.between(1, 4) {
            let mut hole = sample_inside(&grid, draws);
            hole[axis] = at;
            grid.set(hole, Some(Grid::PLAIN));
        }
    }
    for _ in 0..draws.pick(&[0, 3, 30]) {
        let cell = sample_inside(&grid, draws);
        grid.set(cell, None);
    }
    grid
}

/// Draws a slab across any axis, mostly one cell thick, of 4 to 90 cells along the others: now and then open
/// enough that runs are long and cross chunk borders. Its cells are plain, or have weights: one, in patches,
/// or all over.
pub fn sample_plane(draws: &mut Draws) -> Grid {
    let longest = draws.pick(&[8, 8, 16, 16, 30, 90]);
    let mut size: Cell = std::array::from_fn(|_| draws.between(longest / 2, longest));
    size[draws.below(3_usize)] = draws.pick(&[1, 1, 1, 2, 4]);
    let placement = draws.pick(&Placement::ALL);
    let mut grid = Grid::open(placement.sample(size, draws), size);
    match draws.below(4) {
        0 => scatter_at(&mut grid, draws, 2),
        1 => place_boxes(&mut grid, draws),
        _ => scatter(&mut grid, draws),
    }
    match draws.below(4) {
        0 => {}
        1 => place_even_weight(&mut grid, draws),
        2 => place_patches(&mut grid, draws),
        _ => place_weights(&mut grid, draws),
    }
    grid
}

/// Draws a world of 4 to 16 cells a side, across chunk borders, closed but for tunnels of one cell
/// that turn, cross and end anywhere, and now and then a chamber.
pub fn sample_tunnels(draws: &mut Draws) -> Grid {
    let longest = draws.pick(&[6, 10, 16]);
    let size: Cell = std::array::from_fn(|_| draws.between(4, longest));
    let placement = draws.pick(&Placement::ALL);
    let mut grid = Grid::open(placement.sample(size, draws), size);
    for cell in grid.cells() {
        grid.set(cell, None);
    }
    // On cells with even coordinates only, tunnels seldom lie side by side.
    let stride = draws.pick(&[1, 2, 2]);
    let mut at = grid.min();
    for _ in 0..draws.between(4, 60) {
        if draws.percent(15) {
            let open = grid.open_cells();
            at = if open.is_empty() {
                at
            } else {
                draws.pick(&open)
            };
        }
        let (axis, sign) = (draws.below(3_usize), draws.pick(&[-1, 1]));
        let moves = stride * draws.between(1, 3);
        for _ in 0..=moves {
            grid.set(at, Some(Grid::PLAIN));
            let mut next = at;
            next[axis] += sign;
            if grid.index(next).is_none() {
                break;
            }
            at = next;
        }
    }
    if draws.percent(30) {
        let corner = sample_inside(&grid, draws);
        for cell in grid.cells() {
            if (0..3).all(|axis| (corner[axis]..corner[axis] + 3).contains(&cell[axis])) {
                grid.set(cell, Some(Grid::PLAIN));
            }
        }
    }
    grid
}

/// Draws a small world across chunk borders amid open cells, so many on each side.
pub fn sample_island(draws: &mut Draws, margin: i32) -> Grid {
    let core = sample_grid(draws);
    let core = core.at(Placement::AcrossBorders.sample(core.size(), draws));
    let min = core.min().map(|low| low - margin);
    let mut grid = Grid::open(min, core.size().map(|side| side + 2 * margin));
    for cell in core.cells().filter(|&cell| !core.is_open(cell)) {
        grid.set(cell, None);
    }
    grid
}

/// Closes each cell with the same probability.
fn scatter(grid: &mut Grid, draws: &mut Draws) {
    let density = draws.pick(&DENSITIES);
    scatter_at(grid, draws, density);
}

fn scatter_at(grid: &mut Grid, draws: &mut Draws, density: u32) {
    for cell in grid.cells() {
        if draws.percent(density) {
            grid.set(cell, None);
        }
    }
}

/// Closes a few boxes, walls and bars, then opens a few cells: straight edges, corners, gaps,
/// tunnels.
fn place_boxes(grid: &mut Grid, draws: &mut Draws) {
    let (low, high) = (grid.min(), grid.max());
    for _ in 0..draws.between(1, 4) {
        let mut from = sample_inside(grid, draws);
        let mut to = sample_inside(grid, draws);
        for axis in 0..3 {
            (from[axis], to[axis]) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
            match draws.below(4) {
                0 => to[axis] = from[axis],
                1 => (from[axis], to[axis]) = (low[axis], high[axis] - 1),
                _ => {}
            }
        }
        for cell in grid.cells() {
            if (0..3).all(|axis| (from[axis]..=to[axis]).contains(&cell[axis])) {
                grid.set(cell, None);
            }
        }
    }
    for _ in 0..draws.below(8) {
        let cell = sample_inside(grid, draws);
        grid.set(cell, Some(Grid::PLAIN));
    }
}

/// Draws any cell of the box.
fn sample_inside(grid: &Grid, draws: &mut Draws) -> Cell {
    let (low, high) = (grid.min(), grid.max());
    std::array::from_fn(|axis| draws.between(low[axis], high[axis] - 1))
}

/// Draws a start or a goal: mostly open, sometimes whatever is there, sometimes just outside.
pub fn sample_cell(grid: &Grid, draws: &mut Draws) -> Cell {
    let open = grid.open_cells();
    match draws.below(20) {
        0 => {
            let mut cell = sample_inside(grid, draws);
            let axis = draws.below(3_usize);
            cell[axis] = if draws.percent(50) {
                grid.max()[axis]
            } else {
                grid.min()[axis] - 1
            };
            cell
        }
        1 => sample_inside(grid, draws),
        _ if open.is_empty() => sample_inside(grid, draws),
        _ => draws.pick(&open),
    }
}
