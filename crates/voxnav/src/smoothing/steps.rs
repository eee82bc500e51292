//! The chain of steps.

use super::{Curve, Polyline, Space, pulling, rounding, shortening, spacing};

/// Error for a step of a [`Smoothing`] with an invalid parameter.
///
/// ```
/// use voxnav::smoothing::SmoothingError;
/// use voxnav::smoothing::Smoothing;
/// let refused = Smoothing::new().shorten(f64::NAN);
/// assert!(matches!(refused, Err(SmoothingError::InvalidTolerance { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SmoothingError {
    /// The tolerance is negative or not finite.
    #[error("{tolerance} is no tolerance: it must be finite and not negative")]
    InvalidTolerance {
        /// The refused tolerance, in cells.
        tolerance: f64,
    },
    /// The reach is not positive or not finite.
    #[error("{reach} is no reach: it must be finite and positive")]
    InvalidReach {
        /// The refused reach, in cells.
        reach: f64,
    },
    /// The spacing is not positive or not finite.
    #[error("{spacing} is no spacing: it must be finite and positive")]
    InvalidSpacing {
        /// The refused spacing, in cells.
        spacing: f64,
    },
}

/// One step with its parameters, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Step {
    DropCollinear,
    Simplify { tolerance: f64 },
    PullString,
    Shorten { tolerance: f64 },
    Round { curve: Curve, reach: f64 },
    Space { at_most: f64 },
}

/// A chain of steps that turn a path into one to be followed.
///
/// The default pulls the path taut by line of sight and rounds its corners by one cell. All
/// lengths are in cells.
///
/// # Guarantees
///
/// - Every segment of the result is clear: the agent's box, swept along it, meets no cell that is
///   not traversable; see [`Traversability::sweep`](crate::grid::Traversability::sweep). Only where the input itself was not clear, as
///   a path of [`CornerRule::Lenient`](crate::CornerRule) may be, are pieces of it kept as they were.
/// - First and last point stay.
/// - Among cells that cost differently, as by terrain or where an agent [keeps away](crate::spatial::KeepAway) from what
///   blocks it, a [path of a view](crate::search::FlightView::smooth_path) gets no more expensive: what takes the place of a part of
///   it crosses no cell that costs more than all of that part, and the sum of its lengths times the costs of their cells is no
///   larger; of a [curve](Self::round), which may be longer than its corner, no larger for its length. Other paths are
///   smoothed by what blocks alone.
/// - The result depends on nothing but the path, the steps, the cells and their costs.
///
/// # References
///
/// [`simplify`](Self::simplify): Douglas and Peucker, "Algorithms for the Reduction of the Number of
/// Points Required to Represent a Digitized Line or its Caricature", Cartographica, 1973; no point is left
/// out here unless the way without it is clear. [`round`](Self::round): Catmull and Rom, "A Class of Local
/// Interpolating Splines", Computer Aided Geometric Design, 1974.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::search::Query;
/// use voxnav::{Lattice, SmoothPath, UnknownPolicy, Workspace};
/// use voxnav::smoothing::Smoothing;
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(40, 40, 1)))?;
/// let wall = CellBox::new(IVec3::new(20, 0, 0), IVec3::new(22, 30, 1));
/// builder.set_box(wall, CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// let query = Query::new(IVec3::new(2, 5, 0), IVec3::new(38, 9, 0));
/// let solution = query.solve(&world, &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("no way")?;
/// let path = SmoothPath::from_path(path, &Lattice::default(), Anchor::CENTER)?;
///
/// let taut = path.smoothed(&Smoothing::new().pull_string().shorten(0.01)?, &world);
/// assert!(taut.length() < path.length());
/// assert_eq!(taut.waypoints().len(), 4, "start, two corners of the wall, goal");
/// let spaced = path.smoothed(&Smoothing::default().space(0.5)?, &world);
/// assert!(spaced.waypoints().windows(2).all(|ends| ends[0].distance(ends[1]) <= 0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::stored::StoredSmoothing"))]
pub struct Smoothing {
    steps: Vec<Step>,
}

impl Default for Smoothing {
    fn default() -> Self {
        let steps = vec![
            Step::PullString,
            Step::Round {
                curve: Curve::CatmullRom,
                reach: 1.0,
            },
        ];
        Self { steps }
    }
}

impl Smoothing {
    /// Makes a chain of no steps: leaves the path as it is.
    #[must_use]
    pub const fn new() -> Self {
        Self { steps: Vec::new() }
    }

