//! Values that must obey rules, as they are read back: by [`serde`], with the feature of that name.

use glam::IVec3;
use serde::Deserialize;
use voxnav_occupancy::MAX_COORDINATE;

use crate::{Cost, Direction, Path, PathRun, Weight, WeightError};

/// Why a number names no direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rank} is the rank of no direction; there are 26")]
pub(crate) struct NoDirection {
    rank: u8,
}

/// A direction as it is written.
#[derive(Deserialize)]
pub(crate) struct StoredDirection(u8);

impl TryFrom<StoredDirection> for Direction {
    type Error = NoDirection;

    fn try_from(StoredDirection(rank): StoredDirection) -> Result<Self, NoDirection> {
        let mut all = Self::all();
        all.nth(rank.into()).ok_or(NoDirection { rank })
    }
}

impl TryFrom<f64> for Weight {
    type Error = WeightError;

    fn try_from(factor: f64) -> Result<Self, WeightError> {
        Self::new(factor)
    }
}

impl From<Weight> for f64 {
    fn from(weight: Weight) -> Self {
        weight.factor()
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

/// A path that leaves the cells there can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the path leaves the cells there can be with run {run}")]
pub(crate) struct LeavesCells {
    run: usize,
}

impl TryFrom<StoredPath> for Path {
    type Error = LeavesCells;

    fn try_from(stored: StoredPath) -> Result<Self, LeavesCells> {
        let StoredPath {
            start,
            runs,
            cost,
            corners,
        } = stored;
        let limit = i64::from(MAX_COORDINATE);
        let mut cell = start.as_i64vec3();
        for (run, PathRun { direction, moves }) in runs.iter().enumerate() {
            cell += direction.offset().as_i64vec3() * i64::from(*moves);
            if cell.abs().max_element() > limit {
                return Err(LeavesCells { run });
            }
        }
        let is_far = |cell: &IVec3| cell.as_i64vec3().abs().max_element() > limit;
        if is_far(&start) || corners.iter().any(is_far) {
            return Err(LeavesCells { run: 0 });
        }
        Ok(Self::from_parts(start, runs, cost, corners))
    }
}
