//! Lists of the moves from the cells of a row, and their costs, by words of 64 cells.
//!
//! Worked out once for a row of 64 cells, from the rows of stances around it, and kept with the
//! stances until something near changes. Entries are packed one behind the other, for few cells of
//! a row have any:
//!
//! ```text
//! moves:    cells    a bit for each cell of the row from which moves lead, in ascending order of x
//!           numbers  of the lists of their moves, in the order of the table       for each, two a word
//! factors:  cells    a bit for each cell at which materials are minded
//!           factors  of moves that lead there, in 1024ths                         for each of them
//! ```

use std::sync::Arc;

use glam::IVec3;
use voxnav_occupancy::bits::transpose;
use voxnav_occupancy::even::{EvenReader, RowKeeper};
use voxnav_occupancy::{MaterialSet, Stance, StanceReader};

use super::Ground;
use super::table::{MoveTable, Question, RESTS, Row};

/// A move from a cell.
///
/// ```text
/// 63       50     49       48         24        0
/// [ | even | door | crouch | factor    | row     ]
/// ```
///
/// The factor is that of materials in 1024ths; zero where none are minded. Even is the ground at the end of a
/// plain walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptMove(pub(super) u64);

const FIELD_BITS: u32 = 24;
const FIELD: u64 = (1 << FIELD_BITS) - 1;
const CROUCH: u64 = 1 << 48;
const DOOR: u64 = 1 << 49;
const EVEN: u64 = 1 << 50;

impl KeptMove {
    /// Returns the row of the table.
    #[inline]
    pub(super) fn row(self) -> usize {
        usize::try_from(self.0 & FIELD).unwrap_or(usize::MAX)
    }

    /// Returns whether the cost and the action are those of the row.
    #[inline]
    pub(super) fn is_plain(self) -> bool {
        self.0 & (FIELD << FIELD_BITS | CROUCH | DOOR) == 0
    }

    /// Returns the factor by which materials change the cost, in 1024ths, if any do.
    #[inline]
    pub(super) fn factor(self) -> Option<u32> {
        let factor = self.0 >> FIELD_BITS & FIELD;
        u32::try_from(factor).ok().filter(|factor| *factor != 0)
    }

    /// Returns whether the agent crouches at the end of the move.
    #[inline]
    pub(super) fn is_crouched(self) -> bool {
        self.0 & CROUCH != 0
    }

    /// Returns whether the agent opens a door.
    #[inline]
    pub(super) fn opens_a_door(self) -> bool {
        self.0 & DOOR != 0
    }

    /// Returns whether the move is a plain walk onto even ground.
    #[inline]
    pub(super) fn is_onto_even_ground(self) -> bool {
        self.0 & EVEN != 0
    }
}

/// Returns the number of the list of the moves from a cell, out of the entries of its row.
#[inline]
pub(super) fn number_in(kept: &[u64], cell: IVec3) -> Option<u32> {
    let place = place_in(kept, cell)?;
    let numbers = kept.get(1 + place / 2)? >> (place % 2 * 32);
    u32::try_from(numbers & u64::from(u32::MAX)).ok()
}

/// Returns the place of a cell among the cells of its row that have entries.
#[inline]
fn place_in(kept: &[u64], cell: IVec3) -> Option<usize> {
    let cells = *kept.first()?;
    let bit = 1 << (cell.x & 63);
    (cells & bit != 0).then(|| (cells & (bit - 1)).count_ones() as usize)
}

/// The sources that rows are worked out from.
#[derive(Debug)]
pub(super) struct Sources<'g> {
    pub(super) ground: &'g Ground,
    pub(super) reader: StanceReader<'g>,
    even: Option<EvenReader<'g>>,
    factors: RowKeeper<'g>,
    /// The doors of the palette, if the agent opens them.
    pub(super) doors: MaterialSet,
}

impl<'g> Sources<'g> {
    pub(super) fn of(ground: &'g Ground, doors: MaterialSet) -> Self {
        Self {
            ground,
            reader: ground.stances.reader(),
            even: ground.stances.even_reader(),
            factors: ground.stances.row_keeper(),
            doors,
        }
    }

