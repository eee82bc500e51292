//! The search for a joint plan, from the cells of all agents to their paths.

use voxnav::MoveSet;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::checks::check;
use super::error::TogetherError;
use super::improve::{Anytime, Origin};
use super::lacam::{Aim, Lacam, Progress};
use super::options::{JointOptions, Limit};
use super::plan::{JointOutcome, JointPlan};
use super::roadmap::tables::Tables;
use super::roadmap::{Cell, Roadmap};
use super::step::conflicts::Contact;
use super::step::pibt::{GridSteps, Pibt, World};
use super::step::windows::Windows;
use super::verify::{PlanFault, verify_joint_plan};

/// Plans paths for all agents, from each start to the goal at the same place in the list, so that nobody meets.
///
/// # Guarantees
///
/// Complete: without limits the answer is a plan or [`JointOutcome::Unsolvable`]. The latter may take a time that is
/// exponential in the number of agents, unless some agent cannot reach its goal even alone. Equal input gives equal
/// plans, whatever the threads.
///
/// # Errors
///
/// [`TogetherError`], which names the agents.
///
/// # Complexity
///
/// A breadth-first search by words for each goal, and for each step about a microsecond for each agent.
pub fn plan_together(
    world: &Traversability,
    starts: &[IVec3],
    goals: &[IVec3],
    options: &JointOptions,
) -> Result<JointOutcome, TogetherError> {
    let mut search = JointSearch::new(world, starts, goals, options)?;
    Ok(ended(|| search.advance(u64::MAX)))
}

/// Takes slices of a search until it has an outcome.
pub(super) fn ended<T>(mut slice: impl FnMut() -> Option<T>) -> T {
    loop {
        if let Some(outcome) = slice() {
            return outcome;
        }
    }
}

/// The search for a joint plan in slices. To cancel it, drop it.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::UnknownPolicy;
/// use voxnav_crowd::together::{JointOptions, JointSearch};
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
    options: JointOptions,
    /// The outcome of a search that ended before it began: some agent cannot reach its goal, or memory does not suffice.
    work: Result<Box<Work>, JointOutcome>,
}

#[derive(Debug)]
struct Work {
    roadmap: Roadmap,
    tables: Tables,
    goals: Vec<Cell>,
    shortest: u64,
    distances: Vec<u32>,
    pibt: Pibt,
    lacam: Lacam,
    anytime: Option<Box<Anytime>>,
    /// The states that guidance expanded for the plan that is improved.
    guided: u64,
}

impl JointSearch {
    /// Prepares a search: finds the cells that agents can reach, and how far they are from their goals.
    ///
    /// # Errors
    ///
    /// [`TogetherError`], which names the agents.
    pub fn new(
        world: &Traversability,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, TogetherError> {
        Self::with_aim(Aim::Own, world, starts, goals, options)
    }

    /// Takes over a plan, whoever made it, to be [improved](Self::improve): of
    /// [`plan_unlabeled`](super::plan_unlabeled), for instance. Agents keep the goals to which the plan leads them, and
    /// [`JointPlan::shortest`] stays as it is.
    ///
    /// # Errors
    ///
    /// [`TogetherError::Illegal`] for a plan that [`verify_joint_plan`] refuses, other [`TogetherError`]s for its starts and
    /// goals; [`TogetherError::Memory`] if the limit is too low.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::UnknownPolicy;
    /// use voxnav_crowd::together::{JointOptions, JointPlan, JointSearch};
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
    ) -> Result<Self, TogetherError> {
        let at = |step| -> Vec<IVec3> { (0..plan.agents()).map(|it| plan.at(it, step)).collect() };
        let (starts, goals) = (at(0), at(plan.steps()));
        check(world, &starts, &goals, options.bodies)?;
        let checked = verify_joint_plan(world, &starts, &goals, plan, options);
        checked.map_err(|fault| TogetherError::Illegal { fault })?;
        let work = Work::new(Aim::Own, world, &starts, &goals, options);
        let work = work.map_err(|_| TogetherError::Memory)?;
        let fault = PlanFault::Goal(0);
        let mut work = Box::new(work.ok_or(TogetherError::Illegal { fault })?);
        work.take_over(plan, options);
        Ok(Self {
            options: options.clone(),
            work: Ok(work),
        })
    }

