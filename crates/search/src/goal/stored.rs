//! Goals as they are written and read back: by [`serde`], with the feature of that name.

use glam::{I64Vec3, IVec3};
use serde::ser::Error;
use serde::{Deserialize, Serialize, Serializer};
use voxnav_occupancy::CellBox;

use super::{Contact, Goal, Kind};
use crate::cost::Cost;
use crate::movement::CellShape;

/// A goal as it is written: the parameters of the functions that make one.
#[derive(Serialize, Deserialize)]
pub(super) enum StoredGoal {
    Inside(CellBox),
    Beside {
        cells: CellBox,
        contact: Contact,
    },
    Within {
        point: I64Vec3,
        radius: Cost,
        #[serde(default, skip_serializing_if = "CellShape::is_cubic_ref")]
        shape: CellShape,
    },
    AnyOf(Vec<IVec3>),
}

/// A goal that no file can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a goal that functions describe cannot be written")]
pub(super) struct HasFunctions;

impl From<StoredGoal> for Goal {
    fn from(stored: StoredGoal) -> Self {
        match stored {
            StoredGoal::Inside(cells) => Self::inside(cells),
            StoredGoal::Beside { cells, contact } => Self::beside(cells, contact),
            StoredGoal::Within {
                point,
                radius,
                shape,
            } => Self::within_of_point_by(shape, point, radius),
            StoredGoal::AnyOf(cells) => Self::any_of(cells),
        }
    }
}

impl TryFrom<&Goal> for StoredGoal {
    type Error = HasFunctions;

    fn try_from(goal: &Goal) -> Result<Self, HasFunctions> {
        match &goal.0 {
            Kind::Box(cells) => Ok(Self::Inside(*cells)),
            &Kind::Beside { cells, contact } => Ok(Self::Beside { cells, contact }),
            Kind::Ball(ball) => Ok(Self::Within {
                point: ball.center,
                radius: ball.radius,
                shape: ball.shape,
            }),
            Kind::AnyOf(set) => Ok(Self::AnyOf(set.cells().collect())),
            Kind::Matching(_) => Err(HasFunctions),
        }
    }
}

impl Serialize for Goal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = StoredGoal::try_from(self).map_err(S::Error::custom)?;
        stored.serialize(serializer)
    }
}
