//! The ways around a cell that make a successor superfluous, found by enumeration.
//!
//! For an arrival at a cell all paths from the cell before are walked that have at most three moves,
//! stay within the 27 cells around and do not stop in the middle. Those that prune a successor by the
//! rule of [`pruning`](super) are its detours, each told by the cells that it needs.
//!
//! The first query of a process waits for this, so a path is given up as soon as nothing that it
//! could lead to is cheap enough.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "cells of a neighborhood are 27 bits wherever they are moved to"
)]

use crate::cost::Cost;
use glam::IVec3;

use crate::movement::{CornerRule, Direction, DirectionSet, MoveCosts};

/// The number of the neighborhood bit of the cell in the middle.
const CENTER: usize = 13;

/// The most moves of a detour.
const MOST_MOVES: u32 = 3;

/// The detours of all successors after one arrival.
#[derive(Debug)]
pub(crate) struct Detours {
    set: DirectionSet,
    costs: &'static MoveCosts,
    /// The cost of the cheapest move.
    least: Cost,
    /// The moves of the set from each cell of a neighborhood, by the number of its bit, to another cell of it that is
    /// not the one in the middle.
    staying: [DirectionSet; 27],
    corners: CornerRule,
    arrival: Direction,
    /// The largest cost of a detour.
    most: Cost,
    /// The cells where detours may end, by the number of the neighborhood bit.
    ends: [End; 27],
}

/// A cell where detours may end.
#[derive(Debug, Default)]
struct End {
    /// The cost of the successor over the middle; zero where no move of the set leads to the cell.
    limit: Cost,
    /// Cells known to be traversable when the detour matters: the middle, the cell before, and those
    /// that the successor needs anyway.
    given: u32,
    /// The cells that each detour needs besides; none is a subset of another.
    detours: Vec<u32>,
}

/// A path under way.
#[derive(Clone, Copy)]
struct Walk {
    /// The number of the neighborhood bit of its last cell.
    place: usize,
    moves: u32,
    cells: u32,
    /// The cost of the path, plus one raw unit if the path does not come first among equals.
    cost: Cost,
}

impl Detours {
    /// Creates room for the detours after one arrival or another.
    pub(crate) fn new(set: DirectionSet, corners: CornerRule, costs: &'static MoveCosts) -> Self {
        Self {
            set,
            costs,
            least: costs.least(),
            staying: std::array::from_fn(|place| staying(set, place as i32)),
            corners,
            arrival: Direction::from_index(0),
            most: Cost::ZERO,
            ends: std::array::from_fn(|_| End::default()),
        }
    }

    /// Finds the detours after `arrival`.
    pub(crate) fn find(&mut self, arrival: Direction) {
        let before = arrival.reverse().place();
        self.arrival = arrival;
        self.most = Cost::ZERO;
        for successor in self.set.iter() {
            let end = &mut self.ends[successor.place()];
            end.limit = self.costs.of(arrival) + self.costs.of(successor);
            end.given = 1 << CENTER | 1 << before | successor.required(self.corners);
            end.detours.clear();
            self.most = self.most.max(end.limit);
        }
        let start = Walk {
            place: before,
            moves: 0,
            cells: 0,
            cost: Cost::ZERO,
        };
        self.ends[before].offer(start);
        self.extend(start);
    }

    /// Returns the cells that each detour of `successor` needs besides those that `successor` needs
    /// itself: the smallest sets first, and none that holds another.
    pub(crate) fn of(&mut self, successor: Direction) -> &[u32] {
        let detours = &mut self.ends[successor.place()].detours;
        detours.sort_unstable_by_key(|cells| (cells.count_ones(), *cells));
        detours
    }

    /// Offers the paths that come of a path by further moves.
    fn extend(&mut self, walk: Walk) {
        let staying = self.staying[walk.place];
        for direction in staying.within(self.most - walk.cost, self.costs).iter() {
            // No detour begins like the way over the middle, so the first moves tell which of the
            // two comes first.
            let is_later = walk.moves == 0 && direction > self.arrival;
            let handicap = Cost::from_raw(is_later.into());
            let required = u64::from(direction.required(self.corners));
            let longer = Walk {
                place: walk.place + direction.place() - CENTER,
                moves: walk.moves + 1,
                cells: walk.cells | (required << walk.place >> CENTER) as u32,
                cost: walk.cost + self.costs.of(direction) + handicap,
            };
            self.ends[longer.place].offer(longer);
            if longer.moves < MOST_MOVES && longer.cost + self.least <= self.most {
                self.extend(longer);
            }
        }
    }
}

