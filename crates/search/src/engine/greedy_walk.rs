//! The early answer: a path of the smallest conceivable length, found without a search.
//!
//! No path is shorter than the octile distance. Walking from the start, always on along the first
//! legal direction that loses nothing against that distance, either ends at the goal, and the path
//! is optimal, or gets stuck, and a search has to answer. The walk takes no more steps than the
//! largest component of the offset between the ends (or than their sum, for moves along axes), and
//! a few nanoseconds for each.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::cost::Cost;
use crate::expansion::Pruning;
use crate::heuristic::Heuristic;
use crate::movement::{Direction, MoveSet};
use crate::path::Path;

/// Steps of a walk, so that limits and cancellation come to their right in worlds without end.
const MOST_STEPS: u32 = 1 << 16;

/// A walk that only ever gets nearer, over uniform terrain.
pub(crate) struct GreedyWalk<'w> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
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
        for _ in 0..MOST_STEPS {
            if cell == self.goal {
                return Some(());
            }
            let (direction, distance) = self.next(cell, left, last)?;
            path.extend(direction, 1, direction.cost());
            cell += direction.offset();
            left = distance;
            last = Some(direction);
        }
        None
    }

    /// A direction that loses nothing, the last one if it still does, and the distance then.
    #[inline]
    fn next(&self, cell: IVec3, left: Cost, last: Option<Direction>) -> Option<(Direction, Cost)> {
        let legal = self
            .pruning
            .legal(self.pruning.neighborhood(self.world, cell));
        let try_out = |direction: Direction| {
            let distance = self.distance(cell + direction.offset());
            (distance + direction.cost() == left).then_some((direction, distance))
        };
        last.filter(|&direction| legal.contains(direction))
            .and_then(try_out)
            .or_else(|| legal.iter().find_map(try_out))
    }

    #[inline]
    fn distance(&self, cell: IVec3) -> Cost {
        Heuristic::Octile.estimate(self.moves, cell, self.goal)
    }
}

#[cfg(test)]
mod tests {
    use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, UnknownPolicy};

    use super::*;
    use crate::movement::CornerRule;

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
                let pruning = Pruning::of(moves, CornerRule::Strict);
                let greedy_walk = GreedyWalk {
                    world: &world,
                    pruning,
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
