//! The goal of each agent, such that the sum of distances is least.

/// The distance where there is no way.
pub(crate) const NONE: u32 = u32::MAX;

/// The most agents whose goals are assigned with the least sum of distances; more take the nearest goals in turn.
const MOST_MATCHED: usize = 2000;

/// An assignment that is being worked out, goal by goal.
#[derive(Debug)]
pub(crate) struct Assignment {
    is_exact: bool,
    /// The distance of each goal (a row) from each agent, where the sum is to be least.
    distances: Vec<u32>,
    /// The goal of each agent, where each goal takes the nearest agent that is left; and the sum of nearest distances.
    goal_of: Vec<usize>,
    bound: u64,
    /// The goals whose distances are known.
    known: usize,
    matching: Matching,
}

/// The state of an assignment.
#[derive(Debug)]
pub(crate) enum Matched {
    /// The assignment is not complete.
    Running,
    /// No assignment is possible: some part of the roadmap has other numbers of starts than goals.
    Impossible,
    /// The goal of each agent, and a lower bound of the sum of distances of all assignments, which joint plans ask for.
    Done(
        Vec<usize>,
        #[cfg_attr(
            not(feature = "mapf"),
            expect(dead_code, reason = "joint plans state it")
        )]
        u64,
    ),
}

impl Assignment {
    /// Begins for so many agents and goals, with so many bytes of distances at most.
    pub(crate) fn new(agents: usize, memory: Option<u64>) -> Self {
        let bytes = (agents * agents * size_of::<u32>()) as u64;
        let fits = memory.is_none_or(|most| bytes <= most / 4);
        Self {
            is_exact: agents <= MOST_MATCHED && fits,
            distances: Vec::new(),
            goal_of: vec![usize::MAX; agents],
            bound: 0,
            known: 0,
            matching: Matching::new(agents),
        }
    }

    /// Goes on by so many goals at most, and counts them off; those whose distances are worked out and those that are
    /// assigned count each. `row` returns the distance of a goal, by its number, from each agent: the largest number where
    /// there is no way. Goals are asked for once each, in their order.
    pub(crate) fn advance(
        &mut self,
        left: &mut u64,
        mut row: impl FnMut(usize) -> Vec<u32>,
    ) -> Matched {
        let agents = self.goal_of.len();
        while self.known < agents {
            if *left == 0 {
                return Matched::Running;
            }
            *left -= 1;
            let row = row(self.known);
            if self.add_goal(&row).is_none() {
                return Matched::Impossible;
            }
        }
        if !self.is_exact {
            return Matched::Done(self.goal_of.clone(), self.bound);
        }
        while self.matching.assigned < agents {
            if *left == 0 {
                return Matched::Running;
            }
            *left -= 1;
            if self.matching.assign(&self.distances).is_none() {
                return Matched::Impossible;
            }
        }
        let goal_of = &self.matching.goal_of[..agents];
        let pairs = goal_of.iter().enumerate();
        let distances = pairs.map(|(agent, &goal)| self.distances[goal * agents + agent]);
        let sum = distances.map(u64::from).sum();
        Matched::Done(goal_of.to_vec(), sum)
    }

    /// Takes over the distances of one more goal; nothing where no agent is left for it.
    fn add_goal(&mut self, row: &[u32]) -> Option<()> {
        let goal = self.known;
        self.known += 1;
        if self.is_exact {
            self.distances.extend(row);
            return Some(());
        }
        let nearest = row.iter().min().copied().filter(|&it| it != NONE)?;
        self.bound += u64::from(nearest);
        let free = row
            .iter()
            .enumerate()
            .filter(|it| self.goal_of[it.0] == usize::MAX && *it.1 != NONE);
        let (agent, _) = free.min_by_key(|it| it.1)?;
        self.goal_of[agent] = goal;
        Some(())
    }
}

/// A cheapest assignment of the first goals, which grows by one at a time.
#[derive(Debug)]
struct Matching {
    /// The goal of each agent; the last one stands for a goal that is being assigned.
    goal_of: Vec<usize>,
    of_goal: Vec<i64>,
    of_agent: Vec<i64>,
    assigned: usize,
}

impl Matching {
    fn new(agents: usize) -> Self {
        Self {
            goal_of: vec![usize::MAX; agents + 1],
            of_goal: vec![0; agents],
            of_agent: vec![0; agents + 1],
            assigned: 0,
        }
    }

    /// Assigns the next goal, by the distance of each goal (a row) from each agent; nothing where that cannot be.
    fn assign(&mut self, distances: &[u32]) -> Option<()> {
        let Self {
            goal_of,
            of_goal,
            of_agent,
            assigned,
        } = self;
        let agents = of_goal.len();
        goal_of[agents] = *assigned;
        *assigned += 1;
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
        Some(())
    }
}
