//! Goals that any agent may take: an assignment, and a plan in which agents exchange goals where they meet.
//!
//! Points follow their shortest ways one after the other. One that finds another at its goal takes that goal over, and
//! leaves its own; agents that wait for each other in a circle pass their goals around. The sum of distances falls in
//! every step, so all arrive. Balls need more room than that grants, and are planned by a search over configurations.
//!
//! # References
//! Okumura, Défago, "Solving simultaneous target assignment and path planning efficiently with time-independent
//! execution", ICAPS 2022 (TSWAP). The assignment: Kuhn, "The Hungarian method for the assignment problem", 1955, by
//! shortest augmenting paths.

use ahash::{AHashSet, RandomState};
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::checks::check;
use super::error::TogetherError;
use super::lacam::Aim;
use super::options::{Bodies, JointOptions, Limit};
use super::plan::JointPlan;
use super::roadmap::distances::{Distances, Nearness, Scratch};
use super::roadmap::tables::Tables;
use super::roadmap::{Cell, NONE, Roadmap};
use super::search::{JointOutcome, JointSearch};

/// The most agents whose goals are assigned with the least sum of distances; more take the nearest goals in turn.
const MOST_MATCHED: usize = 2000;

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
/// as goals lie in each connected part, and it is found in time. [`JointPlan::shortest`] bounds the cost of every
/// assignment.
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
    check(world, starts, goals, options.bodies)?;
    let without = |outcome| Assigned {
        outcome,
        goals: Vec::new(),
    };
    let memory = options.limits.memory;
    let moves = (options.moves, options.corners);
    let Ok(roadmap) = Roadmap::new(world, moves, starts, memory) else {
        return Ok(without(JointOutcome::LimitReached(Limit::Memory)));
    };
    let numbers = |places: &[IVec3]| -> Option<Vec<Cell>> {
        places.iter().map(|&it| roadmap.cell(it)).collect()
    };
    let (Some(from), Some(to)) = (numbers(starts), numbers(goals)) else {
        return Ok(without(JointOutcome::Unsolvable));
    };
    let Some((goal_of, shortest)) = assign(&roadmap, &from, &to, memory) else {
        return Ok(without(JointOutcome::Unsolvable));
    };
    let outcome = if options.bodies == Bodies::Points {
        let targets: Vec<Cell> = goal_of.iter().map(|&goal| to[goal]).collect();
        match Tables::new(&roadmap, &from, &targets, options) {
            Ok((tables, _)) => {
                Exchange::new(&roadmap, tables, from, targets).run(options, shortest)
            }
            Err(limit) => JointOutcome::LimitReached(limit),
        }
    } else {
        let goals: Vec<IVec3> = goal_of.iter().map(|&goal| goals[goal]).collect();
        let mut search = JointSearch::with_aim(Aim::Any, world, starts, &goals, options)?;
        loop {
            if let Some(outcome) = search.advance(u64::MAX) {
                break outcome;
            }
        }
    };
    let JointOutcome::Planned(plan) = &outcome else {
        return Ok(without(outcome));
    };
    let place = |agent| {
        goals
            .iter()
            .position(|&goal| goal == plan.at(agent, plan.steps()))
    };
    let goals = (0..plan.agents()).filter_map(place).collect();
    Ok(Assigned { outcome, goals })
}

/// Agents that go to their goals and exchange them.
struct Exchange<'r> {
    roadmap: &'r Roadmap,
    tables: Tables,
    targets: Vec<Cell>,
    at: Vec<Cell>,
    /// The agent at each cell.
    there: Vec<u32>,
    paths: Vec<Vec<Cell>>,
}

impl<'r> Exchange<'r> {
    fn new(roadmap: &'r Roadmap, tables: Tables, from: Vec<Cell>, targets: Vec<Cell>) -> Self {
        let mut there = vec![NONE; roadmap.numbers()];
        for (agent, &cell) in (0..).zip(&from) {
            there[cell as usize] = agent;
        }
        Self {
            roadmap,
            tables,
            targets,
            paths: from.iter().map(|&cell| vec![cell]).collect(),
            at: from,
            there,
        }
    }

    fn run(mut self, options: &JointOptions, shortest: u64) -> JointOutcome {
        let most = options.limits.expanded.unwrap_or(u64::MAX);
        let mut steps = 0;
        while self.at != self.targets {
            if steps == most {
                return JointOutcome::LimitReached(Limit::Expanded);
            }
            self.step();
            steps += 1;
        }
        let places = |path: Vec<Cell>| path.into_iter().map(|it| self.roadmap.place(it)).collect();
        JointOutcome::Planned(JointPlan::new(
            self.paths.into_iter().map(places).collect(),
            shortest,
        ))
    }

