//! Legs: parts of a path under one action.

use glam::IVec3;

use super::cells::{Cells, Moves};
use super::{PathRun, turns};
use crate::cost::Cost;
use crate::movement::{Action, Move};

/// A part of a path under one action.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_search::{Cost, Ground, Locomotion, Query, Workspace};
///
/// let ground = Ground::new(&world, &Locomotion::walker())?;
/// let query = Query::new(IVec3::ZERO, IVec3::new(6, 2, 0));
/// let solution = query.solve(&ground, &mut Workspace::new());
/// let leg = solution.outcome.path().ok_or("there is a path")?.legs()[0];
/// assert_eq!((leg.goal(), leg.cells().count(), leg.turns().len()), (IVec3::new(6, 2, 0), 7, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg<'p> {
    /// The action of its moves.
    pub action: Action,
    /// The first cell: the last one of the leg before.
    pub start: IVec3,
    /// The leg as runs of equal moves, one or more.
    pub runs: &'p [PathRun],
}

impl<'p> Leg<'p> {
    /// Returns the last cell.
    #[must_use]
    pub fn goal(&self) -> IVec3 {
        let offsets = self.runs.iter().map(PathRun::offset);
        offsets.fold(self.start, IVec3::wrapping_add)
    }

    /// Returns the cells from first to last: two or more.
    pub fn cells(&self) -> impl Iterator<Item = IVec3> + use<'p> {
        Cells::of(self.start, self.runs)
    }

    /// Returns the moves from first to last.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> + use<'p> {
        Moves(Cells::of(self.start, self.runs))
    }

    /// Returns the sum of the costs of the moves.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.runs.iter().map(|run| run.cost * run.moves).sum()
    }

    /// Returns the cells between which the leg goes on by equal steps, its ends included.
    #[must_use]
    pub fn turns(&self) -> Vec<IVec3> {
        turns(self.start, self.runs)
    }
}
