//! Dead ends left and entered without a search.

use glam::IVec3;
use voxnav_occupancy::Heading;
use voxnav_occupancy::indexes::Corridors;

use super::problem::{Coverage, Problem, Target};
use crate::cost::Cost;
use crate::expansion::go;
use crate::heuristic::Heuristic;
use crate::movement::CornerRule;
use crate::path::Path;

/// The ways of start and goal out of the dead ends in which they lie.
#[derive(Clone, Debug)]
pub(crate) struct DeadEndPaths {
    /// The path from the start to the core, or to the cell where the ways out meet.
    out: Path,
    /// The path from the core, or from the meeting cell, to the goal.
    back: Path,
}

impl DeadEndPaths {
    /// Finds the ways of start and goal out of their dead ends, up to where they meet.
    ///
    /// # Complexity
    ///
    /// Linear in the lengths of both ways.
    pub(crate) fn of(corridors: &Corridors, start: IVec3, goal: IVec3) -> Self {
        let [mut out, mut back] = [start, goal].map(|cell| way_out(corridors, cell, u64::MAX));
        if out.goal() == back.goal() {
            // The ways have met before: keep what they do not share.
            let [longer, shorter] = [out.move_count(), back.move_count()];
            let common = common_moves(corridors, [start, goal], [longer, shorter]);
            out = way_out(corridors, start, longer - common);
            back = way_out(corridors, goal, shorter - common);
        }
        back.reverse();
        Self { out, back }
    }

    /// Returns the cells of the core where the paths end, unless the paths meet.
    pub(crate) fn in_core(&self) -> Option<[IVec3; 2]> {
        let ends = [self.out.goal(), self.back.start()];
        (ends[0] != ends[1]).then_some(ends)
    }

    /// Returns the cost of both paths together.
    pub(crate) fn cost(&self) -> Cost {
        self.out.cost() + self.back.cost()
    }

    /// Returns the way out, then `path`, and if that leads to the way back or there is none, the
    /// way back.
    pub(crate) fn joined(&self, path: Option<&Path>) -> Path {
        let mut joined = self.out.clone();
        if let Some(path) = path {
            joined.append(path);
        }
        if joined.goal() == self.back.start() {
            joined.append(&self.back);
        }
        joined
    }
}

/// Returns the first moves, at most `most` of them, of the way from `cell` out of its dead end.
fn way_out(corridors: &Corridors, cell: IVec3, most: u64) -> Path {
    let mut path = Path::default();
    path.restart(cell);
    let mut cell = cell;
    for _ in 0..most {
        let Some(heading) = corridors.way_out(cell) else {
            break;
        };
        go(heading, &mut path);
        cell += heading.step();
    }
    path
}

/// Returns the number of moves that two ways out to the same cell share, given the number of moves
/// of each.
fn common_moves(corridors: &Corridors, mut cells: [IVec3; 2], moves: [u64; 2]) -> u64 {
    let step = |cell: &mut IVec3| {
        let heading = corridors.way_out(*cell);
        *cell += heading.map_or(IVec3::ZERO, Heading::step);
    };
    let mut common = moves[0].min(moves[1]);
    for (cell, moves) in cells.iter_mut().zip(moves) {
        (common..moves).for_each(|_| step(cell));
    }
    while cells[0] != cells[1] {
        cells.iter_mut().for_each(step);
        common -= 1;
    }
    common
}

impl Problem<'_> {
    /// Returns the ways of start and goal out of the dead ends in which they lie, for a problem
    /// that jump point search solves. `None` where corridors are not known, or are not what they
    /// seem because diagonals may cut corners or moves stay in one of several layers.
    pub(super) fn dead_end_paths(&self, jumps: bool) -> Option<DeadEndPaths> {
        let corridors = self.world.corridors()?;
        let Target::Cell(goal) = self.target else {
            return None;
        };
        if self.coverage == Coverage::EveryCell {
            return None;
        }
        let is_sound = self.settings.corners == CornerRule::Strict
            && !self.settings.moves.stays_in_a_layer_of(self.world.bounds());
        // Landmarks hold for the whole world, and are not known to hold for its core.
        let is_estimated = self.settings.heuristic == Heuristic::Landmarks;
        if !jumps || !is_sound || is_estimated || !self.world.is_traversable(goal) {
            return None;
        }
        Some(DeadEndPaths::of(corridors, self.start, goal))
    }

    /// Returns the problem between the cells of the core to which dead-end paths lead; `None` where
    /// these paths meet.
    pub(super) fn in_core(&self, ends: &DeadEndPaths) -> Option<Self> {
        let corridors = self.world.corridors()?;
        let [start, goal] = ends.in_core()?;
        let limits = self.settings.limits;
        let below = match self.below {
            Cost::MAX => Cost::MAX,
            known => Cost::from_raw(known.raw().saturating_sub(ends.cost().raw())),
        };
        Some(Self {
            world: corridors.core(),
            start,
            target: Target::Cell(goal),
            settings: self.settings.limits(limits.less(ends.cost())),
            corridors: Some(corridors),
            below,
            ..*self
        })
    }
}
