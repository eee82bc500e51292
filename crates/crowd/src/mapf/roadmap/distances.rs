//! Distances to one goal: a breadth-first search from the goal, by words, as far as it is asked for.
//!
//! A step changes the distance to a goal by one at most. So the remainder of the distance by three reports which of two
//! neighboring cells is nearer, and two bits a cell are enough: 00 not reached yet, else the remainder plus one.
//! An agent that knows its distance at the start knows it everywhere on its way.

use super::{Cell, Roadmap};

/// The nearness of a neighbor of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nearness {
    Nearer,
    Equal,
    Farther,
}

/// The distances of the cells of a block modulo three, plus one, as two planes of bits; zero where they are not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Codes([u64; 2]);

impl Codes {
    /// Returns the cells of which a distance is known.
    #[inline]
    pub(crate) fn known(self) -> u64 {
        self.0[0] | self.0[1]
    }

    /// Sets the code of a distance for cells of which none is known.
    #[inline]
    pub(crate) fn set(&mut self, cells: u64, distance: u32) {
        let code = distance % 3 + 1;
        self.0[0] |= if code & 1 == 0 { 0 } else { cells };
        self.0[1] |= if code & 2 == 0 { 0 } else { cells };
    }

    /// Returns the code of a cell of the block.
    #[inline]
    pub(crate) fn of(self, cell: Cell) -> u32 {
        let [low, high] = self.0.map(|plane| (plane >> (cell & 63) & 1) as u32);
        low | high << 1
    }
}

/// The memory that searches share from one level to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    next: Vec<u64>,
    touched: Vec<u32>,
}

/// The distances of cells from a set of cells, up to some level.
#[derive(Debug)]
pub(crate) struct Distances {
    codes: Vec<Codes>,
    /// The cells of the last level, by block.
    frontier: Vec<(u32, u64)>,
    level: u32,
}

impl Distances {
    /// Begins at distance zero.
    pub(crate) fn new(roadmap: &Roadmap, from: impl IntoIterator<Item = (u32, u64)>) -> Self {
        let mut codes = vec![Codes::default(); roadmap.block_count()];
        let frontier: Vec<(u32, u64)> = from.into_iter().collect();
        for &(block, cells) in &frontier {
            codes[block as usize].set(cells, 0);
        }
        Self {
            codes,
            frontier,
            level: 0,
        }
    }

    /// Begins at one cell.
    pub(crate) fn to_cell(roadmap: &Roadmap, goal: Cell) -> Self {
        Self::new(roadmap, [(goal >> 6, 1 << (goal & 63))])
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Returns the bytes of a table over a roadmap.
    pub(crate) fn bytes(roadmap: &Roadmap) -> u64 {
        roadmap.block_count() as u64 * 16
    }

    /// Goes on by one level.
    pub(crate) fn advance(&mut self, roadmap: &Roadmap, scratch: &mut Scratch) {
        scratch.next.resize(roadmap.block_count(), 0);
        let Scratch { next, touched } = scratch;
        let codes = &mut self.codes;
        for &(block, cells) in &self.frontier {
            roadmap.spread(block, cells, |block, cells| {
                let new = cells & !codes[block as usize].known();
                if new != 0 {
                    let next = &mut next[block as usize];
                    if *next == 0 {
                        touched.push(block);
                    }
                    *next |= new;
                }
            });
        }
        self.level += 1;
        self.frontier.clear();
        for block in touched.drain(..) {
            let cells = std::mem::take(&mut next[block as usize]);
            codes[block as usize].set(cells, self.level);
            self.frontier.push((block, cells));
        }
    }

    /// Returns the distance of a cell modulo three, plus one; zero where it is not known yet.
    #[inline]
    pub(crate) fn code(&self, cell: Cell) -> u32 {
        self.codes[(cell >> 6) as usize].of(cell)
    }

    /// Searches until a cell is reached, and returns whether it is.
    pub(crate) fn reach(&mut self, cell: Cell, roadmap: &Roadmap, scratch: &mut Scratch) -> bool {
        while self.code(cell) == 0 {
            if self.is_complete() {
                return false;
            }
            self.advance(roadmap, scratch);
        }
        true
    }

    /// Returns the distance of a cell, if there is a way.
    ///
    /// The level at which a cell is reached is known while it is the last one; a cell of a level before is followed
    /// down to the goal.
    pub(crate) fn distance(
        &mut self,
        cell: Cell,
        roadmap: &Roadmap,
        scratch: &mut Scratch,
    ) -> Option<u32> {
        if self.code(cell) == 0 {
            return self.reach(cell, roadmap, scratch).then_some(self.level);
        }
        let (mut at, mut distance) = (cell, 0);
        let nearer = |at: Cell| {
            let mut moves = roadmap.moves(at).map(|it| it.1);
            moves.find(|&to| self.code(to) != 0 && self.nearness(at, to) == Nearness::Nearer)
        };
        while let Some(next) = nearer(at) {
            (at, distance) = (next, distance + 1);
        }
        Some(distance)
    }

    /// Returns how near a neighbor of a cell is; both must have been reached.
    #[inline]
    pub(crate) fn nearness(&self, from: Cell, to: Cell) -> Nearness {
        nearness_of_codes(self.code(from), self.code(to))
    }
}

/// Returns how near a neighbor of a cell is, by the distances of both modulo three, plus one.
#[inline]
pub(crate) fn nearness_of_codes(from: u32, to: u32) -> Nearness {
    match (to + 3 - from) % 3 {
        0 => Nearness::Equal,
        1 => Nearness::Farther,
        _ => Nearness::Nearer,
    }
}
