//! Lists of the moves from the cells of a row, and their costs, by spans of 16 cells.
//!
//! Worked out once for a span, from the rows of stances around it, and kept with the stances until something near
//! changes. A path crosses most rows at one place: few cells more than those of a search are worked out. Entries are
//! packed one behind the other, for few cells of a span have any:
//!
//! ```text
//! moves:    cells    a bit for each cell of the span from which moves lead, in ascending order of x
//!           numbers  of the lists of their moves, in the order of the table       for each, two a word
//! factors:  cells    a bit for each cell at which materials are minded
//!           factors  of moves that lead there, in 1024ths                         for each of them
//! ```

use std::sync::Arc;

use glam::IVec3;
use voxnav_occupancy::even::{EvenReader, SPAN, SpanKeeper};
use voxnav_occupancy::{MaterialSet, Stance, StanceReader};

use super::Ground;
use super::table::{CellQuery, MoveTable, RESTS, Row};

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

/// Returns the number of the list of the moves from a cell, out of the entries of its span.
#[inline]
pub(super) fn number_in(kept: &[u64], cell: IVec3) -> Option<u32> {
    let place = place_in(kept, cell)?;
    let numbers = kept.get(1 + place / 2)? >> (place % 2 * 32);
    u32::try_from(numbers & u64::from(u32::MAX)).ok()
}

/// Returns the place of a cell among the cells of its span that have entries.
#[inline]
fn place_in(kept: &[u64], cell: IVec3) -> Option<usize> {
    let cells = *kept.first()?;
    let bit = 1 << (cell.x & (SPAN - 1));
    (cells & bit != 0).then(|| (cells & (bit - 1)).count_ones() as usize)
}

/// Rows of the table that lead from a cell: a bit for each of 64 rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Leads {
    /// The rows that lead somewhere.
    all: u64,
    /// The rows, among these, that lead to an end of which more has to be asked.
    special: u64,
    /// The walks, among the others, that lead onto even ground.
    even: u64,
}

/// The rows, among 64 of the table, that lead from each cell of a span.
type Square = [Leads; SPAN as usize];

/// The sources that spans are worked out from.
#[derive(Debug)]
pub(super) struct Sources<'g> {
    pub(super) ground: &'g Ground,
    pub(super) reader: StanceReader<'g>,
    even: Option<EvenReader<'g>>,
    factors: SpanKeeper<'g>,
    /// The doors of the palette, if the agent opens them.
    pub(super) doors: MaterialSet,
    /// The answers to the looks of the table, and the squares of a span, to be written over by the next.
    known: Vec<Option<u64>>,
    squares: Vec<Square>,
}

impl<'g> Sources<'g> {
    pub(super) fn of(ground: &'g Ground, doors: MaterialSet) -> Self {
        Self {
            ground,
            reader: ground.stances.reader(),
            even: ground.stances.even_reader(),
            factors: ground.stances.span_keeper(),
            doors,
            known: Vec::new(),
            squares: Vec::new(),
        }
    }

    /// Returns the entries for the moves from the cells of the span of `cell`.
    pub(super) fn moves(&mut self, cell: IVec3) -> Arc<[u64]> {
        let first = first_of(cell);
        let cells = self.lead(first);
        if cells == 0 {
            return Arc::default();
        }
        let squares = std::mem::take(&mut self.squares);
        let mut kept = vec![cells];
        kept.resize(1 + cells.count_ones().div_ceil(2) as usize, 0);
        let mut list = Vec::new();
        let mut before: Option<(usize, u32)> = None;
        for (place, x) in bits(cells).enumerate() {
            // Most cells have the moves of the one beside them.
            let same = before.filter(|&(other, _)| is_alike(&squares, [x, other]));
            let number = same.map_or_else(
                || {
                    self.list(first, x, &squares, &mut list);
                    self.ground.patterns.number(&list)
                },
                |(_, number)| number,
            );
            before = Some((x, number));
            kept[1 + place / 2] |= u64::from(number) << (place % 2 * 32);
        }
        self.squares = squares;
        kept.into()
    }

    /// Finds the rows of the table that lead from the cells of a span, and returns the cells from which some do.
    fn lead(&mut self, first: IVec3) -> u64 {
        let table = &*self.ground.table;
        self.known.clear();
        self.known.resize(table.looks.len(), None);
        self.squares.clear();
        self.squares
            .resize(table.rows.len().div_ceil(64), Square::default());
        let mut around = Around {
            reader: &mut self.reader,
            even: self.even.as_mut(),
            first,
            table,
            known: &mut self.known,
        };
        around.lead(&mut self.squares)
    }

