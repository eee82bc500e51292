//! Which rows of the table lead from the cells of a row, by words of 64 cells.
//!
//! Worked out once for a row of 64 cells, from the rows of stances around it, and kept with the stances
//! until something near changes. What is kept has, for each cell from x divisible by 64 on:
//!
//! ```text
//! leads    a bit for each row of the table, 64 a word: it leads from the cell
//! special  as many bits: where it leads, cost and name may be others than the row's
//! ```
//!
//! and, where any cell of the row has materials that are minded, after all of these 32 bits for each cell:
//! the factor of moves that lead there, in 1024ths.

use glam::IVec3;
use voxnav_occupancy::internals::transpose;
use voxnav_occupancy::{CostFactor, Stance, StanceReader};

use super::Ground;
use super::table::{MoveTable, Row};

/// How many words of each kind there are for a cell.
pub(super) fn words_of(table: &MoveTable) -> usize {
    table.rows.len().div_ceil(64)
}

/// The leads and the special ones of a cell in what is kept of its row.
#[inline]
pub(super) fn leads_in(kept: &[u64], words: usize, cell: IVec3) -> (&[u64], &[u64]) {
    let from = place_in(cell) * 2 * words;
    let found = kept.get(from..from + 2 * words);
    found.map_or((&[], &[]), |found| found.split_at(words))
}

/// The factor of moves to a cell in what is kept of its row, if any of that row are minded.
#[inline]
pub(super) fn factor_in(kept: &[u64], words: usize, cell: IVec3) -> Option<u32> {
    let place = place_in(cell);
    let pair = kept.get(64 * 2 * words + place / 2)?;
    let low = u64::from(u32::MAX);
    u32::try_from(pair >> (32 * (place % 2)) & low).ok()
}

/// The place of a cell in its row.
#[inline]
fn place_in(cell: IVec3) -> usize {
    (cell.x & 63).unsigned_abs() as usize
}

/// What is kept of the row of a cell.
pub(super) fn worked_out(
    ground: &Ground,
    reader: &mut StanceReader<'_>,
    cell: IVec3,
) -> Box<[u64]> {
    let table = &*ground.table;
    let words = words_of(table);
    let mut around = Around {
        reader,
        first: cell.with_x(cell.x & !63),
        table,
        known: vec![None; table.looks.len()],
    };
    if around.row(IVec3::ZERO, Stance::FITS) == 0 {
        return Box::default();
    }
    let mut leads = vec![[0; 64]; 2 * words];
    for group in &table.groups {
        let mut from = around.row(IVec3::ZERO, group.from);
        if let Some([fits, rests]) = group.edge.filter(|_| from != 0) {
            from &= around.look(fits) & !around.look(rests);
        }
        if from == 0 {
            continue;
        }
        for number in group.rows.clone() {
            let row = &table.rows[number];
            let lead = around.leads(row, from);
            leads[number / 64][number % 64] = lead;
            if lead != 0 {
                let [upright, minded] = row.target.map(|look| around.look(look));
                leads[words + number / 64][number % 64] = lead & !(upright & !minded);
            }
        }
    }
    let minded = around.row(IVec3::ZERO, Stance::MINDED);
    let factors = if minded == 0 { 0 } else { 32 };
    let mut kept = vec![0; 64 * 2 * words + factors];
    for (pair, place) in kept[64 * 2 * words..].iter_mut().zip((0..).step_by(2)) {
        for bit in place..place + 2 {
            let at = around.first + IVec3::X * bit;
            let factor = if minded >> bit & 1 == 0 {
                CostFactor::ONE
            } else {
                ground.factor(at, around.reader.at(at))
            };
            *pair |= u64::from(factor.in_1024ths()) << (32 * (bit & 1));
        }
    }
    for (place, square) in leads.iter_mut().enumerate() {
        if square.iter().all(|word| *word == 0) {
            continue;
        }
        transpose(square);
        for (cell, word) in square.iter().enumerate() {
            kept[cell * 2 * words + place] = *word;
        }
    }
    kept.into()
}

/// The stances around 64 cells in a row.
struct Around<'r, 's> {
    reader: &'r mut StanceReader<'s>,
    first: IVec3,
    table: &'r MoveTable,
    /// The answers to the looks of the table that were asked for.
    known: Vec<Option<u64>>,
}

impl Around<'_, '_> {
    /// Those of the cells for which the cell at an offset is in one of some stances.
    fn row(&mut self, offset: IVec3, among: Stance) -> u64 {
        let row = self.first + offset.with_x(0);
        let here = self.reader.row(row, among);
        // No move leads 64 cells far.
        match offset.x {
            0 => here,
            ahead @ 1.. => {
                here >> ahead | self.reader.row(row + IVec3::X * 64, among) << (64 - ahead)
            }
            behind => {
                here << -behind | self.reader.row(row - IVec3::X * 64, among) >> (64 + behind)
            }
        }
    }

    /// Those of the cells for which a look says yes.
    fn look(&mut self, number: u32) -> u64 {
        let place = number as usize;
        if let Some(known) = self.known[place] {
            return known;
        }
        let (offset, among) = self.table.looks[place];
        let row = self.row(offset, among);
        self.known[place] = Some(row);
        row
    }

    /// Those of some cells from which a row of the table leads.
    fn leads(&mut self, row: &Row, from: u64) -> u64 {
        let mut leads = from;
        for &number in &row.needs {
            leads &= self.look(number);
            if leads == 0 {
                return 0;
            }
        }
        for &number in &row.spares {
            leads &= !self.look(number);
            if leads == 0 {
                return 0;
            }
        }
        leads
    }
}
