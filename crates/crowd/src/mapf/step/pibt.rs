//! One step of all agents by priority inheritance with backtracking (PIBT).
//!
//! Agents decide in the order of their priorities. An agent prefers the cells nearest to its goal. One that stands where
//! it cannot stay if the agent moves so decides at once, as if it had the agent's priority; if it finds no move, it
//! stays, and the agent tries its next cell.
//!
//! INVARIANT: no two decided moves conflict. An undecided agent that is not being asked can stay.
//!
//! # References
//! Okumura, Machida, Défago, Tamura, "Priority inheritance with backtracking for iterative multi-agent path finding",
//! Artificial Intelligence 310, 2022. The swap rule (`swap.rs`): Okumura, "Improving LaCAM for scalable eventually
//! optimal multi-agent pathfinding", IJCAI 2023. Here agents are asked by a list instead of a recursion, so any number
//! fits, and several agents may have to give way to one, as balls do.

use ahash::AHashMap;

use super::conflicts::{Contact, Near, STAY};
use super::{Step, Steps, Ties};
use crate::mapf::draws::Draws;
use crate::mapf::roadmap::distances::Nearness;
use crate::mapf::roadmap::tables::Tables;
use crate::mapf::roadmap::{Cell, NONE, Roadmap};
use crate::mapf::windows::Windows;

/// The number of times that each agent may be asked in one step on average.
const ASKED_AGAIN: usize = 16;

/// The weight of an agent at a cell against the draws of 16 bits among cells equally near, where agents spread.
const SPREADING: u32 = 1 << 16;

/// The next cell of each agent at each cell of a way that it is to prefer.
pub(crate) type Guide = AHashMap<(u32, Cell), Cell>;

/// An agent that is being asked for a move.
#[derive(Debug)]
struct PendingAgent {
    agent: u32,
    /// The places where its own entries begin in the lists of [`Pibt`].
    candidates: usize,
    pushed: usize,
    near: usize,
    /// The candidate that is tried, and the next agent that has to give way to it, while it is tried.
    tried: usize,
    giving_way: Option<usize>,
    /// The number of decisions before its own.
    mark: usize,
    /// The agent to pull behind if the first candidate does.
    swap: u32,
}

/// A move that an agent may choose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) key: u32,
    pub(crate) rank: u8,
    pub(crate) to: Cell,
}

/// The memory of steps.
#[derive(Debug)]
pub(crate) struct Pibt {
    pub(crate) step: Step,
    pub(crate) contact: Contact,
    asked: Vec<PendingAgent>,
    candidates: Vec<Candidate>,
    pushed: Vec<u32>,
    near: Vec<Near>,
    /// The agents asked in this step, and the most: bodies that push several others may be asked again and again.
    begun: usize,
    most_begun: usize,
    pub(crate) draws: Draws,
    spreading: u32,
    /// The windows of all agents, which report where each goes first in a step that is guided.
    pub(crate) windows: Option<Box<Windows>>,
    is_guided: bool,
    /// The next cells that agents prefer to all others, where a plan is to be guided.
    pub(crate) guide: Option<Guide>,
}

/// The fixed side of a step: where cells are, and how far from the goals.
pub(crate) struct World<'a> {
    pub(crate) roadmap: &'a Roadmap,
    pub(crate) tables: &'a mut Tables,
    pub(crate) goals: &'a [Cell],
}

impl World<'_> {
    /// Returns how near to the goal of an agent a neighbor of a cell is.
    #[inline]
    pub(crate) fn nearness(&mut self, agent: u32, from: Cell, to: Cell) -> Nearness {
        self.tables.nearness(self.roadmap, agent, from, to)
    }
}

/// The steps of agents that move from cell to cell.
pub(crate) struct GridSteps<'a> {
    pub(crate) pibt: &'a mut Pibt,
    pub(crate) world: World<'a>,
}

impl Steps for GridSteps<'_> {
    fn each_choice(&self, at: Cell, mut each: impl FnMut(u16)) {
        let ranks = self.world.roadmap.moves(at).map(|it| it.0).chain([STAY]);
        ranks.for_each(|rank| each(rank as u16));
    }

    fn draws(&mut self) -> &mut Draws {
        &mut self.pibt.draws
    }

    fn decide_all(
        &mut self,
        from: &[Cell],
        order: impl Iterator<Item = u32> + Clone,
        told: impl Iterator<Item = (u32, usize)>,
        ties: Ties,
    ) -> bool {
        let Self { pibt, world } = self;
        pibt.is_guided = ties == Ties::Spread;
        if let Some(windows) = &mut pibt.windows
            && pibt.is_guided
        {
            windows.prepare(world, from, order.clone());
        }
        pibt.spreading = match ties {
            Ties::Spread => SPREADING,
            Ties::Drawn => 0,
        };
        pibt.step.begin(from);
        pibt.begun = 0;
        for (agent, rank) in told {
            if !pibt.tell(world.roadmap, agent, rank) {
                return false;
            }
        }
        for agent in order {
            if !pibt.step.is_decided(agent) && !pibt.ask(world, agent) {
                return false;
            }
        }
        true
    }

    fn decided(&self) -> &[Cell] {
        self.pibt.step.decided()
    }
}

