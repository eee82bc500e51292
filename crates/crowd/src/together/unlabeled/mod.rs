//! Goals that any agent may take: an assignment, and a plan in which agents exchange goals where they meet.
//!
//! Points follow their shortest ways one after the other. One that finds another at its goal takes that goal over, and
//! leaves its own; agents that wait for each other in a circle pass their goals around. The sum of distances falls in
//! every step, so all arrive. Then a guided search looks for a cheaper plan to the goals that agents have by then. Balls
//! need more room than exchanging grants, and are planned by a search over configurations alone.
//!
//! # References
//! Okumura, Défago, "Solving simultaneous target assignment and path planning efficiently with time-independent
//! execution", ICAPS 2022 (TSWAP). The assignment: Kuhn, "The Hungarian method for the assignment problem", 1955, by
//! shortest augmenting paths.

mod exchange;
mod guided;

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::checks::check;
use super::error::TogetherError;
use super::lacam::Aim;
use super::options::{Bodies, Guidance, JointOptions, Limit};
use super::plan::{JointOutcome, JointPlan};
use super::roadmap::distances::{Distances, Scratch};
use super::roadmap::tables::Tables;
use super::roadmap::{Cell, NONE, Roadmap};
use super::search::{JointSearch, ended};
use crate::assignment::{Assignment, Matched};
use exchange::Exchange;
use guided::Guided;

/// A plan for goals that any agent may take.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assigned {
    /// The plan, the proof that there is none, or the limit that was reached.
    pub outcome: JointOutcome,
    /// The goal of each agent, by its place in the list of goals; empty where there is no plan.
    pub goals: Vec<usize>,
}

/// Plans paths for all agents such that one arrives at each goal, whichever it is, and nobody meets.
///
/// # Guarantees
///
/// The guarantees are those of [`plan_together`](super::plan_together). For points there is a plan wherever as many agents
/// as goals lie in each connected part, and it is found in time. [`JointPlan::shortest`](super::JointPlan::shortest)
/// bounds the cost of every assignment.
///
/// # Errors
///
/// [`TogetherError`], which names the agents; goals are named by the agent at the same place in the list.
///
/// # Complexity
///
/// A breadth-first search by words for each goal; up to 2,000 agents an assignment of at most the cube of their number.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::UnknownPolicy;
/// use voxnav_crowd::together::{JointOptions, JointOutcome, plan_unlabeled};
///
/// // In a corridor nobody passes anybody, so the first takes the goal that is farther.
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 1, 1)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let at = |x| IVec3::new(x, 0, 0);
/// let assigned = plan_unlabeled(&world, &[at(0), at(1)], &[at(3), at(4)], &JointOptions::new())?;
/// assert_eq!(assigned.goals, [0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_unlabeled(
    world: &Traversability,
    starts: &[IVec3],
    goals: &[IVec3],
    options: &JointOptions,
) -> Result<Assigned, TogetherError> {
    let mut search = UnlabeledSearch::new(world, starts, goals, options)?;
    Ok(ended(|| search.advance(u64::MAX)))
}

/// The search for a plan for goals that any agent may take in slices. To cancel it, drop it.
///
/// # Guarantees
///
/// The plan is that of [`plan_unlabeled`], however the search is divided.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::UnknownPolicy;
/// use voxnav_crowd::together::{JointOptions, UnlabeledSearch};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(6)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let (starts, goals) = ([IVec3::ZERO, IVec3::X], [IVec3::splat(5), IVec3::splat(4)]);
/// let mut search = UnlabeledSearch::new(&world, &starts, &goals, &JointOptions::new())?;
/// let assigned = loop {
///     if let Some(assigned) = search.advance(1) {
///         break assigned;
///     }
/// };
/// assert_eq!(assigned.goals.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct UnlabeledSearch {
    world: Traversability,
    starts: Vec<IVec3>,
    goals: Vec<IVec3>,
    options: JointOptions,
    state: State,
}

