//! Queries, as plain data.

mod algorithm;
mod guarantee;
mod limits;
mod names;
mod partial;
#[macro_use]
mod settings;
mod snap_policy;
#[cfg(feature = "serde")]
mod stored;
mod tie_breaking;

pub use algorithm::Algorithm;
pub use guarantee::Guarantee;
pub use limits::Limits;
pub use names::NameError;
pub use partial::Partial;
pub use settings::SearchSettings;
pub use snap_policy::SnapPolicy;
pub use tie_breaking::TieBreaking;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use glam::IVec3;

use crate::cost::Cost;
use crate::goal::Goal;
use crate::heuristic::{Estimator, Heuristic, HeuristicBound};
use crate::movement::Terrain;

/// Asks for the best path from one cell to another cell, or to a goal of many.
///
/// A plain value: build it once, change it, and solve it in any number of worlds.
///
/// Where the start is the goal, or one of its cells, the path is that one cell and costs nothing.
/// Where both ends are at fault, the outcome names the fault that comes first in
/// [`EndFault`](crate::EndFault).
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{Cost, Outcome, Query, Workspace};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(10)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let query = Query::new(IVec3::ZERO, IVec3::new(9, 9, 9));
/// let solution = query.solve(&world, &mut Workspace::new());
/// let Outcome::Found(path) = solution.outcome else { panic!("the world is empty") };
/// assert_eq!(path.cost(), Cost::BODY_DIAGONAL * 9);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query<'q> {
    pub(crate) start: IVec3,
    /// The goal, or where `region` is, about.
    pub(crate) goal: IVec3,
    /// The goal, if it is more than one cell.
    pub(crate) region: Option<&'q Goal>,
    pub(crate) settings: SearchSettings,
    pub(crate) snap_start: SnapPolicy,
    pub(crate) snap_goal: SnapPolicy,
    pub(crate) partial: Partial,
    pub(crate) terrain: Option<&'q Terrain>,
    pub(crate) estimator: Option<&'q Arc<dyn Estimator>>,
    pub(crate) cancel: Option<&'q AtomicBool>,
    /// The cost of a known path: only cheaper ones are looked for.
    pub(crate) below: Cost,
}

impl<'q> Query<'q> {
    /// Asks for the path from `start` to `goal` with 26 moves, strict corners, the algorithm
    /// [`Algorithm::Auto`], octile estimates, uniform terrain and no limits.
    #[must_use]
    pub fn new(start: IVec3, goal: IVec3) -> Self {
        Self {
            start,
            goal,
            region: None,
            settings: SearchSettings::default(),
            snap_start: SnapPolicy::default(),
            snap_goal: SnapPolicy::default(),
            partial: Partial::default(),
            terrain: None,
            estimator: None,
            cancel: None,
            below: Cost::MAX,
        }
    }

    /// Asks for the path from `start` to the cell of `goal` that is cheapest to reach, otherwise as
    /// [`Query::new`].
    #[must_use]
    pub fn toward(start: IVec3, goal: &'q Goal) -> Self {
        Self::new(start, start).to(goal)
    }