impl Pibt {
    pub(crate) fn new(roadmap: &Roadmap, agents: usize, contact: Contact, seed: u64) -> Self {
        Self {
            step: Step::new(roadmap.numbers(), agents),
            contact,
            asked: Vec::new(),
            candidates: Vec::new(),
            pushed: Vec::new(),
            near: Vec::new(),
            begun: 0,
            most_begun: ASKED_AGAIN * (agents + 8),
            draws: Draws::new(seed),
            spreading: SPREADING,
            windows: None,
            is_guided: false,
            guide: None,
        }
    }

    /// Assigns an agent its fixed move, if that does not conflict.
    fn tell(&mut self, roadmap: &Roadmap, agent: u32, rank: usize) -> bool {
        let from = self.step.from(agent);
        let to = if rank == STAY {
            from
        } else {
            roadmap.target(from, rank)
        };
        self.near.clear();
        self.contact
            .gather(&self.step, roadmap, agent, &mut self.near);
        let is_blocked =
            self.contact
                .is_blocked(&self.step, roadmap, &self.near, (agent, rank, to));
        if !is_blocked {
            self.step.decide(agent, rank, to);
        }
        !is_blocked
    }

    /// Decides for one agent, and for those that have to give way; returns whether it moves or chooses to stay.
    fn ask(&mut self, world: &mut World<'_>, agent: u32) -> bool {
        if self.rests(world, agent) {
            return true;
        }
        self.begin(world, agent);
        while let Some(asked) = self.asked.last() {
            let is_tried = asked.giving_way.is_some() || self.try_next(world.roadmap);
            if !is_tried {
                if self.fail(world.roadmap) {
                    return false;
                }
            } else if let Some(other) = self.next_giving_way() {
                if self.begun == self.most_begun {
                    self.forget_asked();
                    return false;
                }
                self.begin(world, other);
            } else {
                self.succeed(world.roadmap);
            }
        }
        true
    }

    /// Decides at once for a point at its goal to which no agent comes: it would choose to stay.
    fn rests(&mut self, world: &World<'_>, agent: u32) -> bool {
        let at = self.step.from(agent);
        let rests = matches!(self.contact, Contact::Points(_))
            && at == world.goals[agent as usize]
            && self.step.next(at) == NONE
            && self.guided_to(agent).is_none_or(|to| to == at);
        if rests {
            // The draws of its candidates, so that it does not change those of others.
            let candidates = world.roadmap.legal(at).count_ones() + 1;
            self.draws.skip(candidates.div_ceil(4));
            self.begun += 1;
            self.step.decide(agent, STAY, at);
        }
        rests
    }

    /// Returns the cell to which the window of an agent leads.
    fn guided_to(&self, agent: u32) -> Option<Cell> {
        let windows = self.windows.as_ref().filter(|_| self.is_guided)?;
        Some(windows.next(agent))
    }

    fn forget_asked(&mut self) {
        self.asked.clear();
        self.candidates.clear();
        self.pushed.clear();
        self.near.clear();
    }

    fn begin(&mut self, world: &mut World<'_>, agent: u32) {
        self.begun += 1;
        let (candidates, near) = (self.candidates.len(), self.near.len());
        self.contact
            .gather(&self.step, world.roadmap, agent, &mut self.near);
        self.list(world, agent);
        let swap = self.swap_partner(world, agent, candidates);
        if swap != NONE {
            self.candidates[candidates..].reverse();
        }
        self.asked.push(PendingAgent {
            agent,
            candidates,
            pushed: self.pushed.len(),
            near,
            tried: candidates,
            giving_way: None,
            mark: self.step.mark(),
            swap,
        });
    }

    /// Lists the moves of an agent, best first: nearer to the goal, then to cells without agents, then as drawn.
    fn list(&mut self, world: &mut World<'_>, agent: u32) {
        let from = self.step.from(agent);
        let first = self.candidates.len();
        let guide = self.guide.as_ref();
        let guided = guide.and_then(|guide| guide.get(&(agent, from)).copied());
        let guided = guided.or_else(|| self.guided_to(agent));
        let mut draw = 0;
        for (index, (rank, to)) in world.roadmap.moves(from).chain([(STAY, from)]).enumerate() {
            if index % 4 == 0 {
                draw = self.draws.word();
            }
            // Before all others comes the cell that the agent is guided to.
            let nearness = if guided == Some(to) {
                0
            } else {
                world.nearness(agent, from, to) as u32 + 1
            };
            let there = self.step.now(to);
            let taken = u32::from(there != NONE && there != agent);
            let key = (nearness << 20) + taken * self.spreading + (draw & 0xffff) as u32;
            draw >>= 16;
            self.candidates.push(Candidate {
                key,
                rank: rank as u8,
                to,
            });
        }
        self.candidates[first..].sort_unstable_by_key(|it| it.key);
    }

