//! The legs of a path on the ground, as reports show them.

use serde::Serialize;
use voxnav::glam::IVec3;
use voxnav::ground::{Action, Leg};

/// A leg as reports show it.
#[derive(Debug, Serialize)]
pub(crate) struct ShownLeg {
    pub(crate) action: String,
    /// In units of 2^-30 straight moves.
    pub(crate) cost: u64,
    pub(crate) cells: Vec<[i32; 3]>,
}

impl ShownLeg {
    /// Shows a leg by all its cells.
    pub(crate) fn whole(leg: &Leg<'_, Action>) -> Self {
        Self::of(leg, leg.cells())
    }

    /// Shows a leg by the cells where it turns.
    pub(crate) fn turns(leg: &Leg<'_, Action>) -> Self {
        Self::of(leg, leg.turns().iter().copied())
    }

    fn of(leg: &Leg<'_, Action>, cells: impl Iterator<Item = IVec3>) -> Self {
        Self {
            action: leg.action.to_string(),
            cost: leg.cost().raw(),
            cells: cells.map(|cell| cell.to_array()).collect(),
        }
    }
}