    /// Prepares a search for other configurations than that of all agents at their own goals.
    pub(super) fn with_aim(
        aim: Aim,
        world: &Traversability,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, TogetherError> {
        check(world, starts, goals, options.bodies)?;
        let work = Work::new(aim, world, starts, goals, options);
        let work = work.map_err(JointOutcome::LimitReached);
        Ok(Self {
            options: options.clone(),
            work: work.and_then(|work| work.map(Box::new).ok_or(JointOutcome::Unsolvable)),
        })
    }

    /// Takes another lower bound of the cost for that of plans.
    pub(super) fn bound_by(&mut self, shortest: u64) {
        if let Ok(work) = &mut self.work {
            work.shortest = shortest;
        }
    }

    /// Expands so many configurations at most, and returns the outcome if there is one by then.
    pub fn advance(&mut self, expansions: u64) -> Option<JointOutcome> {
        match &mut self.work {
            Err(outcome) => Some(outcome.clone()),
            Ok(work) => work.advance(expansions, &self.options),
        }
    }

    /// Tries to shorten the plan that was found, by new paths for a few agents at a time: so many tries, each of some
    /// milliseconds at most. Returns the sum of costs, or nothing where there is no plan yet; [`Self::plan`] has the
    /// plan.
    ///
    /// # Guarantees
    ///
    /// The plan never becomes worse; it stays as it is where [`Limits::memory`](super::Limits) is too little to improve
    /// it. Equal numbers of tries give equal plans, however they are divided.
    pub fn improve(&mut self, tries: u64) -> Option<u64> {
        self.work.as_mut().ok()?.improve(tries, &self.options)
    }

    /// Returns the best plan so far.
    #[must_use]
    pub fn plan(&self) -> Option<JointPlan> {
        let work = self.work.as_ref().ok()?;
        (work.lacam.progress == Progress::Found).then(|| work.plan())
    }

    /// Returns the number of configurations expanded: steps of all agents that were tried.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.work.as_ref().map_or(0, |work| work.lacam.expanded)
    }

    /// Returns the number of cells, each at a time, that guidance has looked from: its cost beside [`Self::expanded`], about
    /// a tenth of a microsecond each.
    #[must_use]
    pub fn guided(&self) -> u64 {
        self.work.as_ref().map_or(0, |work| work.guided())
    }
}

impl Work {
    /// Prepares a search; there is none where some agent cannot reach its goal.
    fn new(
        aim: Aim,
        world: &Traversability,
        starts_at: &[IVec3],
        goals_at: &[IVec3],
        options: &JointOptions,
    ) -> Result<Option<Self>, Limit> {
        let most_bytes = options.limits.memory;
        let roadmap = Roadmap::new(
            world,
            (options.moves, options.corners),
            starts_at,
            most_bytes,
        )?;
        let ends = [starts_at, goals_at].map(|places| roadmap.all(places));
        let [Some(starts), Some(goals)] = ends else {
            return Ok(None);
        };
        let (tables, distances) = Tables::new(&roadmap, &starts, &goals, options)?;
        let Some(about) = distances.into_iter().collect::<Option<Vec<u32>>>() else {
            return Ok(None);
        };
        let distances = if tables.are_exact() {
            about.clone()
        } else {
            in_open_space(options.moves, starts_at, goals_at)
        };
        let mut pibt = Pibt::new(
            &roadmap,
            starts.len(),
            Contact::new(options.bodies),
            options.seed,
        );
        let held = roadmap.bytes() + tables.bytes(&roadmap);
        let left = most_bytes.map(|most| most.saturating_sub(held));
        let windows = Windows::of_options(&roadmap, starts.len(), options.guidance, left);
        pibt.windows = windows.map(Box::new);
        let lacam = Lacam::new(aim, &starts, goals.clone(), &about);
        let shortest = distances.iter().map(|&it| u64::from(it)).sum();
        Ok(Some(Self {
            roadmap,
            tables,
            goals,
            shortest,
            pibt,
            lacam,
            distances,
            anytime: None,
            guided: 0,
        }))
    }

