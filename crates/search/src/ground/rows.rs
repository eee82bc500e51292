//! Which rows of the table lead from the cells of a row, by words of 64 cells.
//!
//! Worked out once for a row of 64 cells, from the rows of stances around it, and kept with the stances
//! until something near changes. What is kept has, for each cell from x divisible by 64 on:
//!
//! ```text
//! leads    a bit for each row of the table, 64 a word: it leads from the cell
//! special  as many bits: where it leads, cost and name may be others than the row's
//! ```

use glam::IVec3;
use voxnav_occupancy::internals::transpose;
use voxnav_occupancy::{Stance, StanceReader};

use super::table::{MoveTable, Row};

/// Where nobody falls on.
const RESTS: Stance = Stance::STANDING.or(Stance::SWIMMING);

/// How many words of each kind there are for a cell.
pub(super) fn words_of(table: &MoveTable) -> usize {
    table.rows.len().div_ceil(64)
}

/// What is kept of the row of a cell.
pub(super) fn worked_out(
    table: &MoveTable,
    reader: &mut StanceReader<'_>,
    cell: IVec3,
) -> Box<[u64]> {
    let words = words_of(table);
    let mut around = Around {
        reader,
        first: cell.with_x(cell.x & !63),
    };
    let mut leads = vec![[0; 64]; words];
    let mut special = leads.clone();
    for group in &table.groups {
        let mut from = around.row(IVec3::ZERO, group.from);
        if let Some(edge) = group.edge.filter(|_| from != 0) {
            from &= around.row(edge, Stance::FITS) & !around.row(edge, RESTS);
        }
        if from == 0 {
            continue;
        }
        for number in group.rows.clone() {
            let row = &table.rows[number];
            let lead = from & around.leads(row);
            leads[number / 64][number % 64] = lead;
            if lead != 0 {
                let plain = around.row(row.offset, Stance::UPRIGHT)
                    & !around.row(row.offset, Stance::MINDED);
                special[number / 64][number % 64] = lead & !plain;
            }
        }
    }
    let mut kept = vec![0; 64 * 2 * words];
    for (place, square) in leads.iter_mut().chain(&mut special).enumerate() {
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

    /// Those of the cells from which a row of the table leads.
    fn leads(&mut self, row: &Row) -> u64 {
        let mut leads = self.row(IVec3::ZERO, row.from) & self.row(IVec3::ZERO, row.all_along);
        let ends = [row.to, row.all_along].map(|stance| (row.offset, stance));
        let way = row.way.iter().map(|&cell| (cell, row.all_along));
        for (cell, stance) in ends.into_iter().chain(way) {
            if leads == 0 {
                return 0;
            }
            leads &= self.row(cell, stance);
        }
        for &cell in &row.falling {
            leads &= !self.row(cell, RESTS);
        }
        leads
    }
}
