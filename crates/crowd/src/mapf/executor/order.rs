//! The moves of a plan, and those that each has to wait for.
//!
//! INVARIANT: a move waits for moves of earlier steps, and for others of its step without going around in a circle; so
//! some agent can always go on.

use std::ops::Range;

use ahash::{AHashMap, RandomState};
use voxnav::glam::IVec3;

use super::sweeps::{self, Sweep};
use crate::mapf::error::JointPlanError;
use crate::mapf::legs::{held, near_offsets};
use crate::mapf::options::CollisionModel;
use crate::mapf::plan::JointPlan;
use crate::mapf::step::conflicts::offsets_within;

/// The numbers of parts of a turn that are tried.
const PARTS: [u32; 8] = [2, 3, 4, 6, 8, 16, 32, 64];

/// A move of an agent.
#[derive(Clone, Debug)]
pub(super) struct Hop {
    pub(super) from: IVec3,
    pub(super) to: IVec3,
    /// The number of parts in which it is made.
    pub(super) parts: u32,
    waits: Range<usize>,
    turn: Range<usize>,
}

/// An agent and the number of one of its moves.
type Place = (u32, u32);

#[derive(Clone, Debug)]
pub(super) struct Order {
    starts: Vec<IVec3>,
    hops: Vec<Vec<Hop>>,
    /// The agents to wait for, and the number of moves that each must have made.
    waits: Vec<Place>,
    /// The moves of each turn.
    turns: Vec<Place>,
}

/// A move of the step that is being looked at.
#[derive(Clone, Copy, Debug)]
struct Moving {
    agent: u32,
    number: u32,
    sweep: Sweep,
}

/// The last move along each segment, by the cell where it begins.
type Passed = AHashMap<IVec3, Vec<Moving>>;

impl Order {
    pub(super) fn new(plan: &JointPlan, bodies: CollisionModel) -> Result<Self, JointPlanError> {
        if plan.holds_legs() {
            return Ok(Self::of_legs(plan, bodies));
        }
        let mut order = Self::of(plan.all_at(0));
        let mut passed = Passed::with_hasher(RandomState::with_seeds(21, 22, 23, 24));
        for step in 1..=plan.steps() {
            let moving: Vec<Moving> = (0..plan.agents())
                .filter_map(|agent| {
                    let from = plan.at(agent, step - 1);
                    let by = plan.at(agent, step) - from;
                    (by != IVec3::ZERO).then_some(Moving {
                        agent: agent as u32,
                        number: order.hops[agent].len() as u32,
                        sweep: (from, by),
                    })
                })
                .collect();
            order.add(&moving, step, bodies, &passed)?;
            for it in moving {
                let there = passed.entry(it.sweep.0).or_default();
                there.retain(|before| before.sweep != it.sweep);
                there.push(it);
            }
        }
        Ok(order)
    }

    /// Takes the legs of a plan in the order in which they begin.
    fn of_legs(plan: &JointPlan, bodies: CollisionModel) -> Self {
        let mut order = Self::of(plan.all_at(0));
        let mut legs = Vec::new();
        for agent in 0..plan.agents() {
            let mut from = plan.start(agent);
            for (number, leg) in (0_u32..).zip(plan.legs(agent)) {
                legs.push((leg.begins, agent as u32, number, [from, leg.to]));
                from = leg.to;
            }
        }
        legs.sort_by_key(|&(begins, agent, number, _)| (begins, agent, number));
        // The last leg that holds each cell, of each agent that ever held it.
        let mut holders: AHashMap<IVec3, Vec<Place>> =
            AHashMap::with_hasher(RandomState::with_seeds(37, 38, 39, 40));
        let near = near_offsets(bodies, plan.extent());
        for (_, agent, number, [from, to]) in legs {
            let first_wait = order.waits.len();
            let cells = held(from, to);
            for cell in &cells {
                let around = near
                    .iter()
                    .filter_map(|offset| holders.get(&(cell + offset)));
                let others = around.flatten().filter(|it| it.0 != agent);
                order
                    .waits
                    .extend(others.map(|&(other, number)| (other, number + 1)));
            }
            order.waits[first_wait..].sort_unstable();
            for cell in cells {
                let there = holders.entry(cell).or_default();
                there.retain(|it| it.0 != agent);
                there.push((agent, number));
            }
            order.push(agent, [from, to], first_wait);
        }
        order
    }

    fn of(starts: Vec<IVec3>) -> Self {
        Self {
            hops: vec![Vec::new(); starts.len()],
            starts,
            waits: Vec::new(),
            turns: Vec::new(),
        }
    }

    /// Adds a move of an agent, which waits for all waits from some place on.
    fn push(&mut self, agent: u32, [from, to]: [IVec3; 2], first_wait: usize) {
        self.hops[agent as usize].push(Hop {
            from,
            to,
            parts: 1,
            waits: first_wait..self.waits.len(),
            turn: 0..0,
        });
    }

    pub(super) fn hop(&self, agent: usize, number: u32) -> Option<&Hop> {
        self.hops[agent].get(number as usize)
    }

    /// Returns the cell of an agent after so many moves.
    pub(super) fn cell(&self, agent: usize, made: u32) -> IVec3 {
        let hops = &self.hops[agent];
        let next = hops.get(made as usize).map(|hop| hop.from);
        next.or(hops.last().map(|hop| hop.to))
            .unwrap_or(self.starts[agent])
    }

    pub(super) fn waits(&self, hop: &Hop) -> &[Place] {
        &self.waits[hop.waits.clone()]
    }

    pub(super) fn turn(&self, hop: &Hop) -> &[Place] {
        &self.turns[hop.turn.clone()]
    }

