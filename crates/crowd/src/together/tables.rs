//! The distances of all agents to their goals, as far as they have been asked for.

use ahash::{AHashMap, RandomState};
use rayon::prelude::*;

use super::distances::{Distances, Nearness, Scratch};
use super::options::{DistanceTables, JointOptions, Limit, Threads};
use super::regions::{Near, Pieces};
use super::roadmap::{Cell, Roadmap};

/// The bytes for exact distances where no limit is set.
const USUAL_BYTES: u64 = 1 << 30;

/// The distances to one goal.
#[derive(Debug)]
enum Table {
    Exact(Distances),
    /// Within the piece around the goal, and the number of the piece.
    Estimated(Near, u32),
}

/// A table for each goal that some agent has. Agents with one goal share its table.
#[derive(Debug)]
pub(super) struct Tables {
    of_agent: Vec<u32>,
    by_goal: Vec<Table>,
    pieces: Pieces,
    scratch: Scratch,
}

/// The distance of an agent from its goal at its start, or that there is no way. Of estimated tables it is a lower
/// bound.
pub(super) type AtStart = Option<u32>;

/// A goal with the agents that go there.
type Asked = (Cell, Vec<u32>);

impl Tables {
    /// Makes the tables of all agents, and searches as far as their starts.
    pub(super) fn new(
        roadmap: &Roadmap,
        starts: &[Cell],
        goals: &[Cell],
        options: &JointOptions,
    ) -> Result<(Self, Vec<AtStart>), Limit> {
        let most_bytes = options
            .limits
            .memory
            .map(|most| most.saturating_sub(roadmap.bytes()));
        let (asked, of_agent) = by_goal(goals);
        let exact_bytes = asked.len() as u64 * Distances::bytes(roadmap);
        let is_exact = match options.distances {
            DistanceTables::Auto => exact_bytes <= most_bytes.unwrap_or(USUAL_BYTES) / 2,
            DistanceTables::Exact => true,
            DistanceTables::Estimated => false,
        };
        let mut tables = Self {
            of_agent,
            by_goal: Vec::with_capacity(asked.len()),
            pieces: Pieces::new(),
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
        let at_start = tables.search_estimated(roadmap, starts);
        Ok((tables, at_start))
    }

    fn search_exact(
        &mut self,
        roadmap: &Roadmap,
        starts: &[Cell],
        asked: &[Asked],
        threads: Threads,
    ) -> Vec<AtStart> {
        let search = |scratch: &mut Scratch, (goal, agents): &Asked| {
            let mut table = Distances::to_cell(roadmap, *goal);
            let starts = agents.iter().map(|&agent| starts[agent as usize]);
            let reached: Vec<AtStart> = starts
                .map(|start| table.distance(start, roadmap, scratch))
                .collect();
            (table, reached)
        };
        let found: Vec<(Distances, Vec<AtStart>)> = match threads {
            Threads::One => asked
                .iter()
                .map(|it| search(&mut self.scratch, it))
                .collect(),
            Threads::Pool => {
                let searches = asked.par_iter().map_init(Scratch::default, search);
                searches.collect()
            }
        };
        let mut at_start = vec![None; starts.len()];
        for ((table, reached), (_, agents)) in found.into_iter().zip(asked) {
            for (&agent, distance) in agents.iter().zip(reached) {
                at_start[agent as usize] = distance;
            }
            self.by_goal.push(Table::Exact(table));
        }
        at_start
    }

    /// Searches from each piece as far as the starts of all its agents.
    fn search_estimated(&mut self, roadmap: &Roadmap, starts: &[Cell]) -> Vec<AtStart> {
        let Self {
            pieces, scratch, ..
        } = self;
        let mut at_start = Vec::with_capacity(starts.len());
        for (&start, &table) in starts.iter().zip(&self.of_agent) {
            at_start.push(match &self.by_goal[table as usize] {
                Table::Estimated(_, piece) => {
                    let distances = &mut pieces.distances[*piece as usize];
                    distances.distance(start, roadmap, scratch)
                }
                Table::Exact(_) => None,
            });
        }
        at_start
    }

    /// Returns whether distances are exact.
    pub(super) fn are_exact(&self) -> bool {
        self.pieces.distances.is_empty()
    }

    /// Returns how near to the goal of an agent a cell beside another one is.
    #[inline]
    pub(super) fn nearness(
        &mut self,
        roadmap: &Roadmap,
        agent: u32,
        from: Cell,
        to: Cell,
    ) -> Nearness {
        let table = match &mut self.by_goal[self.of_agent[agent as usize] as usize] {
            Table::Exact(table) => table,
            Table::Estimated(near, piece) => match near.nearness(roadmap, from, to) {
                Some(nearness) => return nearness,
                None => &mut self.pieces.distances[*piece as usize],
            },
        };
        if table.code(from) == 0 || table.code(to) == 0 {
            let is_reached = [from, to].map(|cell| table.reach(cell, roadmap, &mut self.scratch));
            if is_reached != [true; 2] {
                return Nearness::Equal;
            }
        }
        table.nearness(from, to)
    }

    pub(super) fn bytes(&self, roadmap: &Roadmap) -> u64 {
        let whole = self
            .by_goal
            .iter()
            .filter(|it| matches!(it, Table::Exact(_)))
            .count();
        let near = (self.by_goal.len() - whole) as u64 * Near::BYTES;
        (whole + self.pieces.distances.len()) as u64 * Distances::bytes(roadmap) + near
    }
}

/// Returns the goals, each once and with its agents, and for each agent the number of its goal.
fn by_goal(goals: &[Cell]) -> (Vec<Asked>, Vec<u32>) {
    let mut numbers = AHashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8));
    let mut asked: Vec<Asked> = Vec::new();
    let mut of_agent = Vec::with_capacity(goals.len());
    for (agent, &goal) in (0..).zip(goals) {
        let number = *numbers.entry(goal).or_insert(asked.len());
        if number == asked.len() {
            asked.push((goal, Vec::new()));
        }
        asked[number].1.push(agent);
        of_agent.push(number as u32);
    }
    (asked, of_agent)
}
