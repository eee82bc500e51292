//! Of the paths that cost the least, one with the fewest turns: Dijkstra's algorithm on pairs of a cell and the direction
//! of arrival, by pairs of cost and turns.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use voxnav_testkit::grid::Cell;

/// The direction of a move; seen from above where there is an axis of up.
fn direction([from, to]: [Cell; 2], up: Option<usize>) -> Cell {
    let offset: Cell = std::array::from_fn(|axis| to[axis] - from[axis]);
    let mut seen = offset;
    if let Some(up) = up {
        seen[up] = 0;
    }
    if seen == [0; 3] {
        seen = offset;
    }
    // The largest number that divides all three.
    let most = seen.iter().map(|along| along.abs()).max().unwrap_or(0);
    let divisors = (1..=most).rev();
    let divides = |by: &i32| seen.iter().all(|along| along % by == 0);
    let by = divisors.into_iter().find(divides).unwrap_or(1);
    seen.map(|along| along / by)
}

/// The turns of a chain of cells.
pub(crate) fn turns(cells: &[Cell], up: Option<usize>) -> u64 {
    let moves: Vec<Cell> = cells
        .windows(2)
        .map(|ends| direction([ends[0], ends[1]], up))
        .collect();
    moves
        .windows(2)
        .map(|two| u64::from(two[0] != two[1]))
        .sum()
}

/// The least cost of a path from one cell to another, and the fewest turns at that cost.
pub(crate) fn fewest_turns(
    [start, goal]: [Cell; 2],
    up: Option<usize>,
    moves_from: impl Fn(Cell) -> Vec<(Cell, u64)>,
) -> Option<(u64, u64)> {
    let mut queue = BinaryHeap::from([Reverse((0_u64, 0, start, None))]);
    let mut done = BTreeSet::new();
    while let Some(Reverse((cost, turns, cell, before))) = queue.pop() {
        if cell == goal {
            return Some((cost, turns));
        }
        if !done.insert((cell, before)) {
            continue;
        }
        for (to, each) in moves_from(cell) {
            let next = direction([cell, to], up);
            let turn = u64::from(before.is_some_and(|before| before != next));
            queue.push(Reverse((
                cost.saturating_add(each),
                turns + turn,
                to,
                Some(next),
            )));
        }
    }
    None
}
