//! A shortest path by the plainest means, to compare the library with.
//!
//! Nothing here comes from the library: cells are arrays, a world is a vector, neighbors and move
//! lengths are derived again, and the queue is a heap. It is slow, and short enough to be checked by
//! reading.
//!
//! # References
//! Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1, 1959.

pub(crate) mod ground;
mod ties;
mod turns;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use voxnav_testkit::grid::{Cell, Grid};
use voxnav_testkit::{Draws, drawn_sizes};

pub(crate) use ties::Ties;
pub(crate) use turns::{fewest_turns, turns};

/// Which neighbors a cell has. The number is the axis that stays fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moves {
    Vertex26,
    Edge18,
    Face6,
    Planar8(usize),
    Planar4(usize),
}

impl Moves {
    pub(crate) const ALL: [Self; 9] = [
        Self::Vertex26,
        Self::Edge18,
        Self::Face6,
        Self::Planar8(0),
        Self::Planar8(1),
        Self::Planar8(2),
        Self::Planar4(0),
        Self::Planar4(1),
        Self::Planar4(2),
    ];
}

/// What must be open for a diagonal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Corners {
    Strict,
    OneSide,
    Lenient,
}

/// The movement rules of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) moves: Moves,
    pub(crate) corners: Corners,
    /// The sides of cells, the longest 2^30.
    pub(crate) sides: [u64; 3],
}

/// The sides of cubes.
pub(crate) const CUBES: [u64; 3] = [1 << 30; 3];

/// Moves along axes over cubes, as which legs count.
pub(crate) const ALONG_AXES: Rules = Rules {
    moves: Moves::Face6,
    corners: Corners::Strict,
    sides: CUBES,
};

/// Draws the sides of cells, those of cubes in half of the draws.
pub(crate) fn sample_sides(draws: &mut Draws) -> [u64; 3] {
    // Sizes are whole, so that rounding is that of a quotient of integers.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole numbers to 64"
    )]
    let sizes = drawn_sizes(draws).map(|size| size as u64);
    let longest = sizes.into_iter().max().expect("three sizes");
    sizes.map(|size| ((size << 31) / longest).div_ceil(2))
}

impl Rules {
    /// Moves over cubes.
    pub(crate) fn of_cubes(moves: Moves, corners: Corners) -> Self {
        Self {
            moves,
            corners,
            sides: CUBES,
        }
    }

    /// The largest factor by which the sum of the sides that a move is along exceeds its length, as a fraction.
    pub(crate) fn excess(self) -> (u64, u64) {
        let steps = around().filter(|&step| self.permits(step));
        let factors = steps.map(|step| {
            let along = (0..3).filter(|&axis| step[axis] != 0);
            (
                along.map(|axis| self.sides[axis]).sum(),
                length_along(self.sides, step),
            )
        });
        let larger = |a: (u64, u64), b: (u64, u64)| {
            let [left, right] =
                [(a.0, b.1), (b.0, a.1)].map(|(a, b)| u128::from(a) * u128::from(b));
            if left >= right { a } else { b }
        };
        factors.fold((1, 1), larger)
    }

