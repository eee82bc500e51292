//! Goals of many cells.
//!
//! A goal answers three questions. Whether a cell belongs to it. Where along a straight run the
//! first such cell is, for the engine that does not look at the cells of a run one by one. And what
//! the way to it costs at least:
//!
//! | goal | estimate of the cost from a cell |
//! |---|---|
//! | box, column, next to a box | the heuristic's, to the nearest cell of the box around the goal |
//! | within a distance | the larger of that and the straight distance less the radius |
//! | few cells | the smallest of the heuristic's estimates |
//! | many cells | as for the box around them |
//! | a predicate | the caller's |
//!
//! All but the caller's are consistent where the heuristic is. An offset to the nearest cell of a
//! box changes, component by component, by no more than a move does, and the move with some
//! components left out is one of the move set and costs no more; the straight distance changes by no
//! more than the length of the move; minima and maxima of consistent estimates are consistent.
//! They are zero at the goal, and so never overestimate.

mod ball;
mod bounded;
mod goal_test;
mod set;
mod shared;
#[cfg(feature = "serde")]
mod stored;

pub(crate) use bounded::{Region, Toward};
pub(crate) use goal_test::{GoalTest, Nowhere};
pub(crate) use shared::{AnyGoal, AnyToward};

use std::fmt;
use std::sync::Arc;

use glam::{I64Vec3, IVec3};
use voxnav_occupancy::{Axis, CellBox, MAX_COORDINATE};

use crate::cost::Cost;
use crate::movement::CellShape;
use ball::Ball;
use set::CellSet;

/// A goal of many cells: a query leads to the one that is cheapest to reach.
///
/// Cheap to clone. Which cells of it the agent can be in does not matter: a search finds out. With
/// the feature `serde` it can be written and read, but for goals that [functions](Self::matching)
/// describe.
///
/// ```
/// use voxnav_occupancy::{Axis, CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{Contact, Cost, Goal, Query, Workspace};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let mut end = |goal: Goal| {
///     let solution = Query::toward(IVec3::ZERO, &goal).solve(&world, &mut Workspace::new());
///     solution.outcome.path().map(|path| path.goal())
/// };
/// let chest = IVec3::new(9, 0, 0);
/// assert_eq!(end(Goal::beside(CellBox::of_cell(chest), Contact::Face)), Some(chest - IVec3::X));
/// assert_eq!(end(Goal::within(chest, Cost::STRAIGHT * 3)), Some(IVec3::new(6, 0, 0)));
/// assert_eq!(end(Goal::column(IVec3::new(4, 4, 17), Axis::Z)).map(|cell| cell.truncate()), Some(glam::IVec2::new(4, 4)));
/// assert_eq!(end(Goal::any_of([IVec3::splat(9), chest])), Some(chest));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "stored::StoredGoal"))]
pub struct Goal(Kind);

/// The contact with a box that makes a cell adjacent to it.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_occupancy::CellBox;
/// use voxnav_search::{Contact, Goal, Query, Workspace};
///
/// let chest = Goal::beside(CellBox::of_cell(IVec3::new(5, 0, 0)), Contact::Face);
/// let solution = Query::toward(IVec3::ZERO, &chest).solve(&world, &mut Workspace::new());
/// let end = solution.outcome.path().map(|path| path.goal());
/// assert_eq!(end, Some(IVec3::new(4, 0, 0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Contact {
    /// A face shared with a cell of the box.
    #[default]
    Face,
    /// An edge shared with a cell of the box, or a face.
    Edge,
    /// A vertex shared with a cell of the box, or an edge or a face.
    Vertex,
}

impl Contact {
    /// Returns the number of axes along which a cell adjacent to a box may lie outside of it.
    const fn axes(self) -> usize {
        match self {
            Self::Face => 1,
            Self::Edge => 2,
            Self::Vertex => 3,
        }
    }
}

#[derive(Clone, Debug)]
enum Kind {
    Box(CellBox),
    Beside { cells: CellBox, contact: Contact },
    Ball(Ball),
    AnyOf(Arc<CellSet>),
    Matching(Arc<Matching>),
}

