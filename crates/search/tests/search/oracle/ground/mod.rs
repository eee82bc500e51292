//! Paths of ground agents by the plainest means: the rules of `docs/book/ground-rules.md`, cell by cell,
//! and Dijkstra.
//!
//! Nothing here comes from the engine but the plain values in which agents, links and materials are
//! described. A world is a vector, what holds at a cell is asked of every cell that the body covers,
//! and every move of the rules is tried one after the other.
//!
//! # References
//! Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1, 1959.

mod case;
mod moves;
mod rules;
mod sampling;
mod script;
mod world;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use glam::IVec3;
use voxnav_search::{Action, Cost, Leg, Link, Locomotion, Outcome, Path};

pub(crate) use case::Case;
pub(crate) use rules::Rules;
pub(crate) use script::Script;
pub(crate) use world::{Edit, World};

/// A move by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OracleMove {
    pub(crate) to: IVec3,
    pub(crate) cost: u64,
    pub(crate) action: Action,
}

/// What a query has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    StartOutside,
    GoalOutside,
    StartBlocked,
    GoalBlocked,
    Unreachable,
    /// There may be ways, but all of them cost more than a number holds.
    OutOfRange,
    Costs(u64),
}

impl Answer {
    /// Returns the cost of the way, if there is one that a number holds.
    pub(crate) fn cost(self) -> Option<u64> {
        match self {
            Self::Costs(cost) => Some(cost),
            _ => None,
        }
    }
}

/// What every query from one cell has to answer.
pub(crate) struct Oracle<'a> {
    rules: Rules<'a>,
    start: IVec3,
    /// The cost of the cheapest way to each cell that can be reached.
    costs: HashMap<IVec3, u64>,
    /// Whether a sum of costs was more than a number holds.
    leaves_range: bool,
    /// For each of these cells but the start, from where it is reached and how.
    arrivals: HashMap<IVec3, (IVec3, Action)>,
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(
        world: &'a World,
        agent: &'a Locomotion,
        links: &'a [Link],
        start: IVec3,
    ) -> Self {
        let mut oracle = Self {
            rules: Rules::new(world, agent, links),
            start,
            costs: HashMap::new(),
            leaves_range: false,
            arrivals: HashMap::new(),
        };
        if oracle.rules.rest(start) {
            oracle.costs.insert(start, 0);
            oracle.spread();
        }
        oracle
    }

    /// Dijkstra's search of all that can be reached.
    fn spread(&mut self) {
        let mut open = BinaryHeap::from([Reverse((0_u64, self.start.to_array()))]);
        while let Some(Reverse((cost, cell))) = open.pop() {
            let cell = IVec3::from(cell);
            if self.costs[&cell] < cost {
                continue;
            }
            for next in self.rules.moves(cell) {
                let sum = cost.saturating_add(next.cost);
                self.leaves_range |= sum == u64::MAX;
                if self.costs.get(&next.to).is_none_or(|known| sum < *known) {
                    self.costs.insert(next.to, sum);
                    self.arrivals.insert(next.to, (cell, next.action));
                    open.push(Reverse((sum, next.to.to_array())));
                }
            }
        }
    }

    pub(crate) fn world(&self) -> &World {
        self.rules.world()
    }

    pub(crate) fn answer(&self, goal: IVec3) -> Answer {
        let bounds = self.rules.world().bounds();
        if !bounds.contains(self.start) {
            Answer::StartOutside
        } else if !bounds.contains(goal) {
            Answer::GoalOutside
        } else if !self.rules.rest(self.start) {
            Answer::StartBlocked
        } else if goal != self.start && !self.rules.rest(goal) {
            Answer::GoalBlocked
        } else {
            match self.costs.get(&goal) {
                Some(&u64::MAX) => Answer::OutOfRange,
                Some(&cost) => Answer::Costs(cost),
                None => Answer::Unreachable,
            }
        }
    }

    /// Whether an answer is right. Where a sum of costs leaves the range of numbers, a search need not
    /// know whether the cell behind it would have been another way.
    pub(crate) fn accepts(&self, answer: Answer, goal: IVec3) -> bool {
        let right = self.answer(goal);
        answer == right
            || self.leaves_range && (answer, right) == (Answer::OutOfRange, Answer::Unreachable)
    }

    /// Whether a sum of costs was more than a number holds.
    pub(crate) fn leaves_range(&self) -> bool {
        self.leaves_range
    }

    /// The cells that can be reached, with the cost of the cheapest way to each.
    pub(crate) fn costs(&self) -> impl Iterator<Item = (IVec3, u64)> {
        self.costs.iter().map(|(cell, cost)| (*cell, *cost))
    }

    /// The actions of a cheapest way to a cell, none if there is no way.
    pub(crate) fn actions(&self, goal: IVec3) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut cell = goal;
        while let Some((from, action)) = self.arrivals.get(&cell) {
            actions.push(*action);
            cell = *from;
        }
        actions
    }

    /// What is wrong with the path of an answer: each move must be the cheapest between its cells, of
    /// equally cheap ones the first in the order of the rules.
    pub(crate) fn complaint(rules: &Rules<'_>, start: IVec3, path: &Path) -> Option<String> {
        let mut at = start;
        if path.start() != at {
            return Some(format!("a path that begins at {}", path.start()));
        }
        for made in path.moves() {
            let Some(best) = rules.best(at, made.to, |_| true) else {
                return Some(format!("no move from {at} to {}", made.to));
            };
            if best.action != made.action || Cost::from_raw(best.cost) != made.cost {
                return Some(format!("{best:?} from {at}, not {made:?}"));
            }
            at = made.to;
        }
        let sums = path.legs().iter().map(Leg::cost).sum::<Cost>();
        if sums != path.cost() {
            return Some(format!("legs of {sums} in a path of {}", path.cost()));
        }
        (at != path.goal()).then(|| format!("a path that ends at {at}"))
    }
}

/// Returns the cost of the way that an answer tells of, the rest through unknown space included.
pub(crate) fn planned(outcome: &Outcome<Path>) -> Option<Cost> {
    match outcome {
        Outcome::StoppedAtUnknown { path, rest, .. } => Some(path.cost() + *rest),
        other => other.path().map(Path::cost),
    }
}

/// Whether a path is made of moves of the rules that cost what it says, though they need not be the
/// cheapest between their cells: of each action the cheapest one counts.
pub(crate) fn is_legal(rules: &Rules, path: &Path) -> bool {
    let mut at = path.start();
    let mut sum = Cost::ZERO;
    let are_moves = path.moves().all(|made| {
        let best = rules.best(at, made.to, |action| action == made.action);
        at = made.to;
        sum = sum + made.cost;
        best.is_some_and(|best| Cost::from_raw(best.cost) == made.cost)
    });
    rules.rest(path.start()) && are_moves && at == path.goal() && sum == path.cost()
}
