//! Estimates that the caller supplies.

use std::fmt;

use glam::IVec3;

use super::HeuristicBound;
use crate::cost::Cost;

/// An estimate of the cost between two cells that the caller supplies, for a query
/// [guided by it](crate::Query::guided_by).
///
/// The [law](EstimatorGuarantee) of an estimator decides which algorithms can rely on it and what a path
/// found with it is worth. A law is believed, never looked into by a search;
/// [`Query::check_estimator`](crate::Query::check_estimator) puts it to the test in a world.
///
/// ```
/// use std::sync::Arc;
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{Cost, EstimatorGuarantee, Estimator, Guarantee, Query, Workspace};
/// use glam::IVec3;
///
/// /// Minds height alone.
/// #[derive(Debug)]
/// struct Height;
///
/// impl Estimator for Height {
///     fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
///         Cost::STRAIGHT * from.y.abs_diff(to.y)
///     }
///
///     fn law(&self) -> EstimatorGuarantee {
///         EstimatorGuarantee::Symmetric
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let height: Arc<dyn Estimator> = Arc::new(Height);
/// let query = Query::new(IVec3::ZERO, IVec3::new(2, 8, 2)).guided_by(&height);
/// query.check_estimator(&world)?;
/// assert_eq!(query.guarantee(), Guarantee::Optimal);
/// assert!(query.solve(&world, &mut Workspace::new()).outcome.path().is_some());
/// # Ok(())
/// # }
/// ```
pub trait Estimator: fmt::Debug + Send + Sync {
    /// Returns the estimated cost of the best path from `from` to `to`, terrain included. Equal cells
    /// must give equal costs, also in other threads.
    ///
    /// Both cells lie in the world that is searched. It is called once or twice for each cell that a
    /// search reaches.
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost;

    /// Returns the law that the estimates obey between all cells of every world that is searched
    /// with them.
    fn law(&self) -> EstimatorGuarantee {
        EstimatorGuarantee::None
    }
}

/// The law that the estimates of an [`Estimator`] obey. Apart from the first two, each law includes
/// those before it.
///
/// ```
/// use voxnav_search::{Cost, EstimatorGuarantee, Estimator};
/// # use glam::IVec3;
///
/// /// Never more than the true cost, and the same both ways.
/// #[derive(Debug)]
/// struct Nothing;
///
/// impl Estimator for Nothing {
///     fn estimate(&self, _: IVec3, _: IVec3) -> Cost {
///         Cost::ZERO
///     }
///     fn law(&self) -> EstimatorGuarantee {
///         EstimatorGuarantee::Symmetric
///     }
/// }
/// assert!(Nothing.law().is_consistent());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum EstimatorGuarantee {
    /// No law. Paths found have no [guarantee](crate::Guarantee::None).
    #[default]
    None,
    /// Estimates exceed the true cost by at most this factor, from 1. Paths found cost at most that
    /// many times the optimum. Any other number states nothing.
    Factor(f64),
    /// Estimates never exceed the true cost. Paths found are optimal.
    Admissible,
    /// Estimates never drop by more than a move costs: `estimate(a, goal) <= cost(a, b) +
    /// estimate(b, goal)` for every move from a to b, and are zero between equal cells. Moves may
    /// be pruned.
    Consistent,
    /// Estimates are the same both ways, and change by no more than a move costs in either
    /// direction. Searches from both ends may use them.
    Symmetric,
}

impl EstimatorGuarantee {
    /// Returns the factor by which estimates may exceed the true cost.
    #[must_use]
    pub fn bound(self) -> HeuristicBound {
        match self {
            Self::Factor(factor) if factor >= 1.0 && factor.is_finite() => {
                HeuristicBound::Factor(factor)
            }
            Self::None | Self::Factor(_) => HeuristicBound::Unknown,
            Self::Admissible | Self::Consistent | Self::Symmetric => HeuristicBound::Admissible,
        }
    }

    /// Returns whether no estimate drops by more than a move costs.
    #[must_use]
    pub const fn is_consistent(self) -> bool {
        matches!(self, Self::Consistent | Self::Symmetric)
    }

    /// Returns whether estimates hold for searches from both ends.
    #[must_use]
    pub const fn is_symmetric(self) -> bool {
        matches!(self, Self::Symmetric)
    }
}
