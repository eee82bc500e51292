//! The check that the estimates of a caller obey the law that they state.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::cost::Cost;
use crate::expansion::{Expansion, Stride, Successor};
use crate::field::{CostField, FieldError, FieldQuery, LegField};
use crate::heuristic::{Estimator, HeuristicBound};
use crate::movement::Predecessors;
use crate::query::Query;

/// Error for estimates that break the law that they state.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use std::sync::Arc;
/// use voxnav_search::{Cost, EstimatorGuarantee, Estimator, EstimatorError, Query};
///
/// /// Too much, and says that it is not.
/// #[derive(Debug)]
/// struct Boast;
///
/// impl Estimator for Boast {
///     fn estimate(&self, _: IVec3, _: IVec3) -> Cost {
///         Cost::STRAIGHT * 1000
///     }
///     fn law(&self) -> EstimatorGuarantee {
///         EstimatorGuarantee::Admissible
///     }
/// }
///
/// let boast: Arc<dyn Estimator> = Arc::new(Boast);
/// let query = Query::new(IVec3::ZERO, IVec3::ONE).guided_by(&boast);
/// assert!(matches!(query.check_estimator(&world), Err(EstimatorError::TooLarge { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EstimatorError {
    /// An estimate exceeds the true cost by more than is stated.
    #[error("the estimate from {cell} to the goal is {estimate}, the true cost {cost}")]
    TooLarge {
        /// The cell.
        cell: IVec3,
        /// The estimate from there to the goal.
        estimate: Cost,
        /// The cost of the best path.
        cost: Cost,
    },
    /// An estimate changes by more than a move costs.
    #[error("the estimate changes from {cell} to {next} by more than the move costs")]
    Inconsistent {
        /// The cell.
        cell: IVec3,
        /// The cell to which a move leads.
        next: IVec3,
    },
    /// An estimate is not the same both ways.
    #[error("the estimates from {cell} to the goal and back differ")]
    Asymmetric {
        /// The cell.
        cell: IVec3,
    },
    /// The true costs could not be computed.
    #[error("the true costs are not known: {0}")]
    Field(#[from] FieldError),
}

impl Query<'_> {
    /// Checks the law of the [estimator](Query::guided_by) from every cell that reaches the goal,
    /// against true costs. For tests: a law that holds toward this goal may be broken toward another.
    ///
    /// Nothing to check is no error: no estimator, none that states a law, or a goal of many cells.
    /// The limits of the query hold for the search for true costs: with a
    /// [`Limits::cost`](crate::Limits::cost), cells that cost more are not checked.
    ///
    /// # Complexity
    ///
    /// One expansion and up to 27 estimates for each cell.
    ///
    /// # Errors
    ///
    /// [`EstimatorError`] for the first cell found that breaks the law, or if true costs cannot be
    /// computed.
    pub fn check_estimator(&self, world: &Traversability) -> Result<(), EstimatorError> {
        let mut query = FieldQuery::to_nearest_of([self.goal]).settings(self.settings);
        if let Some(terrain) = self.terrain {
            query = query.terrain(terrain);
        }
        let problem = self.problem(world);
        let every_move = problem.every_move();
        self.check_costs(
            || query.solve(world),
            |cell, moves| {
                let directions = every_move.directions(cell, None, Stride::Move).steps;
                moves.extend(directions.iter().map(|direction| {
                    let Successor { cell, cost } = every_move.step(cell, direction);
                    (cell, cost)
                }));
            },
        )
    }

    /// Checks the law of the estimator as [`Query::check_estimator`] does, over moves of the
    /// caller's own.
    ///
    /// # Errors
    ///
    /// As [`Query::check_estimator`].
    pub fn check_estimator_with<S: Predecessors>(
        &self,
        successors: &S,
    ) -> Result<(), EstimatorError> {
        let mut listed = Vec::new();
        self.check_costs(
            || LegField::to_nearest_of(successors, [self.goal], self.settings.limits),
            |cell, moves| {
                listed.clear();
                successors.moves_from(cell, &mut listed);
                moves.extend(listed.iter().map(|next| (next.to, next.cost)));
            },
        )
    }

    /// Checks the law of the estimator, given the costs to the goal and the moves from a cell.
    fn check_costs<M>(
        &self,
        field: impl FnOnce() -> Result<CostField<M>, FieldError>,
        mut moves_from: impl FnMut(IVec3, &mut Vec<(IVec3, Cost)>),
    ) -> Result<(), EstimatorError> {
        let (Some(estimator), None) = (self.estimator, self.region) else {
            return Ok(());
        };
        let field = field()?;
        let mut moves = Vec::new();
        field.reached().try_for_each(|(cell, cost)| {
            moves.clear();
            moves_from(cell, &mut moves);
            moves.retain(|&(next, _)| field.cost(next).is_some());
            check_cell(&**estimator, self.goal, (cell, cost), &moves)
        })
    }
}

/// Checks a cell that reaches the goal at some cost, given the moves from there to such cells.
fn check_cell(
    estimator: &dyn Estimator,
    goal: IVec3,
    (cell, cost): (IVec3, Cost),
    moves: &[(IVec3, Cost)],
) -> Result<(), EstimatorError> {
    let law = estimator.law();
    let estimate = estimator.estimate(cell, goal);
    let is_too_large = match law.bound() {
        HeuristicBound::Unknown => false,
        HeuristicBound::Admissible => estimate > cost,
        HeuristicBound::Factor(factor) => estimate.divided(factor) > cost,
    };
    if is_too_large {
        return Err(EstimatorError::TooLarge {
            cell,
            estimate,
            cost,
        });
    }
    if law.is_symmetric() && estimator.estimate(goal, cell) != estimate {
        return Err(EstimatorError::Asymmetric { cell });
    }
    if !law.is_consistent() {
        return Ok(());
    }
    for &(next, cost) in moves {
        let there = estimator.estimate(next, goal);
        let rises = law.is_symmetric() && there > estimate + cost;
        if estimate > there + cost || rises {
            return Err(EstimatorError::Inconsistent { cell, next });
        }
    }
    Ok(())
}
