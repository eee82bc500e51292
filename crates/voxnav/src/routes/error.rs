//! Errors of questions for routes.

use glam::DVec3;
use voxnav_occupancy::{BakeError, DifferentBounds, FootprintError, LatticeError};

/// Error for a question for a route that cannot be asked, or an answer too long to be listed.
///
/// That there is no route is not among them: it is an [`Outcome`](crate::Outcome).
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::{Lattice, RouteError, RouteOptions, Terrain, UnknownPolicy, View};
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&room, UnknownPolicy::Blocked);
/// let options = RouteOptions::default();
/// let view = View::flying(Lattice::default(), world, &Terrain::new(), &options)?;
/// assert!(matches!(view.find_route(DVec3::NAN, [1.0; 3]), Err(RouteError::Lattice(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RouteError {
    /// A position is not finite or beyond the cells there can be.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
    /// A distance or radius is negative or not a number.
    #[error("the {what} must be a number of 0 or more, not {length}")]
    Length {
        /// The purpose of the length.
        what: &'static str,
        /// The length as given.
        length: f64,
    },
    /// [`KeepAway::weight`](crate::spatial::KeepAway::weight) is zero: moves cannot cost nothing.
    #[error("the weight of moves near blocked cells is zero; weights start at one")]
    Weight,
    /// The options keep a route of a ground agent [away](crate::RouteOptions::keep_away) from what blocks it, which
    /// only flying agents can.
    #[error("an agent on the ground cannot keep away from what blocks it: leave `keep_away` out")]
    KeepAwayOnGround,
    /// The view of a ground agent keeps no obstacles, and so knows no floor but the faces of cells: it needs the option
    /// [`on_floor`](crate::RouteOptions::on_floor).
    #[error("the view keeps no obstacles to stand on: take it with the option `on_floor`")]
    NoFloor,
    /// The agent cannot go among cells with these sides: a ground agent needs cells that are as long as they are wide and
    /// no higher, and cubes if its locomotion flies; sides differ by no more than a factor of 64.
    #[error(
        "an agent {} cannot go among cells of {} x {} x {}: it needs {}",
        if *.flies { "that flies" } else { "on the ground" },
        .sizes.x,
        .sizes.y,
        .sizes.z,
        if *.flies { "cells nearer to cubes" } else { "cells as long as wide, and no higher" }
    )]
    Cells {
        /// The sides of a cell, in world units.
        sizes: DVec3,
        /// True for a flying agent, with or without a locomotion.
        flies: bool,
    },
    /// More cells are within reach than search memory can address: 2^32 records.
    #[error("more cells are within reach than search memory can address")]
    TooManyCells,
    /// A path has more than 2^24 cells, too many to be listed as waypoints. No search comes by such a path
    /// but across a vast, empty world; one that is read from a file may claim any length.
    #[error("a path of {moves} moves is too long for a list of its cells")]
    TooLong {
        /// The number of moves of the path.
        moves: u64,
    },
    /// The world has too many chunks near obstacles to be baked for another agent.
    #[error(transparent)]
    Bake(#[from] BakeError),
    /// An agent reaches too far for cells to be laid over its bake.
    #[error(transparent)]
    Footprint(#[from] FootprintError),
    /// The cells have other bounds than the bake that they are laid over.
    #[error(transparent)]
    CellBounds(#[from] DifferentBounds),
}
