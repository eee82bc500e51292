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

use super::lacam::Aim;
use super::options::{CollisionModel, Guidance, JointOptions, Limit};
use super::plan::{JointOutcome, JointPlan};
use super::roadmap::distances::{Distances, Scratch};
use super::roadmap::tables::Tables;
use super::roadmap::{Cell, NONE, Roadmap};
use super::work::Work;
use super::world::JointWorld;
use crate::assignment::{Assignment, Matched};
use exchange::Exchange;
use guided::GuidedPlan;

/// The search for a plan in flight for goals that any agent may take.
#[derive(Debug)]
pub(super) struct Unlabeled {
    world: Traversability,
    starts: Vec<IVec3>,
    goals: Vec<IVec3>,
    options: JointOptions,
    state: State,
    /// The states that guidance has expanded before.
    guided: u64,
}

#[derive(Debug)]
enum State {
    Ended(JointOutcome),
    Assigning(Box<Places>, Assignment),
    Exchanging(Roadmap, Box<Exchange>),
    /// A guided plan is searched for that is cheaper than one that was found.
    Guiding(Box<GuidedPlan>),
    /// The plan, for which so many configurations were expanded.
    Planned(JointPlan, u64),
    /// Balls are searched for.
    Searching(Box<Work>),
    /// The plan is improved that so many configurations were expanded for.
    Improving(Box<Work>, u64),
}

/// The roadmap, and the cells of starts and goals.
#[derive(Debug)]
struct Places {
    roadmap: Roadmap,
    from: Vec<Cell>,
    to: Vec<Cell>,
    scratch: Scratch,
}

impl Unlabeled {
    /// Finds the cells that agents whose ends are checked can reach.
    pub(super) fn new(
        world: &Traversability,
        [starts, goals]: [&[IVec3]; 2],
        options: &JointOptions,
    ) -> Result<Self, JointOutcome> {
        let places = Places::new(world, [starts, goals], options)?;
        let assignment = Assignment::new(starts.len(), options.limits.memory);
        Ok(Self {
            world: world.clone(),
            starts: starts.to_vec(),
            goals: goals.to_vec(),
            options: options.clone(),
            state: State::Assigning(Box::new(places), assignment),
            guided: 0,
        })
    }

    /// Expands so many configurations at most, and returns the plan if there is one by then, or why there is none.
    pub(super) fn advance(&mut self, mut expansions: u64) -> Option<JointOutcome> {
        if let State::Assigning(places, assignment) = &mut self.state {
            let row = |goal: usize| places.distances(goal);
            match assignment.advance(&mut expansions, row) {
                Matched::Running => return None,
                Matched::Impossible => self.state = State::Ended(JointOutcome::Unsolvable),
                Matched::Done(goal_of, shortest) => self.update_plans(&goal_of, shortest),
            }
        }
        match &mut self.state {
            State::Ended(outcome) => Some(outcome.clone()),
            State::Exchanging(roadmap, exchange) => {
                let outcome = exchange.advance(roadmap, &self.options, expansions)?;
                let JointOutcome::Planned(plan) = outcome else {
                    return Some(outcome);
                };
                let steps = exchange.steps;
                self.guide(plan, steps);
                match &self.state {
                    State::Planned(plan, _) => Some(JointOutcome::Planned(plan.clone())),
                    _ => None,
                }
            }
            State::Guiding(guided) => {
                if !guided.advance(expansions) {
                    return None;
                }
                self.end_guiding();
                self.plan().map(JointOutcome::Planned)
            }
            State::Planned(plan, _) => Some(JointOutcome::Planned(plan.clone())),
            State::Searching(work) | State::Improving(work, _) => work.advance(expansions),
            State::Assigning(..) => None,
        }
    }

    pub(super) fn expanded(&self) -> u64 {
        match &self.state {
            State::Ended(_) | State::Assigning(..) => 0,
            State::Exchanging(_, exchange) => exchange.steps,
            State::Guiding(guided) => guided.expanded(),
            State::Searching(work) => work.expanded(),
            State::Planned(_, expanded) | State::Improving(_, expanded) => *expanded,
        }
    }