    /// Every move set under every corner rule, over cubes.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let all = [Corners::Strict, Corners::OneSide, Corners::Lenient];
        Moves::ALL
            .into_iter()
            .flat_map(move |moves| all.map(|corners| Self::of_cubes(moves, corners)))
    }

    /// Any rules over cubes, half of the time with all 26 moves.
    pub(crate) fn sample(draws: &mut Draws) -> Self {
        let corners = draws.pick(&[Corners::Strict, Corners::OneSide, Corners::Lenient]);
        let moves = if draws.percent(50) {
            Moves::Vertex26
        } else {
            draws.pick(&Moves::ALL)
        };
        Self::of_cubes(moves, corners)
    }

    /// The same over cells of any shape, cubes in half of the draws.
    pub(crate) fn over_any_cells(self, draws: &mut Draws) -> Self {
        Self {
            sides: sample_sides(draws),
            ..self
        }
    }

    /// Any rules; where the grid is a slab, mostly with moves within its plane.
    pub(crate) fn fitting(grid: &Grid, draws: &mut Draws) -> Self {
        let size = grid.size();
        let across = (0..3).find(|&axis| (0..3).all(|it| it == axis || size[it] >= 3 * size[axis]));
        let any = Self::sample(draws);
        match across {
            Some(axis) if draws.percent(80) => Self {
                moves: draws.pick(&[
                    Moves::Planar8(axis),
                    Moves::Planar8(axis),
                    Moves::Planar4(axis),
                ]),
                ..any
            },
            _ => any,
        }
    }

    /// Whether the move set has a move.
    fn permits(self, step: Cell) -> bool {
        let axes = moved_axes(step);
        match self.moves {
            Moves::Vertex26 => axes >= 1,
            Moves::Edge18 => axes == 1 || axes == 2,
            Moves::Face6 => axes == 1,
            Moves::Planar8(fixed) => step[fixed] == 0 && axes >= 1,
            Moves::Planar4(fixed) => step[fixed] == 0 && axes == 1,
        }
    }

    /// The cost of a move, if it is legal between these cells.
    pub(crate) fn cost(self, grid: &Grid, from: Cell, to: Cell) -> Option<u64> {
        let step: Cell = std::array::from_fn(|axis| to[axis] - from[axis]);
        if step.iter().any(|along| along.abs() > 1) || !self.permits(step) || !grid.is_open(from) {
            return None;
        }
        let free = match self.corners {
            Corners::Lenient => grid.is_open(to),
            Corners::OneSide => has_way(grid, from, to),
            Corners::Strict => spanned(from, to).all(|cell| grid.is_open(cell)),
        };
        let pricing = grid.pricing();
        let weights = || [from, to].map(|cell| grid.weight(cell));
        free.then(weights)
            .map(|[from, to]| pricing.cost(length_along(self.sides, step), from, to))
    }
}

/// Whether some chain of straight moves through open cells of their box leads from one cell to another.
fn has_way(grid: &Grid, from: Cell, to: Cell) -> bool {
    // Bit `axis` of a corner's number says that it is on the side of `to` along that axis.
    let corner = |number: usize| -> Cell {
        std::array::from_fn(|axis| {
            if number >> axis & 1 == 1 {
                to[axis]
            } else {
                from[axis]
            }
        })
    };
    let is_open: [bool; 8] = std::array::from_fn(|number| grid.is_open(corner(number)));
    let mut reached = [false; 8];
    reached[0] = true;
    // No chain without detours within a box of 8 cells is longer than this.
    for _ in 0..8 {
        for number in 0..8 {
            let beside = [1, 2, 4].map(|bit| number ^ bit);
            reached[number] |= is_open[number] && beside.iter().any(|&other| reached[other]);
        }
    }
    reached[7]
}

/// The axes along which a step moves.
fn moved_axes(step: Cell) -> u64 {
    step.iter().map(|along| u64::from(*along != 0)).sum()
}

/// All cells of the box with these opposite corners.
fn spanned(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let range = move |axis: usize| from[axis].min(to[axis])..=from[axis].max(to[axis]);
    range(0).flat_map(move |x| range(1).flat_map(move |y| range(2).map(move |z| [x, y, z])))
}

/// The length of a move along so many axes: the square root of the number, rounded to the nearest
/// multiple of 2^-30.
pub(crate) fn length(axes: u64) -> u64 {
    root(u128::from(axes) << 60)
}

/// The length of a move over cells with these sides, rounded to nearest.
pub(crate) fn length_along(sides: [u64; 3], step: Cell) -> u64 {
    let along = (0..3).filter(|&axis| step[axis] != 0);
    root(along.map(|axis| u128::from(sides[axis]).pow(2)).sum())
}

/// The integer nearest to a root.
pub(crate) fn root(square: u128) -> u64 {
    let floor = square.isqrt();
    // The root is past the middle of floor and floor + 1 if its square exceeds floor^2 + floor +
    // 1/4.
    let nearest = if square - floor * floor > floor {
        floor + 1
    } else {
        floor
    };
    u64::try_from(nearest).expect("a root below 2^32")
}

/// The steps to all cells of the block around a cell, without the cell itself.
pub(crate) fn around() -> impl Iterator<Item = Cell> {
    spanned([-1; 3], [1; 3]).filter(|step| *step != [0; 3])
}

/// Whether distances are counted from the source or toward it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toward {
    Others,
    Source,
}

/// The cost of the cheapest way between one cell and each other.
#[derive(Debug)]
pub(crate) struct Distances<'a> {
    grid: &'a Grid,
    costs: Vec<Option<u64>>,
}

