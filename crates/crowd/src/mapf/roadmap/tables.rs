//! The distances of all agents to their goals, as far as they have been asked for.

use super::distances::{Distances, Nearness, Scratch};
use super::regions::{Near, Pieces};
use super::{Cell, Roadmap};
use crate::mapf::by_goal::{ByGoal, GoalAgents, search_each};
use crate::mapf::options::{DistanceTables, JointOptions, Limit, Threads};

/// The bytes for exact distances where no limit is set.
const USUAL_BYTES: u64 = 1 << 30;

/// The most blocks, times moves, that all searches together look at for exact distances: about a second.
const MOST_WORK: u64 = 1 << 25;

/// The distances to one goal.
#[derive(Debug)]
enum Table {
    Exact(Distances),
    /// Within the piece around the goal, and the number of the piece.
    Estimated(Near, u32),
}

/// A table for each goal that some agent has.
#[derive(Debug)]
pub(crate) struct Tables {
    by_goal: ByGoal<Table>,
    pieces: Pieces,
    scratch: Scratch,
}

/// The distance of an agent from its goal at its start, or that there is no way; of estimated tables it is about that.
pub(crate) type AtStart = Option<u32>;

impl Tables {
    /// Makes the tables of all agents, and searches as far as their starts.
    pub(crate) fn new(
        roadmap: &Roadmap,
        starts: &[Cell],
        goals: &[Cell],
        options: &JointOptions,
    ) -> Result<(Self, Vec<AtStart>), Limit> {
        let most_bytes = options
            .limits
            .memory
            .map(|most| most.saturating_sub(roadmap.bytes()));
        let (by_goal, asked) = ByGoal::new(goals);
        let exact_bytes = asked.len() as u64 * Distances::bytes(roadmap);
        let is_exact = match options.distances {
            DistanceTables::Auto => {
                let work = asked.len() as u64 * roadmap.work();
                work <= MOST_WORK && exact_bytes <= most_bytes.unwrap_or(USUAL_BYTES) / 2
            }
            DistanceTables::Exact => true,
            DistanceTables::Estimated => false,
        };
        let mut tables = Self {
            by_goal,
            pieces: Pieces::default(),
            scratch: Scratch::default(),
        };
        if is_exact {
            if most_bytes.is_some_and(|most| exact_bytes > most) {
                return Err(Limit::Memory);
            }
            let at_start = tables.search_exact(roadmap, starts, &asked, options.threads);
            return Ok((tables, at_start));
        }
        for (goal, _) in &asked {
            let (near, piece) = tables.pieces.of_goal(roadmap, *goal);
            tables.by_goal.push(Table::Estimated(near, piece));
            if most_bytes.is_some_and(|most| tables.bytes(roadmap) > most) {
                return Err(Limit::Memory);
            }
        }
        let at_start = tables.estimate(roadmap, starts);
        Ok((tables, at_start))
    }

    fn search_exact(
        &mut self,
        roadmap: &Roadmap,
        starts: &[Cell],
        asked: &[GoalAgents],
        threads: Threads,
    ) -> Vec<AtStart> {
        let search = |scratch: &mut Scratch, (goal, agents): &GoalAgents| {
            let mut table = Distances::to_cell(roadmap, *goal);
            let starts = agents.iter().map(|&agent| starts[agent as usize]);
            let reached: Vec<AtStart> = starts
                .map(|start| table.distance(start, roadmap, scratch))
                .collect();
            (table, reached)
        };
        let found = search_each(asked, threads, &mut self.scratch, search);
        let mut at_start = vec![None; starts.len()];
        for ((table, reached), (_, agents)) in found.into_iter().zip(asked) {
            for (&agent, distance) in agents.iter().zip(reached) {
                at_start[agent as usize] = distance;
            }
            self.by_goal.push(Table::Exact(table));
        }
        at_start
    }

    /// Estimates how far all agents are from their goals.
    fn estimate(&mut self, roadmap: &Roadmap, starts: &[Cell]) -> Vec<AtStart> {
        let agents = (0..).zip(starts);
        let distances = agents.map(|(agent, &start)| match self.by_goal.of(agent) {
            Table::Estimated(near, piece) => self.pieces.distance(roadmap, (near, *piece), start),
            Table::Exact(_) => None,
        });
        distances.collect()
    }

    /// Sends an agent that is at a cell to another goal, and returns its distance from there, or an estimate of it;
    /// nothing where there is no way. Tables of goals to which no agent goes are kept for those to come, but in so many
    /// bytes together at most.
    pub(crate) fn retarget(
        &mut self,
        roadmap: &Roadmap,
        agent: u32,
        (from, goal): (Cell, Cell),
        most_bytes: u64,
    ) -> AtStart {
        let is_exact = self.are_exact();
        let pieces = &mut self.pieces;
        let table = self.by_goal.retarget(agent, goal, |tables| {
            let table = if is_exact {
                Table::Exact(Distances::to_cell(roadmap, goal))
            } else {
                let (near, piece) = pieces.of_goal(roadmap, goal);
                Table::Estimated(near, piece)
            };
            (table, bytes(roadmap, tables, pieces) > most_bytes)
        });
        match table {
            Table::Exact(table) => table.distance(from, roadmap, &mut self.scratch),
            Table::Estimated(near, piece) => self.pieces.distance(roadmap, (near, *piece), from),
        }
    }

    /// Has two agents change their goals.
    pub(crate) fn exchange(&mut self, one: u32, other: u32) {
        self.by_goal.exchange(one, other);
    }

    /// Returns whether distances are exact.
    pub(crate) fn are_exact(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns how near to the goal of an agent a neighbor of a cell is.
    #[inline]
    pub(crate) fn nearness(
        &mut self,
        roadmap: &Roadmap,
        agent: u32,
        from: Cell,
        to: Cell,
    ) -> Nearness {
        let table = match self.by_goal.of(agent) {
            Table::Exact(table) => table,
            Table::Estimated(near, piece) => {
                return self.pieces.nearness(roadmap, (near, *piece), [from, to]);
            }
        };
        if table.code(from) == 0 || table.code(to) == 0 {
            let is_reached = [from, to].map(|cell| table.reach(cell, roadmap, &mut self.scratch));
            if is_reached != [true; 2] {
                return Nearness::Equal;
            }
        }
        table.nearness(from, to)
    }

    pub(crate) fn bytes(&self, roadmap: &Roadmap) -> u64 {
        bytes(roadmap, self.by_goal.tables(), &self.pieces)
    }
}

fn bytes(roadmap: &Roadmap, tables: &[Table], pieces: &Pieces) -> u64 {
    let whole = tables
        .iter()
        .filter(|it| matches!(it, Table::Exact(_)))
        .count();
    let near = (tables.len() - whole) as u64 * Near::BYTES;
    whole as u64 * Distances::bytes(roadmap) + pieces.bytes() + near
}