    /// Returns the entries for the moves from the cells of the row of `cell`.
    pub(super) fn moves(&mut self, cell: IVec3) -> Arc<[u64]> {
        let table = &*self.ground.table;
        let first = cell.with_x(cell.x & !63);
        let Some([leads, special]) = Around::new(&mut self.reader, first, table).leads() else {
            return Arc::default();
        };
        let even = self.even_ends(first, &leads);
        let held = |x: &usize| leads.iter().any(|square| square[*x] != 0);
        let cells = (0..64).filter(held);
        let cells = cells.fold(0_u64, |cells, x| cells | 1 << x);
        let mut kept = vec![cells];
        kept.resize(1 + cells.count_ones().div_ceil(2) as usize, 0);
        let squares = [&leads[..], &special[..], &even[..]];
        let mut list = Vec::new();
        let mut before: Option<(usize, u32)> = None;
        for (place, x) in bits(cells).enumerate() {
            // Most cells have the moves of the one beside them.
            let same = before.filter(|&(other, _)| is_alike(squares, [x, other]));
            let number = same.map_or_else(
                || {
                    self.list(first, x, squares, &mut list);
                    self.ground.patterns.number(&list)
                },
                |(_, number)| number,
            );
            before = Some((x, number));
            kept[1 + place / 2] |= u64::from(number) << (place % 2 * 32);
        }
        kept.into()
    }

    /// Writes the list of the moves from a cell of a row, given which rows of the table lead from
    /// it, which of them are special, and which lead to even ground.
    fn list(
        &mut self,
        first: IVec3,
        x: usize,
        [leads, special, even]: [&[[u64; 64]]; 3],
        list: &mut Vec<u64>,
    ) {
        list.clear();
        let ground = self.ground;
        let from = first + IVec3::X * i32::try_from(x).unwrap_or(0);
        for (word, leads) in leads.iter().enumerate() {
            for bit in bits(leads[x]) {
                let number = word * 64 + bit;
                let marks = if special[word][x] >> bit & 1 != 0 {
                    self.special(from, from + ground.table.steps[number].offset)
                } else if even[word][x] >> bit & 1 != 0 {
                    EVEN
                } else {
                    0
                };
                list.push(marks | number as u64);
            }
        }
    }

    /// Returns the walks from each cell of a row, among those that lead somewhere, that lead to
    /// even ground, in the form of `leads`.
    fn even_ends(&mut self, first: IVec3, leads: &[[u64; 64]]) -> Vec<[u64; 64]> {
        let mut squares = vec![[0; 64]; leads.len()];
        let Some(even) = &mut self.even else {
            return squares;
        };
        for (number, step) in self.ground.table.steps.iter().enumerate() {
            if step.walk.is_none() {
                continue;
            }
            let mut row = |aside: i32| even.row(first + step.offset.with_x(aside));
            squares[number / 64][number % 64] = beside(step.offset.x, &mut row);
        }
        for (square, leads) in squares.iter_mut().zip(leads) {
            if square.iter().any(|word| *word != 0) {
                transpose(square);
                for (word, leads) in square.iter_mut().zip(leads) {
                    *word &= leads;
                }
            }
        }
        squares
    }

    /// Returns the marks of a move whose end is special.
    fn special(&mut self, from: IVec3, to: IVec3) -> u64 {
        let agent = &self.ground.locomotion;
        let factor = self
            .factor(to)
            .map_or(0, |factor| u64::from(factor) << FIELD_BITS);
        if agent.crouch.is_none() && self.doors.is_empty() {
            return factor;
        }
        let [from, to] = [from, to].map(|cell| (cell, self.reader.at(cell)));
        let crouches = self.ground.crouches(to.0, to.1);
        // Materials that are not minded are no doors.
        let opens = to.1.has(Stance::MINDED) && self.ground.opens_a_door(&self.doors, from, to);
        let mark = |is_marked, mark| if is_marked { mark } else { 0 };
        factor | mark(crouches, CROUCH) | mark(opens, DOOR)
    }

    /// Returns the factor on the cost of moves to a cell, in 1024ths, if any materials are minded
    /// there.
    fn factor(&mut self, cell: IVec3) -> Option<u32> {
        let Self {
            ground,
            reader,
            factors,
            ..
        } = self;
        let work_out = || {
            let cells = reader.row(cell, Stance::MINDED);
            let mut kept = vec![cells];
            for x in (0..64).filter(|x| cells >> x & 1 != 0) {
                let at = cell.with_x((cell.x & !63) + x);
                let factor = ground.factor(at, reader.at(at));
                kept.push(factor.in_1024ths().into());
            }
            kept.into()
        };
        let kept = factors.factors(cell, work_out)?;
        u32::try_from(*kept.get(1 + place_in(kept, cell)?)?).ok()
    }
}