    fn swap_partner(&mut self, world: &mut World<'_>, agent: u32, candidates: usize) -> u32 {
        let best = self.candidates[candidates];
        super::swap::partner(&self.step, world, agent, best.to)
    }

    /// Returns the next agent that has to give way to the last one and has not decided.
    fn next_giving_way(&mut self) -> Option<u32> {
        let asked = self.asked.last_mut()?;
        let next = asked.giving_way.as_mut()?;
        while let Some(&other) = self.pushed.get(*next) {
            *next += 1;
            if !self.step.is_decided(other) {
                return Some(other);
            }
        }
        None
    }

    /// Decides the next candidate of the last agent that conflicts with no decision; returns whether there is one.
    fn try_next(&mut self, roadmap: &Roadmap) -> bool {
        let Some(asked) = self.asked.last_mut() else {
            return false;
        };
        let near = &self.near[asked.near..];
        while let Some(candidate) = self.candidates.get(asked.tried) {
            let wish = (asked.agent, usize::from(candidate.rank), candidate.to);
            if !self.contact.is_blocked(&self.step, roadmap, near, wish) {
                self.contact.push(&self.step, near, wish, &mut self.pushed);
                self.step.decide(wish.0, wish.1, wish.2);
                asked.giving_way = Some(asked.pushed);
                return true;
            }
            asked.tried += 1;
        }
        false
    }

    /// Leaves the last agent with its move; pulls the one it swaps with behind it.
    fn succeed(&mut self, roadmap: &Roadmap) {
        let Some(asked) = self.asked.pop() else {
            return;
        };
        let (agent, swap) = (asked.agent, asked.swap);
        if swap != NONE && asked.tried == asked.candidates && !self.step.is_decided(swap) {
            let (from, to) = (self.step.from(swap), self.step.from(agent));
            let rank = roadmap.moves(from).find(|it| it.1 == to).map(|it| it.0);
            if let Some(rank) = rank {
                let first = self.near.len();
                self.contact
                    .gather(&self.step, roadmap, swap, &mut self.near);
                let near = &self.near[first..];
                let wish = (swap, rank, to);
                let mut pushed = Vec::new();
                self.contact.push(&self.step, near, wish, &mut pushed);
                if pushed.is_empty() && !self.contact.is_blocked(&self.step, roadmap, near, wish) {
                    self.step.decide(swap, rank, to);
                }
            }
        }
        self.candidates.truncate(asked.candidates);
        self.pushed.truncate(asked.pushed);
        self.near.truncate(asked.near);
    }

    /// Leaves the last agent where it is, and makes the one that asked it try its next candidate. Returns `true` if no
    /// agent asked it, so a constrained agent blocks it.
    fn fail(&mut self, roadmap: &Roadmap) -> bool {
        let Some(asked) = self.asked.pop() else {
            return true;
        };
        self.candidates.truncate(asked.candidates);
        self.pushed.truncate(asked.pushed);
        self.near.truncate(asked.near);
        let Some(parent) = self.asked.last_mut() else {
            return true;
        };
        parent.tried += 1;
        parent.giving_way = None;
        let (mark, pushed) = (parent.mark, parent.pushed);
        self.pushed.truncate(pushed);
        self.stay_again(roadmap, mark, asked.agent);
        false
    }

    /// Takes back what the parent's candidate decided, but for agents that found no other move than to stay.
    fn stay_again(&mut self, roadmap: &Roadmap, mark: usize, agent: u32) {
        let stays = |step: &Step, it: u32| step.to(it) == step.from(it);
        let log: Vec<u32> = self
            .step
            .since(mark)
            .filter(|&it| stays(&self.step, it))
            .collect();
        self.step.undo(mark);
        let first = self.near.len();
        for agent in log.into_iter().chain([agent]) {
            self.near.truncate(first);
            self.contact
                .gather(&self.step, roadmap, agent, &mut self.near);
            let wish = (agent, STAY, self.step.from(agent));
            if !self
                .contact
                .is_blocked(&self.step, roadmap, &self.near[first..], wish)
            {
                self.step.decide(wish.0, wish.1, wish.2);
            }
        }
        self.near.truncate(first);
        if let Some(parent) = self.asked.last_mut() {
            parent.mark = self.step.mark();
        }
    }
}
