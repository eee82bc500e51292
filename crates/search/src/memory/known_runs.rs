//! Ends of runs, remembered so that a row is not scanned again and again.
//!
//! A long search comes upon the same row at many cells, from one walk after another. All runs in one
//! direction that begin between the start of a run and its end have the same end, and the run tells what
//! it costs at most to be there. Few rows matter at a time, so the table has a fixed size, and what comes
//! later takes the place of what was there: nothing is lost but a scan.

#![expect(
    clippy::cast_possible_truncation,
    reason = "places and ranks of directions are small"
)]

use glam::IVec3;

use crate::cost::Cost;
use crate::movement::{DIRECTION_COUNT, Direction, OFFSETS};

/// Log2 of the places: 128 KB, of which the search of most rows of the public maps finds half of its
/// runs. Twice as many find a twentieth more; a table that grows with the records spares half as much.
const PLACE_BITS: u32 = 12;

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// A successor.
    Successor,
    /// A blocked cell, with no successor before it.
    Nothing,
}

/// The known part of the run from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownRun {
    /// The number of moves to the last cell of the run.
    pub(crate) moves: u32,
    pub(crate) end: RunEnd,
    /// The cost of the cell over the run that passed it.
    pub(crate) cost: Cost,
}

/// The runs that one query has followed, the latest of each place.
#[derive(Debug, Default)]
pub(crate) struct KnownRuns {
    /// The table of runs, empty before a long search.
    slots: Vec<Slot>,
    query: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The cost at the first cell.
    g: Cost,
    /// The coordinates across the run.
    row: [i32; 2],
    /// The first and the last cell, by the coordinate along the run, which grows along it.
    first: i32,
    last: i32,
    query: u32,
    direction: u16,
    end: RunEnd,
}

const EMPTY: Slot = Slot {
    g: Cost::ZERO,
    row: [0; 2],
    first: 0,
    last: 0,
    query: 0,
    direction: 0,
    end: RunEnd::Nothing,
};

impl KnownRuns {
    /// The bytes of the table.
    pub(super) const BYTES: u64 = ((1 << PLACE_BITS) * size_of::<Slot>()) as u64;

    /// Forgets all runs, and notes none from here on.
    pub(super) fn stop(&mut self) {
        self.query = 0;
    }

    /// Notes the runs of a query, whose number is not 0.
    pub(super) fn begin(&mut self, query: u32) {
        self.slots.resize(1 << PLACE_BITS, EMPTY);
        self.query = query;
    }

    /// Forgets all queries, so that their numbers may be used again.
    pub(super) fn forget_queries(&mut self) {
        self.slots.fill(EMPTY);
    }

    /// Returns whether runs are noted, which they are in long searches.
    #[inline]
    pub(crate) fn are_noted(&self) -> bool {
        self.query != 0
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
    }

    /// Returns the run from `cell` in a direction, whose moves cost so much each, if one that passed the cell was noted.
    #[inline]
    pub(crate) fn find(&self, cell: IVec3, direction: Direction, each: Cost) -> Option<KnownRun> {
        debug_assert!(self.are_noted());
        let (row, at) = row_of(cell, direction);
        let slot = &self.slots[place(row, direction)];
        let is_known = slot.query == self.query
            && slot.row == row
            && u32::from(slot.direction) == direction.rank()
            && slot.first <= at
            // What ends a run says nothing of the run that begins there.
            && (at < slot.last || at == slot.last && slot.end == RunEnd::Nothing);
        is_known.then(|| KnownRun {
            moves: slot.last.abs_diff(at),
            end: slot.end,
            cost: slot.g + each * at.abs_diff(slot.first),
        })
    }

    /// Notes the run from a cell reached at cost `g`.
    #[inline]
    pub(crate) fn note(
        &mut self,
        cell: IVec3,
        g: Cost,
        direction: Direction,
        moves: u32,
        end: RunEnd,
    ) {
        debug_assert!(self.are_noted());
        let (row, first) = row_of(cell, direction);
        let place = place(row, direction);
        self.slots[place] = Slot {
            g,
            row,
            first,
            last: first.wrapping_add_unsigned(moves),
            query: self.query,
            direction: direction.rank() as u16,
            end,
        };
    }
}

