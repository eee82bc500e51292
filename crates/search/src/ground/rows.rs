//! Which rows of the table lead from the cells of a row, by words of 64 cells.
//!
//! Worked out once for a row of 64 cells, from the rows of stances around it, and kept with the stances
//! until something near changes. What is kept has one behind the other, for few cells of a row say anything
//! and a search is to find these in few cache lines:
//!
//! ```text
//! cells    a bit for each cell of the row of which something is kept, in ascending order of x
//! size     the words for each of them
//! leads    a bit for each row of the table, 64 a word: it leads from the cell    for each cell
//! special  as many bits: where it leads, cost and name may be others than the row's
//! factor   of moves that lead to the cell, in 1024ths; where any of the row is not one
//! ```

use glam::IVec3;
use voxnav_occupancy::internals::transpose;
use voxnav_occupancy::{CostFactor, Stance, StanceReader};

use super::Ground;
use super::table::{MoveTable, Row};

/// How many words of each kind there are for a cell.
pub(super) fn words_of(table: &MoveTable) -> usize {
    table.rows.len().div_ceil(64)
}

/// What is kept of a cell in what is kept of its row.
#[inline]
fn part_of(kept: &[u64], cell: IVec3) -> Option<&[u64]> {
    let [cells, size, parts @ ..] = kept else {
        return None;
    };
    let bit = 1 << (cell.x & 63);
    if cells & bit == 0 {
        return None;
    }
    let size = usize::try_from(*size).ok()?;
    let from = (cells & (bit - 1)).count_ones() as usize * size;
    parts.get(from..from + size)
}

/// The leads and the special ones of a cell in what is kept of its row.
#[inline]
pub(super) fn leads_in(kept: &[u64], words: usize, cell: IVec3) -> (&[u64], &[u64]) {
    let found = part_of(kept, cell).and_then(|part| part.get(..2 * words));
    found.map_or((&[], &[]), |found| found.split_at(words))
}

/// The factor of moves to a cell in what is kept of its row, if it is not one.
#[inline]
pub(super) fn factor_in(kept: &[u64], words: usize, cell: IVec3) -> Option<u32> {
    let factor = part_of(kept, cell)?.get(2 * words)?;
    u32::try_from(*factor).ok()
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
    let mut leads = vec![[0_u64; 64]; 2 * words];
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
    let held = leads[..words]
        .iter()
        .flatten()
        .fold(0, |all, lead| all | lead);
    let minded = around.row(IVec3::ZERO, Stance::MINDED);
    let cells = held | minded;
    if cells == 0 {
        return Box::default();
    }
    for square in &mut leads {
        if square.iter().any(|word| *word != 0) {
            transpose(square);
        }
    }
    let size = 2 * words + usize::from(minded != 0);
    let mut kept = Vec::with_capacity(2 + size * cells.count_ones() as usize);
    kept.extend([cells, size as u64]);
    for x in (0..64_i32).filter(|x| cells >> x & 1 != 0) {
        kept.extend(leads.iter().map(|square| square[x.unsigned_abs() as usize]));
        if minded >> x & 1 != 0 {
            let at = around.first + IVec3::X * x;
            let factor = ground.factor(at, around.reader.at(at));
            kept.push(factor.in_1024ths().into());
        } else if minded != 0 {
            kept.push(CostFactor::ONE.in_1024ths().into());
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
