//! Destinations of routes.

use std::ffi::c_void;

use voxnav::Destination;
use voxnav::glam::DVec3;
use voxnav::search::{Cost, Goal};

use crate::code::{Code, coded};
use crate::error::Refusal;
use crate::exported::callbacks::{VoxnavCellFunction, VoxnavEstimateFunction};
use crate::memory::{Callback, In};
use crate::values::{VoxnavCells, VoxnavPoint};

/// The kind of a destination, and the fields of `VoxnavDestination` that it takes.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavDestinationKind {
    /// The position `at`.
    Position = 0,
    /// Any place within `radius` of `at`.
    Within = 1,
    /// Any place in the box from `at` to `to`.
    Inside = 2,
    /// The nearest of the positions in `points`.
    AnyOf = 3,
    /// Any of the cells in `cells`.
    Cells = 4,
    /// The cells that `accepts` answers with a number other than 0, in search of which `estimate` leads.
    Matching = 5,
}

coded! {
    VoxnavDestinationKind is "kind of destination": VoxnavDestinationKind {
        Position, Within, Inside, AnyOf, Cells, Matching,
    }
}

/// A destination: one position, or the best to reach of many places. All that the kind does not take is zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavDestination {
    /// The size of the struct: `sizeof(VoxnavDestination)`.
    pub size: usize,
    /// The kind of the destination.
    pub kind: Code<VoxnavDestinationKind>,
    /// Zero.
    pub reserved: u32,
    /// A position: the destination, a center, or a corner.
    pub at: VoxnavPoint,
    /// The opposite corner of a box.
    pub to: VoxnavPoint,
    /// A radius, in world units.
    pub radius: f64,
    /// Positions.
    pub points: In<VoxnavPoint>,
    /// The number of positions.
    pub point_count: usize,
    /// A box of cells.
    pub cells: VoxnavCells,
    /// The function that reports which cells are part of the goal: always the same for a cell.
    pub accepts: VoxnavCellFunction,
    /// The function that estimates the length from a cell to the goal, in cells, never more than it is; null for 0.
    pub estimate: VoxnavEstimateFunction,
    /// The pointer that both functions are called with. Searches on other threads call them there, and views, searches
    /// and replanners as long as they live.
    pub user: *mut c_void,
}

impl VoxnavDestination {
    /// Returns the destination of the library.
    pub(crate) fn meaning(&self) -> Result<Destination, Refusal> {
        use VoxnavDestinationKind as Kind;

        Ok(match self.kind.meaning()? {
            Kind::Position => Destination::Position(self.at.into()),
            Kind::Within => Destination::within(self.at, self.radius),
            Kind::Inside => Destination::inside(self.at, self.to),
            Kind::AnyOf => {
                let points = self.points.list(self.point_count, "points")?;
                Destination::any_of(points.into_iter().map(DVec3::from))
            }
            Kind::Cells => Goal::inside(self.cells.into()).into(),
            Kind::Matching => self.matching()?.into(),
        })
    }

    fn matching(&self) -> Result<Goal, Refusal> {
        let accepts = Callback::needed(self.accepts, self.user, "accepts")?;
        let estimate = Callback::new(self.estimate, self.user);
        Ok(Goal::matching(
            move |cell| accepts.number(cell.into()) != 0,
            move |cell| {
                estimate.map_or(Cost::ZERO, |estimate| {
                    Cost::of_length(estimate.length(cell.into()))
                })
            },
        ))
    }
}

/// Returns the destination of a caller.
pub(crate) fn destination(given: In<VoxnavDestination>) -> Result<Destination, Refusal> {
    given.needed("destination")?.meaning()
}