fn staying(set: DirectionSet, place: i32) -> DirectionSet {
    let from = IVec3::new(place % 3, place / 3 % 3, place / 9) - 1;
    let stays = |step: &Direction| (from + step.offset()).abs().max_element() == 1;
    DirectionSet(
        set.iter()
            .filter(stays)
            .fold(0, |set, step| set | step.bit()),
    )
}

impl End {
    /// Keeps a path that ends here if it prunes, unless one is kept that needs no other cells.
    #[inline]
    fn offer(&mut self, walk: Walk) {
        if walk.cost > self.limit {
            return;
        }
        let cells = walk.cells & !self.given;
        if self.detours.iter().all(|fewer| fewer & !cells != 0) {
            self.detours.retain(|more| cells & !more != 0);
            self.detours.push(cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::moves_that_are_pruned;
    use super::*;
    use crate::movement::{CellShape, MoveSet};

    /// Returns the detours that prune the moves of `set` after `arrival` by the rule, from all
    /// paths of at most three moves: for each successor the cells needed besides those that are
    /// given.
    fn by_the_rule(
        (set, corners): (MoveSet, CornerRule),
        shape: CellShape,
        arrival: Direction,
    ) -> Vec<Vec<u32>> {
        let moves: Vec<Direction> = set.directions().collect();
        let mut paths: Vec<Vec<Direction>> = vec![vec![]];
        let mut longest = paths.clone();
        for _ in 0..3 {
            longest = longest
                .iter()
                .flat_map(|path| {
                    moves
                        .iter()
                        .map(|&direction| [&path[..], &[direction]].concat())
                })
                .filter(|path| around(arrival, path).is_some())
                .collect();
            paths.extend(longest.iter().cloned());
        }
        let mut detours = vec![vec![]; moves.len()];
        for path in paths {
            let end = around(arrival, &path).unwrap();
            let Some(number) = moves.iter().position(|direction| direction.offset() == end) else {
                continue;
            };
            let successor = moves[number];
            let cost: Cost = path.iter().map(|&direction| shape.cost(direction)).sum();
            let over_the_middle = shape.cost(arrival) + shape.cost(successor);
            if (cost, &path[..]) < (over_the_middle, &[arrival, successor]) {
                let before = -arrival.offset();
                let successor_needs = needed_by(IVec3::ZERO, &[successor], corners);
                let given = successor_needs | bit(IVec3::ZERO) | bit(before);
                detours[number].push(needed_by(before, &path, corners) & !given);
            }
        }
        for sets in &mut detours {
            let all = sets.clone();
            sets.retain(|set| all.iter().all(|other| other == set || other & !set != 0));
            sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
            sets.dedup();
        }
        detours
    }

    /// Returns the end of a path that begins before the middle, unless it leaves the cells around
    /// the middle.
    fn around(arrival: Direction, path: &[Direction]) -> Option<IVec3> {
        path.iter().try_fold(-arrival.offset(), |at, direction| {
            let next = at + direction.offset();
            (next.abs().max_element() == 1).then_some(next)
        })
    }

    fn needed_by(from: IVec3, path: &[Direction], corners: CornerRule) -> u32 {
        let mut at = from;
        let mut needed = 0;
        for direction in path {
            let to = at + direction.offset();
            for place in 0..27 {
                let cell = IVec3::new(place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1);
                let spanned = cell.cmpge(at.min(to)).all() && cell.cmple(at.max(to)).all();
                let is_needed = match corners {
                    CornerRule::Strict => spanned && cell != at,
                    CornerRule::OneSide | CornerRule::Lenient => cell == to,
                };
                needed |= if is_needed { bit(cell) } else { 0 };
            }
            at = to;
        }
        needed
    }

    fn bit(cell: IVec3) -> u32 {
        1 << ((cell.z + 1) * 9 + (cell.y + 1) * 3 + cell.x + 1)
    }

    #[test]
    fn detours_are_those_of_the_rule() {
        for (moves, corners, shape) in moves_that_are_pruned(1) {
            let mut detours = Detours::new(moves.direction_set(), corners, shape.costs());
            for arrival in moves.directions() {
                detours.find(arrival);
                let expected = by_the_rule((moves, corners), shape, arrival);
                for (successor, expected) in moves.directions().zip(expected) {
                    assert_eq!(
                        detours.of(successor),
                        expected,
                        "{moves:?} {corners:?} {shape:?} {arrival:?} {successor:?}"
                    );
                }
            }
        }
    }
}