    /// Sets the goal.
    #[must_use]
    pub fn to<'g>(self, goal: &'g Goal) -> Query<'g>
    where
        'q: 'g,
    {
        let single = goal.single();
        Query {
            goal: single.unwrap_or(self.start),
            region: single.is_none().then_some(goal),
            ..self
        }
    }

    settings_builders!(.settings);

    voxnav_occupancy::setters! {
        /// Sets whether a blocked start may move to the nearest cell that the agent can occupy.
        snap_start(snap_start: SnapPolicy) => snap_start = snap_start;

        /// Sets whether a goal may move to the nearest cell that the agent can get to.
        /// [`Solution::snapped`](crate::Solution::snapped) tells how far.
        ///
        /// ```
        /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
        /// use voxnav_search::{Cost, Query, SnapPolicy, Workspace};
        /// use glam::IVec3;
        ///
        /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
        /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
        /// builder.set_box(CellBox::from_size(IVec3::new(9, 9, 2)), CellState::Occupied)?;
        /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        /// let query = Query::new(IVec3::splat(8), IVec3::ZERO)
        ///     .snap_goal(SnapPolicy::Nearest { radius: Cost::STRAIGHT * 3 });
        /// let solution = query.solve(&world, &mut Workspace::new());
        /// assert_eq!(solution.outcome.path().map(|path| path.goal()), Some(IVec3::new(0, 0, 2)));
        /// assert_eq!(solution.snapped.goal, Cost::STRAIGHT * 2);
        /// # Ok(())
        /// # }
        /// ```
        snap_goal(snap_goal: SnapPolicy) => snap_goal = snap_goal;

        /// Sets whether the query may return a path that stops short of the goal:
        /// [`Outcome::Partial`](crate::Outcome::Partial) instead of every outcome without a path but that
        /// of a start outside of the world, also if the start is blocked, or the goal is blocked or lies
        /// outside of the world. The path leads to the nearest cell that can be reached, of equally near
        /// ones to the cheapest.
        ///
        /// # Complexity
        ///
        /// For flying agents another search after one that failed, or instead of it: to the cells
        /// nearest to the goal if components tell which these are (corners that are not lenient, moves
        /// in space, a goal of one cell, something to be reached within 30 cells of it; over cells that are no
        /// cubes, one that is nearer than all others); else of all
        /// cells that can be reached, so set a limit. Over moves that are supplied, one search of all
        /// cells that can be reached.
        ///
        /// ```
        /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
        /// use voxnav_search::{Outcome, Partial, Query, PartialReason, Workspace};
        /// use glam::IVec3;
        ///
        /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
        /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
        /// let wall = CellBox::new(IVec3::new(5, 0, 0), IVec3::new(6, 9, 9));
        /// builder.set_box(wall, CellState::Occupied)?;
        /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        /// let query = Query::new(IVec3::ZERO, IVec3::new(8, 3, 3)).partial(Partial::Allowed);
        /// let Outcome::Partial { path, reason } = query.solve(&world, &mut Workspace::new()).outcome
        /// else { panic!("there is a wall") };
        /// assert_eq!((path.goal(), reason), (IVec3::new(4, 3, 3), PartialReason::Unreachable));
        /// # Ok(())
        /// # }
        /// ```
        partial(partial: Partial) => partial = partial;

        /// Sets the terrain, which weighs the costs of moves. Every legal move is tried where
        /// neighboring weights differ, so searches are the faster the larger the areas of even weight.
        terrain(terrain: &'q Terrain) => terrain = (!terrain.is_uniform()).then_some(terrain);

        /// Estimates by an estimator of the caller, instead of the heuristic.
        ///
        /// The [law](crate::EstimatorGuarantee) of the estimator decides which algorithms may run. Those that
        /// prune moves ([`Algorithm::Auto`], [`Algorithm::Jump`], [`Algorithm::Canonical`]) need a
        /// consistent estimate, [`Algorithm::Bidirectional`] and a search from both ends a symmetric
        /// one; otherwise [`Algorithm::AStar`] answers. For a goal of many cells, and to choose the end
        /// of a partial path, the estimate is octile, or that of the moves if these are supplied.
        guided_by(estimator: &'q Arc<dyn Estimator>) => estimator = Some(estimator);

        /// Ends as [`Outcome::Cancelled`](crate::Outcome::Cancelled) soon after `cancel` becomes true,
        /// within about a thousand expansions.
        cancel(cancel: &'q AtomicBool) => cancel = Some(cancel);
    }

    /// Returns the guarantee for the path that this query finds.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        let settings = self.effective_settings();
        let bound = match (self.region, self.estimator) {
            (Some(goal), _) if goal.is_callers() => HeuristicBound::Admissible,
            (None, Some(estimator)) => estimator.law().bound(),
            _ => settings.heuristic.bound_by(settings.moves, settings.shape),
        };
        settings.guarantee_with(bound)
    }

    /// Returns the settings, with the heuristic that counts where an estimator says nothing.
    pub(crate) fn effective_settings(&self) -> SearchSettings {
        match self.estimator {
            Some(_) => self.settings.heuristic(Heuristic::Octile),
            None => self.settings,
        }
    }

    /// Returns the query without anything that it borrows.
    pub(crate) fn detached(&self) -> Query<'static> {
        Query {
            settings: self.settings,
            snap_start: self.snap_start,
            snap_goal: self.snap_goal,
            partial: self.partial,
            below: self.below,
            ..Query::new(self.start, self.goal)
        }
    }
}
