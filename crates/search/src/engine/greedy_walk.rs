//! The early answer: a path of the smallest conceivable length, found without a search.
//!
//! No path is shorter than the octile distance. Over cells that are no cubes and with 18 moves it may be less than any
//! path costs; the walk gets stuck then. Walking from the start, always on along the first
//! legal direction that loses nothing against that distance, either ends at the goal, and the path
//! is optimal, or gets stuck, and a search has to answer. The walk takes no more steps than the
//! largest component of the offset between the ends (or than their sum, for moves along axes), and
//! a few nanoseconds for each: a direction that loses nothing is taken for as long as it does, and whether
//! it is legal is asked for all these steps together.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::cost::Cost;
use crate::expansion::Pruning;
use crate::heuristic::{Heuristic, offset_magnitude};
use crate::movement::{Direction, MoveCosts, MoveSet};
use crate::path::Path;

/// Steps of a walk, so that limits and cancellation come to their right in worlds without end.
const MOST_STEPS: u32 = 1 << 16;

/// A walk that only ever gets nearer, over uniform terrain.
pub(crate) struct GreedyWalk<'w> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
    pub(crate) costs: &'static MoveCosts,
    pub(crate) moves: MoveSet,
    pub(crate) goal: IVec3,
}

impl GreedyWalk<'_> {
    /// Writes a path of octile length from `start` to the goal to `path`; `None` if the walk gets
    /// stuck.
    pub(crate) fn walk(&self, start: IVec3, path: &mut Path) -> Option<()> {
        path.restart(start);
        let mut cell = start;
        let mut left = self.distance(start);
        let mut last = None;
        let mut steps = MOST_STEPS;
        while steps > 0 {
            if cell == self.goal {
                return Some(());
            }
            let direction = self.next(cell, left, last)?;
            let most = self.useful_moves(cell, left, direction).min(steps);
            let moves = match self.pruning.needed(direction) {
                // The first is legal.
                Some(needed) if most > 1 => {
                    let step = direction.offset();
                    self.world.repeated_moves(cell, step, needed, most)
                }
                _ => 1,
            };
            path.fly_at(direction, moves, self.costs.of(direction));
            cell += direction.offset() * moves.cast_signed();
            left = left - self.costs.of(direction) * moves;
            last = Some(direction);
            steps -= moves;
        }
        None
    }

    /// Returns a legal direction that loses nothing, the last one if it still does.
    #[inline]
    fn next(&self, cell: IVec3, left: Cost, last: Option<Direction>) -> Option<Direction> {
        let neighborhood = self.pruning.neighborhood(self.world, cell);
        let legal = self.pruning.legal(neighborhood);
        let mut in_order = last.into_iter().chain(legal.iter());
        in_order.find(|&direction| {
            legal.contains(direction) && self.loses_nothing(cell, left, direction, 1)
        })
    }

    /// Returns the number of times that a direction, which loses nothing once, can be taken before
    /// it loses something.
    fn useful_moves(&self, cell: IVec3, left: Cost, direction: Direction) -> u32 {
        // Where many moves lose nothing, fewer do not, because the estimate is consistent.
        let is_useful = |moves: u32| self.loses_nothing(cell, left, direction, moves);
        let mut useful = 1;
        let mut step = 1;
        while useful + step <= MOST_STEPS && is_useful(useful + step) {
            useful += step;
            step *= 2;
        }
        while step > 0 {
            if useful + step <= MOST_STEPS && is_useful(useful + step) {
                useful += step;
            }
            step /= 2;
        }
        useful
    }

    /// Returns whether so many moves bring the goal nearer by all that they cost.
    #[inline]
    fn loses_nothing(&self, cell: IVec3, left: Cost, direction: Direction, moves: u32) -> bool {
        let there = cell + direction.offset() * moves.cast_signed();
        self.distance(there) + self.costs.of(direction) * moves == left
    }

    #[inline]
    fn distance(&self, cell: IVec3) -> Cost {
        let apart = offset_magnitude(cell, self.goal);
        Heuristic::Octile.of_offset(self.moves, self.costs, apart)
    }
}

#[cfg(test)]
mod tests {
    use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, UnknownPolicy};

    use super::*;
    use crate::movement::{CellShape, CornerRule};

    #[test]
    fn a_walk_takes_the_octile_distance_or_gets_stuck() {
        let bounds = CellBox::from_size(IVec3::splat(9));
        let wall = CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 9, 8));
        let goal = IVec3::new(8, 3, 2);
        for (blocked, found) in [(CellBox::EMPTY, true), (wall, false)] {
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            builder.set_box(blocked, CellState::Occupied).unwrap();
            let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
            for moves in [MoveSet::Vertex26, MoveSet::Edge18, MoveSet::Face6] {
                let pruning = Pruning::of(moves, CornerRule::Strict, CellShape::CUBIC);
                let greedy_walk = GreedyWalk {
                    world: &world,
                    pruning,
                    costs: MoveCosts::of_cubes(),
                    moves,
                    goal,
                };
                let mut path = Path::default();
                assert_eq!(
                    greedy_walk.walk(IVec3::ZERO, &mut path).is_some(),
                    found,
                    "{moves:?}"
                );
                if found {
                    let length = Heuristic::Octile.estimate(moves, IVec3::ZERO, goal);
                    assert_eq!(
                        path.verify(&world, moves, CornerRule::Strict, None),
                        Ok(length)
                    );
                }
            }
        }
    }
}