/// The stances around 64 cells in a row.
struct Around<'r, 's> {
    reader: &'r mut StanceReader<'s>,
    first: IVec3,
    table: &'r MoveTable,
    /// The answers to the looks of the table that were asked for.
    known: Vec<Option<u64>>,
}

impl<'r, 's> Around<'r, 's> {
    fn new(reader: &'r mut StanceReader<'s>, first: IVec3, table: &'r MoveTable) -> Self {
        Self {
            reader,
            first,
            table,
            known: vec![None; table.looks.len()],
        }
    }

    /// Returns the rows of the table that lead from each of the cells, and those of them that lead
    /// to a special end: for each 64 rows a word a cell. `None` where the body fits nowhere.
    fn leads(mut self) -> Option<[Vec<[u64; 64]>; 2]> {
        if self.row(IVec3::ZERO, Stance::FITS) == 0 {
            return None;
        }
        let table = self.table;
        let words = table.rows.len().div_ceil(64);
        let [mut leads, mut special] = [(); 2].map(|()| vec![[0_u64; 64]; words]);
        for group in &table.groups {
            let mut from = self.row(IVec3::ZERO, group.from);
            if let Some(falls) = group.edge.filter(|_| from != 0) {
                from &= self.look(falls);
            }
            if from == 0 {
                continue;
            }
            for number in group.rows.clone() {
                let row = &table.rows[number];
                let lead = self.leads_by(row, from);
                leads[number / 64][number % 64] = lead;
                if lead != 0 {
                    let [upright, minded] = row.target.map(|look| self.look(look));
                    special[number / 64][number % 64] = lead & !(upright & !minded);
                }
            }
        }
        for square in leads.iter_mut().chain(&mut special) {
            if square.iter().any(|word| *word != 0) {
                transpose(square);
            }
        }
        Some([leads, special])
    }

    /// Returns the cells for which the cell at an offset is in one of some stances.
    fn row(&mut self, offset: IVec3, among: Stance) -> u64 {
        let first = self.first;
        let mut row = |aside: i32| self.reader.row(first + offset.with_x(aside), among);
        beside(offset.x, &mut row)
    }

    /// Returns the cells for which a look says yes.
    fn look(&mut self, number: u32) -> u64 {
        let place = number as usize;
        if let Some(known) = self.known[place] {
            return known;
        }
        let (offset, question) = self.table.looks[place];
        let row = match question {
            Question::Is(among) => self.row(offset, among),
            Question::Falls => {
                let held = self.row(offset, RESTS) & !self.row(offset, Stance::UNSURE);
                self.row(offset, Stance::FITS) & !held
            }
        };
        self.known[place] = Some(row);
        row
    }

    /// Returns the cells, among some, from which a row of the table leads.
    fn leads_by(&mut self, row: &Row, from: u64) -> u64 {
        let mut leads = from;
        for &number in &row.needs {
            leads &= self.look(number);
            if leads == 0 {
                return 0;
            }
        }
        leads
    }
}

/// Returns a row of cells seen from a row of others, which are so many cells behind them: `row`
/// gives the 64 cells that begin so many cells from there. No move leads 64 cells far.
fn beside(offset: i32, row: &mut impl FnMut(i32) -> u64) -> u64 {
    let here = row(0);
    match offset {
        0 => here,
        ahead @ 1.. => here >> ahead | row(64) << (64 - ahead),
        behind => here << -behind | row(-64) >> (64 + behind),
    }
}

/// Returns whether two cells of a row have the same moves, as far as that shows without asking what
/// is special.
fn is_alike([leads, special, even]: [&[[u64; 64]]; 3], [one, other]: [usize; 2]) -> bool {
    let is_plain = |square: &[u64; 64]| square[one] | square[other] == 0;
    let is_same = |square: &[u64; 64]| square[one] == square[other];
    special.iter().all(is_plain) && leads.iter().chain(even).all(is_same)
}

/// Returns the places of the bits of a word, from the lowest on.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}
