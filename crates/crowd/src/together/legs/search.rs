//! The search for a joint plan of legs, whole or in slices.

use voxnav::glam::IVec3;
use voxnav::ground::Successors;

use super::checks::check;
use super::plan::{LegOutcome, LegPlan};
use super::work::Work;
use crate::together::error::TogetherError;
use crate::together::lacam::Aim;
use crate::together::options::JointOptions;
use crate::together::search::ended;

/// Plans legs for all agents, from each start to the goal at the same place in the list, so that nobody ever holds a cell
/// that another agent holds, or one nearer to it than twice the radius of [balls](crate::together::Bodies).
///
/// The cells of a leg are those of the box that its ends span; of a leg whose box has more than 512 cells, as a link may
/// have, the ends alone. Moves and corners of the options are not looked at, nor is the kind of distances.
///
/// # Guarantees
///
/// Complete, as [`plan_together`](crate::together::plan_together). Equal input gives equal plans.
///
/// # Errors
///
/// [`TogetherError`], which names the agents.
///
/// # Complexity
///
/// A search by steps for each goal, as far as agents ask for it, over the cells that agents reach, and four bytes for each
/// of these cells; for each step the cells that agents hold.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav_crowd::together::{JointOptions, LegOutcome, plan_legs, verify_leg_plan};
///
/// // Two walkers change places on a floor; a diagonal step takes two steps of time.
/// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 3, 3)))?.commit();
/// let ground = Ground::new(&floor, &Locomotion::walker())?;
/// let starts = [IVec3::new(0, 1, 0), IVec3::new(4, 1, 0)];
/// let goals = [starts[1], starts[0]];
/// let outcome = plan_legs(&ground.moves(), &starts, &goals, &JointOptions::new())?;
/// let LegOutcome::Planned(plan) = outcome else { return Err("no plan".into()) };
/// let checked = verify_leg_plan(&ground.moves(), &starts, &goals, &plan, &JointOptions::new());
/// assert_eq!(checked, Ok(plan.cost()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_legs<S: Successors>(
    moves: &S,
    starts: &[IVec3],
    goals: &[IVec3],
    options: &JointOptions,
) -> Result<LegOutcome, TogetherError> {
    let mut search = LegSearch::new(moves, starts, goals, options)?;
    Ok(ended(|| search.advance(u64::MAX)))
}

/// The search for a joint plan of legs in slices. To cancel it, drop it.
///
/// # Guarantees
///
/// The plan is that of [`plan_legs`], however the search is divided.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav_crowd::together::{JointOptions, LegOutcome, LegSearch};
///
/// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 3, 3)))?.commit();
/// let ground = Ground::new(&floor, &Locomotion::walker())?;
/// let ends = [IVec3::new(0, 1, 0), IVec3::new(4, 1, 0)];
/// let options = JointOptions::new();
/// let mut search = LegSearch::new(&ground.moves(), &ends, &[ends[1], ends[0]], &options)?;
/// let outcome = loop {
///     if let Some(outcome) = search.advance(1) {
///         break outcome;
///     }
/// };
/// assert!(matches!(outcome, LegOutcome::Planned(_)) && search.expanded() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LegSearch(Result<Box<Work>, LegOutcome>);

impl LegSearch {
    /// Prepares a search: finds the cells that agents can reach, and the legs between them.
    ///
    /// # Errors
    ///
    /// [`TogetherError`], which names the agents.
    pub fn new<S: Successors>(
        moves: &S,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, TogetherError> {
        Self::with_aim(Aim::Own, moves, starts, goals, options)
    }

    /// Prepares a search for a plan in which one agent arrives at each goal, whichever it is.
    ///
    /// # Guarantees
    ///
    /// Up to 2,000 agents are assigned goals such that the sum of their steps, were each alone, is least; more take the
    /// nearest goals in turn. [`LegPlan::shortest`] is that sum, or a lower bound of it. Agents may end at other goals than
    /// they are assigned, where they are in each other's way: see [`Self::goals`].
    ///
    /// # Errors
    ///
    /// [`TogetherError`], which names the agents; goals are named by the agent at the same place in the list.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder};
    /// use voxnav::ground::{Ground, Locomotion};
    /// use voxnav_crowd::together::{JointOptions, LegOutcome, LegSearch};
    ///
    /// // In a corridor nobody passes anybody, so the first takes the goal that is farther.
    /// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 1, 3)))?.commit();
    /// let ground = Ground::new(&floor, &Locomotion::walker())?;
    /// let at = |x| IVec3::new(x, 0, 0);
    /// let (starts, goals) = ([at(0), at(1)], [at(4), at(3)]);
    /// let mut search = LegSearch::unlabeled(&ground.moves(), &starts, &goals, &JointOptions::new())?;
    /// let outcome = search.advance(u64::MAX);
    /// assert!(matches!(outcome, Some(LegOutcome::Planned(_))));
    /// assert_eq!(search.goals(), [1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unlabeled<S: Successors>(
        moves: &S,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, TogetherError> {
        Self::with_aim(Aim::Any, moves, starts, goals, options)
    }

    fn with_aim<S: Successors>(
        aim: Aim,
        moves: &S,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, TogetherError> {
        check(moves, starts, goals, options)?;
        let work = Work::new(aim, moves, starts, goals, options);
        Ok(Self(work.map(Box::new)))
    }

    /// Expands so many configurations at most, and returns the outcome if there is one by then. The distances to a goal
    /// and its assignment, which come before all configurations, count as one each.
    pub fn advance(&mut self, expansions: u64) -> Option<LegOutcome> {
        match &mut self.0 {
            Err(outcome) => Some(outcome.clone()),
            Ok(work) => work.advance(expansions),
        }
    }

    /// Tries to shorten the plan that was found, by new legs for a few agents at a time: so many tries, each of some
    /// milliseconds, or tens of them where agents are many. Returns the sum of costs, or nothing where there is no plan
    /// yet; [`Self::plan`] has the plan.
    ///
    /// # Guarantees
    ///
    /// The plan never becomes worse, and agents keep the goals to which it leads them; it stays as it is where
    /// [`Limits::memory`](crate::together::Limits) is too little to improve it. Equal numbers of tries give equal plans,
    /// however they are divided.
    pub fn improve(&mut self, tries: u64) -> Option<u64> {
        self.0.as_mut().ok()?.improve(tries)
    }

    /// Returns the best plan so far.
    #[must_use]
    pub fn plan(&self) -> Option<LegPlan> {
        self.0.as_ref().ok()?.plan()
    }

    /// Returns the goal at which each agent arrives, by its place in the list of goals; none where there is no plan.
    #[must_use]
    pub fn goals(&self) -> Vec<usize> {
        self.0
            .as_ref()
            .map_or_else(|_| Vec::new(), |work| work.goals())
    }

    /// Returns the number of configurations expanded: steps of all agents that were tried.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.0.as_ref().map_or(0, |work| work.expanded())
    }
}