impl<'a> Distances<'a> {
    /// The distances of all cells; none if the source is not open.
    pub(crate) fn new(grid: &'a Grid, rules: Rules, source: Cell, toward: Toward) -> Self {
        let mut distances = Self {
            grid,
            costs: vec![None; grid.count()],
        };
        let mut queue = BinaryHeap::new();
        if grid.is_open(source) {
            queue.push(Reverse((0, source)));
        }
        let steps: Vec<Cell> = around().filter(|&step| rules.permits(step)).collect();
        while let Some(Reverse((cost, cell))) = queue.pop() {
            let known = grid.index(cell).map(|index| &mut distances.costs[index]);
            let Some(known @ None) = known else { continue };
            *known = Some(cost);
            for step in &steps {
                let next: Cell = std::array::from_fn(|axis| cell[axis] + step[axis]);
                if !grid.is_open(next) || distances.cost(next).is_some() {
                    continue;
                }
                let move_cost = match toward {
                    Toward::Others => rules.cost(grid, cell, next),
                    Toward::Source => rules.cost(grid, next, cell),
                };
                if let Some(move_cost) = move_cost {
                    queue.push(Reverse((cost + move_cost, next)));
                }
            }
        }
        distances
    }

    /// The cells that hang together with the source.
    pub(crate) fn reached(&self) -> Vec<Cell> {
        self.grid
            .cells()
            .filter(|&cell| self.cost(cell).is_some())
            .collect()
    }

    /// The cost of the cheapest way between the source and a cell, if there is one.
    pub(crate) fn cost(&self, cell: Cell) -> Option<u64> {
        self.grid.index(cell).and_then(|index| self.costs[index])
    }
}

/// Checks a path move by move and returns its cost, or what is wrong with it.
pub(crate) fn check_path(
    grid: &Grid,
    rules: Rules,
    path: &[Cell],
    start: Cell,
    goal: Cell,
) -> Result<u64, String> {
    if path.first() != Some(&start) || path.last() != Some(&goal) {
        return Err(format!("the path does not lead from {start:?} to {goal:?}"));
    }
    if !path.iter().all(|&cell| grid.is_open(cell)) {
        return Err("the path leads through a cell that is not open".to_owned());
    }
    path.windows(2)
        .map(|pair| {
            let cost = rules.cost(grid, pair[0], pair[1]);
            cost.ok_or_else(|| format!("the move {:?} to {:?} is illegal", pair[0], pair[1]))
        })
        .sum()
}

#[test]
fn lengths_are_the_nearest_integers() {
    // sqrt 2 and sqrt 3 to 20 digits, times 2^30: 1518500249.988..., 1859775393.378...
    assert_eq!(
        [length(1), length(2), length(3)],
        [1 << 30, 1_518_500_250, 1_859_775_393]
    );
}

#[test]
fn the_oracle_knows_what_can_be_counted_by_hand() {
    // A wall with one diagonal gap: open cells touch across an edge only.
    let grid = Grid::from_layers(&[".#\n#.", "##\n##"], [0; 3]);
    let reach = |moves, corners| {
        let rules = Rules::of_cubes(moves, corners);
        Distances::new(&grid, rules, [0; 3], Toward::Others).cost([1, 1, 0])
    };
    assert_eq!(reach(Moves::Vertex26, Corners::Lenient), Some(length(2)));
    assert_eq!(reach(Moves::Planar8(2), Corners::Lenient), Some(length(2)));
    assert_eq!(reach(Moves::Planar8(0), Corners::Lenient), None);
    assert_eq!(reach(Moves::Face6, Corners::Lenient), None);
    assert_eq!(reach(Moves::Vertex26, Corners::Strict), None);
    assert_eq!(reach(Moves::Vertex26, Corners::OneSide), None);
    // With one of both sides open a diagonal passes the other, and through space past three of six.
    let open = Grid::from_layers(&["..\n#.", "##\n#."], [0; 3]);
    let past = |corners, to| {
        let rules = Rules::of_cubes(Moves::Vertex26, corners);
        Distances::new(&open, rules, [0; 3], Toward::Others).cost(to)
    };
    assert_eq!(past(Corners::OneSide, [1, 1, 0]), Some(length(2)));
    assert_eq!(past(Corners::OneSide, [1, 1, 1]), Some(length(3)));
    assert_eq!(past(Corners::Strict, [1, 1, 1]), Some(3 * length(1)));
    let counts: Vec<usize> = Rules::all()
        .map(|rules| around().filter(|&step| rules.permits(step)).count())
        .step_by(3)
        .collect();
    assert_eq!(counts, [26, 18, 6, 8, 8, 8, 4, 4, 4]);
}