    /// Writes the list of the moves from a cell of a span.
    fn list(&mut self, first: IVec3, x: usize, squares: &[Square], list: &mut Vec<u64>) {
        list.clear();
        let ground = self.ground;
        let from = first + IVec3::X * i32::try_from(x).unwrap_or(0);
        for (word, square) in squares.iter().enumerate() {
            let Leads { all, special, even } = square[x];
            for bit in bits(all) {
                let number = word * 64 + bit;
                let marks = if special >> bit & 1 != 0 {
                    self.special(from, from + ground.table.steps[number].offset)
                } else if even >> bit & 1 != 0 {
                    EVEN
                } else {
                    0
                };
                list.push(marks | number as u64);
            }
        }
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
            let first = first_of(cell);
            let cells = span(first, |cell| reader.row(cell, Stance::MINDED));
            let mut kept = vec![cells];
            for x in (0..SPAN).filter(|x| cells >> x & 1 != 0) {
                let at = first + IVec3::X * x;
                let factor = ground.factor(at, reader.at(at));
                kept.push(factor.in_1024ths().into());
            }
            kept.into()
        };
        let kept = factors.factors(cell, work_out)?;
        u32::try_from(*kept.get(1 + place_in(kept, cell)?)?).ok()
    }
}

/// The stances around a span.
struct Around<'a, 's> {
    reader: &'a mut StanceReader<'s>,
    even: Option<&'a mut EvenReader<'s>>,
    first: IVec3,
    table: &'a MoveTable,
    /// The answers to the looks of the table that were asked for.
    known: &'a mut [Option<u64>],
}

impl Around<'_, '_> {
    /// Adds the rows of the table that lead from each of the cells, and returns those from which some do.
    fn lead(&mut self, squares: &mut [Square]) -> u64 {
        let table = self.table;
        let mut cells = 0;
        if self.row(IVec3::ZERO, Stance::FITS) == 0 {
            return cells;
        }
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
                if lead == 0 {
                    continue;
                }
                let [upright, minded] = row.target.map(|look| self.look(look));
                let special = lead & !(upright & !minded);
                let even = match table.steps[number].walk {
                    Some(_) => lead & !special & self.even(row.offset),
                    None => 0,
                };
                cells |= lead;
                let (square, row) = (&mut squares[number / 64], 1 << (number % 64));
                for x in bits(lead) {
                    let is_in = |cells: u64| if cells >> x & 1 == 0 { 0 } else { row };
                    square[x].all |= row;
                    square[x].special |= is_in(special);
                    square[x].even |= is_in(even);
                }
            }
        }
        cells
    }

    /// Returns the cells for which the ground is even at an offset.
    fn even(&mut self, offset: IVec3) -> u64 {
        let Some(even) = &mut self.even else { return 0 };
        span(self.first + offset, |cell| even.row(cell))
    }

    /// Returns the cells for which the cell at an offset is in one of some stances.
    fn row(&mut self, offset: IVec3, among: Stance) -> u64 {
        span(self.first + offset, |cell| self.reader.row(cell, among))
    }

    /// Returns the cells for which a look says yes.
    fn look(&mut self, number: u32) -> u64 {
        let place = number as usize;
        if let Some(known) = self.known[place] {
            return known;
        }
        let (offset, question) = self.table.looks[place];
        let row = match question {
            CellQuery::Is(among) => self.row(offset, among),
            CellQuery::Falls => {
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

/// Returns the first cell of the span of a cell.
#[inline]
fn first_of(cell: IVec3) -> IVec3 {
    cell.with_x(cell.x & -SPAN)
}

/// Returns as many cells as a span has, from `first` on, given the row of 64 cells that a cell is in.
#[inline]
fn span(first: IVec3, mut row: impl FnMut(IVec3) -> u64) -> u64 {
    let place = first.x & 63;
    let mut cells = row(first) >> place;
    if place > 64 - SPAN {
        cells |= row(first + IVec3::X * SPAN) << (64 - place);
    }
    cells & ((1 << SPAN) - 1)
}

/// Returns whether two cells of a span have the same moves, as far as that shows without asking what is special.
fn is_alike(squares: &[Square], [one, other]: [usize; 2]) -> bool {
    let is_same = |square: &Square| square[one] == square[other] && square[one].special == 0;
    squares.iter().all(is_same)
}

/// Returns the places of the bits of a word, from the lowest on.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}
