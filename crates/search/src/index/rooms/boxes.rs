//! Rooms that are boxes, and the ways through them: no cell of an empty box needs to be looked at.

use glam::IVec3;
use rayon::prelude::*;
use voxnav_occupancy::{Axis, CellBox};

use super::{Builder, MOST_CELLS, Ways};
use crate::cost::Cost;
use crate::heuristic::Heuristic;
use crate::index::moves::{bits, offset_at};

/// The fewest cells of a room that is looked for as a box.
const FEWEST_OF_BOX: u64 = 8;

/// The longest side of a room that is looked for as a box: a word has the adjacent cells, too.
const LONGEST_SIDE: u32 = 62;

/// A portal next to a box.
struct Door {
    cell: IVec3,
    /// The cost, the end and the bit of each move into the box.
    inward: Vec<(Cost, IVec3, u32)>,
}

impl Builder<'_> {
    /// Returns the room of a cell if it is a box of some size whose lowest corner the cell is: no move leads out
    /// of it but to portals, because no cell around it is in a room.
    pub(super) fn box_around(&self, min: IVec3) -> Option<CellBox> {
        let fixed = self.moves.set.fixed_axis();
        let unseen = |cell| self.unseen.contains(cell);
        let length_along = |axis: Axis| {
            let cells = (1..LONGEST_SIDE as i32).find(|&by| !unseen(min + axis.unit() * by));
            if fixed == Some(axis) { Some(1) } else { cells }
        };
        let size = IVec3::new(
            length_along(Axis::X)?,
            length_along(Axis::Y)?,
            length_along(Axis::Z)?,
        );
        let volume = size.as_u64vec3().element_product();
        if volume < FEWEST_OF_BOX || volume > MOST_CELLS as u64 {
            return None;
        }
        let row = (1_u64 << size.x) - 1;
        // The row with the cells beside it, from the cell before on.
        let around = 1 << (size.x + 1) | 1 | row << 1;
        let aside = |axis: Axis| i32::from(fixed != Some(axis));
        let [beside_y, beside_z] = [Axis::Y, Axis::Z].map(aside);
        let around = if fixed == Some(Axis::X) {
            row << 1
        } else {
            around
        };
        for z in -beside_z..size.z + beside_z {
            for y in -beside_y..size.y + beside_y {
                let is_within = (0..size.y).contains(&y) && (0..size.z).contains(&z);
                let expected = if is_within { row << 1 } else { 0 };
                let cells = self.unseen.window(min + IVec3::new(-1, y, z));
                if cells & around != expected {
                    return None;
                }
            }
        }
        Some(CellBox::new(min, min + size))
    }

    /// Notes that the cells of a box are in a room.
    pub(super) fn take_box(&mut self, cells: &CellBox) {
        let row = (1_u64 << cells.size().x) - 1;
        // The cells in the first chunk along x.
        let own = 64 - (cells.min.x & 63) as u32;
        for z in cells.min.z..cells.max.z {
            for y in cells.min.y..cells.max.y {
                let from = IVec3::new(cells.min.x, y, z);
                self.unseen.remove_along_x(from, row);
                if own < cells.size().x {
                    self.unseen
                        .remove_along_x(from + IVec3::X * own as i32, row >> own);
                }
            }
        }
    }

    /// Adds the cheapest ways through boxes, which are found in parallel, and leaves no box in the list.
    pub(super) fn join_boxes(&mut self, boxes: &mut Vec<CellBox>) -> Option<()> {
        let ways: Vec<Ways> = boxes.par_iter().map(|cells| self.ways_of(cells)).collect();
        for (cells, ways) in boxes.drain(..).zip(ways) {
            self.add(&ways, cells.size().element_product(), false)?;
        }
        Some(())
    }

    /// Returns the cheapest ways through a box: straight through free space, but for the first move and the last.
    fn ways_of(&self, cells: &CellBox) -> Ways {
        let mut portals = vec![];
        let mut doors: Vec<Door> = vec![];
        for cell in self.portals_around(cells) {
            let Some(&number) = self.number.get(&cell) else {
                continue;
            };
            let inward = bits(self.moves.out_of(self.world, cell)).filter_map(|bit| {
                let there = cell + offset_at(bit);
                cells
                    .contains(there)
                    .then_some((self.moves.cost(bit), there, bit))
            });
            let inward: Vec<_> = inward.collect();
            if !inward.is_empty() {
                portals.push(number);
                doors.push(Door { cell, inward });
            }
        }
        let count = portals.len();
        let mut ways = vec![(Cost::MAX, 0); count * count];
        for (from, out) in doors.iter().enumerate() {
            for (to, back) in doors.iter().enumerate().skip(from + 1) {
                let (cost, first, last) = self.through_box(out, back);
                ways[from * count + to] = (cost, first);
                ways[to * count + from] = (cost, last);
            }
        }
        Ways { portals, ways }
    }

    /// Returns the portals around a box, but for those beyond it along an axis along which no move leads.
    fn portals_around(&self, cells: &CellBox) -> Vec<IVec3> {
        let fixed = self.moves.set.fixed_axis();
        let aside = IVec3::ONE - fixed.map_or(IVec3::ZERO, Axis::unit);
        let outer = CellBox::new(cells.min - aside, cells.max + aside);
        let all = u64::MAX >> (64 - outer.size().x);
        let within = ((1_u64 << cells.size().x) - 1) << aside.x;
        let mut found = vec![];
        for z in outer.min.z..outer.max.z {
            for y in outer.min.y..outer.max.y {
                let is_through = (cells.min.z..cells.max.z).contains(&z)
                    && (cells.min.y..cells.max.y).contains(&y);
                let looked_at = if is_through { all & !within } else { all };
                let beginning = IVec3::new(outer.min.x, y, z);
                let mut portals = self.is_portal.window(beginning) & looked_at;
                while portals != 0 {
                    found.push(beginning + IVec3::X * portals.trailing_zeros() as i32);
                    portals &= portals - 1;
                }
            }
        }
        found
    }

    /// Returns the cost of the cheapest way through a box from one portal to another, and its first and last move: of
    /// equal ways those with the least bits.
    fn through_box(&self, out: &Door, back: &Door) -> (Cost, u32, u32) {
        let octile = |from, to| Heuristic::Octile.estimate(self.moves.set, from, to);
        let straight = octile(out.cell, back.cell);
        // No way through the box costs less than one through free space: few first moves are worth a look.
        let least = |one: &(Cost, IVec3, u32)| one.0 + octile(one.1, back.cell);
        let shortest = out.inward.iter().map(least).min();
        let mut best = (Cost::MAX, 0, 0);
        for is_shortest in [true, false] {
            for one in &out.inward {
                let least = least(one);
                if (Some(least) == shortest) != is_shortest || least > best.0 {
                    continue;
                }
                for other in &back.inward {
                    let cost = one.0 + octile(one.1, other.1) + other.0;
                    best = best.min((cost, one.2, other.2));
                    if cost == straight {
                        // Nothing costs less, and what costs as much has larger bits: it comes later, in this round.
                        return best;
                    }
                }
            }
        }
        best
    }
}
