//! The flags of a line of rows, from the rows around them.

use super::bricks::Words;
use crate::coordinates::{Axis, ChunkCoord, Sign};
use crate::traversability::ForcedRule;
use crate::traversability::grid::Grid;
use crate::traversability::rows::Rows;

/// Rows on each side of the 6 x 6 around a line.
const SIDE: usize = 6;

/// The rows along one axis of a chunk and of those around it: by `(dv + 1) * 3 + du + 1` of the
/// chunks before, beside and after along the axis.
pub(super) struct Surroundings<'g> {
    chunks: [[&'g Rows; 9]; 3],
    /// True if all that lines of the chunk can see is traversable.
    is_open: bool,
    /// True if no cell of the chunk itself is traversable.
    is_blocked: bool,
}

impl<'g> Surroundings<'g> {
    pub(super) fn of(grid: &'g Grid, chunk: ChunkCoord, axis: Axis) -> Self {
        let [u, v] = axis.others();
        let mut is_open = true;
        let own = &grid.entry(chunk).bits;
        let chunks = [-1, 0, 1].map(|along| {
            std::array::from_fn(|n| {
                let (du, dv) = (n as i32 % 3 - 1, n as i32 / 3 - 1);
                let offset = axis.unit() * along + u.unit() * du + v.unit() * dv;
                let bits = &grid.entry(ChunkCoord(chunk.0 + offset)).bits;
                is_open &= bits.shares_storage_with(&grid.maker.open);
                bits.along(axis)
            })
        });
        Self {
            chunks,
            is_open,
            is_blocked: own.shares_storage_with(&grid.maker.blocked),
        }
    }
}

/// 4 x 4 rows side by side and those around them.
pub(super) struct Line<'s> {
    around: &'s Surroundings<'s>,
    number: usize,
    /// The rows by `(v + 1) * 6 + u + 1`.
    rows: [u64; SIDE * SIDE],
}

/// The end of a chunk along the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Before,
    After,
}

/// The flags of the rows of a line for one heading.
pub(super) struct Runs {
    /// The flags, set where the run meets a jump point.
    pub(super) flags: Words,
    /// A bit for each row, set if a run that enters the row from the chunk where it begins meets a
    /// jump point.
    pub(super) carry: u16,
    /// A bit for each row, set if the cell next to the chunk, where such runs come from, is
    /// traversable.
    pub(super) upstream: u16,
}

impl<'s> Line<'s> {
    pub(super) fn of(around: &'s Surroundings<'s>, number: usize) -> Self {
        let mut rows = [if around.is_open { u64::MAX } else { 0 }; SIDE * SIDE];
        if !around.is_open && !around.is_blocked {
            gather(&around.chunks[1], number, |index, row| rows[index] = row);
        }
        Self {
            around,
            number,
            rows,
        }
    }

    /// Returns the cells just beyond one end of the rows, a bit a row.
    fn beyond(&self, end: End) -> u64 {
        if self.around.is_open {
            return (1 << (SIDE * SIDE)) - 1;
        }
        let mut bits = 0;
        match end {
            End::Before => gather(&self.around.chunks[0], self.number, |index, row| {
                bits |= (row >> 63) << index;
            }),
            End::After => gather(&self.around.chunks[2], self.number, |index, row| {
                bits |= (row & 1) << index;
            }),
        }
        bits
    }

    /// Returns whether none of its own cells is traversable.
    fn is_blocked(&self) -> bool {
        (0..16).all(|row| self.rows[inner(row)] == 0)
    }

    /// Returns the flags of one heading, if the runs that leave the chunk meet a jump point where `carry`
    /// is set.
    pub(super) fn runs(&self, sign: Sign, rule: ForcedRule, carry: u16) -> Runs {
        let mut runs = Runs {
            flags: [0; 16],
            carry: 0,
            upstream: 0,
        };
        let [from, to] = match sign {
            Sign::Positive => [End::Before, End::After],
            Sign::Negative => [End::After, End::Before],
        };
        let behind = self.beyond(from);
        runs.upstream = inner_bits(behind);
        if self.is_blocked() {
            return runs;
        }
        let ahead = match rule {
            ForcedRule::BesideOpen => 0,
            _ => self.beyond(to),
        };
        let ends = match sign {
            Sign::Positive => [behind, ahead],
            Sign::Negative => [ahead, behind],
        };
        let stops = self.stops(sign, rule, ends);
        for (row, stops) in stops.into_iter().enumerate() {
            let free = self.rows[inner(row)];
            let enters = u64::from(carry >> row & 1);
            let leaves;
            (runs.flags[row], leaves) = match sign {
                Sign::Positive => {
                    let (flags, met) = flagged(stops, free, enters << 63, |row, by| row >> by);
                    (flags, met & 1)
                }
                Sign::Negative => {
                    let (flags, met) = flagged(stops, free, enters, |row, by| row << by);
                    (flags, met >> 63)
                }
            };
            runs.carry |= (leaves as u16) << row;
        }
        runs
    }

