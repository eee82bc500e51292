//! The moves of agents in flight, as their windows need them.

use super::pibt::World;
use crate::mapf::roadmap::distances::Nearness;
use crate::mapf::roadmap::{Cell, Roadmap};
use crate::mapf::windows::{WindowMap, WindowMove, WindowWorld, Windows};

const fn step_to(to: Cell) -> WindowMove<()> {
    let (steps, held) = (1, ());
    WindowMove { to, steps, held }
}

impl WindowMap for &Roadmap {
    type Cells = ();

    const FIRST: usize = 0;
    const SWAPS: bool = true;

    fn sizes(self) -> [usize; 2] {
        [self.numbers(); 2]
    }

    #[inline]
    fn moves(self, from: Cell) -> impl Iterator<Item = WindowMove<()>> {
        Roadmap::moves(self, from).map(|(_, to)| step_to(to))
    }

    #[inline]
    fn stay(self, at: Cell) -> WindowMove<()> {
        step_to(at)
    }

    #[inline]
    fn rests(self, place: Cell) -> (Cell, usize) {
        (place, 0)
    }

    fn next(self, place: Cell) -> Cell {
        place
    }

    #[inline]
    fn made(self, [_, to]: [Cell; 2], _: usize) -> Cell {
        to
    }

    #[inline]
    fn between(self, [_, to]: [Cell; 2]) -> WindowMove<()> {
        step_to(to)
    }

    #[inline]
    fn each_visit(self, [_, to]: [Cell; 2], mut each: impl FnMut(Cell)) {
        each(to);
    }

    #[inline]
    fn met(self, windows: &Windows, step: usize, places: [Cell; 2]) -> bool {
        windows.count(step, places[1]) > 1 || windows.swaps(step, places) > 0
    }

    #[expect(
        clippy::inline_always,
        reason = "a call for each state takes a tenth of a search"
    )]
    #[inline(always)]
    fn meetings(
        self,
        windows: &Windows,
        begins: usize,
        (from, way): (Cell, WindowMove<()>),
        most: u32,
    ) -> u32 {
        let (to, step) = (way.to, begins + 1);
        let each = Windows::meeting(step);
        let cost = windows.count(step, to) * each;
        if cost >= most {
            return cost;
        }
        cost + windows.swaps(step, [from, to]) * each
    }
}

impl<'a> WindowWorld for World<'a> {
    type Map = &'a Roadmap;

    #[inline]
    fn map(&self) -> &'a Roadmap {
        self.roadmap
    }

    #[inline]
    fn is_goal(&mut self, agent: u32, at: Cell) -> bool {
        at == self.goals[agent as usize]
    }

    #[inline]
    fn farther(&mut self, agent: u32, [from, to]: [Cell; 2]) -> Option<i16> {
        Some(match self.nearness(agent, from, to) {
            Nearness::Nearer => -1,
            Nearness::Equal => 0,
            Nearness::Farther => 1,
        })
    }
}