/// The functions by which a caller describes a goal.
struct Matching {
    accepts: Box<dyn Fn(IVec3) -> bool + Send + Sync>,
    estimate: Box<dyn Fn(IVec3) -> Cost + Send + Sync>,
}

impl Goal {
    /// Describes one cell, as [`Query::new`](crate::Query::new) has it.
    #[must_use]
    pub fn cell(cell: IVec3) -> Self {
        Self::inside(CellBox::of_cell(cell))
    }

    /// Describes any cell of a box.
    #[must_use]
    pub fn inside(cells: CellBox) -> Self {
        Self(Kind::Box(cells))
    }

    /// Describes any cell of the line through `cell` along `axis`: with the vertical axis, a place
    /// at any height.
    #[must_use]
    pub fn column(cell: IVec3, axis: Axis) -> Self {
        let along = axis.unit();
        let across = IVec3::ONE - along;
        let limit = along * MAX_COORDINATE;
        Self::inside(CellBox::new(
            cell * across - limit,
            cell.saturating_add(IVec3::ONE) * across + limit,
        ))
    }

    /// Describes any of some cells.
    ///
    /// Up to 16 cells guide the search each; more of them as the box around them.
    #[must_use]
    pub fn any_of(cells: impl IntoIterator<Item = IVec3>) -> Self {
        Self(Kind::AnyOf(Arc::new(CellSet::new(
            cells.into_iter().collect(),
        ))))
    }

    /// Describes any cell whose center is within `radius` of that of `center`, by straight distance
    /// rounded as costs are: [`Cost::FACE_DIAGONAL`] takes in the twelve cells that share an edge. Cells are cubes.
    #[must_use]
    pub fn within(center: IVec3, radius: Cost) -> Self {
        Self::within_of_point(center.as_i64vec3() * Self::POINT_SCALE, radius)
    }

    /// Describes any cube whose center is within `radius` of a point, given in parts of a cell:
    /// [`Goal::POINT_SCALE`] to a cell, and zero at the center of the cell zero.
    #[must_use]
    pub fn within_of_point(point: I64Vec3, radius: Cost) -> Self {
        Self::within_of_point_by(CellShape::CUBIC, point, radius)
    }

    /// Describes any cell whose center is within `radius` of that of `center`, as [`within`](Self::within) does, over cells
    /// of a shape: the radius is in units of costs, which are those of the longest side.
    ///
    /// ```
    /// use voxnav_search::{CellShape, Cost, Goal};
    /// # use glam::IVec3;
    ///
    /// let flat = CellShape::new([1.0, 1.0, 0.25])?;
    /// let near = Goal::within_by(flat, IVec3::ZERO, Cost::STRAIGHT);
    /// assert!(near.contains(IVec3::X) && near.contains(IVec3::Z * 4) && !near.contains(IVec3::Z * 5));
    /// # Ok::<(), voxnav_search::CellShapeError>(())
    /// ```
    #[must_use]
    pub fn within_by(shape: CellShape, center: IVec3, radius: Cost) -> Self {
        Self::within_of_point_by(shape, center.as_i64vec3() * Self::POINT_SCALE, radius)
    }

    /// Describes any cell whose center is within `radius` of a point, as [`within_of_point`](Self::within_of_point) does,
    /// over cells of a shape. Points are in parts of a cell along each axis. A radius of more than 2^24 of the longest
    /// sides is exact to 2^-18 of one.
    #[must_use]
    pub fn within_of_point_by(shape: CellShape, point: I64Vec3, radius: Cost) -> Self {
        Self(Kind::Ball(Ball::new(shape, point, radius)))
    }

    /// The number of parts that a cell has along each axis, in which points are given.
    pub const POINT_SCALE: i64 = 256;

    /// Describes any cell outside a box that touches it: to stand next to what occupies the box.
    /// For an agent of many cells the box is that of the cells where its center would overlap the
    /// thing.
    #[must_use]
    pub fn beside(cells: CellBox, contact: Contact) -> Self {
        Self(Kind::Beside { cells, contact })
    }