    fn advance(&mut self, expansions: u64, options: &JointOptions) -> Option<JointOutcome> {
        let Self {
            roadmap,
            tables,
            goals,
            pibt,
            lacam,
            ..
        } = self;
        let windows = pibt.windows.as_ref().map_or(0, |it| it.bytes_in_use());
        let before = roadmap.bytes() + tables.bytes(roadmap) + windows;
        let mut limits = options.limits;
        limits.memory = limits.memory.map(|most| most.saturating_sub(before));
        let world = World {
            roadmap,
            tables,
            goals,
        };
        lacam.advance(&mut GridSteps { pibt, world }, limits, expansions);
        match lacam.progress {
            Progress::Running => None,
            Progress::Found => Some(JointOutcome::Planned(self.plan())),
            Progress::Unsolvable => Some(JointOutcome::Unsolvable),
            Progress::Limited(limit) => Some(JointOutcome::LimitReached(limit)),
        }
    }

    fn guided(&self) -> u64 {
        let windows = self.pibt.windows.as_ref();
        windows.map_or(self.guided, |it| it.expanded())
    }

    fn improve(&mut self, tries: u64, options: &JointOptions) -> Option<u64> {
        if self.lacam.progress != Progress::Found {
            return None;
        }
        if self.anytime.is_none() {
            let paths = self.lacam.paths();
            self.lacam.forget();
            self.begin(paths, Origin::Guided, options);
        }
        let Self {
            roadmap,
            tables,
            goals,
            pibt,
            anytime: Some(anytime),
            ..
        } = self
        else {
            return None;
        };
        let mut world = World {
            roadmap,
            tables,
            goals,
        };
        for _ in 0..tries {
            if anytime.is_over() {
                break;
            }
            anytime.round(&mut world, pibt);
        }
        Some(anytime.cost())
    }

    /// Begins to improve some paths.
    fn begin(&mut self, paths: Vec<Vec<Cell>>, origin: Origin, options: &JointOptions) {
        self.guided = self.guided();
        let origin = match self.pibt.windows.take() {
            Some(_) => origin,
            None => Origin::Other,
        };
        let before = self.roadmap.bytes() + self.tables.bytes(&self.roadmap);
        let most = options.limits.memory.unwrap_or(u64::MAX);
        let bytes = most.saturating_sub(before);
        let anytime = Anytime::new(paths, self.distances.clone(), options, (origin, bytes));
        self.anytime = Some(Box::new(anytime));
    }

    /// Takes over a plan that was checked, as if it had been found here.
    fn take_over(&mut self, plan: &JointPlan, options: &JointOptions) {
        let path = |agent| -> Vec<Cell> {
            let steps = 0..plan.path(agent).len().max(1);
            let cells = steps.filter_map(|step| self.roadmap.cell(plan.at(agent, step)));
            cells.collect()
        };
        let paths = (0..plan.agents()).map(path).collect();
        self.shortest = plan.shortest();
        self.lacam.progress = Progress::Found;
        self.lacam.forget();
        self.begin(paths, Origin::Other, options);
    }

    fn plan(&self) -> JointPlan {
        let improved = self.anytime.as_ref().map(|it| it.paths().to_vec());
        let paths = improved.unwrap_or_else(|| self.lacam.paths()).into_iter();
        let places = |path: Vec<Cell>| {
            path.into_iter()
                .map(|cell| self.roadmap.place(cell))
                .collect()
        };
        JointPlan::new(paths.map(places).collect(), self.shortest)
    }
}

/// Returns the number of moves between starts and goals in open space: lower bounds of their distances.
fn in_open_space(moves: MoveSet, starts: &[IVec3], goals: &[IVec3]) -> Vec<u32> {
    let pairs = starts.iter().zip(goals);
    let distances = pairs.map(|(start, goal)| {
        let apart = (goal - start).abs().as_uvec3();
        let (axis, sum) = (apart.max_element(), apart.element_sum());
        match moves {
            MoveSet::Face6 | MoveSet::Planar4(_) => sum,
            MoveSet::Edge18 => axis.max(sum.div_ceil(2)),
            _ => axis,
        }
    });
    distances.collect()
}
