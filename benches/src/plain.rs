//! The `pathfinding` crate's `astar` as its examples call it: cells as they come, here `IVec3`, and
//! a `Vec` of successors.
//!
//! What a program has before anybody has measured it. The legal moves come from the 27 bits around a
//! cell all the same, so that the difference to [`packed`](crate::packed) is how the crate is called.

use pathfinding::directed::astar::astar;
use voxnav::experiment::Heuristic;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::Cost;

use crate::rules::Rules;

/// A path and its cost, and how many cells were expanded on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainAnswer {
    /// The cells from start to goal; `None` if there is no path.
    pub path: Option<(Vec<IVec3>, Cost)>,
    /// Cells whose successors were asked for.
    pub expanded: u64,
}

/// Returns a shortest path under `rules`.
#[must_use]
pub fn solve(world: &Traversability, rules: Rules, start: IVec3, goal: IVec3) -> PlainAnswer {
    let mut expanded = 0;
    let answer = astar(
        &start,
        |&cell| {
            expanded += 1;
            successors(world, rules, cell)
        },
        |&cell| Heuristic::Octile.estimate(rules.moves, cell, goal).raw(),
        |&cell| cell == goal,
    );
    PlainAnswer {
        path: answer.map(|(cells, cost)| (cells, Cost::from_raw(cost))),
        expanded,
    }
}

fn successors(world: &Traversability, rules: Rules, cell: IVec3) -> Vec<(IVec3, u64)> {
    let neighborhood = world.neighborhood(cell);
    let moves = rules.moves.directions();
    moves
        .filter(|direction| direction.required(rules.corners) & !neighborhood == 0)
        .map(|direction| (cell + direction.offset(), direction.cost().raw()))
        .collect()
}
