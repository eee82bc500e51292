//! From a path in cells to a smooth path in the world.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, LatticeError, Traversability};
use voxnav_search::Path;

use super::{Anchor, SmoothPath};
use crate::smoothing::{Polyline, Smoothing, Space};

/// Error for waypoints or ends between which there is no smooth path.
///
/// ```
/// use voxnav::following::{Anchor, SmoothPathError};
/// use voxnav::{Lattice, SmoothPath};
///
/// let nowhere = SmoothPath::new([[0.0; 3], [f64::NAN; 3]], &Lattice::default(), Anchor::CENTER);
/// assert!(matches!(nowhere, Err(SmoothPathError::OutOfRange { index: 1, .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SmoothPathError {
    /// An end is not finite or has no cell.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
    /// A path needs at least one waypoint.
    #[error("the path has no waypoint")]
    Empty,
    /// A waypoint is not finite or beyond the cells there can be.
    #[error("waypoint {index}, {position}, is not finite or beyond all cells")]
    OutOfRange {
        /// Its place in the list, from 0.
        index: usize,
        /// The refused position, in world units.
        position: DVec3,
    },
    /// A path has more than 2^24 cells, too many to be listed. No search comes by such a path but
    /// across a vast, empty world; one that is read from a file may claim any length.
    #[error("a path of {moves} moves is too long for a list of its cells")]
    TooLong {
        /// How many moves the path has.
        moves: u64,
    },
    /// The straight way from the start that was asked for to the first cell of the path is blocked.
    #[error("the way from the start {position} to the cell {cell} is blocked")]
    StartCutOff {
        /// The start as given.
        position: DVec3,
        /// The first cell of the path.
        cell: IVec3,
    },
    /// The straight way from the last cell of the path to the end that was asked for is blocked.
    #[error("the way from the cell {cell} to the end {position} is blocked")]
    EndCutOff {
        /// The end as given.
        position: DVec3,
        /// The last cell of the path.
        cell: IVec3,
    },
}

impl SmoothPathError {
    pub(super) fn too_long(path: &Path) -> Self {
        let moves = path.move_count();
        Self::TooLong { moves }
    }
}

/// How a path becomes a [`SmoothPath`]: smoothed by default, from the center of its first cell to that
/// of its last, for positions that mean the center of the agent.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::{Smoothing, SmoothPathOptions};
/// let spaced = Smoothing::new().pull_string().space(2.0)?;
/// let options = SmoothPathOptions::default().smoothing(spaced).starting_at([0.2, 0.0, 0.1]);
/// assert_eq!(options.anchor, Anchor::CENTER);
/// # Ok::<(), voxnav::smoothing::SmoothingError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SmoothPathOptions {
    /// What is done to the path.
    pub smoothing: Smoothing,
    /// The place of the agent that waypoints and positions mean.
    pub anchor: Anchor,
    /// Where the agent is: the smooth path starts here instead of at a center of a cell.
    pub start: Option<DVec3>,
    /// Where it is to end instead of at a center of a cell.
    pub end: Option<DVec3>,
}

impl SmoothPathOptions {
    /// Sets the smoothing.
    #[must_use]
    pub fn smoothing(self, smoothing: Smoothing) -> Self {
        Self { smoothing, ..self }
    }

    /// Sets which place of the agent positions mean.
    #[must_use]
    pub fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// Starts the smooth path at a position, in world units. If the way from there to the first cell of
    /// the path is blocked, the result is an error.
    ///
    /// A position on a line that touches an obstacle is rounded into it as often as not. It is moved
    /// out, by at most a two hundred and fifty-sixth of a cell.
    #[must_use]
    pub fn starting_at(self, position: impl Into<DVec3>) -> Self {
        Self {
            start: Some(position.into()),
            ..self
        }
    }

    /// Ends the smooth path at a position, likewise.
    #[must_use]
    pub fn ending_at(self, position: impl Into<DVec3>) -> Self {
        Self {
            end: Some(position.into()),
            ..self
        }
    }
}

impl SmoothPath {
    /// The smooth path along a path in a snapshot.
    ///
    /// # Errors
    ///
    /// [`SmoothPathError`] for a start or end that is not finite or has no cell, or has no clear way to the
    /// path, and for a path of more than 2^24 cells.
    ///
    /// ```
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::search::Query;
    /// use voxnav::{Lattice, SmoothPath, SmoothPathOptions, UnknownPolicy, Workspace};
    ///
    /// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(30)))?.commit();
    /// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// let query = Query::new(IVec3::ONE, IVec3::new(20, 9, 4));
    /// let solution = query.solve(&world, &mut Workspace::new());
    /// let path = solution.outcome.path().ok_or("no way")?;
    /// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
    /// let smooth_path = SmoothPath::along_path(path, &lattice, &world, &SmoothPathOptions::default())?;
    /// assert_eq!(smooth_path.waypoints(), [DVec3::splat(0.5), DVec3::new(10.0, 4.5, 2.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn along_path(
        path: &Path,
        lattice: &Lattice,
        world: &Traversability,
        options: &SmoothPathOptions,
    ) -> Result<Self, SmoothPathError> {
        let space = Space::entered(world);
        Self::between(path, [None; 2], lattice, [&space; 2], options)
    }

    /// The same with all that segments are to be checked against, and those at the ends, between ends
    /// known to have clear ways to the path where the options name none.
    pub(crate) fn between(
        path: &Path,
        joined: [Option<DVec3>; 2],
        lattice: &Lattice,
        [space, at_ends]: [&Space; 2],
        options: &SmoothPathOptions,
    ) -> Result<Self, SmoothPathError> {
        let point_of = |position: DVec3| lattice.coordinates_of(position);
        // `None` if it has no clear way to the cell.
        let clear_end = |position: DVec3, cell: IVec3| {
            let point = point_of(position - options.anchor.offset())?;
            let center = cell.as_dvec3();
            let mut points = Space::moved_out(point).map(Polyline::rounded).into_iter();
            Ok::<_, LatticeError>(points.find(|&point| at_ends.is_clear(point, center)))
        };
        let [start, end] = joined.map(|end| end.map(point_of));
        let (mut start, mut end) = (start.transpose()?, end.transpose()?);
        if let Some(position) = options.start {
            let cell = path.start();
            let point = clear_end(position, cell)?;
            start = Some(point.ok_or(SmoothPathError::StartCutOff { position, cell })?);
        }
        if let Some(position) = options.end {
            let cell = path.goal();
            let point = clear_end(position, cell)?;
            end = Some(point.ok_or(SmoothPathError::EndCutOff { position, cell })?);
        }
        let [start, end] = [start, end].map(|end| end.map(Polyline::rounded));
        let line = Polyline::along(path).ok_or(SmoothPathError::too_long(path))?;
        let smooth = options.smoothing.apply_in(&line.between(start, end), space);
        Ok(Self::of(smooth, lattice, options.anchor))
    }
}