    /// Adds a step that leaves out the points at which the polyline does not turn. The segments cover what they
    /// covered before.
    ///
    /// # Complexity
    ///
    /// Linear in the points.
    #[must_use]
    pub fn drop_collinear(self) -> Self {
        self.then(Step::DropCollinear)
    }

    /// Adds a step that leaves out points whose distance to the polyline without them is at most the tolerance
    /// (Ramer, Douglas and Peucker), where that polyline is clear.
    ///
    /// # Errors
    ///
    /// [`SmoothingError::InvalidTolerance`] if it is negative or not finite.
    pub fn simplify(self, tolerance: f64) -> Result<Self, SmoothingError> {
        self.checked(Step::Simplify { tolerance })
    }

    /// Adds a step that draws straight lines between points that see each other: from each point on to a far
    /// one in sight. What comes out is never longer.
    ///
    /// All points of the polyline are tried: of a path, all its cells. After
    /// [`drop_collinear`](Self::drop_collinear) these are only its turns, which is faster and
    /// leaves longer ways.
    ///
    /// # Complexity
    ///
    /// For each point kept, logarithmic in the points it skips, times a sweep over them.
    #[must_use]
    pub fn pull_string(self) -> Self {
        self.then(Step::PullString)
    }

    /// Adds a step that moves points toward the straight line between their neighbors as far as the way stays
    /// clear, and leaves out those that are no longer needed, round after round, until a round
    /// gains at most the tolerance: a taut string, up to the homotopy of the path. At most 16
    /// rounds.
    ///
    /// # Complexity
    ///
    /// For each round and point up to some fifty sweeps along its two segments: for few points, so
    /// after [`pull_string`](Self::pull_string).
    ///
    /// # Errors
    ///
    /// [`SmoothingError::InvalidTolerance`] if it is negative or not finite.
    pub fn shorten(self, tolerance: f64) -> Result<Self, SmoothingError> {
        self.checked(Step::Shorten { tolerance })
    }

    /// Adds a step that replaces corners by curves that begin and end within the reach of the corner and
    /// within the half of its segments. A curve that is not clear is drawn tighter, at a half
    /// and a quarter of the reach; if that is not clear either, the corner stays. Curves come out
    /// as chords that stay within a sixteenth of a cell of them.
    ///
    /// # Errors
    ///
    /// [`SmoothingError::InvalidReach`] unless it is finite and positive.
    pub fn round(self, curve: Curve, reach: f64) -> Result<Self, SmoothingError> {
        self.checked(Step::Round { curve, reach })
    }

    /// Adds a step that divides segments longer than `at_most` into equal parts no longer than that and longer
    /// than half of it. A segment has at most 2^20 parts.
    ///
    /// # Errors
    ///
    /// [`SmoothingError::InvalidSpacing`] unless it is finite and positive.
    pub fn space(self, at_most: f64) -> Result<Self, SmoothingError> {
        self.checked(Step::Space { at_most })
    }

    /// Adds a step whose numbers may be any.
    pub(super) fn checked(self, step: Step) -> Result<Self, SmoothingError> {
        step.check()?;
        Ok(self.then(step))
    }

    fn then(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Returns the polyline after all steps.
    pub(crate) fn apply_in(&self, line: &Polyline, space: &Space) -> Polyline {
        let mut points = line.points().to_vec();
        for step in &self.steps {
            points = step.applied(&points, space);
            points.dedup();
        }
        Polyline::of_points(points)
    }
}

impl Step {
    fn check(self) -> Result<(), SmoothingError> {
        let is_positive = |number: f64| number > 0.0 && number.is_finite();
        match self {
            Self::Simplify { tolerance } | Self::Shorten { tolerance }
                if tolerance != 0.0 && !is_positive(tolerance) =>
            {
                Err(SmoothingError::InvalidTolerance { tolerance })
            }
            Self::Round { reach, .. } if !is_positive(reach) => {
                Err(SmoothingError::InvalidReach { reach })
            }
            Self::Space { at_most: spacing } if !is_positive(spacing) => {
                Err(SmoothingError::InvalidSpacing { spacing })
            }
            _ => Ok(()),
        }
    }

    fn applied(self, points: &[glam::DVec3], space: &Space) -> Vec<glam::DVec3> {
        match self {
            Self::DropCollinear => pulling::without_collinear(points),
            Self::Simplify { tolerance } => pulling::simplified(points, space, tolerance),
            Self::PullString => pulling::pulled(points, space),
            Self::Shorten { tolerance } => shortening::shortened(points, space, tolerance),
            Self::Round { curve, reach } => rounding::rounded(points, space, curve, reach),
            Self::Space { at_most } => spacing::spaced(points, space, at_most),
        }
    }
}
