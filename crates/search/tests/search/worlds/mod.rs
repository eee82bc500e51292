//! Random worlds of the kinds that certain engines are made for; `voxnav_testkit` has the others.

mod even;

use voxnav_occupancy::{CellState, glam::IVec3};
use voxnav_testkit::Draws;
use voxnav_testkit::grid::{Cell, Grid, sample_grid, sample_island, sample_tunnels};
use voxnav_worlds::{WorldKind, generate};

pub(crate) use even::Even;

/// A world of 2 to 4 cells a side, of any density: a few cells decide, and there are many such worlds in a second.
pub(crate) fn sample_tiny(draws: &mut Draws) -> Grid {
    let size: Cell = std::array::from_fn(|_| draws.between(2, 4));
    let min: Cell = std::array::from_fn(|_| draws.pick(&[0, -1, 62, -66]));
    let mut grid = Grid::open(min, size);
    let closed = draws.pick(&[10, 20, 30, 40, 50]);
    for cell in grid.cells() {
        if draws.percent(closed) {
            grid.set(cell, None);
        }
    }
    grid
}

/// Mazes, tunnels, and anything else now and then.
pub(crate) fn sample_winding(draws: &mut Draws) -> Grid {
    match draws.below(4) {
        0 => sample_grid(draws),
        1 => sample_tunnels(draws),
        _ => sample_maze(draws),
    }
}

/// Amid open cells, seven on each side.
pub(crate) fn sample_lonely(draws: &mut Draws) -> Grid {
    sample_island(draws, 7)
}

/// A maze over the cells with even coordinates, with a few loops, and a few cells opened or closed
/// that have no place in it.
pub(crate) fn sample_maze(draws: &mut Draws) -> Grid {
    let mut size = std::array::from_fn(|_| draws.between(1, 12));
    if draws.percent(30) {
        size[draws.pick(&[0, 1, 2])] = 1;
    }
    let min = std::array::from_fn(|_| draws.between(-3, 66));
    let mut grid = Grid::open(min, size);
    let passages = draws.pick(&[30, 45, 60]);
    for cell in grid.cells() {
        let odd = (0..3).filter(|&axis| (cell[axis] - min[axis]) % 2 == 1);
        let open = match odd.count() {
            0 => true,
            1 => draws.percent(passages),
            _ => false,
        };
        if !open {
            grid.set(cell, None);
        }
    }
    let cells: Vec<_> = grid.cells().collect();
    for _ in 0..draws.pick(&[0, 0, 3, 12]) {
        let weight = draws.percent(80).then_some(Grid::PLAIN);
        grid.set(draws.pick(&cells), weight);
    }
    grid
}

/// Rooms of one size with walls of one or two cells between them, doors in most walls, and a few cells
/// opened or closed anywhere.
pub(crate) fn sample_rooms(draws: &mut Draws) -> Grid {
    let mut size: [i32; 3] = std::array::from_fn(|_| draws.between(6, 24));
    if draws.percent(40) {
        size[draws.pick(&[0, 1, 2])] = 1;
    }
    let doors = draws.between(1, 40);
    rooms(size, doors, draws)
}

/// Rooms in a row, with ends farther from each other than those for which an index answers at once.
pub(crate) fn sample_row_of_rooms(draws: &mut Draws) -> Grid {
    let mut size: [i32; 3] = std::array::from_fn(|_| draws.between(4, 7));
    size[draws.pick(&[0, 1, 2])] = draws.between(180, 260);
    rooms(size, 300, draws)
}

/// Rooms of a size between walls, with doors at random places.
fn rooms(size: [i32; 3], doors: i32, draws: &mut Draws) -> Grid {
    let min: [i32; 3] = std::array::from_fn(|_| draws.between(-3, 66));
    let mut grid = Grid::open(min, size);
    let (pitch, thick) = (draws.between(5, 9), draws.between(1, 2));
    let cells: Vec<[i32; 3]> = grid.cells().collect();
    let is_wall = |cell: [i32; 3], axis: usize| (cell[axis] - min[axis]) % pitch >= pitch - thick;
    for &cell in &cells {
        if (0..3).any(|axis| size[axis] > 1 && is_wall(cell, axis)) {
            grid.set(cell, None);
        }
    }
    for _ in 0..doors {
        let cell = draws.pick(&cells);
        let across = draws.pick(&[0, 1, 2]);
        // A door as thick as the wall, of one to three cells a side.
        let sides: [i32; 3] = std::array::from_fn(|_| draws.between(1, 3));
        let reach: [i32; 3] =
            std::array::from_fn(|axis| if axis == across { pitch } else { sides[axis] });
        let door = cells.iter().filter(|at| {
            (0..3).all(|axis| (cell[axis]..cell[axis] + reach[axis]).contains(&at[axis]))
                && (0..3).all(|axis| axis == across || size[axis] == 1 || !is_wall(**at, axis))
        });
        door.for_each(|&at| grid.set(at, Some(Grid::PLAIN)));
    }
    for _ in 0..draws.pick(&[0, 0, 3, 30]) {
        let weight = draws.percent(30).then_some(Grid::PLAIN);
        grid.set(draws.pick(&cells), weight);
    }
    grid
}

/// A world of the generators of this workspace, 20 to 40 cells a side.
pub(crate) fn sample_built(draws: &mut Draws) -> Grid {
    let random = WorldKind::Random { percent: 25 };
    let kinds = [
        WorldKind::Caves,
        random,
        WorldKind::Maze,
        WorldKind::Rooms,
        WorldKind::Towers,
    ];
    let size: Cell = std::array::from_fn(|_| draws.between(20, 40));
    let built = generate(draws.pick(&kinds), size.into(), draws.word()).expect("a small world");
    let mut grid = Grid::open([0; 3], size);
    for cell in built.occupied_cells() {
        grid.set(cell.to_array(), None);
    }
    assert!(
        grid.cells()
            .all(|cell| grid.is_open(cell) == (built.state(IVec3::from(cell)) == CellState::Free))
    );
    grid
}
