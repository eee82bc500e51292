//! A* as tutorials teach it: hash maps for costs and predecessors, a closed set, a binary heap, and
//! closures for neighbors and estimate.
//!
//! Deliberately plain. It shows the performance of a search written by the book. Its only
//! refinement is integer costs, the ones that voxnav uses, so that its answers can be compared for
//! equality.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use voxnav::MoveSet;
use voxnav::experiment::Heuristic;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::Cost;

use crate::found::EnginePath;

/// A cell as tutorials write it.
type Position = (i32, i32, i32);

/// Returns a shortest path with 26 moves under the strict corner rule.
pub(crate) fn solve(world: &Traversability, start: IVec3, goal: IVec3) -> EnginePath<Position> {
    astar(
        start.into(),
        goal.into(),
        |position| neighbors(position, |cell| world.is_traversable(cell)),
        |position| Heuristic::Octile.estimate(MoveSet::Vertex26, position.into(), goal),
    )
}

fn astar(
    start: Position,
    goal: Position,
    neighbors: impl Fn(Position) -> Vec<(Position, Cost)>,
    estimate: impl Fn(Position) -> Cost,
) -> EnginePath<Position> {
    let mut open = BinaryHeap::new();
    let mut came_from = HashMap::new();
    let mut g_score = HashMap::new();
    let mut closed = HashSet::new();
    g_score.insert(start, Cost::ZERO);
    open.push(Reverse((estimate(start), start)));
    while let Some(Reverse((_, current))) = open.pop() {
        if current == goal {
            return EnginePath {
                path: Some(walk_back(&came_from, goal)),
                claimed: Some(g_score[&goal]),
                expanded: closed.len() as u64,
            };
        }
        if !closed.insert(current) {
            continue;
        }
        for (neighbor, cost) in neighbors(current) {
            if closed.contains(&neighbor) {
                continue;
            }
            let tentative = g_score[&current] + cost;
            if tentative < *g_score.get(&neighbor).unwrap_or(&Cost::MAX) {
                came_from.insert(neighbor, current);
                g_score.insert(neighbor, tentative);
                open.push(Reverse((tentative + estimate(neighbor), neighbor)));
            }
        }
    }
    EnginePath {
        path: None,
        claimed: None,
        expanded: closed.len() as u64,
    }
}

/// Returns the neighbors that can be moved to, each with the cost of the move.
fn neighbors((x, y, z): Position, is_traversable: impl Fn(IVec3) -> bool) -> Vec<(Position, Cost)> {
    let mut result = Vec::new();
    for dz in -1..=1_i32 {
        for dy in -1..=1_i32 {
            for dx in -1..=1_i32 {
                let cost = match dx.abs() + dy.abs() + dz.abs() {
                    1 => Cost::STRAIGHT,
                    2 => Cost::FACE_DIAGONAL,
                    3 => Cost::BODY_DIAGONAL,
                    _ => continue,
                };
                let mut spanned = between(z, z + dz).flat_map(|z| {
                    between(y, y + dy)
                        .flat_map(move |y| between(x, x + dx).map(move |x| IVec3::new(x, y, z)))
                });
                if spanned.all(&is_traversable) {
                    result.push(((x + dx, y + dy, z + dz), cost));
                }
            }
        }
    }
    result
}

fn between(from: i32, to: i32) -> std::ops::RangeInclusive<i32> {
    from.min(to)..=from.max(to)
}

fn walk_back(came_from: &HashMap<Position, Position>, goal: Position) -> Vec<Position> {
    let mut path = vec![goal];
    let mut current = goal;
    while let Some(&previous) = came_from.get(&current) {
        path.push(previous);
        current = previous;
    }
    path.reverse();
    path
}
