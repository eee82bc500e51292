//! The swap rule: two agents that want to pass each other in a corridor back out of it together.
//!
//! An agent that meets another one in a corridor, both on their way to where the other one is, goes backwards and pulls
//! the other one behind, until there is room for both to change places. See `pibt.rs` for the reference.

use super::Step;
use super::pibt::World;
use crate::mapf::roadmap::distances::Nearness;
use crate::mapf::roadmap::{Cell, NONE};

/// Returns the agent that `agent` has to change places with, whose best next cell is `best`; none where there is none.
pub(crate) fn partner(step: &Step, world: &mut World<'_>, agent: u32, best: Cell) -> u32 {
    let from = step.from(agent);
    if best == from {
        return NONE;
    }
    let ahead = step.now(best);
    if ahead != NONE
        && !step.is_decided(ahead)
        && is_required(step, world, [agent, ahead], [from, best])
        && is_possible(step, world, [best, from])
    {
        return ahead;
    }
    // The agent may be in the way of one beside it: then it lets that one pass from one step ahead.
    let roadmap = world.roadmap;
    for (_, beside) in roadmap.moves(from) {
        let other = step.now(beside);
        if other != NONE
            && beside != best
            && is_required(step, world, [other, agent], [from, best])
            && is_possible(step, world, [best, from])
        {
            return other;
        }
    }
    NONE
}

/// Returns whether the agents cannot pass each other ahead: the first pushes the second along a corridor until its own
/// way leads elsewhere, and the second wants to go where the first comes from.
fn is_required(step: &Step, world: &mut World<'_>, agents: [u32; 2], cells: [Cell; 2]) -> bool {
    let [pusher, puller] = agents;
    let [mut behind, mut ahead] = cells;
    let mut left = world.roadmap.cell_count();
    while world.nearness(pusher, behind, ahead) == Nearness::Nearer && left > 0 {
        match way_on(step, world, behind, ahead) {
            Continuation::Many => return false,
            Continuation::None => break,
            Continuation::One(next) => (behind, ahead) = (ahead, next),
        }
        left -= 1;
    }
    world.nearness(puller, ahead, behind) == Nearness::Nearer
        && (behind == world.goals[pusher as usize]
            || world.nearness(pusher, behind, ahead) == Nearness::Nearer)
}

/// Returns whether two agents that go on from `behind` to `ahead`, the second pulled by the first, come to a place with
/// room to change places.
fn is_possible(step: &Step, world: &World<'_>, [mut behind, mut ahead]: [Cell; 2]) -> bool {
    let start = behind;
    let mut left = world.roadmap.cell_count();
    while ahead != start && left > 0 {
        match way_on(step, world, behind, ahead) {
            Continuation::Many => return true,
            Continuation::None => return false,
            Continuation::One(next) => (behind, ahead) = (ahead, next),
        }
        left -= 1;
    }
    false
}

/// The ways on from a cell, without going back and without dead ends whose agent has arrived there.
enum Continuation {
    None,
    One(Cell),
    Many,
}

fn way_on(step: &Step, world: &World<'_>, behind: Cell, at: Cell) -> Continuation {
    let mut way = Continuation::None;
    for (_, next) in world.roadmap.moves(at) {
        if next == behind {
            continue;
        }
        let there = step.now(next);
        let is_dead_end = world.roadmap.legal(next).is_power_of_two();
        if is_dead_end && there != NONE && world.goals[there as usize] == next {
            continue;
        }
        match way {
            Continuation::None => way = Continuation::One(next),
            _ => return Continuation::Many,
        }
    }
    way
}
