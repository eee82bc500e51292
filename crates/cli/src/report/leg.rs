//! The legs of a path on the ground, as reports show them.

use serde::Serialize;
use voxnav::glam::IVec3;
use voxnav::ground::Leg;

use crate::units::{Place, Space};

/// A leg with the cells that reports show.
#[derive(Debug)]
pub(crate) struct ShownLeg {
    pub(crate) action: String,
    /// In units of 2^-30 straight moves.
    pub(crate) cost: u64,
    pub(crate) cells: Vec<IVec3>,
}

/// A leg in the form of the JSON object.
#[derive(Debug, Serialize)]
pub(crate) struct PlacedLeg<'l> {
    action: &'l str,
    cost: u64,
    #[serde(flatten)]
    places: Places,
}

/// The places of a leg, by a name that says the units.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Places {
    Cells(Vec<Place>),
    Positions(Vec<Place>),
}

impl ShownLeg {
    /// Shows a leg by all its cells.
    pub(crate) fn whole(leg: &Leg<'_>) -> Self {
        Self::of(leg, leg.cells())
    }

    /// Shows a leg by the cells where it turns.
    pub(crate) fn turns(leg: &Leg<'_>) -> Self {
        Self::of(leg, leg.turns().iter().copied())
    }

    fn of(leg: &Leg<'_>, cells: impl Iterator<Item = IVec3>) -> Self {
        Self {
            action: leg.action.to_string(),
            cost: leg.cost().raw(),
            cells: cells.collect(),
        }
    }

    /// Places it in a space.
    pub(crate) fn placed(&self, space: Space) -> PlacedLeg<'_> {
        let places = self.cells.iter().map(|&cell| space.place(cell)).collect();
        PlacedLeg {
            action: &self.action,
            cost: self.cost,
            places: match space {
                Space::Index => Places::Cells(places),
                Space::World(_) => Places::Positions(places),
            },
        }
    }
}
