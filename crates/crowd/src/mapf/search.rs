//! The search for a joint plan, whole or in slices.

use ahash::{AHashMap, RandomState};
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::error::JointPlanError;
use super::lacam::Aim;
use super::options::{CollisionModel, JointOptions};
use super::plan::{JointOutcome, JointPlan};
use super::unlabeled::Unlabeled;
use super::work::Work;
use super::world::JointWorld;

/// Plans for all agents, from each start to the goal at the same place in the list, so that no two meet: in flight, or
/// by [legs](JointWorld::Legs).
///
/// # Guarantees
///
/// Complete: without limits the answer is a plan or [`JointOutcome::Unsolvable`]. The latter may take a time that is
/// exponential in the number of agents, unless some agent cannot reach its goal even alone. Equal input gives equal
/// plans, whatever the threads.
///
/// # Errors
///
/// [`JointPlanError`], which names the agents.
///
/// # Complexity
///
/// In flight a breadth-first search by words for each goal, and for each step about a microsecond for each agent. By
/// legs a search by steps for each goal, as far as agents ask for it, over the cells that agents reach, and four bytes
/// for each of these cells; for each step the cells that agents hold.
pub fn plan_joint<'a>(
    world: impl Into<JointWorld<'a>>,
    starts: &[IVec3],
    goals: &[IVec3],
    options: &JointOptions,
) -> Result<JointOutcome, JointPlanError> {
    Ok(JointSearch::new(world, starts, goals, options)?.finish())
}

/// The search for a joint plan in slices. To cancel it, drop it.
///
/// # Guarantees
///
/// The plan is the same however the search is divided.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::UnknownPolicy;
/// use voxnav_crowd::mapf::{JointOptions, JointSearch};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let ends = [IVec3::ZERO, IVec3::splat(7)];
/// let mut search = JointSearch::new(&world, &ends, &[ends[1], ends[0]], &JointOptions::new())?;
/// let mut slices = 1;
/// while search.advance(2).is_none() {
///     slices += 1;
/// }
/// assert!(slices > 1 && search.expanded() >= 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct JointSearch {
    goals: Vec<IVec3>,
    /// The goal of each agent, by its place in the list; empty where there is no plan.
    taken: Vec<usize>,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// A search that ended before it began: some agent cannot reach its goal, or memory does not suffice.
    Ended(JointOutcome),
    Search(Box<Work>),
    /// Any agent takes any goal in flight.
    Unlabeled(Box<Unlabeled>),
}

