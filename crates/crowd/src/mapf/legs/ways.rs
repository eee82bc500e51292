//! The legs of agents among those of others, for the improvement of plans.
//!
//! In each step an agent holds the cells of the leg that it is on, or the cell where it rests. So a leg is possible if
//! no other agent holds a cell near to one of its own in any of its steps.

use super::graph::{Edge, Graph};
use super::near::Near;
use super::tables::LegTables;
use crate::mapf::improve::{Visits, Way, Ways};
use crate::mapf::roadmap::{Cell, NONE};

pub(super) struct LegWays<'a> {
    pub(super) graph: &'a Graph,
    pub(super) tables: &'a mut LegTables,
    pub(super) goals: &'a [u32],
    pub(super) near: &'a Near,
}

/// The rank of the way that is to stay.
const STAY: usize = usize::MAX;

impl Ways for LegWays<'_> {
    fn cells(&self) -> usize {
        self.graph.cells()
    }

    fn places(&self) -> usize {
        self.graph.nodes()
    }

    fn goal(&self, agent: u32) -> Cell {
        self.goals[agent as usize]
    }

    fn rests_at(&self, place: Cell) -> Cell {
        self.graph.rests_at(place)
    }

    fn cell_at(&self, place: Cell) -> Cell {
        self.graph.node_at(place)
    }

    fn each_beside(&self, cell: Cell, each: impl FnMut(Cell)) {
        self.graph.edges(cell).iter().map(|it| it.to).for_each(each);
    }

    fn each_between(&self, from: Cell, to: Cell, each: impl FnMut(Cell)) {
        self.graph.each_between(from, to, each);
    }

    fn each_visit(&self, path: &[Cell], mut each: impl FnMut(Cell, u32)) {
        for (step, pair) in (0..).zip(path.windows(2)) {
            match self.graph.edge_between(pair[0], pair[1]) {
                None => each(self.graph.rests_at(pair[0]), step),
                Some(edge) => {
                    let held = self.graph.held(edge).iter();
                    held.for_each(|&cell| each(cell, step));
                }
            }
        }
    }

    fn list(&mut self, agent: u32, cell: Cell, _: u32, ways: &mut Vec<Way>) {
        let graph = self.graph;
        for (rank, edge) in graph.edges(cell).iter().enumerate() {
            let distance = self.tables.steps(graph, agent, edge.to);
            if distance != NONE {
                let (to, steps) = (edge.to, edge.steps);
                ways.push(Way {
                    rank,
                    to,
                    steps,
                    distance,
                });
            }
        }
        ways.push(Way {
            rank: STAY,
            to: cell,
            steps: 1,
            distance: self.tables.steps(graph, agent, cell),
        });
    }

    fn stay(&self, visits: &Visits, cell: Cell, time: u32) -> u32 {
        let near = self.near.of(self.graph.cell_of(cell)).iter();
        near.map(|&it| visits.before(it, time) as u32).sum()
    }

    fn each_arrival(
        &self,
        visits: &Visits,
        (cell, time): (Cell, u32),
        ways: &[Way],
        most: u32,
        mut each: impl FnMut(&Way, u32, u32),
    ) {
        let until = self.next(visits, &[self.graph.cell_of(cell)], time);
        for way in ways {
            let Some(edge) = self.graph.edges(cell).get(way.rank) else {
                continue;
            };
            // The leg ends before anybody comes to one of its cells permanently.
            let held = self.near_to(self.graph.held(edge));
            let for_good = held.map(|cell| visits.parked_since(cell)).min();
            let last = most.saturating_sub(way.distance);
            let last = last.min(for_good.unwrap_or(NONE));
            let until = until.min(last.saturating_add(1).saturating_sub(edge.steps));
            let mut begins = self.begin(visits, edge, time, until);
            while begins < until {
                let arrival = begins.saturating_add(edge.steps);
                each(way, arrival, self.stay(visits, way.to, arrival));
                // The next stay begins when somebody has been there.
                let end = self.graph.cell_of(way.to);
                let next = self.next(visits, &[end], arrival).saturating_add(1);
                begins = self.begin(visits, edge, next, until);
            }
        }
    }

    fn free_from(&self, visits: &Visits, cell: Cell) -> u32 {
        let near = self.near.of(cell).iter();
        let after = near.map(|&it| visits.last(it).map_or(0, |last| last + 1));
        after.max().unwrap_or(0)
    }
}

impl LegWays<'_> {
    /// Returns the cells near to some cells, some of them several times.
    fn near_to(&self, cells: &[u32]) -> impl Iterator<Item = u32> {
        let near = cells.iter().flat_map(|&cell| self.near.of(cell));
        near.copied()
    }

    /// Returns the first step from some step on in which an agent holds a cell near to some cells.
    fn next(&self, visits: &Visits, cells: &[u32], step: u32) -> u32 {
        let next = self.near_to(cells).map(|it| visits.next(it, step));
        next.min().unwrap_or(NONE)
    }

    /// Returns the first step from some step on in which a leg can begin, or one that is no earlier than `until`.
    fn begin(&self, visits: &Visits, edge: &Edge, from: u32, until: u32) -> u32 {
        let mut begins = from;
        while begins < until {
            let taken = self.next(visits, self.graph.held(edge), begins);
            if taken >= begins.saturating_add(edge.steps) {
                break;
            }
            begins = taken.saturating_add(1);
        }
        begins
    }
}