    /// Describes any cell that `accepts` says yes to, with `estimate` a lower bound on the cost
    /// from a cell to the nearest of these: [`Cost::ZERO`] if nothing is known.
    ///
    /// The heuristic of the query does not count, but for [`Heuristic::Zero`](crate::Heuristic) and
    /// [`Algorithm::Dijkstra`](crate::Algorithm), which take the estimate for zero. Both functions
    /// must give the same answer to the same cell; the search is then as exact as its algorithm. A
    /// lower bound is all it takes, the estimate need not be consistent. It is a plain search, since
    /// every cell has to be looked at.
    #[must_use]
    pub fn matching(
        accepts: impl Fn(IVec3) -> bool + Send + Sync + 'static,
        estimate: impl Fn(IVec3) -> Cost + Send + Sync + 'static,
    ) -> Self {
        let (accepts, estimate) = (Box::new(accepts), Box::new(estimate));
        Self(Kind::Matching(Arc::new(Matching { accepts, estimate })))
    }

    /// Returns whether a path may end at `cell`.
    #[must_use]
    pub fn contains(&self, cell: IVec3) -> bool {
        match &self.0 {
            Kind::Box(cells) => cells.contains(cell),
            Kind::Beside { cells, contact } => {
                let away = apart(cells, cell);
                let axes = away.iter().filter(|&&d| d != 0).count();
                !cells.is_empty()
                    && away.iter().all(|&d| d <= 1)
                    && (1..=contact.axes()).contains(&axes)
            }
            Kind::Ball(ball) => ball.contains(cell),
            Kind::AnyOf(set) => set.contains(cell),
            Kind::Matching(matching) => (matching.accepts)(cell),
        }
    }

    /// Returns a box that holds every cell of the goal.
    fn hull(&self) -> CellBox {
        match &self.0 {
            Kind::Box(cells) => *cells,
            Kind::Beside { cells, .. } if cells.is_empty() => CellBox::EMPTY,
            Kind::Beside { cells, .. } => CellBox::new(
                cells.min.saturating_sub(IVec3::ONE),
                cells.max.saturating_add(IVec3::ONE),
            ),
            Kind::Ball(ball) => ball.hull(),
            Kind::AnyOf(set) => set.hull(),
            Kind::Matching(_) => {
                CellBox::new(IVec3::splat(-MAX_COORDINATE), IVec3::splat(MAX_COORDINATE))
            }
        }
    }

    /// Returns the only cell of the goal, if that is plain to see.
    pub(crate) fn single(&self) -> Option<IVec3> {
        match &self.0 {
            Kind::Box(cells) => (cells.volume() == 1).then_some(cells.min),
            Kind::AnyOf(set) => set.single(),
            _ => None,
        }
    }

    /// Returns whether the estimate is the caller's and need not be consistent.
    pub(crate) fn is_callers(&self) -> bool {
        matches!(self.0, Kind::Matching(_))
    }
}

/// Creates the goal of one cell.
impl From<IVec3> for Goal {
    fn from(cell: IVec3) -> Self {
        Self::cell(cell)
    }
}

impl fmt::Debug for Matching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("functions")
    }
}

/// Returns the key of a cell in cell order.
pub(crate) fn in_order(cell: IVec3) -> (i32, i32, i32) {
    (cell.z, cell.y, cell.x)
}

/// Returns the distance by which a cell lies outside a box, along each axis.
#[inline]
pub(crate) fn apart(cells: &CellBox, cell: IVec3) -> [u32; 3] {
    // As wide as it takes: boxes may reach beyond the cells there are.
    let away = |min: i32, max: i32, at: i32| {
        let below = if at < min { at.abs_diff(min) } else { 0 };
        let beyond = || at.abs_diff(max).saturating_add(1);
        below.max(if at < max { 0 } else { beyond() })
    };
    let CellBox { min, max } = *cells;
    [
        away(min.x, max.x, cell.x),
        away(min.y, max.y, cell.y),
        away(min.z, max.z, cell.z),
    ]
}
