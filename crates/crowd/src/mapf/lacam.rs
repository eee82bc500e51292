//! The search over configurations: lazy constraints addition (LaCAM).
//!
//! A *configuration* is the cells of all agents. The search goes depth first from the starts; the successors of a
//! configuration come one at a time from PIBT, each time with other *constraints*: so many agents, in the order of
//! their priorities, get a fixed move. Once it has a successor for every way to constrain all agents, all its
//! successors are known, so the search finds a plan wherever there is one, and where it ends, there is none.
//!
//! # References
//! Okumura, "LaCAM: search-based algorithm for quick multi-agent pathfinding", AAAI 2023; "Improving LaCAM for scalable
//! eventually optimal multi-agent pathfinding", IJCAI 2023. Here the first plan is improved by other means
//! (`improve/`), so configurations keep no costs.

use ahash::{AHashMap, RandomState};

use super::draws::mix;
use super::options::{Limit, Limits};
use super::roadmap::{Cell, NONE};
use super::step::{Steps, Ties};

/// One in so many times that a known configuration is found again, the search begins again from the starts.
const RESTART_ONE_IN: usize = 1000;

/// A constraint: all constraints of its parent, and the fixed move of one more agent.
#[derive(Clone, Copy, Debug)]
struct Constraint {
    parent: u32,
    agent: u32,
    name: u16,
}

/// A configuration that has been reached, without its cells.
#[derive(Debug, Default)]
struct ConfigurationNode {
    parent: u32,
    /// Another configuration with the same hash.
    same_hash: u32,
    /// The constraints in the order in which they are tried: breadth first, each from its own parent.
    constraints: Vec<Constraint>,
    tried: usize,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Running,
    Found,
    Unsolvable,
    Limited(Limit),
}

/// The configurations that end a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// All agents are at their own goals.
    Own,
    /// All agents are at goals, whosoever these are.
    Any,
    /// One agent is at its goal.
    One(u32),
}

#[derive(Debug)]
pub(super) struct Lacam {
    aim: Aim,
    goals: Vec<Cell>,
    /// The goals in order.
    sorted: Vec<Cell>,
    /// The place of each agent among all by the distance at its start, the farthest first.
    by_distance: Vec<u32>,
    /// The agents in that order.
    farthest_first: Vec<u32>,
    configurations: Vec<ConfigurationNode>,
    /// The cells of all agents, and the steps since each was at its goal, configuration by configuration.
    cells: Vec<Cell>,
    waiting: Vec<u32>,
    by_hash: AHashMap<u64, u32>,
    /// The configurations on the way of the search, the last one on top.
    stack: Vec<u32>,
    order: Vec<u64>,
    constraint_count: usize,
    pub(super) expanded: u64,
    pub(super) progress: Progress,
}

impl Lacam {
    pub(super) fn new(aim: Aim, starts: &[Cell], goals: Vec<Cell>, distances: &[u32]) -> Self {
        let mut farthest_first: Vec<u32> = (0..).take(starts.len()).collect();
        farthest_first.sort_by_key(|&agent| std::cmp::Reverse(distances[agent as usize]));
        let mut by_distance = vec![0; starts.len()];
        for (place, &agent) in (0..).zip(&farthest_first) {
            by_distance[agent as usize] = place;
        }
        let mut sorted = goals.clone();
        sorted.sort_unstable();
        let mut search = Self {
            aim,
            goals,
            sorted,
            by_distance,
            farthest_first,
            configurations: Vec::new(),
            cells: Vec::new(),
            waiting: Vec::new(),
            by_hash: AHashMap::with_hasher(RandomState::with_seeds(9, 10, 11, 12)),
            stack: Vec::new(),
            order: Vec::new(),
            constraint_count: 0,
            expanded: 0,
            progress: Progress::Running,
        };
        search.reach(NONE, starts, |place| place);
        search
    }

    /// Expands configurations, so many at most.
    pub(super) fn advance(&mut self, steps: &mut impl Steps, limits: Limits, expansions: u64) {
        let most = limits.expanded.unwrap_or(u64::MAX);
        for _ in 0..expansions {
            if self.progress != Progress::Running {
                return;
            }
            self.progress = match self.stack.last() {
                None => Progress::Unsolvable,
                Some(&top) if self.is_aim(top, steps) => Progress::Found,
                Some(_) if self.expanded >= most => Progress::Limited(Limit::Expanded),
                Some(_) if limits.memory.is_some_and(|most| self.bytes() > most) => {
                    Progress::Limited(Limit::Memory)
                }
                Some(&top) => {
                    self.expand(top, steps);
                    Progress::Running
                }
            };
        }
    }

    fn expand(&mut self, top: u32, steps: &mut impl Steps) {
        let configuration = &self.configurations[top as usize];
        let tried = configuration.tried;
        if tried > configuration.constraints.len() {
            self.stack.pop();
            return;
        }
        self.sort_agents(top);
        let ties = if tried == 0 {
            Ties::Spread
        } else {
            Ties::Drawn
        };
        self.add_constraints(top, steps);
        self.configurations[top as usize].tried += 1;
        self.expanded += 1;
        let constraints = &self.configurations[top as usize].constraints;
        // Constraint 0 is the empty one; those in the list count from 1.
        let mut at = tried;
        let told = std::iter::from_fn(|| {
            let constraint = constraints.get(at.checked_sub(1)?)?;
            at = constraint.parent as usize;
            Some((constraint.agent, usize::from(constraint.name)))
        });
        let agents = self.by_distance.len();
        let from = &self.cells[top as usize * agents..][..agents];
        let order = self.order.iter().map(|&key| key as u32);
        if steps.decide_all(from, order, told, ties) {
            self.enter(top, steps);
        }
    }