    /// Adds the moves of a step.
    fn add(
        &mut self,
        moving: &[Moving],
        step: usize,
        bodies: CollisionModel,
        passed: &Passed,
    ) -> Result<(), JointPlanError> {
        let mut now = Passed::with_hasher(RandomState::with_seeds(25, 26, 27, 28));
        for (index, it) in (0..).zip(moving) {
            // The number stands for the place in the list here.
            let it = Moving {
                number: index,
                ..*it
            };
            now.entry(it.sweep.0).or_default().push(it);
        }
        let after: Vec<Vec<u32>> = moving
            .iter()
            .map(|it| {
                let first = near(&now, it, bodies).filter(|other| goes_first(other, it, bodies));
                first.map(|other| other.number).collect()
            })
            .collect();
        let groups = circles(&after);
        for (index, it) in moving.iter().enumerate() {
            let first_wait = self.waits.len();
            let earlier = near(passed, it, bodies).map(|other| (other.agent, other.number + 1));
            self.waits.extend(earlier);
            let outside = after[index].iter().map(|&other| other as usize);
            let outside = outside.filter(|&other| groups[other] != groups[index]);
            let ends = outside.map(|other| (moving[other].agent, moving[other].number + 1));
            self.waits.extend(ends);
            let (from, by) = it.sweep;
            self.push(it.agent, [from, from + by], first_wait);
        }
        self.form_turns(moving, &groups, step, bodies)
    }

    /// Has the moves of each circle begin together.
    fn form_turns(
        &mut self,
        moving: &[Moving],
        groups: &[u32],
        step: usize,
        bodies: CollisionModel,
    ) -> Result<(), JointPlanError> {
        let mut by_group: Vec<usize> = (0..moving.len()).collect();
        by_group.sort_by_key(|&index| groups[index]);
        for group in by_group.chunk_by(|&one, &other| groups[one] == groups[other]) {
            if group.len() < 2 {
                continue;
            }
            let sweeps: Vec<Sweep> = group.iter().map(|&index| moving[index].sweep).collect();
            let parts = parts(&sweeps, bodies).ok_or_else(|| JointPlanError::Turn {
                agents: [group[0], group[1]].map(|index| moving[index].agent as usize),
                step,
            })?;
            let first = self.turns.len();
            let places = group
                .iter()
                .map(|&index| (moving[index].agent, moving[index].number));
            self.turns.extend(places);
            for &index in group {
                let Moving { agent, number, .. } = moving[index];
                let hop = &mut self.hops[agent as usize][number as usize];
                (hop.parts, hop.turn) = (parts, first..self.turns.len());
            }
        }
        Ok(())
    }
}

/// Returns the moves of other agents that conflict with a move, whenever they are made: both go a cell at most.
fn near<'a>(
    moves: &'a Passed,
    it: &'a Moving,
    bodies: CollisionModel,
) -> impl Iterator<Item = &'a Moving> + 'a {
    let around = offsets_within(bodies.reach() + 2);
    let there = around.filter_map(|offset| moves.get(&(it.sweep.0 + offset)));
    there.flatten().filter(move |other| {
        other.agent != it.agent && sweeps::conflict(bodies, it.sweep, other.sweep, 1)
    })
}

/// Returns whether a move of the same step has to end before another one begins: where one of the two is in the way of
/// the other at its start or its end, or, where either order will do, by the number of the agent.
fn goes_first(first: &Moving, second: &Moving, bodies: CollisionModel) -> bool {
    let rests = |sweep: Sweep, at: IVec3| sweeps::conflict(bodies, sweep, (at, IVec3::ZERO), 1);
    let needs = |first: &Moving, second: &Moving| {
        rests(second.sweep, first.sweep.0) || rests(first.sweep, second.sweep.0 + second.sweep.1)
    };
    needs(first, second) || !needs(second, first) && first.agent < second.agent
}

/// Returns the least number of parts in which moves can be made at once, if no agent is more than a part ahead.
fn parts(moves: &[Sweep], bodies: CollisionModel) -> Option<u32> {
    let pairs = |parts: i32| {
        (0..moves.len()).all(|one| {
            (0..one).all(|other| {
                (0..parts).all(|part| {
                    let within = |(from, by): Sweep| (from * parts + by * part, by);
                    let [one, other] = [moves[one], moves[other]];
                    // Both relative to one of them, so that numbers stay small.
                    let apart = (other.0 - one.0, other.1);
                    let [one, other] = [within((IVec3::ZERO, one.1)), within(apart)];
                    !sweeps::conflict(bodies, one, other, parts.into())
                })
            })
        })
    };
    PARTS.into_iter().find(|&parts| pairs(parts as i32))
}

/// Returns the number of the strongly connected part of each vertex (Tarjan 1972, with a list instead of recursion).
fn circles(after: &[Vec<u32>]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let count = after.len();
    let (mut index, mut low, mut group) = (vec![NONE; count], vec![0; count], vec![NONE; count]);
    let (mut open, mut calls): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    let (mut next, mut groups) = (0, 0);
    for root in 0..count {
        if index[root] != NONE {
            continue;
        }
        calls.push((root, 0));
        while let Some((at, edge)) = calls.pop() {
            if edge == 0 {
                (index[at], low[at]) = (next, next);
                next += 1;
                open.push(at);
            }
            if let Some(&to) = after[at].get(edge) {
                let to = to as usize;
                calls.push((at, edge + 1));
                if index[to] == NONE {
                    calls.push((to, 0));
                } else if group[to] == NONE {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            if low[at] == index[at] {
                while let Some(member) = open.pop() {
                    group[member] = groups;
                    if member == at {
                        break;
                    }
                }
                groups += 1;
            }
            if let Some(&(above, _)) = calls.last() {
                low[above] = low[above].min(low[at]);
            }
        }
    }
    group
}
