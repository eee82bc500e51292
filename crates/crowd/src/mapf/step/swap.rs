//! The swap rule: two agents that want to pass each other in a corridor back out of it together.
//!
//! An agent that meets another one in a corridor, both on their way to where the other one is, goes backwards and pulls
//! the other one behind, until there is room for both to change places. See `pibt.rs` for the reference.

use super::Step;
use super::corridor::{Continuation, Corridors, is_swap_possible, is_swap_required};
use super::pibt::World;
use crate::mapf::roadmap::distances::Nearness;
use crate::mapf::roadmap::{Cell, NONE};

/// Returns the agent that `agent` has to change places with, whose best next cell is `best`; none where there is none.
pub(crate) fn partner(step: &Step, world: &mut World<'_>, agent: u32, best: Cell) -> u32 {
    let from = step.from(agent);
    if best == from {
        return NONE;
    }
    let roadmap = world.roadmap;
    let cells = &mut Cells { step, world };
    let ahead = step.now(best);
    if ahead != NONE
        && !step.is_decided(ahead)
        && is_swap_required(cells, [agent, ahead], [from, best])
        && is_swap_possible(cells, [best, from])
    {
        return ahead;
    }
    // The agent may be in the way of one beside it: then it lets that one pass from one step ahead.
    for (_, beside) in roadmap.moves(from) {
        let other = step.now(beside);
        if other != NONE
            && beside != best
            && is_swap_required(cells, [other, agent], [from, best])
            && is_swap_possible(cells, [best, from])
        {
            return other;
        }
    }
    NONE
}

/// The cells of a roadmap as agents hold them in a step.
struct Cells<'s, 'w> {
    step: &'s Step,
    world: &'s mut World<'w>,
}

impl Corridors for Cells<'_, '_> {
    fn places(&self) -> usize {
        self.world.roadmap.cell_count()
    }

    fn way_on(&mut self, behind: Cell, at: Cell) -> Continuation {
        let World { roadmap, goals, .. } = *self.world;
        let leads_on = |next: Cell| {
            let there = self.step.now(next);
            let is_dead_end = roadmap.legal(next).is_power_of_two();
            let has_arrived = there != NONE && goals[there as usize] == next;
            next != behind && !(is_dead_end && has_arrived)
        };
        let next = roadmap.moves(at).map(|it| it.1);
        Continuation::of(next.filter(|&next| leads_on(next)))
    }

    fn back(&self, behind: Cell, _ahead: Cell) -> Option<Cell> {
        Some(behind)
    }

    fn are_one(&self, place: Cell, other: Cell) -> bool {
        place == other
    }

    fn is_nearer(&mut self, agent: u32, from: Cell, to: Cell) -> bool {
        self.world.nearness(agent, from, to) == Nearness::Nearer
    }

    fn is_goal(&mut self, agent: u32, place: Cell) -> bool {
        self.world.goals[agent as usize] == place
    }
}