    fn is_aim(&self, configuration: u32, steps: &impl Steps) -> bool {
        let cells = self.cells_of(configuration).iter();
        let mut cells = cells.map(|&place| steps.rests_at(place));
        match self.aim {
            Aim::Own => cells.eq(self.goals.iter().copied()),
            Aim::Any => cells.all(|it| self.sorted.binary_search(&it).is_ok()),
            Aim::One(agent) => cells.nth(agent as usize) == self.goals.get(agent as usize).copied(),
        }
    }

    /// Goes on at the configuration that was decided from `parent`.
    fn enter(&mut self, parent: u32, steps: &mut impl Steps) {
        let decided = steps.decided();
        let mut known = self.by_hash.get(&hash(decided)).copied().unwrap_or(NONE);
        while known != NONE && self.cells_of(known) != decided {
            known = self.configurations[known as usize].same_hash;
        }
        if known == NONE {
            self.reach(parent, decided, |place| steps.rests_at(place));
        } else if steps.draws().below(RESTART_ONE_IN) == 0 {
            self.stack.push(0);
        } else {
            self.stack.push(known);
        }
    }

    /// Adds a configuration, and goes on there.
    fn reach(&mut self, parent: u32, cells: &[Cell], rests_at: impl Fn(Cell) -> Cell) {
        let number = self.configurations.len() as u32;
        let agents = cells.len();
        for (agent, &cell) in cells.iter().enumerate() {
            let waited = match parent {
                NONE => 0,
                _ if rests_at(cell) == self.goals[agent] => 0,
                _ => self.waiting[parent as usize * agents + agent] + 1,
            };
            self.waiting.push(waited);
        }
        self.cells.extend_from_slice(cells);
        let same_hash = self.by_hash.insert(hash(cells), number).unwrap_or(NONE);
        self.configurations.push(ConfigurationNode {
            parent,
            same_hash,
            ..ConfigurationNode::default()
        });
        self.stack.push(number);
    }

    /// Sorts agents by their priorities: those that have been under way for longest first, then the farthest.
    fn sort_agents(&mut self, configuration: u32) {
        let agents = self.by_distance.len();
        let waiting = &self.waiting[configuration as usize * agents..][..agents];
        self.order.clear();
        let keys = waiting.iter().zip(&self.by_distance);
        self.order
            .extend(keys.map(|(&waited, &place)| u64::from(!waited) << 32 | u64::from(place)));
        self.order.sort_unstable();
        for key in &mut self.order {
            *key = self.farthest_first[*key as u32 as usize].into();
        }
    }

    /// Adds the constraints that follow from the next one to be tried: one for each move of one more agent.
    fn add_constraints(&mut self, top: u32, steps: &mut impl Steps) {
        let agents = self.by_distance.len();
        let configuration = &mut self.configurations[top as usize];
        let parent = configuration.tried;
        let (mut depth, mut at) = (0, parent);
        while let Some(above) = at.checked_sub(1) {
            depth += 1;
            at = configuration.constraints[above].parent as usize;
        }
        let Some(&agent) = self.order.get(depth) else {
            return;
        };
        let agent = agent as u32;
        let cell = self.cells[top as usize * agents + agent as usize];
        let first = configuration.constraints.len();
        let constraints = &mut configuration.constraints;
        steps.each_choice(cell, |name| {
            constraints.push(Constraint {
                parent: parent as u32,
                agent,
                name,
            });
        });
        let added = &mut configuration.constraints[first..];
        for index in (1..added.len()).rev() {
            added.swap(index, steps.draws().below(index + 1));
        }
        self.constraint_count += added.len();
    }

    /// Drops the configurations: the paths are wanted no more.
    pub(super) fn forget(&mut self) {
        self.configurations = Vec::new();
        self.cells = Vec::new();
        self.waiting = Vec::new();
        self.by_hash = AHashMap::with_hasher(RandomState::with_seeds(9, 10, 11, 12));
        self.stack = Vec::new();
        self.constraint_count = 0;
    }

    fn cells_of(&self, configuration: u32) -> &[Cell] {
        let agents = self.by_distance.len();
        &self.cells[configuration as usize * agents..][..agents]
    }

    /// Returns the bytes in use.
    fn bytes(&self) -> u64 {
        let configurations = self.configurations.len() * (size_of::<ConfigurationNode>() + 24);
        let constraints = self.constraint_count * size_of::<Constraint>();
        (configurations + constraints + 8 * self.cells.len() + 4 * self.stack.len()) as u64
    }

    /// Returns the cells of each agent, step by step, from the starts to where the search is.
    pub(super) fn paths(&self) -> Vec<Vec<Cell>> {
        let mut way = Vec::new();
        let mut at = self.stack.last().copied().unwrap_or(NONE);
        while at != NONE {
            way.push(at);
            at = self.configurations[at as usize].parent;
        }
        let agents = 0..self.by_distance.len();
        agents
            .map(|agent| {
                way.iter()
                    .rev()
                    .map(|&it| self.cells_of(it)[agent])
                    .collect()
            })
            .collect()
    }
}

/// Returns a hash of a configuration.
fn hash(cells: &[Cell]) -> u64 {
    let words = (0_u64..).zip(cells);
    words.fold(0, |hash, (agent, &cell)| {
        hash.wrapping_add(mix(agent << 32 | u64::from(cell)))
    })
}