    pub(super) fn guided(&self) -> u64 {
        let now = match &self.state {
            State::Guiding(guided) => guided.guided(),
            State::Searching(work) => work.guided(),
            _ => 0,
        };
        self.guided + now
    }

    /// Tries to shorten the plan so often, and returns its cost, if there is one.
    pub(super) fn improve(&mut self, tries: u64) -> Option<u64> {
        if let State::Improving(work, _) = &mut self.state {
            return work.improve(tries);
        }
        let plan = self.plan()?;
        let Ok(mut work) = Work::of_plan(&self.world, &plan, &self.options) else {
            return Some(plan.cost());
        };
        let cost = work.improve(tries);
        self.guided = self.guided();
        self.state = State::Improving(Box::new(work), self.expanded());
        cost
    }

    /// Returns the best plan so far.
    pub(super) fn plan(&self) -> Option<JointPlan> {
        match &self.state {
            State::Ended(_) | State::Assigning(..) | State::Guiding(_) => None,
            State::Exchanging(roadmap, exchange) => exchange.plan(roadmap),
            State::Planned(plan, _) => Some(plan.clone()),
            State::Searching(work) | State::Improving(work, _) => work.plan(),
        }
    }

    /// Has agents set out for the goals that they are assigned.
    fn update_plans(&mut self, goal_of: &[usize], shortest: u64) {
        let limited = State::Ended(JointOutcome::LimitReached(Limit::Memory));
        let State::Assigning(places, _) = std::mem::replace(&mut self.state, limited) else {
            return;
        };
        let Places {
            roadmap, from, to, ..
        } = *places;
        if self.options.bodies == CollisionModel::Points {
            let targets: Vec<Cell> = goal_of.iter().map(|&goal| to[goal]).collect();
            if let Ok((tables, _)) = Tables::new(&roadmap, &from, &targets, &self.options) {
                let exchange = Exchange::new(&roadmap, tables, &from, targets, shortest);
                self.state = State::Exchanging(roadmap, Box::new(exchange));
            }
            return;
        }
        drop(roadmap);
        let goals: Vec<IVec3> = goal_of.iter().map(|&goal| self.goals[goal]).collect();
        let (world, ends) = (JointWorld::from(&self.world), [&self.starts[..], &goals]);
        self.state = match Work::new(Aim::Any, world, ends, &self.options) {
            Ok(work) => State::Searching(Box::new(work)),
            Err(outcome) => State::Ended(outcome),
        };
    }

    /// Begins to look for a cheaper plan than one that took so many steps to find, unless there is none, or it is not asked
    /// for.
    fn guide(&mut self, plan: JointPlan, steps: u64) {
        let is_wanted = self.options.guidance == Guidance::Auto && plan.cost() > plan.shortest();
        self.state = if is_wanted {
            let guided = GuidedPlan::new(&self.world, plan, &self.options, steps);
            State::Guiding(Box::new(guided))
        } else {
            State::Planned(plan, steps)
        };
    }

    fn end_guiding(&mut self) {
        let ended = State::Ended(JointOutcome::LimitReached(Limit::Expanded));
        match std::mem::replace(&mut self.state, ended) {
            State::Guiding(guided) => {
                self.guided += guided.guided();
                self.state = guided.ended();
            }
            state => self.state = state,
        }
    }
}

impl Places {
    fn new(
        world: &Traversability,
        [starts, goals]: [&[IVec3]; 2],
        options: &JointOptions,
    ) -> Result<Self, JointOutcome> {
        let moves = (options.moves, options.corners);
        let roadmap = Roadmap::new(world, moves, starts, options.limits.memory);
        let roadmap = roadmap?;
        let numbers = |places| roadmap.all(places).ok_or(JointOutcome::Unsolvable);
        Ok(Self {
            from: numbers(starts)?,
            to: numbers(goals)?,
            roadmap,
            scratch: Scratch::default(),
        })
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
