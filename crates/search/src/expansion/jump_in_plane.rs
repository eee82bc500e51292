//! The moves that survive pruning within a plane, with straight runs followed at once.
//!
//! In a plane three words hold what is around a cell, a table of what survives has few entries, and a scan
//! reads three rows. So a run is followed when the cell is expanded where it begins, and costs less than to queue it:
//! most runs come to nothing. A run that leads far is queued instead, like those in space, and followed when its
//! first move is due. Where runs are long, diagonals are followed as well, which is jump point search
//! as it was first published.

use glam::IVec3;
use voxnav_occupancy::runs::{PlaneReader, Reach, ScanEnd};
use voxnav_occupancy::{Axis, Heading, Traversability};

use super::jump::{followed, walked};
use super::pruning::{OPEN_PLANE, PlaneTable};
use super::{Directions, Expansion, Followed, RunTally, RunTarget, Stride, Ties};
use crate::cost::Cost;
use crate::goal::GoalTest;
use crate::movement::{Direction, DirectionSet, MoveCosts};
use crate::outcome::Statistics;

/// Moves of one walk, each of which takes two scans; going on counts as another expansion.
const MOST_WALKED: u32 = 1 << 6;

/// The moves that survive pruning within a plane, straight ones followed to the end of their run. For
/// uniform terrain.
pub(crate) struct JumpInPlane<'w, A> {
    reader: PlaneReader<'w>,
    table: &'static PlaneTable,
    costs: &'static MoveCosts,
    goal_test: A,
}

impl<'w, A: GoalTest> JumpInPlane<'w, A> {
    pub(crate) fn new(
        world: &'w Traversability,
        table: &'static PlaneTable,
        costs: &'static MoveCosts,
        goal_test: A,
    ) -> Self {
        Self {
            reader: PlaneReader::new(world, table.fixed, table.rule),
            table,
            costs,
            goal_test,
        }
    }

    /// Follows a diagonal, amid traversable cells, to the first cell at which something begins.
    fn walk(&self, from: IVec3, direction: Direction) -> Followed {
        let Some(headings) = self.table.walk(direction) else {
            return Followed {
                reached: RunTarget::Nothing,
                skipped: 0,
            };
        };
        let goal = self.goal_test.beside_walk(from, headings, MOST_WALKED);
        let most = goal.unwrap_or(MOST_WALKED);
        let (mut cell, mut moves) = (from, 0);
        while moves < most {
            cell += direction.offset();
            moves += 1;
            let leads = |heading: Heading| {
                self.reader.run(cell, heading, Reach::Far).end != ScanEnd::Blocked
            };
            if self.reader.around(cell) != OPEN_PLANE || headings.into_iter().any(leads) {
                return walked((from, direction), self.cost(direction), moves, true);
            }
        }
        let begins = goal == Some(moves);
        walked((from, direction), self.cost(direction), moves, begins)
    }
}

impl<A: GoalTest> Expansion for JumpInPlane<'_, A> {
    const TIES: Ties = Ties::Merge;

    #[inline]
    fn fixed_axis(&self) -> Option<Axis> {
        Some(self.table.fixed)
    }

    #[inline]
    fn stride(runs: &RunTally, _: &Statistics) -> Stride {
        if runs.are_long() {
            Stride::Walk
        } else {
            Stride::Run
        }
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked once or twice an expansion, of which a call is a tenth"
    )]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>, stride: Stride) -> Directions {
        let around = self.reader.around(cell);
        let moves = self.table.moves(arrival, around);
        let walks = if stride == Stride::Walk && around == OPEN_PLANE {
            moves.steps.0 & self.table.walk_directions.0
        } else {
            0
        };
        Directions {
            runs: DirectionSet(moves.runs.0 | walks),
            ..Directions::moves(DirectionSet(moves.steps.0 & !walks))
        }
    }

    #[inline]
    fn cost(&self, direction: Direction) -> Cost {
        self.costs.of(direction)
    }

    #[inline]
    fn run(&self, cell: IVec3, direction: Direction) -> Followed {
        let Some(heading) = direction.heading() else {
            return self.walk(cell, direction);
        };
        let run = self.reader.run(cell, heading, Reach::Far);
        followed((cell, heading), self.cost(direction), run, self.goal_test)
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked once or twice an expansion, of which a call is a tenth"
    )]
    fn run_at_once(&self, cell: IVec3, direction: Direction) -> Option<Followed> {
        let heading = direction.heading()?;
        let run = self.reader.run(cell, heading, Reach::Near);
        let each = self.cost(direction);
        (run.end != ScanEnd::Unfinished)
            .then(|| followed((cell, heading), each, run, self.goal_test))
    }
}