    /// Returns where runs of a sign would stop because a row beside them turns; beyond traversable
    /// cells, anything. Only the ends that the rule looks at need to be given.
    fn stops(&self, sign: Sign, rule: ForcedRule, ends: [u64; 2]) -> Words {
        let turns: [u64; SIDE * SIDE] = std::array::from_fn(|index| {
            let row = self.rows[index];
            let [below, above] = self.shifted(index, ends);
            let [behind, ahead] = match sign {
                Sign::Positive => [below, above],
                Sign::Negative => [above, below],
            };
            match rule {
                ForcedRule::BesideOpen => row & !behind,
                ForcedRule::BesideBlocked => !row & ahead,
                ForcedRule::Either => row & !behind | !row & ahead,
            }
        });
        // The row itself counts too: it turns behind a blocked cell, where no run gets to, or
        // beside one.
        combined(&turns, |a, b| a | b)
    }

    /// Returns, for each row, the traversable cells with a blocked one among the 27 around them.
    pub(super) fn near(&self) -> Words {
        let ends = [End::Before, End::After].map(|end| self.beyond(end));
        let open: [u64; SIDE * SIDE] = std::array::from_fn(|index| {
            let [below, above] = self.shifted(index, ends);
            self.rows[index] & below & above
        });
        let open = combined(&open, |a, b| a & b);
        std::array::from_fn(|row| self.rows[inner(row)] & !open[row])
    }

    /// Returns a row moved by one cell up and down: the cell below and the cell above in the place
    /// of each.
    #[inline]
    fn shifted(&self, index: usize, [before, after]: [u64; 2]) -> [u64; 2] {
        let row = self.rows[index];
        [
            row << 1 | before >> index & 1,
            row >> 1 | (after >> index) << 63,
        ]
    }
}

/// Goes through the 36 rows of a line, in the order of their numbers.
#[inline]
fn gather(chunks: &[&Rows; 9], line: usize, mut take: impl FnMut(usize, u64)) {
    let (first_u, first_v) = (line % 16 * 4, line / 16 * 4);
    let (left, right) = (usize::from(first_u != 0), 1 + usize::from(first_u == 60));
    for dv in 0..SIDE {
        // One more than the coordinate, so that it is never negative.
        let v = first_v + dv;
        let beside = &chunks[v.div_ceil(64) * 3..][..3];
        let row = (v + 63) % 64 * 64;
        take(dv * SIDE, beside[left][row + (first_u + 63) % 64]);
        for (du, &own) in beside[1][row + first_u..][..4].iter().enumerate() {
            take(dv * SIDE + 1 + du, own);
        }
        take(dv * SIDE + 5, beside[right][row + (first_u + 4) % 64]);
    }
}

/// Picks the bits of the 16 inner rows from those of the 36.
fn inner_bits(bits: u64) -> u16 {
    (0..4).fold(0, |inner, v| {
        inner | ((bits >> ((v + 1) * SIDE + 1) & 15) as u16) << (4 * v)
    })
}

/// Returns the number among the 36 of one of the 16 rows.
#[inline]
fn inner(row: usize) -> usize {
    (row / 4 + 1) * SIDE + row % 4 + 1
}

/// Combines, for each of the 16 rows, the nine around it.
#[inline]
fn combined(rows: &[u64; SIDE * SIDE], both: impl Fn(u64, u64) -> u64) -> Words {
    let threes: [u64; 4 * SIDE] = std::array::from_fn(|index| {
        let first = index / 4 * SIDE + index % 4;
        both(both(rows[first], rows[first + 1]), rows[first + 2])
    });
    std::array::from_fn(|row| both(both(threes[row], threes[row + 4]), threes[row + 8]))
}

/// Returns the cells of `free` from which a run meets a stop, or leaves where it may meet one, and with these the stops
/// and the last cell; `back` moves cells by some against the run (Kogge and Stone 1973: six steps for 64 cells).
#[inline]
fn flagged(stops: u64, free: u64, leaving: u64, back: impl Fn(u64, u32) -> u64) -> (u64, u64) {
    let (mut met, mut through) = ((stops | leaving) & free, free);
    for by in [1, 2, 4, 8, 16, 32] {
        met |= through & back(met, by);
        through &= back(through, by);
    }
    (free & (back(met, 1) | leaving), met)
}
