//! Paths as they are read back: by [`serde`], with the feature of that name.

use glam::{I64Vec3, IVec3};
use serde::Deserialize;
use voxnav_occupancy::MAX_COORDINATE;

use super::{Path, PathRun};
use crate::cost::Cost;

/// Actions as they are written: with nothing for one, as paths of flying agents had it once, the agent flies.
pub(crate) mod action {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::movement::Action;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(crate) fn serialize<S: Serializer>(action: &Action, to: S) -> Result<S::Ok, S::Error> {
        Some(action).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Action, D::Error> {
        Ok(Option::deserialize(from)?.unwrap_or(Action::Fly))
    }
}

/// A path as it is written.
#[derive(Deserialize)]
pub(crate) struct StoredPath {
    start: IVec3,
    runs: Vec<PathRun>,
    cost: Cost,
    corners: Vec<IVec3>,
}

/// Error for stored data that is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPath {
    /// The path starts outside of the supported coordinates, or leaves them.
    #[error("run {run} of the path leaves the supported coordinates")]
    LeavesCells { run: usize },
    /// A run of no moves, or one that goes on as the one before it.
    #[error("run {run} of the path has no move, or the same moves as the one before it")]
    NoTurn { run: usize },
    /// The runs cost other than the path.
    #[error("the runs of the path cost {runs}, and the path says {path}")]
    OtherCost { runs: Cost, path: Cost },
    /// Corners do not lead from the start to the goal.
    #[error("the corners of the path do not lead from {start} to {goal}")]
    OtherEnds { start: IVec3, goal: IVec3 },
    /// A corner belongs to no cell there can be.
    #[error("corner {corner} of the path lies outside the supported coordinates")]
    FarCorner { corner: IVec3 },
}

impl TryFrom<StoredPath> for Path {
    type Error = NoPath;

    fn try_from(stored: StoredPath) -> Result<Self, NoPath> {
        let StoredPath {
            start,
            runs,
            cost,
            corners,
        } = stored;
        let goal = end_of(start, &runs)?;
        if let Some(&corner) = corners.iter().find(|cell| !is_cell(cell.as_i64vec3())) {
            return Err(NoPath::FarCorner { corner });
        }
        let ends = [corners.first(), corners.last()];
        if !corners.is_empty() && ends != [Some(&start), Some(&goal)] {
            return Err(NoPath::OtherEnds { start, goal });
        }
        let sum = runs.iter().map(|run| run.cost * run.moves).sum();
        if corners.is_empty() && sum != cost {
            return Err(NoPath::OtherCost {
                runs: sum,
                path: cost,
            });
        }
        Ok(Self::from_parts(start, runs, cost, corners))
    }
}

/// Returns the cell where runs from a cell end; every cell before is one there can be, too.
fn end_of(start: IVec3, runs: &[PathRun]) -> Result<IVec3, NoPath> {
    let mut cell = start.as_i64vec3();
    if !is_cell(cell) {
        return Err(NoPath::LeavesCells { run: 0 });
    }
    let mut before: Option<&PathRun> = None;
    for (number, run) in runs.iter().enumerate() {
        if run.moves == 0 || before.is_some_and(|before| before.continues(run)) {
            return Err(NoPath::NoTurn { run: number });
        }
        // At most 2^31 times 2^32.
        cell += run.step.as_i64vec3() * i64::from(run.moves);
        if !is_cell(cell) {
            return Err(NoPath::LeavesCells { run: number });
        }
        before = Some(run);
    }
    Ok(cell.as_ivec3())
}

fn is_cell(cell: I64Vec3) -> bool {
    let limit = i64::from(MAX_COORDINATE);
    cell.min_element() >= -limit && cell.max_element() < limit
}