    fn step(&mut self) {
        // Twice the middles of the moves of this step: diagonals that cross share theirs.
        let mut middles = AHashSet::with_hasher(RandomState::with_seeds(29, 30, 31, 32));
        for agent in (0..).take(self.at.len()) {
            let from = self.at[agent as usize];
            if let Some(next) = self.next(agent) {
                let other = self.there[next as usize];
                let middle = self.roadmap.place(from) + self.roadmap.place(next);
                if other == NONE {
                    if middles.insert(middle) {
                        self.there[from as usize] = NONE;
                        self.there[next as usize] = agent;
                        self.at[agent as usize] = next;
                    }
                } else if self.targets[other as usize] == next {
                    self.exchange(agent, other);
                } else {
                    self.pass_around(agent);
                }
            }
        }
        for (path, &cell) in self.paths.iter_mut().zip(&self.at) {
            path.push(cell);
        }
    }

    /// Returns the next cell on the way of an agent; none at its goal.
    fn next(&mut self, agent: u32) -> Option<Cell> {
        let from = self.at[agent as usize];
        let mut moves = self.roadmap.moves(from).map(|it| it.1);
        let tables = &mut self.tables;
        let roadmap = self.roadmap;
        moves.find(|&to| tables.nearness(roadmap, agent, from, to) == Nearness::Nearer)
    }

    fn exchange(&mut self, one: u32, other: u32) {
        self.targets.swap(one as usize, other as usize);
        self.tables.exchange(one, other);
    }

    /// Has agents that wait for each other in a circle pass their goals on to the one ahead.
    fn pass_around(&mut self, first: u32) {
        let mut circle = vec![first];
        let mut last = first;
        while circle.len() <= self.at.len() {
            let Some(next) = self.next(last) else {
                return;
            };
            let ahead = self.there[next as usize];
            if ahead == first {
                for pair in (1..circle.len()).rev() {
                    self.exchange(circle[pair], circle[pair - 1]);
                }
                return;
            }
            if ahead == NONE {
                return;
            }
            circle.push(ahead);
            last = ahead;
        }
    }
}

/// Returns a goal for each start, and a lower bound of the sum of distances of all assignments; nothing where there are
/// other numbers of starts than goals in some part of the roadmap.
fn assign(
    roadmap: &Roadmap,
    starts: &[Cell],
    goals: &[Cell],
    memory: Option<u64>,
) -> Option<(Vec<usize>, u64)> {
    let agents = starts.len();
    let fits = memory.is_none_or(|most| (agents * agents * size_of::<u32>()) as u64 <= most / 4);
    let is_exact = agents <= MOST_MATCHED && fits;
    let mut distances = Vec::new();
    let mut goal_of = vec![usize::MAX; agents];
    let mut bound = 0;
    let mut scratch = Scratch::default();
    for (goal, &cell) in goals.iter().enumerate() {
        let mut table = Distances::to_cell(roadmap, cell);
        let from_start = starts
            .iter()
            .map(|&start| table.distance(start, roadmap, &mut scratch));
        let row: Vec<u32> = from_start.map(|it| it.unwrap_or(NONE)).collect();
        if is_exact {
            distances.extend(row);
            continue;
        }
        let nearest = row.iter().min().copied().filter(|&it| it != NONE)?;
        bound += u64::from(nearest);
        let free = row
            .iter()
            .enumerate()
            .filter(|it| goal_of[it.0] == usize::MAX && *it.1 != NONE);
        let (agent, _) = free.min_by_key(|it| it.1)?;
        goal_of[agent] = goal;
    }
    if !is_exact {
        return Some((goal_of, bound));
    }
    let goal_of = cheapest(&distances, agents)?;
    let pairs = goal_of.iter().enumerate();
    let sum = pairs
        .map(|(agent, &goal)| u64::from(distances[goal * agents + agent]))
        .sum();
    Some((goal_of, sum))
}

/// Returns the goal of each agent in a cheapest assignment, by the distance of each goal (a row) from each agent.
fn cheapest(distances: &[u32], agents: usize) -> Option<Vec<usize>> {
    // Column `agents` stands for a goal that is being assigned.
    let mut goal_of = vec![usize::MAX; agents + 1];
    let (mut of_goal, mut of_agent) = (vec![0_i64; agents], vec![0_i64; agents + 1]);
    for goal in 0..agents {
        goal_of[agents] = goal;
        let mut column = agents;
        let (mut least, mut before) = (vec![i64::MAX; agents], vec![agents; agents]);
        let mut is_done = vec![false; agents + 1];
        while goal_of[column] != usize::MAX {
            is_done[column] = true;
            let row = goal_of[column];
            let (mut step, mut next) = (i64::MAX, None);
            for agent in 0..agents {
                if is_done[agent] {
                    continue;
                }
                let distance = distances[row * agents + agent];
                if distance != NONE {
                    let reduced = i64::from(distance) - of_goal[row] - of_agent[agent];
                    if reduced < least[agent] {
                        (least[agent], before[agent]) = (reduced, column);
                    }
                }
                if least[agent] < step {
                    (step, next) = (least[agent], Some(agent));
                }
            }
            let next = next?;
            for column in 0..=agents {
                if is_done[column] {
                    of_goal[goal_of[column]] += step;
                    of_agent[column] -= step;
                } else if least[column] != i64::MAX {
                    least[column] -= step;
                }
            }
            column = next;
        }
        while column != agents {
            let from = before[column];
            goal_of[column] = goal_of[from];
            column = from;
        }
    }
    goal_of.pop();
    Some(goal_of)
}
