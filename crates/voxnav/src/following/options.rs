//! Options and errors of turning a path in cells into a smooth path in the world.

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
        /// The place of the waypoint in the list, from 0.
        index: usize,
        /// The refused position, in world units.
        position: DVec3,
    },
    /// A path has more than 2^24 cells, too many to be listed. No search comes by such a path but
    /// across a vast, empty world; one that is read from a file may claim any length.
    #[error("a path of {moves} moves is too long for a list of its cells")]
    TooLong {
        /// The number of moves of the path.
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

/// The options for turning a path into a [`SmoothPath`]: smoothed by default, from the center of its first cell to that
/// of its last, for positions that mean the center of the agent.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::SmoothPathOptions;
/// use voxnav::smoothing::Smoothing;
/// let spaced = Smoothing::new().pull_string().space(2.0)?;
/// let options = SmoothPathOptions::default().smoothing(spaced).starting_at([0.2, 0.0, 0.1]);
/// assert_eq!(options.anchor, Anchor::CENTER);
/// # Ok::<(), voxnav::smoothing::SmoothingError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SmoothPathOptions {
    /// The smoothing applied to the path.
    pub smoothing: Smoothing,
    /// The place of the agent that waypoints and positions mean.
    pub anchor: Anchor,
    /// The position of the agent, in world units: the smooth path starts here instead of at a center of a cell.
    pub start: Option<DVec3>,
    /// The position, in world units, at which the smooth path ends instead of at a center of a cell.
    pub end: Option<DVec3>,
}

impl SmoothPathOptions {
    voxnav_search::setters! {
        /// Sets the smoothing.
        smoothing(smoothing: Smoothing) => smoothing = smoothing;

        /// Sets which place of the agent positions mean.
        anchor(anchor: Anchor) => anchor = anchor;

        /// Starts the smooth path at a position, in world units. If the way from there to the first cell of
        /// the path is blocked, the result is an error. At the first waypoint of a route it never is, in the world that the
        /// route was found in.
        ///
        /// A position on a line that touches an obstacle is rounded into it as often as not. It is moved
        /// out, along each axis by at most a two hundred and fifty-sixth of a cell.
        starting_at(position: impl Into<DVec3>) => start = Some(position.into());

        /// Ends the smooth path at a position, likewise.
        ending_at(position: impl Into<DVec3>) => end = Some(position.into());
    }
}

impl SmoothPath {
    /// Makes the smooth path along a path in a snapshot.
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
        Self::between(path, [None; 2], |_, _| false, lattice, [&space; 2], options)
    }

    /// Makes the same with all that segments are to be checked against, and those at the ends. Where the options name
    /// no end, it is one that is known to have a clear way to the path; `is_joined` tells whether others have one.
    pub(crate) fn between(
        path: &Path,
        joined: [Option<DVec3>; 2],
        is_joined: impl Fn(DVec3, IVec3) -> bool,
        lattice: &Lattice,
        [space, at_ends]: [&Space; 2],
        options: &SmoothPathOptions,
    ) -> Result<Self, SmoothPathError> {
        let end = |asked: Option<DVec3>, joined: Option<DVec3>, cell: IVec3| {
            let asked = asked.map(|position| position - options.anchor.offset());
            let Some(position) = asked.or(joined) else {
                return Ok::<_, LatticeError>(None);
            };
            let point = lattice.coordinates_of(position)?;
            let center = cell.as_dvec3();
            let points = Space::moved_out(point, center).map(Polyline::rounded);
            let is_clear = |point: &DVec3| at_ends.is_clear(*point, center);
            let clear = points.into_iter().find(is_clear);
            let is_known = || asked.is_none() || is_joined(position, cell);
            Ok(clear.or_else(|| is_known().then(|| Polyline::rounded(point))))
        };
        let [first, last] = [path.start(), path.goal()];
        let start = end(options.start, joined[0], first)?;
        if let (Some(position), None) = (options.start, start) {
            return Err(SmoothPathError::StartCutOff {
                position,
                cell: first,
            });
        }
        let end = end(options.end, joined[1], last)?;
        if let (Some(position), None) = (options.end, end) {
            return Err(SmoothPathError::EndCutOff {
                position,
                cell: last,
            });
        }
        let line = Polyline::along(path).ok_or(SmoothPathError::too_long(path))?;
        let smooth = options.smoothing.apply_in(&line.between(start, end), space);
        Ok(Self::of(smooth, lattice, options.anchor))
    }
}