#[derive(Debug)]
enum State {
    Ended(JointOutcome),
    Assigning(Box<Work>, Assignment),
    Exchanging(Roadmap, Box<Exchange>),
    /// A guided plan is searched for that is cheaper than one that was found.
    Guiding(Box<Guided>),
    /// The plan, for which so many configurations were expanded.
    Planned(JointPlan, u64),
    /// Balls are searched for.
    Searching(Box<JointSearch>),
    /// The plan is improved that so many configurations were expanded for.
    Improving(Box<JointSearch>, u64),
}

/// The roadmap, and the cells of starts and goals.
#[derive(Debug)]
struct Work {
    roadmap: Roadmap,
    from: Vec<Cell>,
    to: Vec<Cell>,
    scratch: Scratch,
}

impl UnlabeledSearch {
    /// Prepares a search: finds the cells that agents can reach.
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
        check(world, starts, goals, options.bodies)?;
        let state = match Work::new(world, starts, goals, options) {
            Ok(work) => {
                let assignment = Assignment::new(starts.len(), options.limits.memory);
                State::Assigning(Box::new(work), assignment)
            }
            Err(outcome) => State::Ended(outcome),
        };
        Ok(Self {
            world: world.clone(),
            starts: starts.to_vec(),
            goals: goals.to_vec(),
            options: options.clone(),
            state,
        })
    }

    /// Expands so many configurations at most, and returns the plan if there is one by then, or why there is none. The
    /// distances to a goal and its assignment, which come before all configurations, count as one each.
    pub fn advance(&mut self, mut expansions: u64) -> Option<Assigned> {
        if let State::Assigning(work, assignment) = &mut self.state {
            let row = |goal: usize| work.distances(goal);
            match assignment.advance(&mut expansions, row) {
                Matched::Running => return None,
                Matched::Impossible => self.state = State::Ended(JointOutcome::Unsolvable),
                Matched::Done(goal_of, shortest) => self.set_out(&goal_of, shortest),
            }
        }
        let outcome = match &mut self.state {
            State::Ended(outcome) => outcome.clone(),
            State::Exchanging(roadmap, exchange) => {
                let outcome = exchange.advance(roadmap, &self.options, expansions)?;
                let JointOutcome::Planned(plan) = outcome else {
                    return Some(self.assigned(outcome));
                };
                let steps = exchange.steps;
                self.guide(plan, steps);
                match &self.state {
                    State::Planned(plan, _) => JointOutcome::Planned(plan.clone()),
                    _ => return None,
                }
            }
            State::Guiding(guided) => {
                if !guided.advance(expansions) {
                    return None;
                }
                self.end_guiding();
                JointOutcome::Planned(self.plan()?)
            }
            State::Planned(plan, _) => JointOutcome::Planned(plan.clone()),
            State::Searching(search) | State::Improving(search, _) => search.advance(expansions)?,
            State::Assigning(..) => return None,
        };
        Some(self.assigned(outcome))
    }

    /// Returns the number of configurations expanded: steps of all agents that were tried.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        match &self.state {
            State::Ended(_) | State::Assigning(..) => 0,
            State::Exchanging(_, exchange) => exchange.steps,
            State::Guiding(guided) => guided.expanded(),
            State::Searching(search) => search.expanded(),
            State::Planned(_, expanded) | State::Improving(_, expanded) => *expanded,
        }
    }

    /// Tries to shorten the plan that was found, as [`JointSearch::improve`] does. Agents keep the goals to which it leads
    /// them.
    ///
    /// # Guarantees
    ///
    /// The same as of [`JointSearch::improve`].
    pub fn improve(&mut self, tries: u64) -> Option<u64> {
        if let State::Improving(search, _) = &mut self.state {
            return search.improve(tries);
        }
        let plan = self.plan()?;
        let Ok(mut search) = JointSearch::of_plan(&self.world, &plan, &self.options) else {
            return Some(plan.cost());
        };
        let cost = search.improve(tries);
        self.state = State::Improving(Box::new(search), self.expanded());
        cost
    }

    /// Returns the best plan so far.
    #[must_use]
    pub fn plan(&self) -> Option<JointPlan> {
        match &self.state {
            State::Ended(_) | State::Assigning(..) | State::Guiding(_) => None,
            State::Exchanging(roadmap, exchange) => exchange.plan(roadmap),
            State::Planned(plan, _) => Some(plan.clone()),
            State::Searching(search) | State::Improving(search, _) => search.plan(),
        }
    }

    /// Has agents set out for the goals that they are assigned.
    fn set_out(&mut self, goal_of: &[usize], shortest: u64) {
        let limited = State::Ended(JointOutcome::LimitReached(Limit::Memory));
        let State::Assigning(work, _) = std::mem::replace(&mut self.state, limited) else {
            return;
        };
        let Work {
            roadmap, from, to, ..
        } = *work;
        if self.options.bodies == Bodies::Points {
            let targets: Vec<Cell> = goal_of.iter().map(|&goal| to[goal]).collect();
            if let Ok((tables, _)) = Tables::new(&roadmap, &from, &targets, &self.options) {
                let exchange = Exchange::new(&roadmap, tables, &from, targets, shortest);
                self.state = State::Exchanging(roadmap, Box::new(exchange));
            }
            return;
        }
        drop(roadmap);
        let goals: Vec<IVec3> = goal_of.iter().map(|&goal| self.goals[goal]).collect();
        let search =
            JointSearch::with_aim(Aim::Any, &self.world, &self.starts, &goals, &self.options);
        // Both were checked in another order.
        if let Ok(search) = search {
            self.state = State::Searching(Box::new(search));
        }
    }

    /// Begins to look for a cheaper plan than one that took so many steps to find, unless there is none, or it is not asked
    /// for.
    fn guide(&mut self, plan: JointPlan, steps: u64) {
        let is_wanted = self.options.guidance == Guidance::Auto && plan.cost() > plan.shortest();
        let guided = if is_wanted {
            Guided::new(&self.world, plan, &self.options, steps)
        } else {
            Err(plan)
        };
        self.state = match guided {
            Ok(guided) => State::Guiding(Box::new(guided)),
            Err(plan) => State::Planned(plan, steps),
        };
    }

    fn end_guiding(&mut self) {
        let ended = State::Ended(JointOutcome::LimitReached(Limit::Expanded));
        match std::mem::replace(&mut self.state, ended) {
            State::Guiding(guided) => self.state = guided.ended(),
            state => self.state = state,
        }
    }

    fn assigned(&self, outcome: JointOutcome) -> Assigned {
        let mut goals = Vec::new();
        if let JointOutcome::Planned(plan) = &outcome {
            let place = |agent| {
                let end = plan.at(agent, plan.steps());
                self.goals.iter().position(|&goal| goal == end)
            };
            goals.extend((0..plan.agents()).filter_map(place));
        }
        Assigned { outcome, goals }
    }
}

impl Work {
    fn new(
        world: &Traversability,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, JointOutcome> {
        let moves = (options.moves, options.corners);
        let roadmap = Roadmap::new(world, moves, starts, options.limits.memory);
        let roadmap = roadmap.map_err(JointOutcome::LimitReached)?;
        match [starts, goals].map(|places| roadmap.all(places)) {
            [Some(from), Some(to)] => Ok(Self {
                roadmap,
                from,
                to,
                scratch: Scratch::default(),
            }),
            _ => Err(JointOutcome::Unsolvable),
        }
    }

    /// Returns the distance of a goal from each start; the largest number where there is no way.
    fn distances(&mut self, goal: usize) -> Vec<u32> {
        let Self {
            roadmap,
            from,
            to,
            scratch,
        } = self;
        let mut table = Distances::to_cell(roadmap, to[goal]);
        let from_start = from
            .iter()
            .map(|&start| table.distance(start, roadmap, scratch));
        from_start.map(|it| it.unwrap_or(NONE)).collect()
    }
}
