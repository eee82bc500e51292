//! The moves of agents on legs, as their windows need them: a move holds its cells in each of its steps.

use super::graph::Graph;
use super::near::Near;
use super::tables::LegTables;
use crate::mapf::roadmap::{Cell, NONE};
use crate::mapf::windows::{TIMES, WindowMap, WindowMove, WindowWorld, Windows};

/// The legs, and the cells near to each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegMap<'g> {
    pub(super) graph: &'g Graph,
    pub(super) near: &'g Near,
}

impl<'g> WindowMap for LegMap<'g> {
    type Cells = &'g [u32];

    // The cells that an agent holds in a step hang on its places before and after.
    const FIRST: usize = 1;
    const SWAPS: bool = false;

    fn sizes(self) -> [usize; 2] {
        [self.graph.nodes(), self.graph.cells()]
    }

    #[inline]
    fn moves(self, from: Cell) -> impl Iterator<Item = WindowMove<&'g [u32]>> {
        let edges = self.graph.edges(from).iter();
        edges.map(move |edge| WindowMove {
            to: edge.to,
            steps: edge.steps,
            held: self.graph.held(edge),
        })
    }

    #[inline]
    fn stay(self, at: Cell) -> WindowMove<&'g [u32]> {
        WindowMove {
            to: at,
            steps: 1,
            held: self.graph.held_at(at),
        }
    }

    fn rests(self, place: Cell) -> (Cell, usize) {
        let (to, left) = self.graph.rests_next(place);
        (to, left as usize)
    }

    fn next(self, place: Cell) -> Cell {
        if self.graph.is_node(place) {
            place
        } else {
            self.graph.gone_on(place)
        }
    }

    fn made(self, [from, to]: [Cell; 2], steps: usize) -> Cell {
        self.graph.made([from, to], steps as u32)
    }

    fn between(self, [before, after]: [Cell; 2]) -> WindowMove<&'g [u32]> {
        match self.graph.edge_between(before, after) {
            None => self.stay(before),
            Some(edge) => WindowMove {
                to: edge.to,
                steps: edge.steps,
                held: self.graph.held(edge),
            },
        }
    }

    fn each_visit(self, places: [Cell; 2], mut each: impl FnMut(Cell)) {
        let held = self.between(places).held;
        for (number, &cell) in held.iter().enumerate() {
            let is_new = |it: &&u32| {
                let mut before = held[..number].iter();
                !before.any(|&before| self.near.of(before).contains(it))
            };
            let near = self.near.of(cell).iter();
            near.filter(is_new).for_each(|&it| each(it));
        }
    }

    fn met(self, windows: &Windows, step: usize, places: [Cell; 2]) -> bool {
        let mut held = self.between(places).held.iter();
        held.any(|&cell| windows.count(step, cell) > 1)
    }

    #[inline]
    fn meetings(
        self,
        windows: &Windows,
        begins: usize,
        (_, way): (Cell, WindowMove<&'g [u32]>),
        most: u32,
    ) -> u32 {
        let until = (begins + way.steps as usize).min(TIMES - 1);
        let mut cost = 0;
        for step in begins + 1..=until {
            let there = way.held.iter().map(|&cell| windows.count(step, cell));
            cost += there.max().unwrap_or(0) * Windows::meeting(step);
            if cost >= most {
                break;
            }
        }
        cost
    }
}

/// The legs, and the steps of agents to their goals.
pub(super) struct LegWorld<'g> {
    pub(super) map: LegMap<'g>,
    pub(super) tables: &'g mut LegTables,
}

impl<'g> WindowWorld for LegWorld<'g> {
    type Map = LegMap<'g>;

    #[inline]
    fn map(&self) -> LegMap<'g> {
        self.map
    }

    #[inline]
    fn is_goal(&mut self, agent: u32, at: Cell) -> bool {
        self.tables.steps(self.map.graph, agent, at) == 0
    }

    #[inline]
    fn farther(&mut self, agent: u32, ends: [Cell; 2]) -> Option<i16> {
        let steps = ends.map(|it| self.tables.steps(self.map.graph, agent, it));
        if steps.contains(&NONE) {
            return None;
        }
        let [from, to] = steps.map(i64::from);
        let most = i64::from(i16::MAX);
        Some((to - from).clamp(-most, most) as i16)
    }
}