impl JointSearch {
    /// Prepares a search: finds the cells that agents can reach, and in flight how far they are from their goals.
    ///
    /// # Errors
    ///
    /// [`JointPlanError`], which names the agents.
    pub fn new<'a>(
        world: impl Into<JointWorld<'a>>,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, JointPlanError> {
        let world = world.into();
        Self::make(world, [starts, goals], options.bodies, || {
            let work = Work::new(Aim::Own, world, [starts, goals], options);
            work.map(|work| Stage::Search(Box::new(work)))
        })
    }

    /// Prepares a search for a plan in which one agent arrives at each goal, whichever it is.
    ///
    /// # Guarantees
    ///
    /// Up to 2,000 agents are assigned goals such that the sum of their steps, were each alone, is least; more take the
    /// nearest goals in turn. [`JointPlan::shortest`] is that sum, or a lower bound of it. Agents may end at other
    /// goals than they are assigned, where they are in each other's way: see [`Self::goals`]. For points in flight
    /// at full speed there is a plan wherever as many agents as goals lie in each connected part, and it is found in time.
    ///
    /// # Errors
    ///
    /// [`JointPlanError`], which names the agents; goals are named by the agent at the same place in the list.
    ///
    /// # Complexity
    ///
    /// That of other plans; up to 2,000 agents an assignment of at most the cube of their number.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::UnknownPolicy;
    /// use voxnav_crowd::mapf::{JointOptions, JointOutcome, JointSearch};
    ///
    /// // In a corridor nobody passes anybody, so the first takes the goal that is farther.
    /// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 1, 1)))?.commit();
    /// let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// let at = |x| IVec3::new(x, 0, 0);
    /// let (starts, goals) = ([at(0), at(1)], [at(4), at(3)]);
    /// let mut search = JointSearch::unlabeled(&world, &starts, &goals, &JointOptions::new())?;
    /// assert!(matches!(search.finish(), JointOutcome::Planned(_)));
    /// assert_eq!(search.goals(), [1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unlabeled<'a>(
        world: impl Into<JointWorld<'a>>,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, JointPlanError> {
        let world = world.into();
        Self::make(world, [starts, goals], options.bodies, || match world {
            JointWorld::Flight(world) if !options.takes_time() => {
                let search = Unlabeled::new(world, [starts, goals], options);
                search.map(|search| Stage::Unlabeled(Box::new(search)))
            }
            JointWorld::Flight(_) | JointWorld::Legs(_) => {
                let work = Work::new(Aim::Any, world, [starts, goals], options);
                work.map(|work| Stage::Search(Box::new(work)))
            }
        })
    }

    /// Checks the ends of agents, and begins.
    fn make(
        world: JointWorld<'_>,
        [starts, goals]: [&[IVec3]; 2],
        bodies: CollisionModel,
        begin: impl FnOnce() -> Result<Stage, JointOutcome>,
    ) -> Result<Self, JointPlanError> {
        world.check(starts, goals, bodies)?;
        Ok(Self {
            goals: goals.to_vec(),
            taken: Vec::new(),
            stage: begin().unwrap_or_else(Stage::Ended),
        })
    }

    /// Takes over a plan in flight from any source, to be [improved](Self::improve). Agents keep the goals to which the
    /// plan leads them, and [`JointPlan::shortest`] stays as it is.
    ///
    /// # Errors
    ///
    /// [`JointPlanError::Illegal`] for a plan that [`verify_joint_plan`](super::verify_joint_plan) refuses, other
    /// [`JointPlanError`]s for its starts and goals; [`JointPlanError::Memory`] if the limit is too low.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::UnknownPolicy;
    /// use voxnav_crowd::mapf::{JointOptions, JointPlan, JointSearch};
    ///
    /// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(4, 4, 1)))?.commit();
    /// let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// let detour = [IVec3::ZERO, IVec3::X, IVec3::new(1, 1, 0), IVec3::Y].to_vec();
    /// let plan = JointPlan::new(vec![detour], 1);
    /// let mut search = JointSearch::of_plan(&world, &plan, &JointOptions::new())?;
    /// assert_eq!(search.improve(10), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_plan(
        world: &Traversability,
        plan: &JointPlan,
        options: &JointOptions,
    ) -> Result<Self, JointPlanError> {
        let work = Work::of_plan(world, plan, options)?;
        Ok(Self {
            goals: plan.all_at(plan.steps()),
            taken: (0..plan.agents()).collect(),
            stage: Stage::Search(Box::new(work)),
        })
    }

    /// Expands so many configurations at most, and returns the outcome if there is one by then. By legs, and where any
    /// agent takes any goal, the distances to a goal and its assignment come before all configurations, and count as
    /// one each.
    pub fn advance(&mut self, expansions: u64) -> Option<JointOutcome> {
        let outcome = match &mut self.stage {
            Stage::Ended(outcome) => Some(outcome.clone()),
            Stage::Search(work) => work.advance(expansions),
            Stage::Unlabeled(search) => search.advance(expansions),
        };
        if let Some(JointOutcome::Planned(plan)) = &outcome {
            let mut places = AHashMap::with_hasher(RandomState::with_seeds(37, 38, 39, 40));
            places.extend(self.goals.iter().zip(0..));
            let ends = plan.all_at(plan.steps());
            self.taken = ends
                .iter()
                .filter_map(|it| places.get(it).copied())
                .collect();
        }
        outcome
    }

    /// Searches on until there is an outcome.
    pub fn finish(&mut self) -> JointOutcome {
        loop {
            if let Some(outcome) = self.advance(u64::MAX) {
                return outcome;
            }
        }
    }

    /// Tries to shorten the plan that was found, by new paths for a few agents at a time: so many tries, each of some
    /// milliseconds at most, or tens of them by legs where agents are many. Returns the sum of costs, or nothing where
    /// there is no plan yet; [`Self::plan`] has the plan.
    ///
    /// # Guarantees
    ///
    /// The plan never becomes worse, and agents keep the goals to which it leads them; it stays as it is where
    /// [`Limits::memory`](super::Limits) is too little to improve it. Equal numbers of tries give equal plans, however
    /// they are divided.
    pub fn improve(&mut self, tries: u64) -> Option<u64> {
        match &mut self.stage {
            Stage::Ended(_) => None,
            Stage::Search(work) => work.improve(tries),
            Stage::Unlabeled(search) => search.improve(tries),
        }
    }

    /// Returns the best plan so far.
    #[must_use]
    pub fn plan(&self) -> Option<JointPlan> {
        match &self.stage {
            Stage::Ended(_) => None,
            Stage::Search(work) => work.plan(),
            Stage::Unlabeled(search) => search.plan(),
        }
    }

    /// Returns the goal at which each agent arrives, by its place in the list of goals; none where there is no plan.
    #[must_use]
    pub fn goals(&self) -> &[usize] {
        &self.taken
    }

    /// Returns the number of configurations expanded: steps of all agents that were tried.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        match &self.stage {
            Stage::Ended(_) => 0,
            Stage::Search(work) => work.expanded(),
            Stage::Unlabeled(search) => search.expanded(),
        }
    }

    /// Returns the number of cells, each at a time, that guidance has expanded; on legs also each in a heading. They are not
    /// in [`Self::expanded`], and cost about a tenth of a microsecond each.
    #[must_use]
    pub fn guided(&self) -> u64 {
        match &self.stage {
            Stage::Ended(_) => 0,
            Stage::Search(work) => work.guided(),
            Stage::Unlabeled(search) => search.guided(),
        }
    }
}