/// Returns the two coordinates that all cells of a line have in common, where it would cross the
/// plane of the first axis along which it leads, and the coordinate of a cell on it, which grows by
/// one a move.
#[inline]
fn row_of(cell: IVec3, direction: Direction) -> ([i32; 2], i32) {
    let [u, v, along] = LINES[direction.index()].map(|sum| {
        let [x, y, z] = cell.wrapping_mul(IVec3::from_array(sum)).to_array();
        x.wrapping_add(y).wrapping_add(z)
    });
    ([u, v], along)
}

/// The sums that turn a cell's coordinates into the two across the line of each direction and the
/// one along it: without a branch, which would be a coin toss.
const LINES: [[[i32; 3]; 3]; DIRECTION_COUNT] = lines();

const fn lines() -> [[[i32; 3]; 3]; DIRECTION_COUNT] {
    let mut lines = [[[0; 3]; 3]; DIRECTION_COUNT];
    let mut rank = 0;
    while rank < DIRECTION_COUNT {
        let step = OFFSETS[rank];
        let along = match step {
            [0, 0, _] => 2,
            [0, ..] => 1,
            _ => 0,
        };
        lines[rank][2][along] = step[along] as i32;
        let mut across = 0;
        let mut axis = 0;
        while axis < 3 {
            if axis != along {
                lines[rank][across][axis] = 1;
                lines[rank][across][along] = -(step[axis] * step[along]) as i32;
                across += 1;
            }
            axis += 1;
        }
        rank += 1;
    }
    lines
}

#[inline]
fn place([u, v]: [i32; 2], direction: Direction) -> usize {
    let row = u64::from(u.cast_unsigned()) << 32 | u64::from(v.cast_unsigned());
    let key = row ^ u64::from(direction.rank()) << 27;
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACE_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_tells_where_those_end_that_begin_on_it() {
        let mut runs = KnownRuns::default();
        let toward = |step: IVec3| {
            let mut all = (0..26).map(Direction::from_index);
            all.find(|direction| direction.offset() == step).unwrap()
        };
        let start = IVec3::new(3, -7, 9);
        let g = Cost::STRAIGHT * 5;
        for step in [
            IVec3::X,
            -IVec3::X,
            IVec3::Y,
            -IVec3::Y,
            IVec3::Z,
            -IVec3::Z,
            IVec3::new(1, 1, 0),
            IVec3::new(-1, 0, 1),
            IVec3::new(0, -1, -1),
        ] {
            for end in [RunEnd::Successor, RunEnd::Nothing] {
                let direction = toward(step);
                runs.begin(1);
                assert_eq!(runs.find(start, direction, direction.cost()), None);
                runs.note(start, g, direction, 4, end);
                let find =
                    |cell, direction: Direction| runs.find(cell, direction, direction.cost());
                for moves in -2..7_i32 {
                    let expected = match end {
                        RunEnd::Successor => (0..4).contains(&moves),
                        RunEnd::Nothing => (0..5).contains(&moves),
                    };
                    let known = expected.then(|| KnownRun {
                        moves: (4 - moves).cast_unsigned(),
                        end,
                        cost: g + direction.cost() * moves.cast_unsigned(),
                    });
                    let cell = start + step * moves;
                    assert_eq!(find(cell, direction), known, "{direction:?} {moves}");
                    assert_eq!(find(cell, direction.reverse()), None);
                    for aside in [IVec3::X, -IVec3::Y, IVec3::Z] {
                        if aside.abs() != step.abs() {
                            assert_eq!(find(cell + aside, direction), None);
                        }
                    }
                }
                runs.begin(2);
                assert_eq!(runs.find(start, direction, direction.cost()), None);
                runs.forget_queries();
            }
        }
    }
}
