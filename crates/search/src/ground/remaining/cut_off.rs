//! Proof that no moves lead to a goal, found back from there by words of 64 cells.
//!
//! A search proves that a goal is out of reach by expanding everything else. A goal on a roof or in a
//! closed yard is more quickly looked at from the other end: from its cells on, every cell is taken from
//! which a row of the table could lead to one taken before, judged by the stances at its two ends alone.
//! Those are at least the cells from which moves lead to the goal. Where they end without the start, there
//! is no way; where they go on, nothing is said.

use std::collections::VecDeque;

use glam::IVec3;
use voxnav_occupancy::{CellBox, Stance, StanceReader};

use crate::ground::link::{Link, LinkDirection};
use crate::memory::Table;

/// The offset of a move with the stances at its ends, whatever the move.
#[derive(Clone, Copy, Debug)]
pub(in crate::ground) struct Reach {
    pub(in crate::ground) offset: IVec3,
    pub(in crate::ground) from: Stance,
    pub(in crate::ground) to: Stance,
}

/// Cells of a row of 64.
#[derive(Clone, Copy, Debug)]
struct RowCells {
    /// The row: x in rows, y and z in cells.
    row: IVec3,
    cells: u64,
    /// The cells, among these, from which no predecessors were taken yet.
    new: u64,
    /// The mark of a row that waits for its turn.
    is_next: bool,
}

/// Cells from which moves may lead to a goal.
pub(in crate::ground) struct Flood<'g, 'r> {
    pub(in crate::ground) reader: &'r mut StanceReader<'g>,
    pub(in crate::ground) reaches: &'g [Reach],
    /// The links that the agent may use.
    pub(in crate::ground) links: Vec<Link>,
    pub(in crate::ground) resting: Stance,
}

/// The cells taken so far.
struct Taking {
    table: Table,
    taken: Vec<RowCells>,
    next: VecDeque<u32>,
    start: IVec3,
    has_start: bool,
}

impl Taking {
    fn take(&mut self, row: IVec3, cells: u64) {
        if cells == 0 {
            return;
        }
        let known = self.taken.len();
        let place = self
            .table
            .find_or_insert(row, u32::try_from(known).unwrap_or(u32::MAX - 1));
        if place as usize == known {
            self.taken.push(RowCells {
                row,
                cells: 0,
                new: 0,
                is_next: false,
            });
        }
        let Some(taken) = self.taken.get_mut(place as usize) else {
            return;
        };
        let new = cells & !taken.cells;
        if new != 0 && !taken.is_next {
            self.next.push_back(place);
            taken.is_next = true;
        }
        taken.cells |= new;
        taken.new |= new;
        let start = self.start;
        self.has_start |= row == row_of(start) && new >> (start.x & 63) & 1 != 0;
    }
}

fn row_of(cell: IVec3) -> IVec3 {
    IVec3::new(cell.x >> 6, cell.y, cell.z)
}

impl Flood<'_, '_> {
    /// Returns whether the flood proves, with so many looks at most, that no moves lead from
    /// `start` to a cell of a box.
    pub(in crate::ground) fn is_cut_off(
        &mut self,
        start: IVec3,
        goal: &CellBox,
        looks: u64,
    ) -> bool {
        let mut taking = Taking {
            table: Table::default(),
            taken: Vec::new(),
            next: VecDeque::new(),
            start,
            has_start: false,
        };
        taking.table.begin();
        let size = goal.size();
        if u64::from(size.y) * u64::from(size.z) * u64::from(size.x / 64 + 1) > looks {
            return false;
        }
        self.take_box(goal, &mut taking);
        let mut left = looks / (self.reaches.len() + self.links.len() + 1) as u64;
        while let Some(place) = taking.next.pop_front() {
            if taking.has_start || left == 0 {
                return false;
            }
            left -= 1;
            let RowCells { row, cells, .. } = taking.taken[place as usize];
            let along = self.along(row, cells) & !cells;
            taking.take(row, along);
            let taken = &mut taking.taken[place as usize];
            taken.is_next = false;
            let new = std::mem::take(&mut taken.new);
            self.take_before(row, new, &mut taking);
        }
        !taking.has_start
    }

    /// Takes the cells of a box at which the agent can rest.
    fn take_box(&mut self, cells: &CellBox, taking: &mut Taking) {
        for z in cells.min.z..cells.max.z {
            for y in cells.min.y..cells.max.y {
                for x in cells.min.x >> 6..=(cells.max.x - 1) >> 6 {
                    let row = IVec3::new(x, y, z);
                    let [from, to] =
                        [cells.min.x, cells.max.x].map(|end| (end - x * 64).clamp(0, 64));
                    let within = u64::MAX >> (64 - (to - from)) << from;
                    let resting = self.reader.row(IVec3::new(x * 64, y, z), self.resting);
                    taking.take(row, resting & within);
                }
            }
        }
    }

    /// Returns some cells of a row with those from which moves along it may lead there.
    fn along(&mut self, row: IVec3, mut cells: u64) -> u64 {
        let first = IVec3::new(row.x * 64, row.y, row.z);
        let is_along = |reach: &&Reach| reach.offset.abs() == IVec3::X;
        for reach in self.reaches.iter().filter(is_along) {
            let (from, to) = (
                self.reader.row(first, reach.from),
                self.reader.row(first, reach.to),
            );
            loop {
                let ends = cells & to;
                let begins = if reach.offset.x > 0 {
                    ends >> 1
                } else {
                    ends << 1
                };
                let more = begins & from & !cells;
                if more == 0 {
                    break;
                }
                cells |= more;
            }
        }
        cells
    }

    /// Takes the cells from which moves may lead to some of a row.
    fn take_before(&mut self, row: IVec3, cells: u64, taking: &mut Taking) {
        let first = IVec3::new(row.x * 64, row.y, row.z);
        for reach in self.reaches {
            let ends = cells & self.reader.row(first, reach.to);
            if ends == 0 {
                continue;
            }
            let before = first - reach.offset.with_x(0);
            let ahead = reach.offset.x;
            // Cells whose x is smaller by `ahead` are in this row and in one beside it.
            let (here, beside, side) = match ahead {
                0 => (ends, 0, 0),
                1.. => (ends >> ahead, ends << (64 - ahead), -64),
                _ => (ends << -ahead, ends >> (64 + ahead), 64),
            };
            for (begins, first) in [(here, before), (beside, before + IVec3::X * side)] {
                if begins != 0 {
                    let begins = begins & self.reader.row(first, reach.from);
                    taking.take(row_of(first), begins);
                }
            }
        }
        for number in 0..self.links.len() {
            let link = self.links[number];
            let holds = |cell: IVec3| row_of(cell) == row && cells >> (cell.x & 63) & 1 != 0;
            if holds(link.to) {
                self.take_box(&link.from, taking);
            }
            if link.ways == LinkDirection::Both {
                let in_row = CellBox::new(first, first + IVec3::new(64, 1, 1));
                let mut begins = link.from.intersection(&in_row).cells();
                if begins.any(holds) {
                    self.take_box(&CellBox::of_cell(link.to), taking);
                }
            }
        }
    }
}
